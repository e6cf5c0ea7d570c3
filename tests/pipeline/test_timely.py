"""A question that names a time and nothing else gets what was said then."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph import MemoryRuntime
from neuromem_graph.core.timely import names_only_time, near
from neuromem_graph.types.recall import Asked

NOW = datetime(2025, 9, 1, 9, tzinfo=UTC)
KITCHEN, HOUSE, TOOTH, PIZZA = (
    "The kitchen got repainted.", "I moved house last week.", "I had a root canal.", "We ate pizza."
)  # fmt: skip


@pytest.fixture
def memory() -> MemoryRuntime:
    """Hold what was said at four times."""
    made = MemoryRuntime.local("app", ":memory:", clock=lambda: NOW)
    for text, day in ((KITCHEN, (2024, 7, 10)), (HOUSE, (2024, 1, 10)), (TOOTH, (2025, 8, 27)),
                      (PIZZA, (2025, 7, 1))):  # fmt: skip
        made.ingest(user=text, at=datetime(*day, tzinfo=UTC))
    return made


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What happened in July 2024?", KITCHEN), ("What happened on 2024-07-10?", KITCHEN),
        ("What did I tell you in July 2024?", KITCHEN), ("What did I do last week?", TOOTH),
        ("What was I doing two months ago?", PIZZA), ("What has happened since April?", TOOTH),
        ("What did I tell you before 2024-02-01?", HOUSE),
        ("What happened on January 10, 2024?", HOUSE),
    ],
)  # fmt: skip
def test_what_was_said_then_comes_first(memory: MemoryRuntime, question: str, text: str) -> None:
    """None of its words need to stand in the answer; the explanation names the channel."""
    context = memory.query(question)

    assert context.items[0].text == text
    assert context.items[0].why["dated"] == (1.0, 1)
    assert context.trace_id is not None
    assert "dated: " in memory.explain(context.trace_id).to_text()


@pytest.mark.parametrize("question", ["What did I do in June 2024?", "What did I do on March 9?"])
def test_an_empty_time_finds_nothing(memory: MemoryRuntime, question: str) -> None:
    """What was said at another time is no answer."""
    assert memory.query(question).abstained == "nothing relevant was found"


@pytest.mark.parametrize(
    "question",
    [
        "What did I paint in July 2024?", "What happened?", "What will I do next week?",
        "Who came last week?", "Where did I live in 2024?", "in July", "last week",
        "What did they do to it last week?",
    ],
)  # fmt: skip
def test_other_questions_are_looked_for_by_their_words(
    memory: MemoryRuntime, question: str
) -> None:
    """One that names something else, or a time to come, or asks nothing, gets no such channel."""
    assert all("dated" not in item.why for item in memory.query(question).items)


def test_what_is_put_away_is_not_found_by_its_time(memory: MemoryRuntime) -> None:
    """The gates hold for this channel, too, and so does the moment that is read."""
    before = memory.stats().head.seq
    (item,) = memory.query("What happened in July 2024?").items
    memory.ingest(user="The fence got painted.", at=datetime(2024, 7, 12, tzinfo=UTC))
    memory.forget(item.id, "suppress")

    assert [one.text for one in memory.query("What happened in July 2024?").items] == [
        "The fence got painted."
    ]
    assert [
        one.text for one in memory.query("What happened in July 2024?", as_of=before).items
    ] == [KITCHEN]


def test_plain_words() -> None:
    """Only words that say no more than that something happened may stand beside the time."""
    assert names_only_time("what happened last week?")
    assert not names_only_time("what did nina do last week?")


@given(st.integers(1, 60_000), st.integers(0, 60_000), st.integers(1, 500), st.integers(1, 50))
def test_few_are_looked_at(count: int, begin: int, length: int, apart: int) -> None:
    """Among many, those of a time are found by few reads, if they were told in order."""
    memory = np.arange(count, dtype=np.int64) * 3 + 1
    read = list[int]()

    def times(some: Sequence[int]) -> Mapping[int, int]:
        read.extend(some)
        return {one: one * apart for one in some}

    asked = Asked(begin=begin * apart, end=(begin + length) * apart)
    wanted = [one for one in memory.tolist() if begin <= one < begin + length]
    found = near(memory, asked, times)

    assert set(wanted) <= set(found)
    assert len(read) <= 500
    assert len(found) <= 2_000
