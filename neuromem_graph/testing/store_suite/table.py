"""Print the tables of docs/store-conformance.md: how LangGraph's own stores do, and why not better.

``python -m neuromem_graph.testing.store_suite.table`` prints them; with the path of the document
it writes them there, between the two marks. It needs langgraph-checkpoint-sqlite.
"""

import asyncio
import importlib
import importlib.metadata
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any

from langgraph.store.base import BaseStore, IndexConfig, TTLConfig
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore
from langgraph.store.sqlite.aio import AsyncSqliteStore

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.cases import ALL
from neuromem_graph.testing.store_suite.factory import Registered, store_test
from neuromem_graph.testing.store_suite.report import CapabilityResult, Outcome, Report
from neuromem_graph.testing.store_suite.running import check

START, END = "<!-- tables: start -->", "<!-- tables: end -->"
"""The marks between which a document holds the tables."""


@store_test(name="InMemoryStore")
def in_memory(*, index: IndexConfig | None = None) -> BaseStore:
    """Make an InMemoryStore.

    Args:
        index: passed on.

    Returns:
        The store.
    """
    return InMemoryStore(index=index)


# Neither takes an index here: it loads an extension, which many builds of Python can't do, and the
# tables must not depend on the build.
@store_test(name="SqliteStore")
def sqlite(*, ttl: TTLConfig | None = None) -> AbstractContextManager[BaseStore]:
    """Make a SqliteStore in memory.

    Args:
        ttl: passed on.

    Returns:
        A context manager of the store.
    """
    return SqliteStore.from_conn_string(":memory:", ttl=ttl)


@store_test(name="AsyncSqliteStore")
async def async_sqlite(*, ttl: TTLConfig | None = None) -> AsyncIterator[BaseStore]:
    """Make an AsyncSqliteStore in memory.

    Args:
        ttl: passed on.

    Yields:
        The store.
    """
    before = asyncio.all_tasks()
    async with AsyncSqliteStore.from_conn_string(":memory:", ttl=ttl) as store:
        await store.setup()
        yield store
    left = [task for task in asyncio.all_tasks() - before if task.get_coro() is not None]
    for task in left:
        task.cancel()  # its own queue, which it leaves running
    await asyncio.gather(*left, return_exceptions=True)


@store_test(name="MemoryStore")
def memory_store(
    *,
    index: IndexConfig | None = None,
    ttl: TTLConfig | None = None,
    clock: Callable[[], datetime] | None = None,
) -> Any:
    """Make a MemoryStore in memory.

    Args:
        index: passed on.
        ttl: passed on.
        clock: passed on if given.

    Returns:
        The store.
    """
    store = importlib.import_module("neuromem_graph.stores").MemoryStore
    options = {} if clock is None else {"clock": clock}
    return store(":memory:", index=index, ttl=ttl, **options)


PACKAGES = ("langgraph-checkpoint", "langgraph-checkpoint-sqlite")

STOCK: tuple[Registered, ...] = (in_memory, sqlite, async_sqlite)
"""The stores that LangGraph brings."""


def stores() -> tuple[Registered, ...]:
    """Return the stores of the tables.

    Returns:
        Those of LangGraph, and our own.
    """
    return (*STOCK, memory_store)


def versions() -> str:
    """Tell which versions of LangGraph's packages are measured here.

    Returns:
        One line.
    """
    found = (f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    return f"Measured with {' and '.join(found)}."


def render(reports: Sequence[Report]) -> str:
    """Write the tables.

    Args:
        reports: one per store.

    Returns:
        Markdown, with the marks around it.
    """
    return "\n".join([START, versions(), "", *_counts(reports), "", *_answers(reports), END])


def _counts(reports: Sequence[Report]) -> Iterator[str]:
    yield f"| capability | {' | '.join(report.store_name for report in reports)} |"
    yield "|---" * (len(reports) + 1) + "|"
    for capability in Capability:
        cells = [_cell(report.results[capability]) for report in reports]
        yield f"| {capability} | {' | '.join(cells)} |"


def _cell(result: CapabilityResult) -> str:
    if not result.detected:
        return "-"
    return f"{result.tests_passed} / {result.tests_failed} / {result.tests_skipped}"


def _answers(reports: Sequence[Report]) -> Iterator[str]:
    yield f"| case | {' | '.join(report.store_name for report in reports)} | answer | why |"
    yield "|---" * (len(reports) + 3) + "|"
    marks: dict[Outcome, str] = {"passed": "yes", "failed": "no", "skipped": "-"}
    for case in ALL:
        found = [report.outcomes(case.capability).get(case.id, "skipped") for report in reports]
        if "failed" in found:
            cells = [case.id, *(marks[one] for one in found), case.statement, case.answer]
            yield f"| {' | '.join(cells)} |"


def replaced(document: str, tables: str) -> str:
    """Put the tables into a document.

    Args:
        document: its text, with both marks.
        tables: what `render` returned.

    Returns:
        The text with these tables.
    """
    before, after = document.partition(START)[0], document.partition(END)[2]
    return before + tables + after


def main(arguments: Sequence[str]) -> None:
    """Print the tables, or write them into a document.

    Args:
        arguments: nothing, or the path of the document.
    """
    tables = render([check(store) for store in stores()])
    if not arguments:
        print(tables)
        return
    path = Path(arguments[0])
    path.write_text(replaced(path.read_text(encoding="utf-8"), tables), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
