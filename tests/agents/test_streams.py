"""What a user who streams sees of memory: nothing that was not asked for."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import FakeListChatModel

from neuromem_graph.agents import MemoryMiddleware, create_manage_memory_tool
from neuromem_graph.core.rules import RuleExtractor
from neuromem_graph.runtime import MemoryRuntime
from tests.agents.scripted import call, model, said

SECRET = "secret thoughts of the extractor"


class Asking:
    """Ask a model what is claimed, then read by rules."""

    model = FakeListChatModel(responses=[SECRET])

    def extract(self, turns: Any) -> Any:
        """Ask and wait."""
        self.model.invoke("what is claimed here?")
        return RuleExtractor().extract(turns)

    async def aextract(self, turns: Any) -> Any:
        """Ask and await."""
        await self.model.ainvoke("what is claimed here?")
        return RuleExtractor().extract(turns)


def stream(agent: Any, mode: str) -> list[Any]:
    """Return all that a user sees."""
    return list(agent.stream(said("I live in Lisbon."), stream_mode=mode))


def astream(agent: Any, mode: str) -> list[Any]:
    """Return all that a user of the async interface sees."""

    async def run() -> list[Any]:
        parts = agent.astream(said("I live in Lisbon."), stream_mode=mode)
        return [part async for part in parts]

    return asyncio.run(run())


looks = pytest.mark.parametrize("look", [stream, astream])


def agent(memory: MemoryRuntime) -> Any:
    """An agent that uses both forms of memory."""
    chat = model(call("manage_memory", content="The user likes tea."), "hello there")
    tools = [create_manage_memory_tool(memory)]
    return create_agent(chat, tools, middleware=[MemoryMiddleware(memory)])


@looks
def test_no_token_of_an_extractor_streams(look: Callable[..., list[Any]]) -> None:
    """The agent's own tokens reach the user, those of a model that extracts do not."""
    with MemoryRuntime.local("x", ":memory:", extractor=Asking()) as memory:
        seen = "".join(chunk.text for chunk, _ in look(agent(memory), "messages"))
        assert memory.stats().events >= 3

    assert "hello there" in seen
    assert "secret" not in seen


@looks
def test_updates_show_no_recalled_text(look: Callable[..., list[Any]]) -> None:
    """The step of the middleware shows where memory stands, and nothing else."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user="I love jazz in Lisbon.")
        updates = look(agent(memory), "updates")

    own = [part for part in updates if "MemoryMiddleware.after_agent" in part]
    assert [set(part["MemoryMiddleware.after_agent"]) for part in own] == [{"memory_seq"}]
    assert "jazz" not in str(updates)


@looks
def test_receipts_for_who_asks(look: Callable[..., list[Any]]) -> None:
    """With stream_mode="custom" a receipt of what was remembered arrives."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        seen = look(agent(memory), "custom")

    assert [set(part) for part in seen] == [{"memory_receipt"}]
    assert "Lisbon" in str(seen)
