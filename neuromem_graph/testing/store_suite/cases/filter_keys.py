"""Check the keys and operators of filters, and filters beside other arguments."""

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, refused, same
from neuromem_graph.testing.store_suite.cases.filter_values import NS, finds, mixed
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.FILTERS)

ODD = (
    "a b", "a'b", 'a"b', "a\\b", "é", "日本", "a[0]", "a%", "_", "*", "", " ", "a-b", "1", "a;b",
    "x') = 'y' OR '1'='1' --", "$.a"[1:], "#", "a\nb", "🎉", "]", "}", "a,b", "?", ":a",
)  # fmt: skip


@case()
async def keys_are_anded(store: Driver) -> None:
    """All keys of a filter must match."""
    await store.put(NS, "both", {"a": 1, "b": "x"})
    await store.put(NS, "one", {"a": 1, "b": "y"})
    await store.put(NS, "other", {"a": 2, "b": "x"})
    await finds(store, {"a": 1, "b": "x"}, "both")
    await finds(store, {"a": 1, "b": {"$ne": "x"}}, "one")


@case()
async def operators_are_anded(store: Driver) -> None:
    """All operators under one key must match."""
    for number in range(8):
        await store.put(NS, str(number), {"x": number})
    await finds(store, {"x": {"$gte": 2, "$lt": 6, "$ne": 4}}, "2", "3", "5")
    await finds(store, {"x": {"$gt": 6, "$lt": 2}})


@case()
async def empty_filter(store: Driver) -> None:
    """An empty filter finds everything."""
    await store.put(NS, "a", {"x": 1})
    await store.put(NS, "b", {})
    await finds(store, {}, "a", "b")


@case()
async def unknown_key(store: Driver) -> None:
    """A key that no item has finds nothing."""
    await mixed(store)
    await finds(store, {"nowhere": "abc"})
    await finds(store, {"x.y.z": "abc"})


@case(answer="Keys are bound, not written into SQL, so none has to be refused for safety.")
async def odd_keys(store: Driver) -> None:
    """A key may be any text; it is never part of a query language."""
    for key in ODD:
        await store.put(NS, f"has {key}", {key: "y", "x": "z"})
    for key in ODD:
        await finds(store, {key: "y"}, f"has {key}")
        await finds(store, {key: {"$eq": "y", "$ne": "x"}}, f"has {key}")


@case()
async def odd_values(store: Driver) -> None:
    """A value may be any text; it is never part of a query language."""
    for text in ODD:
        await store.put(NS, f"is {text}", {"x": text})
    for text in (*ODD, "y' OR '1'='1", "a\x00b"):
        await finds(store, {"x": text}, *([f"is {text}"] if text in ODD else []))


@case(
    answer="A dotted key is first looked up as it is, then followed into the value. SqliteStore "
    "only follows it, InMemoryStore and PostgresStore only look it up.",
)
async def dotted_keys(store: Driver) -> None:
    """A key with dots is looked up literally, and else followed as a path."""
    await store.put(NS, "literal", {"a.b": 1})
    await store.put(NS, "path", {"a": {"b": 1}})
    await store.put(NS, "both", {"a.b": 2, "a": {"b": 1}})
    await store.put(NS, "deep", {"a": {"b": {"c-d": "x"}}})
    await store.put(NS, "flat", {"a": 1, "b": 1})
    await finds(store, {"a.b": 1}, "literal", "path")
    await finds(store, {"a.b": 2}, "both")
    await finds(store, {"a.b.c-d": "x"}, "deep")
    await finds(store, {"a.b": {"$gte": 1}}, "literal", "path", "both")


@case()
async def unknown_operators(store: Driver) -> None:
    """An unknown operator is refused by a ValueError that names it."""
    await mixed(store)
    for name, operand in (("$in", [1]), ("$regex", "a"), ("$exists", True), ("$EQ", 1), ("$", 1)):
        with refused(f"the operator {name}", ValueError, naming=name):
            await store.search(NS, filter={"x": {name: operand}})


@case(answer="An operator in the place of a key is a mistake; as a key it would find nothing.")
async def operators_at_the_top(store: Driver) -> None:
    """An operator in the place of a key is refused by a ValueError that names it."""
    await mixed(store)
    for name in ("$and", "$or", "$eq", "$not"):
        with refused(f"{name} at the top", ValueError, naming=name):
            await store.search(NS, filter={name: [{"x": 1}]})


@case()
async def operators_beside_keys(store: Driver) -> None:
    """Operators and plain keys in one dictionary are refused."""
    await mixed(store)
    with refused("an operator beside a plain key", ValueError):
        await store.search(NS, filter={"x": {"$gt": 1, "y": 2}})


@case(answer="A filter is checked before the items are: an empty store answers no other way.")
async def refused_without_items(store: Driver) -> None:
    """An unknown operator is refused also where there is nothing to find."""
    with refused("the operator $in in an empty store", ValueError):
        await store.search(NS, filter={"x": {"$in": [1]}})


@case()
async def filter_with_prefix(store: Driver) -> None:
    """Filter and prefix must both hold."""
    await store.put(("a", "b"), "yes", {"x": 1})
    await store.put(("a", "b"), "no", {"x": 2})
    await store.put(("c",), "elsewhere", {"x": 1})
    same(await store.keys(("a",), filter={"x": 1}), ["yes"], "the keys")


@case()
async def filter_with_pages(store: Driver) -> None:
    """Limit and offset count what the filter lets through."""
    for number in range(30):
        await store.put(NS, str(number), {"odd": number % 2 == 1, "n": number})
    expected = {str(number) for number in range(1, 30, 2)}
    found = []
    for start in range(0, 20, 4):
        found += await store.keys(NS, filter={"odd": True}, limit=4, offset=start)
    same(len(found), 15, "the number of items on all pages")
    same(set(found), expected, "the keys on all pages")


@case()
async def filter_after_update(store: Driver) -> None:
    """A filter looks at the newest value, and never at a deleted one."""
    await store.put(NS, "a", {"x": 1})
    await store.put(NS, "b", {"x": 1})
    await store.put(NS, "a", {"x": 2})
    await store.delete(NS, "b")
    await finds(store, {"x": 1})
    await finds(store, {"x": 2}, "a")


@case()
async def large_values_among_small(store: Driver) -> None:
    """A value with hundreds of keys is found by any of them."""
    await store.put(NS, "large", {f"k{number}": number for number in range(300)})
    await store.put(NS, "small", {"k299": 1})
    await finds(store, {"k299": 299}, "large")
    await finds(store, {"k0": 0, "k150": 150}, "large")
