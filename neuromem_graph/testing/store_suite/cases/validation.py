"""Check which namespaces are refused, through the methods and through batches."""

from collections.abc import Callable
from typing import Any

from langgraph.store.base import GetOp, ListNamespacesOp, MatchCondition, PutOp, SearchOp

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, may_refuse, refused, same
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.NAMESPACES)

BAD_LABELS: tuple[Any, ...] = (("a", ""), ("",), ("a", 1), (1,), ("a", None), ("a", "b\x00c"))
WHY_BATCH = (
    "An operation in a batch is checked as the method is, as BaseStore asks of stores that write "
    "namespaces as text: another way in would make items that no method can reach."
)

ops: dict[str, Callable[[Any], Any]] = {
    "get": lambda namespace: GetOp(namespace, "key"),
    "put": lambda namespace: PutOp(namespace, "key", {"n": 1}),
    "delete": lambda namespace: PutOp(namespace, "key", None),
    "search": lambda namespace: SearchOp(namespace),
    "prefix": lambda namespace: ListNamespacesOp((MatchCondition("prefix", namespace),)),
    "suffix": lambda namespace: ListNamespacesOp((MatchCondition("suffix", namespace),)),
}


async def _refused_in_batch(store: Driver, namespace: Any, *names: str) -> None:
    for name in names:
        with refused(f"{name} of {namespace!r} in a batch", ValueError, TypeError):
            await store.batch([PutOp(("good",), "key", {"n": 1}), ops[name](namespace)])
        same(await store.value(("good",), "key"), None, f"the put beside {name} of {namespace!r}")


@case()
async def empty_namespace(store: Driver) -> None:
    """Nothing is put into the empty namespace."""
    with refused("put into ()", ValueError):
        await store.put((), "key", {"n": 1})
    same(await store.search(()), [], "what was refused")


@case()
async def bad_labels(store: Driver) -> None:
    """Labels that are empty, hold NUL or are no text are refused by every method."""
    for namespace in BAD_LABELS:
        with refused(f"put into {namespace!r}", ValueError):
            await store.put(namespace, "key", {"n": 1})
        with refused(f"get from {namespace!r}", ValueError):
            await store.get(namespace, "key")
        with refused(f"delete from {namespace!r}", ValueError):
            await store.delete(namespace, "key")
        with refused(f"search below {namespace!r}", ValueError):
            await store.search(namespace)
        for end in ("prefix", "suffix"):
            with refused(f"{end} {namespace!r}", ValueError):
                await store.list_namespaces(**{end: namespace})
    same(await store.search(()), [], "what was refused")


@case()
async def reserved_root(store: Driver) -> None:
    """Nothing is put below the root "langgraph"."""
    for namespace in (("langgraph",), ("langgraph", "users")):
        with refused(f"put into {namespace}", ValueError):
            await store.put(namespace, "key", {"n": 1})
    same(await store.search(()), [], "what was refused")


@case()
async def periods(store: Driver) -> None:
    """A label with a period is refused or kept whole, never taken for two labels."""
    await store.put(("a", "b"), "key", {"n": 1})
    with may_refuse() as attempt:
        await store.put(("a.b",), "key", {"n": 2})
    same(await store.value(("a", "b"), "key"), {"n": 1}, "the item in two labels")
    if not attempt.refused:
        same(await store.value(("a.b",), "key"), {"n": 2}, "the item in one label")


@case()
async def periods_in_batch(store: Driver) -> None:
    """In a batch a label with a period is refused or kept whole as well."""
    await store.put(("a", "b"), "key", {"n": 1})
    for op in (PutOp(("a.b",), "key", {"n": 2}), PutOp(("a.b",), "key", None)):
        with may_refuse():
            await store.batch([op])
        same(await store.value(("a", "b"), "key"), {"n": 1}, f"the item in two labels after {op}")


@case(answer=WHY_BATCH)
async def bad_labels_in_batch(store: Driver) -> None:
    """Bad labels are refused in a batch too, and nothing else in it is done."""
    for namespace in BAD_LABELS:
        await _refused_in_batch(store, namespace, *ops)


@case(answer=WHY_BATCH)
async def empty_namespace_in_batch(store: Driver) -> None:
    """Nothing is put into the empty namespace by a batch."""
    await _refused_in_batch(store, (), "put")


@case(
    answer='A bare string is a mistake: ("abc") would silently become ("a", "b", "c").',
)
async def bare_string(store: Driver) -> None:
    """A bare string is no namespace."""
    with refused("put into 'abc'", ValueError, TypeError):
        await store.put("abc", "key", {"n": 1})
    with refused("get from 'abc'", ValueError, TypeError):
        await store.get("abc", "key")
    with refused("search below 'abc'", ValueError, TypeError):
        await store.search("abc")
    same(await store.search(()), [], "what was refused")


@case()
async def list_as_namespace(store: Driver) -> None:
    """A list is no namespace to put into; a get refuses it or takes it for the tuple."""
    with refused("put into ['a']", ValueError, TypeError):
        await store.put(["a"], "key", {"n": 1})
    same(await store.search(()), [], "what was refused")
    await store.put(("a",), "key", {"n": 2})
    with may_refuse():
        same(await store.value(["a"], "key"), {"n": 2}, "the value below a list")
