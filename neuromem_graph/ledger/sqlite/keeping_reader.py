"""Answer the named queries about the lives of memories; a part of `SqliteReader`."""

from neuromem_graph.ledger.sqlite.part import Part


class SqliteKeepingReader(Part):
    """Read the lives of memories at one moment."""
