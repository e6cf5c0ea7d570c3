"""langmem's tools on the store of the same file: both memories work, neither sees the other's."""

from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import ToolMessage

from neuromem_graph.agents import (
    MemoryMiddleware,
    create_explain_memory_tool,
    create_forget_memory_tool,
)
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.stores import MemoryStore
from tests.agents.scripted import Run, call, config, model, said

langmem = pytest.importorskip("langmem")


def test_beside_langmem(memory: MemoryRuntime, run: Run) -> None:
    """An agent has the tools of both, on one file; what langmem's tools answer is no evidence."""
    space = ("memories", "{user_id}")
    tools = [
        langmem.create_manage_memory_tool(namespace=space),
        langmem.create_search_memory_tool(namespace=space),
        create_explain_memory_tool(memory, namespace=space),
        create_forget_memory_tool(memory, namespace=space),
    ]
    chat = model(
        call("manage_memory", content="Likes jazz."), "noted",
        call("search_memory", query="jazz"), "You like jazz.",
    )  # fmt: skip
    agent = create_agent(
        chat, tools, middleware=[MemoryMiddleware(memory, namespace=space)],
        store=MemoryStore(memory),
    )  # fmt: skip

    run(agent, said("I live in Lisbon."), config(user_id="ann"))
    out = run(agent, said("What do I like?"), config(user_id="ann"))

    told = [one for one in out["messages"] if isinstance(one, ToolMessage)]
    assert "Likes jazz." in told[0].content
    ann = memory.within(("memories", "ann"))
    assert ann.stats().events == 4
    items: Any = MemoryStore(memory).search(("memories", "ann"), query="jazz")
    assert [one.value for one in items] == [{"content": "Likes jazz."}]
    assert memory.verify(deep=True).ok
