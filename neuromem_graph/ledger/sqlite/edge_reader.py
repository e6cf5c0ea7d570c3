"""Answer the named queries about edges, policies and outcomes; a part of `SqliteReader`."""

from neuromem_graph.ledger.sqlite.part import Part


class SqliteEdgeReader(Part):
    """Read edges, policies and outcomes at one moment."""
