"""A slow model never delays an answer, and a process that is killed loses and doubles nothing."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph import MemoryRuntime
from neuromem_graph.nodes import MemoryState, recall_node, remember_node, with_memory

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
TURNS = 6


class State(MessagesState, MemoryState):
    """A state with the keys of memory nodes."""


def agent(state: Any) -> Any:
    """Answer from memory."""
    return {"messages": [AIMessage(f"recalled {state['memory']['text']!r}")]}


def beside(memory: MemoryRuntime) -> Any:
    """An agent between a node that recalls and one that remembers."""
    builder = StateGraph(State)
    builder.add_node("recall", recall_node(memory)).add_node("agent", agent)
    builder.add_node("remember", remember_node(memory, background=True))
    builder.add_edge(START, "recall").add_edge("recall", "agent").add_edge("agent", "remember")
    return builder.compile()


def around(memory: MemoryRuntime) -> Any:
    """An agent with memory around it."""
    builder = StateGraph(State)
    builder.add_node("agent", with_memory(agent, memory, background=True))
    builder.add_edge(START, "agent")
    return builder.compile()


class Slow:
    """A model that answers when it is let: it is a function of a text."""

    def __init__(self) -> None:
        self.gate, self.asked = threading.Event(), threading.Event()

    def __call__(self, text: str) -> list[dict[str, str]]:
        """Wait, and find where somebody lives."""
        self.asked.set()
        assert self.gate.wait(60)
        where = text.partition("live in ")[2].rstrip(".")
        return [{"attribute": "lives_in", "value": where}] if where else []


@pytest.fixture
def slow() -> Iterator[Slow]:
    """A model that is let go at the end, whatever happened."""
    made = Slow()
    yield made
    made.gate.set()


@pytest.mark.parametrize("make", [beside, around])
@pytest.mark.parametrize("asynchronous", [False, True], ids=["invoke", "ainvoke"])
def test_answers_do_not_wait(make: Any, asynchronous: bool, slow: Slow) -> None:
    """While the model has not answered at all, turn after turn is answered and durable."""
    with MemoryRuntime.local("x", ":memory:", extractor=slow) as memory:
        graph = make(memory)
        for turn, city in enumerate(("Porto", "Oslo", "Ghent")):
            said = {"messages": [HumanMessage(f"I live in {city}.", id=f"h{turn}")]}
            asyncio.run(graph.ainvoke(said)) if asynchronous else graph.invoke(said)
            assert memory.stats().events == memory.stats().deferred == 2 * (turn + 1)
        assert slow.asked.wait(60)  # it was asked, and has answered nothing yet
        slow.gate.set()
        assert memory.flush()
        assert memory.stats().deferred == 0
        assert memory.query("Where do I live?").worldview[0].value == "Ghent"
        assert memory.verify(deep=True).ok


KILLED = f"""
import os, signal, sys, threading
from datetime import UTC, datetime
from neuromem_graph import MemoryRuntime
from neuromem_graph.core.rules import RuleExtractor

path, stage, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
main, seen = threading.get_ident(), {{"extract": 0, "write": 0, "embed": 0}}
told = threading.Event()

def reach(name):
    if threading.get_ident() != main:
        told.wait()
        seen[name] += 1
        if name == stage and seen[name] == number:
            os.kill(os.getpid(), signal.SIGKILL)

class Extractor(RuleExtractor):
    def extract(self, turns):
        reach("extract")
        return super().extract(turns)

class Embedder:
    model = "letters"
    def embed(self, texts):
        reach("embed")
        return [[1.0, float(len(text))] for text in texts]

def entropy(size):  # ids and salts are drawn inside the write transaction
    reach("write")
    return os.urandom(size)

memory = MemoryRuntime.local("x", path, extractor=Extractor(), embedder=Embedder(), entropy=entropy)
for n in range({TURNS}):
    memory.enqueue({{"content": f"I like tea number {{n}}.", "id": n,
                    "at": datetime(2025, 5, 1, n, tzinfo=UTC)}})
told.set()
memory.flush()
"""


def run(path: Path, stage: str, number: int) -> int:
    """Run a process that kills itself when its worker reaches a stage; return how it ended."""
    code = textwrap.dedent(KILLED)
    return subprocess.run([sys.executable, "-c", code, str(path), stage, str(number)]).returncode


def whole(path: Path) -> None:
    """Finish what waits, and check that every turn is there once."""
    with MemoryRuntime.local("x", path) as memory:
        memory.retry_deferred()
        stats = memory.stats()
        assert (stats.events, stats.deferred) == (TURNS, 0)
        assert stats.memories == {"active": TURNS}
        texts = [item.text for item in memory.query("tea", k=50, budget_tokens=5_000).items]
        assert sorted(texts) == [f"I like tea number {n}." for n in range(TURNS)]
        assert memory.verify(deep=True).problem is None


@pytest.mark.parametrize(
    ("stage", "number"),
    [("extract", 1), ("extract", 4), ("write", 1), ("write", 2), ("write", 9), ("embed", 1),
     ("embed", 3)],
)  # fmt: skip
def test_killed_anywhere(stage: str, number: int, tmp_path: Path) -> None:
    """SIGKILL while the model thinks, in the middle of a write, or before the vectors."""
    assert run(tmp_path / "m", stage, number) == -signal.SIGKILL
    whole(tmp_path / "m")


def test_killed_again_and_again(tmp_path: Path) -> None:
    """Processes that are killed one after the other bring the queue to its end all the same."""
    for stage in ("write", "extract", "embed"):
        assert run(tmp_path / "m", stage, 2) == -signal.SIGKILL
    assert run(tmp_path / "m", "never", 0) == 0
    whole(tmp_path / "m")
