"""The facade: `MemoryRuntime` binds a namespace to a ledger and to the stages."""

from neuromem_graph.runtime.facade import MemoryRuntime
from neuromem_graph.runtime.remember import Event

__all__ = ["Event", "MemoryRuntime"]
