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


def past(memory: MemoryRuntime, at: datetime, as_of: int | None = None) -> list[str]:
    found = memory.resolve_worldview("Where do I live?", valid_at=at, as_of=as_of)
    return [str(one.value) for one in found.beliefs]


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


def test_a_correction_that_was_corrected_is_put_right_for_its_own_time() -> None:
    """Corrected twice, it holds from when the first words held, and ends nothing newer."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        wrong = memory.ingest(user="I live in Braga.", at=day(0)).created[0].id
        memory.ingest(user="I moved to Lisbon.", at=day(20))
        first = memory.correct(wrong, PORTO).created[0].id
        memory.correct(first, COIMBRA)
        before = memory.stats().head.seq
        memory.correct(first, "I live in Faro.")
        for _ in range(2):
            assert held(memory) == [("Lisbon", str(day(20).date()), True)]
            assert past(memory, day(5)) == ["Faro"]
            assert past(memory, day(5), as_of=before) == ["Coimbra"]
            memory.rebuild()
        assert memory.verify(deep=True).ok


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (("I like tea.", "I like coffee.", "I like cocoa."), "What do I like?"),
        (("I like tea.", "I live in Porto.", "I live in Cocoa."), "Where do I live?"),
    ],
)
def test_what_was_put_right_wrongly_is_off_the_record(
    words: tuple[str, str, str], question: str
) -> None:
    """Of the corrections of one memory the last one counts, in a slot of many values too."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        wrong = memory.ingest(user=words[0], at=day(0)).created[0].id
        memory.ingest(user="I like rum.", at=day(1))
        for text in words[1:]:
            memory.correct(str(wrong), text)
        for _ in range(2):
            everything = {value.lower() for asked in (question, "What do I like?")
                          for value, *_ in held(memory, asked)}  # fmt: skip
            assert everything == {"rum", "cocoa"}
            memory.rebuild()
        lines = memory.query(question).text
        assert "no longer" not in lines
        assert memory.verify(deep=True).ok
