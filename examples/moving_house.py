"""A LangGraph agent that remembers: four short conversations, offline, without a model.

    python examples/moving_house.py [FOLDER]

Mara tells an assistant about a house move, a changed preference, two people with one name and a
correction. After each turn you see the receipt: what was remembered and why. At the end a new
thread asks, and the same question is asked as of an earlier moment. With a FOLDER the memory is
kept there; run it again and nothing is added twice.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph import MemoryRuntime
from neuromem_graph.nodes import MemoryState, recall_node, remember_node

CONVERSATIONS = {
    "march": (datetime(2025, 3, 3, 18, 0, tzinfo=UTC), [
        "Hi, I'm Mara. I live in Ghent.",
        "I love black coffee.",
        "My sister Nina lives in Antwerp.",
    ]),
    "june": (datetime(2025, 6, 10, 8, 30, tzinfo=UTC), [
        "We moved to Bruges last week.",
        "I no longer like black coffee. I love green tea now.",
        "My colleague Nina works at Volta Labs.",
    ]),
    "september": (datetime(2025, 9, 21, 20, 15, tzinfo=UTC), [
        "Nina lives in Leuven now.",
        "Actually, I meant I live in Brussels, not Bruges.",
    ]),
}  # fmt: skip


class State(MessagesState, MemoryState):
    """The agent's state: messages, and what memory nodes add."""


def agent(state: State) -> dict:
    """Stand in for a chat model: read out what is believed, if asked."""
    last = state["messages"][-1]
    facts = [line[2:] for line in state["memory"]["text"].splitlines() if line.startswith("- ")]
    said = "; ".join(facts) if last.text.endswith("?") else "Noted."
    return {"messages": [AIMessage(said, id=f"reply to {last.id}")]}


class Clock:
    """Tell the time of the conversations, so that the demo prints the same every time."""

    now = datetime(2025, 3, 3, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the present."""
        return self.now


def build(memory: MemoryRuntime):
    """Add memory to an agent: recall before it, remember after it."""
    builder = StateGraph(State)
    builder.add_node("recall", recall_node(memory))
    builder.add_node("remember", remember_node(memory))
    builder.add_node("agent", agent)
    builder.add_edge(START, "recall")
    builder.add_edge("recall", "agent")
    builder.add_edge("agent", "remember")
    return builder.compile(checkpointer=InMemorySaver())


def turns() -> Iterator[tuple[str, datetime, str]]:
    """Yield thread, time and text of every turn."""
    for thread, (begin, texts) in CONVERSATIONS.items():
        for minute, text in enumerate(texts):
            yield thread, begin + timedelta(minutes=minute), text


def main(folder: str = ":memory:") -> None:
    """Run the conversations and ask."""
    clock = Clock()
    namespace = ("demo", "mara")
    with MemoryRuntime.local(namespace, folder, clock=clock, entropy=Random(7).randbytes) as memory:
        graph = build(memory)
        for number, (thread, clock.now, text) in enumerate(turns()):
            print(f"\n[{clock.now:%Y-%m-%d} {thread}] Mara: {text}")
            said = {"messages": [HumanMessage(text, id=f"{thread}-{number}")]}
            config = {"configurable": {"thread_id": thread}}
            for event in graph.stream(said, config, stream_mode="custom"):
                told = [i for i in event["memory_receipt"]["items"] if i["what"] != "skipped"]
                for item in told or event["memory_receipt"]["items"]:
                    print(f"    {item['what']:>10}  {item['text']}  ({item['reason']})")
        ask(memory, graph, clock)


def ask(memory: MemoryRuntime, graph, clock: Clock) -> None:
    """Ask in a new thread, explain the answer, and ask as of an earlier moment."""
    question = "Where do I live, and what do I like to drink?"
    clock.now = datetime(2025, 10, 1, 9, 0, tzinfo=UTC)
    print(f"\n[{clock.now:%Y-%m-%d} a new thread] Mara: {question}")
    said = {"messages": [HumanMessage(question, id="question")]}
    config = {"configurable": {"thread_id": "october"}}
    steps = {name: update for step in graph.stream(said, config) for name, update in step.items()}
    print(f"    Assistant: {steps['agent']['messages'][-1].text}")

    context = memory.replay_trace(steps["recall"]["memory"]["trace_id"])
    print(f"\nWhat the agent recalled ({context.tokens} tokens):\n{context.to_prompt()}")
    print("\nWhy:")
    for item in context.items:
        channels = ", ".join(f"{name} #{rank}" for name, (_, rank) in item.why.items())
        print(f"    {item.rank}. message {item.message_id}: {channels}")
    for item in memory.pending():
        choices = " or ".join(f"{c.name} ({c.relation})" for c in item.choices)
        print(f"\nWaiting for an answer: {item.text!r}: {choices}?")

    july = datetime(2025, 7, 1, tzinfo=UTC)
    print(f"\nThe same question, as of {july:%Y-%m-%d} (before the correction):")
    print(memory.query(question, as_of=july).to_prompt())
    print(f"\nLedger: {memory.verify(deep=True).records} records, verified.")


if __name__ == "__main__":
    main(*sys.argv[1:2])
