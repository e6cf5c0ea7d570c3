"""What the subgraphs leave in checkpoints, and what they do when resumed from one."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph.nodes import (
    MemoryState,
    ingest_graph,
    recall_graph,
    recall_node,
    remember_node,
    with_memory,
)
from neuromem_graph.runtime import MemoryRuntime

HOUR = datetime(2026, 3, 1, tzinfo=UTC)
CONFIG: Any = {"configurable": {"thread_id": "1"}}
STAGES = ["enter", "extract", "resolve", "impact", "route", "commit"]
TEXT = "I moved to Porto. My sister Anna lives in Ghent. I like jazz."


class State(MessagesState, MemoryState):
    """A state with the keys of memory nodes."""


def known() -> MemoryRuntime:
    """Open a memory that knows something already."""
    memory = MemoryRuntime.local("x", ":memory:", clock=lambda: HOUR, entropy=Random(1).randbytes)
    memory.ingest(user="I live in Lisbon. I like chess.", at=HOUR)
    return memory


def said(text: str = TEXT) -> Any:
    """Return the input of a graph."""
    return {"messages": [HumanMessage(text, id=text)]}


def outcome(memory: MemoryRuntime, result: Any) -> Any:
    """Return all that two runs must have in common."""
    return result["receipt"], result["memory_seq"], memory.stats()


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("where", ["interrupt_after", "interrupt_before"])
def test_resume_between_any_two_stages(stage: str, where: str) -> None:
    """A run that is interrupted and resumed ends as one that was not."""
    with known() as memory:
        graph = ingest_graph(memory, checkpointer=InMemorySaver())
        whole = outcome(memory, graph.invoke(said(), CONFIG))
    with known() as memory:
        graph = ingest_graph(memory, checkpointer=InMemorySaver())
        graph.invoke(said(), CONFIG, **{where: [stage]})

        assert outcome(memory, graph.invoke(None, CONFIG)) == whole
        assert memory.verify(deep=True).ok


@pytest.mark.parametrize("stage", STAGES[:-1])
def test_resume_after_the_ledger_moved(stage: str) -> None:
    """What happened between interrupt and resume is taken into account, as by a slow run."""
    with known() as memory:
        graph = ingest_graph(memory, checkpointer=InMemorySaver())
        graph.invoke(said(), CONFIG, interrupt_after=[stage])
        memory.ingest(user="I moved to Madrid.", at=HOUR)
        memory.ingest(user="I like jazz.", at=HOUR)

        graph.invoke(None, CONFIG)

        assert memory.verify(deep=True).ok
        context = memory.query("Where do I live?")
        assert "Porto" in context.text
        assert memory.stats().events == 4


@pytest.mark.parametrize("stage", STAGES[:-1])
def test_decisions_are_made_anew_when_the_ledger_moved(stage: str) -> None:
    """Routes and impacts are those of a run that came after what came in between."""

    def last(memory: MemoryRuntime) -> Any:
        with memory.resources.ledger.reader() as reader:
            return reader.impacts(memory.namespace)[-1]

    with known() as memory:
        memory.ingest(user="I like jazz.", at=HOUR)
        ingest_graph(memory).invoke(said("I like jazz."))
        expected = last(memory)
    with known() as memory:
        graph = ingest_graph(memory, checkpointer=InMemorySaver())
        graph.invoke(said("I like jazz."), CONFIG, interrupt_after=[stage])
        memory.ingest(user="I like jazz.", at=HOUR)
        graph.invoke(None, CONFIG)

        assert last(memory) == expected


@pytest.mark.parametrize("stage", STAGES[:-1])
def test_resume_after_a_name_became_ambiguous(stage: str) -> None:
    """A decision made for one Nina does not stand when there are two by the time of the commit."""
    with known() as memory:
        memory.ingest(user="My sister Nina lives in Ghent.", at=HOUR)
        graph = ingest_graph(memory, checkpointer=InMemorySaver())
        graph.invoke(said("Nina lives in Leuven."), CONFIG, interrupt_after=[stage])
        memory.ingest(user="My colleague Nina lives in Brussels.", at=HOUR)

        result = graph.invoke(None, CONFIG)

        assert [i["what"] for i in result["receipt"]["items"]].count("held") == 1
        assert len(memory.pending()) == 1
        assert memory.verify(deep=True).ok


def test_beliefs_stay_in_the_ledger(tmp_path: Path) -> None:
    """What the stages read of the ledger is in no checkpoint and among no writes."""
    path = tmp_path / "checkpoints.db"
    with known() as memory, SqliteSaver.from_conn_string(str(path)) as saver:
        graph = ingest_graph(memory, checkpointer=saver)
        graph.invoke(said("I like jazz."), CONFIG)
        for state in graph.get_state_history(CONFIG):
            assert not {"resolution", "impact"} & set(state.values)
    with sqlite3.connect(path) as conn:
        rows = conn.execute("SELECT checkpoint FROM checkpoints").fetchall()
        rows += conn.execute("SELECT value FROM writes").fetchall()
    conn.close()
    stored = b"".join(row[0] for row in rows if row[0])
    assert b"jazz" in stored
    assert b"chess" not in stored and b"Lisbon" not in stored


def agent(state: Any) -> Any:
    """Answer with what was recalled."""
    return {"messages": [AIMessage("I recall: " + state["memory"]["text"])]}


def beside(memory: MemoryRuntime) -> Any:
    """Recall, then remember beside the agent."""
    builder = chain(("recall", recall_node(memory)), ("agent", agent))
    builder.add_node("remember", remember_node(memory))
    return builder.add_edge("recall", "remember")


def around(memory: MemoryRuntime) -> Any:
    """Put memory around the agent."""
    return chain(("agent", with_memory(agent, memory)))


def subgraphs(memory: MemoryRuntime, **options: Any) -> Any:
    """Recall and remember by subgraphs."""
    recall, ingest = recall_graph(memory, **options), ingest_graph(memory, **options)
    return chain(("recall", recall), ("agent", agent), ("ingest", ingest))


def alone(memory: MemoryRuntime) -> Any:
    """Let the subgraphs keep no checkpoints of their own."""
    return subgraphs(memory, checkpointer=False)


def chain(*nodes: tuple[str, Any]) -> Any:
    """Build a graph of nodes one after the other."""
    builder = StateGraph(State)
    builder.add_sequence(list(nodes))
    builder.add_edge(START, nodes[0][0])
    return builder


FORMS = [
    (form, durability)
    for form in (beside, around, subgraphs, alone)
    for durability in ("sync", "async", "exit")
    if (form, durability) != (alone, "sync")
]


@pytest.mark.parametrize(("form", "durability"), FORMS)
def test_every_durability(form: Callable[..., Any], durability: Any, tmp_path: Path) -> None:
    """Every form works under every durability of the checkpointer."""
    path = str(tmp_path / "checkpoints.db")
    with MemoryRuntime.local("x", tmp_path / "m") as memory:
        for text in ("I live in Lisbon.", "Where do I live?"):
            with SqliteSaver.from_conn_string(path) as saver:
                graph = form(memory).compile(checkpointer=saver)
                result = graph.invoke(
                    {"messages": [HumanMessage(text)]}, CONFIG, durability=durability
                )

    assert "Lisbon" in result["messages"][-1].text
    assert len(result["messages"]) == 4


def test_subgraphs_without_checkpoints_need_another_durability() -> None:
    """LangGraph itself refuses it; should it stop to, the documentation may stop to say so."""
    with known() as memory:
        graph = alone(memory).compile(checkpointer=InMemorySaver())
        with pytest.raises(Exception):  # noqa: B017
            graph.invoke(said(), CONFIG, durability="sync")
