"""What may be searched is told by words: no match is ever hidden."""

import re

from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core import frames, patterns, swaps, wholes
from neuromem_graph.core.hints import Hinted, words_of
from neuromem_graph.core.presenting import PRESENTED
from neuromem_graph.core.regexes import compiled
from neuromem_graph.core.sayings import SAYINGS
from neuromem_graph.core.tellings import TELLINGS
from neuromem_graph.settings import Settings

RISKS = [re.compile(pattern, re.IGNORECASE | re.MULTILINE) for pattern, _ in Settings().risks]
OURS = [
    *(one.regex for one in (*SAYINGS, *TELLINGS)),
    *(one.regex for one in PRESENTED),
    frames.REACHED,
    *RISKS,
]

WORD = st.text("abiks\u0130\u0131\u017f\u212a ", min_size=1, max_size=4)


def _joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda two: f"(?:{two[0]}|{two[1]})"),
        pairs.map("".join),
        inner.map(lambda one: f"(?:{one})?"),
        inner.map(lambda one: f"(?P<v>{one}){{1,2}}" if "?P<v>" not in one else one),
        inner.map(lambda one: f"(?={one})"),
        inner.map(lambda one: f"\\b{one}\\s?"),
    )


PATTERNS = st.recursive(WORD, _joined, max_leaves=6)


@given(PATTERNS, st.sampled_from([re.IGNORECASE, re.NOFLAG]), st.data())
def test_any_pattern(pattern: str, flags: re.RegexFlag, data: st.DataObject) -> None:
    """A text in which a pattern matches is always worth searching for it."""
    if pattern.count("?P<v>") > 1:
        return
    compiled = re.compile(pattern, flags)
    text = data.draw(
        st.one_of(
            st.from_regex(compiled), st.text("abiksABIKS\u0130\u0131\u017f\u212a ", max_size=12)
        )
    )

    if compiled.search(text):
        assert Hinted([compiled]).worth(text) == [0]


@given(st.sampled_from(OURS), st.data())
def test_our_patterns(pattern: re.Pattern[str], data: st.DataObject) -> None:
    """A text made for one of our patterns is worth searching for it."""
    text = data.draw(st.from_regex(pattern))

    if pattern.search(text):
        assert Hinted([pattern]).worth(text) == [0]


def test_words() -> None:
    """The words of a pattern are those of which every match holds one."""
    found = words_of(re.compile(r"(?i)I\s(?:left|quit)\s(?P<v>\w+)(?:\sfor good)?"))

    assert found == (frozenset({"left", "quit"}),)


def test_in_order() -> None:
    """Patterns come in the order in which they were given, those without words included."""
    hinted = Hinted([re.compile("left"), re.compile(r"\d"), re.compile("quit")])

    assert hinted.worth("He QUIT and left") == [0, 1, 2]
    assert hinted.worth("nothing of it") == [1]


def test_also() -> None:
    """Words of one's own count besides those of the pattern."""
    hinted = Hinted([re.compile("left")], [["behind", "over"]])

    assert hinted.worth("left over") == [0]
    assert hinted.worth("left") == []


def test_most_of_ours_have_words() -> None:
    """Nearly all of our patterns tell which words they need, on this Python as well."""
    assert sum(bool(words_of(one)) for one in OURS) > 0.9 * len(OURS)


def test_every_table_compiles() -> None:
    """Patterns that are compiled when they are first searched are right all the same."""
    for pattern in patterns.PATTERNS:
        assert pattern.regex.flags & pattern.hint.flags & re.IGNORECASE
    assert all(compiled(text) for text in (*swaps._ALL, *(form for form, _ in wholes._FORMS)))
