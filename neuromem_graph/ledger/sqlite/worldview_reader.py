"""Answer the named queries about slots and their candidates; a part of `SqliteReader`."""

from neuromem_graph.ledger.sqlite.part import Part


class SqliteWorldviewReader(Part):
    """Read slots and their candidates at one moment."""
