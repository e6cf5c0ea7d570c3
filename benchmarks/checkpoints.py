"""Measure what memory nodes add to the checkpoints of a thread, beside the agent alone.

    python benchmarks/checkpoints.py [--turns 100] [--json OUT] [--check]

A turn is 0.5 kB (human 250 characters, answer 250); the saver is SqliteSaver; bytes are those of
the vacuumed file. What recall adds per turn is the difference of two forms of as many steps, at a
budget that is full after a few turns. `--check` exits 1 when a form costs more than it may.
"""

import argparse
import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph.nodes import (
    MemoryState,
    ingest_graph,
    recall_graph,
    recall_node,
    remember_node,
    with_memory,
)
from neuromem_graph.runtime import MemoryRuntime

BUDGET = 500
MOST = {"agent, remember_node": 1.35, "with_memory(agent)": 1.35}
"""Times the agent alone that a form may cost."""

RECALL = "recall_node, agent beside remember_node", "agent, remember_node"
"""With recall and without it, in as many steps."""

RECALL_MOST = 6_000  # bytes a turn

WORDS = "amber birch cedar delta ember flint grove heron inlet juniper kelp lagoon maple".split()
Builder = Callable[[MemoryRuntime], StateGraph[Any, Any, Any, Any]]


class State(MessagesState, MemoryState):
    """The agent's state with the keys of memory nodes."""


def text(turn: int, who: str) -> str:
    """Return 250 characters about a topic that comes back every few turns."""
    topic = WORDS[turn % len(WORDS)]
    return f"{who} {turn}: the {topic} report says {topic} {turn * 7919 % 9973} ".ljust(250, "x")


def agent(state: Any) -> dict[str, Any]:
    """Answer in 250 characters."""
    return {"messages": [AIMessage(text(len(state["messages"]), "answer"))]}


def chain(*nodes: tuple[str, Any]) -> StateGraph[Any, Any, Any, Any]:
    """Build a graph of nodes one after the other."""
    builder = StateGraph(State)
    builder.add_sequence(list(nodes))
    builder.add_edge(START, nodes[0][0])
    return builder


def beside(runtime: MemoryRuntime) -> StateGraph[Any, Any, Any, Any]:
    """Recall, then remember beside the agent."""
    builder = chain(("recall", recall_node(runtime, budget_tokens=BUDGET)), ("agent", agent))
    builder.add_node("remember", remember_node(runtime))
    builder.add_edge("recall", "remember")
    return builder


FORMS: dict[str, Builder] = {
    "agent alone": lambda m: chain(("agent", agent)),
    "with_memory(agent)": lambda m: chain(("agent", with_memory(agent, m, budget_tokens=BUDGET))),
    "agent, remember_node": lambda m: chain(("agent", agent), ("remember", remember_node(m))),
    "recall_node, agent beside remember_node": beside,
    "recall_node, agent, remember_node": lambda m: chain(
        ("recall", recall_node(m, budget_tokens=BUDGET)),
        ("agent", agent),
        ("remember", remember_node(m)),
    ),
    "recall_graph, agent, ingest_graph": lambda m: chain(
        ("recall", recall_graph(m, budget_tokens=BUDGET)),
        ("agent", agent),
        ("ingest", ingest_graph(m)),
    ),
    "the same subgraphs, checkpointer=False": lambda m: chain(
        ("recall", recall_graph(m, budget_tokens=BUDGET, checkpointer=False)),
        ("agent", agent),
        ("ingest", ingest_graph(m, checkpointer=False)),
    ),
}


def size(build: Builder, turns: int, folder: Path) -> int:
    """Return the bytes of the checkpoint file after a thread of so many turns."""
    path = folder / "checkpoints.db"
    with (
        MemoryRuntime.local("bench", folder / "memory") as m,
        SqliteSaver.from_conn_string(str(path)) as saver,
    ):
        graph = build(m).compile(checkpointer=saver)
        for turn in range(turns):
            said = {"messages": [HumanMessage(text(turn, "human"))]}
            graph.invoke(said, {"configurable": {"thread_id": "1"}})
    with sqlite3.connect(path) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    conn.execute("VACUUM")
    conn.close()
    return os.path.getsize(path)


def exceeded(figures: dict[str, float]) -> list[str]:
    """Name what costs more than it may."""
    limits = {name: most * figures["agent alone"] for name, most in MOST.items()}
    limits["recall, per turn"] = RECALL_MOST
    return [f"{name}: {figures[name]:.0f} bytes, {limit:.0f} at most"
            for name, limit in limits.items() if figures[name] > limit]  # fmt: skip


def main() -> None:
    """Print the table and write it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    figures: dict[str, float] = {}
    for name, build in FORMS.items():
        with tempfile.TemporaryDirectory() as folder:
            figures[name] = size(build, args.turns, Path(folder))
        ratio = figures[name] / figures["agent alone"]
        print(f"{name:42} {figures[name] / 1e6:8.2f} MB {ratio:6.2f} x", flush=True)
    figures["recall, per turn"] = (figures[RECALL[0]] - figures[RECALL[1]]) / args.turns
    print(f"recall adds {figures['recall, per turn']:.0f} bytes a turn at {BUDGET} tokens")
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1))
    problems = exceeded(figures) if args.check else []
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
