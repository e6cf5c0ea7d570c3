"""Answer the named queries about what a claim is compared with; a part of `SqliteReader`."""

from neuromem_graph.ledger.sqlite.part import Part


class SqlitePriorReader(Part):
    """Read what a claim is compared with at one moment."""
