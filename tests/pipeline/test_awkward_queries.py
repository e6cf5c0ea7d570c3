"""Any text is a query: it gives no exception, and finds what it is after."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.core.text import clean, is_blank
from neuromem_graph.errors import InvalidInput
from neuromem_graph.nodes import recall_graph
from tests.pipeline.awkward_queries import CASES, DISTRACTORS, Case

START = datetime(2026, 1, 1, tzinfo=UTC)
BEST = 3
BLANK = ["", " ", "\n\t", "\u200b\u00ad", "\u200d\ufeff", "\x07", "\u3000"]

Ask = Callable[[MemoryRuntime, str], list[str]]


def queried(memory: MemoryRuntime, text: str) -> list[str]:
    return [item.text for item in memory.query(text, k=BEST, budget_tokens=100_000).items]


def aqueried(memory: MemoryRuntime, text: str) -> list[str]:
    found = asyncio.run(memory.aquery(text, k=BEST, budget_tokens=100_000))
    return [item.text for item in found.items]


def invoked(memory: MemoryRuntime, text: str) -> list[str]:
    graph = recall_graph(memory, k=BEST, budget_tokens=100_000)
    return replayed(memory, graph.invoke({"query": text}))


def ainvoked(memory: MemoryRuntime, text: str) -> list[str]:
    graph = recall_graph(memory, k=BEST, budget_tokens=100_000)
    return replayed(memory, asyncio.run(graph.ainvoke({"query": text})))


def replayed(memory: MemoryRuntime, state: dict[str, Any]) -> list[str]:
    return [item.text for item in memory.replay_trace(state["memory"]["trace_id"]).items]


@pytest.fixture(scope="module", params=["memory", "file"])
def memory(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MemoryRuntime]:
    """What the queries are after among near misses, every text in a thread of its own."""
    place = ":memory:" if request.param == "memory" else tmp_path_factory.mktemp("m") / "m"
    texts = dict.fromkeys((*(case.finds for case in CASES), *DISTRACTORS))
    with MemoryRuntime.local(("app", "ann"), place) as opened:
        opened.observe_many(
            {"content": text, "id": f"m{n}", "thread": f"t{n}", "at": START + timedelta(days=n)}
            for n, text in enumerate(texts)
        )
        yield opened


@pytest.mark.parametrize("ask", [queried, aqueried, invoked, ainvoked])
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_memory_is_found(memory: MemoryRuntime, case: Case, ask: Ask) -> None:
    """It is among the best three, asked by every door."""
    assert clean(case.finds) in ask(memory, case.query)


def test_there_are_enough() -> None:
    """The corpus holds at least 60 queries, each with a name and a text of its own."""
    assert len(CASES) >= 60
    assert len({case.name for case in CASES}) == len({case.query for case in CASES}) == len(CASES)


@pytest.mark.parametrize(
    "text", ["", " ", "\n\t", "\u200b\u00ad", "\u200d\ufeff", "\x07", "\u3000"]
)
def test_blank_queries_are_refused(memory: MemoryRuntime, text: str) -> None:
    """A query that shows nothing is an error that says so; in a graph nobody asked anything."""
    assert is_blank(text)
    with pytest.raises(InvalidInput, match="blank"):
        memory.query(text)
    with pytest.raises(InvalidInput, match="blank"):
        asyncio.run(memory.aquery(text))
    for state in (
        recall_graph(memory).invoke({"query": text}),
        asyncio.run(recall_graph(memory).ainvoke({"query": text})),
    ):
        assert state["memory"]["text"] == ""
