"""Which messages of a thread are remembered, and what a node does when nobody asked anything."""

from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph.errors import InvalidInput
from neuromem_graph.nodes import (
    MemoryState,
    ingest_graph,
    recall_graph,
    recall_node,
    remember_node,
    with_memory,
)
from neuromem_graph.nodes.context import CHUNK
from neuromem_graph.runtime import MemoryRuntime

THREAD: Any = {"configurable": {"thread_id": "t"}}
IMAGE = HumanMessage([{"type": "image", "url": "https://example.com/a.png"}])


class State(MessagesState, MemoryState):
    """A state with the keys of memory nodes."""


def receipts(node: Any, messages: list[Any], config: Any = None) -> list[Any]:
    """Run a node in a graph and return the items of its receipt."""
    builder = StateGraph(State)
    builder.add_node("remember", node)
    builder.add_edge(START, "remember")
    graph = builder.compile()
    seen = graph.stream({"messages": messages}, config, stream_mode="custom", subgraphs=True)
    return [item for _, one in seen for item in one["memory_receipt"]["items"]]


def numbered(count: int, **given: Any) -> list[HumanMessage]:
    """Return messages that have ids, unless `id` is given."""
    return [HumanMessage(f"note {i}", **({"id": f"m{i}"} | given)) for i in range(count)]


@pytest.mark.parametrize("make", [remember_node, ingest_graph])
def test_a_long_thread_is_remembered_whole(make: Callable[..., Any], memory: MemoryRuntime) -> None:
    """A thread that begins long before its memory is remembered from its start, in order."""
    count = 3 * CHUNK + 7
    make(memory).invoke({"messages": numbered(count)})
    make(memory).invoke({"messages": numbered(count)})

    assert memory.stats().events == count
    with memory.resources.ledger.reader() as reader:
        found = reader.turns(memory.namespace, [f"message:m{i}" for i in range(count)])
    order = [found[f"message:m{i}"].event for i in range(count)]
    assert order == sorted(order)


def test_a_gap_is_filled(memory: MemoryRuntime) -> None:
    """Unknown messages before known ones are found up to a chunk that is wholly known."""
    messages = numbered(CHUNK + 10)
    remember_node(memory).invoke({"messages": messages[10:-1]})
    remember_node(memory).invoke({"messages": messages})
    assert memory.stats().events == len(messages)

    whole = numbered(5 * CHUNK)
    remember_node(memory).invoke({"messages": whole})
    before = memory.stats()
    remember_node(memory).invoke({"messages": [HumanMessage("old", id="x"), *whole]})
    assert memory.stats() == before


@pytest.mark.parametrize("make", [remember_node, ingest_graph])
@pytest.mark.parametrize("earlier", [0, CHUNK - 2, CHUNK + 3])
def test_a_value_alone_corrects_what_was_remembered_just_before(
    make: Callable[..., Any], earlier: int, memory: MemoryRuntime
) -> None:
    """ "I meant Porto" is read by the turn before it, though a run before remembered that."""
    said = [*numbered(earlier), HumanMessage("I live in Ghent.", id="a"), AIMessage("Ah!", id="b")]
    make(memory).invoke({"messages": said})
    make(memory).invoke({"messages": [*said, HumanMessage("Actually, I meant Porto.", id="c")]})

    (slot,) = memory.resolve_worldview(lens="audit").slots
    assert [(c.value, c.status) for c in slot.candidates] == [
        ("Porto", "active"), ("Ghent", "rejected"),
    ]  # fmt: skip


def test_a_value_alone_corrects_nothing_that_was_said_long_before(memory: MemoryRuntime) -> None:
    """What was said between tells of something else."""
    said = [HumanMessage("I live in Ghent.", id="a"), *numbered(3)]
    remember_node(memory).invoke({"messages": said})
    remember_node(memory).invoke({"messages": [*said, HumanMessage("I meant Porto.", id="c")]})

    assert [b.value for b in memory.resolve_worldview().beliefs] == ["Ghent"]


def test_chunks_of_system_messages_tell_nothing(memory: MemoryRuntime) -> None:
    """A chunk that makes no turn is looked past."""
    noise = [SystemMessage("be kind", id=f"s{i}") for i in range(CHUNK)]
    remember_node(memory).invoke({"messages": [*numbered(3), *noise]})

    assert memory.stats().events == 3


@pytest.mark.parametrize("make", [remember_node, ingest_graph])
def test_an_edited_message(make: Callable[..., Any], memory: MemoryRuntime) -> None:
    """The first words stand, the receipt says so, and the rest of the thread is remembered."""
    make(memory).invoke({"messages": [HumanMessage("I live in Rome.", id="1")]})

    edited = [HumanMessage("I live in Oslo.", id="1"), HumanMessage("I like tea.", id="2")]
    items = receipts(make(memory), edited)

    assert [i["reason"] for i in items if i["what"] == "skipped"] == [
        "edited after it was remembered"
    ]
    assert memory.stats().events == 2
    assert "Rome" in memory.query("Where do I live?").text
    assert "Oslo" not in memory.query("Where do I live?").text


def test_an_edit_and_nothing_new(memory: MemoryRuntime) -> None:
    """An edit is told also when every message of its chunk is known."""
    remember_node(memory).invoke({"messages": numbered(2 * CHUNK)})
    edited = [*numbered(2 * CHUNK - 1), HumanMessage("other words", id=f"m{2 * CHUNK - 1}")]

    items = receipts(remember_node(memory), edited)

    assert [item["reason"] for item in items] == ["edited after it was remembered"]


def test_one_id_twice_in_a_state(memory: MemoryRuntime) -> None:
    """A state with a plain list may hold an edited message beside the first: that one stands."""
    both = [HumanMessage("I live in Rome.", id="1"), HumanMessage("I live in Oslo.", id="1")]
    for _ in range(2):
        remember_node(memory).invoke({"messages": both})

    assert memory.stats().events == 1
    assert "Rome" in memory.query("Where do I live?").text


def test_an_edit_of_what_was_only_observed(memory: MemoryRuntime) -> None:
    """The first words stand also when no memory was made of them yet."""
    memory.observe(HumanMessage("I live in Rome.", id="1"))
    remember_node(memory).invoke({"messages": [HumanMessage("I live in Oslo.", id="1")]})

    assert memory.stats().events == 1


def test_no_id_and_no_thread(memory: MemoryRuntime) -> None:
    """Nothing tells such a message from another one: it is new every time."""
    messages = numbered(2, id=None)
    remember_node(memory).invoke({"messages": messages})
    remember_node(memory).invoke({"messages": messages})
    assert memory.stats().events == 4

    for _ in range(2):
        remember_node(memory).invoke({"messages": messages}, THREAD)
    assert memory.stats().events == 6


NOBODY: list[Any] = [
    {"messages": []},
    {"messages": [IMAGE]},
    {"messages": [SystemMessage("be kind"), AIMessage("Hello!")]},
    {"messages": [HumanMessage(" \u200b ")]},
]


@pytest.mark.parametrize("make", [recall_node, recall_graph])
@pytest.mark.parametrize("state", NOBODY)
def test_nobody_asked(make: Callable[..., Any], state: Any, memory: MemoryRuntime) -> None:
    """The key is there with an empty text, so that an agent can read it blindly."""
    found = make(memory).invoke(state)

    assert found["memory"] == {"text": "", "trace_id": None, "abstained": "nothing was asked"}
    assert not found.get("memory_seq")  # no memory was read


@pytest.mark.parametrize("query", ["", "  ", "\u200b"])
def test_a_blank_query(query: str, memory: MemoryRuntime) -> None:
    """A blank `query` asks nothing; the conversation is asked instead, if there is one."""
    memory.ingest(user="I live in Lisbon.")
    graph = recall_graph(memory)

    assert graph.invoke({"query": query})["memory"]["abstained"] == "nothing was asked"
    asked = {"query": query, "messages": [HumanMessage("Where do I live?")]}
    assert "Lisbon" in graph.invoke(asked)["memory"]["text"]


@pytest.mark.parametrize("state", NOBODY)
def test_nobody_asked_an_agent(state: Any, memory: MemoryRuntime) -> None:
    """An agent with memory reads its key also when nobody asked anything."""

    def agent(state: Any) -> Any:
        return {"messages": [AIMessage(f"recalled {state['memory']['text']!r}")]}

    builder = StateGraph(State)
    builder.add_node("agent", with_memory(agent, memory))
    builder.add_edge(START, "agent")
    assert builder.compile().invoke(state)["messages"][-1].text == "recalled ''"


@pytest.mark.parametrize("make", [recall_node, remember_node, recall_graph, ingest_graph])
def test_no_messages_at_all(make: Callable[..., Any], memory: MemoryRuntime) -> None:
    """A state without messages is a mistake, and so is a message that is none."""
    node = make(memory)
    for state in ({"messages": None}, {"messages": [7]}, {"messages": [{"role": "pope"}]}):
        with pytest.raises(InvalidInput, match="messages"):
            node.invoke(state)
