"""What can be wrong with the arguments of a node is said when it is built."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any
from uuid import UUID

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph
from pydantic import BaseModel

from neuromem_graph.errors import InvalidInput, InvalidNamespace
from neuromem_graph.nodes import (
    MemoryState,
    ingest_graph,
    recall_graph,
    recall_node,
    remember_node,
    with_memory,
)
from neuromem_graph.runtime import MemoryRuntime

UUID_ = UUID("12345678-1234-5678-1234-567812345678")


class Who(str, Enum):  # noqa: UP042
    ANN = "ann"


class State(MessagesState, MemoryState):
    """A state with the keys of memory nodes."""


def around(runtime: Any, **options: Any) -> Any:
    """Make with_memory of an agent that says nothing."""
    return with_memory(lambda state: {}, runtime, **options)


RECALLING = [recall_node, recall_graph, around]
MAKERS = [*RECALLING, remember_node, ingest_graph]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    "template",
    [
        (), [], "", "users/", "users//{user_id}", ("users", "{user-id}"), ("users", "{user_id"),
        ("users", "{}"), "users/{{user_id}}", ("users", "user_id}"), ("users", ""), ("users", None),
        ("users", 7), {"users"}, ("users", "a\0"),
    ],
)  # fmt: skip
def test_a_broken_template_is_refused(
    make: Callable[..., Any], template: Any, memory: MemoryRuntime
) -> None:
    """A template that can never become a namespace is refused before anything runs."""
    with pytest.raises(InvalidNamespace):
        make(memory, namespace=template)


@pytest.mark.parametrize("make", MAKERS)
def test_only_a_runtime_is_one(make: Callable[..., Any]) -> None:
    """A path, a name or None instead of the runtime is refused."""
    for other in (None, "app", object()):
        with pytest.raises(InvalidInput, match="MemoryRuntime"):
            make(other)


@pytest.mark.parametrize("make", RECALLING)
@pytest.mark.parametrize(
    "options",
    [
        {"k": 0}, {"k": "many"}, {"budget_tokens": -1}, {"lens": "rosy"},
        {"filters": {"kinds": ["dream"]}}, {"filters": {"colour": "red"}}, {"filters": ()},
    ],
)  # fmt: skip
def test_how_to_ask_is_checked(
    make: Callable[..., Any], options: dict[str, Any], memory: MemoryRuntime
) -> None:
    """Numbers out of range, lenses and filters that do not exist are refused."""
    with pytest.raises(InvalidInput):
        make(memory, **options)


@pytest.mark.parametrize("make", [recall_node, recall_graph])
def test_filters_and_lens_are_asked_for(make: Callable[..., Any], memory: MemoryRuntime) -> None:
    """A filter narrows what a node recalls, and its lens is the one of the trace."""
    memory.ingest(user="I like green tea.", thread="a")
    memory.ingest(user="I like black tea.", thread="b")
    node = make(memory, filters={"thread": "a"}, lens="audit")

    found = node.invoke({"messages": [HumanMessage("Which tea do I like?")]})["memory"]

    context = memory.replay_trace(found["trace_id"])
    assert context.lens == "audit"
    assert {item.thread for item in context.items} == {"a"}


def test_a_text_is_split(memory: MemoryRuntime) -> None:
    """A text as template has the segments that the same text has as a namespace."""
    node = remember_node(memory, namespace="users/u-{user_id}")
    config = {"configurable": {"user_id": "a/b"}}
    node.invoke({"messages": [HumanMessage("I like tea.")]}, config)

    assert memory.within(("users", "u-a/b")).stats().events == 1


@dataclass
class Plain:
    user_id: Any


@dataclass(slots=True)
class Slots:
    user_id: Any


class Model(BaseModel):
    user_id: Any


class Thing:
    def __init__(self, user_id: Any) -> None:
        self._user_id = user_id

    @property
    def user_id(self) -> Any:
        return self._user_id


def as_dict(user_id: Any) -> dict[str, Any]:
    """Return a context that is a dictionary."""
    return {"user_id": user_id}


@pytest.mark.parametrize("context", [as_dict, Plain, Slots, lambda v: Model(user_id=v), Thing])
@pytest.mark.parametrize("value", ["ann", 7, 0, UUID_, Who.ANN])
def test_contexts_of_every_make(
    context: Callable[[Any], Any], value: Any, memory: MemoryRuntime
) -> None:
    """The field is read from a context whatever it is made of, before `configurable`."""
    graph = remembering(memory)
    said = {"messages": [HumanMessage("I like tea.")]}
    graph.invoke(said, {"configurable": {"user_id": "bob"}}, context=context(value))

    name = value.value if isinstance(value, Who) else str(value)
    assert memory.within(("users", name)).stats().events == 1


@pytest.mark.parametrize("context", [as_dict, Plain, Slots, lambda v: Model(user_id=v), Thing])
@pytest.mark.parametrize("value", [None, "", "  ", "\u200b", True, 1.5, b"ann", ["ann"]])
def test_no_value_stops_the_run(
    context: Callable[[Any], Any], value: Any, memory: MemoryRuntime
) -> None:
    """A value that names nobody stops the run."""
    graph = remembering(memory)
    with pytest.raises(InvalidNamespace, match="user_id"):
        graph.invoke({"messages": [HumanMessage("I like tea.")]}, context=context(value))
    assert memory.stats().head.seq == 0


def remembering(memory: MemoryRuntime) -> Any:
    """Compile a graph that remembers for the user of its context."""
    builder = StateGraph(State, context_schema=Any)
    builder.add_node("remember", remember_node(memory, namespace=("users", "{user_id}")))
    builder.add_edge(START, "remember")
    return builder.compile()


def test_a_compiled_agent_needs_the_key(memory: MemoryRuntime) -> None:
    """A compiled graph whose state has no `memory` could not see what was recalled: refused."""

    class Input(MessagesState):
        pass

    deaf = StateGraph(MessagesState)
    deaf.add_node("agent", lambda state: {})
    deaf.add_edge(START, "agent")
    narrow = StateGraph(State, input_schema=Input)
    narrow.add_node("agent", lambda state: {})
    narrow.add_edge(START, "agent")
    for builder in (deaf, narrow):
        with pytest.raises(InvalidInput, match="MemoryState"):
            with_memory(builder.compile(), memory)


def test_a_compiled_agent(memory: MemoryRuntime) -> None:
    """A compiled graph with `memory` in its state sees it, and each message is remembered once."""
    memory.ingest(user="I live in Lisbon.")
    agent = StateGraph(State)
    agent.add_node(
        "say", lambda state: {"messages": [AIMessage("Noted: " + state["memory"]["text"][-40:])]}
    )
    agent.add_edge(START, "say")
    builder = StateGraph(State)
    builder.add_node("agent", with_memory(agent.compile(), memory))
    builder.add_edge(START, "agent")

    result = builder.compile().invoke({"messages": [HumanMessage("Where do I live?")]})

    assert "Lisbon" in result["messages"][-1].text
    assert len(result["messages"]) == 2
    assert memory.stats().events == 3
