"""By default a memory sends nothing anywhere."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import asyncio, sys
sent = []
LOOKS = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"}
sys.addaudithook(lambda event, args: sent.append((event, args)) if event in LOOKS else None)

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph
from neuromem_graph import MemoryRuntime
from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.nodes import MemoryState, with_memory
from neuromem_graph.stores import MemoryStore

class State(MessagesState, MemoryState):
    pass

memory = MemoryRuntime.local("ann", sys.argv[1])
builder = StateGraph(State)
builder.add_node("agent", with_memory(lambda s: {"messages": [AIMessage("Yes.")]}, memory))
builder.add_edge(START, "agent")
graph = builder.compile(store=MemoryStore(memory), checkpointer=LedgerSaver(memory))
config = {"configurable": {"thread_id": "1"}}
graph.invoke({"messages": [HumanMessage("My sister Nina lives in Ghent.")]}, config)
asyncio.run(graph.ainvoke({"messages": [HumanMessage("Where does Nina live?")]}, config))
memory.enqueue(user="I moved to Lisbon last week.")
memory.flush()
context = memory.query("Where do I live?")
assert context.worldview[0].value == "Lisbon"
memory.explain(context.trace_id).to_html()
memory.graph_html(), memory.timeline_html(), memory.audit(), memory.sleep()
memory.export_jsonl(sys.argv[1] + ".jsonl"), memory.backup(sys.argv[1] + ".backup")
assert memory.verify(deep=True).ok
memory.close()

import socket
try:
    socket.getaddrinfo("localhost", 1)
except OSError:
    pass
assert len(sent) == 1, sent  # the hook sees what it looks for, and that was ours
"""


def test_nothing_is_sent_anywhere(tmp_path: Path) -> None:
    """Whatever is told, asked, drawn or copied, no name is looked up and no connection opened."""
    env = {**os.environ, "LANGSMITH_TRACING": "false", "LANGCHAIN_TRACING_V2": "false"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "m")],
        env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
