"""Answer the named queries about names of entities; a part of `SqliteReader`."""

from neuromem_graph.ledger.sqlite.part import Part


class SqliteNameReader(Part):
    """Read names of entities at one moment."""
