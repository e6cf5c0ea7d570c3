"""Items that expire: by a clock that only the test moves."""

import asyncio
import gc
import json
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import GetOp, PutOp, SearchOp

from neuromem_graph.errors import ConfigError, InvalidInput

from .helpers import NS, Calls, Clock, head, index_of, ledger_of, opened

Make = Callable[..., Calls]


@pytest.fixture
def clock() -> Clock:
    return Clock()


def alive(store: Calls) -> set[str]:
    """The keys that a sweep leaves."""
    store.store.sweep_ttl()
    return {one.key for one in store.search(NS, refresh_ttl=False, limit=99)}


@pytest.mark.parametrize("minutes", [0.01, 0.5, 1, 1.5, 60 * 24 * 365])
def test_fractions_of_minutes(make: Make, clock: Clock, minutes: float) -> None:
    """An item lives exactly as long as it was given, from its last use."""
    store = make(clock=clock)
    store.put(NS, "k", {"n": 1}, ttl=minutes)
    clock.tick(minutes * 0.999)
    assert store.store.sweep_ttl() == 0
    assert store.get(NS, "k") is not None  # a use
    clock.tick(minutes * 0.999)
    assert store.store.sweep_ttl() == 0
    clock.tick(minutes * 0.002)
    assert store.store.sweep_ttl() == 1
    assert store.get(NS, "k") is None
    assert store.list_namespaces() == []


@pytest.mark.parametrize("refresh", [None, True, False])
@pytest.mark.parametrize("asked", [None, True, False])
def test_who_prolongs(make: Make, clock: Clock, refresh: Any, asked: Any) -> None:
    """A read prolongs as the call says, else as the config says, else it does."""
    config = {} if refresh is None else {"refresh_on_read": refresh}
    store = make(clock=clock, ttl={"default_ttl": 10, **config})
    kinds = ("get", "search", "filter", "query")
    for kind in kinds:
        for key in ("read", "other"):
            store.put((kind,), key, {"text": key})
    clock.tick(6)
    store.get(("get",), "read", refresh_ttl=asked)
    store.search(("search",), limit=1, offset=1, refresh_ttl=asked)
    store.search(("filter",), filter={"text": "read"}, refresh_ttl=asked)
    store.search(("query",), query="read", limit=1, refresh_ttl=asked)
    clock.tick(6)
    prolongs = asked if asked is not None else refresh is not False
    store.store.sweep_ttl()
    left = {(one.namespace[0], one.key) for one in store.search((), limit=99)}
    assert left == ({(kind, "read") for kind in kinds} if prolongs else set())


def test_what_does_not_prolong(make: Make, clock: Clock) -> None:
    """Looking at versions, the past or namespaces, and a missed get, are no use of an item."""
    store = make(clock=clock)
    store.put(NS, "k", {"n": 1}, ttl=10)
    version = store.read(NS, "k").version
    clock.tick(6)
    store.read(NS, "k")
    store.history(NS, "k")
    store.list_namespaces()
    store.get(NS, "k", as_of=version)
    store.search(NS, as_of=version)
    store.search(NS, filter={"n": 2})
    store.search(("users", "bob"))
    store.get(NS, "other")
    clock.tick(4)
    assert alive(store) == set()


def test_batch_prolongs_what_it_reads(make: Make, clock: Clock) -> None:
    """In a batch each read counts for itself: what is read without a refresh does not live on."""
    store = make(clock=clock)
    store.batch([PutOp(NS, key, {"key": key}, None, 10) for key in "abcd"])
    store.put(NS, "ever", {})
    clock.tick(6)
    store.batch([GetOp(NS, "a"), GetOp(NS, "b", False), SearchOp(NS, {"key": "c"}),
                 SearchOp(NS, {"key": "d"}, refresh_ttl=False)])  # fmt: skip
    clock.tick(6)
    assert alive(store) == {"a", "c", "ever"}


def test_lifetime_is_that_of_the_last_put(make: Make, clock: Clock) -> None:
    """A put sets or clears the lifetime anew, by its own or the default of the store."""
    store = make(clock=clock, ttl={"default_ttl": 10})
    store.put(NS, "default", {})
    store.put(NS, "own", {}, ttl=20)
    store.put(NS, "never", {}, ttl=None)
    store.put(NS, "cleared", {})
    store.put(NS, "cleared", {}, ttl=None)
    store.put(NS, "shorter", {}, ttl=20)
    store.put(NS, "shorter", {}, ttl=1)
    store.put_if(NS, "cas", {}, expected_version=None)
    expiries = {one: store.read(NS, one).expires_at for one in ("default", "never")}
    assert (expiries["default"] - clock()).total_seconds() == 600
    assert expiries["never"] is None
    clock.tick(1)
    assert "shorter" not in alive(store)
    clock.tick(9)
    assert alive(store) == {"own", "never", "cleared"}
    clock.tick(10)
    assert alive(store) == {"never", "cleared"}


def test_update_counts_from_anew(make: Make, clock: Clock) -> None:
    """An update begins a new lifetime, and an earlier use does not shorten or lengthen it."""
    store = make(clock=clock)
    store.put(NS, "k", {"n": 1}, ttl=10)
    clock.tick(5)
    store.get(NS, "k")
    store.batch([GetOp(NS, "k"), PutOp(NS, "k", {"n": 2}, None, 4)])
    clock.tick(4)
    assert alive(store) == set()


def test_expired_items_are_there_until_swept(make: Make, clock: Clock) -> None:
    """Without `omit_expired` an item whose time is up is found, and revived, until it is swept."""
    store = make(clock=clock)
    store.put(NS, "k", {"n": 1}, ttl=10)
    clock.tick(11)
    assert store.get(NS, "k", refresh_ttl=False) is not None
    assert store.search(NS)[0].key == "k"
    assert store.store.sweep_ttl() == 0
    clock.tick(11)
    assert alive(store) == set()


@pytest.mark.parametrize("indexed", [False, True])
def test_omit_expired(make: Make, clock: Clock, indexed: bool) -> None:
    """With `omit_expired` no read finds or revives an item whose time is up; its past is there."""
    index = index_of() if indexed else None
    store = make(clock=clock, ttl={"omit_expired": True}, index=index)
    for n in range(3):
        store.put(NS, f"short{n}", {"text": "cat"}, ttl=10)
    store.put(NS, "long", {"text": "cat"}, ttl=20)
    end = head(store.store)
    clock.tick(10)
    assert store.get(NS, "short0") is None
    for kind in ({}, {"filter": {"text": "cat"}}, {"query": "cat"}, {"query": "dog"},
                 {"query": "cat", "ranking": "recall"}):  # fmt: skip
        assert [one.key for one in store.search(NS, limit=2, **kind)] == ["long"], kind
        assert store.search(NS, limit=2, offset=1, **kind) == []
    assert store.get(NS, "short0", as_of=end).value == {"text": "cat"}
    assert len(store.search(NS, as_of=end)) == 4
    assert store.store.sweep_ttl() == 3


def test_sweep_is_recorded(make: Make, clock: Clock) -> None:
    """A sweep records each end once, with its reason; the item's past stays."""
    store = make(clock=clock)
    store.put(NS, "k", {"n": 1}, ttl=10)
    store.put(NS, "gone", {"n": 1})
    store.delete(NS, "gone")
    clock.tick(10)
    assert (store.store.sweep_ttl(), store.store.sweep_ttl()) == (1, 0)
    put, end = store.history(NS, "k")
    assert (put.value, end.value, end.deleted, end.updated_at) == ({"n": 1}, None, True, clock())
    assert store.get(NS, "k", as_of=put.version).value == {"n": 1}
    reasons = {version: reason_of(store, version)
               for version in (end.version, store.history(NS, "gone")[1].version)}  # fmt: skip
    assert set(reasons.values()) == {"expired", "deleted"}
    assert reasons[end.version] == "expired"
    assert store.store._runtime.verify(deep=True).ok
    store.put(NS, "k", {"n": 2})
    assert [one.value for one in store.history(NS, "k")] == [{"n": 1}, None, {"n": 2}]


def reason_of(store: Calls, version: int) -> str:
    """What the header of a record says."""
    with ledger_of(store.store)._connections.read() as conn:
        (record,) = conn.execute("SELECT record FROM records WHERE seq = ?", (version,)).fetchone()
    text = record[record.index(b"{") : record.rindex(b"}") + 1].decode(errors="replace")
    return json.JSONDecoder().raw_decode(text)[0]["reason"]


def test_sweep_of_many(make: Make, clock: Clock) -> None:
    """More items than fit one transaction are swept, in every namespace, and no other."""
    store = make(clock=clock)
    store.batch([PutOp((f"ns{n % 7}",), str(n), {"n": n}, None, 1 + n % 2) for n in range(1400)])
    clock.tick(1)
    assert store.store.sweep_ttl() == 700
    assert {one.value["n"] % 2 for one in store.search((), limit=2000)} == {1}


@pytest.mark.parametrize("ttl", ["5", [], -1, -0.001, float("nan"), float("inf"), True, 10**9])
def test_odd_lifetimes(make: Make, ttl: Any) -> None:
    """What is no number of minutes is refused, and nothing is written."""
    store = make()
    with pytest.raises(InvalidInput):
        store.put(NS, "k", {}, ttl=ttl)
    assert head(store.store) == 0


def test_without_a_config(make: Make, clock: Clock) -> None:
    """A put may say how long it lives in a store without a TTL config."""
    store = make(clock=clock)
    assert store.store.supports_ttl
    store.put(NS, "k", {}, ttl=1)
    store.put(NS, "ever", {})
    clock.tick(1)
    assert alive(store) == {"ever"}


class Swept:
    """Wait for sweeps without sleeping."""

    def __init__(self, store: Any) -> None:
        self.happened, sweep = threading.Event(), store.sweep_ttl

        def sweep_ttl() -> int:
            count = sweep()
            self.happened.set()
            return count

        store.sweep_ttl = sweep_ttl


def sweepers() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name == "neuromem-ttl-sweeper"]


@pytest.mark.parametrize("place", ["memory", "file"])
def test_sweeper(tmp_path: Path, clock: Clock, place: str) -> None:
    """The sweeper removes what is over in the background, once, until it is stopped."""
    path = ":memory:" if place == "memory" else tmp_path / "a.db"
    with opened(path, clock=clock, ttl={"default_ttl": 1}) as store:
        store.put(NS, "k", {})
        clock.tick(2)
        swept = Swept(store)
        future = store.start_ttl_sweeper(0.001)
        assert store.start_ttl_sweeper() is future
        assert len(sweepers()) == 1
        assert swept.happened.wait(10)
        assert store.get(NS, "k") is None
        assert not future.done()
        assert store.stop_ttl_sweeper(timeout=10)
        assert future.done() and future.result() is None
        assert sweepers() == []
        assert store.stop_ttl_sweeper()
        again = store.start_ttl_sweeper(0.001)
        assert again is not future
        again.cancel()
        assert again.result(timeout=10) is None
    assert sweepers() == []


def test_sweeper_in_async_code(tmp_path: Path, clock: Clock) -> None:
    """`await` works as with LangGraph's async store: start, stop and sweep."""

    async def run() -> None:
        async with opened(tmp_path / "a.db", clock=clock) as store:
            await store.setup()
            await store.aput(NS, "k", {}, ttl=1)
            clock.tick(1)
            assert await store.sweep_ttl() == 1
            swept = Swept(store)
            sweeper = await store.start_ttl_sweeper(0.001)
            assert await asyncio.to_thread(swept.happened.wait, 10)
            assert not sweeper.done()
            assert await store.stop_ttl_sweeper(timeout=10)
            await store.start_ttl_sweeper()
        assert sweepers() == []

    asyncio.run(run())


def test_close_ends_the_sweeper(tmp_path: Path) -> None:
    """Closing a store stops its sweeper."""
    store = opened(tmp_path / "a.db")
    future = store.start_ttl_sweeper(60)
    store.close()
    assert future.done() and sweepers() == []


def test_forgotten_store_ends_its_sweeper(tmp_path: Path) -> None:
    """A store that nobody holds is collected though it sweeps, and its thread ends at once."""
    store = opened(tmp_path / "a.db")
    future, seen = store.start_ttl_sweeper(60), weakref.ref(store)
    connections = ledger_of(store)._connections  # to close the file all the same
    del store
    gc.collect()
    assert seen() is None
    assert future.result(timeout=5) is None
    connections.close()


def test_sweeper_outlives_a_busy_file(tmp_path: Path, clock: Clock) -> None:
    """Beside other writers the sweeper goes on, and what is written meanwhile is right."""
    with opened(tmp_path / "a.db", clock=clock) as store, opened(tmp_path / "a.db") as other:
        swept = Swept(store)
        store.start_ttl_sweeper(0.001)
        for n in range(100):
            other.put(NS, str(n), {"n": n}, ttl=1 if n % 2 else None)
        clock.tick(60 * 24 * 365 * 10)
        swept.happened.clear()
        for _ in range(3):
            swept.happened.clear()
            assert swept.happened.wait(10)
        assert store.stop_ttl_sweeper(timeout=10)
        assert len(store.search(NS, limit=200)) == 50
        assert store._runtime.verify(deep=True).ok


@pytest.mark.parametrize("minutes", [-1, 1e-9, float("nan"), float("inf"), "5", True, 10**9])
def test_odd_intervals(minutes: Any) -> None:
    """A sweeper that could not wait so long, or would never rest, is not started."""
    with opened() as store:
        with pytest.raises((ConfigError, InvalidInput)):
            store.start_ttl_sweeper(minutes)
        assert sweepers() == []
