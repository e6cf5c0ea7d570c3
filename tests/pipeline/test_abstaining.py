"""Abstention: what was never mentioned gets a reason instead of noise."""

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.core.packing import NOTHING_RELEVANT, NOTHING_STORED
from neuromem_graph.settings.packing import Packing

CHAT = [
    "I live in Ghent.",
    "I love green tea.",
    "My sister Nina works at the bank on Tuesdays.",
    "The dentist wants the invoice of last month.",
    "We went hiking in the hills behind the old monastery.",
    "Rex, our dog, hates the vacuum cleaner.",
]
UNKNOWN = [
    "What is the capital of Mongolia?",
    "How do I configure nginx as a reverse proxy?",
    "Which insurance company do Sofia's parents use?",
    "Explain the Krebs cycle in detail",
]
KNOWN = [
    "Where do I live?",
    "which tea",
    "When does Nina work?",
    "Which of the many invoices does the dentist of my family still want from us?",
    "hiking?",
    "What does Rex hate?",
]


@pytest.fixture
def memory():
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.observe_many({"content": text, "id": text} for text in CHAT)
        yield memory


@pytest.mark.parametrize("question", UNKNOWN)
def test_what_was_never_mentioned(memory: MemoryRuntime, question: str) -> None:
    """Nothing is served, and the context says so."""
    context = memory.query(question)

    assert (context.abstained, context.text, context.items) == (NOTHING_RELEVANT, "", ())


@pytest.mark.parametrize("question", KNOWN)
def test_what_was_mentioned(memory: MemoryRuntime, question: str) -> None:
    """One word that tells is enough to be answered, however many others there are."""
    assert memory.query(question).abstained is None


def test_no_floor() -> None:
    """Without a floor, whatever shares a word is served; below it, what was ranked is explained."""
    question = (
        "What did the plumber, the gardener, the notary, the roofer, the painter and the butcher "
        "tell Sofia's parents, neighbours and colleagues about the old bill?"
    )
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.observe_many(CHAT)
        context = memory.query(question)
        assert context.abstained == NOTHING_RELEVANT
        assert {one.decision for one in context.left_out} == {"not_relevant"}
    with MemoryRuntime.local(
        "x", ":memory:", settings=Settings(packing=Packing(floor=0))
    ) as memory:
        memory.observe_many(CHAT)
        assert memory.query(question).abstained is None


def test_an_empty_namespace_says_so(memory: MemoryRuntime) -> None:
    """Where nothing is stored, that is the reason."""
    assert memory.within("y").query("Where do I live?").abstained == NOTHING_STORED


@pytest.mark.parametrize("question", ["我最喜欢喝什么茶，你还记得吗？", "好きなお茶は何ですか"])
def test_scripts_without_spaces(question: str) -> None:
    """A question of many letters is answered by a memory that shares one word."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.observe_many(["我每天早上都喝绿茶", "お茶が大好きです", "狗叫雷克斯"])

        assert memory.query(question).items
