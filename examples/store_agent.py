"""A LangGraph agent that keeps a customer's profile and notes in a store: offline, no model.

    python examples/store_agent.py [FILE]

The node takes the store that the graph was compiled with. It puts, searches and deletes notes, and
counts turns in a profile that two conversations may change at once. At the end you see what no
other store tells: what a note ever was, and what the store held at an earlier checkpoint. Store and
checkpoints lie in one file. With a FILE they are kept; run it again and the conversations go on.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.runtime import Runtime

from neuromem_graph import MemoryRuntime
from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.errors import VersionConflict
from neuromem_graph.stores import MemoryStore

TURNS = (
    ("monday", "My size is 42."),
    ("monday", "My favourite colour is dark blue."),
    ("monday", "My delivery address is Rue du Lac 7, Geneva."),
    ("friday", "My size is 43."),
    ("friday", "Which colour do I like?"),
    ("friday", "Forget my delivery address."),
)


@dataclass
class Customer:
    """Who is talking: the context of a run."""

    name: str


def agent(state: MessagesState, runtime: Runtime[Customer]) -> dict:
    """Answer from the store, and keep what was said there."""
    store, said = runtime.store, state["messages"][-1].text
    assert isinstance(store, MemoryStore)
    customer = ("customers", runtime.context.name)
    turns = count_turn(store, customer)
    answer = answered(store, (*customer, "notes"), said)
    return {"messages": [AIMessage(f"{answer} (turn {turns})")]}


def answered(store: MemoryStore, notes: tuple[str, ...], said: str) -> str:
    """Put, delete or find a note."""
    if told := re.fullmatch(r"My (.+) is (.+)\.", said):
        store.put(notes, told[1], {"text": f"{told[1]}: {told[2]}"})
        return f"I wrote down your {told[1]}."
    if gone := re.fullmatch(r"Forget my (.+)\.", said):
        store.delete(notes, gone[1])
        return f"I no longer use your {gone[1]}."
    found = store.search(notes, query=said, limit=1)
    return found[0].value["text"] if found else "I don't know."


def count_turn(store: MemoryStore, customer: tuple[str, ...]) -> int:
    """Count in the profile; what another conversation wrote meanwhile is not lost."""
    while True:
        seen = store.read(customer, "profile")
        profile = seen.value if seen is not None and seen.value is not None else {"turns": 0}
        profile["turns"] += 1
        try:
            store.put_if(
                customer, "profile", profile, expected_version=seen.version if seen else None
            )
        except VersionConflict:
            continue
        return profile["turns"]


def ticking() -> Iterator[datetime]:
    """Tell a time a minute later at each look, so that the output is the same every time."""
    now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    while True:
        yield now
        now += timedelta(minutes=1)


def main(file: str = ":memory:") -> None:
    """Talk, then look back."""
    clock, entropy = ticking().__next__, Random(7).randbytes
    with MemoryRuntime.local("shop", file, clock=clock, entropy=entropy) as memory:
        store, saver = MemoryStore(memory), LedgerSaver(memory)
        builder = StateGraph(MessagesState, context_schema=Customer)
        builder.add_node("agent", agent)
        builder.add_edge(START, "agent")
        graph = builder.compile(checkpointer=saver, store=store)
        moments = []
        for thread, text in TURNS:
            config = {"configurable": {"thread_id": thread}}
            said = {"messages": [HumanMessage(text)]}
            done = graph.invoke(said, config, context=Customer("mara"))
            moments.append(graph.get_state(config).config)
            print(f"[{thread}] Mara: {text}\n    Agent: {done['messages'][-1].text}")
        look_back(store, moments)
        print(f"\nLedger: {memory.verify(deep=True).records} records, verified.")


def look_back(store: MemoryStore, moments: list) -> None:
    """Show versions, an earlier moment, and a put that comes too late."""
    notes = ("customers", "mara", "notes")
    for key in ("size", "delivery address"):
        print(f"\nWhat {key!r} ever was:")
        for one in store.history(notes, key):
            print(f"    {'deleted' if one.value is None else one.value['text']}")

    for title, moment in (("the first conversation", moments[2]), ("now", None)):
        texts = [item.value["text"] for item in store.search(notes, as_of=moment)]
        print(f"\nNotes, {title}:", *sorted(texts), sep="\n    ")

    first = store.history(notes, "size")[0].version
    try:
        store.put_if(notes, "size", {"text": "size: 41"}, expected_version=first)
    except VersionConflict:
        print("\nA writer that had read size 42 was refused: it is no longer the latest.")


if __name__ == "__main__":
    main(*sys.argv[1:2])
