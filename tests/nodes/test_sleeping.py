"""Memory sleeps inside a graph: in one node or step by step, sync and async, and tells how far."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import InvalidInput
from neuromem_graph.nodes import SleepState, sleep_graph, sleep_node

AT = datetime(2025, 5, 1, tzinfo=UTC)


def filled(namespace: Any = "x") -> MemoryRuntime:
    """Return a memory with nine sentences, three of which say each thing."""
    memory = MemoryRuntime.local(namespace, ":memory:")
    fill(memory)
    return memory


def fill(memory: MemoryRuntime) -> None:
    """Say three things in three wordings each."""
    for n in range(3):
        for small in ("", "Well, ", "Oh, "):
            at = AT + timedelta(minutes=n)
            memory.ingest(user=f"{small}the lamp {n} is red.", at=at)


def graph(memory: MemoryRuntime, **bounds: Any) -> Any:
    """Compile a graph of one node."""
    builder = StateGraph(SleepState)
    builder.add_node("sleep", sleep_node(memory, **bounds))
    builder.add_edge(START, "sleep")
    return builder.compile()


def test_a_node_sleeps_sync_and_async() -> None:
    """The node gives counts and the sequence it wrote, the same under invoke and ainvoke."""
    with filled() as one, filled() as other:
        first = graph(one).invoke({})
        second = asyncio.run(graph(other).ainvoke({}))
        assert first == second
        assert first["memory_sleep"] == {
            "merged": 6, "promoted": 0, "settled": 0, "compiled": 0, "refused": 0, "left": 0,
        }  # fmt: skip
        assert first["memory_seq"] == one.stats().head.seq
        again = graph(one).invoke({})
        assert again["memory_sleep"]["merged"] == 0
        assert again["memory_seq"] == first["memory_seq"]


def test_it_tells_how_far_it_is() -> None:
    """In mode "custom" every phase streams its progress, and the end its report."""
    with filled() as memory:
        told = list(graph(memory).stream({}, stream_mode="custom"))
    phases = [one["memory_sleep"] for one in told if "memory_sleep" in one]
    assert phases == [
        {"phase": "plan", "done": 9, "total": 9},
        {"phase": "consolidation", "done": 3, "total": 3},
    ]
    assert len(told[-1]["memory_sleep_report"]["items"]) == 3

    async def streamed(memory: MemoryRuntime) -> list[Any]:
        return [one async for one in graph(memory).astream({}, stream_mode="custom")]

    with filled() as memory:
        again = asyncio.run(streamed(memory))
    assert [one["memory_sleep"] for one in again if "memory_sleep" in one] == phases


def test_a_graph_sleeps_step_by_step() -> None:
    """The graph goes on until nothing is left, and sums up what its steps did."""
    with filled() as memory:
        done = sleep_graph(memory, items=2).invoke({})
        assert done["memory_sleep"]["merged"] == 6
        assert done["memory_sleep"]["left"] == 0
        assert memory.sleep().unchanged
        assert memory.verify(deep=True).problem is None
    with filled() as memory:
        saver = InMemorySaver()
        some = sleep_graph(memory, items=2, steps=2, checkpointer=saver)
        config = {"configurable": {"thread_id": "night"}}
        first = some.invoke({}, config)
        assert first["memory_sleep"]["merged"] == 4
        assert first["memory_sleep"]["left"] > 0
        second = some.invoke({}, config)  # another night on the same thread counts anew
        assert (second["memory_sleep"]["merged"], second["memory_sleep"]["left"]) == (2, 0)


def test_whose_memory_sleeps_is_told_by_the_run() -> None:
    """A template names the namespace; nobody else's memory is touched."""
    with filled(("users", "ann")) as memory:
        fill(memory.within(("users", "bob")))
        node = graph(memory, namespace=("users", "{user_id}"))
        node.invoke({}, {"configurable": {"user_id": "bob"}})
        assert memory.within(("users", "bob")).stats().memories == {"active": 3, "archived": 6}
        assert memory.stats().memories == {"active": 9}


def test_bad_arguments_are_refused() -> None:
    """What is no runtime, or no number of steps, is refused when the graph is made."""
    with pytest.raises(InvalidInput):
        sleep_node("memory")  # type: ignore[arg-type]
    with filled() as memory, pytest.raises(InvalidInput):
        sleep_graph(memory, steps=0)
