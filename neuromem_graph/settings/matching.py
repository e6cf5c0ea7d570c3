"""How names are matched to entities."""

from neuromem_graph.types.base import Record


class Matching(Record):
    """Say how alike two names must be."""
