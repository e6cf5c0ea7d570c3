"""What the ledger gives back of the events of one branch of a conversation."""

from neuromem_graph.types.base import Effect, Kind, Record, State
from neuromem_graph.types.ledger import NamedBelief


class ToldRow(Record):
    """Describe one claim of an event as it was told, whatever became of it since."""

    seq: int  # of the claim
    named: NamedBelief  # its times are those it was recorded with
    effect: Effect
    kind: Kind
    thread: str | None


class KeptRow(Record):
    """Describe a memory as an event made it, or said its words again."""

    seq: int  # of the memory, or of the evidence
    memory: int
    words: str | None  # normal form
    twin: int | None  # the oldest memory of these words that was active before those events
    units: int
    state: State
    valid_from: int
    valid_to: int | None
