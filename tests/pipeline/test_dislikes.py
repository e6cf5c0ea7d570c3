"""Questions about dislikes reach what was said to be disliked."""

import pytest

from neuromem_graph import MemoryRuntime


@pytest.fixture
def memory() -> MemoryRuntime:
    """Hold likes and dislikes of two people."""
    made = MemoryRuntime.local("app", ":memory:")
    made.ingest(user="I love hiking but hate swimming.")
    made.ingest(user="I like tea.")
    made.ingest(user="My sister Nina hates olives.")
    return made


@pytest.mark.parametrize(
    "question",
    ["What do I hate?", "What do I dislike?", "What don't I like?", "What can't I stand?",
     "What do I not like?", "Which things do I detest?"],
)  # fmt: skip
def test_dislikes_come_first(memory: MemoryRuntime, question: str) -> None:
    """What is disliked answers; what is liked comes after it."""
    best = memory.query(question).worldview[0]

    assert (best.value, best.polarity) == ("swimming", "negated")


@pytest.mark.parametrize("question", ["What do I like?", "What do I love?"])
def test_likes_still_come_first(memory: MemoryRuntime, question: str) -> None:
    """Whoever asks for likes sees these first."""
    assert memory.query(question).worldview[0].polarity == "asserted"


def test_of_somebody_else(memory: MemoryRuntime) -> None:
    """The dislikes of "my sister" are hers."""
    found = memory.query("What does my sister hate?").worldview

    assert [(one.entity, one.value) for one in found] == [("Nina", "olives")]


def test_what_stands_somewhere(memory: MemoryRuntime) -> None:
    """To stand is not to stand something."""
    assert not memory.query("Where does my desk stand?").worldview
