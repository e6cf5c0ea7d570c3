"""Diversity: what says something new comes before what was said already."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.diversity import Text, diversify, likeness, words
from neuromem_graph.settings.packing import Packing

TAIL = "and all the other things that were in the big kitchen near the old river"
MMR = Packing(relevance=0.5)


def texts(*said: str, **fields: str) -> list[Text]:
    return [Text(text, 1 / at, **fields) for at, text in enumerate(said, start=1)]


def order(*said: str, settings: Packing | None = None, listing: bool = False) -> list[str]:
    found = diversify(texts(*said), settings or Packing(), first=len(said), listing=listing)
    return [said[at] for at in found.places]


def test_the_same_words_come_last() -> None:
    """A text that says what one before it says comes after all others, whatever the signs."""
    said = ("Thanks Nate, that helps!", "thanks, nate: that helps", "I moved to Ghent", "Bye")

    assert order(*said) == [said[0], said[2], said[3], said[1]]


def test_nearly_the_same_words_come_last() -> None:
    """One small word more or less makes no new text."""
    said = (
        "we went hiking in the hills behind the old monastery and got completely lost",
        "so we went hiking in the hills behind the old monastery and got completely lost",
        "the weather was fine",
    )

    assert order(*said) == [said[0], said[2], said[1]]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"please pay the invoice 1041 {TAIL}", f"please pay the invoice 1042 {TAIL}"),
        (f"I can eat peanuts {TAIL}", f"I can not eat peanuts {TAIL}"),
        (f"I can eat peanuts {TAIL}", f"I can't eat peanuts {TAIL}"),
        (f"I met Anna {TAIL}", f"I met Anne {TAIL}"),
        ("Ann paid for Bob", "Bob paid for Ann"),
        ("東京に住んでいます", "大阪に住んでいます"),
        ("\U0001f44d", "\U0001f44e"),
    ],
)  # fmt: skip
def test_what_differs_in_substance_is_new(one: str, other: str) -> None:
    """Another number, name, order or a negation is never taken for a repetition."""
    assert order(one, other, "something else") == [one, other, "something else"]


def test_days_tell_apart() -> None:
    """Where times are asked for, the same words of another day are another event."""
    said = [Text("I had a migraine", 1.0, apart="2025-01-01"),
            Text("I had a migraine", 0.9, apart="2025-02-01"),
            Text("I had a migraine", 0.8, apart="2025-01-01")]  # fmt: skip
    found = diversify(said, Packing(), first=3)

    assert (found.places, found.again) == ((0, 1, 2), {2})


def test_lambda_weighs_novelty() -> None:
    """Below 1, a text that resembles a better one falls behind one that does not."""
    said = ("I like green tea a lot", "I like green tea in the morning", "My sister lives in Bonn")

    assert order(*said) == list(said)
    assert order(*said, settings=MMR) == [said[0], said[2], said[1]]


def test_lists_spread_over_threads() -> None:
    """For a list question, the second memory of a thread counts less than the first of another."""
    said = [Text("Rome", 1.0, "a"), Text("Oslo", 0.99, "a"), Text("Bonn", 0.95, "b")]

    assert diversify(said, Packing(), first=3).places == (0, 1, 2)
    assert diversify(said, Packing(), first=3, listing=True).places == (0, 2, 1)


def test_likeness_is_the_weighted_jaccard_index() -> None:
    """Words that few texts hold weigh more; equal texts are 1 alike, disjoint ones 0."""
    near = likeness([words("red tea"), words("red tea"), words("blue tea"), words("pie")])

    assert near[0, 1] == near[0, 0] == 1.0
    assert near[0, 3] == 0.0
    assert 0 < near[0, 2] < 1 / 3
    assert near.tolist() == near.T.tolist()


@given(st.lists(st.text(st.sampled_from("ab 1東'\n"), max_size=12), max_size=70), st.booleans())
def test_nothing_is_lost(said: list[str], listing: bool) -> None:
    """Every text has one place, the best text that says something comes first, whatever is said."""
    found = diversify(texts(*said), MMR, first=10, listing=listing)

    assert sorted(found.places) == list(range(len(said)))
    assert len(found.alike) == len(said)
    assert all(0 <= one <= 1 for one in found.alike)
    assert found.places[:1] == (0,)[: len(said)]
    assert list(found.places[len(said) - len(found.again) :]) == [
        at for at in found.places if at in found.again
    ]


def test_only_what_is_looked_at_is_compared() -> None:
    """Where the first say new things, the order of the others is left as it was."""
    said = texts("a b c", "d e f", "x y", "x y")

    assert diversify(said, Packing(), first=2).again == frozenset()
    assert diversify(said, Packing(), first=4).places == (0, 1, 2, 3)
    assert diversify(said, Packing(), first=4).again == {3}
