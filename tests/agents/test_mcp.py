"""The MCP server, by the real client: over stdio, and in memory by both protocols."""

import asyncio
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from neuromem_graph.errors import ConfigError, InvalidNamespace
from neuromem_graph.mcp import serve, server
from neuromem_graph.runtime import MemoryRuntime

NAMES = ["search_memory", "remember_memory", "forget_memory", "explain_memory"]
SERVE = "import sys; from neuromem_graph.mcp import serve; serve(sys.argv[1], ('app', sys.argv[2]))"


async def told(client: Any, name: str, **given: Any) -> str:
    """Call a tool that does not fail."""
    result = await client.call_tool(name, given)
    assert not result.is_error, result
    return str(result.content[0].text)


async def refused(client: Any, name: str, **given: Any) -> str:
    """Call a tool that fails."""
    result = await client.call_tool(name, given)
    assert result.is_error
    return str(result.content[0].text)


def id_of(answer: str) -> str:
    """Return the first id in an answer."""
    found = re.search(r"\bid ([0-9a-f]{24})", answer)
    assert found is not None, answer
    return found[1]


async def talk(client: Any) -> None:
    """Remember, search, explain and forget."""
    assert [tool.name for tool in (await client.list_tools()).tools] == NAMES
    made = await told(client, "remember_memory", text="The user's cat is called Tom.")
    assert "created" in made and "unconfirmed" in made
    found = await told(client, "search_memory", query="What is the cat called?")
    assert f"assistant (assistant said, id {id_of(made)}): The user's cat" in found
    assert found.startswith("<recalled-memory ")
    assert "Said: assistant" in await told(client, "explain_memory", id=id_of(found))
    trace = re.findall(r"trace id ([0-9a-f]{24})", found)[0]
    assert "Question: What is the cat" in await told(client, "explain_memory", id=trace)
    assert "forgotten" in await told(client, "forget_memory", id=id_of(found))
    gone = await told(client, "search_memory", query="What is the cat called?")
    assert "Nothing found" in gone


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_four_tools(memory: MemoryRuntime, mode: Any) -> None:
    """A client of either protocol remembers, searches, explains and forgets."""

    async def main() -> None:
        async with Client(server(memory), mode=mode) as client:
            await talk(client)

    asyncio.run(main())
    assert memory.verify(deep=True).ok


def test_over_stdio(tmp_path: Path) -> None:
    """A server in a process of its own keeps one namespace of a file; another one sees nothing."""
    path = tmp_path / "memory"

    async def main(user: str, work: Any) -> None:
        started = StdioServerParameters(command=sys.executable, args=["-c", SERVE, str(path), user])
        async with Client(stdio_client(started)) as client:
            await work(client)

    async def nothing(client: Any) -> None:
        found = await told(client, "search_memory", query="What is the cat called?")
        assert "Nothing found" in found

    asyncio.run(main("ann", talk))
    asyncio.run(main("bob", nothing))

    with MemoryRuntime.local(("app", "ann"), path) as memory:
        assert memory.stats().events == 1
        assert memory.within(("app", "bob")).stats().events == 0


def test_errors_say_what_to_do(memory: MemoryRuntime) -> None:
    """An id that was made up, or is another user's, and a blank text are errors for the model."""
    theirs = memory.within(("app", "bob")).ingest(user="I live in Oslo.").created[0].id or ""
    seq = memory.stats().head.seq

    async def main() -> None:
        async with Client(server(memory)) as client:
            for id in ("made-up", theirs):
                for name in ("forget_memory", "explain_memory"):
                    assert f"there is no memory '{id}'" in await refused(client, name, id=id)
            assert "blank" in await refused(client, "remember_memory", text=" ")
            assert "blank" in await refused(client, "search_memory", query=" ")
            assert "limit" in await refused(client, "search_memory", query="x", limit=0)

    asyncio.run(main())
    assert memory.stats().head.seq == seq


def test_words_of_the_user(memory: MemoryRuntime) -> None:
    """With channel="user" what a client hands over is believed as what the user said."""
    memory.ingest(user="I live in Lisbon.")

    async def main() -> None:
        async with Client(server(memory, channel="user")) as client:
            await told(client, "remember_memory", text="I moved to Oslo.")

    asyncio.run(main())
    assert [one.value for one in memory.query("Where do I live?").worldview] == ["Oslo"]


def test_wrong_arguments_are_refused_before_anything_is_served(tmp_path: Path) -> None:
    """A channel or namespace that can't be used is an error of the one who starts the server."""
    with pytest.raises(ConfigError, match="channel"):
        serve(tmp_path / "m", "x", channel="system")
    with pytest.raises(InvalidNamespace):
        serve(tmp_path / "m", ())
