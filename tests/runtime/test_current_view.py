"""The current view of a question serves nothing that is over; views of the past do."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.types.base import Lens

DAY = datetime(2025, 1, 1, tzinfo=UTC)
SAID = (
    "I live in Ghent and my car is a Volvo.",
    "I moved to Porto and I like tea.",
    "I moved to Oslo.",
    "I no longer like tea.",
)


@pytest.fixture
def memory() -> Iterator[MemoryRuntime]:
    """A memory that heard SAID, ten days apart; each of the first two tells of two slots."""
    with MemoryRuntime.local("a", ":memory:", clock=lambda: DAY + timedelta(days=90)) as opened:
        for number, text in enumerate(SAID):
            opened.ingest(user=text, at=DAY + timedelta(days=10 * number))
        yield opened


def served(memory: MemoryRuntime, question: str, **asked: object) -> set[str]:
    return {item.text for item in memory.query(question, **asked).items}  # type: ignore[arg-type]


def test_a_memory_of_an_old_value_is_not_served(memory: MemoryRuntime) -> None:
    """Asked where I live, the memory of Ghent is out, though its car is still mine."""
    found = served(memory, "Where do I live?")

    assert SAID[2] in found
    assert not {SAID[0], SAID[1]} & found


def test_it_is_served_for_what_still_holds(memory: MemoryRuntime) -> None:
    """Asked for the car the same memory is served, and says which part of it is over."""
    (item,) = [i for i in memory.query("What car do I drive?").items if i.text == SAID[0]]

    assert item.ended == ("Ghent",)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ({"valid_at": DAY + timedelta(days=5)}, SAID[0]),
        ({"valid_at": DAY + timedelta(days=15)}, SAID[1]),
    ],
)
def test_of_another_time_the_value_of_then_is_served(
    memory: MemoryRuntime, asked: dict[str, datetime], text: str
) -> None:
    """What held then is what is not outdated then."""
    found = served(memory, "Where do I live?", **asked)

    assert text in found
    assert len(found & set(SAID[:3])) == 1


@pytest.mark.parametrize("lens", ["historical", "audit"])
def test_views_of_the_past_serve_all(memory: MemoryRuntime, lens: Lens) -> None:
    """Who looks at history or evidence sees every home."""
    assert set(SAID[:3]) <= served(memory, "Where did I live?", lens=lens)


def test_that_something_is_over_is_served(memory: MemoryRuntime) -> None:
    """The memory that only says that a taste ended answers the question for it."""
    found = served(memory, "Do I like tea?")

    assert SAID[3] in found
    assert SAID[1] not in found
