"""How outcomes and decay move the importance of memories."""

from neuromem_graph.types.base import Record


class Keeping(Record):
    """Say by how much importance moves."""
