"""Nodes take the messages of a conversation as they are, and leave them as they are."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES

from neuromem_graph.nodes import (
    MemoryState,
    ingest_graph,
    recall_node,
    remember_node,
    with_memory,
)
from neuromem_graph.runtime import MemoryRuntime

THREAD: Any = {"configurable": {"thread_id": "t"}}
PIXELS = "iVBORw0KGgo" * 40


class State(MessagesState, MemoryState):
    """A state with the keys of memory nodes."""


def background(memory: MemoryRuntime) -> Any:
    """Make a node that remembers in the background."""
    return remember_node(memory, background=True)


MAKES = [remember_node, background, ingest_graph]


def conversation() -> list[AnyMessage]:
    """Return what a tool-calling agent's state holds, in the shapes of real providers."""
    call = {"name": "weather", "args": {"city": "Porto"}, "id": "c1", "type": "tool_call"}
    return [
        SystemMessage("You are kind. The user lives in Hell.", id="s"),
        HumanMessage([{"type": "text", "text": "I live in Porto, look:"},
                      {"type": "image", "base64": PIXELS, "mime_type": "image/png"}], id="h"),
        AIMessage([{"type": "thinking", "thinking": "He may live in Lisbon.", "signature": "x"},
                   {"type": "tool_use", "id": "c1", "name": "weather", "input": {}}],
                  tool_calls=[call], id="a1"),
        ToolMessage("It rains in Porto.", tool_call_id="c1", name="weather", id="t1"),
        AIMessage("<think>Maybe Lisbon.</think>Take an umbrella.", id="a2",
                  additional_kwargs={"reasoning_content": "Lisbon again"}),
    ]  # fmt: skip


def everything(memory: MemoryRuntime) -> str:
    """Return all the ledger's payloads."""
    assert memory.flush()
    with memory.resources.ledger.reader() as reader:
        rows = reader._conn.execute("SELECT CAST(body AS TEXT) FROM payloads")
        return "\n".join(row[0] for row in rows)


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("asynchronous", [False, True], ids=["invoke", "ainvoke"])
def test_a_conversation(
    make: Callable[..., Any], asynchronous: bool, memory: MemoryRuntime
) -> None:
    """Words and results are remembered once; system text, calls, thoughts and pixels are not."""
    node, state = make(memory), {"messages": conversation()}
    for _ in range(2):
        asyncio.run(node.ainvoke(state, THREAD)) if asynchronous else node.invoke(state, THREAD)
    kept = everything(memory)
    assert memory.stats().events == 3
    for said in ("I live in Porto, look:\\n[image]", "It rains in Porto.", "Take an umbrella."):
        assert said in kept
    for unsaid in ("Hell", "Lisbon", PIXELS[:40], '"city"', "think"):
        assert unsaid not in kept
    found = memory.query("Porto").items
    assert {item.text: item.channel for item in found}["It rains in Porto."] == "tool"


@pytest.mark.parametrize("make", [remember_node, ingest_graph])
def test_media_are_counted(make: Callable[..., Any], memory: MemoryRuntime) -> None:
    """The receipt says how many images were left out."""
    builder = StateGraph(State)
    builder.add_node("remember", make(memory))
    builder.add_edge(START, "remember")
    seen = builder.compile().stream({"messages": conversation()}, stream_mode="custom",
                                    subgraphs=True)  # fmt: skip
    items = [item for _, one in seen for item in one["memory_receipt"]["items"]]
    assert [item["text"] for item in items if item["reason"] == "media"] == ["1 [image]"]


@pytest.mark.parametrize("asynchronous", [False, True], ids=["invoke", "ainvoke"])
def test_no_message_is_added_moved_or_lost(asynchronous: bool, memory: MemoryRuntime) -> None:
    """What recall, an agent with memory and remember leave in the state are the messages that were
    there, with every tool result behind its call."""
    history = conversation()
    call = {"name": "weather", "args": {}, "id": "c2", "type": "tool_call"}
    added = [AIMessage("", tool_calls=[call], id="a3"),
             ToolMessage("18 C", tool_call_id="c2", id="t2"),
             AIMessage("18 C", id="a4")]  # fmt: skip
    builder = StateGraph(State)
    builder.add_node("recall", recall_node(memory))
    builder.add_node("agent", with_memory(lambda state: {"messages": added}, memory))
    builder.add_node("remember", remember_node(memory))
    builder.add_edge(START, "recall").add_edge("recall", "agent").add_edge("agent", "remember")
    graph = builder.compile()
    state = {"messages": history}
    left = asyncio.run(graph.ainvoke(state)) if asynchronous else graph.invoke(state)
    assert left["messages"] == [*history, *added]
    assert memory.stats().events == 5


@pytest.mark.parametrize("make", MAKES)
def test_removals(make: Callable[..., Any], memory: MemoryRuntime) -> None:
    """A removal says nothing, and is no edit of the message it removes."""
    said = HumanMessage("I live in Porto.", id="1")
    state = {"messages": [said, RemoveMessage(id="1"), RemoveMessage(id=REMOVE_ALL_MESSAGES)]}
    for _ in range(2):
        make(memory).invoke(state, THREAD)
    memory.flush()
    assert memory.stats().events == 1
    assert [item.text for item in memory.query("Where do I live?").items] == ["I live in Porto."]


def test_an_agent_that_trims(memory: MemoryRuntime) -> None:
    """What an agent takes out of the state was said: it is remembered, and the state obeys."""

    def agent(state: Any) -> Any:
        return {"messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES), AIMessage("Noted.", id="2")]}

    builder = StateGraph(State)
    builder.add_node("agent", with_memory(agent, memory))
    builder.add_edge(START, "agent")
    left = builder.compile().invoke({"messages": [HumanMessage("I live in Porto.", id="1")]})
    assert [message.id for message in left["messages"]] == ["2"]
    assert memory.stats().events == 2
    assert "Porto" in memory.query("Where do I live?").text


FORMS: list[Any] = [
    "I live in Porto.",
    ["I live in Porto."],
    ("user", "I live in Porto."),
    [("user", "I live in Porto.")],
    {"role": "user", "content": "I live in Porto."},
    [{"role": "user", "content": [{"type": "text", "text": "I live in Porto."}]}],
    [{"type": "human", "content": "I live in Porto."}],
    HumanMessage("I live in Porto."),
]


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("messages", FORMS)
def test_every_form(make: Callable[..., Any], messages: Any, memory: MemoryRuntime) -> None:
    """Nodes read what a reducer of messages takes; a thread tells messages without ids apart."""
    for _ in range(2):
        make(memory).invoke({"messages": messages}, THREAD)
    memory.flush()
    assert memory.stats().events == 1
    assert memory.query("Where do I live?").worldview[0].value == "Porto"


@pytest.mark.parametrize("make", MAKES)
def test_ids(make: Callable[..., Any], memory: MemoryRuntime) -> None:
    """Messages without ids, with empty ones and with one id twice are each remembered once."""
    messages = [HumanMessage("ok"), HumanMessage("ok"), HumanMessage("ok", id=""),
                HumanMessage("tea", id="x"), HumanMessage("tea", id="x")]  # fmt: skip
    for _ in range(2):
        make(memory).invoke({"messages": messages}, THREAD)
    memory.flush()
    assert memory.stats().events == 4


@pytest.mark.parametrize("make", MAKES)
def test_nothing_said(make: Callable[..., Any], memory: MemoryRuntime) -> None:
    """A state whose messages say nothing writes nothing."""
    call = {"name": "f", "args": {}, "id": "1", "type": "tool_call"}
    silent = [HumanMessage(""), HumanMessage([]), HumanMessage("\u200b"), SystemMessage("x"),
              AIMessage("", tool_calls=[call]), ToolMessage("", tool_call_id="1"),
              AIMessage([{"type": "reasoning", "reasoning": "x"}]),
              AIMessage("<think>x</think>")]  # fmt: skip
    before = memory.verify().head
    make(memory).invoke({"messages": silent}, THREAD)
    make(memory).invoke({"messages": []}, THREAD)
    assert memory.verify().head == before


@pytest.mark.parametrize("role", [HumanMessage, AIMessage, ToolMessage])
def test_the_prompt_comes_back(role: Any, memory: MemoryRuntime) -> None:
    """A graph that puts what it recalled into a message does not learn it again."""

    def agent(state: Any) -> Any:
        more = {"tool_call_id": "1"} if role is ToolMessage else {}
        return {"messages": [role(f"Context: {state['memory']['text']}", id=f"c{role}", **more)]}

    remember_node(memory).invoke({"messages": [HumanMessage("I live in Porto.", id="1")]})
    builder = StateGraph(State)
    builder.add_node("agent", with_memory(agent, memory))
    builder.add_edge(START, "agent")
    builder.compile().invoke({"messages": [HumanMessage("Where do I live?", id="2")]})
    assert everything(memory).count('"text":"I live in Porto') == 1
    assert len([item for item in memory.query("Porto").items if "Porto" in item.text]) == 1
