"""Keep LangGraph checkpoints in the file of the ledger."""

from neuromem_graph.checkpointers.saver import LedgerSaver

__all__ = ["LedgerSaver"]
