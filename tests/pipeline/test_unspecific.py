"""Questions that name nothing: what is believed of the asker, then what was said lately."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.core.lenses import make_query
from neuromem_graph.core.packing import NOTHING_RELEVANT, NOTHING_STORED
from neuromem_graph.core.unspecific import is_unspecific
from neuromem_graph.pipeline import gathering, recall
from neuromem_graph.types.ledger import Places

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
ASKING = (
    "What did I tell you?", "Tell me everything", "What do you know about me?", "Who am I?",
    "Summarize what you remember", "What do you remember?", "What have I said so far?",
    "Give me a summary.", "recap please", "what's in your memory?", "List all my memories",
    "Do you know anything about me?", "I'd like you to summarize what I told you",
    "What facts do you have about me?", "What have you learned about me so far?",
    "Hi, can you summarize our conversation?", "WHAT DO YOU KNOW ABOUT ME?!",
    "Tell me about myself",
    "Please tell me everything you know.", "What\u2019s stored about me?", "Who am I to you?",
)  # fmt: skip
NAMING = (
    "???", "", "Who is it?", "The Who", "What about it?", "ok", "I know", "You know what?",
    "Tell me more", "Tell me about it", "What did he say?", "How do you know?", "What is it?",
    "What did I tell you about Nina?", "What do I like?", "everything", "That's all I know",
    "What do you know about tea?", "Who told you?", "Do you know?",
    "What do you not know about me?",
    "Who are you?", "What can you do?", "What did I tell you " + "so far " * 40,
)  # fmt: skip
FACTS = ("My name is Ann.", "I live in Ghent.", "I love green tea.")


class Clock:
    """Tick an hour per look."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(hours=1)
        return self.now


@pytest.fixture
def memory() -> Any:
    with MemoryRuntime.local("x", ":memory:", clock=Clock()) as memory:
        memory.observe_many(FACTS)
        memory.observe_many(f"On the walk number {n} we saw a heron." for n in range(200))
        yield memory


@pytest.mark.parametrize("question", ASKING)
def test_it_is_known_by_its_words(question: str, memory: MemoryRuntime) -> None:
    """However it is put: beliefs about the asker first, then the newest memories, explained."""
    context = memory.query(question)
    assert {one.value for one in context.worldview} == {"Ann", "Ghent", "green tea"}
    assert context.abstained is None
    told = [item for item in context.items if item.text not in FACTS]
    assert "walk number 199" in told[0].text
    assert told[0].why["recent"] == (1.0, 1)
    assert len(context.items) == 10
    assert "It names nothing" in memory.explain(str(context.trace_id)).to_text()


@pytest.mark.parametrize("question", NAMING)
def test_others_keep_their_meaning(question: str) -> None:
    """What names something, points at something, or asks nothing, is none of them."""
    assert not is_unspecific(question.casefold())


def test_the_budget_holds_beliefs_first(memory: MemoryRuntime) -> None:
    """In a small budget beliefs come before memories, and never more tokens than it has."""
    context = memory.query("What do you know about me?", budget_tokens=100)
    assert context.worldview
    assert context.tokens <= 100


def test_a_namespace_with_nothing_in_it(memory: MemoryRuntime) -> None:
    """It says so; and what may not be served is told from nothing."""
    assert memory.within("y").query("What did I tell you?").abstained == NOTHING_STORED
    closed = memory.query("What did I tell you?", filters={"channels": ["tool"]})
    assert closed.abstained == NOTHING_RELEVANT


def test_what_is_over_is_not_told(memory: MemoryRuntime) -> None:
    """A value that was replaced is not believed; what was forgotten is not served."""
    memory.ingest(user="I moved to Bruges.")
    last = memory.query("What do you know about me?").items[0]
    memory.forget(last.id)
    context = memory.query("What do you know about me?")
    assert "Ghent" not in {one.value for one in context.worldview}
    assert last.id not in {item.id for item in context.items}


def test_as_of_and_threads_narrow_it(memory: MemoryRuntime) -> None:
    """It is answered from one moment, and from one thread if that is asked."""
    seq = memory.stats().head.seq
    memory.observe_many(["The fox ran off."], thread="t")
    memory.observe_many([f"It rained {n} times." for n in range(150)])
    assert "walk number 199" in memory.query("What did I tell you?", as_of=seq).items[0].text
    narrow = memory.query("What did I tell you?", filters={"thread": "t"})
    assert [item.text for item in narrow.items] == ["The fox ran off."]


def test_importance_counts(memory: MemoryRuntime) -> None:
    """Of equal age, what outcomes raised comes first."""
    asked, other = "What did I tell you?", "walk number 196"
    used = memory.query(other, k=1).items[0].id
    before = [item.id for item in memory.query(asked).items].index(used)
    for _ in range(5):
        memory.after_turn(str(memory.query(other, k=1).trace_id), "success")
    assert [item.id for item in memory.query(asked).items].index(used) < before


def test_what_it_may_name_is_looked_for(memory: MemoryRuntime) -> None:
    """ "My notes" may be notes: a memory that holds the word comes first."""
    memory.observe_many(["The notes are in the red folder."])
    memory.observe_many(f"It rained {n} times." for n in range(50))
    assert "red folder" in memory.query("What do you remember of my notes?").items[0].text


def test_all_doors_agree(memory: MemoryRuntime) -> None:
    """Awaited, or with items of a store: the same memories."""
    question = "What do you know about me?"
    one = memory.query(question)
    assert asyncio.run(memory.aquery(question)).text == one.text
    assert memory.query(question, include_items=True).text == one.text


def test_few_memories_are_looked_at(memory: MemoryRuntime) -> None:
    """However many there are, and whatever the filter, a bounded number is looked at."""
    looked: list[int] = []

    class Closed:
        """Let nothing pass."""

        def places(self, namespace: Any, memories: Any, gate: Any) -> Places:
            looked.append(len(memories))
            return Places(memory=tuple(memories), open=(False,) * len(memories))

    query = make_query(text="What did I tell you?", namespace=memory.namespace)
    plan = recall.plan(query, memory.resources)
    reader: Any = Closed()
    assert gathering.newest(np.arange(1_000_000), plan, reader, 100) == []
    assert sum(looked) < 10_000
