"""Check putting, getting and deleting one item."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from langgraph.store.base import Item, SearchItem

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import CaseFailed, Cases, holds, refused, same
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.BASIC)

NS = ("users", "ann")


async def _item(store: Driver, key: str = "key") -> Item:
    item = await store.get(NS, key)
    if item is None:
        raise CaseFailed(f"{key!r} was put and is not there")
    return item


def _aware(*times: datetime) -> None:
    for time in times:
        holds(time.tzinfo is not None, f"{time!r} has no time zone")
        same(time.utcoffset(), timedelta(0), f"offset from UTC of {time!r}")


@case()
async def put_then_get(store: Driver) -> None:
    """What was put is found under its namespace and key, with both of them on it."""
    await store.put(NS, "key", {"likes": "tea"})
    item = await _item(store)
    same((item.namespace, item.key, item.value), (NS, "key", {"likes": "tea"}), "the item")
    holds(isinstance(item.namespace, tuple), "the namespace of an item is a tuple")


@case()
async def put_returns_nothing(store: Driver) -> None:
    """`put` and `delete` return None."""
    same(await store.call("put", NS, "key", {}), None, "put")
    same(await store.call("delete", NS, "key"), None, "delete")


@case()
async def keywords(store: Driver) -> None:
    """The parameters are called `namespace`, `key` and `value`."""
    await store.call("put", namespace=NS, key="key", value={"n": 1})
    item: Any = await store.call("get", namespace=NS, key="key")
    same(item and item.value, {"n": 1}, "the value")
    await store.call("delete", namespace=NS, key="key")
    same(await store.value(NS, "key"), None, "the deleted item")


@case()
async def overwrite(store: Driver) -> None:
    """Putting again replaces the whole value, and there is still one item."""
    await store.put(NS, "key", {"a": 1, "b": 2})
    await store.put(NS, "key", {"a": 3})
    same(await store.value(NS, "key"), {"a": 3}, "the value")
    same(await store.keys(NS), ["key"], "the keys")


@case()
async def missing(store: Driver) -> None:
    """What was never put is None: another key, another namespace, the parent namespace."""
    await store.put(NS, "key", {"n": 1})
    for namespace, key in ((NS, "other"), (("users", "bob"), "key"), (("users",), "key")):
        same(await store.get(namespace, key), None, f"{namespace}, {key!r}")


@case()
async def delete(store: Driver) -> None:
    """A deleted item is gone for get and search; its neighbours stay."""
    await store.put(NS, "a", {"n": 1})
    await store.put(NS, "b", {"n": 2})
    await store.delete(NS, "a")
    same(await store.value(NS, "a"), None, "the deleted item")
    same(await store.keys(NS), ["b"], "the keys")


@case()
async def delete_missing(store: Driver) -> None:
    """Deleting what is not there does nothing."""
    await store.put(NS, "key", {"n": 1})
    await store.delete(NS, "other")
    await store.delete(("users", "bob"), "key")
    same(await store.value(NS, "key"), {"n": 1}, "the other item")


@case()
async def put_again_after_delete(store: Driver) -> None:
    """A key can be used again after its item was deleted."""
    await store.put(NS, "key", {"n": 1})
    await store.delete(NS, "key")
    await store.put(NS, "key", {"n": 2})
    same(await store.value(NS, "key"), {"n": 2}, "the value")


@case()
async def none_deletes(store: Driver) -> None:
    """Putting None deletes the item."""
    await store.put(NS, "key", {"n": 1})
    await store.put(NS, "key", None)
    same(await store.value(NS, "key"), None, "the item")


@case(
    answer="`str(key)` is what BaseStore does; AsyncBatchedBaseStore, and so AsyncSqliteStore, "
    "passes the key on as it is.",
)
async def keys_become_text(store: Driver) -> None:
    """A key that is no text is turned into text, for put, get and delete alike."""
    await store.put(NS, 7, {"n": 1})
    same((await _item(store, "7")).key, "7", "the key")
    same(await store.value(NS, 7), {"n": 1}, "the value under the number")
    await store.delete(NS, 7)
    same(await store.value(NS, "7"), None, "the deleted item")


@case()
async def keys_of_any_text(store: Driver) -> None:
    """Keys are compared character by character, whatever they hold."""
    keys = ["a", "A", "a ", "a/b", "a.b", "é", "e\u0301", "%", "_", "'", '"', "\\", "🎉", "a\x00b"]
    for number, key in enumerate(keys):
        await store.put(NS, key, {"n": number})
    for number, key in enumerate(keys):
        same(await store.value(NS, key), {"n": number}, f"the value under {key!r}")
    same(sorted(await store.keys(NS, limit=100)), sorted(keys), "the keys")


@case()
async def namespaces_are_apart(store: Driver) -> None:
    """The same key in two namespaces is two items."""
    await store.put(NS, "key", {"n": 1})
    await store.put(("users", "bob"), "key", {"n": 2})
    await store.delete(NS, "key")
    same(await store.value(("users", "bob"), "key"), {"n": 2}, "the other item")


@case(answer="Times are aware UTC, as in PostgresStore: naive ones can't be compared with others.")
async def times_are_aware(store: Driver) -> None:
    """`created_at` and `updated_at` are aware and in UTC."""
    await store.put(NS, "key", {"n": 1})
    item = await _item(store)
    _aware(item.created_at, item.updated_at)
    found = (await store.search(NS))[0]
    _aware(found.created_at, found.updated_at)


@case(
    answer="An update keeps created_at, as in PostgresStore: it is when the item was first put. "
    "It moves updated_at, by microseconds if need be.",
)
async def update_keeps_created_at(store: Driver) -> None:
    """An update keeps `created_at` and moves `updated_at`."""
    await store.put(NS, "key", {"n": 1})
    first = await _item(store)
    await store.later()
    await store.put(NS, "key", {"n": 2})
    second = await _item(store)
    same(second.created_at, first.created_at, "created_at")
    holds(second.updated_at > first.updated_at, f"updated_at stays {second.updated_at!r}")
    holds(second.updated_at > second.created_at, f"updated_at is {second.updated_at!r}")


@case()
async def reading_moves_no_time(store: Driver) -> None:
    """Reading an item changes neither of its times."""
    await store.put(NS, "key", {"n": 1})
    first = await _item(store)
    await store.later()
    await store.search(NS)
    second = await _item(store)
    same((second.created_at, second.updated_at), (first.created_at, first.updated_at), "the times")


@case()
async def times_are_the_clocks(store: Driver) -> None:
    """An item is as old as it is: its times lie between before and after the put."""
    now: Callable[[], datetime] = store.clock or partial(datetime.now, UTC)
    before = now()
    await store.put(NS, "key", {"n": 1})
    item = await _item(store)
    for time in (item.created_at, item.updated_at):
        aware = time if time.tzinfo else time.replace(tzinfo=UTC)
        holds(before - timedelta(seconds=1) <= aware <= now(), f"{time!r} is not now")


@case()
async def item_as_dict(store: Driver) -> None:
    """`dict()` of an item has a list as namespace and ISO times; a search adds the score."""
    await store.put(NS, "key", {"n": 1})
    item: Any = await _item(store)
    found: Any = (await store.search(NS))[0]
    holds(isinstance(found, SearchItem), "search returns SearchItems")
    plain: dict[str, Any] = item.dict()
    same((plain["namespace"], plain["key"], plain["value"]), (list(NS), "key", {"n": 1}), "dict()")
    same(datetime.fromisoformat(plain["created_at"]), item.created_at, "created_at")
    same(datetime.fromisoformat(plain["updated_at"]), item.updated_at, "updated_at")
    scored: dict[str, Any] = found.dict()
    same(scored, {**plain, "score": None}, "dict() of what was found")


@case(
    answer="A ttl that is ignored is data kept too long. AsyncSqliteStore says by `supports_ttl` "
    "that it can't expire items, and takes the ttl.",
)
async def ttl_without_support(store: Driver) -> None:
    """A store that can't expire items refuses a ttl by NotImplementedError and keeps nothing."""
    if store.raw.supports_ttl:
        await store.put(NS, "key", {"n": 1}, ttl=10)
        same(await store.value(NS, "key"), {"n": 1}, "the item with a ttl")
        return
    with refused("a ttl", NotImplementedError):
        await store.put(NS, "key", {"n": 1}, ttl=10)
    same(await store.value(NS, "key"), None, "the refused item")
    await store.put(NS, "key", {"n": 1}, ttl=None)
    same(await store.value(NS, "key"), {"n": 1}, "an item that never expires")


@case()
async def index_without_support(store: Driver) -> None:
    """Without an index configuration the argument `index` changes nothing that is stored."""
    for key, index in (("none", None), ("false", False), ("paths", ["text", "a[*].b"])):
        await store.put(NS, key, {"text": key}, index)
        same(await store.value(NS, key), {"text": key}, f"the value with index={index!r}")
