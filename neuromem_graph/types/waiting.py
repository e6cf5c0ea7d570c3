"""What is known of a turn that waits for an extractor."""

from neuromem_graph.types.base import Record
from neuromem_graph.types.ingest import Turn


class Waiting(Record):
    """Hold a turn whose event is durable and whose claims are not found yet."""

    event: int
    turn: Turn
