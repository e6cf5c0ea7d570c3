"""Look whether somebody trusted stands behind memories of doubtful sources."""

from collections.abc import Sequence

from neuromem_graph.core import trusting
from neuromem_graph.ports import Recallable
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ledger import MemoryRow

__all__ = ["judged"]


def judged(
    rows: Sequence[MemoryRow], namespace: Namespace, reader: Recallable, resources: Resources
) -> tuple[MemoryRow, ...]:
    """Return memories, and of each whether it is doubted; where all are trusted nothing is read.

    Args:
        rows: memories that may be served.
        namespace: where they are.
        reader: the moment that is read.
        resources: whom to trust.
    """
    settings = resources.settings
    open_ = trusting.doubtful(rows, settings)
    if not open_:
        return tuple(rows)
    doubts = trusting.doubted(rows, reader.backing(namespace, open_), settings)
    return tuple(
        row.model_copy(update={"doubted": True}) if row.memory in doubts else row for row in rows
    )
