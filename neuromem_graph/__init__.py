"""Give LangGraph agents a memory: governed, explained, append-only, in one SQLite file.

Errors live in `neuromem_graph.errors`, LangGraph nodes in `neuromem_graph.nodes`.
"""

from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.settings import Settings
from neuromem_graph.settings.predicates import Predicate
from neuromem_graph.types.ingest import Claim, Extraction, HeldItem, Receipt, ReceiptItem, Turns
from neuromem_graph.types.ledger import Head, LedgerStats, Verification
from neuromem_graph.types.policies import MemoryEvent, MemoryPolicy
from neuromem_graph.types.recall import Filters, MemoryContext, MemoryItem
from neuromem_graph.types.worldview import Worldview

__all__ = [
    "Claim",
    "Extraction",
    "Filters",
    "Head",
    "HeldItem",
    "LedgerStats",
    "MemoryContext",
    "MemoryEvent",
    "MemoryItem",
    "MemoryPolicy",
    "MemoryRuntime",
    "Predicate",
    "Receipt",
    "ReceiptItem",
    "Settings",
    "Turns",
    "Verification",
    "Worldview",
]
