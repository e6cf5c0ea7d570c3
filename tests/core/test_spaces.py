"""Namespaces: their text, what lies under a prefix, and lists of them."""

import random
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.spaces import (
    Condition,
    Range,
    decode,
    encode,
    listed,
    literal_prefix,
    under,
)
from neuromem_graph.ledger.sqlite.reader import dumps
from neuromem_graph.types.base import Namespace

# What may be mistaken for the end of a segment or of a namespace, and twins of one another.
TRICKY = [
    *'",[]\\#!%_.* \x00\x1f\x7f', "\n", "\u2028", "\uffff", "\U0010ffff", '", "', '"]', '\\"', "[]",
    "a", "A", "ab", "abc", "b", "\u00e9", "e\u0301", "\u00df", "ss", "1", "01",
]  # fmt: skip
SEGMENTS = st.one_of(
    st.lists(st.sampled_from(TRICKY), max_size=3).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
)
SPACES = st.lists(SEGMENTS, max_size=4).map(tuple)


def holds(bounds: Range, text: str) -> bool:
    at, exact, low, high = (part.encode() for part in (text, *bounds))
    return at == exact or low <= at < high


def starts_with(space: Namespace, prefix: Namespace) -> bool:
    return space[: len(prefix)] == prefix


@given(SPACES)
def test_text_is_that_of_the_ledger(space: Namespace) -> None:
    """A namespace is written as the ledger writes it, and read back as it was."""
    assert encode(space) == dumps(space)
    assert decode(encode(space)) == space


@given(SPACES, SPACES, SEGMENTS)
def test_range_is_the_prefix(prefix: Namespace, rest: Namespace, other: str) -> None:
    """A text lies in the range exactly when its namespace begins with the whole segments."""
    twins = [prefix + rest, (*prefix[:-1], other, *rest), prefix[:-1], rest, (other, *prefix)]
    if prefix:
        twins.append((*prefix[:-1], prefix[-1] + other, *rest))
    for space in twins:
        assert holds(under(prefix), encode(space)) == starts_with(space, prefix)


def test_no_namespace_leaks_into_another() -> None:
    """Of 20 000 pairs of look-alikes, a range holds those under its prefix and no other."""
    draw = random.Random(13)

    def space(most: int) -> Namespace:
        return tuple(
            "".join(draw.choices(TRICKY, k=draw.choice((0, 1, 1, 1, 2))))
            for _ in range(draw.randint(0, most))
        )

    inside = 0
    for _ in range(20_000):
        prefix = space(2)
        other = prefix + space(2) if draw.random() < 0.3 else space(4)
        assert holds(under(prefix), encode(other)) == starts_with(other, prefix)
        inside += starts_with(other, prefix)
    assert 5_000 < inside < 15_000  # both answers are common


def test_range_is_that_of_sqlite() -> None:
    """SQLite finds the same texts in a range, with no other collation than its own."""
    draw = random.Random(7)
    spaces = {tuple(draw.choices(TRICKY, k=draw.randint(0, 3))) for _ in range(2_000)}
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE spaces (name TEXT PRIMARY KEY) WITHOUT ROWID")
    db.executemany("INSERT INTO spaces VALUES (?)", [(encode(one),) for one in spaces])
    sql = "SELECT name FROM spaces WHERE name = :exact OR (name >= :low AND name < :high)"
    for prefix in [(), *((one,) for one in TRICKY), ("a", "b"), ("a", '"'), ("nowhere",)]:
        found = {decode(name) for (name,) in db.execute(sql, under(prefix)._asdict())}
        assert found == {one for one in spaces if starts_with(one, prefix)}
    db.close()


SOME = [
    ("users", "ann", "prefs"), ("users", "bob", "prefs"), ("users", "bob"), ("users",),
    ("Users", "ann", "prefs"), ("users", "*", "notes"), ("docs", "prefs"), ("usersx", "ann"), (),
]  # fmt: skip


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ([("prefix", ("users", "bob"))], [("users", "bob"), ("users", "bob", "prefs")]),
        ([("prefix", ("users", "*", "prefs"))], [SOME[0], SOME[1]]),
        ([("prefix", ("users", "*"))], [SOME[5], SOME[0], SOME[2], SOME[1]]),
        ([("suffix", ("prefs",))], [SOME[4], SOME[6], SOME[0], SOME[1]]),
        ([("suffix", ("bob", "*"))], [SOME[1]]),
        ([("prefix", ("users",)), ("suffix", ("*", "notes"))], [SOME[5]]),
        ([("prefix", ("*", "*", "*", "*"))], []),
        ([("prefix", ("user",))], []),
        ([("prefix", ("u%",))], []),
        ([("prefix", ()), ("suffix", ())], sorted(SOME)),
    ],
)
def test_conditions_match_whole_segments(conditions: list, expected: list) -> None:
    """All conditions hold; "*" is any one segment, case counts, a suffix stands at the end."""
    asked = [Condition(*one) for one in conditions]
    assert listed(SOME, asked, None, 100, 0) == expected


def test_depth_shortens_before_the_page_is_cut() -> None:
    """`max_depth` shortens what matched and leaves each once; then offset and limit count."""
    assert listed(SOME, [], 1, 100, 0) == [(), ("Users",), ("docs",), ("users",), ("usersx",)]
    assert listed(SOME, [], 1, 2, 3) == [("users",), ("usersx",)]
    assert listed(SOME, [Condition("suffix", ("prefs",))], 1, 1, 1) == [("docs",)]
    assert listed(SOME, [], 0, 100, 0) == [()]
    assert listed([], [], 0, 100, 0) == listed(SOME, [], None, 0, 0) == []


@given(
    st.lists(st.lists(st.sampled_from("ab*"), max_size=4).map(tuple), max_size=30),
    st.lists(
        st.builds(
            Condition,
            st.sampled_from(["prefix", "suffix"]),
            st.lists(st.sampled_from("ab*"), max_size=3).map(tuple),
        ),
        max_size=3,
    ),
)
def test_literal_prefix_loses_nothing(names: list, conditions: list) -> None:
    """Every namespace that is listed begins with the literal prefix of the conditions."""
    prefix = literal_prefix(conditions)
    assert "*" not in prefix
    assert all(starts_with(one, prefix) for one in listed(names, conditions, None, 100, 0))


def test_literal_prefix_is_the_longest() -> None:
    """The longest run before a wildcard narrows the read; a suffix does not."""
    asked = [
        Condition("prefix", ("a",)),
        Condition("prefix", ("a", "b", "*", "c")),
        Condition("suffix", ("x", "y", "z")),
    ]
    assert literal_prefix(asked) == ("a", "b")
    assert literal_prefix([Condition("prefix", ("*", "a"))]) == literal_prefix([]) == ()
