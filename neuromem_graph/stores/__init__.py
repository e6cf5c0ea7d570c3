"""LangGraph stores on the ledger: `MemoryStore` replaces InMemoryStore, SqliteStore and twins.

The package lies inside `neuromem_graph` because a top-level package named `stores` would overwrite
the folder of that name of any other distribution.
"""

from neuromem_graph.stores.embedding import IndexChanged
from neuromem_graph.stores.ops import StoreNamespaceError
from neuromem_graph.stores.store import MemoryStore

__all__ = ["IndexChanged", "MemoryStore", "StoreNamespaceError"]
