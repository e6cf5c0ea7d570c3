"""How alike two names are: the labelled pairs, what the page shows, and what always holds."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph import Settings
from neuromem_graph.core.names import OWN, at_odds, blocks, parts, same_writing, similarity
from neuromem_graph.core.text import fold
from neuromem_graph.errors import ConfigError
from tests.core.name_pairs import PAGE, PAIRS, Pair, figures, merges, shown, tables

GUESSED = "found by nothing but knowledge"

WORDS = "John Jon Smith Smyth Dr. Mrs. Inc. Ltd. K-9 II Jr. the José 山田 Анна , & C++".split()
words = st.sampled_from(WORDS) | st.text(min_size=1, max_size=6)
names = st.lists(words, min_size=1, max_size=4).map(" ".join).map(fold).filter(bool)


def key(pair: Pair) -> str:
    return f"{pair.one} - {pair.other}"


@pytest.mark.parametrize("pair", [p for p in PAIRS if not p.same], ids=key)
def test_two_are_never_merged(pair: Pair) -> None:
    """Of two that only share or resemble a name the second is not taken for the first."""
    assert not merges(pair)
    assert not merges(pair, turned=True)


@pytest.mark.parametrize("pair", [p for p in PAIRS if p.same and p.group != GUESSED], ids=key)
def test_writings_of_one_name_are_one(pair: Pair) -> None:
    """What differs in writing alone is found to be the same, whichever came first."""
    assert merges(pair)
    assert merges(pair, turned=pair.one.count("|") == pair.other.count("|"))


def test_the_default_merges_nothing_wrongly_and_finds_much() -> None:
    """At the default no two are merged, and four of five that are the same are found."""
    right, wrong, missed = figures(Settings().matching.same_at)

    assert len(PAIRS) >= 160
    assert wrong == 0
    assert right / (right + missed) >= 0.75


def test_the_page_shows_these_figures() -> None:
    """The tables of docs/entities.md are those that `tests.core.name_pairs` makes."""
    assert shown(PAGE.read_text("utf-8")) == tables()


def test_a_lower_threshold_would_merge_two() -> None:
    """Resemblance is no identity: the labelled pairs tell, the default is not just cautious."""
    assert figures(0.95)[1] > 0


@given(names, names)
def test_similarity_is_a_measure(one: str, other: str) -> None:
    """It lies in [0, 1], is the same in either order, and 1 only for the same writing."""
    score = similarity(one, other)

    assert 0.0 <= score <= 1.0
    assert score == similarity(other, one)
    assert (score == 1.0) == same_writing(one, other)
    assert similarity(one, one) == 1.0
    assert not (at_odds(one, other) and same_writing(one, other))


@given(names, names)
def test_writings_share_their_first_block(one: str, other: str) -> None:
    """What is the same is found by one look at an index, however many names there are."""
    if same_writing(one, other):
        assert blocks(one)[0] == blocks(other)[0]
    assert len(set(blocks(one))) == len(blocks(one))


@given(st.text(min_size=1, max_size=20))
def test_unicode_forms_are_one_name(name: str) -> None:
    """Composed, decomposed and compatibility forms of a name are the same."""
    key = fold(name)
    for form in ("NFC", "NFD", "NFKC"):
        assert same_writing(key, fold(unicodedata.normalize(form, name)))


@given(names, st.integers(0, 999), st.integers(0, 999))
def test_numbers_must_agree(name: str, one: int, other: int) -> None:
    """Names that differ in a number are not alike at all."""
    if one != other:
        assert similarity(fold(f"{name} {one}"), fold(f"{name} {other}")) == 0.0


def test_what_resembles_is_scored() -> None:
    """A letter, a nickname, an initial and a missing word are resemblance, below 1."""
    alike = [("jon smith", "john smith"), ("bob smith", "robert smith"), ("j smith", "john smith"),
             ("sarah", "sarah connor"), ("jose", "josé")]  # fmt: skip
    scores = [similarity(one, other) for one, other in alike]

    assert all(Settings().matching.near_at <= score < 1 for score in scores), scores
    assert all(set(blocks(one)) & set(blocks(other)) for one, other in alike)


def test_what_is_unlike_is_not_near() -> None:
    """Names with nothing but a word in common are not worth telling."""
    near = Settings().matching.near_at
    for one, other in [("john smith", "mary smith"), ("nina berg", "nina castle"),
                       ("alice jones", "alan jones"), ("nina", "tom")]:  # fmt: skip
        assert similarity(one, other) < near


def test_a_name_is_taken_apart() -> None:
    """Titles and legal forms stand beside the words; an address stays whole."""
    assert parts("prof. dr. maria weber") == (("maria", "weber"),) * 2 + (
        {"prof", "dr"},
        None,
        False,
    )
    assert parts("acme, inc").form == "inc"
    assert parts("ann@example.com").exact


def test_a_speakers_own_key_is_found_by_nobody() -> None:
    """No folded name is the key of a speaker, and it has no blocks."""
    assert fold(f"{OWN}ann") != f"{OWN}ann"
    assert blocks(f"{OWN}ann") == ()


def test_thresholds_must_make_sense() -> None:
    """What is the same can't be less alike than what is near."""
    with pytest.raises(ConfigError, match="near_at"):
        Settings(matching={"same_at": 0.8, "near_at": 0.9})
