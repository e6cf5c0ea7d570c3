"""A model is never told more than a budget about what it just wrote."""

import asyncio

import pytest
from mcp.client.client import Client

from neuromem_graph.agents import create_forget_memory_tool, create_manage_memory_tool
from neuromem_graph.core.text import estimate_tokens
from neuromem_graph.mcp import server
from neuromem_graph.runtime import MemoryRuntime
from tests.agents.test_mcp import told
from tests.agents.test_tools import id_of, is_fenced

LONG = "The report says that the harbour of Lisbon is old, " * 600 + "and so on."
FACTS = " ".join(f"My friend Ann{number} lives in Rome." for number in range(60))


@pytest.mark.parametrize("text", [LONG, FACTS])
@pytest.mark.parametrize("budget", [200, 800])
@pytest.mark.parametrize("channel", ["assistant", "user"])
def test_a_tool_bounds_what_it_tells(
    memory: MemoryRuntime, text: str, budget: int, channel: str
) -> None:
    """A long text is recorded whole, and told cut: with its id, in a block, within the budget."""
    tool = create_manage_memory_tool(memory, channel=channel, budget_tokens=budget)  # type: ignore[arg-type]
    answer = tool.invoke({"content": text})

    assert estimate_tokens(answer) <= budget
    assert is_fenced(answer)
    row = memory.get(id_of(answer))
    assert row.text is not None and row.text in text
    gone = create_forget_memory_tool(memory).invoke({"id": row.id})
    assert estimate_tokens(gone) <= 800


def test_a_short_text_is_told_whole(memory: MemoryRuntime) -> None:
    """What fits stands there as it was written."""
    answer = create_manage_memory_tool(memory).invoke({"content": "Ann likes the sea."})

    assert "Ann likes the sea. (" in answer
    assert "in all" not in answer


def test_the_server_bounds_what_it_tells(memory: MemoryRuntime) -> None:
    """A client that lets remember a long text is told no more than the budget."""

    async def run() -> str:
        async with Client(server(memory, budget_tokens=300)) as client:
            return await told(client, "remember_memory", text=LONG)

    answer = asyncio.run(run())
    assert estimate_tokens(answer) <= 300
    assert "created" in answer
