"""Give LangGraph agents a memory: governed, explained, append-only, in one SQLite file.

Errors live in `neuromem_graph.errors`, LangGraph nodes in `neuromem_graph.nodes`. Names are loaded
when they are first used, so that what needs none of them (`nmem --version`) starts at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "MemoryRuntime": "runtime", "Settings": "settings", "Predicate": "settings.predicates",
    "Claim": "types.ingest", "Extraction": "types.ingest", "HeldItem": "types.ingest",
    "Receipt": "types.ingest", "ReceiptItem": "types.ingest", "Turns": "types.ingest",
    "Head": "types.ledger", "LedgerStats": "types.ledger", "Verification": "types.ledger",
    "MemoryEvent": "types.policies", "MemoryPolicy": "types.policies",
    "Filters": "types.recall", "MemoryContext": "types.recall", "MemoryItem": "types.recall",
    "Worldview": "types.worldview",
}  # fmt: skip
_PARTS = frozenset({"errors", "providers", "runtime", "settings", "types"})
"""Packages that can be reached as attributes without importing them by name."""


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used.

    Raises:
        AttributeError: there is no such name.
    """
    if name in _HOMES:
        found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = found
        return found
    if name in _PARTS:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PARTS})
