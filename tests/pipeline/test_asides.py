"""What a sentence tells beside its fact outlives the fact."""

from datetime import UTC, datetime

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.core.asides import asides
from neuromem_graph.types.ingest import Claim

FIRST, SECOND = datetime(2024, 5, 1, tzinfo=UTC), datetime(2025, 1, 10, tzinfo=UTC)
NOW = datetime(2025, 9, 1, tzinfo=UTC)


def told(first: str, second: str) -> MemoryRuntime:
    """Tell something, and later that a fact of it is over."""
    memory = MemoryRuntime.local("app", ":memory:", clock=lambda: NOW)
    memory.ingest(user=first, at=FIRST)
    memory.ingest(user=second, at=SECOND)
    return memory


@pytest.mark.parametrize(
    ("first", "second", "question", "over"),
    [
        ("I live in Munich, and my passport number is in the blue folder.", "I moved to Hamburg.",
         "Where is my passport number?", "Munich"),
        ("I live in Munich with my husband Paul.", "I moved to Hamburg.", "Who is my husband?",
         "Munich"),
        ("I work at Acme where Bob taught me to weld.", "I work at Initech now.",
         "Who taught me to weld?", "Acme"),
        ("I live in Munich; grandma hid the spare key under the flower pot.",
         "I moved to Hamburg.", "Where is the spare key?", "Munich"),
        ("I drive a Golf that Uncle Sam gave me for my graduation.", "I drive a Tesla now.",
         "What did Uncle Sam give me for graduation?", "Golf"),
        ("My dentist is Dr. Weber and he said I need a crown on tooth 14.",
         "My dentist is Dr. Okafor now.", "What needs a crown?", "Dr. Weber"),
        ("Grandma hid the spare key under the pot, and I live in Munich.", "I moved to Hamburg.",
         "Where is the spare key?", "Munich"),
    ],
)  # fmt: skip
def test_the_rest_of_a_sentence_is_served(
    first: str, second: str, question: str, over: str
) -> None:
    """Its memory stays active when its fact ends, and is served with a label."""
    found = {item.text: item for item in told(first, second).query(question).items}

    assert found[first].ended == (over,)
    assert found[first].state == "active"


@pytest.mark.parametrize(
    "first",
    [
        "I live in Munich.", "I live in Munich now, finally!", "By the way, I live in Munich.",
        "I moved from Berlin to Munich in March 2023.", "Well, I live in Munich these days!",
        "I have been living in Munich since last year, btw.",
    ],
)  # fmt: skip
def test_a_bare_fact_ends_with_its_memory(first: str) -> None:
    """What only says when it is so, or stresses it, keeps no memory active."""
    memory = told(first, "I moved to Hamburg.")

    states = {item.text: item.state for item in memory.query("Munich", lens="audit").items}

    assert states[first] == "superseded"


def test_the_asked_slot_still_leaves_it_out() -> None:
    """Whoever asks for the slot is not shown the memory of a value that is over."""
    memory = told("I live in Munich with my husband Paul.", "I moved to Hamburg.")

    assert [item.text for item in memory.query("Where do I live?").items] == ["I moved to Hamburg."]


def test_rebuilding_keeps_it() -> None:
    """What is derived again says the same."""
    memory = told("I live in Munich with my husband Paul.", "I moved to Hamburg.")
    before = memory.query("Who is my husband?", record=False)

    memory.rebuild()

    assert memory.query("Who is my husband?", record=False).items == before.items


def test_sentences_that_no_claim_quotes() -> None:
    """A sentence that an extractor passed over tells something, too; a greeting does not."""
    text = "Hi! I live in Munich. Grandma hid the key."
    claim = Claim(turn=0, start=4, end=21, subject="user", predicate="lives_in", value="Munich")

    assert asides(text, [claim]) == (22,)
    assert asides(text, [claim.model_copy(update={"predicate": None})]) == ()
