"""What each signal of a recall is for: without its weight the answer comes later."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.settings import Retrieval, Settings

START = datetime(2024, 2, 5, 9, tzinfo=UTC)

Turn = tuple[str, str]  # speaker, text


def without(*names: str, **fields: Any) -> Settings:
    """Return settings in which some channels weigh nothing."""
    usual = Retrieval()
    groups = {
        group: {name: 0.0 if name in names else w for name, w in getattr(usual, group).items()}
        for group in ("weights", "signals", "agreement")
    }
    return Settings(retrieval=Retrieval(**groups, **fields))


def days(*said: Sequence[Turn], apart: int = 1) -> Iterator[dict[str, Any]]:
    """Give the turns of some threads, one thread a day."""
    for number, turns in enumerate(said):
        for minute, (who, text) in enumerate(turns):
            at = START + timedelta(days=number * apart, minutes=minute)
            yield {"content": text, "speaker": who, "thread": f"t{number}", "at": at,
                   "id": f"{number}.{minute}"}  # fmt: skip


def order(events: Iterator[dict[str, Any]], question: str, settings: Settings | None = None):
    """Return the ids of what is found, the best first."""
    memory = MemoryRuntime.local("signals", ":memory:", settings=settings or Settings())
    memory.observe_many(events)
    return [item.message_id for item in memory.query(question, budget_tokens=10_000).items]


def place(found: list[str | None], id_: str) -> int:
    return found.index(id_) if id_ in found else 99


SMALL = [("Ida", "It rained all morning here."), ("Per", "Same here, the trams were late.")]


def test_kin_of_a_word_finds_its_answer() -> None:
    """A question about a kind finds a member of it that shares no word."""
    chat = [SMALL, [("Ida", "My hamster ran in its wheel all night."), ("Per", "Poor you.")], SMALL]
    question = "Which pets does Ida keep?"
    assert order(days(*chat), question)[0] == "1.0"
    assert order(days(*chat), question, Settings(retrieval=Retrieval(kin=0.0)))[:1] != ["1.0"]


def test_forms_of_a_verb_are_one_word() -> None:
    """ "Bought" answers "buy"."""
    chat = [SMALL, [("Ida", "We bought a sofa."), ("Per", "Nice.")], SMALL]
    assert order(days(*chat), "What did they buy?")[0] == "1.0"


def test_an_answer_has_the_words_of_its_question() -> None:
    """Of the turns beside a question, the one after it comes before the one that led to it."""
    chat = [[("Ida", "Sunny, I think."), ("Per", "What will you cook for the anniversary?"),
             ("Ida", "Lentils, I think.")], SMALL]  # fmt: skip
    question = "What was cooked for the anniversary?"
    found, less = order(days(*chat), question), order(days(*chat), question, without("answer"))
    assert place(found, "0.2") < place(found, "0.0")
    assert place(less, "0.0") < place(less, "0.2")


def test_what_stands_near_counts_more_than_what_stands_far() -> None:
    """A turn beside the words of a question comes before one that stands three turns away."""
    talk = [("Ida", "The marathon is on Sunday."), ("Per", "I have new shoes.")]
    chat = [[*talk, ("Ida", "Good to know."), ("Per", "They are light."), ("Ida", "Yes.")], SMALL]
    found = order(days(*chat), "What about the marathon?")
    assert place(found, "0.1") < place(found, "0.3")


def test_the_thread_tells_what_a_turn_is_about() -> None:
    """Of two turns with the same word, the one whose thread speaks of the rest comes first."""
    chat = [
        [("Ida", "The boat has a leak."), ("Per", "Oh no."), ("Ida", "Right at the keel."),
         ("Per", "Is it the sails again?"), ("Ida", "No, the paint is old.")],
        [("Ida", "The kitchen is done."), ("Per", "Nice."), ("Ida", "Tiles are new."),
         ("Per", "And the walls?"), ("Ida", "No, the paint is old.")],
    ]  # fmt: skip
    question = "What of the paint of the boat?"
    found = order(days(*chat), question)
    assert place(found, "0.4") < place(found, "1.4")


def test_a_date_in_a_question_prefers_what_was_said_then() -> None:
    """A month that the question names is that of the memory."""
    chat = [[("Ida", "I went sailing with Ruth.")], [("Ida", "I went sailing with Ruth and Tom.")]]
    question = "With whom did Ida go sailing in March 2024?"
    assert order(days(*chat, apart=30), question)[0] == "1.0"
    assert order(days(*chat, apart=30), question, without("date"))[0] == "0.0"


@pytest.mark.parametrize(
    ("question", "empty", "telling"),
    [
        ("When does the choir meet?", "The choir is loud at home.", "The choir meets tomorrow."),
        ("How many goats are there?", "The goats are all there.", "The goats are twelve."),
        ("Who drives the tram?", "The tram driver waved.", "The tram driver is Olga."),
        ("Where is the quarry?", "The quarry is far off.", "The quarry is near Vik."),
        ("Why is the mill shut?", "The mill is shut now.", "The mill is shut because of mice."),
        ("How does Ida feel about the exam?", "The exam is over.", "The exam made me proud."),
    ],
)
def test_an_answer_is_of_the_sort_that_is_asked_for(
    question: str, empty: str, telling: str
) -> None:
    """Who asks when, how many, who, where, why or how it felt gets what holds such a thing."""
    chat = [[("Ida", empty)], [("Ida", telling)]]
    held = {
        name: {one.message_id: one.why.get(name) for one in _items(chat, question, settings)}
        for name, settings in (("cue", Settings()),)
    }
    assert held["cue"] == {"0.0": None, "1.0": (1.0, 1)}


def _items(chat: Sequence[Sequence[Turn]], question: str, settings: Settings):
    memory = MemoryRuntime.local("signals", ":memory:", settings=settings)
    memory.observe_many(days(*chat))
    return memory.query(question, budget_tokens=10_000).items


def test_what_says_more_comes_first() -> None:
    """Of two memories that hold the word, the one that says more is preferred."""
    chat = [[("Ida", "Kites.")], [("Ida", "Kites fly best on the long beach behind the harbour.")]]
    assert order(days(*chat), "kites", Settings(retrieval=Retrieval(b=0.0)))[0] == "1.0"
    assert order(days(*chat), "kites", without("said", "importance", b=0.0))[0] == "0.0"


def test_what_ends_with_a_question_comes_later() -> None:
    """Of two memories with the same words, the one that tells comes before the one that asks."""
    chat = [[("Ida", "Kites fly best here?")], [("Ida", "Kites fly best here.")]]
    assert order(days(*chat), "kites")[0] == "1.0"
    assert order(days(*chat), "kites", without("question", "importance"))[0] == "0.0"


def test_other_namespaces_change_nothing() -> None:
    """Scores, signals and order are those of one namespace, and asking twice gives the same."""
    memory = MemoryRuntime.local("signals", ":memory:")
    memory.observe_many(days(SMALL, [("Ida", "My hamster ran all night."), ("Per", "Oh.")]))
    before = memory.query("Which pets does Ida keep?", record=False).items
    other = memory.within("else")
    other.observe_many(days([("Ida", "My hamster and my parrot.")] * 1, [("Ida", "Pets!")]))
    assert memory.query("Which pets does Ida keep?", record=False).items == before
