"""An agent goes back in time, and so does its memory: offline, no model.

    python examples/time_travel.py [FILE]

Memory and checkpoints lie in one file. The thread is told three things; then it is taken back to
each of its turns with `get_state_history`, asked the same question there, and forked.
"""

import sys
from datetime import UTC, datetime, timedelta

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph import MemoryRuntime
from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.nodes import MemoryState, recall_node, remember_node

THREAD = {"configurable": {"thread_id": "1"}}
QUESTION = "Where do I live, what is my dog called, and where did I move?"
TOLD = ("I live in Lisbon.", "My dog is called Rex.", "I moved to Oslo.")


class State(MessagesState, MemoryState):
    """A conversation with memory."""


class Clock:
    """Tell the time: a minute later with each look, so that the output is always the same."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the present and move on."""
        shown, self.now = self.now, self.now + timedelta(minutes=1)
        return shown


def agent(state: State) -> dict:
    """Say what was recalled of the user's words; a model would answer from it."""
    lines = state["memory"]["text"].splitlines()
    said = [line.partition(": ")[2] for line in lines if line.startswith("user")]
    known = [words for words in sorted(said) if words and not words.endswith("?")]
    return {"messages": [AIMessage(" ".join(known) or "I know nothing about you yet.")]}


def build(memory: MemoryRuntime):
    """Compile the agent: its recall travels in time."""
    builder = StateGraph(State)
    builder.add_node("recall", recall_node(memory, time_travel=True))
    builder.add_node("agent", agent)
    builder.add_node("remember", remember_node(memory))
    builder.add_edge(START, "recall").add_edge("recall", "agent").add_edge("agent", "remember")
    return builder.compile(checkpointer=LedgerSaver(memory))


def ask(graph, config: dict, words: str = QUESTION) -> str:
    """Say something and return the answer."""
    return graph.invoke({"messages": [HumanMessage(words)]}, config)["messages"][-1].text


def main(path: str) -> None:
    """Tell three things, go back to each, and fork at the first."""
    with MemoryRuntime.local(("demo", "ann"), path, clock=Clock()) as memory:
        graph = build(memory)
        for words in TOLD:
            ask(graph, THREAD, words)
        turns = [state for state in graph.get_state_history(THREAD) if not state.next][::-1]

        print(f"Now:\n  {ask(graph, THREAD)}")
        for words, state in zip(TOLD, turns, strict=False):
            print(f"Back where {words!r} was the latest news:\n  {ask(graph, state.config)}")

        fork = graph.update_state(turns[0].config, {"messages": [AIMessage("Go on.")]})
        ask(graph, fork, "My cat is called Tom.")
        print("The fork goes on, with what was known there and what it was told since:")
        print(f"  {ask(graph, THREAD, 'What do you know about me, my cat and my dog?')}")
        print("Without a graph, as of the second turn:")
        context = memory.query(QUESTION, as_of=turns[1].config)
        for line in context.worldview:
            print(f"  {line.entity} {line.attribute.replace('_', ' ')}: {line.value}")
        print(f"Ledger: {memory.verify(deep=True).records} records, verified.")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ":memory:")
