"""What policies may do, and how outcomes and decay move importance."""

from neuromem_graph.types.base import Record


class Governing(Record):
    """Bound what may be changed, and by whom."""
