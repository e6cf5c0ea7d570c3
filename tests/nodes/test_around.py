"""`with_memory` around agents that return what a node may return, on states of every make."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    AnyMessage,
    HumanMessage,
    RemoveMessage,
)
from langgraph.graph import START, MessagesState, StateGraph, add_messages
from langgraph.types import Command, Overwrite
from pydantic import BaseModel
from typing_extensions import TypedDict

from neuromem_graph.errors import InvalidInput
from neuromem_graph.nodes import MemoryState, Recalled, with_memory
from neuromem_graph.runtime import MemoryRuntime

SAID = "I booked a table in Porto."


class State(MessagesState, MemoryState):
    """A state with the keys of memory nodes."""


def invoke(graph: Any, value: Any) -> Any:
    """Run with invoke."""
    return graph.invoke(value)


def ainvoke(graph: Any, value: Any) -> Any:
    """Run with ainvoke."""
    return asyncio.run(graph.ainvoke(value))


def graph_of(memory: MemoryRuntime, agent: Any, state: Any = State) -> Any:
    """Compile an agent with memory, and a node after it."""
    builder = StateGraph(state)
    builder.add_node("agent", with_memory(agent, memory), destinations=("after",))
    builder.add_node("after", lambda state: {"messages": [HumanMessage("went on", id="after")]})
    builder.add_edge(START, "agent")
    return builder.compile()


def remembered(memory: MemoryRuntime) -> list[tuple[str, str | None]]:
    """Return the words and message ids of what the assistant said."""
    context = memory.query("table in Porto", filters={"channels": ["assistant"]})
    return [(item.text, item.message_id) for item in context.items]


UPDATES: list[Any] = [
    {"messages": [AIMessage(SAID)]},
    {"messages": AIMessage(SAID)},
    {"messages": (AIMessage(SAID),)},
    {"messages": [AIMessageChunk(SAID)]},
    {"messages": [AIMessage(SAID, id="mine")]},
    {"messages": [{"role": "assistant", "content": SAID}]},
    {"messages": {"role": "ai", "content": SAID}},
    {"messages": [{"type": "ai", "content": SAID}]},
    {"messages": [("ai", SAID)]},
    {"messages": ("assistant", SAID)},
    {"messages": [AIMessage(SAID), RemoveMessage("asked")]},
    {"messages": Overwrite([AIMessage(SAID)])},
    {"messages": {"__overwrite__": [("ai", SAID)]}},
    Command(update={"messages": [("ai", SAID)]}, goto="after"),
    Command(update=[("messages", AIMessage(SAID))], goto="after"),
    Command(update=(("messages", [("ai", SAID)]), ("memory_seq", 0)), goto="after"),
]


@pytest.mark.parametrize("run", [invoke, ainvoke])
@pytest.mark.parametrize("update", UPDATES)
def test_what_an_agent_said(update: Any, run: Callable[..., Any], memory: MemoryRuntime) -> None:
    """It is remembered once, under the id that the state has, in whatever shape it was returned."""
    result = run(
        graph_of(memory, lambda state: update), {"messages": [HumanMessage("Book it!", id="asked")]}
    )

    (said,) = [message for message in result["messages"] if message.type == "ai"]
    assert remembered(memory) == [(SAID, said.id)]
    assert result["memory_seq"] == memory.stats().head.seq
    went_on = any(message.id == "after" for message in result["messages"])
    assert went_on == isinstance(update, Command)
    assert memory.stats().events == 2


def test_the_callers_message_is_not_changed(memory: MemoryRuntime) -> None:
    """An agent that returns one object for ever says something new each time."""
    constant = AIMessage(SAID)
    graph = graph_of(memory, lambda state: {"messages": [constant]})
    for _ in range(2):
        graph.invoke({"messages": [HumanMessage("Book it!", id="asked")]})

    assert constant.id is None
    assert memory.stats().events == 3


def test_two_writes_under_one_key(memory: MemoryRuntime) -> None:
    """A list of pairs may name `messages` twice: both are kept and remembered."""
    pairs = [("messages", ("ai", "Hello!")), ("messages", ("ai", SAID))]
    graph = graph_of(memory, lambda state: Command(update=pairs))

    result = graph.invoke({"messages": [HumanMessage("Book it!")]})

    assert [message.text for message in result["messages"][1:]] == ["Hello!", SAID]
    assert memory.stats().events == 3


@pytest.mark.parametrize("given", [Overwrite([("ai", SAID)]), {"__overwrite__": [("ai", SAID)]}])
def test_an_update_that_replaces(given: Any, memory: MemoryRuntime) -> None:
    """An agent may put its messages in place of the conversation; both are remembered."""
    graph = graph_of(memory, lambda state: {"messages": given})

    result = graph.invoke({"messages": [HumanMessage("Book it!")]})

    assert [message.text for message in result["messages"]] == [SAID]
    assert memory.stats().events == 2


@pytest.mark.parametrize(
    "update", [None, {}, {"memory_seq": 0}, Command(goto="after"), Command(update={}, goto="after")]
)
def test_an_agent_that_says_nothing(update: Any, memory: MemoryRuntime) -> None:
    """What the human said is remembered."""
    result = graph_of(memory, lambda state: update).invoke({"messages": [HumanMessage(SAID)]})

    assert memory.stats().events == 1
    assert result["memory_seq"] == memory.stats().head.seq


@pytest.mark.parametrize(
    "returned",
    ["text", 7, [AIMessage(SAID)], [Command(goto="after")], AIMessage(SAID), Command(update="x")],
)
def test_another_shape_is_refused(returned: Any, memory: MemoryRuntime) -> None:
    """The error says what is supported."""
    with pytest.raises(InvalidInput, match=r"Command\(update"):
        graph_of(memory, lambda state: returned).invoke({"messages": [HumanMessage(SAID)]})


def test_no_message_at_all(memory: MemoryRuntime) -> None:
    """A message that is none is refused by name."""
    with pytest.raises(InvalidInput, match="chat message"):
        graph_of(memory, lambda state: {"messages": [7]}).invoke({"messages": [HumanMessage(SAID)]})


def test_the_recalled_text_stays_out_of_the_update(memory: MemoryRuntime) -> None:
    """An agent that hands its whole state back does not write what it was given."""
    node = with_memory(lambda state: {**state, "messages": []}, memory)

    update = node.invoke({"messages": [HumanMessage(SAID)]})

    assert set(update) == {"messages", "memory_seq"}


@dataclass
class DataState:
    messages: Annotated[list[AnyMessage], add_messages] = field(default_factory=list)
    memory: Recalled | None = None
    memory_seq: int = 0


class ModelState(BaseModel):
    messages: Annotated[list[AnyMessage], add_messages] = []
    memory: Recalled | None = None


@dataclass(slots=True)
class DeafData:
    messages: Annotated[list[AnyMessage], add_messages] = field(default_factory=list)


class DeafModel(BaseModel):
    messages: Annotated[list[AnyMessage], add_messages] = []


@pytest.mark.parametrize("run", [invoke, ainvoke])
@pytest.mark.parametrize("state", [DataState, ModelState])
def test_states_that_are_objects(
    state: Any, run: Callable[..., Any], memory: MemoryRuntime
) -> None:
    """An agent of a dataclass or pydantic state gets one, with what was recalled in it."""
    memory.ingest(user="I live in Lisbon.")

    def agent(state: Any) -> dict[str, Any]:
        return {"messages": [AIMessage(state.memory["text"])]}

    result = run(graph_of(memory, agent, state), {"messages": [HumanMessage("Where do I live?")]})

    assert "Lisbon" in result["messages"][-1].text


class OwnState(TypedDict):
    """A state with other reducers than those of `MemoryState`."""

    messages: Annotated[list[AnyMessage], add_messages]
    memory: Annotated[dict[str, Any], lambda old, new: new]
    memory_seq: Annotated[int, lambda old, new: new]


def test_an_agent_that_names_its_state(memory: MemoryRuntime) -> None:
    """The reducers of the state that an agent names are its own affair."""

    def agent(state: OwnState) -> dict[str, Any]:
        return {"messages": [AIMessage(SAID)]}

    result = graph_of(memory, agent, OwnState).invoke({"messages": [HumanMessage("Book it!")]})

    assert result["messages"][-1].text == SAID


@pytest.mark.parametrize("state", [DeafData, DeafModel])
def test_states_without_the_field(state: Any, memory: MemoryRuntime) -> None:
    """A state that can't hold what was recalled is refused, and the other way is named."""
    graph = graph_of(memory, lambda state: {}, state)
    with pytest.raises(InvalidInput, match=r"'memory'.*recall_node.*remember_node"):
        graph.invoke({"messages": [HumanMessage("Where do I live?")]})
