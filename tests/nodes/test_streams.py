"""Nothing of memory reaches the user's stream, other users, or the loop that runs."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableLambda
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph.core.rules import RuleExtractor
from neuromem_graph.nodes import (
    MemoryState,
    ingest_graph,
    recall_graph,
    recall_node,
    remember_node,
    with_memory,
)
from neuromem_graph.runtime import MemoryRuntime

SECRET = "secret thoughts of the extractor"


class State(MessagesState, MemoryState):
    """A state with the keys of memory nodes."""


class Asking:
    """Ask a model what is claimed."""

    model = FakeListChatModel(responses=[SECRET])

    def extract(self, turns: Any) -> Any:
        """Ask and wait."""
        self.model.invoke("what is claimed here?")
        return RuleExtractor().extract(turns)


class Awaiting(Asking):
    """Await a model."""

    async def aextract(self, turns: Any) -> Any:
        """Ask and await."""
        await self.model.ainvoke("what is claimed here?")
        return RuleExtractor().extract(turns)


def said(text: str) -> Any:
    """Return a state in which a human just said something."""
    return {"messages": [HumanMessage(text, id=text)]}


def answer(state: Any) -> Any:
    """Answer with what was recalled."""
    return {"messages": [AIMessage("I recall: " + state["memory"]["text"])]}


def one(node: Any) -> Any:
    """Compile a graph of one node."""
    builder = StateGraph(State)
    builder.add_node("memory", node)
    builder.add_edge(START, "memory")
    return builder.compile()


def text_of(tokens: list[Any], subgraphs: bool) -> str:
    """Put together what was shown; a model shows one character at a time."""
    return "".join(token[1][0].text if subgraphs else token[0].text for token in tokens)


def stream(graph: Any, subgraphs: bool) -> str:
    """Return all that a user sees."""
    tokens = graph.stream(said("I like tea."), stream_mode="messages", subgraphs=subgraphs)
    return text_of(list(tokens), subgraphs)


def astream(graph: Any, subgraphs: bool) -> str:
    """Return all that a user of the async interface sees."""

    async def run() -> str:
        tokens = graph.astream(said("I like tea."), stream_mode="messages", subgraphs=subgraphs)
        return text_of([token async for token in tokens], subgraphs)

    return asyncio.run(run())


@pytest.mark.parametrize("look", [stream, astream])
@pytest.mark.parametrize("subgraphs", [False, True])
@pytest.mark.parametrize("extractor", [Asking, Awaiting])
@pytest.mark.parametrize(
    "make", [remember_node, ingest_graph, lambda memory: with_memory(answer, memory)]
)
def test_no_token_of_an_extractor_streams(
    make: Callable[..., Any], extractor: Any, subgraphs: bool, look: Callable[..., str]
) -> None:
    """A model that an extractor calls does not leak its tokens to the user."""
    with MemoryRuntime.local("x", ":memory:", extractor=extractor()) as memory:
        assert "secret" not in look(one(make(memory)), subgraphs)
        assert memory.stats().events >= 1


@pytest.mark.parametrize("look", [stream, astream])
@pytest.mark.parametrize("subgraphs", [False, True])
def test_without_the_tag_tokens_stream(subgraphs: bool, look: Callable[..., str]) -> None:
    """The test above would see a leak: the same model in a node without the tag shows."""

    def leaking(state: Any) -> Any:
        with MemoryRuntime.local("x", ":memory:") as memory:
            Awaiting().extract(memory.turns(["I like tea."]))
        return {}

    async def aleaking(state: Any) -> Any:
        with MemoryRuntime.local("x", ":memory:") as memory:
            await Awaiting().aextract(memory.turns(["I like tea."]))
        return {}

    assert SECRET in look(one(RunnableLambda(leaking, afunc=aleaking)), subgraphs)


def test_an_agent_with_memory_still_streams() -> None:
    """The tokens of the agent itself reach the user."""
    model = FakeListChatModel(responses=["hello there"])
    with MemoryRuntime.local("x", ":memory:") as memory:
        node = with_memory(lambda state: {"messages": [model.invoke(state["messages"])]}, memory)
        assert "hello" in "".join(
            chunk.text for chunk, _ in one(node).stream(said("hi"), stream_mode="messages")
        )


@pytest.fixture(params=["memory", "file"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MemoryRuntime]:
    """A runtime in memory and in a file."""
    path = ":memory:" if request.param == "memory" else tmp_path / "m"
    with MemoryRuntime.local(("app", "ann"), path) as made:
        yield made


SPACE = ("users", "{user_id}")


def together(memory: MemoryRuntime) -> Any:
    """Build a graph that holds every form."""
    builder = StateGraph(State)
    builder.add_sequence(
        [
            ("recall", recall_node(memory, namespace=SPACE)),
            ("again", recall_graph(memory, namespace=SPACE)),
            ("agent", with_memory(answer, memory, namespace=SPACE)),
            ("remember", remember_node(memory, namespace=SPACE)),
            ("ingest", ingest_graph(memory, namespace=SPACE)),
        ]
    )
    return builder.add_edge(START, "recall")


@pytest.mark.parametrize("in_loop", [False, True])
def test_two_users_at_once(memory: MemoryRuntime, in_loop: bool) -> None:
    """Users who run through one graph object at the same time share nothing."""
    graph = together(memory).compile(checkpointer=InMemorySaver())
    cities = {"ann": "Lisbon", "bob": "Oslo", "eve": "Quito", "dan": "Hanoi"}

    def config(user: str, turn: int) -> Any:
        return {"configurable": {"user_id": user, "thread_id": f"{user}{turn}"}}

    def live(user: str) -> str:
        for turn in range(3):
            graph.invoke(said(f"I live in {cities[user]}."), config(user, turn))
        last = graph.invoke(said("Where do I live?"), config(user, 9))
        return str(last["messages"][-1].text)

    async def alive(user: str) -> str:
        for turn in range(3):
            await graph.ainvoke(said(f"I live in {cities[user]}."), config(user, turn))
        last = await graph.ainvoke(said("Where do I live?"), config(user, 9))
        return str(last["messages"][-1].text)

    async def everybody() -> list[str]:
        return await asyncio.gather(*map(alive, cities))

    if in_loop:
        answers = asyncio.run(everybody())
    else:
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(live, cities))

    for user, text in zip(cities, answers, strict=True):
        assert [city for city in cities.values() if city in text] == [cities[user]]
    assert memory.stats().events == 0
    assert memory.verify(deep=True).ok


def test_every_sync_call_in_a_running_loop(memory: MemoryRuntime) -> None:
    """A notebook cell, which runs inside a loop, can call everything that is not async."""

    async def cell() -> None:
        memory.observe("seen")
        memory.ingest(user="I live in Lisbon.")
        created = memory.observe_and_commit("The gate code hangs in the hall.").created
        memory.observe_many(["My sister Nina lives in Ghent.", "My colleague Nina lives in Bonn."])
        memory.ingest(user="Nina lives in Leuven.")
        (item,) = memory.pending()
        memory.decide(item.id, "reject")
        assert memory.pending() == ()
        assert memory.get(created[0].id or "").text == "The gate code hangs in the hall."
        context = memory.query("Where do I live?")
        assert "Lisbon" in context.text
        assert memory.replay_trace(context.trace_id or "") == context
        other = memory.within(("users", "bob"))
        other.ingest(user="I live in Oslo.")
        assert other.stats().events == 1
        result = (
            together(memory)
            .compile()
            .invoke(said("Where do I live?"), {"configurable": {"user_id": "bob"}})
        )
        assert "Oslo" in result["messages"][-1].text
        assert memory.turns(["hello"]).turns
        assert memory.verify(deep=True).ok
        assert memory.rebuild() > 0

    asyncio.run(cell())


@pytest.mark.parametrize(
    "make",
    [remember_node, recall_node, recall_graph, ingest_graph, lambda m: with_memory(answer, m)],
)
@pytest.mark.parametrize("awaited", [False, True])
def test_inside_an_async_parent(
    make: Callable[..., Any], awaited: bool, memory: MemoryRuntime
) -> None:
    """A node of a graph that runs in a loop may call a memory node, awaiting it or not."""
    memory.ingest(user="I live in Lisbon.")
    inner = one(make(memory))

    async def node(state: Any) -> Any:
        found = await inner.ainvoke(state) if awaited else inner.invoke(state)
        return {"memory_seq": found["memory_seq"]}

    async def run() -> Any:
        return await one(node).ainvoke(said("Where do I live?"))

    assert asyncio.run(run())["memory_seq"] > 0
