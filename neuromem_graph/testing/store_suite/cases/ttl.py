"""Check when items expire, and what is left of them."""

from langgraph.store.base import PutOp

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, same
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.TTL, ttl={"default_ttl": 10})

NS = ("ttl",)


async def left(store: Driver, *, minutes: float) -> list[str]:
    """Let time pass, sweep, and see what is left; looking does not refresh.

    Args:
        store: the store.
        minutes: how much time passes.

    Returns:
        The keys, sorted.
    """
    await store.later(minutes=minutes)
    await store.sweep()
    return sorted(await store.keys(NS, limit=100, refresh_ttl=False))


@case()
async def alive_before_its_time(store: Driver) -> None:
    """An item with a ttl is there until its time has come."""
    await store.put(NS, "default", {"n": 1})
    await store.put(NS, "own", {"n": 2}, ttl=60)
    same(await store.sweep(), 0, "the number of items swept")
    same(await store.value(NS, "default"), {"n": 1}, "the value")
    same(sorted(await store.keys(NS)), ["default", "own"], "the keys")
    same(await store.list_namespaces(), [NS], "the namespaces")


@case(needs_clock=True)
async def default_ttl(store: Driver) -> None:
    """Without a ttl of its own an item expires after the default of the store."""
    await store.put(NS, "key", {})
    same(await left(store, minutes=9), ["key"], "the keys after 9 minutes")
    same(await left(store, minutes=2), [], "the keys after 11 minutes")
    same(await store.value(NS, "key"), None, "the item")


@case(needs_clock=True)
async def own_ttl(store: Driver) -> None:
    """A ttl given at the put takes the place of the default."""
    await store.put(NS, "short", {}, ttl=2)
    await store.put(NS, "long", {}, ttl=60)
    await store.put(NS, "default", {})
    same(await left(store, minutes=3), ["default", "long"], "the keys after 3 minutes")
    same(await left(store, minutes=8), ["long"], "the keys after 11 minutes")
    same(await left(store, minutes=50), [], "the keys after 61 minutes")


@case(needs_clock=True)
async def ttl_none(store: Driver) -> None:
    """`ttl=None` at the put means that the item never expires, whatever the default."""
    await store.put(NS, "key", {}, ttl=None)
    same(await left(store, minutes=10**6), ["key"], "the keys after two years")


@case(needs_clock=True, ttl={"refresh_on_read": True})
async def no_default(store: Driver) -> None:
    """Without a default an item expires only if it was given a ttl."""
    await store.put(NS, "never", {})
    await store.put(NS, "soon", {}, ttl=1)
    same(await left(store, minutes=2), ["never"], "the keys")


@case(
    needs_clock=True,
    answer="Parts of a minute count; where ttl is an integer column half a minute is none.",
)
async def fractional_minutes(store: Driver) -> None:
    """A ttl may be a fraction of a minute."""
    await store.put(NS, "key", {}, ttl=0.5)
    same(await left(store, minutes=0.4), ["key"], "the keys after 24 seconds")
    same(await left(store, minutes=0.2), [], "the keys after 36 seconds")


@case(needs_clock=True)
async def sweep_counts(store: Driver) -> None:
    """A sweep returns how many items it removed, and a second one finds none."""
    for number in range(5):
        await store.put(NS, str(number), {}, ttl=number + 1)
    await store.delete(NS, "0")
    await store.later(minutes=3.5)
    same(await store.sweep(), 2, "the number of items swept")
    same(await store.sweep(), 0, "the number swept by a second sweep")
    same(sorted(await store.keys(NS)), ["3", "4"], "the keys")


@case(needs_clock=True)
async def put_starts_anew(store: Driver) -> None:
    """An update starts the time anew."""
    await store.put(NS, "key", {"n": 1})
    await store.later(minutes=8)
    await store.put(NS, "key", {"n": 2})
    same(await left(store, minutes=8), ["key"], "the keys after 8 more minutes")
    same(await left(store, minutes=3), [], "the keys after 11 more minutes")


@case(needs_clock=True, ttl={"refresh_on_read": True})
async def put_without_ttl_clears(store: Driver) -> None:
    """An update without a ttl takes the old one away, if the store has no default."""
    await store.put(NS, "key", {"n": 1}, ttl=1)
    await store.put(NS, "key", {"n": 2})
    same(await left(store, minutes=10**6), ["key"], "the keys")


@case(needs_clock=True)
async def ttl_in_a_batch(store: Driver) -> None:
    """A PutOp says itself when its item expires; its None means never."""
    await store.batch([PutOp(NS, "soon", {}, ttl=1), PutOp(NS, "never", {}, ttl=None)])
    same(await left(store, minutes=60), ["never"], "the keys")


@case(needs_clock=True)
async def namespaces_expire(store: Driver) -> None:
    """A namespace is gone once all its items were swept."""
    await store.put(("a", "b"), "key", {}, ttl=1)
    await store.put(("a", "c"), "key", {}, ttl=60)
    await left(store, minutes=2)
    same(await store.list_namespaces(), [("a", "c")], "the namespaces")


@case(needs_clock=True)
async def key_is_free_again(store: Driver) -> None:
    """The key of an item that was swept can be used again, and starts anew."""
    await store.put(NS, "key", {"n": 1}, ttl=1)
    same(await left(store, minutes=2), [], "the keys")
    await store.put(NS, "key", {"n": 2}, ttl=5)
    same(await left(store, minutes=4), ["key"], "the keys after the second put")
    item = await store.get(NS, "key")
    same(item and item.value, {"n": 2}, "the value")
    same(item and item.created_at, item and item.updated_at, "created_at of the new item")
