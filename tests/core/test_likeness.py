"""Statements are compared by what they say: repeats, opposites, and what is neither."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.likeness import (
    Heard,
    common,
    common_only,
    gist,
    nearest,
    weight,
)
from neuromem_graph.settings.appraising import Appraising
from neuromem_graph.types.prior import HeardRow

HOW = Appraising()
SAFE = "The deploy script is safe to run twice."

OPPOSITES = [
    (SAFE, "The deploy script is not safe to run twice."),
    (SAFE, "Careful: the deploy script isn't safe to run twice!"),
    (SAFE, "The deploy script is unsafe to run twice."),
    ("The backup always runs at night.", "The backup never runs at night."),
    ("The heating is on.", "The heating is off."),
    ("Dark mode is enabled for guests.", "Dark mode is disabled for guests."),
    ("I like coffee with milk.", "I like coffee without milk."),
    ("Anna can swim.", "Anna can't swim."),
    ("The API needs a token.", "The API doesn't need a token."),
    ("The server accepts uploads.", "The server rejects uploads."),
]
NO_OPPOSITES = [
    (SAFE, "Is the deploy script not safe to run twice?"),
    (SAFE, "The deploy script is not unsafe to run twice."),
    (SAFE, "If it rains, the deploy script is not safe to run twice."),
    ("Invoice 1041 is paid.", "Invoice 1042 is not paid."),
    ("I like green tea.", "She doesn't like green tea."),
    ("I like tea.", "Tom doesn't like tea."),
    ("I am hungry.", "I am not hungry."),  # one term is too little to go by
    ("The script is safe on Linux.", "The script is not safe on Windows."),
    ("I slept well.", "I didn't sleep well."),
    ("The server was down.", "The server is not down."),
    ("I put the book on the table.", "I put the book off."),
    ("The door is open.", "The window is closed."),
    ("The cat is up the tree.", "The server is down."),
]


@pytest.mark.parametrize(("one", "other"), OPPOSITES)
def test_opposites(one: str, other: str) -> None:
    """A denial or an antonym of nearly the same content is the opposite, either way round."""
    for old, new in ((one, other), (other, one)):
        found = common(gist(new), gist(old), {}, HOW)
        assert found.opposed
        assert found.similarity == 0.0


@pytest.mark.parametrize(("one", "other"), NO_OPPOSITES)
def test_no_opposites(one: str, other: str) -> None:
    """Other things, numbers, persons, tenses, questions and conditions are no opposites."""
    for old, new in ((one, other), (other, one)):
        assert not common(gist(new), gist(old), {}, HOW).opposed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The boiler hums in B flat.", "In B flat, the boiler hums!"),
        ("My favourite colour is blue.", "Blue is my favourite colour"),
        ("My sister's wedding is on 12 June.", "On 12 June is my sister's wedding"),
        ("The report is late.", "Actually the report is still late."),
        (SAFE, "The deploy script is not unsafe to run twice"),
    ],
)
def test_rewordings_are_alike(one: str, other: str) -> None:
    """Order, punctuation, stop words, emphasis and a double negation make no difference."""
    assert common(gist(other), gist(one), {}, HOW).similarity == 1.0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Invoice 1041 is paid.", "Invoice 1042 is paid."),
        ("I like tea.", "You like tea."),
        ("Anna moved to Leeds.", "Anne moved to Leeds."),
        ("The boiler hums in B flat.", "Does the boiler hum in B flat?"),
        ("I am allergic to nuts.", "I am not allergic to nuts at school."),
    ],
)
def test_what_differs_is_no_repeat(one: str, other: str) -> None:
    """Another number, person, name, mood or polarity is never nearly the same."""
    assert common(gist(other), gist(one), {}, HOW).similarity < 0.8


def test_the_assistant_speaks_of_its_user() -> None:
    """ "You" of the assistant is "I" of its user; two speakers are two persons."""
    said = gist("I like green tea.")
    assert common(gist("You like green tea.", "assistant"), said, {}, HOW).similarity == 1.0
    ann, bob = gist("I like green tea.", "user", "Ann"), gist("I like green tea.", "user", "Bob")
    assert common(bob, ann, {}, HOW).similarity == HOW.unlike


def test_rare_terms_count_more() -> None:
    """What many memories hold tells little: the weight of a term falls with them."""
    weights = {"kettl": weight(30), "whistl": weight(1)}
    old = gist("The kettle whistles.")
    rare = common(gist("The pan whistles."), old, weights, HOW)
    frequent = common(gist("The kettle leaks."), old, weights, HOW)

    assert weight(0) == weight(1) == 1.0
    assert rare.similarity > frequent.similarity


WORDS = st.sampled_from("kettle boiler hums not safe unsafe never tea 41 42 on off I she".split())
TEXTS = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)


@given(TEXTS, TEXTS)
def test_ranges_and_symmetry(one: str, other: str) -> None:
    """Shares lie in [0, 1]; overlap and opposition are symmetric; nothing opposes itself."""
    there, back = (common(gist(a), gist(b), {}, HOW) for a, b in ((one, other), (other, one)))

    assert 0.0 <= there.similarity <= 1.0
    assert 0.0 <= there.overlap <= 1.0
    assert (there.opposed, there.overlap) == (back.opposed, pytest.approx(back.overlap))
    assert not common(gist(one), gist(one), {}, HOW).opposed


def test_nearest_reads_little() -> None:
    """Only memories that hold most of a statement are read, the fullest first, few of them."""
    windows = {"kettl": (9, 8, 7, 6, 5, 4), "whistl": (9, 4), "copper": (9,)}
    terms = tuple(windows)

    assert nearest([terms], windows, [()], HOW) == (9,)
    assert nearest([terms], windows, [(1, 2)], HOW) == (1, 2, 9)
    assert nearest([("kettl", "red", "big")], windows, [()], HOW) == ()
    assert nearest([terms], windows, [(1, 2)], Appraising(looks=1)) == (1,)
    assert nearest([()], windows, [()], HOW) == ()


def test_common_statements_are_looked_for_as_a_whole() -> None:
    """Only where no term is rare; without negations and antonyms, which an opposite lacks."""
    full = tuple(range(HOW.window))
    windows = {"deploy": full, "script": full, "safe": full, "kettl": full[1:]}
    said = [("deploy", "never", "not", "safe", "script"), ("deploy", "kettl"), ("not",), ()]

    found = common_only(said, windows, HOW)
    assert found == [("deploy", "script"), (), (), ()]


def test_a_long_memory_is_compared_by_sentences() -> None:
    """One sentence of a memory is enough; what contradicts comes first."""
    rows = [
        HeardRow(memory=7, text=f"I walked home. {SAFE}", channel="user", speaker=None),
        HeardRow(memory=9, text="Run the script.", channel="user", speaker=None),
    ]
    heard = Heard(rows, {}, HOW)
    again = heard.alike(gist("Run twice, the deploy script is safe."))
    against = heard.alike(gist("The deploy script is not safe to run twice."))

    assert [(one.memory, one.opposed) for one in again] == [(7, False), (9, False)]
    assert again[0].similarity == 1.0
    assert (against[0].memory, against[0].opposed, against[0].similarity) == (7, True, 1.0)


def test_what_a_batch_says_counts() -> None:
    """A statement added under a number is found like one that was read."""
    heard = Heard((), {}, HOW)
    assert heard.alike(gist(SAFE)) == ()
    heard.add(-3, gist(SAFE))

    assert [one.memory for one in heard.alike(gist(SAFE))] == [-3]
