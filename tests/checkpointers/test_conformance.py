"""The official conformance suite, through the async methods and through the sync ones."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.conformance import checkpointer_test, validate
from langgraph.checkpoint.conformance.report import CapabilityReport

from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.runtime import MemoryRuntime


class OnTheLoop(LedgerSaver):
    """Does everything on the thread of the running loop, by the sync methods."""

    async def aget_tuple(self, config: Any) -> Any:
        return self.get_tuple(config)

    async def alist(self, config: Any, **narrowed: Any) -> AsyncIterator[Any]:
        for found in self.list(config, **narrowed):
            yield found

    async def aput(self, *args: Any) -> Any:
        return self.put(*args)

    async def aput_writes(self, *args: Any, **kwargs: Any) -> None:
        self.put_writes(*args, **kwargs)

    async def adelete_thread(self, thread_id: str) -> None:
        self.delete_thread(thread_id)

    async def adelete_for_runs(self, run_ids: Any) -> None:
        self.delete_for_runs(run_ids)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        self.copy_thread(source_thread_id, target_thread_id)

    async def aprune(self, thread_ids: Any, *, strategy: str = "keep_latest") -> None:
        self.prune(thread_ids, strategy=strategy)


def report_of(kind: type[LedgerSaver], folder: Path | None) -> CapabilityReport:
    """Run the suite, each capability on a new file."""
    files = iter(range(100))

    @checkpointer_test(name=kind.__name__)
    async def factory() -> AsyncIterator[LedgerSaver]:
        if folder is None:
            with MemoryRuntime.local("app", ":memory:") as memory:
                yield kind(memory)
        else:
            async with kind(folder / f"{next(files)}.sqlite3") as saver:
                yield saver

    return asyncio.run(validate(factory))


@pytest.mark.parametrize("where", ["file", "memory"])
@pytest.mark.parametrize("kind", [LedgerSaver, OnTheLoop])
def test_every_capability_passes(kind: type[LedgerSaver], where: str, tmp_path: Path) -> None:
    """Every test of every capability passes, base and extended, sync and async."""
    report = report_of(kind, tmp_path if where == "file" else None)

    results = report.results.values()
    assert [failure for result in results for failure in result.failures] == []
    assert all(result.passed for result in results)
    assert sum(result.tests_passed for result in results) >= 81
