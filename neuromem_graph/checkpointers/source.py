"""Open what a saver is given: the file of a runtime, or a path."""

import os
from typing import TypeAlias

from neuromem_graph.errors import InvalidInput
from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.ledger.sqlite.connection import Connections
from neuromem_graph.runtime import MemoryRuntime

Source: TypeAlias = MemoryRuntime | str | os.PathLike[str]


def opened(source: Source) -> tuple[Connections, bool]:
    """Return connections to a ledger's file, and whether they are somebody else's to close.

    A file gets connections of its own, which share its write lock; memory is only to be reached
    through the connection it lives in.

    Raises:
        InvalidInput: if a runtime keeps its ledger elsewhere.
        NotALedger, SchemaTooNew, ReadOnlyStore, LedgerRolledBack
    """
    if not isinstance(source, MemoryRuntime):
        return SqliteLedger(source).connections, False
    ledger = source.resources.ledger
    if not isinstance(ledger, SqliteLedger):
        raise InvalidInput(f"checkpoints need a SQLite ledger, not a {type(ledger).__name__}")
    if ledger.path is None:
        return ledger.connections, True
    return Connections(ledger.path, source.resources.settings.durability, ledger.read_only), False
