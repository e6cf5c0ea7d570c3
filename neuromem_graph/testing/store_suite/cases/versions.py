"""Check stores that keep the versions of an item: `put_if`, `history` and `get(as_of=...)`."""

from typing import Any

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, holds, refused, same
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.VERSIONS)

NS = ("versions",)


async def _put_if(store: Driver, value: Any, expected: int | None, key: str = "key") -> int:
    version: int = await store.call("put_if", NS, key, value, expected_version=expected)
    return version


async def _history(store: Driver, key: str = "key") -> list[Any]:
    records = await store.call("history", NS, key)
    return sorted(records, key=lambda record: record.version)


class _conflict(refused):
    """Expect an error whose class is called a conflict."""

    def __init__(self, what: str) -> None:
        super().__init__(what, Exception)
        self._name = what

    def __exit__(self, kind: Any, error: Any, trace: Any) -> Any:
        done = super().__exit__(kind, error, trace)
        holds("Conflict" in type(error).__name__, f"{self._name} raised {error!r}")
        return done


@case()
async def first_put(store: Driver) -> None:
    """`put_if` with None puts an item that is not there, and returns its version."""
    version = await _put_if(store, {"n": 1}, None)
    same(await store.value(NS, "key"), {"n": 1}, "the value")
    same([record.version for record in await _history(store)], [version], "the versions")
    with _conflict("put_if with None over an item"):
        await _put_if(store, {"n": 2}, None)
    same(await store.value(NS, "key"), {"n": 1}, "the value after the conflict")


@case()
async def compare_and_set(store: Driver) -> None:
    """`put_if` puts over the version it expects, and over no other."""
    first = await _put_if(store, {"n": 1}, None)
    second = await _put_if(store, {"n": 2}, first)
    holds(second > first, f"version {second} follows {first}")
    for stale in (first, second + 1000):
        with _conflict(f"put_if over version {stale}"):
            await _put_if(store, {"n": 3}, stale)
    same(await store.value(NS, "key"), {"n": 2}, "the value")


@case()
async def put_moves_the_version(store: Driver) -> None:
    """A plain put or a delete makes a version too, so an older one is refused."""
    first = await _put_if(store, {"n": 1}, None)
    await store.put(NS, "key", {"n": 2})
    with _conflict("put_if over a version that was replaced"):
        await _put_if(store, {"n": 3}, first)
    await store.delete(NS, "key")
    with _conflict("put_if over an item that was deleted"):
        await _put_if(store, {"n": 3}, first)
    await _put_if(store, {"n": 4}, None)
    same(await store.value(NS, "key"), {"n": 4}, "the value")


@case()
async def history(store: Driver) -> None:
    """The history has every version of the item, deletes included, and of no other."""
    await store.put(NS, "key", {"n": 1})
    await store.put(NS, "other", {"n": 9})
    await store.put(NS, "key", {"n": 2})
    await store.delete(NS, "key")
    records = await _history(store)
    same([record.deleted for record in records], [False, False, True], "what was deleted")
    same([record.value for record in records[:2]], [{"n": 1}, {"n": 2}], "the values")
    same(await _history(store, "never"), [], "the history of a key that was never put")


@case()
async def as_of(store: Driver) -> None:
    """`get(as_of=version)` tells what stood there then."""
    await store.put(NS, "key", {"n": 1})
    await store.put(NS, "key", {"n": 2})
    await store.delete(NS, "key")
    first, second, third = [record.version for record in await _history(store)]
    same(await store.value(NS, "key", as_of=first), {"n": 1}, "the first value")
    same(await store.value(NS, "key", as_of=second), {"n": 2}, "the second value")
    same(await store.value(NS, "key", as_of=third), None, "the deleted item")
    same(await store.value(NS, "key", as_of=first - 1), None, "the item before its first version")
