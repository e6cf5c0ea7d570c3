"""The user does not wait for extraction: offline, a slow extractor stands in for a model.

    python examples/background_ingest.py

With `background=True` a run ends as soon as what was said is durable; a worker thread extracts, and
`flush` waits for it. What fails waits in the ledger and is tried again by `retry_deferred`.
"""

import threading
from datetime import UTC, datetime

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph import MemoryRuntime
from neuromem_graph.core.rules import RuleExtractor
from neuromem_graph.nodes import MemoryState, with_memory

SAID = ("I live in Lisbon.", "My sister Nina lives in Ghent.", "I take green tea.")


class State(MessagesState, MemoryState):
    """A conversation with memory."""


class Slow:
    """Extract only when it is let: a model would take seconds."""

    may = threading.Event()

    def extract(self, turns):
        """Wait, then read by rules."""
        self.may.wait(30)
        return RuleExtractor().extract(turns)


def agent(state: State) -> dict:
    """Answer at once."""
    return {"messages": [AIMessage("Noted.")]}


def main() -> None:
    """Say three things, look before and after extraction."""
    slow, now = Slow(), datetime(2026, 3, 2, tzinfo=UTC)
    with MemoryRuntime.local("ann", ":memory:", extractor=slow, clock=lambda: now) as memory:
        builder = StateGraph(State)
        builder.add_node("agent", with_memory(agent, memory, background=True))
        graph = builder.add_edge(START, "agent").compile()
        for text in SAID:
            answer = graph.invoke({"messages": [HumanMessage(text)]})
            print(f"{text} -> {answer['messages'][-1].text}")
        stats = memory.stats()
        print(f"durable: {stats.events} events; extraction waits for {stats.deferred}")
        slow.may.set()
        memory.flush()
        print(memory.query("Where do my sister and I live?").text)


if __name__ == "__main__":
    main()
