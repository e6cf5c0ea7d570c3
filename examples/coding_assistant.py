"""A coding assistant that learns how its work is done: offline, no model.

    python examples/coding_assistant.py

Asked to release a package, it reads what it remembers, works, and reports what came of it as the
result of a task. At night sleep compiles the results: how it is done, and what went wrong.
"""

import re
from datetime import UTC, datetime, timedelta
from random import Random

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph import MemoryRuntime
from neuromem_graph.nodes import MemoryState, recall_node

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
TASK = "Release the package"
WORK = (  # what comes of it, day by day
    ("failure", "The upload was refused: this version exists already."),
    ("success", "Bump the version, run the tests, build, upload."),
    ("failure", "The tests failed on Python 3.11."),
    ("success", "Bump the version, run the tests, build, upload. Then tag the commit."),
)


class State(MessagesState, MemoryState):
    """A conversation, and what is remembered of earlier ones."""


def assistant(state: State) -> dict:
    """Read out what was learned; a model would follow it."""
    learned = re.findall(r"(?:How to|Warning,) .*", state["memory"]["text"])
    return {"messages": [AIMessage("\n  ".join(learned) or "I never did that. Let me try.")]}


def main() -> None:
    """Work four days, sleep every night, and ask on the fifth."""
    now = [MONDAY]
    options = {"clock": lambda: now[0], "entropy": Random(7).randbytes}  # the same output always
    with MemoryRuntime.local("dev", ":memory:", **options) as memory:
        builder = StateGraph(State)
        builder.add_node("recall", recall_node(memory, lens="procedural", budget_tokens=300))
        builder.add_node("assistant", assistant)
        graph = builder.add_edge(START, "recall").add_edge("recall", "assistant").compile()
        for outcome, text in (*WORK, (None, None)):
            done = graph.invoke({"messages": [HumanMessage("How do I release the package?")]})
            print(f"{now[0]:%A}:\n  {done['messages'][-1].text}")
            if outcome:
                print(f"  -> {outcome}: {text}")
                told = {"role": "tool", "type": "task_result", "content": text, "task": TASK}
                memory.ingest({**told, "outcome": outcome, "id": text})
            now[0] += timedelta(days=1)
            memory.sleep()


if __name__ == "__main__":
    main()
