"""Check that namespaces are kept apart and found by whole segments."""

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, may_refuse, same
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.NAMESPACES)

ODD = (
    "'", '"', "%", "_", "*", "?", "[", "]", "\\", "\n", "a\n", " ", "a ", "é", "e\u0301", "ﬁ", "fi",
    "A", "a", "/", "a/b", "a,b", '","', '["a"]', "{}", "null", "0", "-", "--", ";", "🎉", "日本",
    "$", ":", "|", "\t", "\u200b", "\x01", "(", "^a", "a+",
)  # fmt: skip


async def _fill(store: Driver, *names: tuple[str, ...]) -> None:
    for name in names:
        await store.put(name, "key", {"in": list(name)})


async def _below(store: Driver, *prefix: str) -> set[tuple[str, ...]]:
    return {item.namespace for item in await store.search(prefix, limit=1000)}


@case()
async def any_segment(store: Driver) -> None:
    """Any text is a segment: what is put there, and only that, is got back from there."""
    await _fill(store, *((text,) for text in ODD))
    for text in ODD:
        same(await store.value((text,), "key"), {"in": [text]}, f"the item in {text!r}")
    same(set(await store.list_namespaces(limit=1000)), {(text,) for text in ODD}, "the namespaces")


@case()
async def any_second_segment(store: Driver) -> None:
    """Any text is a segment below another one, and found by search below its parent."""
    names = {("users", text) for text in ODD}
    await _fill(store, *names)
    same(await _below(store, "users"), names, "below users")
    for text in ODD:
        same(await _below(store, "users", text), {("users", text)}, f"below {text!r}")


@case()
async def borders_of_segments(store: Driver) -> None:
    """How a namespace is cut into segments matters: ("a/b",) is not ("a", "b")."""
    names = [
        ("a", "b"), ("a/b",), ("a,b",), ("a b",), ("ab",), ("a", "b", "c"), ("a", "bc"),
        ("ab", "c"), ('a","b',), ("a\n", "b"), ("a", "\nb"), ("a:b",), ("a|b",),
    ]  # fmt: skip
    await _fill(store, *names)
    for name in names:
        same(await store.value(name, "key"), {"in": list(name)}, f"the item in {name}")
    same(set(await store.list_namespaces(limit=1000)), set(names), "the namespaces")


@case()
async def prefix_by_segments(store: Driver) -> None:
    """A prefix is matched by whole segments: ("ann",) does not find ("anna",)."""
    await _fill(store, ("ann",), ("ann", "notes"), ("anna",), ("anna", "notes"), ("an",))
    same(await _below(store, "ann"), {("ann",), ("ann", "notes")}, "below ann")
    same(await _below(store, "anna"), {("anna",), ("anna", "notes")}, "below anna")
    same(await _below(store, "an"), {("an",)}, "below an")


@case()
async def deep_prefix_by_segments(store: Driver) -> None:
    """The last segment of a longer prefix is matched whole as well."""
    names = [("u", "ann"), ("u", "ann", "x"), ("u", "anna"), ("ub", "ann"), ("u", "x", "ann")]
    await _fill(store, *names)
    same(await _below(store, "u", "ann"), {("u", "ann"), ("u", "ann", "x")}, "below u, ann")
    same(await _below(store, "u", "an"), set(), "below u, an")


@case()
async def empty_prefix(store: Driver) -> None:
    """The empty prefix finds everything."""
    names = {("a",), ("b", "c"), ("d", "e", "f")}
    await _fill(store, *names)
    same(await _below(store), names, "below nothing")


@case()
async def prefix_finds_itself(store: Driver) -> None:
    """A prefix finds the namespace of that very name and all below it, at any depth."""
    names = {("a",), ("a", "b"), ("a", "b", "c", "d", "e", "f")}
    await _fill(store, *names)
    same(await _below(store, "a"), names, "below a")
    same(await _below(store, "a", "b", "c"), {("a", "b", "c", "d", "e", "f")}, "below a, b, c")
    same(await _below(store, "a", "x"), set(), "below what is not there")


@case()
async def literal_in_search(store: Driver) -> None:
    """Wildcards of any language are plain characters in the prefix of a search."""
    for text, decoy in (("a%", "axx"), ("a_", "ax"), ("a*", "ax"), ("a?", "ax"), ("[ab]", "a")):
        await _fill(store, (text,), (text, "below"), (decoy,))
        same(await _below(store, text), {(text,), (text, "below")}, f"below {text!r}")
    same(await _below(store, "*"), set(), "below a star")


@case()
async def case_matters(store: Driver) -> None:
    """Segments that differ in case are different, for search too."""
    await _fill(store, ("Ann", "x"), ("ann", "x"), ("ANN", "x"))
    for text in ("Ann", "ann", "ANN"):
        same(await _below(store, text), {(text, "x")}, f"below {text}")


@case()
async def deep_namespace(store: Driver) -> None:
    """A namespace of fifty segments is one like any other."""
    name = tuple(f"s{number}" for number in range(50))
    await _fill(store, name)
    same(await store.value(name, "key"), {"in": list(name)}, "the item")
    same(await _below(store, *name[:49]), {name}, "below all but its last segment")


@case()
async def reserved_below_the_root(store: Driver) -> None:
    """The label "langgraph" is reserved at the root only."""
    await _fill(store, ("users", "langgraph"), ("langgraphs",))
    same(await store.value(("users", "langgraph"), "key"), {"in": ["users", "langgraph"]}, "item")


@case(
    answer="A list that is taken at all means the tuple; finding nothing would be a wrong answer."
)
async def list_as_prefix(store: Driver) -> None:
    """A list as prefix of a search or listing is refused or means the tuple."""
    await _fill(store, ("a", "b"), ("c",))
    with may_refuse():
        same(len(await store.search(["a"])), 1, "how many items are below a list")
    with may_refuse():
        same(len(await store.list_namespaces(prefix=["a"])), 1, "how many namespaces are")
