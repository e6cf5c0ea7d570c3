"""A batch that fails changes nothing: no item, no record, no refreshed time."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)

from neuromem_graph import errors

from .helpers import NS, Calls, Clock, calls, embed, head, index_of, ledger_of, opened, ranked

Make = Callable[..., Calls]
BAD: list[tuple[Any, type[Exception]]] = [
    (PutOp((), "k", {}), InvalidNamespaceError),
    (PutOp(("a", ""), "k", {}), InvalidNamespaceError),
    (PutOp(("a.b",), "k", {}), InvalidNamespaceError),
    (PutOp(("a\0",), "k", {}), InvalidNamespaceError),
    (PutOp(NS, 5, {}), errors.InvalidInput),
    (PutOp(NS, "k", "text"), errors.InvalidValue),
    (PutOp(NS, "k", {"x": {1, 2}}), errors.InvalidValue),
    (PutOp(NS, "k", {"x": float("nan")}), errors.InvalidValue),
    (PutOp(NS, "k", {"x": "\ud800"}), errors.InvalidValue),
    (PutOp(NS, "k", {}, "text"), errors.InvalidInput),
    (PutOp(NS, "k", {}, [1]), errors.InvalidInput),
    (PutOp(NS, "k", {}, None, -1), errors.InvalidInput),
    (PutOp(NS, "k", {"text": "poison"}), errors.ProviderError),
    (PutOp(NS, "k", {"text": "wide"}), errors.InvalidVector),
    (SearchOp(NS, {"x": {"$in": [1]}}), errors.InvalidInput),
    (SearchOp(NS, query="poison"), errors.ProviderError),
    (SearchOp(NS, query="wide"), errors.InvalidVector),
    (SearchOp(NS, limit=-1), errors.InvalidInput),
    (GetOp(NS, None), errors.InvalidInput),
    (ListNamespacesOp((MatchCondition("infix", ("a",)),)), errors.InvalidInput),
    (ListNamespacesOp(limit=None), errors.InvalidInput),
    ("put", errors.InvalidInput),
    (None, errors.InvalidInput),
]  # fmt: skip


def everything(store: Calls) -> Any:
    versions = [store.store.read(NS, key) for key in ("short", "kept", "new")]
    return head(store.store), versions, store.store.list_namespaces(), store.store.index_state()


@pytest.mark.parametrize(("bad", "error"), BAD)
def test_one_bad_operation_undoes_all(make: Make, bad: Any, error: type[Exception]) -> None:
    """One bad operation anywhere in a batch leaves items, versions and lifetimes as they were."""
    clock = Clock()
    store = make(index=index_of(), clock=clock)
    store.put(NS, "short", {"text": "cat"}, ttl=10)
    store.put(NS, "kept", {"text": "cat"})
    clock.tick(5)
    before = everything(store)
    good = [GetOp(NS, "short"), SearchOp(NS, query="cat"), PutOp(NS, "new", {"text": "dog"}),
            PutOp(NS, "kept", None), PutOp(NS, "short", {"text": "owl"})]  # fmt: skip
    for at in (0, 2, len(good)):
        with pytest.raises(error) as told:
            store.batch([*good[:at], bad, *good[at:]])
        assert isinstance(told.value, errors.MemoryGraphError)
        assert everything(store) == before
    clock.tick(6)
    assert store.store.sweep_ttl() == 1  # the get of a failing batch prolonged nothing


def test_operations_that_fail_to_come(make: Make) -> None:
    """An error of the caller's own iterator reaches the caller, and nothing was done."""
    store = make(index=index_of())

    def ops() -> Any:
        yield PutOp(NS, "new", {"text": "cat"})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.batch(ops())
    assert (head(store.store), store.batch([])) == (0, [])


def test_conflict_writes_nothing(make: Make) -> None:
    """A refused `put_if` leaves the item, its history and the length of the ledger as they were."""
    store = make(index=index_of())
    version = store.put_if(NS, "k", {"text": "cat"}, expected_version=None)
    end = head(store.store)
    for wrong in (None, version + 1, version - 1):
        with pytest.raises(errors.VersionConflict):
            store.put_if(NS, "k", {"text": "dog"}, expected_version=wrong)
        with pytest.raises(errors.VersionConflict):
            store.put_if(NS, "k", None, expected_version=wrong)
    assert head(store.store) == end
    assert store.put_if(NS, "k", {"text": "dog"}, expected_version=version) > version


@pytest.mark.parametrize("wrong", [False, True, "1", 1.0, [], b"1", {}])
def test_expected_version_is_a_number_or_none(make: Make, wrong: Any) -> None:
    """What is no version is refused: `False` is not "whatever is there"."""
    store = make()
    store.put(NS, "k", {"n": 1})
    end = head(store.store)
    with pytest.raises(errors.InvalidInput):
        store.put_if(NS, "k", {"n": 2}, expected_version=wrong)
    assert (head(store.store), store.get(NS, "k").value) == (end, {"n": 1})


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_full_disk(tmp_path: Path, mode: str) -> None:
    """Without space a batch raises `StorageFull` and nothing of it is there; later it works."""
    with calls(mode, tmp_path / "a.db", index=index_of()) as store:
        store.put(NS, "kept", {"text": "cat"})
        before = everything(store)
        big = [PutOp(NS, str(n), {"text": f"dog {n}", "more": "x" * 50_000}) for n in range(9)]
        writer = ledger_of(store.store)._connections._writer
        (pages,) = writer.execute("PRAGMA page_count").fetchone()
        for more in (0, 1, 5, 20, 60):
            writer.execute(f"PRAGMA max_page_count = {pages + more}")
            with pytest.raises(errors.StorageFull):
                store.batch([GetOp(NS, "kept"), *big, PutOp(NS, "kept", None)])
            now = everything(store)
            assert now[:3] == before[:3]
        writer.execute("PRAGMA max_page_count = 100000")
        store.batch(big)
        assert len(store.search(NS, limit=99)) == 10
        assert store.store._runtime.verify(deep=True).ok


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_read_only_file(tmp_path: Path, mode: str) -> None:
    """A store that is opened read-only answers everything and refuses every write."""
    clock = Clock()
    with opened(tmp_path / "a.db", index=index_of(), clock=clock) as store:
        store.put(NS, "k", {"text": "cat"}, ttl=5)
        version = store.read(NS, "k").version
    reading = {"index": index_of(), "read_only": True, "clock": clock}
    with calls(mode, tmp_path / "a.db", **reading) as store:
        assert store.get(NS, "k").value == {"text": "cat"}
        assert ranked(store.search(NS, query="dog cat")) == [("k", 0.7071)]
        assert len(store.history(NS, "k")) == 1
        assert store.get(NS, "k", as_of=version) == store.get(NS, "k")
        for write in (
            lambda: store.put(NS, "k", {}), lambda: store.delete(NS, "k"),
            lambda: store.put_if(NS, "k", {}, expected_version=version),
            lambda: store.batch([GetOp(NS, "k"), PutOp(NS, "k", {"text": "owl"})]),
        ):  # fmt: skip
            with pytest.raises(errors.ReadOnlyStore):
                write()
        assert store.get(NS, "k").value == {"text": "cat"}
        clock.tick(10)
        with pytest.raises(errors.ReadOnlyStore):
            store.store.sweep_ttl()


def test_refresh_that_fails_does_not_fail_the_puts(tmp_path: Path) -> None:
    """Where a use can't be noted for lack of space, what was read and put is told all the same."""
    with opened(tmp_path / "a.db") as store:
        store.batch([PutOp(NS, str(n), {"n": n}, ttl=5) for n in range(3000)])
        conn = ledger_of(store)._connections._writer
        (pages,) = conn.execute("PRAGMA page_count").fetchone()
        conn.execute(f"PRAGMA max_page_count = {pages + 3}")
        ops = [SearchOp(NS, limit=3000), PutOp(NS, "one", {"n": 0})]
        found, _ = store.batch(ops)
        assert len(found) == 3000
        assert store.get(NS, "one").value == {"n": 0}


def test_closed_store_says_so(make: Make) -> None:
    """After `close` every call raises `LedgerClosed`."""
    store = make()
    store.store.close()
    for call in (lambda: store.get(NS, "k"), lambda: store.put(NS, "k", {}),
                 lambda: store.search(NS), lambda: store.history(NS, "k")):  # fmt: skip
        with pytest.raises(errors.LedgerClosed):
            call()
    store.store.close()


def test_failing_neighbour_in_a_gather(make: Make) -> None:
    """Of calls that run together a failing one fails alone."""
    store = make(index=index_of()).store

    async def run() -> list[Any]:
        return await asyncio.gather(
            store.aput(NS, "a", {"text": "cat"}), store.aput(NS, "b", {"text": "poison"}),
            store.asearch(NS, query="poison"), store.aput(NS, "c", {"text": "dog"}),
            store.aput((), "d", {}), return_exceptions=True,
        )  # fmt: skip

    kinds = [type(result) for result in asyncio.run(run())]
    assert kinds[0] is kinds[3] is type(None)
    assert kinds[1] is kinds[2] is errors.ProviderError
    assert issubclass(kinds[4], InvalidNamespaceError)
    assert {one.key for one in store.search(NS)} == {"a", "c"}


def test_embedder_error_is_the_cause(make: Make) -> None:
    """What the embedder raised is told and kept as the cause."""

    def down(texts: Sequence[str]) -> list[list[float]]:
        raise ConnectionError("no route")

    store = make(index=index_of(down))
    with pytest.raises(errors.ProviderError, match="no route") as told:
        store.put(NS, "k", {"text": "cat"})
    assert isinstance(told.value.__cause__, ConnectionError)
    store.put(NS, "k", {"text": "cat"}, index=False)  # needs no embedder
    assert embed(["cat"]) and store.get(NS, "k") is not None
