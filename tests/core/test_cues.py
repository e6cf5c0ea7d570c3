"""Reading which sort of answer, which date and how many things a question asks for."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.cues import CUES, agreeing, cues_of, days_of, lists
from neuromem_graph.core.kindred import kindred
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.recall import Asked


def places(*texts: str | None, at: datetime | None = None) -> Places:
    n = len(texts)
    when = to_micros(at or datetime(2024, 3, 9, tzinfo=UTC))
    return Places(
        memory=tuple(range(1, n + 1)), length=(3,) * n, thread=(0,) * n, position=(0,) * n,
        open=(True,) * n, kind=("episode",) * n, channel=("user",) * n, speaker=(None,) * n,
        asks=(False,) * n, importance=(1.0,) * n, happened_at=(when,) * n, text=texts,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("which cities has tom been to?", True),
        ("what hobbies does ida have?", True),
        ("what do ida and per have in common?", True),
        ("where has she lived?", True),
        ("what are her pets called?", True),
        ("what did ida cook on sunday?", False),
        ("when was the party?", False),
        ("what does she have to pay?", False),
        ("which concerts were there in march?", False),
        ("where do i live?", False),
    ],
)
def test_questions_for_several_things(question: str, several: bool) -> None:
    """A plural, the perfect tense and "both" ask for several things; a time asks for one."""
    assert lists(question) is several


def test_dates_are_read_as_far_as_they_go() -> None:
    """Day, month and year in either order, or only some of them; "may" the verb is no month."""
    assert days_of("on 9 March 2024 or in May") == ((2024, 3, 9), (None, 5, None))
    assert days_of("on July 4th, 2023, and 2023-11-05") == ((2023, 7, 4), (2023, 11, 5))
    assert days_of("what may I eat in 2022?") == ((2022, None, None),)
    assert days_of("the 2024-99-99 build") != ()


@pytest.mark.parametrize(
    ("question", "score"),
    [
        ("on 9 March 2024", 1.0), ("on 10 March", 1.0), ("on 20 March", 0.5), ("in March", 0.5),
        ("in 2024", 0.15), ("in April", 0.0), ("in March 2023", 0.0), ("9 March 2023?", 0.0),
    ],
)  # fmt: skip
def test_dates_agree_by_degrees(question: str, score: float) -> None:
    """The day is worth most, the month half of it, the year little."""
    hits = {one.channel: one for one in agreeing(question, Asked(), places("a"))}
    assert hits["date"].scores == ((score,) if score else ())


@given(st.text(max_size=80), st.lists(st.none() | st.text(max_size=60), max_size=6))
def test_signals_are_shares(question: str, texts: list[str | None]) -> None:
    """Whatever is asked of whatever is stored, each signal is in [0, 1], and the same again."""
    found = agreeing(question, Asked(), places(*texts))
    assert found == agreeing(question, Asked(), places(*texts))
    assert all(0 < score <= 1 for one in found for score in one.scores)
    assert set(cues_of(question)) <= set(CUES)


@given(
    st.lists(st.sampled_from(["pet", "job", "buy", "citi", "zzz"]), max_size=8), st.integers(0, 99)
)
def test_kin_are_bounded(terms: list[str], most: int) -> None:
    """There are never more words of kin than allowed, and no term is its own."""
    found = kindred(terms, most)
    assert [one.term for one in found] == terms
    assert sum(len(one.kin) for one in found) <= most
    assert all(one.term not in (*one.kin, *one.forms) for one in found)
