"""Check the listing of namespaces."""

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, refused, same
from neuromem_graph.testing.store_suite.cases.listing import WHY_NEGATIVE
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.LISTING)

NAMES = (
    ("a", "b", "c"), ("a", "b", "d", "e"), ("a", "b", "d", "i"), ("a", "b", "f"), ("a", "c", "f"),
    ("b", "a", "f"), ("users", "123"), ("users", "456", "settings"), ("admin", "users", "789"),
)  # fmt: skip


async def _fill(store: Driver, names: tuple[tuple[str, ...], ...] = NAMES) -> None:
    for name in names:
        await store.put(name, "key", {})


@case()
async def namespaces_once(store: Driver) -> None:
    """Every namespace that holds an item is listed, once."""
    await _fill(store)
    await store.put(("a", "b", "c"), "other", {})
    same(await store.list_namespaces(), sorted(NAMES), "the namespaces")


@case(answer="Sorted segment by segment: a namespace stands right before what is below it.")
async def namespaces_sorted(store: Driver) -> None:
    """Namespaces are sorted segment by segment, by code point."""
    names = (("a!",), ("a", "b"), ("a-b",), ("a",), ("B",), ("a", "B"), ("é",), ("a b",), ("b",))
    await _fill(store, names)
    same(await store.list_namespaces(), sorted(names), "the namespaces")


@case()
async def namespaces_by_prefix(store: Driver) -> None:
    """A prefix lists the namespace of that name and all below, by whole segments."""
    await _fill(store, (*NAMES, ("a",), ("ab",), ("ab", "c")))
    same(await store.list_namespaces(prefix=("a", "b")), sorted(NAMES)[:4], "below a, b")
    found = await store.list_namespaces(prefix=("a",))
    same(found, [("a",), *(name for name in sorted(NAMES) if name[0] == "a")], "below a")
    same(await store.list_namespaces(prefix=("nowhere",)), [], "below what is not there")


@case()
async def namespaces_by_suffix(store: Driver) -> None:
    """A suffix lists the namespaces that end so, by whole segments."""
    await _fill(store, (*NAMES, ("f",), ("x", "if"), ("f", "x")))
    expected = [("a", "b", "f"), ("a", "c", "f"), ("b", "a", "f"), ("f",)]
    same(await store.list_namespaces(suffix=("f",)), expected, "those that end in f")
    same(await store.list_namespaces(suffix=("c", "f")), [("a", "c", "f")], "those in c, f")


@case()
async def namespaces_by_both(store: Driver) -> None:
    """With prefix and suffix both must hold."""
    await _fill(store)
    found = await store.list_namespaces(prefix=("a",), suffix=("f",))
    same(found, [("a", "b", "f"), ("a", "c", "f")], "the namespaces")


@case()
async def wildcards(store: Driver) -> None:
    """A star stands for exactly one segment, in prefix and suffix."""
    await _fill(store)
    by_prefix = await store.list_namespaces(prefix=("a", "*", "f"))
    same(by_prefix, [("a", "b", "f"), ("a", "c", "f")], "the prefix a, *, f")
    below = await store.list_namespaces(prefix=("users", "*"))
    same(below, [("users", "123"), ("users", "456", "settings")], "the prefix users, *")
    by_suffix = await store.list_namespaces(suffix=("*", "settings"))
    same(by_suffix, [("users", "456", "settings")], "the suffix *, settings")
    same(await store.list_namespaces(prefix=("*",)), sorted(NAMES), "the prefix *")
    same(len(await store.list_namespaces(suffix=("*", "*", "*"))), 8, "those of three and more")


@case()
async def star_within_a_label(store: Driver) -> None:
    """A star is a wildcard only alone; as part of a label it is a plain character."""
    await _fill(store, (("a*",), ("a*", "x"), ("ab",), ("*", "y"), ("c", "y")))
    same(await store.list_namespaces(prefix=("a*",)), [("a*",), ("a*", "x")], "the prefix a*")
    same(await store.list_namespaces(prefix=("*", "y")), [("*", "y"), ("c", "y")], "any, then y")


@case()
async def literal_labels(store: Driver) -> None:
    """Characters with a meaning in patterns are plain in prefix and suffix."""
    pairs = (("q?m", "qXm"), ("br[ack]et", "bra"), ("u_1", "uX1"), ("a%b", "axxb"), ("p+", "pp"))
    for label, decoy in (*pairs, ("alice", "alice\n"), ("(x)", "x"), ("Up", "up")):
        await _fill(store, (("root", label), ("root", decoy), (label, "below"), (decoy, "below")))
        same(await store.list_namespaces(prefix=(label,)), [(label, "below")], f"below {label!r}")
        same(await store.list_namespaces(suffix=(label,)), [("root", label)], f"up to {label!r}")


@case()
async def max_depth(store: Driver) -> None:
    """`max_depth` cuts namespaces, and each is listed once."""
    await _fill(store)
    found = await store.list_namespaces(prefix=("a", "b"), max_depth=3)
    same(found, [("a", "b", "c"), ("a", "b", "d"), ("a", "b", "f")], "three segments")
    tops = [("a",), ("admin",), ("b",), ("users",)]
    same(await store.list_namespaces(max_depth=1), tops, "one segment")
    same(await store.list_namespaces(max_depth=99), sorted(NAMES), "99 segments")


@case()
async def conditions_before_depth(store: Driver) -> None:
    """Prefix and suffix are matched with the whole namespace, before it is cut."""
    await _fill(store)
    found = await store.list_namespaces(suffix=("f",), max_depth=1)
    same(found, [("a",), ("b",)], "the namespaces")


@case(answer="Cut to no segments at all, every namespace is the empty one.")
async def max_depth_zero(store: Driver) -> None:
    """`max_depth=0` leaves the empty namespace, if there is anything."""
    same(await store.list_namespaces(max_depth=0), [], "the namespaces of an empty store")
    await _fill(store)
    same(await store.list_namespaces(max_depth=0), [()], "the namespaces")


@case()
async def pages_of_namespaces(store: Driver) -> None:
    """Pages of namespaces are disjoint and complete, also when cut by `max_depth`."""
    await _fill(store)
    for depth in (None, 2):
        whole = await store.list_namespaces(max_depth=depth)
        found = []
        for start in range(0, 12, 2):
            found += await store.list_namespaces(max_depth=depth, limit=2, offset=start)
        same(found, whole, f"all pages with max_depth={depth}")
    same(await store.list_namespaces(limit=0), [], "a limit of zero")


@case()
async def hundred_namespaces(store: Driver) -> None:
    """A hundred namespaces are listed unless told otherwise."""
    await _fill(store, tuple(("many", f"{number:03}") for number in range(103)))
    same(len(await store.list_namespaces()), 100, "the number of namespaces")
    same(len(await store.list_namespaces(limit=1000)), 103, "the number with a higher limit")


@case(answer=WHY_NEGATIVE)
async def negative_limit_of_namespaces(store: Driver) -> None:
    """A negative limit or offset of a listing is refused."""
    await _fill(store)
    with refused("limit=-1", ValueError):
        await store.list_namespaces(limit=-1)
    with refused("offset=-1", ValueError):
        await store.list_namespaces(offset=-1)


@case(answer="A namespace is there as long as an item is in it.")
async def no_ghosts_after_delete(store: Driver) -> None:
    """A namespace vanishes with its last item."""
    await _fill(store, (("a", "b"), ("a", "c")))
    await store.put(("a", "b"), "other", {})
    await store.delete(("a", "b"), "key")
    same(await store.list_namespaces(), [("a", "b"), ("a", "c")], "one item left")
    await store.delete(("a", "b"), "other")
    same(await store.list_namespaces(), [("a", "c")], "no item left")


@case(answer="A namespace is there as long as an item is in it; asking makes none.")
async def no_ghosts_after_reads(store: Driver) -> None:
    """Reading or deleting what is not there makes no namespace."""
    await store.get(("a", "b"), "key")
    await store.search(("c",))
    await store.delete(("d", "e"), "key")
    await store.list_namespaces(prefix=("f",))
    same(await store.list_namespaces(), [], "the namespaces")
