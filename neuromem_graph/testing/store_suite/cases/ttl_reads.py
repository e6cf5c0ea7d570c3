"""Check what reading does to expiry, and what expired items look like before the sweep."""

from langgraph.store.base import GetOp, PutOp, SearchOp, TTLConfig

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, refused, same
from neuromem_graph.testing.store_suite.cases.ttl import NS, left
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.TTL, ttl={"default_ttl": 10})

NO_REFRESH = TTLConfig(default_ttl=10, refresh_on_read=False)
OMIT = TTLConfig(default_ttl=10, omit_expired=True)
WHY_DEFAULT = "`refresh_on_read` is True unless configured, as TTLConfig documents."
WHY_OPERATION = "`refresh_ttl` of one read overrides the configuration, as TTLConfig documents."
WHY_ONLY = "A read refreshes what it returns and nothing else."
WHY_OMIT = "`omit_expired` hides expired items from every read, as TTLConfig documents."


@case(needs_clock=True, answer=WHY_DEFAULT)
async def get_refreshes(store: Driver) -> None:
    """A get starts the time of its item anew."""
    await store.put(NS, "read", {})
    await store.put(NS, "unread", {})
    await store.later(minutes=6)
    await store.get(NS, "read")
    same(await left(store, minutes=6), ["read"], "the keys after 12 minutes")
    same(await left(store, minutes=6), [], "the keys after 18 minutes")


@case(needs_clock=True, answer=WHY_DEFAULT)
async def search_refreshes(store: Driver) -> None:
    """A search starts the time of the items that it returns anew."""
    await store.put(NS, "read", {"n": 1})
    await store.put(NS, "unread", {"n": 2})
    await store.later(minutes=6)
    await store.search(NS, filter={"n": 1})
    same(await left(store, minutes=6), ["read"], "the keys after 12 minutes")


@case(needs_clock=True, answer=WHY_OPERATION)
async def no_refresh_by_operation(store: Driver) -> None:
    """With `refresh_ttl=False` neither get nor search starts the time anew."""
    await store.put(NS, "key", {})
    await store.later(minutes=6)
    await store.get(NS, "key", refresh_ttl=False)
    await store.search(NS, refresh_ttl=False)
    same(await left(store, minutes=6), [], "the keys after 12 minutes")


@case(needs_clock=True, ttl=NO_REFRESH)
async def no_refresh_by_configuration(store: Driver) -> None:
    """With `refresh_on_read=False` reading does not start the time anew."""
    await store.put(NS, "key", {})
    await store.later(minutes=6)
    await store.get(NS, "key")
    await store.search(NS)
    same(await left(store, minutes=6), [], "the keys after 12 minutes")


@case(needs_clock=True, ttl=NO_REFRESH, answer=WHY_OPERATION)
async def refresh_by_operation(store: Driver) -> None:
    """`refresh_ttl=True` starts the time anew, whatever the configuration says."""
    await store.put(NS, "got", {"n": 1})
    await store.put(NS, "found", {"n": 2})
    await store.put(NS, "unread", {"n": 3})
    await store.later(minutes=6)
    await store.get(NS, "got", refresh_ttl=True)
    await store.search(NS, filter={"n": 2}, refresh_ttl=True)
    same(await left(store, minutes=6), ["found", "got"], "the keys after 12 minutes")


@case(needs_clock=True, answer=WHY_ONLY)
async def only_what_is_returned(store: Driver) -> None:
    """A search with a limit refreshes only the items on its page."""
    for key in ("old", "middle", "new"):
        await store.put(NS, key, {})
    await store.later(minutes=6)
    same(await store.keys(NS, limit=1, offset=1), ["middle"], "the page")
    same(await left(store, minutes=6), ["middle"], "the keys after 12 minutes")


@case(needs_clock=True, answer=WHY_ONLY)
async def refresh_in_a_batch(store: Driver) -> None:
    """In a batch each get refreshes its own item or does not."""
    for key in ("yes", "no", "unread"):
        await store.put(NS, key, {})
    await store.later(minutes=6)
    await store.batch([GetOp(NS, "yes", refresh_ttl=True), GetOp(NS, "no", refresh_ttl=False)])
    same(await left(store, minutes=6), ["yes"], "the keys after 12 minutes")


@case(needs_clock=True, answer="A batch that is refused changes nothing, expiry included.")
async def no_refresh_by_a_refused_batch(store: Driver) -> None:
    """A batch that is refused refreshes nothing."""
    await store.put(NS, "key", {})
    await store.later(minutes=6)
    with refused("an unknown operator", ValueError):
        await store.batch([GetOp(NS, "key"), SearchOp(NS, {"x": {"$no": 1}})])
    with refused("an object as value", ValueError, TypeError):
        await store.batch([GetOp(NS, "key"), PutOp(NS, "other", {"x": object()})])
    same(await left(store, minutes=6), [], "the keys after 12 minutes")


@case(needs_clock=True)
async def listing_refreshes_nothing(store: Driver) -> None:
    """Listing namespaces starts no time anew."""
    await store.put(NS, "key", {})
    await store.later(minutes=6)
    await store.list_namespaces()
    same(await left(store, minutes=6), [], "the keys after 12 minutes")


@case(needs_clock=True)
async def no_ttl_no_refresh(store: Driver) -> None:
    """Reading an item that never expires does not make it expire."""
    await store.put(NS, "key", {}, ttl=None)
    await store.get(NS, "key", refresh_ttl=True)
    same(await left(store, minutes=10**6), ["key"], "the keys")


@case(needs_clock=True)
async def expired_until_swept(store: Driver) -> None:
    """Without `omit_expired` an expired item is there until the sweep."""
    await store.put(NS, "key", {"n": 1})
    await store.later(minutes=11)
    same(await store.value(NS, "key", refresh_ttl=False), {"n": 1}, "the value")
    same(await store.keys(NS, refresh_ttl=False), ["key"], "the keys")
    same(await store.list_namespaces(), [NS], "the namespaces")
    same(await left(store, minutes=0), [], "the keys after the sweep")


@case(needs_clock=True, ttl=OMIT, answer=WHY_OMIT)
async def omit_expired(store: Driver) -> None:
    """With `omit_expired` an expired item is hidden from get, search and listings."""
    await store.put(NS, "gone", {})
    await store.put(("other",), "here", {}, ttl=None)
    await store.later(minutes=11)
    same(await store.get(NS, "gone"), None, "the expired item")
    same(await store.keys(()), ["here"], "the keys")
    same(await store.list_namespaces(), [("other",)], "the namespaces")
    results = await store.batch([GetOp(NS, "gone"), SearchOp(NS)])
    same(results, [None, []], "the results of a batch")


@case(needs_clock=True, ttl=OMIT, answer=WHY_OMIT)
async def hidden_stays_hidden(store: Driver) -> None:
    """With `omit_expired` asking for an expired item does not bring it back."""
    await store.put(NS, "key", {})
    await store.later(minutes=11)
    await store.get(NS, "key", refresh_ttl=True)
    await store.search(NS, refresh_ttl=True)
    same(await store.get(NS, "key"), None, "the expired item")
    same(await store.sweep(), 1, "the number of items swept")


@case(needs_clock=True, ttl=OMIT, answer=WHY_OMIT)
async def pages_without_expired(store: Driver) -> None:
    """With `omit_expired` limit and offset count living items."""
    for number in range(6):
        await store.put(NS, str(number), {}, ttl=1 if number % 2 else None)
    await store.later(minutes=2)
    found = [key for start in (0, 2, 4) for key in await store.keys(NS, limit=2, offset=start)]
    same(found, ["4", "2", "0"], "the keys of all pages")
