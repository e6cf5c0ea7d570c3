"""The subgraphs and one-node forms inside real LangGraph graphs, run in every way."""

import asyncio
import operator
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command

from neuromem_graph.errors import InvalidNamespace
from neuromem_graph.nodes import (
    MemoryState,
    ingest_graph,
    recall_graph,
    recall_node,
    remember_node,
    with_memory,
)
from neuromem_graph.runtime import MemoryRuntime

START_TIME = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


class State(MessagesState, MemoryState):
    """A parent's state with the keys of memory nodes."""


class Clock:
    """Tick a minute per look."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> datetime:
        self.minutes += 1
        return START_TIME + timedelta(minutes=self.minutes)


@pytest.fixture(params=["memory", "file"])
def runtime(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MemoryRuntime]:
    """A runtime in memory and in a file."""
    path = ":memory:" if request.param == "memory" else tmp_path / "m"
    made = MemoryRuntime.local(("app", "ann"), path, clock=Clock(), entropy=Random(1).randbytes)
    with made:
        yield made


def invoke(graph: Any, value: Any, config: Any = None) -> Any:
    """Run with invoke."""
    return graph.invoke(value, config)


def ainvoke(graph: Any, value: Any, config: Any = None) -> Any:
    """Run with ainvoke."""
    return asyncio.run(graph.ainvoke(value, config))


def stream(graph: Any, value: Any, config: Any = None) -> Any:
    """Run with stream and return the last values."""
    return list(graph.stream(value, config, stream_mode="values"))[-1]


def astream(graph: Any, value: Any, config: Any = None) -> Any:
    """Run with astream and return the last values."""

    async def run() -> Any:
        return [one async for one in graph.astream(value, config, stream_mode="values")][-1]

    return asyncio.run(run())


@pytest.fixture(params=[invoke, ainvoke, stream, astream])
def run(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Every way of running a graph."""
    way: Callable[..., Any] = request.param
    return way


def said(text: str, **extra: Any) -> dict[str, Any]:
    """Return a state in which a human just said something."""
    return {"messages": [HumanMessage(text, id=text)], **extra}


def agent(state: Any) -> dict[str, Any]:
    """Answer with what was recalled."""
    recalled = (state.get("memory") or {}).get("text", "")
    return {"messages": [AIMessage(f"I recall: {recalled}")]}


def parallel(runtime: MemoryRuntime) -> StateGraph[Any, Any, Any, Any]:
    """Recall, then remember beside the agent."""
    builder = StateGraph(State)
    builder.add_node("recall", recall_node(runtime))
    builder.add_node("remember", remember_node(runtime))
    builder.add_node("agent", agent)
    builder.add_edge(START, "recall")
    builder.add_edge("recall", "agent")
    builder.add_edge("recall", "remember")
    return builder


def test_remembers_across_threads(runtime: MemoryRuntime, run: Callable[..., Any]) -> None:
    """What was said in one thread is recalled in another."""
    graph = parallel(runtime).compile(checkpointer=InMemorySaver())
    run(graph, said("I live in Lisbon."), {"configurable": {"thread_id": "1"}})

    answer = run(graph, said("Where do I live?"), {"configurable": {"thread_id": "2"}})

    assert "Lisbon" in answer["messages"][-1].text
    assert len(answer["messages"]) == 2


def test_running_a_thread_again_adds_nothing(runtime: MemoryRuntime) -> None:
    """A turn that runs three times (retry, notebook cell) is remembered once."""
    graph = parallel(runtime).compile()
    graph.invoke(said("I live in Lisbon."))
    before = runtime.stats()

    for _ in range(2):
        graph.invoke(said("I live in Lisbon."))

    assert runtime.stats() == before
    assert runtime.verify(deep=True).ok


def test_messages_without_ids(runtime: MemoryRuntime) -> None:
    """Messages that carry no id are told apart by thread, place and words."""
    node = remember_node(runtime)
    state = {"messages": [HumanMessage("ok tea"), HumanMessage("ok tea")]}
    config = {"configurable": {"thread_id": "t"}}
    node.invoke(state, config)
    node.invoke(state, config)

    assert runtime.stats().events == 2


def test_ingest_subgraph_equals_one_node(runtime: MemoryRuntime, run: Callable[..., Any]) -> None:
    """The subgraph and the one-node form write the same memory."""
    text = "I live in Lisbon. My sister Anna lives in Porto."
    run(ingest_graph(runtime), said(text))
    other = runtime.within(("app", "bob"))
    remember_node(other).invoke(said(text))

    with runtime.resources.ledger.reader() as reader:
        slots = [
            [
                (s.entity_name, s.attribute, [b.value for b in s.beliefs])
                for s in reader.all_slots(n)
            ]
            for n in (runtime.namespace, other.namespace)
        ]
    assert slots[0] == slots[1]
    assert len(slots[0]) == 2


def test_subgraphs_twice_and_in_parallel(runtime: MemoryRuntime, run: Callable[..., Any]) -> None:
    """Subgraphs stand twice in one parent and in a parallel branch without doubling anything."""

    class Parent(MessagesState, MemoryState):
        trail: Annotated[list[str], operator.add]

    builder = StateGraph(Parent)
    for name in ("ingest_a", "ingest_b"):
        builder.add_node(name, ingest_graph(runtime))
    builder.add_node("recall", recall_graph(runtime))
    builder.add_node("beside", lambda state: {"trail": ["beside"]})
    builder.add_node("again", ingest_graph(runtime))
    builder.add_edge(START, "ingest_a")
    builder.add_edge(START, "ingest_b")
    builder.add_edge(START, "beside")
    builder.add_edge(["ingest_a", "ingest_b", "beside"], "recall")
    builder.add_edge("recall", "again")
    graph = builder.compile(checkpointer=InMemorySaver())

    result = run(
        graph, said("I live in Lisbon.", trail=["start"]), {"configurable": {"thread_id": "1"}}
    )

    assert result["trail"] == ["start", "beside"]
    assert [m.text for m in result["messages"]] == ["I live in Lisbon."]
    assert runtime.stats().events == 1
    assert result["memory_seq"] == runtime.stats().head.seq


def test_recall_subgraph_hands_over(runtime: MemoryRuntime, run: Callable[..., Any]) -> None:
    """What the recall subgraph found reaches the node after it in the parent."""
    runtime.ingest(user="I live in Lisbon.")
    builder = StateGraph(State)
    builder.add_sequence([("recall", recall_graph(runtime)), ("agent", agent)])
    builder.add_edge(START, "recall")

    result = run(builder.compile(), said("Where do I live?"))

    assert "Lisbon" in result["messages"][-1].text


def test_receipts_can_be_watched(runtime: MemoryRuntime) -> None:
    """What remembering did arrives on the custom stream."""
    graph = parallel(runtime).compile()
    seen = list(graph.stream(said("I live in Lisbon."), stream_mode="custom"))

    assert any("Lisbon" in item["text"] for s in seen for item in s["memory_receipt"]["items"])


def test_resume_between_gather_and_rank(runtime: MemoryRuntime) -> None:
    """A recall interrupted after gathering gathers again, at the moment its plan names."""
    runtime.ingest(user="I live in Lisbon.")
    graph = recall_graph(runtime, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "1"}}
    graph.invoke(said("Where do I live?"), config, interrupt_after=["gather"])
    runtime.ingest(user="I live in Porto.")

    result = graph.invoke(None, config)

    assert "Lisbon" in result["memory"]["text"]
    assert "Porto" not in result["memory"]["text"]


def test_review_asks_and_resumes(runtime: MemoryRuntime, run: Callable[..., Any]) -> None:
    """An ambiguous name is asked about; the answer is committed once, however often it resumes."""
    runtime.ingest(user="My sister Nina lives in Ghent.")
    runtime.ingest(user="My colleague Nina lives in Brussels.")
    graph = ingest_graph(runtime, review=True, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "1"}}
    asked = graph.invoke(said("Nina lives in Leuven."), config)
    (action,) = asked["__interrupt__"][0].value["action_requests"]
    sister = next(c["entity"] for c in action["args"]["choices"] if c["relation"] == "sister")
    assert len(runtime.pending()) == 1

    answer = Command(resume={"decisions": [{"type": "merge", "entity": sister}]})
    run(graph, answer, config)
    after = runtime.stats()
    runtime.decide(action["args"]["id"], "merge", entity=sister)

    assert runtime.pending() == ()
    assert runtime.stats() == after
    assert "Leuven" in runtime.query("Where does my sister Nina live?").text
    assert runtime.verify(deep=True).ok


def test_namespace_templates(runtime: MemoryRuntime) -> None:
    """Users are kept apart by a template; a missing user id stops the run."""
    node = remember_node(runtime, namespace=("memories", "{user_id}"))
    node.invoke(said("I live in Lisbon."), {"configurable": {"user_id": "a/b@example.com"}})

    assert runtime.within(("memories", "a/b@example.com")).stats().events == 1
    assert runtime.within(("memories", "a", "b@example.com")).stats().events == 0
    for missing in ({}, {"user_id": None}, {"user_id": ""}, {"user_id": "  "}):
        with pytest.raises(InvalidNamespace, match="user_id"):
            node.invoke(said("I live in Porto."), {"configurable": missing})


def test_memory_around_an_agent(runtime: MemoryRuntime, run: Callable[..., Any]) -> None:
    """`with_memory` recalls before the agent and remembers both sides after it, once."""
    builder = StateGraph(State)
    builder.add_node("agent", with_memory(agent, runtime))
    builder.add_edge(START, "agent")
    graph = builder.compile(checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "1"}}
    run(graph, said("I live in Lisbon."), config)
    result = run(graph, said("Where do I live?"), config)

    assert "Lisbon" in result["messages"][-1].text
    assert runtime.stats().events == 4


def test_the_memory_key_ends_with_its_run(runtime: MemoryRuntime) -> None:
    """What was recalled is in the checkpoint of its run and not in those of later turns."""
    graph = parallel(runtime).compile(checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "1"}}
    graph.invoke(said("I live in Lisbon."), config)
    graph.invoke(said("Where do I live?"), config)

    states = list(graph.get_state_history(config))
    assert "memory" not in states[0].values
    assert "Lisbon" in next(s.values["memory"]["text"] for s in states if "memory" in s.values)
