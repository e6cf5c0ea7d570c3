"""A run that goes on from an earlier checkpoint recalls what was known there."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, NotRequired

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import add_messages

from neuromem_graph import MemoryRuntime
from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.nodes import (
    MemoryState,
    ingest_graph,
    recall_graph,
    recall_node,
    remember_node,
    with_memory,
)

THREAD: Any = {"configurable": {"thread_id": "t"}}
QUESTION = "Where do I live?"


class State(MessagesState, MemoryState):
    """A conversation with memory."""


def agent(state: Any) -> dict[str, Any]:
    """Say what was recalled."""
    return {"messages": [AIMessage(f"I know: {state['memory']['text']}")]}


def nodes(memory: MemoryRuntime) -> StateGraph[Any]:
    builder = StateGraph(State)
    builder.add_node("recall", recall_node(memory, time_travel=True))
    builder.add_node("agent", agent)
    builder.add_node("remember", remember_node(memory))
    builder.add_edge(START, "recall").add_edge("recall", "agent").add_edge("agent", "remember")
    return builder


def subgraphs(memory: MemoryRuntime) -> StateGraph[Any]:
    builder = StateGraph(State)
    builder.add_node("recall", recall_graph(memory, time_travel=True))
    builder.add_node("agent", agent)
    builder.add_node("remember", ingest_graph(memory))
    builder.add_edge(START, "recall").add_edge("recall", "agent").add_edge("agent", "remember")
    return builder


def around(memory: MemoryRuntime) -> StateGraph[Any]:
    builder = StateGraph(State)
    builder.add_node("agent", with_memory(agent, memory, time_travel=True))
    builder.add_edge(START, "agent")
    return builder


@pytest.fixture(params=["memory", "file"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MemoryRuntime]:
    path = ":memory:" if request.param == "memory" else tmp_path / "agent.sqlite3"
    with MemoryRuntime.local(("acme", "ann"), path) as runtime:
        yield runtime


class Told:
    """An agent that was told where Ann lives, then where she moved, then a third thing."""

    def __init__(self, graph: Any, memory: MemoryRuntime, durability: str, mode: str) -> None:
        self.graph, self.memory, self.mode = graph, memory, mode
        self.options = {"durability": durability}
        self.say("I live in Lisbon.")
        memory.ingest(user="My dog is called Rex.", thread="another")
        self.say("What is new?")
        self.say("I moved to Oslo.")
        self.say("I adopted a cat called Tom.")
        memory.ingest(user="I sold the red bicycle.", thread="another")

    def run(self, given: Any, config: Any) -> str:
        if self.mode == "async":
            after = asyncio.run(self.graph.ainvoke(given, config, **self.options))
        else:
            after = self.graph.invoke(given, config, **self.options)
        return str(after["messages"][-1].text)

    def say(self, words: str, config: Any = THREAD) -> str:
        return self.run({"messages": [HumanMessage(words)]}, config)

    def after(self, words: str) -> Any:
        """The last checkpoint of the turn in which the user said this, on the first line."""
        found = [
            state for state in self.graph.get_state_history(THREAD)
            if not state.next and self.last(state) == words
        ]  # fmt: skip
        return found[-1]

    def last(self, state: Any) -> str:
        humans = [m.text for m in state.values["messages"] if m.type == "human"]
        return humans[-1] if humans else ""


@pytest.fixture(params=[nodes, subgraphs, around])
def told(request: pytest.FixtureRequest, memory: MemoryRuntime) -> Told:
    graph = request.param(memory).compile(checkpointer=LedgerSaver(memory))
    return Told(graph, memory, "async", "sync")


def test_the_present_knows_everything(told: Told) -> None:
    """Without a checkpoint id nothing is hidden, whatever was asked in between."""
    text = told.say("Where do I live, what is my cat called, and what did I sell?")
    assert "Oslo" in text and "Tom" in text and "bicycle" in text
    assert "memory_as_of" not in told.graph.get_state(THREAD).values


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_new_input_at_an_old_checkpoint(
    memory: MemoryRuntime, durability: str, mode: str
) -> None:  # fmt: skip
    """A question put to an old checkpoint is answered from what was known there."""
    graph = nodes(memory).compile(checkpointer=LedgerSaver(memory))
    told = Told(graph, memory, durability, mode)
    first = told.after("I live in Lisbon.")

    text = told.say("Where do I live, and what is my dog or my cat called?", first.config)

    assert "Lisbon" in text
    assert not any(word in text for word in ("Oslo", "Rex", "Tom", "bicycle"))


def test_every_form_of_recall_travels(told: Told) -> None:
    """Nodes, subgraphs and with_memory recall at the fork alike."""
    between = told.after("What is new?")
    text = told.say("Where do I live, and what are my dog and my cat called?", between.config)
    assert "Lisbon" in text and "Rex" in text
    assert "Oslo" not in text and "Tom" not in text


def test_replay_recalls_the_same(told: Told) -> None:
    """Running an old turn again gives the answer it gave then."""
    turn = told.after("What is new?")
    asked = told.say(QUESTION, turn.config)
    again = next(
        state for state in told.graph.get_state_history(THREAD)
        if state.next in (("recall",), ("agent",)) and told.last(state) == QUESTION
    )  # fmt: skip
    told.memory.ingest(user="I live in Paris now.", thread="another")

    assert told.run(None, again.config) == asked


def test_fork_by_update(told: Told) -> None:
    """A thread that is changed in the past and goes on from there keeps to what was known."""
    first = told.after("I live in Lisbon.")
    fork = told.graph.update_state(
        first.config, {"messages": [AIMessage("Welcome.")]}, as_node=list(told.graph.nodes)[-1]
    )
    assert "Oslo" not in told.say(QUESTION, fork)
    assert "Oslo" not in told.say(QUESTION, THREAD)  # the branch is the latest now


def test_fork_knows_what_it_wrote(told: Told) -> None:
    """Later turns of a fork know what was known there and what its own conversation said."""
    first = told.after("I live in Lisbon.")
    told.say("I moved to Rome. My parrot is called Kiki.", first.config)

    text = told.say("Where do I live, and what are my parrot and my cat called?", THREAD)

    assert "Rome" in text and "Kiki" in text
    assert "Oslo" not in text and "Tom" not in text
    everything = told.memory.query("Where do I live, what are my cat and my parrot called?")
    assert "Tom" in everything.text and "Kiki" in everything.text


def test_fork_of_a_fork(told: Told) -> None:
    """A fork that is forked keeps to the first fork and to what stood in its conversation then."""
    first = told.after("I live in Lisbon.")
    told.say("My parrot is called Kiki.", first.config)
    inner = told.after("My parrot is called Kiki.")
    told.say("My hamster is called Bo.", THREAD)

    text = told.say("What are my parrot, my hamster and my cat called?", inner.config)

    assert "Kiki" in text
    assert "Bo" not in text and "Tom" not in text


def test_the_first_line_goes_on(told: Told) -> None:
    """The end of the first line, named by its id, knows all that it knew."""
    end = told.after("I adopted a cat called Tom.")
    told.say("My parrot is called Kiki.", told.after("I live in Lisbon.").config)

    text = told.say("Where do I live, and what are my cat and my parrot called?", end.config)

    assert "Oslo" in text and "Tom" in text
    assert "Kiki" not in text and "bicycle" not in text


def test_query_as_of_a_checkpoint(told: Told) -> None:
    """Memory can be asked as of any checkpoint, without a graph."""
    first, moved = told.after("I live in Lisbon."), told.after("I moved to Oslo.")

    assert "Oslo" not in told.memory.query(QUESTION, as_of=first.config).text
    assert "Oslo" in told.memory.query(QUESTION, as_of=moved.config).text
    assert "Tom" not in told.memory.query("What is my cat called?", as_of=moved.config).text
    assert "Oslo" in asyncio.run(told.memory.aquery(QUESTION, as_of=moved.config)).text


def test_no_such_checkpoint(memory: MemoryRuntime) -> None:
    """A config that names nothing in this file is an error, never an answer of the present."""
    memory.ingest(user="I live in Lisbon.")
    with pytest.raises(NotFound, match="LedgerSaver"):
        memory.query(QUESTION, as_of=THREAD)
    with pytest.raises(InvalidInput, match="thread_id"):
        memory.query(QUESTION, as_of={"configurable": {}})


def test_without_time_travel_the_present_is_recalled(memory: MemoryRuntime) -> None:
    """A node that was not told to travel recalls the present, also from the past."""
    builder = StateGraph(State)
    builder.add_node("recall", recall_node(memory)).add_node("agent", agent)
    builder.add_node("remember", remember_node(memory))
    builder.add_edge(START, "recall").add_edge("recall", "agent").add_edge("agent", "remember")
    told = Told(builder.compile(checkpointer=LedgerSaver(memory)), memory, "async", "sync")

    assert "Oslo" in told.say(QUESTION, told.after("I live in Lisbon.").config)


@dataclass
class Forgetful:
    """A state that can't hold that its run goes on from the past."""

    messages: Annotated[list[AnyMessage], add_messages] = field(default_factory=list)
    memory: Any = None
    memory_seq: Annotated[int, lambda old, new: max(old, new)] = 0


def test_a_state_without_the_mark_is_refused(memory: MemoryRuntime) -> None:
    """Where the state can't hold the mark of a fork, time travel is refused, not ignored."""
    graph = StateGraph(Forgetful).add_node("recall", recall_node(memory, time_travel=True))
    compiled = graph.add_edge(START, "recall").compile(checkpointer=LedgerSaver(memory))
    with pytest.raises(InvalidInput, match="memory_as_of"):
        compiled.invoke({"messages": [HumanMessage(QUESTION)]}, THREAD)


def test_checkpoints_elsewhere_are_refused(memory: MemoryRuntime) -> None:
    """From a checkpoint that is kept by another saver nobody can tell what was known."""
    graph = nodes(memory).compile(checkpointer=InMemorySaver())
    graph.invoke({"messages": [HumanMessage("I live in Lisbon.")]}, THREAD)
    old = next(iter(graph.get_state_history(THREAD)))
    with pytest.raises(InvalidInput, match="LedgerSaver"):
        graph.invoke({"messages": [HumanMessage(QUESTION)]}, old.config)


def test_an_interrupted_replay_goes_on(memory: MemoryRuntime) -> None:
    """A replay that stops before a node goes on when it is resumed, also without the channel."""
    builder = StateGraph(Forgetful)
    builder.add_node("agent", lambda state: {"messages": [AIMessage("hello")]})
    builder.add_node("remember", remember_node(memory))
    builder.add_edge(START, "agent").add_edge("agent", "remember")
    graph = builder.compile(checkpointer=LedgerSaver(memory), interrupt_before=["agent"])
    for words in ("I live in Lisbon.", "I moved to Oslo."):
        graph.invoke({"messages": [HumanMessage(words)]}, THREAD)
        graph.invoke(None, THREAD)
    stopped = [state for state in graph.get_state_history(THREAD) if state.next == ("agent",)]

    graph.invoke(None, stopped[-1].config)
    while graph.get_state(THREAD).next:
        before = graph.get_state(THREAD).config
        graph.invoke(None, THREAD)
        assert graph.get_state(THREAD).config != before
    assert [m.type for m in graph.get_state(THREAD).values["messages"]] == ["human", "ai"]


class OnlyMark(MessagesState):
    """A state that declares the mark of a fork but not what it is made from."""

    memory: NotRequired[Any]
    memory_as_of: NotRequired[int]


class Outer(MessagesState):
    """A state that knows nothing of memory."""


@pytest.mark.parametrize("schema", [OnlyMark, Outer])
def test_a_dictionary_state_without_the_keys_is_refused(
    memory: MemoryRuntime, schema: Any
) -> None:  # fmt: skip
    """Where a dictionary can't hold the mark, a run from the past is refused in its first turn."""
    builder = StateGraph(schema)
    builder.add_node("recall", recall_node(memory, time_travel=True))
    builder.add_node("remember", remember_node(memory))
    graph = builder.add_edge(START, "recall").add_edge("recall", "remember").compile(
        checkpointer=LedgerSaver(memory)
    )  # fmt: skip
    for words in ("I live in Lisbon.", "I moved to Oslo."):
        graph.invoke({"messages": [HumanMessage(words)]}, THREAD)
    old = next(s for s in graph.get_state_history(THREAD) if len(s.values["messages"]) == 1)

    with pytest.raises(InvalidInput, match="memory_as_of"):
        graph.invoke({"messages": [HumanMessage(QUESTION)]}, old.config)


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_the_latest_checkpoint_named_by_its_id_is_the_present(
    told: Told, durability: str
) -> None:  # fmt: skip
    """Going on from the latest checkpoint by its id sees the present, and is not refused."""
    told.options = {"durability": durability}
    assert "bicycle" in told.say("Which bicycle did I sell?", told.graph.get_state(THREAD).config)
    for n in range(4):
        told.say(f"My {n}. wish is tea.", told.graph.get_state(THREAD).config)
        assert told.graph.get_state(THREAD).values.get("memory_as_of") is None


def test_a_parent_without_the_keys_is_refused(memory: MemoryRuntime) -> None:
    """A subgraph that recalls under a parent that can't hold the mark is refused, too."""
    inner = nodes(memory).compile()
    graph = StateGraph(Outer).add_node("inner", inner).add_edge(START, "inner").compile(
        checkpointer=LedgerSaver(memory)
    )  # fmt: skip
    for words in ("I live in Lisbon.", "I moved to Oslo."):
        graph.invoke({"messages": [HumanMessage(words)]}, THREAD)
    old = next(s for s in graph.get_state_history(THREAD) if len(s.values["messages"]) == 2)

    with pytest.raises(InvalidInput, match="memory_as_of"):
        graph.invoke({"messages": [HumanMessage(QUESTION)]}, old.config)


@pytest.mark.parametrize("key", ["memory_seq", "memory_as_of"])
@pytest.mark.parametrize("wrong", ["9", True, 1.5, [1], {"a": 1}])
def test_what_a_tool_writes_is_no_moment(key: str, wrong: Any) -> None:
    """A sequence number is passed over if it is none; a moment is refused by its key."""

    def tool(state: Any) -> Any:
        return {key: wrong}

    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user="I live in Ghent.")
        builder = StateGraph(State).add_node("tool", tool).add_edge(START, "tool")
        builder.add_node("recall", recall_node(memory, time_travel=True)).add_edge("tool", "recall")
        graph, given = builder.compile(), {"messages": [HumanMessage(QUESTION, id="1")]}
        if key == "memory_as_of":
            with pytest.raises(InvalidInput, match="memory_as_of"):
                graph.invoke(given)
        else:
            assert graph.invoke(given)["memory_seq"] == memory.stats().head.seq
