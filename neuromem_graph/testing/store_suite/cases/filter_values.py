"""Check what a filter compares: by type, deeply, and without tripping over odd values."""

import math
from typing import Any

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import CaseFailed, Cases, may_refuse, same
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.FILTERS)

NS = ("filters",)
WHY_TYPED = "Comparison is typed, as JSON in PostgresStore is: True is not 1, and '5' is not 5."
WHY_NE = "$ne is exactly what $eq is not, so it holds for None and for a missing key."
WHY_ORDER = (
    "Numbers are ordered with numbers and texts with texts; anything else is no match and no "
    "error, for one odd item must not break the search of all others."
)

MIXED: dict[str, Any] = {
    "int": 5, "float": 5.0, "half": 4.5, "ten": 10, "hundred": 100, "true": True, "false": False,
    "one": 1, "zero": 0, "text": "abc", "digit": "5", "empty": "", "none": None,
    "list": ["a", "b"], "object": {"y": 1}, "nothing": {}, "no_items": [],
}  # fmt: skip
EVERY = frozenset({*MIXED, "missing"})


async def mixed(store: Driver) -> None:
    """Put an item with each kind of value under "x", and one without "x".

    Args:
        store: where.
    """
    for key, value in MIXED.items():
        await store.put(NS, key, {"x": value})
    await store.put(NS, "missing", {"other": 5})


async def finds(store: Driver, wanted: dict[str, Any], *keys: str) -> None:
    """Fail unless a filter finds exactly these items.

    Args:
        store: the store.
        wanted: the filter.
        *keys: the keys of the items.

    Raises:
        CaseFailed: it finds others, or raises.
    """
    found: list[str] = []
    with may_refuse() as attempt:
        found = await store.keys(NS, filter=wanted, limit=1000)
    if attempt.refused:
        raise CaseFailed(f"the filter {wanted!r} is refused")
    same(sorted(found), sorted(keys), f"the items for {wanted!r}")


@case()
async def equal_text(store: Driver) -> None:
    """A text matches the same text only."""
    await mixed(store)
    await finds(store, {"x": "abc"}, "text")
    await finds(store, {"x": {"$eq": "abc"}}, "text")
    await finds(store, {"x": ""}, "empty")
    await finds(store, {"x": "ABC"})
    await finds(store, {"x": "ab"})


@case()
async def equal_numbers(store: Driver) -> None:
    """Numbers match by value: 5 is 5.0, and not the text "5"."""
    await mixed(store)
    for number in (5, 5.0):
        await finds(store, {"x": number}, "int", "float")
        await finds(store, {"x": {"$eq": number}}, "int", "float")
    await finds(store, {"x": "5"}, "digit")
    await finds(store, {"x": 4.5}, "half")


@case(answer=WHY_TYPED)
async def booleans_are_no_numbers(store: Driver) -> None:
    """True does not match 1, nor False 0, nor the other way round."""
    await mixed(store)
    await finds(store, {"x": True}, "true")
    await finds(store, {"x": 1}, "one")
    await finds(store, {"x": {"$eq": False}}, "false")
    await finds(store, {"x": 0}, "zero")


@case(answer="None matches a None that is there, as in PostgresStore; a missing key is not None.")
async def none_is_not_missing(store: Driver) -> None:
    """None matches a None that was put, not a key that is missing."""
    await mixed(store)
    await finds(store, {"x": None}, "none")
    await finds(store, {"x": {"$eq": None}}, "none")


@case()
async def equal_lists(store: Driver) -> None:
    """A list matches the same list: same length, same order."""
    await mixed(store)
    await finds(store, {"x": ["a", "b"]}, "list")
    await finds(store, {"x": []}, "no_items")
    for other in (["b", "a"], ["a"], ["a", "b", "c"]):
        await finds(store, {"x": other})
    await finds(store, {"x": "a"})


@case(answer="$eq is the same as a direct comparison, as BaseStore documents.")
async def equal_lists_by_operator(store: Driver) -> None:
    """`$eq` with a list or dictionary is the same as comparing directly."""
    await mixed(store)
    await finds(store, {"x": {"$eq": ["a", "b"]}}, "list")
    await finds(store, {"x": {"$eq": {"y": 1}}}, "object")
    await finds(store, {"x": {"$ne": ["a", "b"]}}, *(EVERY - {"list"}))


@case(
    answer="A dictionary without operators is a value: it matches one that is equal, to the last "
    "key. PostgresStore and SqliteStore refuse it, InMemoryStore ignores further keys.",
)
async def equal_dictionaries(store: Driver) -> None:
    """A dictionary without operators matches an equal dictionary."""
    await mixed(store)
    await store.put(NS, "larger", {"x": {"y": 1, "z": {"a": [2]}}})
    await finds(store, {"x": {"y": 1}}, "object")
    await finds(store, {"x": {"z": {"a": [2]}, "y": 1}}, "larger")
    await finds(store, {"x": {"y": 2}})


@case(answer="The empty dictionary is a value like any other.")
async def empty_dictionary(store: Driver) -> None:
    """An empty dictionary matches an empty dictionary only."""
    await mixed(store)
    await finds(store, {"x": {}}, "nothing")


@case(answer=WHY_TYPED)
async def typed_inside(store: Driver) -> None:
    """Inside lists and dictionaries comparison is typed as well."""
    await store.put(NS, "true", {"x": [True, {"y": False}]})
    await store.put(NS, "one", {"x": [1, {"y": 0}]})
    await finds(store, {"x": [True, {"y": False}]}, "true")
    await finds(store, {"x": [1, {"y": 0}]}, "one")


@case(answer=WHY_NE)
async def not_equal(store: Driver) -> None:
    """`$ne` matches whatever `$eq` does not, also None and a missing key."""
    await mixed(store)
    await finds(store, {"x": {"$ne": 5}}, *(EVERY - {"int", "float"}))
    await finds(store, {"x": {"$ne": "abc"}}, *(EVERY - {"text"}))


@case(answer=WHY_NE)
async def not_none(store: Driver) -> None:
    """`$ne` with None matches all but a None that was put."""
    await mixed(store)
    await finds(store, {"x": {"$ne": None}}, *(EVERY - {"none"}))


@case()
async def ranges_of_numbers(store: Driver) -> None:
    """The four operators order numbers by value."""
    for number in (-3, 0, 4.5, 5, 9, 10, 100):
        await store.put(NS, str(number), {"x": number})
    await finds(store, {"x": {"$gt": 5}}, "9", "10", "100")
    await finds(store, {"x": {"$gte": 5.0}}, "5", "9", "10", "100")
    await finds(store, {"x": {"$lt": 4.5}}, "-3", "0")
    await finds(store, {"x": {"$lte": 4.5}}, "-3", "0", "4.5")
    await finds(store, {"x": {"$gt": 9}}, "10", "100")


@case(answer=WHY_ORDER)
async def ranges_of_texts(store: Driver) -> None:
    """The four operators order texts by code point, so ISO dates by time."""
    for text in ("2023-12-31", "2024-01-01", "2024-02-01T10:00", "Z", "a", "é"):
        await store.put(NS, text, {"x": text})
    await finds(
        store, {"x": {"$gte": "2024-01-01", "$lt": "2025"}}, "2024-01-01", "2024-02-01T10:00"
    )
    await finds(store, {"x": {"$gt": "Z"}}, "a", "é")
    await finds(store, {"x": {"$lte": "2023-12-31"}}, "2023-12-31")


@case(answer=WHY_ORDER)
async def ranges_of_numbers_among_others(store: Driver) -> None:
    """A range of numbers passes over everything that is no number."""
    await mixed(store)
    numbers = {"int", "float", "half", "ten", "hundred", "one", "zero"}
    await finds(store, {"x": {"$gt": 4}}, *(numbers - {"one", "zero"}))
    await finds(store, {"x": {"$lte": 1}}, "one", "zero")
    await finds(store, {"x": {"$gte": -1}}, *numbers)


@case(answer=WHY_ORDER)
async def ranges_of_texts_among_others(store: Driver) -> None:
    """A range of texts passes over everything that is no text."""
    await mixed(store)
    await finds(store, {"x": {"$gte": ""}}, "text", "digit", "empty")
    await finds(store, {"x": {"$lt": "6"}}, "digit", "empty")


@case(answer=WHY_ORDER)
async def ranges_without_an_order(store: Driver) -> None:
    """None, booleans, lists and dictionaries have no order: nothing is found, or it is refused."""
    await mixed(store)
    for operand in (None, True, ["a"], {"y": 1}):
        for name in ("$gt", "$gte", "$lt", "$lte"):
            with may_refuse():
                found = await store.keys(NS, filter={"x": {name: operand}}, limit=100)
                same(found, [], f"the items for {name} {operand!r}")


@case()
async def infinite_operands(store: Driver) -> None:
    """Infinity and NaN compare as in Python or are refused; no answer is wrong."""
    for number in (-10, 10, 5.5):
        await store.put(NS, str(number), {"x": number})
    everything = ["-10", "10", "5.5"]
    for wanted, expected in (
        ({"$lt": math.inf}, everything),
        ({"$gt": -math.inf}, everything),
        ({"$gt": math.inf}, []),
        ({"$eq": math.nan}, []),
        ({"$gte": math.nan}, []),
    ):
        with may_refuse():
            found = await store.keys(NS, filter={"x": wanted}, limit=100)
            same(sorted(found), expected, f"the items for {wanted}")


@case(answer="Integers are exact at any size; as floats neighbours fall together.")
async def big_integers(store: Driver) -> None:
    """Integers of any size are compared exactly."""
    for name, number in (("big", 2**70), ("next", 2**70 + 1), ("edge", 2**53), ("odd", 2**53 + 1)):
        await store.put(NS, name, {"x": number})
    await finds(store, {"x": 2**70}, "big")
    await finds(store, {"x": {"$gt": 2**70}}, "next")
    await finds(store, {"x": 2**53 + 1}, "odd")
    await finds(store, {"x": {"$lt": 10**100}}, "big", "next", "edge", "odd")
