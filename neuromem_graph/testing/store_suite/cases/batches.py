"""Check operations that are given together."""

from collections.abc import Callable
from typing import Any

from langgraph.store.base import GetOp, ListNamespacesOp, MatchCondition, PutOp, SearchOp

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, holds, refused, same
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.BATCH)

NS = ("batch",)
WHY_WHOLE = "A batch is done or not: who gets an error must not guess what was written."


async def _fill(store: Driver, *keys: str) -> None:
    for key in keys:
        await store.put(NS, key, {"old": key})


def _values(items: list[Any]) -> list[Any]:
    return [item and item.value for item in items]


@case()
async def empty(store: Driver) -> None:
    """An empty batch has no results."""
    same(await store.batch([]), [], "the results")


@case()
async def results_in_order(store: Driver) -> None:
    """Results come in the order of the operations, whatever their kinds."""
    await _fill(store, "a", "b")
    results = await store.batch(
        [
            GetOp(NS, "b"),
            PutOp(NS, "c", {"new": 1}),
            SearchOp(NS, filter={"old": "a"}),
            GetOp(NS, "a"),
            ListNamespacesOp(),
            GetOp(NS, "missing"),
            PutOp(NS, "missing", None),
        ]
    )
    same(len(results), 7, "the number of results")
    same(_values([results[0], results[3]]), [{"old": "b"}, {"old": "a"}], "the two gets")
    same(_values(results[2]), [{"old": "a"}], "the search")
    same((results[1], results[5], results[6]), (None, None, None), "puts and the missing item")
    same(results[4], [NS], "the namespaces")


@case()
async def reads_see_the_state_before(store: Driver) -> None:
    """Every read of a batch sees the store as it was before the batch."""
    await _fill(store, "a")
    results = await store.batch(
        [
            PutOp(NS, "a", {"new": 1}),
            PutOp(NS, "b", {"new": 2}),
            PutOp(("other",), "c", {"new": 3}),
            GetOp(NS, "a"),
            GetOp(NS, "b"),
            SearchOp(()),
            ListNamespacesOp(),
        ]
    )
    same(_values(results[3:5]), [{"old": "a"}, None], "the gets")
    same(_values(results[5]), [{"old": "a"}], "the search")
    same(results[6], [NS], "the namespaces")
    values = [await store.value(NS, "a"), await store.value(("other",), "c")]
    same(values, [{"new": 1}, {"new": 3}], "the values afterwards")


@case()
async def deletes_come_after_reads(store: Driver) -> None:
    """What a batch deletes is still seen by its reads."""
    await _fill(store, "a")
    results = await store.batch([PutOp(NS, "a", None), GetOp(NS, "a")])
    same(_values(results[1:]), [{"old": "a"}], "the get")
    same(await store.value(NS, "a"), None, "the item afterwards")


@case()
async def last_put_wins(store: Driver) -> None:
    """Of several puts of one key in a batch the last one counts, deletes included."""
    await _fill(store, "d")
    await store.batch(
        [
            PutOp(NS, "a", {"n": 1}),
            PutOp(NS, "d", {"n": 1}),
            PutOp(NS, "a", {"n": 2}),
            PutOp(NS, "b", {"n": 1}),
            PutOp(NS, "b", None),
            PutOp(NS, "c", None),
            PutOp(NS, "c", {"n": 3}),
            PutOp(NS, "d", None),
        ]
    )
    values = [await store.value(NS, key) for key in "abcd"]
    same(values, [{"n": 2}, None, {"n": 3}, None], "the values of a, b, c and d")


@case()
async def equal_reads(store: Driver) -> None:
    """Equal reads in one batch are each answered."""
    await _fill(store, "a")
    ops = [GetOp(NS, "a"), SearchOp(NS, {"old": "a"}), ListNamespacesOp()]
    results = await store.batch([*ops, *ops])
    same(_values([results[0], results[3]]), [{"old": "a"}] * 2, "the gets")
    same(_values(results[1] + results[4]), [{"old": "a"}] * 2, "the searches")
    same((results[2], results[5]), ([NS], [NS]), "the namespaces")


@case()
async def same_key_in_two_namespaces(store: Driver) -> None:
    """A batch keeps the same key in two namespaces apart."""
    await store.batch([PutOp(("x",), "key", {"n": 1}), PutOp(("y",), "key", {"n": 2})])
    results = await store.batch([GetOp(("y",), "key"), GetOp(("x",), "key"), GetOp(("z",), "key")])
    same(_values(results), [{"n": 2}, {"n": 1}, None], "the gets")


@case()
async def generator(store: Driver) -> None:
    """Operations may come from a generator."""
    await store.batch(PutOp(NS, str(number), {"n": number}) for number in range(5))
    results = await store.batch(GetOp(NS, str(number)) for number in range(5))
    same(_values(results), [{"n": number} for number in range(5)], "the values")


@case()
async def large(store: Driver) -> None:
    """A batch of a thousand puts and one of a thousand gets work."""
    await store.batch([PutOp(NS, str(number), {"n": number}) for number in range(1000)])
    results = await store.batch([GetOp(NS, str(number)) for number in range(1000)])
    same(_values(results), [{"n": number} for number in range(1000)], "the values")


@case()
async def several_conditions(store: Driver) -> None:
    """A listing in a batch takes any number of conditions; all of them must hold."""
    for name in (("a", "x"), ("a", "y"), ("b", "x")):
        await store.put(name, "key", {})
    conditions = (MatchCondition("prefix", ("a",)), MatchCondition("suffix", ("x",)))
    results = await store.batch([ListNamespacesOp(conditions), ListNamespacesOp(())])
    same(results[0], [("a", "x")], "both conditions")
    same(len(results[1]), 3, "the namespaces without conditions")


async def _changes_nothing(store: Driver, what: str, bad: Callable[[], Any]) -> None:
    await _fill(store, "a", "b")
    good = [PutOp(NS, "a", {"new": 1}), PutOp(NS, "c", {"new": 1}), PutOp(NS, "b", None)]
    for position in (0, 1, 3):
        with refused(f"{what} at position {position}", ValueError, TypeError):
            await store.batch([*good[:position], bad(), *good[position:]])
        values = [await store.value(NS, key) for key in "abc"]
        same(values, [{"old": "a"}, {"old": "b"}, None], f"the values after {what}")


@case(answer=WHY_WHOLE)
async def bad_filter_changes_nothing(store: Driver) -> None:
    """A batch with a filter that is refused changes nothing, wherever it stands."""
    await _changes_nothing(store, "an unknown operator", lambda: SearchOp(NS, {"old": {"$no": 1}}))


@case(answer=WHY_WHOLE)
async def bad_value_changes_nothing(store: Driver) -> None:
    """A batch with a value that is refused changes nothing, wherever it stands."""
    await _changes_nothing(store, "an object as value", lambda: PutOp(NS, "x", {"x": object()}))


@case(answer=WHY_WHOLE)
async def bad_namespace_changes_nothing(store: Driver) -> None:
    """A batch with a namespace that is refused changes nothing, wherever it stands."""
    await _changes_nothing(store, "an empty label", lambda: PutOp(("a", ""), "key", {"n": 1}))


@case(answer="What is no operation is a mistake; None as its result would hide it.")
async def no_operation(store: Driver) -> None:
    """What is no operation is refused, and nothing in its batch is done."""
    await _changes_nothing(store, "a text as operation", lambda: "get")


@case()
async def usable_after_a_refusal(store: Driver) -> None:
    """A batch that was refused leaves the store usable."""
    await _fill(store, "a")
    with refused("an unknown operator", ValueError):
        await store.batch([GetOp(NS, "a"), SearchOp(NS, {"old": {"$no": 1}})])
    await store.put(NS, "b", {"new": 1})
    results = await store.batch([GetOp(NS, "a"), GetOp(NS, "b")])
    same(_values(results), [{"old": "a"}, {"new": 1}], "the values")
    holds(await store.search(NS), "a search finds nothing any more")
