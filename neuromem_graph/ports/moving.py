"""What a backend can do to let a ledger move: write it out, take it in, copy it, show it."""

import os
from collections.abc import Callable, Iterable
from typing import Protocol, runtime_checkable

from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ledger import Head
from neuromem_graph.types.moving import Exported, Imported, LogEntry

Tell = Callable[[int, int], object]
"""Is told how many records are done and how many there are."""


@runtime_checkable
class Portable(Protocol):
    """Write records out as lines, and take such lines in (docs/export.md)."""

    def export(
        self, write: Callable[[str], object], namespace: Namespace | None, tell: Tell
    ) -> Exported:
        """Write one snapshot line by line: of one namespace, or of all."""

    def import_lines(
        self, lines: Iterable[str], namespace: Namespace | None, tell: Tell
    ) -> Imported:
        """Append what is not there yet, in one transaction: all of it or nothing.

        Args:
            lines: of an export.
            namespace: the only one it may hold; None for any.
            tell: told now and then.

        Raises:
            InvalidInput: naming the line that is damaged, or that does not fit; nothing was
                written.
            SchemaTooNew: a newer version of this package wrote it.
        """


@runtime_checkable
class Copyable(Protocol):
    """Copy the whole ledger while it is in use."""

    def copy_to(self, path: str | os.PathLike[str], tell: Tell) -> Head:
        """Write one snapshot of everything to a new file; return the head it has.

        Raises:
            StorageError: something stands there, or the disk refused; nothing is left behind.
        """


@runtime_checkable
class Showing(Protocol):
    """Show records as they stand in the chain."""

    def entries(
        self, namespace: Namespace, after: int, before: int | None, limit: int
    ) -> tuple[LogEntry, ...]:
        """Return the last records of a namespace between two sequence numbers, oldest first."""
