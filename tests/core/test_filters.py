"""Filters of stores: who matches what, what is refused, and that an index loses nothing."""

import math
import sqlite3
from contextlib import closing
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from neuromem_graph.core.fields import MARKER, facts, probes, refused
from neuromem_graph.core.filters import OPERATORS, Filter, matches, parse
from neuromem_graph.errors import InvalidInput

# Values of x that the stock stores answer differently, and a few more.
ITEMS: dict[str, dict[str, Any]] = {
    "abc": {"x": "abc"}, "5": {"x": 5}, "5.0": {"x": 5.0}, "True": {"x": True}, "1": {"x": 1},
    "None": {"x": None}, "missing": {}, "list": {"x": ["a", "b"]}, "'5'": {"x": "5"},
    "10": {"x": 10}, "dict": {"x": {"y": 1}}, "more": {"x": {"y": 1, "z": 2}}, "100": {"x": 100},
    "literal": {"x.y": 1}, "bools": {"x": [True, {"y": False}]}, "ints": {"x": [1, {"y": 0}]},
}  # fmt: skip
EVERYTHING = set(ITEMS)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"x": 5}, {"5", "5.0"}),
        ({"x": 5.0}, {"5", "5.0"}),
        ({"x": True}, {"True"}),
        ({"x": 1}, {"1"}),
        ({"x": None}, {"None"}),
        ({"x": ["a", "b"]}, {"list"}),
        ({"x": {"$eq": ["a", "b"]}}, {"list"}),
        ({"x": ["b", "a"]}, set()),
        ({"x": [True, {"y": False}]}, {"bools"}),
        ({"x": [1, {"y": 0}]}, {"ints"}),
        ({"x": {"y": 1}}, {"dict"}),
        ({"x": {"$eq": {"y": 1}}}, {"dict"}),
        ({"x": {}}, set()),
        ({"x.y": 1}, {"dict", "more", "literal"}),
        ({"x.1": "b"}, {"list"}),
        ({"x.1.y": False}, {"bools"}),
        ({"x.2": None}, set()),
        ({"x": {"$ne": 5}}, EVERYTHING - {"5", "5.0"}),
        ({"x": {"$ne": None}}, EVERYTHING - {"None"}),
        ({"x": {"$gt": 4}}, {"5", "5.0", "10", "100"}),
        ({"x": {"$gt": 9}}, {"10", "100"}),
        ({"x": {"$gte": 5, "$lt": 100}}, {"5", "5.0", "10"}),
        ({"x": {"$lte": 5}}, {"5", "5.0", "1"}),
        ({"x": {"$gt": "4"}}, {"abc", "'5'"}),
        ({"x": {"$lt": "a"}}, {"'5'"}),
        ({"x": {"$gte": None}}, set()),
        ({"x": {"$lte": True}}, set()),
        ({"x": {"$gt": ["a"]}}, set()),
        ({"x": {"$gt": 4}, "y": 1}, set()),
        ({}, EVERYTHING),
        (None, EVERYTHING),
    ],
)
def test_each_filter(asked: dict[str, Any] | None, found: set[str]) -> None:
    """Each filter finds what the table says, typed, and nothing odd raises."""
    wanted = parse(asked)
    assert {name for name, value in ITEMS.items() if matches(wanted, value)} == found


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *((key, {key: 7}) for key in ("a b", "é", "it's", 'a"b', "a.b", "", ".", "a\0b", "*")),
        ("a.b", {"a": {"b": 7}}),
        ("a.0.0", {"a": [[7]]}),
        ("a.0", {"a": {"0": 7}}),
        (".", {"": {"": 7}}),
    ],
)
def test_any_key_can_be_asked_for(key: str, value: dict[str, Any]) -> None:
    """A key is found whatever characters it has, literally or as a path."""
    assert matches(parse({key: 7}), value)
    assert not matches(parse({key: 8}), value)


def test_literal_key_hides_the_path() -> None:
    """Where a key stands literally, it is not looked for as a path, even if it holds None."""
    value = {"a.b": None, "a": {"b": 1}}
    assert matches(parse({"a.b": None}), value)
    assert not matches(parse({"a.b": 1}), value)


@pytest.mark.parametrize("key", ["x.-1", "x.01", "x.+1", "x.١", "x. 1", "x.1_0", "x." + "9" * 5000])
def test_positions_are_plain_numbers(key: str) -> None:
    """Only 0, 1, 2... count the elements of a list; other steps find nothing."""
    assert not matches(parse({key: {"$gte": 0}}), {"x": list(range(20))})


def test_numbers_compare_exactly() -> None:
    """Integers of any size compare with floats by value; NaN is neither equal nor in order."""
    big = 2**53 + 1
    assert not matches(parse({"x": float(2**53)}), {"x": big})
    assert matches(parse({"x": {"$gt": float(2**53)}}), {"x": big})
    assert matches(parse({"x": {"$gt": 1e308}}), {"x": 10**400})
    assert matches(parse({"x": {"$lt": math.inf, "$gt": -math.inf}}), {"x": 10**100})
    assert not matches(parse({"x": math.nan}), {"x": math.nan})
    assert probes(parse({"x": math.nan})) == ()
    nan = {"x": math.nan}
    assert {op for op in OPERATORS if matches(parse({"x": {op: 1.0}}), nan)} == {"$ne"}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ([("x", 1)], "dictionary such as"),
        ("x", "dictionary such as"),
        ({5: 1}, "a key of a filter is text"),
        ({"x\ud800": 1}, "lone surrogate"),
        ({"$and": [{"x": 1}]}, r"'\$and' can't stand for a key.*\$eq, \$ne, \$gt, \$gte, \$lt"),
        ({"$eq": 1}, "can't stand for a key"),
        ({"x": {"$in": [1]}}, r"'\$in' under 'x' is an unknown operator: use \$eq, \$ne, \$gt"),
        ({"x": {"$gt": 1, "$": 2}}, "unknown operator"),
        ({"x": {"$gt": 1, "y": 2}}, "'y' under 'x' stands beside operators"),
        ({"x": {"y": 2, "$gt": 1}}, "'y' under 'x' stands beside operators"),
        ({"x": {"$gt": 1, 5: 2}}, "stands beside operators"),
        ({"x": b"5"}, "not plain JSON.*bytes"),
        ({"x": {1, 2}}, "not plain JSON.*set"),
        ({"x": [{5: 1}]}, "not plain JSON.*dict"),
        ({"x": ["\ud800"]}, "lone surrogate"),
        ({"x": {"\ud800": 1}}, "lone surrogate"),
    ],
)
def test_nonsense_is_refused(asked: Any, message: str) -> None:
    """What is no filter raises `InvalidInput`, a ValueError, and says what would be one."""
    with pytest.raises(InvalidInput, match=message):
        parse(asked)


def test_endless_operands_are_refused() -> None:
    """An operand that holds itself, or is nested above 100 deep, is refused; values may be so."""
    endless: list[Any] = [1]
    endless.append(endless)
    with pytest.raises(InvalidInput, match="at most 100 deep"):
        parse({"x": endless})
    assert not matches(parse({"x": [1, [1, []]]}), {"x": endless})
    assert facts({"x": endless}) == ()


def test_filter_is_independent() -> None:
    """What is done later to the given dictionary does not change the filter; tuples are lists."""
    given_ = {"x": [{"y": 1}]}
    wanted = parse(given_)
    given_["x"][0]["y"] = 2
    assert matches(wanted, {"x": [{"y": 1}]})
    assert parse(MappingProxyType({"x": ({"y": 1},)})) == wanted
    assert parse(None) == parse({}) == Filter()


def test_dollars_inside_an_operand_are_data() -> None:
    """Below the operators of a key, "$" means nothing: dictionaries are compared."""
    assert matches(parse({"x": {"$eq": {"$gt": 1}}}), {"x": {"$gt": 1}})
    assert matches(parse({"x": {"y": {"$gt": 1}}}), {"x": {"y": {"$gt": 1}}})


# Few keys and many twins: values that compare close, and lookups that cross.
KEYS = st.sampled_from(["a", "b", "a.b", "a.a", "0", "", "a.0", "b.a.b.a"])
EDGES = [
    0, 1, -1, 5, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**63 + 1, -(2**63), -(2**63) - 1, 2**64 + 1,
    10**400, -(10**400), 2**1024 - 1,
]  # fmt: skip
NUMBERS = st.one_of(
    st.sampled_from(EDGES),
    st.sampled_from([n for n in EDGES if abs(n) < 1e300]).map(float),
    st.sampled_from([0.5, -0.0, 5e-324, 1.7976931348623157e308]),
)
TEXTS = st.one_of(
    st.sampled_from(["", "\0", "a", "a\0", "ab", "A", "é", "\uffff", "\U0001f600", "5", "n"]),
    st.sampled_from(["", "a", "\0", "\U0010ffff"]).map(lambda end: "x" * 128 + end),
    st.sampled_from(["", "a", "b"]).map(lambda end: "x" * 127 + "\U0010ffff" + end),
)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
VALUES = st.one_of(
    st.dictionaries(KEYS, JSON, max_size=5),
    st.tuples(st.dictionaries(KEYS, JSON, max_size=2), st.integers(60, 70)).map(
        lambda pair: {**{f"k{n}": n for n in range(pair[1])}, **pair[0]}
    ),
)
ASKED = st.dictionaries(
    KEYS, JSON | st.dictionaries(st.sampled_from(OPERATORS), JSON | SCALARS, max_size=3), max_size=2
)


@given(st.lists(VALUES, max_size=8), ASKED, st.randoms(use_true_random=False))
@example([{"a": {"b": 1}}, {"a.b": 1, "a": {"b": 2}}], {"a.b": {"$gte": 1, "$lt": 2}}, None)
@example([{"x": 2**63 + 1}, {"x": 10**400}, {"x": 1}], {"x": {"$gt": 2**63}}, None)
@example([{"x": "x" * 128 + "b"}, {"x": "x" * 200}], {"x": {"$gt": "x" * 128 + "a"}}, None)
def test_index_loses_nothing(values: list[dict[str, Any]], asked: dict[str, Any], draw) -> None:
    """What matches is among what SQLite finds for every probe, compared by storage class."""
    if draw and values and asked:  # ask for something that is there
        key = draw.choice(sorted(asked))
        there = draw.choice(values).get(key)
        asked |= {key: {draw.choice(OPERATORS): there}}
    wanted = parse(asked)
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute(
            "CREATE TABLE facts (item INTEGER, key TEXT, code ANY, PRIMARY KEY (key, code, item))"
            " STRICT, WITHOUT ROWID"
        )
        rows = [(n, *fact) for n, value in enumerate(values) for fact in facts(value)]
        db.executemany("INSERT INTO facts VALUES (?, ?, ?)", rows)
        found = set(range(len(values)))
        for probe in probes(wanted):
            sql = (
                "SELECT item FROM facts WHERE key = ? AND code >= ? AND code <= ?"
                " UNION SELECT item FROM facts WHERE key = ? AND code = ?"
            )
            found &= {item for (item,) in db.execute(sql, (*probe, *MARKER))}
        for fact in refused(wanted):
            sql = "SELECT item FROM facts WHERE key = ? AND code = ?"
            found -= {item for (item,) in db.execute(sql, fact)}
    assert {n for n, value in enumerate(values) if matches(wanted, value)} <= found


def test_only_plain_keys_and_exact_codes_are_refused() -> None:
    """What a `$ne` names is refused by the index where its code can mean nothing else."""
    asked = {"a": {"$ne": 5}, "b": {"$ne": "x"}, "c": {"$ne": None}, "d.e": {"$ne": 1},
             "f": {"$ne": 2**70}, "g": {"$ne": "x" * 128}, "h": {"$ne": [1]}, "i": 5}  # fmt: skip
    assert refused(parse(asked)) == (("a", 5), ("b", "x"), ("c", b"n"))


@given(JSON, st.sampled_from(["x", "x.y"]))
def test_equality_has_an_exact_opposite(value: Any, key: str) -> None:
    """Everything equals itself; `$ne` holds exactly where `$eq` does not."""
    for item in ({"x": value}, {"x": {"y": value}}, {}, {"x": [value]}):
        assert matches(parse({key: {"$eq": value}}), item) != matches(
            parse({key: {"$ne": value}}), item
        )
    assert matches(parse({"x": {"$eq": value}}), {"x": value})


def test_facts_are_the_scalars_that_a_key_reaches() -> None:
    """Scalars stand under their key or path, four steps deep; lists and dead ends are left out."""
    value = {
        "a": 1, "b": {"c": True, "d.e": 1, "f": {"g": {"h": None, "i": {"j": 1}}}}, "k": ["x"],
        "l.m": False, "n.o": {"p": 1}, "q": "y" * 500, "r" * 129: 1, "s": 2**64, "t": 5.0,
        "u": math.nan, "l": {"m": False},
    }  # fmt: skip
    assert facts(value) == (
        ("a", 1), ("b.c", b"t"), ("b.f.g.h", b"n"), ("l.m", b"f"), ("q", "y" * 128),
        ("s", 2.0**64), ("t", 5.0),
    )  # fmt: skip


def test_value_with_too_many_facts_is_marked() -> None:
    """Up to 64 facts are listed; a value with more has the marker, and only that."""
    assert len(facts({str(n): n for n in range(64)})) == 64
    assert facts({str(n): n for n in range(65)}) == (MARKER,)


@pytest.mark.parametrize(
    ("asked", "bounds"),
    [
        ({"x": 5}, (5, 5)),
        ({"x": None}, (b"n", b"n")),
        ({"x": {"$gt": 5}}, (5, math.inf)),
        ({"x": {"$lte": 5}}, (-math.inf, 5)),
        ({"x": {"$gte": 5, "$lt": 9, "$ne": 7}}, (5, 9)),
        ({"x": {"$gt": "b"}}, ("b", b"")),
        ({"x": {"$lt": "b" * 500}}, ("", "b" * 128)),
        ({"x": {"$gt": 5, "$lt": "b"}}, ("", math.inf)),  # nothing: numbers come before texts
    ],
)
def test_probe_bounds(asked: dict[str, Any], bounds: tuple[Any, Any]) -> None:
    """One probe per key joins the bounds of its clauses, within their class."""
    assert probes(parse(asked)) == (("x", *bounds),)


@pytest.mark.parametrize(
    "asked",
    [
        {"x": {"$ne": 5}},
        {"x": ["a"]},
        {"x": {"y": 1}},
        {"x": {"$gt": True}},
        {"x.0": 1},
        {"a.b.c.d.e": 1},
        {"x" * 129: 1},
    ],
)
def test_no_probe_where_facts_say_too_little(asked: dict[str, Any]) -> None:
    """What facts can't answer completely gives no probe: every value is tried."""
    assert probes(parse(asked)) == ()
