"""Searching by meaning: exact scores, whole pages, and vectors that keep up with every writer."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.store.base import GetOp, PutOp, SearchOp

from neuromem_graph.core.ranking import best_first
from neuromem_graph.errors import InvalidVector, ProviderError
from neuromem_graph.settings import Settings, Store
from neuromem_graph.stores import MemoryStore

from .helpers import (
    DIMS,
    NS,
    VOCABULARY,
    Calls,
    Counting,
    embed,
    head,
    index_of,
    opened,
    ranked,
)

Make = Callable[..., Calls]
OTHER_PROCESS = """
import sys
from tests.stores.helpers import index_of, opened
from tests.stores.test_vectors import write_elsewhere
with opened(sys.argv[1], index=index_of()) as store:
    write_elsewhere(store)
"""


def write_elsewhere(store: MemoryStore) -> None:
    store.put(("users", "ann"), "0", {"text": "owl"})
    store.put(("users", "bob"), "0", {"text": "cat"})
    store.delete(("users", "ann"), "1")
    store.put(("users", "ann"), "9", {"text": "cat cat"})


@pytest.mark.parametrize("by", ["object", "process", "rebuild"])
def test_vectors_at_hand_follow_other_writers(tmp_path: Path, by: str) -> None:
    """What another store, another process or a rebuild changes is seen by the next search."""
    path = tmp_path / "a.db"
    with opened(path, index=index_of()) as store:
        for n in range(4):
            store.put(NS, str(n), {"text": "cat"})
        assert len(ranked(store.search((), query="cat"))) == 4
        if by == "process":
            argv = [sys.executable, "-c", OTHER_PROCESS, str(path)]
            subprocess.run(argv, check=True, cwd=Path(__file__).parents[2], timeout=60)
        else:
            with opened(path, index=index_of()) as other:
                write_elsewhere(other)
                if by == "rebuild":
                    other._runtime.rebuild()
        found = [(one.namespace[1], one.key, one.score) for one in store.search((), query="cat")]
        assert found == [("ann", "9", 1.0), ("bob", "0", 1.0), ("ann", "3", 1.0),
                         ("ann", "2", 1.0), ("ann", "0", 0.0)]  # fmt: skip


change = st.tuples(
    st.sampled_from(["one", "other"]),
    st.sampled_from(["put", "put", "delete", "search", "reindex"]),
    st.integers(0, 5),
    st.sampled_from(VOCABULARY[:4]),
)


@settings(max_examples=12)
@given(changes=st.lists(change, min_size=8, max_size=24))
def test_two_stores_interleaved(
    tmp_path_factory: pytest.TempPathFactory, changes: Sequence[Any]
) -> None:
    """Two stores on one file that write and search in turns agree with a third, opened last."""
    path = tmp_path_factory.mktemp("two") / "a.db"
    with opened(path, index=index_of()) as one, opened(path, index=index_of()) as other:
        for who, what, key, word in changes:
            store = one if who == "one" else other
            if what == "put":
                store.put(NS, str(key), {"text": word})
            elif what == "delete":
                store.delete(NS, str(key))
            elif what == "reindex":
                assert store.reindex() == 0
            else:
                store.search(NS, query=word)
        with opened(path, index=index_of()) as fresh:
            for word in VOCABULARY[:4]:
                wanted = ranked(fresh.search(NS, query=word))
                assert ranked(one.search(NS, query=word)) == wanted
                assert ranked(other.search(NS, query=word)) == wanted


def test_table_grows_and_shrinks(make: Make) -> None:
    """Hundreds of puts, changes and deletes with a search after each few leave exact answers."""
    store = make(index=index_of())
    alive: dict[str, str] = {}
    for n in range(60):
        batch = [PutOp(NS, str(k), {"text": VOCABULARY[k % 5]}) for k in range(n * 5, n * 5 + 5)]
        gone = [PutOp(NS, str(k), None) for k in range(n * 5 - 20, n * 5 - 16) if k >= 0]
        anew = [PutOp(NS, str(n * 2), {"text": "owl"})]
        store.batch([*batch, *gone, *anew])
        alive |= {op.key: op.value["text"] for op in batch}
        for op in gone:
            alive.pop(op.key, None)
        alive[str(n * 2)] = "owl"
        found = store.search(NS, query="ant", limit=10_000)
        assert {one.key for one in found if one.score == 1.0} == {
            key for key, text in alive.items() if text == "ant"
        }
        assert {one.key for one in found} == alive.keys()


@pytest.mark.parametrize("most", [0, 1000])
def test_little_room_for_vectors(most: int) -> None:
    """Vectors that are not kept at hand, or not all of them, are read again."""
    chosen = Settings(durability="relaxed", store=Store(vector_bytes=most))
    with opened(settings=chosen, index=index_of()) as store:
        for n in range(20):
            store.put((f"s{n % 4}",), str(n), {"text": VOCABULARY[n % 2]})
            for prefix in [(), ("s0",), ("s1",)]:
                for one in store.search(prefix, query="ant", limit=100):
                    assert one.score == (one.value["text"] == "ant")


@given(
    scores=st.lists(st.sampled_from([0.1, 0.1000001, 0.1000004, 0.2, -1.0, 1.0, -np.inf]),
                    max_size=300),
    data=st.data(),
)  # fmt: skip
def test_best_first_is_a_sort(scores: list[float], data: st.DataObject) -> None:
    """Walking the best first gives what sorting all of them would."""
    n = len(scores)
    numbers = st.integers(1, max(1, n // 2))
    items = data.draw(st.lists(numbers, min_size=n, max_size=n))
    best: dict[int, float] = {}
    for item, score in zip(items, np.array(scores, np.float32), strict=True):
        rounded = float(np.float64(score).round(6))
        best[item] = max(best.get(item, -np.inf), rounded)
    wanted = sorted((s, i) for i, s in best.items() if s > -np.inf)[::-1]
    given = best_first(np.array(items, np.int64), np.array(scores, np.float32))
    assert [(score, item) for item, score in given] == wanted


def test_pages_are_disjoint_and_whole(make: Make) -> None:
    """Pages of a search, ties and items without a vector included, give each item once."""
    store = make(index=index_of(embed, "text", "more[*]"))
    texts = [VOCABULARY[n % 3] for n in range(150)]
    store.batch([
        PutOp(NS, str(n), {"text": text, "more": [text, "cat", "owl owl"]},
              False if n % 10 == 9 else None)
        for n, text in enumerate(texts)
    ])  # fmt: skip
    for kind in ({}, {"filter": {"text": "bee"}}, {"ranking": "recall"}):
        whole = ranked(store.search(NS, query="cat", limit=1000, **kind))
        assert len(whole) == len({key for key, _ in whole}) == (50 if "filter" in kind else 150)
        if kind == {"ranking": "recall"}:
            continue
        for size in (1, 7, 64):
            pages = [store.search(NS, query="cat", limit=size, offset=at, **kind)
                     for at in range(0, len(whole), size)]  # fmt: skip
            assert ranked([one for page in pages for one in page]) == whole


@pytest.mark.parametrize("indexed", [False, True])
def test_pages_by_words_are_disjoint_and_whole(make: Make, indexed: bool) -> None:
    """Pages of a search by words, or by words and vectors, give each item once."""
    store = make(index=index_of() if indexed else None, ranking="recall")
    texts = [" ".join(VOCABULARY[n % 7 : n % 7 + 1 + n % 3]) for n in range(150)]
    store.batch([PutOp(NS, str(n), {"text": text}) for n, text in enumerate(texts)])
    for size in (7, 10, 40):
        pages = [store.search(NS, query="cat dog", limit=size, offset=at)
                 for at in range(0, 150, size)]  # fmt: skip
        keys = [one.key for page in pages for one in page]
        assert len(keys) == len(set(keys)) == 150, size


def test_several_vectors_count_once(make: Make) -> None:
    """An item with several texts is found once, by the best of them."""
    store = make(index=index_of(embed, "a", "b[*]"))
    store.put(NS, "x", {"a": "cat", "b": ["dog", "cat", "cat dog"]})
    store.put(NS, "y", {"a": "dog", "b": ["cat dog"]})
    assert ranked(store.search(NS, query="cat")) == [("x", 1.0), ("y", 0.7071)]
    store.put(NS, "x", {"a": "dog", "b": []})
    assert ranked(store.search(NS, query="cat")) == [("y", 0.7071), ("x", 0.0)]


def test_ties_are_newest_first(make: Make) -> None:
    """Items that score the same come newest first."""
    store = make(index=index_of())
    for key in "abc":
        store.put(NS, key, {"text": "cat"})
    store.put(NS, "a", {"text": "cat"})
    assert [key for key, _ in ranked(store.search(NS, query="cat"))] == ["a", "c", "b"]


def test_wrong_width_is_refused(make: Make) -> None:
    """A vector that is not as wide as declared fails the put, and nothing is written."""
    store = make(index=index_of())
    store.put(NS, "0", {"text": "cat"})
    end = head(store.store)
    with pytest.raises(InvalidVector, match=f"dims={DIMS}"):
        store.batch([PutOp(NS, "1", {"text": "cat"}), PutOp(NS, "2", {"text": "wide"})])
    with pytest.raises(InvalidVector, match=f"dims={DIMS}"):
        store.search(NS, query="wide")
    assert head(store.store) == end
    assert ranked(store.search(NS, query="cat")) == [("0", 1.0)]


def test_width_that_changes_is_refused(make: Make) -> None:
    """Without declared dims the first vectors tell the width, for puts and for questions."""
    width = [3]
    store = make(index={"embed": lambda texts: [[1.0] * width[0] for _ in texts]})
    store.put(NS, "0", {"text": "cat"})
    end, width[0] = head(store.store), 4
    with pytest.raises(InvalidVector):
        store.put(NS, "1", {"text": "dog"})
    with pytest.raises(InvalidVector):
        store.search(NS, query="cat")
    assert head(store.store) == end
    width[0] = 3
    assert ranked(store.search(NS, query="cat")) == [("0", 1.0)]


def test_each_text_is_embedded_once(make: Make) -> None:
    """A batch embeds each distinct text once, and never one that has its vector."""
    embedder = Counting()
    store = make(index=index_of(embedder, "text", "also"))
    store.batch([PutOp(NS, str(n), {"text": "cat", "also": ["dog", "cat"][n % 2]})
                 for n in range(6)])  # fmt: skip
    assert embedder.asked == ["cat", "dog"]
    store.put(NS, "7", {"text": "dog", "also": "owl"})
    store.put(("else",), "7", {"text": "cat"})
    store.put(NS, "8", {"text": "gnu"}, index=False)
    assert embedder.asked == ["cat", "dog", "owl"]
    store.batch([SearchOp(NS, query="pig"), SearchOp((), query="pig"), GetOp(NS, "1")])
    assert embedder.asked == ["cat", "dog", "owl", "pig"]
    store.search(NS)
    store.search(NS, query=" ")
    store.delete(NS, "7")
    store.batch([PutOp(NS, "9", {"text": "koi"}), PutOp(NS, "9", {"text": "cat"})])
    assert embedder.asked == ["cat", "dog", "owl", "pig"]


def test_embedder_may_use_the_store(make: Make) -> None:
    """An embedder that reads and writes the same store works: it is asked outside of any lock."""
    embedder = Counting()
    store = make(index=index_of(embedder))

    def write(texts: Sequence[str]) -> None:
        store.store.put(("log",), str(len(embedder.asked)), {"texts": list(texts)}, index=False)
        assert store.store.search(("log",))

    embedder.before = write
    store.put(NS, "0", {"text": "cat"})
    assert ranked(store.search(NS, query="cat")) == [("0", 1.0)]
    assert store.put_if(NS, "1", {"text": "dog"}, expected_version=None)
    asked = [one.value["texts"] for one in store.search(("log",))]
    assert asked[::-1] == [["cat"], ["cat"], ["dog"]]


def test_nonsense_vectors(make: Make) -> None:
    """NaN, infinity, no numbers or too few vectors fail the call, and nothing is written."""
    answers: list[Any] = []
    store = make(index={"embed": lambda texts: answers[0], "dims": 2, "fields": ["text"]})
    for answer in ([[float("nan"), 1]], [[float("inf"), 1]], [["a", "b"]], [[1.0]], [[]], [], None,
                   [[1.0, 2.0], [1.0, 2.0]], [[[1.0, 2.0]]], "no", [None]):  # fmt: skip
        answers[:] = [answer]
        with pytest.raises((InvalidVector, ProviderError)):
            store.put(NS, "0", {"text": "cat"})
        if answer != [[1.0, 2.0], [1.0, 2.0]]:  # of several for one question the first is taken
            with pytest.raises((InvalidVector, ProviderError)):
                store.search(NS, query="cat")
    assert (head(store.store), store.search(())) == (0, [])
    answers[:] = [[[0.0, 0.0]]]  # is like nothing
    store.put(NS, "0", {"text": "cat"})
    assert ranked(store.search(NS, query="cat")) == [("0", 0.0)]
