"""Whole graphs on the saver: interrupts, time travel, every durability, subgraphs, Sends."""

import asyncio
import operator
from pathlib import Path
from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, Send, interrupt
from typing_extensions import TypedDict

from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.nodes import MemoryState, recall_node, remember_node
from neuromem_graph.runtime import MemoryRuntime

CONFIG: Any = {"configurable": {"thread_id": "1"}}
MODES: Any = ["sync", "async", "exit"]


class Counting(TypedDict):
    """A state that adds up."""

    items: Annotated[list[str], operator.add]
    count: int


class Remembering(MessagesState, MemoryState):
    """A conversation with the keys of memory nodes."""


def asking(checkpointer: Any) -> Any:
    """Make a graph that asks a person, under a subgraph, between two steps."""

    def ask(state: Counting) -> Any:
        return {"items": [f"heard {interrupt('well?')}"]}

    inner = StateGraph(Counting)
    inner.add_node("ask", ask)
    inner.add_edge(START, "ask")
    outer = StateGraph(Counting)
    outer.add_node("before", lambda _: {"items": ["before"], "count": 1})
    outer.add_node("inside", inner.compile())
    outer.add_node("after", lambda _: {"items": ["after"], "count": 2})
    outer.add_edge(START, "before")
    outer.add_edge("before", "inside")
    outer.add_edge("inside", "after")
    return outer.compile(checkpointer=checkpointer)


def fanned(checkpointer: Any) -> Any:
    """Make a graph that sends twenty tasks out at once, three times."""
    builder = StateGraph(Counting)
    builder.add_node("plan", lambda state: {"count": state.get("count", 0) + 1})
    builder.add_node("work", lambda task: {"items": [f"{task['round']}:{task['n']}"]})
    builder.add_node(
        "join", lambda state: Command(goto="plan" if state["count"] < 3 else "__end__")
    )
    builder.add_edge(START, "plan")
    builder.add_conditional_edges(
        "plan",
        lambda state: [Send("work", {"round": state["count"], "n": n}) for n in range(20)],
        ["work"],
    )
    builder.add_edge("work", "join")
    return builder.compile(checkpointer=checkpointer)


def history(graph: Any) -> Any:
    """Return what the history of the thread shows, without ids and times."""
    return [
        (one.values, one.next, one.metadata["step"], one.metadata["source"], len(one.tasks))
        for one in graph.get_state_history(CONFIG)
    ]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("make", [asking, fanned])
def test_as_in_memory(saver: LedgerSaver, make: Any, mode: Any) -> None:
    """A graph does, and leaves in its history, exactly what it does with LangGraph's own saver."""

    def outcome(checkpointer: Any) -> Any:
        graph = make(checkpointer)
        first = graph.invoke({"items": ["in"]}, CONFIG, durability=mode)
        first.pop("__interrupt__", None)
        tasks = [task.interrupts[0].value for task in graph.get_state(CONFIG).tasks]
        second = graph.invoke(Command(resume="yes"), CONFIG, durability=mode) if tasks else None
        return first, tasks, second, history(graph)

    assert outcome(saver) == outcome(InMemorySaver())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("make", [asking, fanned])
def test_as_in_memory_async(saver: LedgerSaver, make: Any, mode: Any) -> None:
    """The same holds from a running loop, where sync methods may be called too."""

    async def outcome(checkpointer: Any) -> Any:
        graph = make(checkpointer)
        first = await graph.ainvoke({"items": ["in"]}, CONFIG, durability=mode)
        first.pop("__interrupt__", None)
        waits = bool((await graph.aget_state(CONFIG)).next)
        resume: Any = Command(resume="yes")
        second = await graph.ainvoke(resume, CONFIG, durability=mode) if waits else None
        assert [one.config async for one in checkpointer.alist(CONFIG)] == [
            one.config for one in checkpointer.list(CONFIG)
        ]
        return first, second, history(graph)

    assert asyncio.run(outcome(saver)) == asyncio.run(outcome(InMemorySaver()))


@pytest.mark.parametrize("mode", MODES)
def test_another_saver_resumes(tmp_path: Path, mode: Any) -> None:
    """A graph interrupted by one saver is resumed by another on the same file, in its subgraph."""
    with LedgerSaver.from_conn_string(tmp_path / "a.sqlite3") as one:
        asking(one).invoke({"items": ["in"]}, CONFIG, durability=mode)
    with LedgerSaver.from_conn_string(tmp_path / "a.sqlite3") as other:
        graph = asking(other)
        assert graph.get_state(CONFIG, subgraphs=True).tasks[0].state.next == ("ask",)
        result = graph.invoke(Command(resume="yes"), CONFIG, durability=mode)

    # A subgraph gives back the whole list, which the outer state adds to its own.
    assert result["items"] == [*["in", "before"] * 2, "heard yes", "after"]


def test_time_travel(saver: LedgerSaver) -> None:
    """A thread forks from any checkpoint, by a run or an update, and keeps both lines."""
    graph = fanned(saver)
    graph.invoke({"items": ["in"]}, CONFIG)
    past = [one for one in graph.get_state_history(CONFIG) if one.next == ("join",)][-1]

    again = graph.invoke(None, past.config)
    updated = graph.update_state(past.config, {"items": ["!"], "count": 3}, as_node="plan")
    forked = graph.get_state(updated)

    assert len(again["items"]) == 61
    assert forked.values["items"][-1] == "!"
    assert forked.parent_config["configurable"] == past.config["configurable"]
    assert graph.get_state(past.config).values == past.values


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("own", [None, True])
def test_deleted_while_it_runs(
    saver: LedgerSaver, rows: Any, mode: Any, asynchronous: bool, own: Any
) -> None:
    """A thread deleted in the middle of a run stays deleted as the run goes on, and begins anew."""
    deletes = [False]

    def step(state: Counting) -> Any:
        if deletes[0]:
            saver.delete_thread("1")
            deletes[0] = False
        return {"items": ["x"]}

    inner = StateGraph(Counting)
    inner.add_node("c", step)
    inner.add_node("d", lambda _: {"items": ["y"]})
    inner.add_edge(START, "c")
    inner.add_edge("c", "d")
    builder = StateGraph(Counting)
    builder.add_node("a", lambda _: {"count": 1})
    builder.add_node("b", inner.compile(checkpointer=own))
    builder.add_node("e", lambda _: {"count": 2})
    builder.add_edge(START, "a")
    builder.add_edge("a", "b")
    builder.add_edge("b", "e")
    graph = builder.compile(checkpointer=saver)

    def run() -> int:
        if asynchronous:
            asyncio.run(graph.ainvoke({"items": []}, CONFIG, durability=mode))
        else:
            graph.invoke({"items": []}, CONFIG, durability=mode)
        return len(list(saver.list(CONFIG)))

    whole = run()
    deletes[0] = True
    left = run()

    assert left == 0
    assert set(rows().values()) == {0}
    assert run() == whole


def test_put_while_listing(saver: LedgerSaver, store: Any) -> None:
    """Checkpoints put while a list is read neither block nor show; the list goes on from there."""
    parent = None
    for _ in range(40):
        parent = store(parent)
    count = 0
    for found in saver.list(CONFIG | {"configurable": {"thread_id": "t"}}):
        store(found.config)
        saver.put_writes(found.config, [("a", 1)], "task")
        count += 1
    assert count == 40

    async def gather() -> int:
        count = 0
        async for found in saver.alist(None):
            await saver.aput_writes(found.config, [("b", 1)], "other")
            saver.put_writes(found.config, [("c", 1)], "third")
            count += 1
        return count

    assert asyncio.run(gather()) == 80


def test_limits_and_before(saver: LedgerSaver, store: Any) -> None:
    """A list is newest first, ends at its limit, and begins before a checkpoint."""
    stored = [store(metadata={"step": n, "even": n % 2 == 0}) for n in range(150)]
    newest = stored[::-1]

    def ids(**asked: Any) -> list[Any]:
        return [one.config for one in saver.list(None, **asked)]

    assert ids() == newest
    assert ids(limit=0) == []
    assert ids(limit=20) == newest[:20]
    assert ids(before=stored[10]) == newest[-10:]
    assert ids(before=stored[10], limit=3) == newest[-10:-7]
    assert ids(filter={"even": True}, limit=70) == newest[1::2][:70]
    assert ids(filter={"even": True}) == newest[1::2]
    with pytest.raises(InvalidInput):
        saver.list(None, limit=-1)


# ---------------------------------------------------------------- memory_seq


def remembering(memory: MemoryRuntime, saver: LedgerSaver) -> Any:
    """Make an agent that recalls, answers and remembers."""
    builder = StateGraph(Remembering)
    builder.add_node("recall", recall_node(memory))
    builder.add_node("agent", lambda _: {"messages": [AIMessage("noted")]})
    builder.add_node("remember", remember_node(memory))
    builder.add_edge(START, "recall")
    builder.add_edge("recall", "agent")
    builder.add_edge("agent", "remember")
    return builder.compile(checkpointer=saver)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("where", ["file", "memory"])
def test_what_a_checkpoint_had_seen(tmp_path: Path, where: str, mode: Any) -> None:
    """A checkpoint has the memory_seq of its nodes, not the ledger's end at the time it is put."""
    path = ":memory:" if where == "memory" else str(tmp_path / "a.sqlite3")
    with MemoryRuntime.local("app", path) as memory, LedgerSaver(memory) as saver:
        memory.ingest(user="I like chess.")
        start = memory.stats().head.seq
        graph = remembering(memory, saver)
        said = {"messages": [HumanMessage("I live in Lisbon.", id="1")]}
        result = graph.invoke(said, CONFIG, durability=mode)
        memory.ingest(user="I like jazz.")

        assert saver.memory_seq(CONFIG) == result["memory_seq"]
        assert start < result["memory_seq"] < memory.stats().head.seq
        for one in graph.get_state_history(CONFIG):
            assert saver.memory_seq(one.config) == (one.values.get("memory_seq") or start)


def test_moments_without_memory_nodes(tmp_path: Path, store: Any, saver: LedgerSaver) -> None:
    """Without the channel, updates and forks keep their parent's moment; others see the end."""
    with MemoryRuntime.local("app", tmp_path / "agent.sqlite3") as memory:
        empty = store()
        memory.ingest(user="I live in Lisbon.")
        end = memory.stats().head.seq
        update, fork = ({"source": source} for source in ("update", "fork"))

        assert saver.memory_seq(empty) == 0
        assert saver.memory_seq(store(empty)) == end
        assert saver.memory_seq(store(empty, metadata=update)) == 0
        assert saver.memory_seq(store(empty, metadata=fork)) == 0
        assert saver.memory_seq(store(empty, {"memory_seq": 1}, metadata=fork)) == 1
        assert saver.memory_seq(store(None, metadata=fork)) == end
        assert saver.memory_seq(store(None, {"memory_seq": 2}, ns="child:1")) == 2
        assert asyncio.run(saver.amemory_seq(empty)) == 0
    nobody: Any = {"configurable": {"thread_id": "nobody"}}
    with pytest.raises(NotFound):
        saver.memory_seq(nobody)
