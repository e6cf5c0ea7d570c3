"""How candidates of a slot are scored."""

from neuromem_graph.types.base import Record


class Believing(Record):
    """Weigh what speaks for a candidate."""
