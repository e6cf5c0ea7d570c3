"""Erasing a version of an item takes it out of answers, indexes and files, and nothing else."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from langgraph.store.base import GetOp, PutOp

from neuromem_graph.errors import NotFound, VersionConflict

from .helpers import (
    NS,
    Calls,
    Counting,
    calls,
    head,
    index_of,
    ledger_of,
    opened,
    ranked,
    vector,
)

Make = Callable[..., Calls]
SECRET = "ant bee cat dog elk fox"  # its vector is that of no other text here


def unit(text: str) -> bytes:
    made = np.array(vector(text))
    return (made / np.linalg.norm(made)).astype("<f4").tobytes()


def in_files(folder: Path, what: bytes) -> list[str]:
    return [file.name for file in folder.iterdir() if what in file.read_bytes()]


def erase(store: Calls, *versions: int) -> None:
    ledger_of(store.store).erase(versions, "requested")


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.parametrize("state", ["open", "replaced", "deleted", "expired"])
def test_nothing_stays_behind(tmp_path: Path, mode: str, state: str) -> None:
    """Of an erased version no word, field, key or number of its vector is left in any file."""
    with calls(mode, tmp_path / "a.db", index=index_of()) as store:
        store.batch([PutOp(NS, str(n), {"text": word}) for n, word in enumerate(["ant", "cat"])])
        value = {"text": SECRET, "field-zzqx": "value-zzqx", "n": 987654321.25}
        store.put(NS, "key-zzqx", value, ttl=0 if state == "expired" else None)
        store.search(NS, query="cat")  # its vector is at hand
        version = store.read(NS, "key-zzqx").version
        if state == "replaced":
            store.put(NS, "key-zzqx", {"text": "owl"})
        elif state == "deleted":
            store.delete(NS, "key-zzqx")
        elif state == "expired":
            assert store.store.sweep_ttl() == 1
        end = head(store.store)
        erase(store, version)
        for found in (store.search((), limit=99), store.search((), query=SECRET, limit=99),
                      store.search((), query=SECRET, ranking="recall"),
                      store.search((), filter={"field-zzqx": "value-zzqx"}),
                      store.search((), as_of=end, query=SECRET)):  # fmt: skip
            assert not [one for one in found if "zzqx" in str(one.value)]
        assert "zzqx" not in str([one.value for one in store.history(NS, "key-zzqx")])
        if state != "replaced":
            assert store.get(NS, "key-zzqx") is None
            assert store.history(NS, "key-zzqx") == ()
        words = [key for key, score in ranked(store.search(NS, query="cat")) if score == 1.0]
        assert words == ["1"]
        assert store.store.index_state().missing == 0
        assert store.store._runtime.verify(deep=True).ok
    left = {what for what in (b"value-zzqx", b"field-zzqx", SECRET.encode(), unit(SECRET))
            if in_files(tmp_path, what)}  # fmt: skip
    assert not left
    assert state == "replaced" or not in_files(tmp_path, b"key-zzqx")


@pytest.mark.parametrize("after", ["reindex", "conflict"])
def test_vectors_of_forgotten_texts(tmp_path: Path, after: str) -> None:
    """Vectors that an erased item was found by earlier, or was never put with, are gone, too."""
    with opened(tmp_path / "a.db", index=index_of()) as store:
        store.put(NS, "k", {"text": SECRET, "other": "owl"})
        version = store.read(NS, "k").version
    if after == "reindex":
        with opened(tmp_path / "a.db", index=index_of(Counting(), "other")) as store:
            assert store.reindex() == 1
            ledger_of(store).erase([version], "requested")
    else:
        with opened(tmp_path / "a.db", index=index_of()) as store:
            ledger_of(store).erase([version], "requested")
            with pytest.raises(VersionConflict):
                store.put_if(NS, "k", {"text": SECRET}, expected_version=version)
    assert not in_files(tmp_path, unit(SECRET))


def test_shared_texts_stay(make: Make) -> None:
    """Items that share a text with an erased one are found as before, and nothing is asked anew."""
    embedder = Counting()
    store = make(index=index_of(embedder))
    for key in "abc":
        store.put(NS, key, {"text": "cat"})
    erase(store, store.read(NS, "b").version)
    asked = len(embedder.asked)
    assert ranked(store.search(NS, query="cat")) == [("c", 1.0), ("a", 1.0)]
    store.put(NS, "d", {"text": "cat"})
    assert embedder.asked[asked:] == ["cat"]  # the question only
    assert store.store.index_state().missing == 0


def test_pages_and_namespaces_do_without(make: Make) -> None:
    """Pages are full, and no namespace is listed for what was erased in it."""
    store = make(index=index_of())
    for name in ("a", "b", "c"):
        store.batch([PutOp((name,), str(n), {"text": "cat"}) for n in range(4)])
    gone = [store.read(("b",), str(n)).version for n in range(4)]
    gone.append(store.read(("c",), "3").version)
    erase(store, *gone)
    assert store.list_namespaces() == [("a",), ("c",)]
    for kind in ({}, {"query": "cat"}, {"filter": {"text": "cat"}},
                 {"query": "cat", "ranking": "recall"}):  # fmt: skip
        sizes = [len(store.search((), limit=3, offset=at, **kind)) for at in (0, 3, 6, 9)]
        assert sizes == [3, 3, 1, 0], kind
        assert len(store.search(("c",), limit=3, **kind)) == 3
        assert store.search(("b",), **kind) == []
    assert store.store.index_state().items == 7
    assert store.store.reindex() == 0


def test_key_can_be_put_again(make: Make) -> None:
    """After its version was erased a key is free, and a new item begins there."""
    store = make()
    version = store.put_if(NS, "k", {"n": 1}, expected_version=None)
    erase(store, version)
    assert store.read(NS, "k") is None
    store.delete(NS, "k")
    again = store.put_if(NS, "k", {"n": 2}, expected_version=None)
    assert [one.value for one in store.history(NS, "k")] == [{"n": 2}]
    assert store.get(NS, "k").created_at == store.read(NS, "k").updated_at
    erase(store, again)
    erase(store, again)  # twice is once
    with pytest.raises(NotFound):
        erase(store, 10_000)
    assert store.search(()) == []


def test_erased_version_between_others(make: Make) -> None:
    """Versions before and after an erased one stay; nothing says that the item was deleted."""
    store = make()
    for n in range(3):
        store.put(NS, "k", {"n": n})
    first, middle, last = store.history(NS, "k")
    erase(store, middle.version)
    assert store.history(NS, "k") == (first, last)
    assert store.get(NS, "k").value == {"n": 2}
    assert store.get(NS, "k", as_of=middle.version) is None
    assert store.get(NS, "k", as_of=first.version).value == {"n": 0}
    erase(store, last.version)
    assert store.history(NS, "k") == (first,)


def test_order_of_fields_is_no_part_of_a_value(make: Make) -> None:
    """What is folded while a value is put equals what is folded from its record later."""
    values: list[dict[str, Any]] = [
        {"b": "tea", "a": "cat", "c": {"z": "dog", "y": ["owl", {"q": "ant", "p": "bee"}]}},
        {"é": "1", "z": "2", "Z": "3", "": "4"},
    ]
    for index in (None, index_of(fields=["*", "c.*", "$"])):
        store = make(index=index) if index is None else Calls(opened(index=index), "sync")
        for n, value in enumerate(values):
            store.put(NS, str(n), value)
        found = ranked(store.search(NS, query="cat owl"))
        assert store.store._runtime.verify(deep=True).ok
        store.store._runtime.rebuild()
        assert ranked(store.search(NS, query="cat owl")) == found
        store.end()


def test_reads_leave_no_rows_of_closed_items(tmp_path: Path) -> None:
    """Reading what a batch replaces keeps no note of its use for ever."""
    with opened(tmp_path / "a.db") as store:
        for n in range(20):
            store.put(NS, "k", {"n": n}, ttl=5)
            store.get(NS, "k")
            store.batch([GetOp(NS, "k"), PutOp(NS, "k", {"n": -n}, None, 5), PutOp(NS, "l", None)])
        store.delete(NS, "k")
    with sqlite3.connect(f"file:{tmp_path / 'a.db'}?mode=ro", uri=True) as conn:
        (count,) = conn.execute("SELECT count(*) FROM item_reads").fetchone()
    conn.close()
    assert count == 0
