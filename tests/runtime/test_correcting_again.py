"""A correction takes over the whole time of what was wrong, and can itself be put right."""

from datetime import UTC, datetime, timedelta

import pytest

from neuromem_graph import MemoryRuntime

GHENT, PORTO, COIMBRA = (f"I live in {city}." for city in ("Ghent", "Porto", "Coimbra"))


def day(number: int) -> datetime:
    return datetime(2025, 1, 1, tzinfo=UTC) + timedelta(days=number)


def held(memory: MemoryRuntime, question: str = "Where do I live?") -> list[tuple[str, str, bool]]:
    found = memory.resolve_worldview(question).beliefs
    return [(one.value, str(one.valid_from.date()), one.valid_to is None) for one in found]


@pytest.mark.parametrize("days", [(0, 2), (2, 0), (0, 3, 9), (5, 9, 0)])
def test_what_was_said_again_is_put_right_for_all_its_time(days: tuple[int, ...]) -> None:
    """However often, and in whatever order, the wrong words were said."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        for number in days:
            memory.ingest(user=GHENT, at=day(number))
        memory.correct(memory.query("Ghent").items[0].id, PORTO)
        assert held(memory) == [("Porto", str(day(min(days)).date()), True)]
        assert memory.verify(deep=True).ok


def test_one_of_several_values_is_put_right() -> None:
    """A slot of many values loses the wrong one, though it was said twice."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        wrong = memory.ingest(user="I'm allergic to nuts.", at=day(0)).created[0].id
        memory.ingest(user="I'm allergic to nuts.", at=day(4))
        memory.correct(wrong, "I'm allergic to milk.")
        assert held(memory, "What am I allergic to?") == [("milk", "2025-01-01", True)]


def test_a_correction_can_be_taken_back() -> None:
    """What was right once, then corrected, may be said again; a retry adds nothing."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        wrong = memory.ingest(user=GHENT, at=day(0)).created[0].id
        for words in (PORTO, COIMBRA, PORTO):
            assert memory.correct(wrong, words).created
            before = memory.stats().head.seq
            assert memory.correct(wrong, words).of("skipped")
            assert memory.stats().head.seq == before
        assert held(memory) == [("Porto", "2025-01-01", True)]
        memory.rebuild()
        assert held(memory) == [("Porto", "2025-01-01", True)]
