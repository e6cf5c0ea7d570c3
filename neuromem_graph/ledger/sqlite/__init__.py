"""Keep the ledger in one SQLite file."""

from neuromem_graph.ledger.sqlite.ledger import SqliteLedger

__all__ = ["SqliteLedger"]
