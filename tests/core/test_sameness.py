"""What is the same has one key; what differs in a number, a name or a negation has another."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.sleeping.lexicon import lexicon
from neuromem_graph.core.sleeping.sameness import key_of, with_held
from neuromem_graph.settings import Settings
from neuromem_graph.settings.sleeping import OPENERS
from neuromem_graph.types.base import Polarity, to_micros
from neuromem_graph.types.sleeping import Fact, Held, Sleeper

AT = to_micros(datetime(2025, 1, 1, tzinfo=UTC))
WORDS = lexicon(Settings().sleeping)
TELLING = ["red", "Ghent", "1041", "not", "C++", "C", "never", "lamp", "boiler", "Anna", "Anne",
           "42", "4.2", "-42", "if", "to", "from", "bought", "sold", "only", "k-9",
           "K-8"]  # fmt: skip


def said(text: str, **fields: object) -> Sleeper:
    """Return a memory of some words, as sleep sees it."""
    made = Sleeper(1, "a", "fact", "user", None, "validated", text, AT, True, 2, "e", AT, 1,
                   False, False, True, None, {})  # fmt: skip
    return made._replace(**fields)  # type: ignore[arg-type]


def fact(predicate: str, value: str, polarity: Polarity = "asserted", entity: int = 7) -> Fact:
    """Return a firm fact that is believed."""
    return Fact(1, 9, entity, "user", predicate, value, polarity, "single", 5, 6, True, True)


def key(text: str, *facts: Fact, **fields: object) -> str | None:
    """Return the key of a memory."""
    return key_of(said(text, **fields), facts, WORDS, AT)


@given(st.lists(st.sampled_from(TELLING), min_size=2, max_size=8), st.data())
def test_another_word_is_another_key(words: list[str], data: st.DataObject) -> None:
    """Replacing, dropping or swapping a word that tells something always gives another key."""
    at = data.draw(st.integers(0, len(words) - 1))
    other = data.draw(st.sampled_from(TELLING))
    changed = [[*words[:at], *words[at + 1 :]], [*words[:at], other, *words[at + 1 :]],
               words[::-1]]  # fmt: skip
    folded = [word.casefold() for word in words]
    for one in changed:
        if [word.casefold() for word in one] != folded:
            assert key(" ".join(one)) != key(" ".join(words))


@given(st.lists(st.sampled_from(TELLING), min_size=2, max_size=8), st.data())
def test_openers_change_no_key(words: list[str], data: st.DataObject) -> None:
    """Openers before a comma and a final stop change no key."""
    small = data.draw(st.sampled_from(sorted(OPENERS.split())))
    assert key(f"{small.capitalize()}, {' '.join(words)}.") == key(" ".join(words))


@given(st.lists(st.sampled_from(TELLING), min_size=2, max_size=8), st.data())
def test_the_same_words_elsewhere_tell_something(words: list[str], data: st.DataObject) -> None:
    """What is empty before a comma is a word like any other within a sentence."""
    small = data.draw(st.sampled_from(sorted({*OPENERS.split(), "a", "the", "well", "just"})))
    at = data.draw(st.integers(1, len(words)))
    assert key(" ".join([*words[:at], small, *words[at:]])) != key(" ".join(words))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (fact("lives_in", "Ghent"), fact("home_city", "the city of Ghent")),
        (fact("favourite_colour", "teal"), fact("favorite_color", "Teal")),
        (fact("birthday", "May 4"), fact("date_of_birth", "4th of May")),
        (fact("wakes_up_at", "6:30 am"), fact("gets_up_at", "6:30am")),
    ],
)
def test_wordings_of_one_fact(one: Fact, other: Fact) -> None:
    """Names of a predicate and ways to write a value meet, where the words say nothing besides."""
    assert key(f"It is {one.value}.", one) == key(f"It is {other.value}.", other) is not None


@pytest.mark.parametrize(
    "other",
    [
        fact("works_in", "Ghent"), fact("born_in", "Ghent"), fact("from", "Ghent"),
        fact("lives_in", "Gent"), fact("lives_in", "Ghent", "negated"),
        fact("lives_in", "Ghent", entity=8), fact("lives_in", "Ghent West"),
    ],
)  # fmt: skip
def test_another_fact_has_another_key(other: Fact) -> None:
    """Another predicate, value, polarity or subject is never the same."""
    text = f"It is {other.value}."
    assert key(text, other) != key("It is Ghent.", fact("lives_in", "Ghent"))


@pytest.mark.parametrize(
    "fields",
    [{"own": True}, {"apart": True}, {"whole": False}, {"valid_from": AT + 1},
     {"metadata": {"task": "x"}}, {"type": "task_result"}, {"units": 2}, {"active": False}],
)  # fmt: skip
def test_some_memories_have_no_key(fields: dict[str, object]) -> None:
    """What is compiled, was taken out, ends, begins later or is a result stays as it is."""
    assert key("The lamp is red.", **fields) is None


def test_what_is_cut_off_in_name_only_is_held() -> None:
    """A value that another wording of it cut off is believed; one before another value is not."""

    def held(claim: int, value: str, since: int, until: int | None) -> Held:
        return Held(5, claim, claim, value, "asserted", since, until)

    run = [held(1, "Porto", 0, 1), held(2, "Ghent", 1, 2), held(3, "Porto", 2, 3),
           held(4, "the city of Porto", 3, 4), held(5, "porto", 4, None)]  # fmt: skip
    facts = [fact("lives_in", one.value)._replace(claim=one.claim, candidate=one.candidate)
             for one in run]  # fmt: skip
    found = with_held(facts, run, WORDS)
    assert [one.held for one in found] == [False, False, True, True, True]
