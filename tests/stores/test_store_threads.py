"""One store for many threads, event loops and processes: no error and no lost update."""

import asyncio
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import GetOp, PutOp, SearchOp

from neuromem_graph.errors import MemoryGraphError, VersionConflict
from neuromem_graph.stores import MemoryStore

from .helpers import NS, VOCABULARY, index_of, opened

ROOT = Path(__file__).parents[2]
LONG = bool(os.environ.get("NEUROMEM_LONG_TESTS"))
ROUNDS = 200 if LONG else 20
THREADS, EACH = 8, 100 if LONG else 20
forks = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),
]
WORKER = """
import sys
from tests.stores.helpers import opened
from tests.stores.test_store_threads import work_with
path, worker, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
with opened(path) as store:
    work_with(store, worker, rounds)
"""


def add_one(store: MemoryStore, key: str) -> None:
    """Count up by compare-and-set, again until nobody came between."""
    while True:
        seen = store.read(NS, key)
        value = {"n": seen.value["n"] + 1 if seen else 1}
        try:
            store.put_if(NS, key, value, expected_version=seen and seen.version)
            return
        except VersionConflict:
            continue


def work_with(store: MemoryStore, worker: int, rounds: int) -> None:
    for n in range(rounds):
        add_one(store, "counter")
        mine = (*NS, str(worker))
        got, other, *_ = store.batch([
            GetOp(mine, "last"), SearchOp((*NS, str((worker + 1) % 4)), {"n": {"$gte": 0}}),
            PutOp(mine, "last", {"n": n}), PutOp(mine, "copy", {"n": n}), PutOp(mine, str(n), {}),
        ])  # fmt: skip
        assert (got and got.value) == ({"n": n - 1} if n else None)
        found = {one.key: one.value for one in other}
        assert found.get("last") == found.get("copy")  # never half of a batch


def test_processes_on_one_new_file(tmp_path: Path) -> None:
    """Four processes that begin one file at once read and write it without error or loss."""
    path = tmp_path / "new" / "a.db"
    path.parent.mkdir()
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(path), str(worker), str(ROUNDS)], cwd=ROOT,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for worker in range(4)
    ]  # fmt: skip
    for process in running:
        assert process.stdout.readline() == "ready\n"
    for process in running:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate(timeout=300)[1] for process in running] == [""] * 4
    with opened(path) as store:
        assert store.get(NS, "counter").value == {"n": 4 * ROUNDS}
        counted = [one.value["n"] for one in store.history(NS, "counter")]
        assert counted == list(range(1, 4 * ROUNDS + 1))
        for worker in range(4):
            assert store.get((*NS, str(worker)), "copy").value == {"n": ROUNDS - 1}
            assert len(store.search((*NS, str(worker)), limit=1000)) == ROUNDS + 2
        assert store._runtime.verify(deep=True).ok


def together(work: Callable[[int], None], count: int = THREADS) -> list[BaseException]:
    """Run it in threads that start at once; return what they raised."""
    start, failures = threading.Barrier(count), list[BaseException]()

    def run(number: int) -> None:
        start.wait()
        try:
            work(number)
        except (MemoryGraphError, AssertionError, Warning, ValueError, RuntimeError) as exc:
            failures.append(exc)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


@pytest.mark.parametrize("place", ["memory", "file"])
def test_threads_share_one_store(tmp_path: Path, place: str) -> None:
    """Eight threads that do everything with one store meet no error and lose nothing."""
    path = ":memory:" if place == "memory" else tmp_path / "a.db"
    with opened(path, index=index_of()) as store:

        def work(number: int) -> None:
            dice = random.Random(number)
            mine = ("own", str(number))
            for n in range(EACH):
                word = dice.choice(VOCABULARY)
                add_one(store, "counter")
                store.put(mine, str(n), {"text": word}, ttl=dice.choice([None, 5]))
                assert store.get(mine, str(n)).value == {"text": word}
                found = store.search(mine, query=word, limit=1)
                assert found[0].score == 1.0
                store.search((), query=dice.choice(VOCABULARY), filter={"text": word})
                store.search(("own",), query=word, ranking="recall", limit=3)
                store.batch([GetOp(NS, "shared"), PutOp(NS, "shared", {"text": word})])
                store.list_namespaces(prefix=("own",))
                if n % 5 == 4:
                    store.delete(mine, str(n))
                    assert store.history(mine, str(n))[-1].deleted

        assert together(work) == []
        assert store.get(NS, "counter").value == {"n": THREADS * EACH}
        for number in range(THREADS):
            assert len(store.search(("own", str(number)), limit=1000)) == EACH - EACH // 5
        assert store.reindex() == 0
        assert store._runtime.verify(deep=True).ok


def test_threads_open_stores_of_their_own(tmp_path: Path) -> None:
    """Threads that each open the same new file count together."""

    def work(number: int) -> None:
        with opened(tmp_path / "a.db", index=index_of()) as store:
            for _ in range(5):
                add_one(store, "counter")

    assert together(work) == []
    with opened(tmp_path / "a.db") as store:
        assert store.get(NS, "counter").value == {"n": THREADS * 5}


@pytest.mark.parametrize("place", ["memory", "file"])
def test_many_event_loops(tmp_path: Path, place: str) -> None:
    """One store serves loop after loop, loops in threads beside each other, and sync calls."""
    path = ":memory:" if place == "memory" else tmp_path / "a.db"

    async def aembed(texts: Any) -> Any:
        await asyncio.sleep(0)
        return index_of()["embed"](texts)

    with opened(path, index=index_of(aembed)) as store:

        async def use(number: int) -> None:
            texts = VOCABULARY[:4]
            await asyncio.gather(*(
                store.aput(NS, f"{number}-{n}", {"text": text}) for n, text in enumerate(texts)
            ))  # fmt: skip
            found = await asyncio.gather(*(store.asearch(NS, query=text) for text in texts))
            assert [one[0].value["text"] for one in found] == list(texts)
            assert store.get(NS, f"{number}-0") is not None  # a sync call on the loop's thread

        for number in range(3):
            asyncio.run(use(number))
        assert together(lambda number: asyncio.run(use(10 + number)), 4) == []
        assert len(store.search(NS, limit=100)) == 7 * 4


class TestFork:
    """A store that was open before a fork."""

    pytestmark = forks

    def test_parent_and_child_use_the_store(self, tmp_path: Path) -> None:
        """After a fork child and parent both go on with the store they had, vectors included."""
        with opened(tmp_path / "a.db", index=index_of()) as store:
            store.put(NS, "before", {"text": "cat"})
            store.search(NS, query="cat")
            store.start_ttl_sweeper(60)
            child = os.fork()
            if child == 0:
                try:
                    self.use(store, "child")
                    store.close()
                    os._exit(0)
                finally:
                    os._exit(1)
            self.use(store, "parent")
            assert os.waitpid(child, 0)[1] == 0
            assert store.get(NS, "counter").value == {"n": 40}
            assert store.search(NS, query="owl")[0].value["text"] == "owl"
            assert store._runtime.verify(deep=True).ok

    def use(self, store: MemoryStore, name: str) -> None:
        for n in range(20):
            add_one(store, "counter")
            store.put(NS, f"{name}-{n}", {"text": "owl"})
            found = store.search(NS, query="owl", limit=1)
            assert found[0].score == 1.0
        assert asyncio.run(store.aget(NS, "before")) is not None
