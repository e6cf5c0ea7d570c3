"""A name in a question finds what was said under the other names of whom it means."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.settings.expanding import Expanding

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
SAID = (
    "Robert lives in Ghent.",
    "The trip with Robert went through three countries.",
    "The train had a delay.",
    "The weather was fine on Monday.",
)
ASKED = "How many countries did Bob see?"


class Clock:
    """Tick an hour per look."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(hours=1)
        return self.now


def opened(*more: Any, **fields: Any) -> MemoryRuntime:
    memory = MemoryRuntime.local("x", ":memory:", clock=Clock(), **fields)
    memory.observe_many({"content": text, "id": text} for text in (*SAID, *more))
    return memory


def called(memory: MemoryRuntime, name: str) -> int:
    (found,) = memory.entities(name)
    return found.entity


def why(memory: MemoryRuntime, question: str, **fields: Any) -> dict[str, tuple[str, ...]]:
    context = memory.query(question, **fields)
    told = memory.explain(str(context.trace_id)).expanded
    return {} if told is None else told.aliases


@pytest.fixture
def memory() -> Any:
    with opened() as memory:
        yield memory


def test_an_alias_finds_what_the_name_said(memory: MemoryRuntime) -> None:
    """After alias(Robert, Bob) a question about Bob finds free text about Robert."""
    assert memory.query("What about Bob?").items == ()
    memory.alias(called(memory, "Robert"), "Bob")
    found = [item.text for item in memory.query("What about Bob?").items]
    assert {SAID[0], SAID[1]} == set(found[:2])
    assert why(memory, ASKED) == {"bob": ("Robert",)}
    assert memory.query(ASKED).items[0].text == SAID[1]
    assert "Other names of bob: Robert" in str(memory.explain(str(memory.query(ASKED).trace_id)))


def test_merged_entities_share_their_names() -> None:
    """After a merge each name finds the other; after it is undone, none does."""
    with opened("Bob works at Acme.") as memory:
        bob = called(memory, "Bob")
        memory.merge(bob, called(memory, "Robert"))
        assert why(memory, ASKED) == {"bob": ("Robert",)}
        memory.unmerge(bob)
        assert why(memory, ASKED) == {}


def test_a_name_of_two_finds_neither() -> None:
    """What may mean one or the other is not widened."""
    with opened("Rupert lives in Lyon.") as memory:
        memory.alias(called(memory, "Robert"), "Bob")
        memory.alias(called(memory, "Rupert"), "Bob")
        assert why(memory, ASKED) == {}


def test_what_was_known_then_counts(memory: MemoryRuntime) -> None:
    """At a moment before the alias was told there is none."""
    before = memory.stats().head.seq
    memory.alias(called(memory, "Robert"), "Bob")
    assert why(memory, ASKED, as_of=before) == {}
    assert why(memory, ASKED) != {}


def test_a_relation_finds_the_name() -> None:
    """What was said of Nina answers for "my sister", if there is one sister."""
    with opened("My sister Nina lives in Antwerp.", "Nina complained about the rent.") as memory:
        context = memory.query("What did my sister complain about?")
        assert context.items[0].text == "Nina complained about the rent."
        assert why(memory, "What did my sister complain about?") == {"my sister": ("Nina",)}


def test_another_namespace_has_its_own(memory: MemoryRuntime) -> None:
    """A name is widened by what its own namespace knows."""
    other = memory.within("y")
    other.observe_many(["Robert lives in Rome.", "Robert likes rain."])
    memory.alias(called(memory, "Robert"), "Bob")
    assert why(other, ASKED) == {}


def test_an_erased_name_is_gone() -> None:
    """Once what gave a name is erased, nobody is found by it."""
    with opened("Bob works at Acme.") as memory:
        memory.merge(called(memory, "Bob"), called(memory, "Robert"))
        for item in memory.query("Robert Ghent countries").items:
            if "Robert" in item.text:
                memory.erase(item.id)
        assert "Robert" not in memory.query(ASKED).model_dump_json()
        assert why(memory, ASKED) == {}


def test_it_can_be_turned_off() -> None:
    """With `aliases=0` a question is looked for as it stands."""
    chosen = Settings(expanding=Expanding(aliases=0))
    with opened(settings=chosen) as memory:
        memory.alias(called(memory, "Robert"), "Bob")
        assert why(memory, ASKED) == {}


def test_names_of_several_words_weigh_less() -> None:
    """The words of a longer name point, but less than a name that is as good."""
    with opened("The Smith of the village shoes horses.", "Bob shoes horses.") as memory:
        memory.alias(called(memory, "Robert"), "Robert Smith")
        memory.alias(called(memory, "Robert"), "Bob")
        found = [item.text for item in memory.query("Does Bob shoe horses?").items]
        assert found[0] == "Bob shoes horses."


def test_speakers_are_known_by_their_other_names(memory: MemoryRuntime) -> None:
    """A message of Robert agrees with a question about Bob."""
    memory.observe_many(
        [
            {"role": "user", "speaker": "Robert", "content": "Countries are many, I saw them all."},
            {"role": "user", "speaker": "Zoe", "content": "Countries are many, says the teacher."},
        ]
    )
    memory.alias(called(memory, "Robert"), "Bob")
    by_text = {item.text: item for item in memory.query("Which countries did Bob see?").items}
    assert "speaker" in by_text["Countries are many, I saw them all."].why
    assert "speaker" not in by_text["Countries are many, says the teacher."].why
