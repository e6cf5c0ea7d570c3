"""What the taint of a source appends, and its lifting: structure, and the name of the source."""

from neuromem_graph.types.base import Code, Family, Record, Relation, State
from neuromem_graph.types.drafts import Close, Draft
from neuromem_graph.types.spans import Span

__all__ = ["EdgeEnd", "Moved", "Over", "TaintDraft", "TaintPayload", "UntaintDraft"]


class Moved(Record):
    """Move a memory to a state; with a span it holds at other times, too."""

    memory: int
    state: State
    by: bool = False  # the taint itself puts it away, or its lifting brings it back
    span: Span | None = None


class Over(Record):
    """Say where a statement is over, in microseconds; without an end it is not over any more."""

    claim: int
    end: int | None = None


class EdgeEnd(Record):
    """Name one edge whose state changes."""

    family: Family
    source: int
    target: int
    relation: Relation


class TaintPayload(Record):
    """Hold the name of the source."""

    source: dict[str, str]


class TaintDraft(Draft):
    """Record that the word of a source counts no more, and all that follows from it."""

    kind = "taint"
    sort: Code  # by what the source is named
    reason: Code
    events: tuple[int, ...] = ()  # of the source
    memories: tuple[Moved, ...] = ()
    closes: tuple[Close, ...] = ()  # beliefs that hold at another time, or are off the record
    over: tuple[Over, ...] = ()
    edges: tuple[EdgeEnd, ...] = ()
    payload: TaintPayload


class UntaintDraft(Draft):
    """Record that the word of a source counts again, and all that follows from it."""

    kind = "untaint"
    lifts: tuple[int, ...]  # records of the taints
    reason: Code
    memories: tuple[Moved, ...] = ()
    closes: tuple[Close, ...] = ()
    over: tuple[Over, ...] = ()
    edges: tuple[EdgeEnd, ...] = ()
    payload: None = None
