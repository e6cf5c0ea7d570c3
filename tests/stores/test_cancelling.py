"""Calls that are cancelled anywhere are whole or absent, and leave nothing behind."""

import asyncio
import os
import random
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import GetOp, PutOp, SearchOp

from neuromem_graph.errors import VersionConflict
from neuromem_graph.stores import MemoryStore

from .helpers import NS, VOCABULARY, embed, index_of, ledger_of, opened

CANCELS = 24_000 if os.environ.get("NEUROMEM_LONG_TESTS") else 2400
KEYS = ["a", "b", "c"]
AT_ONCE = 40


async def aembed(texts: Sequence[str]) -> list[list[float]]:
    """Embed after a few turns of the loop, so that a cancel may come in between."""
    for _ in range(len(texts) % 3 + 1):
        await asyncio.sleep(0)
    return embed(texts)


async def one_call(store: MemoryStore, dice: random.Random, token: int) -> Any:
    """Call something; a batch writes its token under all three keys or under none."""
    text = dice.choice(VOCABULARY)
    kind = token % 6
    if kind == 0:
        return await store.aput(NS, "single", {"token": token, "text": text})
    if kind == 1:
        puts = [PutOp(NS, key, {"token": token, "text": f"{text} {token}"}) for key in KEYS]
        return await store.abatch([GetOp(NS, "a"), *puts, SearchOp(NS, query=text)])
    if kind == 2:
        return await store.asearch(NS, query=f"{text} {token}")
    if kind == 3:
        return await store.aget(NS, "a")
    if kind == 4:
        return await store.adelete(NS, "single")
    now = await store.aread(NS, "cas")
    value = {"token": token, "text": text}
    return await store.aput_if(NS, "cas", value, expected_version=now and now.version)


async def cancel_all(store: MemoryStore, dice: random.Random, count: int) -> int:
    """Start calls and cancel each after a random number of turns; count those that were."""
    cancelled = 0
    for start in range(0, count, AT_ONCE):
        numbers = range(start, start + AT_ONCE)
        tasks = [asyncio.create_task(one_call(store, dice, n)) for n in numbers]
        for task in dice.sample(tasks, len(tasks)):
            for _ in range(dice.choice([0, 1, 5, 50, 200])):
                await asyncio.sleep(0)
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            cancelled += isinstance(result, asyncio.CancelledError)
            known = (asyncio.CancelledError, VersionConflict)
            assert not isinstance(result, BaseException) or isinstance(result, known), result
    return cancelled


@pytest.mark.parametrize("place", ["memory", "file"])
@pytest.mark.parametrize("embedder", [embed, aembed], ids=["sync", "async"])
def test_cancelled_calls_are_whole_or_absent(tmp_path: Path, place: str, embedder: Any) -> None:
    """After hundreds of cancelled calls every batch is whole or absent and anyone can write."""
    path = ":memory:" if place == "memory" else tmp_path / "a.db"
    before = set(threading.enumerate())
    with opened(path, index=index_of(embedder)) as store:

        async def run() -> int:
            dice = random.Random(place)
            store.batch([PutOp(NS, key, {"token": 0}, index=False) for key in KEYS])
            cancelled = await cancel_all(store, dice, CANCELS // 4)
            await store.aput(NS, "last", {"text": "cat"})  # still usable, on the same loop
            assert (await store.asearch(NS, query="cat"))[0].score
            return cancelled

        assert asyncio.run(run()) > CANCELS // 16
        for key in KEYS[1:]:
            seen = [one.value["token"] for one in store.history(NS, key)]
            assert seen == [one.value["token"] for one in store.history(NS, "a")]
        assert ledger_of(store)._connections._writer.in_transaction is False
        if place == "file":
            with opened(path) as other:
                other.put(("other",), "now", {})
        assert store._runtime.verify(deep=True).ok
    left = {thread for thread in threading.enumerate() if thread.is_alive()} - before
    assert not left, left


def test_cancel_while_embedding_writes_nothing(tmp_path: Path) -> None:
    """A put that is cancelled while its text is embedded is absent."""
    asked = asyncio.Event

    async def run() -> None:
        waiting, never = asked(), asked()

        async def hang(texts: Sequence[str]) -> list[list[float]]:
            waiting.set()
            await never.wait()
            return embed(texts)

        async with opened(tmp_path / "a.db", index=index_of(hang)) as store:
            for call in (
                store.aput(NS, "a", {"text": "cat"}), store.asearch(NS, query="cat"),
                store.aput_if(NS, "a", {"text": "cat"}, expected_version=None),
            ):  # fmt: skip
                waiting.clear()
                task = asyncio.create_task(call)
                await waiting.wait()
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            assert await store.aget(NS, "a") is None
            await store.aput(NS, "b", {"text": "cat"}, index=False)
            assert await store.alist_namespaces() == [NS]

    asyncio.run(run())


def test_timeout_is_a_cancel(tmp_path: Path) -> None:
    """A call that is timed out while it waits for the file is done whole, once the file is free."""
    with opened(tmp_path / "a.db") as store, opened(tmp_path / "a.db") as other:

        async def run() -> None:
            with ledger_of(other)._connections.write():
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.05):
                        await asyncio.to_thread(lambda: None)
                        await store.abatch([PutOp(NS, key, {"token": 1}) for key in KEYS])

        asyncio.run(run())  # its end waits for the threads
        assert len(store.search(NS)) == 3
