"""Equal queries asked at once: one computes, and nothing that goes wrong holds up the others."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.errors import ProviderError
from neuromem_graph.pipeline.flights import flights_of
from neuromem_graph.providers.embedding import CallableEmbedder
from neuromem_graph.settings.caching import Caching
from neuromem_graph.testing.store_suite.embedders import embed

ASKED = "Where is the cat?"
PATIENCE = 20.0  # seconds until a test that hangs fails


class Gate:
    """Embed once the test says so; count who came."""

    def __init__(self, fails: int = 0) -> None:
        self.open = threading.Event()
        self.came = threading.Semaphore(0)
        self.calls, self.fails = 0, fails
        self._guard = threading.Lock()

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        if ASKED not in texts:
            return embed(texts)
        with self._guard:
            self.calls += 1
            failing = self.calls <= self.fails
        self.came.release()
        assert self.open.wait(PATIENCE)
        if failing:
            raise RuntimeError("the embedder is down")
        return embed(texts)


def opened(function: Callable[..., Any], **caching: Any) -> MemoryRuntime:
    settings = Settings(durability="relaxed", caching=Caching(**caching))
    memory = MemoryRuntime.local(
        "x", ":memory:", embedder=CallableEmbedder(function, "gate"), settings=settings
    )
    memory.observe_many(["A cat sat there.", "The owl sleeps."])
    memory.prewarm_embeddings()
    return memory


def embedding_with(memory: MemoryRuntime, embedder: Any) -> MemoryRuntime:
    """The same memory, with vectors that are there already, and another embedder of that name."""
    changed = replace(memory.resources, embedder=embedder)
    return MemoryRuntime(memory.namespace, memory._ledger, changed)


def joined(memory: MemoryRuntime, count: int) -> None:
    """Wait until so many queries wait for another."""
    until = time.monotonic() + PATIENCE
    while flights_of(memory.resources).stats().joins < count:
        assert time.monotonic() < until
        threading.Event().wait(0.005)


def test_threads_compute_once() -> None:
    """Of eight threads that ask the same, one embeds; all get the same answer."""
    gate = Gate()
    with opened(gate) as memory, ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(memory.query, ASKED) for _ in range(8)]
        joined(memory, 7)
        gate.open.set()
        found = [one.result(PATIENCE) for one in asked]
        stats = memory.performance_stats()

        assert gate.calls == 1
        assert len({one.text for one in found}) == 1
        assert len({one.trace_id for one in found}) == 8
        assert (stats.singleflight.joins, stats.singleflight.inflight) == (7, 0)
        assert (stats.retrieval_cache.hits, stats.retrieval_cache.misses) == (7, 1)


def test_a_failing_leader_wedges_nobody() -> None:
    """The leader's error is its own: the others compute themselves, and so does the next."""
    gate = Gate(fails=1)
    with opened(gate) as memory, ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(memory.query, ASKED) for _ in range(4)]
        joined(memory, 3)
        gate.open.set()
        errors = [one.exception(PATIENCE) for one in asked]
        assert [type(one) for one in errors if one is not None] == [ProviderError]
        assert memory.query(ASKED).items[0].text == "A cat sat there."
        assert memory.performance_stats().singleflight.inflight == 0


def test_all_fail_alone() -> None:
    """When the embedder stays down each gets its own error, and nothing is left behind."""
    gate = Gate(fails=100)
    gate.open.set()
    with opened(gate) as memory, ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(memory.query, ASKED) for _ in range(8)]
        assert {type(one.exception(PATIENCE)) for one in asked} == {ProviderError}
        stats = memory.performance_stats()
        assert (stats.singleflight.inflight, stats.retrieval_cache.entries) == (0, 0)


def test_a_slow_leader_is_not_waited_for_long() -> None:
    """After `wait_seconds` the others compute themselves."""
    gate = Gate()
    with opened(gate, wait_seconds=0.05) as memory, ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(memory.query, ASKED) for _ in range(2)]
        for _ in range(2):  # the second came though the first is not done
            assert gate.came.acquire(timeout=PATIENCE)
        gate.open.set()
        assert len({one.result(PATIENCE).text for one in asked}) == 1


def test_tasks_compute_once() -> None:
    """Of fifty tasks that ask the same, more than there are worker threads, one embeds."""
    calls = []

    async def slow(texts: Sequence[str]) -> list[list[float]]:
        if ASKED in texts:
            calls.append(1)
            for _ in range(20):
                await asyncio.sleep(0)
        return embed(texts)

    async def run() -> int:
        memory = embedding_with(opened(embed), CallableEmbedder(slow, "gate"))
        async with memory:
            found = await asyncio.gather(*(memory.aquery(ASKED) for _ in range(50)))
            return len({one.text for one in found})

    assert asyncio.run(asyncio.wait_for(run(), PATIENCE)) == 1
    assert len(calls) == 1


def test_a_cancelled_leader_wedges_nobody() -> None:
    """A task that is cancelled while it leads lets the others compute themselves."""

    async def run() -> tuple[int, str]:
        entered, go = asyncio.Event(), asyncio.Event()

        async def slow(texts: Sequence[str]) -> list[list[float]]:
            entered.set()
            await go.wait()
            return embed(texts)

        memory = embedding_with(opened(embed), CallableEmbedder(slow, "gate"))
        async with memory:
            leader = asyncio.create_task(memory.aquery(ASKED))
            await entered.wait()
            others = [asyncio.create_task(memory.aquery(ASKED)) for _ in range(5)]
            while flights_of(memory.resources).stats().joins < 5:
                await asyncio.sleep(0.005)
            others.pop().cancel()  # one that waits may be cancelled, too
            leader.cancel()
            go.set()
            found = await asyncio.gather(*others)
            again = await memory.aquery(ASKED)
            assert memory.performance_stats().singleflight.inflight == 0
            return len({one.text for one in found}), again.items[0].text

    assert asyncio.run(asyncio.wait_for(run(), PATIENCE)) == (1, "A cat sat there.")


def test_threads_do_not_wait_for_tasks() -> None:
    """Sync calls that fill all worker threads don't starve the task that leads."""

    async def run() -> int:
        entered, go = asyncio.Event(), asyncio.Event()

        async def slow(texts: Sequence[str]) -> list[list[float]]:
            entered.set()
            await go.wait()
            return embed(texts)

        class Both:
            model = "gate"
            aembed = staticmethod(slow)
            embed = staticmethod(embed)

        memory = embedding_with(opened(embed), Both())
        async with memory:
            leader = asyncio.create_task(memory.aquery(ASKED))
            await entered.wait()
            filled = [asyncio.to_thread(memory.query, ASKED) for _ in range(64)]
            found = await asyncio.gather(*filled)
            go.set()
            return len({one.text for one in (*found, await leader)})

    assert asyncio.run(asyncio.wait_for(run(), PATIENCE)) == 1


@pytest.mark.parametrize("awaited", [False, True])
def test_a_model_may_ask_the_same(awaited: bool) -> None:
    """An embedder that itself asks the question does not wait for itself."""
    depth = 0
    holder: list[MemoryRuntime] = []

    def nested(texts: Sequence[str]) -> list[list[float]]:
        nonlocal depth
        depth += 1
        if depth < 3 and ASKED in texts:
            holder[0].query(ASKED)
        return embed(texts)

    async def anested(texts: Sequence[str]) -> list[list[float]]:
        nonlocal depth
        depth += 1
        if depth < 3 and ASKED in texts:
            await holder[0].aquery(ASKED)
        return embed(texts)

    function = anested if awaited else nested
    with embedding_with(opened(embed), CallableEmbedder(function, "gate")) as memory:
        holder.append(memory)
        started = time.monotonic()
        found = asyncio.run(memory.aquery(ASKED)) if awaited else memory.query(ASKED)
        assert found.items[0].text == "A cat sat there."
        assert time.monotonic() - started < PATIENCE
    assert depth == 3


def test_loops_may_end_while_others_wait() -> None:
    """A loop that is closed with a leader in it leaves nothing that another loop waits for."""

    async def hang(texts: Sequence[str]) -> list[list[float]]:
        if first:
            first.clear()
            await asyncio.Event().wait()
        return embed(texts)

    async def leave(memory: MemoryRuntime) -> None:
        asyncio.create_task(memory.aquery(ASKED))  # noqa: RUF006  it is left on purpose
        while not flights_of(memory.resources).stats().inflight:
            await asyncio.sleep(0.005)

    first = [True]
    with embedding_with(opened(embed), CallableEmbedder(hang, "gate")) as memory:
        asyncio.run(leave(memory))
        found = asyncio.run(asyncio.wait_for(memory.aquery(ASKED), PATIENCE))
        assert found.items[0].text == "A cat sat there."
        assert memory.performance_stats().singleflight.inflight == 0
