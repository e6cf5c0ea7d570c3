"""Processes, forks, threads and cancelled tasks on one file; how large it grows."""

import asyncio
import os
import random
import sqlite3
import threading
import traceback
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.errors import InvalidInput, LedgerClosed, LedgerCorrupt, NotALedger
from neuromem_graph.runtime import MemoryRuntime

CONFIG: Any = {"configurable": {"thread_id": "t", "checkpoint_ns": ""}}
LONG = "half a kilobyte of talk, as a turn of a conversation may well have it; " * 7


def checkpoint_of(number: int) -> Any:
    """Make a checkpoint whose three values agree."""
    values = {"a": number, "b": {"n": number}, "c": [f"{LONG}{number}"] * 3}
    return {
        **empty_checkpoint(), "id": f"{number:08}", "channel_values": values,
        "channel_versions": dict.fromkeys(values, number),
    }  # fmt: skip


def put(saver: LedgerSaver, number: int, thread: str = "t") -> Any:
    """Put a checkpoint with a write."""
    checkpoint = checkpoint_of(number)
    config: Any = {"configurable": {"thread_id": thread, "checkpoint_ns": ""}}
    stored = saver.put(config, checkpoint, {}, checkpoint["channel_versions"])
    saver.put_writes(stored, [("a", number)], "task")
    return stored


def forked(work: Callable[[], object]) -> int:
    """Run something in a child process; return its id."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the test runner has threads
        child = os.fork()
    if child:
        return child
    try:
        work()
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(1)


def outcome_of(child: int) -> int:
    """Wait for a child."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")


@needs_fork
def test_processes_put_at_once(tmp_path: Path) -> None:
    """Four processes put 100 checkpoints each into one thread of a new file: none is lost."""
    path = tmp_path / "new.sqlite3"
    ready, go = os.pipe()

    def work(worker: int) -> None:
        os.close(go)
        os.read(ready, 1)  # until the other end is closed
        with LedgerSaver(path) as saver:
            for n in range(100):
                put(saver, worker * 1000 + n)

    children = [forked(partial(work, worker)) for worker in range(4)]
    os.close(go)
    assert [outcome_of(child) for child in children] == [0] * 4
    os.close(ready)

    with LedgerSaver(path) as saver:
        found = list(saver.list(None))
        assert len(found) == 400
        for one in found:
            number = int(one.checkpoint["id"])
            assert one.checkpoint == {**checkpoint_of(number), "ts": one.checkpoint["ts"]}
            assert one.pending_writes == [("task", "a", number)]


def test_threads_put_at_once(saver: LedgerSaver) -> None:
    """Eight threads put into threads of their own through one saver and its copies."""
    failed: list[BaseException] = []

    def work(worker: int) -> None:
        try:
            mine: Any = saver if worker % 2 else saver.with_allowlist([("a", "B")])
            for n in range(10):
                put(mine, n, str(worker))
                if n % 5 == 4:
                    mine.prune([str(worker)])
        except BaseException as exc:
            failed.append(exc)
            raise

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failed == []
    assert len(list(saver.list(None))) == 8


@needs_fork
def test_a_forked_child(saver: LedgerSaver) -> None:
    """A child of fork goes on with connections of its own, and both see what both put."""
    put(saver, 1)

    def work() -> None:
        put(saver, 2)
        assert len(list(saver.list(CONFIG))) >= 2

    child = forked(work)
    put(saver, 3)
    assert outcome_of(child) == 0
    assert len(list(saver.list(CONFIG))) == 3


def test_cancelled_tasks(saver: LedgerSaver) -> None:
    """A task that is cancelled leaves its checkpoint whole or absent, and no transaction open."""
    chance = random.Random(1)

    async def one(number: int) -> None:
        checkpoint = checkpoint_of(number)
        stored = await saver.aput(CONFIG, checkpoint, {}, checkpoint["channel_versions"])
        await saver.aput_writes(stored, [("a", number), ("b", number)], "task")
        _ = [found async for found in saver.alist(CONFIG, limit=2)]

    async def main() -> None:
        for number in range(300):
            task = asyncio.create_task(one(number))
            for _ in range(chance.randrange(12)):
                await asyncio.sleep(0)
            if chance.random() < 0.5:
                await asyncio.wait([task], timeout=chance.random() / 500)
            task.cancel()
            await asyncio.wait([task])

    asyncio.run(main())

    found = list(saver.list(CONFIG))
    assert 0 < len(found)
    for one_ in found:
        number = int(one_.checkpoint["id"])
        assert one_.checkpoint["channel_values"] == checkpoint_of(number)["channel_values"]
        assert len(one_.pending_writes or ()) in (0, 2)
    put(saver, 1000)
    with saver._connections.write() as conn:
        assert conn.in_transaction


@pytest.mark.parametrize(
    "damage",
    ["DELETE FROM checkpoint_elements WHERE element % 2 = 0", "DELETE FROM checkpoint_values",
     "UPDATE checkpoints SET held = '[1'", "UPDATE checkpoint_values SET runs = '[[7, 2]]'"],
)  # fmt: skip
def test_a_damaged_checkpoint(saver: LedgerSaver, damage: str) -> None:
    """A checkpoint of which a part is missing is not read as if it were whole."""
    put(saver, 1)
    with saver._connections.write() as conn:
        conn.execute(damage)

    with pytest.raises(LedgerCorrupt, match="backup"):
        saver.get(CONFIG)
    with pytest.raises(LedgerCorrupt, match="backup"):
        list(saver.list(CONFIG))


# ---------------------------------------------------------------- open and close


def test_every_way_to_open(tmp_path: Path) -> None:
    """A saver opens as LangGraph's savers do, sync and async, and `setup` needs no await."""
    path = tmp_path / "a.sqlite3"

    async def main() -> None:
        async with LedgerSaver.from_conn_string(str(path)) as saver:
            await saver.setup()
            assert await saver.aget(CONFIG) is not None
            assert saver.get(CONFIG) is not None
            await saver.adelete_thread("t")

    with LedgerSaver.from_conn_string(path) as saver:
        saver.setup()
        put(saver, 1)
    with pytest.raises(LedgerClosed):
        saver.get(CONFIG)
    asyncio.run(main())
    with LedgerSaver(tmp_path / "folder") as saver:
        put(saver, 1)
    assert (tmp_path / "folder" / "memory.sqlite3").exists()
    (tmp_path / "other.db").write_bytes(b"not a database, but a text of some length")
    with pytest.raises(NotALedger):
        LedgerSaver(tmp_path / "other.db")


@pytest.mark.parametrize("where", ["a.sqlite3", ":memory:"])
def test_beside_a_runtime(tmp_path: Path, where: str) -> None:
    """A saver shares the file, or the memory, of a runtime, and leaves it open when it closes."""
    path = where if where == ":memory:" else tmp_path / where
    with MemoryRuntime.local("app", path) as memory:
        with LedgerSaver(memory) as saver:
            put(saver, 1)
            memory.ingest(user="I live in Lisbon.")
            put(saver, 2)
            assert saver.memory_seq(CONFIG) == memory.stats().head.seq
        assert "Lisbon" in memory.query("Where do I live?").text
        with LedgerSaver(memory) as saver:
            assert len(list(saver.list(None))) == 2


def test_only_a_sqlite_ledger(tmp_path: Path) -> None:
    """A runtime whose ledger is elsewhere is refused."""
    with MemoryRuntime.local("app", ":memory:") as memory:
        other = MemoryRuntime(memory.namespace, memory._ledger, _Elsewhere())  # type: ignore[arg-type]
        with pytest.raises(InvalidInput, match="SQLite"):
            LedgerSaver(other)


class _Elsewhere:
    ledger = object()


@pytest.mark.parametrize("current", [None, 0, 7, 7.0, "00007.25", f"{7:032}.{3:016}"])
def test_versions_grow(saver: LedgerSaver, current: Any) -> None:
    """The next version sorts after the present one, of whatever kind that is."""
    first = saver.get_next_version(current, None)

    assert int(first.partition(".")[0]) == (8 if current else 1)
    assert first < saver.get_next_version(first)


# ---------------------------------------------------------------- size


def size_of(path: Path) -> int:
    """Return the size of a file without empty pages."""
    with sqlite3.connect(path) as conn:
        conn.execute("VACUUM")
        pages, size = (
            conn.execute(f"PRAGMA page_{what}").fetchone()[0] for what in ("count", "size")
        )
    conn.close()
    return int(pages * size)


def test_a_hundred_turns_are_small(tmp_path: Path) -> None:
    """After 100 turns of half a kilobyte the file has a fraction of SqliteSaver's size."""

    def talk(saver: Any) -> None:
        builder = StateGraph(MessagesState)
        builder.add_node("agent", lambda state: {"messages": [AIMessage(f"{LONG}{len(state)}")]})
        builder.add_edge(START, "agent")
        graph = builder.compile(checkpointer=saver)
        for n in range(100):
            graph.invoke({"messages": [HumanMessage(f"{LONG}{n}")]}, CONFIG)

    with SqliteSaver.from_conn_string(str(tmp_path / "theirs.sqlite3")) as theirs:
        talk(theirs)
    with LedgerSaver(tmp_path / "ours.sqlite3") as ours:
        talk(ours)

    ratio = size_of(tmp_path / "ours.sqlite3") / size_of(tmp_path / "theirs.sqlite3")
    print(f"ratio {ratio:.3f}")
    assert ratio <= 1 / 3
