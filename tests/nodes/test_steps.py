"""The steps of a recall graph ask whoever can only be awaited, and say so where nobody awaits."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import ConfigError
from neuromem_graph.nodes import recall_graph
from neuromem_graph.providers.rerank import Bm25Reranker
from neuromem_graph.stores import MemoryStore

SAID = ("Tea is green.", "Tea is black and strong.", "Tea from Assam.")


async def awaited(query: str, texts: Sequence[str]) -> list[float]:
    """Prefer short texts, some time."""
    await asyncio.sleep(0)
    return [-float(len(text)) for text in texts]


class OnlyAwaited:
    """Has no other method."""

    async def arerank(self, query: str, texts: Sequence[str]) -> list[float]:
        return await awaited(query, texts)


class Loop:
    """Is asked in the event loop of its caller."""

    def __init__(self) -> None:
        self.loops: list[Any] = []

    def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        return [-float(len(text)) for text in texts]

    async def arerank(self, query: str, texts: Sequence[str]) -> list[float]:
        self.loops.append(asyncio.get_running_loop())
        return await awaited(query, texts)


def opened(reranker: Any) -> MemoryRuntime:
    memory = MemoryRuntime.local("x", ":memory:", reranker=reranker, entropy=Random(1).randbytes)
    memory.observe_many({"content": text, "id": text} for text in SAID)
    return memory


def best(found: dict[str, Any]) -> list[str]:
    return [text for text in SAID if text in found["memory"]["text"]]


@pytest.mark.parametrize("reranker", [awaited, OnlyAwaited()])
def test_a_reranker_that_can_only_be_awaited(reranker: Any) -> None:
    """It orders what `ainvoke` recalls; `invoke` says what to use instead."""
    with opened(reranker) as memory:
        graph = recall_graph(memory, k=1)
        found = asyncio.run(graph.ainvoke({"query": "tea?"}))
        assert best(found) == [min(SAID, key=len)]
        with pytest.raises(ConfigError, match="ainvoke"):
            graph.invoke({"query": "tea?"})


def test_items_are_read_by_it_too() -> None:
    """With items of a store beside memories, it is awaited for both."""
    with opened(awaited) as memory:
        MemoryStore(memory).put(memory.namespace, "tea", {"content": "tea"})
        found = asyncio.run(memory.aquery("tea?", include_items=True))
        read = {name for item in found.items for name in item.why if "reranker" in name}
        assert read == {"reranker", "store reranker"}
        with pytest.raises(ConfigError, match="aquery"):
            memory.query("tea?", include_items=True)


def test_it_is_awaited_in_the_loop_of_its_caller() -> None:
    """What has both is awaited by `ainvoke`, without a thread, and called by `invoke`."""
    reranker = Loop()
    with opened(reranker) as memory:
        graph = recall_graph(memory, k=1)

        async def both() -> dict[str, Any]:
            found = await graph.ainvoke({"query": "tea?"})
            assert reranker.loops == [asyncio.get_running_loop()]
            return found

        awaited_ = asyncio.run(both())
        assert best(graph.invoke({"query": "tea?"})) == best(awaited_) == [min(SAID, key=len)]
        assert len(reranker.loops) == 1


@pytest.mark.parametrize("stage", ["gather", "rank", "pack"])
@pytest.mark.parametrize("asynchronous", [False, True])
def test_a_missing_ranking_is_made_again(stage: str, asynchronous: bool) -> None:
    """A run that stopped before a stage goes on: what is not kept is asked for again."""
    reranker = awaited if asynchronous else Bm25Reranker()
    with opened(reranker) as memory:
        graph = recall_graph(memory, checkpointer=InMemorySaver())
        config = {"configurable": {"thread_id": "1"}}

        async def run() -> Any:
            await graph.ainvoke({"query": "tea?"}, config, interrupt_before=[stage])
            return await graph.ainvoke(None, config)

        if asynchronous:
            found = asyncio.run(run())
        else:
            graph.invoke({"query": "tea?"}, config, interrupt_before=[stage])
            found = graph.invoke(None, config)
        assert all(text in found["memory"]["text"] for text in SAID)
