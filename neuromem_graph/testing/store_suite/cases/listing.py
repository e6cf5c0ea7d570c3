"""Check searches without a query: a listing of items."""

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, holds, refused, same
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.LISTING)

NS = ("listing",)
WHY_NEWEST = "Newest update first, as in SqliteStore and PostgresStore, and exact within a second."
WHY_NEGATIVE = "A negative number is a mistake: no part of the list is what was meant."


async def _fill(store: Driver, count: int) -> list[str]:
    keys = [f"k{number}" for number in range(count)]
    for key in keys:
        await store.put(NS, key, {"key": key})
        await store.later()
    return keys


@case(answer=WHY_NEWEST)
async def newest_first(store: Driver) -> None:
    """A search without a query returns what was put last first."""
    keys = await _fill(store, 6)
    same(await store.keys(NS), keys[::-1], "the keys")


@case(answer=WHY_NEWEST)
async def updated_comes_first(store: Driver) -> None:
    """An update brings an item to the front, in whatever namespace it is."""
    await _fill(store, 6)
    for key in ("k0", "k3"):
        await store.put(NS, key, {"updated": key})
        await store.later()
    await store.put(("listing", "below"), "z", {})
    expected = ["z", "k3", "k0", "k5", "k4", "k2", "k1"]
    same(await store.keys(NS), expected, "the keys")


@case()
async def ten_by_default(store: Driver) -> None:
    """A search returns ten items unless told otherwise."""
    await _fill(store, 12)
    same(len(await store.search(NS)), 10, "the number of items")


@case()
async def score_is_none(store: Driver) -> None:
    """Without a query there is no score."""
    await _fill(store, 2)
    same([item.score for item in await store.search(NS)], [None, None], "the scores")


@case()
async def items_of_a_search(store: Driver) -> None:
    """Items of a search have their own namespace, key and value."""
    await store.put(("listing", "a"), "one", {"n": 1})
    await store.put(("listing", "b", "c"), "two", {"n": 2})
    found = {(item.namespace, item.key, item.value["n"]) for item in await store.search(NS)}
    same(found, {(("listing", "a"), "one", 1), (("listing", "b", "c"), "two", 2)}, "the items")


@case()
async def pages(store: Driver) -> None:
    """Pages are disjoint and together hold every item, in the order of one long page."""
    await _fill(store, 11)
    whole = await store.keys(NS, limit=100)
    found = [
        key for start in range(0, 15, 3) for key in await store.keys(NS, limit=3, offset=start)
    ]
    same(len(whole), 11, "the number of items")
    same(found, whole, "the keys of all pages")


@case()
async def offset_beyond_the_end(store: Driver) -> None:
    """An offset beyond the end finds nothing."""
    await _fill(store, 3)
    same(await store.keys(NS, offset=3), [], "the keys from the third on")
    same(await store.keys(NS, offset=1000), [], "the keys from the thousandth on")


@case()
async def limit_zero(store: Driver) -> None:
    """A limit of zero finds nothing."""
    await _fill(store, 3)
    same(await store.keys(NS, limit=0), [], "the keys")


@case(answer=WHY_NEGATIVE)
async def negative_limit(store: Driver) -> None:
    """A negative limit or offset of a search is refused."""
    await _fill(store, 3)
    with refused("limit=-1", ValueError):
        await store.search(NS, limit=-1)
    with refused("offset=-1", ValueError):
        await store.search(NS, offset=-1)


@case()
async def empty_store(store: Driver) -> None:
    """An empty store has nothing to list."""
    same(await store.search(()), [], "the items")
    same(await store.list_namespaces(), [], "the namespaces")


@case()
async def empty_query(store: Driver) -> None:
    """An empty query, or None, lists everything without scores."""
    keys = await _fill(store, 3)
    for query in ("", None):
        found = await store.search(NS, query=query)
        same({item.key for item in found}, set(keys), f"the keys for the query {query!r}")
        same({item.score for item in found}, {None}, f"the scores for the query {query!r}")


@case()
async def query_without_index(store: Driver) -> None:
    """Without an index a query raises nothing and keeps to prefix, filter, limit and offset."""
    await store.put(("listing", "a"), "yes", {"text": "tea", "n": 1})
    await store.put(("listing", "a"), "no", {"text": "tea", "n": 2})
    await store.put(("elsewhere",), "yes", {"text": "tea", "n": 1})
    for query in ("tea", 'a "b AND c* NEAR(', "🎉", "x " * 5000):
        found = await store.search(NS, query=query, filter={"n": 1}, limit=5)
        holds({item.key for item in found} <= {"yes"}, f"{query!r:.20} finds {found!r:.200}")
        holds({item.namespace for item in found} <= {("listing", "a")}, "found beside the prefix")
        same(await store.search(NS, query=query, filter={"n": 1}, offset=5), [], "beyond the end")


@case()
async def prefix_is_positional(store: Driver) -> None:
    """The first parameter of search is given by position; a filter may have any key."""
    await store.put(NS, "key", {"namespace_prefix": "x"})
    found = await store.keys(NS, filter={"namespace_prefix": "x"})
    same(found, ["key"], "the keys")
