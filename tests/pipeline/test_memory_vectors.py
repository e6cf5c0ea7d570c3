"""Vectors of memories at hand: they follow every writer, end with an erasure, and fit in bounds."""

import hashlib
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.errors import InvalidVector, StorageFull
from neuromem_graph.pipeline.meaning import matrices_of
from neuromem_graph.providers.embedding import CallableEmbedder
from neuromem_graph.settings import Retrieval
from neuromem_graph.settings.caching import Caching
from neuromem_graph.types.recall import Filters

WIDTH = 32
NOW = datetime(2030, 1, 1, tzinfo=UTC)
WORDS = ("ant", "bee", "cat", "dog", "elk", "fox")
NO_CACHE = Caching(answers=0)


def embed(texts: Sequence[str]) -> list[list[float]]:
    """Hash words to places."""
    made = []
    for text in texts:
        row = [0.0] * WIDTH
        for word in text.casefold().replace(".", "").split():
            row[hashlib.sha256(word.encode()).digest()[0] % WIDTH] += 1.0
        made.append(row)
    return made


class Counting:
    """Keep what was asked."""

    model = "hash"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        return embed(texts)


def opened(path: Any = ":memory:", **fields: Any) -> MemoryRuntime:
    """A memory whose answers are always computed."""
    caching = fields.pop("caching", NO_CACHE)
    retrieval = Retrieval(floors={"dense": -1.0})  # everything that has a vector is found
    chosen = Settings(durability="relaxed", caching=caching, retrieval=retrieval)
    given = {"embedder": CallableEmbedder(embed, "hash"), "clock": lambda: NOW, **fields}
    return MemoryRuntime.local("x", path, settings=chosen, **given)


def dense(memory: MemoryRuntime, text: str, **fields: Any) -> list[tuple[str, float]]:
    """What the channel of meanings says of what is served, by id."""
    found = memory.query(text, record=False, k=50, budget_tokens=5000, **fields).items
    return sorted((one.id, one.why["dense"][0]) for one in found if "dense" in one.why)


OTHER_PROCESS = """
import sys
from tests.pipeline.test_memory_vectors import opened
with opened(sys.argv[1]) as memory:
    memory.observe_many(["a cat and a fox", "a dog"])
"""


@pytest.mark.parametrize("by", ["itself", "object", "process", "without vectors", "rebuild"])
def test_they_follow_every_writer(tmp_path: Path, by: str) -> None:
    """What this object, another one, or another process adds is seen by the next query."""
    path = tmp_path / "m"
    with opened(path) as memory:
        memory.observe_many(["a cat", "a bee"])
        assert len(dense(memory, "cat fox")) == 2
        more = ["a cat and a fox", "a dog"]
        if by == "itself":
            memory.observe_many(more)
        elif by == "process":
            argv = [sys.executable, "-c", OTHER_PROCESS, str(path)]
            subprocess.run(argv, check=True, cwd=Path(__file__).parents[2], timeout=120)
        else:
            with opened(path, **({"embedder": None} if by == "without vectors" else {})) as other:
                other.observe_many(more)
                if by == "rebuild":
                    other.rebuild()
        with opened(path) as fresh:
            wanted = dense(fresh, "cat fox")
        assert dense(memory, "cat fox") == wanted
        assert len(wanted) == 4


step = st.tuples(
    st.sampled_from(["add", "add", "add unembedded", "forget", "erase", "ask"]),
    st.integers(0, 30),
    st.sampled_from(WORDS),
)


@settings(max_examples=15)
@given(steps=st.lists(step, min_size=4, max_size=16))
def test_at_hand_or_read_anew_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, steps: Sequence[Any]
) -> None:
    """A memory that was asked all along answers as one that is opened last, now and as of then."""
    path = tmp_path_factory.mktemp("same") / "m"
    with opened(path) as memory, opened(path, embedder=None) as plain:
        kept: list[str] = []
        moments = []
        for what, number, word in steps:
            if what.startswith("add"):
                writer = memory if what == "add" else plain
                text = f"{word} {number} and {WORDS[number % 6]}"
                kept += [
                    one.id for one in writer.observe_many([text]).items if one.what == "remembered"
                ]
            elif what == "forget" and kept:
                memory.forget(kept[number % len(kept)])
            elif what == "erase" and kept:
                memory.erase(kept.pop(number % len(kept)))
            else:
                dense(memory, word)
            moments.append(memory.stats().head.seq)
        with opened(path) as fresh:
            for word in WORDS[:3]:
                assert dense(memory, word) == dense(fresh, word)
                for seq in moments[::3]:
                    assert dense(memory, word, as_of=seq) == dense(fresh, word, as_of=seq)


def test_erased_vectors_leave_the_process() -> None:
    """After an erasure nothing at hand holds the vector, before anything else is asked."""
    with opened() as memory:
        memory.observe_many(["a cat", "a bee"])
        item = memory.query("cat").items[0]
        assert matrices_of(memory.resources).stats()[0].rows == 2
        memory.erase(item.id)
        assert matrices_of(memory.resources).stats() == ()
        assert [text for text in ("a cat",) if text in memory.query("cat").text] == []
        assert matrices_of(memory.resources).stats()[0].rows == 1


def test_erased_elsewhere(tmp_path: Path) -> None:
    """What another object erased is at hand no longer once anything is asked."""
    path = tmp_path / "m"
    with opened(path) as memory, opened(path) as other:
        memory.observe_many(["a cat", "a bee"])
        item = memory.query("cat").items[0]
        other.erase(item.id)
        memory.query("bee")
        (table,) = matrices_of(memory.resources).stats()
        assert (table.rows, table.missing) == (1, 0)


def test_an_earlier_moment_is_a_prefix() -> None:
    """As of a moment only what was there is seen, though the vectors are those at hand."""
    with opened() as memory:
        memory.observe_many([f"a cat {n}" for n in range(10)])
        seq = memory.stats().head.seq
        before = dense(memory, "cat")
        memory.observe_many([f"a cat cat {n}" for n in range(20)])
        assert len(dense(memory, "cat")) > len(before)
        assert dense(memory, "cat", as_of=seq) == before


def test_gates_come_before_ranks() -> None:
    """The few that may be served are found though a hundred others are nearer."""
    with opened() as memory:
        texts = [{"role": "assistant", "content": f"cat cat cat {n}"} for n in range(150)]
        memory.observe_many([*texts, "there was a cat near the old stone bridge by the river"])
        only = Filters(channels=("user",))
        found = memory.query("cat cat", filters=only, record=False).items
        assert [one.channel for one in found] == ["user"]
        assert found[0].why["dense"][1] == 1


@pytest.mark.parametrize("most", [0, 3_000, 1 << 20])
def test_room_is_bounded(most: int) -> None:
    """The least used namespaces make room; what is not kept at hand is read again."""
    with opened(caching=Caching(answers=0, vector_bytes=most)) as memory:
        names = [f"n{n}" for n in range(4)]
        for name in names:
            memory.within(name).observe_many([f"a cat {n}" for n in range(10)])
        for name in (*names, *names):
            assert len(dense(memory.within(name), "cat")) == 10
            held = matrices_of(memory.resources).stats()
            assert sum(one.bytes for one in held) <= most
        assert len(held) == (4 if most > 3_000 else most // (10 * WIDTH * 4))
        if held:
            assert held[-1].namespace == (names[-1],)


def test_signs_serve_large_namespaces() -> None:
    """Above a number of rows signs choose first; what they hide is found if it is all there is."""
    texts = [f"{WORDS[n % 6]} {WORDS[(n // 6) % 6]} {n}" for n in range(240)]
    exact, signs = Caching(answers=0), Caching(answers=0, exact_rows=10, rescored=60)
    with opened(caching=exact) as one, opened(caching=signs) as other:
        for memory in (one, other):
            memory.observe_many([{"role": "assistant", "content": "far away"}, *texts])
        for word in WORDS:
            assert dense(other, f"{word} {word}")[:3] == dense(other, f"{word} {word}")[:3]
            best = {score for _, score in dense(one, word)}
            assert max(best) == max(score for _, score in dense(other, word))
        only = Filters(channels=("assistant",))
        assert dense(other, "far", filters=only)[0][1] == dense(one, "far", filters=only)[0][1]


def test_it_grows_by_blocks() -> None:
    """Hundreds of rows, added a few at a time with a query after each, score as by hand."""
    with opened() as memory:
        texts: list[str] = []
        for n in range(0, 700, 70):
            fresh = [f"{WORDS[k % 6]} {k % 13} {k}" for k in range(n, n + 70)]
            memory.observe_many(fresh)
            texts += fresh
            found = memory.query("cat 3", record=False, k=5).items
            rows = np.asarray(embed([one.text for one in found] + ["cat 3"]))
            rows /= np.linalg.norm(rows, axis=1, keepdims=True)
            for one, row in zip(found, rows, strict=False):
                assert abs(one.why.get("dense", (row @ rows[-1], 0))[0] - row @ rows[-1]) < 2e-6
        assert matrices_of(memory.resources).stats()[0].rows == len(texts)


def test_threads_share_a_table() -> None:
    """Threads that write and ask at once get whole answers, and one table in the end."""
    with opened() as memory:
        errors: list[BaseException] = []

        def work(number: int) -> None:
            try:
                for n in range(8):
                    memory.observe_many([f"cat {number} {n}"])
                    assert dense(memory, "cat")
            except BaseException as exc:
                errors.append(exc)
                raise

        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert errors == []
        dense(memory, "cat")
        (table,) = matrices_of(memory.resources).stats()
        assert (table.rows, table.missing) == (32, 0)


def test_read_only_vectors_are_made_once(tmp_path: Path) -> None:
    """A file that can't be written still gets its vectors, once per process."""
    path = tmp_path / "m"
    with opened(path, embedder=None) as memory:
        memory.observe_many(["a cat", "a bee"])
    counting = Counting()
    with opened(path, embedder=counting, read_only=True) as memory:
        first = dense(memory, "cat")
        assert (len(first), counting.asked) == (2, ["cat", "a cat", "a bee"])
        assert dense(memory, "cat") == first
        assert counting.asked[3:] == ["cat"]
        with pytest.raises(Exception, match="read-only"):
            memory.reindex() or memory.within("y").observe("z")


def test_a_full_disk_costs_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors that can't be kept are used all the same; `reindex` says that they can't."""
    with opened(embedder=Counting()) as memory:
        monkeypatch.setattr(memory._ledger, "store_vectors", full)
        memory.observe_many(["a cat", "a bee"])
        assert len(dense(memory, "cat")) == 2
        with pytest.raises(StorageFull):
            memory.reindex()


def full(*args: Any) -> None:
    raise StorageFull("no space left")


def test_another_width_is_refused() -> None:
    """A model that changes its width under one name is refused, whoever kept the first vectors."""
    with opened() as memory:
        memory.observe_many(["a cat"])
        memory.query("cat")
        wide = CallableEmbedder(lambda texts: [[1.0] * 8 for _ in texts], "hash")
        other = opened(embedder=wide)
        strange = replace(other.resources, ledger=memory._ledger)
        changed = MemoryRuntime(memory.namespace, memory._ledger, strange)
        with pytest.raises(InvalidVector, match=r"\[8, 32\]"):
            changed.query("cat")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_begins_anew(tmp_path: Path) -> None:
    """A child process answers as its parent, with locks of its own."""
    script = """
import os, sys, threading
from tests.pipeline.test_memory_vectors import dense, opened
from neuromem_graph.pipeline.meaning import matrices_of
with opened(sys.argv[1]) as memory:
    memory.observe_many(["a cat", "a bee"])
    wanted = dense(memory, "cat")
    matrices_of(memory.resources)._guard.acquire()   # as if another thread held it just now
    child = os.fork()
    if child == 0:
        assert dense(memory, "cat") == wanted
        os._exit(0)
    matrices_of(memory.resources)._guard.release()
    _, status = os.waitpid(child, 0)
    assert status == 0 and dense(memory, "cat") == wanted
"""
    argv = [sys.executable, "-c", script, str(tmp_path / "m")]
    subprocess.run(argv, check=True, cwd=Path(__file__).parents[2], timeout=120)


def test_hash_seeds_and_processes_agree(tmp_path: Path) -> None:
    """The same ledger gives the same cosines in every process."""
    path = tmp_path / "m"
    with opened(path) as memory:
        memory.observe_many([f"{WORDS[n % 6]} {n % 11} note {n}" for n in range(200)])
    script = """
import sys
from tests.pipeline.test_memory_vectors import dense, opened
with opened(sys.argv[1]) as memory:
    print(dense(memory, "cat 3 note"), dense(memory, "fox"))
"""
    told = {
        subprocess.run(
            [sys.executable, "-c", script, str(path)], check=True, cwd=Path(__file__).parents[2],
            capture_output=True, text=True, timeout=120, env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "4711")
    }  # fmt: skip
    assert len(told) == 1
