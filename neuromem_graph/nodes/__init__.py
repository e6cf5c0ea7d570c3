"""LangGraph nodes that remember and recall: one-node forms and subgraphs over the same stages."""

from neuromem_graph.nodes.around import with_memory
from neuromem_graph.nodes.ingesting import ingest_graph
from neuromem_graph.nodes.recalling import recall_graph
from neuromem_graph.nodes.single import recall_node, remember_node
from neuromem_graph.nodes.sleeping import SleepState, sleep_graph, sleep_node
from neuromem_graph.nodes.state import ForThisRun, MemoryState, Recalled

__all__ = [
    "ForThisRun",
    "MemoryState",
    "Recalled",
    "SleepState",
    "ingest_graph",
    "recall_graph",
    "recall_node",
    "remember_node",
    "sleep_graph",
    "sleep_node",
    "with_memory",
]
