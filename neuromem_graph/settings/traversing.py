"""How far a subgraph reaches, and what it holds."""

from neuromem_graph.types.base import Record


class Traversing(Record):
    """Bound the subgraph that `retrieve` returns."""
