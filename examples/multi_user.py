"""One agent, many users, a memory for each: offline, no model.

    python examples/multi_user.py

The namespace is a template. Who is talking stands in the context of the run; without it the run
stops, and nobody else's memory is read. Two users talk through one graph at the same time.
"""

import asyncio
from datetime import UTC, datetime

from langchain_core.messages import AIMessage
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import InvalidNamespace
from neuromem_graph.nodes import MemoryState, with_memory

SAID = {"ann@example.com": ("I live in Lisbon.", "I love fado."), "bob": ("I live in Oslo.",)}
MARCH = datetime(2026, 3, 2, 9, tzinfo=UTC)
QUESTION = "Where do I live, and what do I love?"


class State(MessagesState, MemoryState):
    """A conversation with memory."""


def agent(state: State) -> dict:
    """Say what is believed of the user; a model would answer from it."""
    lines = state["memory"]["text"].splitlines()
    known = [line[2:].partition(" (")[0] for line in lines if line.startswith("- ")]
    return {"messages": [AIMessage("; ".join(known) or "I don't know you yet.")]}


async def main() -> None:
    """Let both talk at once, then ask as each, as a stranger, and as nobody."""
    with MemoryRuntime.local("app", ":memory:", clock=lambda: MARCH) as memory:
        builder = StateGraph(State, context_schema=dict)
        builder.add_node("agent", with_memory(agent, memory, namespace=("memories", "{user_id}")))
        graph = builder.add_edge(START, "agent").compile()

        async def say(text: str, **context: str) -> str:
            done = await graph.ainvoke({"messages": [("human", text)]}, context=context or None)
            return done["messages"][-1].text

        async def tell(user: str) -> list[str]:
            return [await say(text, user_id=user) for text in SAID[user]]

        await asyncio.gather(*map(tell, SAID))
        for user in (*SAID, "eve"):
            print(f"{user}: {await say(QUESTION, user_id=user)}")
        try:
            await say(QUESTION)
        except InvalidNamespace as error:
            print(f"nobody: {error}")
        print(f"events without a user: {memory.stats().events}")


if __name__ == "__main__":
    asyncio.run(main())
