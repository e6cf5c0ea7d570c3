"""Check what a value may hold, and that the store keeps its own copy."""

import math
from collections import UserDict
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, date, datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any
from uuid import UUID

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import CaseFailed, Cases, may_refuse, refused, same
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.VALUES)

NS = ("values",)
WHY_PLAIN = "A value is plain JSON, as BaseStore documents; silent changes of type are losses."


def _typed(value: Any) -> Any:
    """Keep apart what Python counts as equal: True and 1, 5 and 5.0."""
    if isinstance(value, dict):
        return {key: _typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_typed(item) for item in value]
    return type(value).__name__, value


async def _kept(store: Driver, value: Any) -> None:
    await store.put(NS, "key", value)
    same(_typed(await store.value(NS, "key")), _typed(value), "the value that came back")


async def _refused(store: Driver, bad: dict[str, Any]) -> None:
    """Each is refused, alone and deep inside, and nothing of it is stored."""
    await store.put(NS, "old", {"n": 1})
    for name, value in bad.items():
        for wrapped in ({"x": value}, {"a": [{"b": value}]}):
            with refused(name, ValueError, TypeError):
                await store.put(NS, "key", wrapped)
            with refused(f"{name} over another value", ValueError, TypeError):
                await store.put(NS, "old", wrapped)
    same(await store.value(NS, "key"), None, "what was refused")
    same(await store.value(NS, "old"), {"n": 1}, "what stood there before")


@case()
async def plain_json(store: Driver) -> None:
    """Every kind of JSON comes back with its type, nested or not."""
    value = {
        "text": "tea", "int": 5, "float": 5.0, "true": True, "false": False, "null": None,
        "list": [1, 2.5, "x", [True, None], {}], "object": {"a": {"b": []}}, "empty": "",
    }  # fmt: skip
    await _kept(store, value)


@case()
async def empty_value(store: Driver) -> None:
    """An empty dictionary is a value."""
    await _kept(store, {})


@case()
async def unicode(store: Driver) -> None:
    """Text of any script, emoji and control characters come back unchanged, in keys as well."""
    texts = [
        "é",
        "e\u0301",
        "日本語",
        "עברית",
        "👩‍👩‍👧",
        "\u2028",
        "a\nb\tc",
        "\x7f",
        "'\"\\%_*?[$",
    ]
    await _kept(store, {text: text for text in texts})


@case()
async def nul(store: Driver) -> None:
    """The character NUL comes back, in texts and in keys."""
    await _kept(store, {"a\x00b": "c\x00d", "\x00": {"x": ["\x00"]}})


@case()
async def surrogates(store: Driver) -> None:
    """Half a surrogate pair is kept or refused, never changed."""
    with may_refuse() as attempt:
        await store.put(NS, "key", {"text": "a\ud800b"})
    expected = None if attempt.refused else {"text": "a\ud800b"}
    same(await store.value(NS, "key"), expected, "the value")


@case(answer="Integers are exact at any size, as in PostgresStore and InMemoryStore.")
async def big_integers(store: Driver) -> None:
    """Integers of any size come back exactly."""
    await _kept(store, {"n": 2**70, "m": -(2**70), "edge": [2**53 + 1, 2**63, -(2**63) - 1]})


@case()
async def floats(store: Driver) -> None:
    """Floats come back to the last bit, and whole ones stay floats."""
    await _kept(store, {"n": [0.1, 1 / 3, math.pi, 1e308, 5e-324, -0.0, 3.0, 1e22]})
    value = await store.value(NS, "key")
    same(math.copysign(1, value["n"][5]), -1.0, "the sign of -0.0")


@case()
async def large_text(store: Driver) -> None:
    """A text of a million characters comes back."""
    await _kept(store, {"text": "tea and " * 125_000})


@case()
async def deep_value(store: Driver) -> None:
    """A value nested fifty levels deep comes back."""
    value: Any = 1
    for _ in range(25):
        value = {"a": [value]}
    await _kept(store, value)


@case()
async def any_mapping(store: Driver) -> None:
    """A mapping that is no dict is stored as one."""
    for mapping in (MappingProxyType({"a": 1}), UserDict({"a": 1})):
        await store.put(NS, "key", mapping)
        value = await store.value(NS, "key")
        same((type(value), value), (dict, {"a": 1}), f"a {type(mapping).__name__}")
        await store.delete(NS, "key")


@case(answer=WHY_PLAIN)
async def non_finite_floats(store: Driver) -> None:
    """NaN and infinity are no JSON: they are refused."""
    await _refused(store, {"NaN": math.nan, "infinity": math.inf, "-infinity": -math.inf})


@case(answer=WHY_PLAIN)
async def bytes_and_sets(store: Driver) -> None:
    """Bytes, sets and complex numbers are refused."""
    await _refused(store, {"bytes": b"tea", "a set": {1}, "a complex number": 1j})


@case(answer=WHY_PLAIN)
async def objects(store: Driver) -> None:
    """Objects of any class are refused; who puts a model dumps it first."""
    await _refused(store, {"an object": object(), "a class": int, "a function": len})


@case(
    answer="PostgresStore refuses them, SqliteStore writes their text; either way what comes back "
    "is plain JSON, as BaseStore documents.",
)
async def dates_and_numbers(store: Driver) -> None:
    """Times, UUIDs and decimals are refused or become their text, at once and for good."""
    moment = datetime(2024, 1, 1, 12, tzinfo=UTC)
    for value, text in (
        (moment, moment.isoformat()),
        (date(2024, 1, 1), "2024-01-01"),
        (UUID(int=1), str(UUID(int=1))),
        (Decimal("1.5"), "1.5"),
    ):
        with may_refuse() as attempt:
            await store.put(NS, "key", {"x": value})
        expected = None if attempt.refused else {"x": text}
        same(await store.value(NS, "key"), expected, f"what became of {value!r}")
        await store.delete(NS, "key")


@case(answer=WHY_PLAIN)
async def other_keys(store: Driver) -> None:
    """Keys of dictionaries that are no text are refused, at the top and inside."""
    await _refused(store, {"an int key": {1: "a"}, "a None key": {None: 1}, "a tuple": {(1,): 1}})
    with refused("an int key at the top", ValueError, TypeError):
        await store.put(NS, "key", {1: "a"})
    same(await store.value(NS, "key"), None, "what was refused")


@case()
async def no_mapping(store: Driver) -> None:
    """A value that is no mapping is refused."""
    for value in ("text", 5, [1], b"x"):
        with refused(f"the value {value!r}", ValueError, TypeError):
            await store.put(NS, "key", value)
    same(await store.keys(NS), [], "what was refused")


@case(answer="The store keeps a copy: who changes a dictionary has not put it.")
async def copied_in(store: Driver) -> None:
    """Changing what was put, later, changes nothing that is stored."""
    value: dict[str, Any] = {"a": {"b": [1]}}
    await store.put(NS, "key", value)
    value["a"]["b"].append(2)
    value["c"] = 1
    same(await store.value(NS, "key"), {"a": {"b": [1]}}, "the stored value")


@case(answer="The store hands out copies: who changes an item has not put it.")
async def copied_out(store: Driver) -> None:
    """Changing what get or search returned changes nothing that is stored."""
    await store.put(NS, "key", {"a": {"b": [1]}})

    async def got() -> Any:
        return await store.value(NS, "key")

    async def found() -> Any:
        return (await store.search(NS))[0].value

    readers: tuple[Callable[[], Any], ...] = (got, found)
    for read in readers:
        value = await read()
        if not isinstance(value, dict):
            raise CaseFailed(f"the value is {value!r}")
        before = deepcopy(value)
        value["a"]["b"].append(2)
        value["c"] = 1
        same(await got(), before, "the stored value")
