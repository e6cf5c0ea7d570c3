"""A correction by id means the memory that it names, and stands where that stood."""

from datetime import UTC, datetime, timedelta

import pytest

from neuromem_graph import MemoryRuntime


def day(number: int) -> datetime:
    return datetime(2025, 1, 1, tzinfo=UTC) + timedelta(days=number)


def lives(memory: MemoryRuntime, entity: int | None = None) -> list[tuple[str, str, str, str]]:
    """Return every value there is or was of where somebody lives, with its status and times."""
    return [
        (("not " if one.polarity == "negated" else "") + str(one.value), one.status,
         str(one.valid_from)[:10], str(one.valid_to)[:10])
        for slot in memory.resolve_worldview(lens="audit").slots
        if entity in (None, slot.entity)
        for one in slot.candidates
    ]  # fmt: skip


def whole(memory: MemoryRuntime) -> bool:
    """Tell whether folding the records again gives the same."""
    return memory.verify(deep=True).ok


@pytest.mark.parametrize(
    ("wrong", "right", "before", "after"),
    [
        ("I've lived in Ghent since 2015.", "I've lived in Ghent since 2018.",
         ("Ghent", "2015-01-01", "None"), ("Ghent", "2018-01-01", "None")),
        ("I've lived in Ghent since 2018.", "I've lived in Ghent since 2015.",
         ("Ghent", "2018-01-01", "None"), ("Ghent", "2015-01-01", "None")),
        ("I visited Rome in May 2024.", "I visited Rome in September 2024.",
         ("Rome", "2024-05-01", "2024-06-01"), ("Rome", "2024-09-01", "2024-10-01")),
        ("I lived in Rome from 2010 to 2012.", "I lived in Rome from 2011 to 2013.",
         ("Rome", "2010-01-01", "2012-01-01"), ("Rome", "2011-01-01", "2013-01-01")),
        ("I'll move to Porto on March 1, 2027.", "I'll move to Porto on April 1, 2027.",
         ("Porto", "2027-03-01", "None"), ("Porto", "2027-04-01", "None")),
        ("I live in Ghent.", "I lived in Ghent from 2010 to 2012.",
         ("Ghent", "2025-01-01", "None"), ("Ghent", "2010-01-01", "2012-01-01")),
    ],
)  # fmt: skip
def test_other_dates_of_the_same(
    wrong: str, right: str, before: tuple[str, str, str], after: tuple[str, str, str]
) -> None:
    """The same value at another time is what holds; the old time was never so."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.correct(memory.ingest(user=wrong, at=day(0)).created[0].id or "", right)
        for _ in range(2):
            found = {(status == "rejected", value, *times)
                     for value, status, *times in lives(memory)}  # fmt: skip
            assert found == {(True, *before), (False, *after)}
            memory.rebuild()
        assert whole(memory)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("move", "since"),
    [("I moved to Porto.", 10), ("I live in Porto.", 10), ("I moved to Porto on January 8.", 7)],
)
def test_what_was_said_of_it_later_still_holds(move: str, since: int, late: bool) -> None:
    """A later move holds, whether it is imported before the correction or after it."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        wrong = memory.ingest(user="I live in Ghent.", at=day(0)).created[0].id or ""
        previewed = memory.preview(user="I like tea. " + move, at=day(10))
        if not late:
            memory.ingest(user=move, at=day(10))
        memory.correct(wrong, "I live in Rome.")
        if late:
            memory.apply(previewed)
        until = str(day(since))[:10]
        assert [one for one in lives(memory) if one[0] != "tea"] == [
            ("Porto", "active", until, "None"),
            ("Rome", "historical", "2025-01-01", until),
            ("Ghent", "rejected", "2025-01-01", until if not late else "None"),
        ]
        assert whole(memory)


def test_what_the_wrong_words_had_ended_carries_on() -> None:
    """If the right words tell of something else, what held before them holds again."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user="I live in Ghent.", at=day(0))
        wrong = memory.ingest(user="I moved to Porto.", at=day(10)).created[0].id or ""
        memory.correct(wrong, "I like tea.")
        for _ in range(2):
            (one,) = memory.resolve_worldview("Where do I live?").beliefs
            assert (one.value, one.valid_to) == ("Ghent", None)
            assert "I live in Ghent." in memory.query("Where do I live?").text
            memory.rebuild()
        assert whole(memory)


def test_each_of_several_facts_is_put_right_by_its_own() -> None:
    """What is said again stays; of the rest each new fact stands where one old fact stood."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        told = "I lived in Rome from 2010 to 2012. I lived in Ghent from 2014 to 2016."
        wrong = memory.ingest(user=told, at=day(0)).created[0].id or ""
        right = "I lived in Ghent from 2014 to 2016. I lived in Milan from 2010 to 2012."
        memory.correct(wrong, right)
        assert [one for one in lives(memory) if one[1] != "rejected"] == [
            ("Ghent", "historical", "2014-01-01", "2016-01-01"),
            ("Milan", "historical", "2010-01-01", "2012-01-01"),
        ]
        assert whole(memory)


@pytest.mark.parametrize("denied", [False, True])
def test_who_was_merged_keeps_what_nobody_denied(denied: bool) -> None:
    """What a correction meant of one is not looked for in the other when they are taken apart."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user="My sister Nina lives in Ghent.", at=day(0))
        wrong = memory.ingest(user="My colleague Nina lives in Bonn.", at=day(10)).created[0].id
        sister, colleague = (one.entity for one in memory.entities())
        memory.merge(colleague, into=sister)
        memory.correct(wrong or "", "My colleague Nina lives in Porto.")
        if denied:
            memory.ingest(user="Nina never lived in Porto.")
        memory.unmerge(colleague)
        kept = {value: status for value, status, *_ in lives(memory)}
        assert kept["Bonn"] == "rejected"
        assert kept["Ghent"] == ("active" if denied else "historical")
        assert kept["Porto"] == ("rejected" if denied else "active")
        assert whole(memory)


def test_a_denial_that_was_erased_denies_nothing_else() -> None:
    """What it had taken off the record stays off, and what it did not mean stays."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user="I live in Ghent.", at=day(0))
        memory.ingest(user="I moved to Porto.", at=day(10))
        never = memory.ingest(user="I never lived in Ghent, it was Rome.", at=day(20))
        memory.erase(never.created[0].id or "", "asked")
        memory.ingest(user="I lived in Leeds from 2010 to 2012.", at=day(5))
        (one,) = memory.resolve_worldview("Where do I live?").beliefs
        assert (one.value, one.valid_to) == ("Porto", None)
        assert memory.resolve_worldview("Where do I live?", valid_at=day(3)).beliefs == ()
        assert whole(memory)
