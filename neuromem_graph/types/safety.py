"""What is read and told about what may be believed: tainted sources, write rates, other sources."""

from typing import Literal, NamedTuple

from neuromem_graph.types.base import Channel, Family, Namespace, Record, State

__all__ = [
    "SOURCES", "Alarm", "Backing", "ClaimPlace", "Derivation", "EdgeTie", "Source", "SourceKind",
    "Spoken", "Standing", "Taint", "Tainted",
]  # fmt: skip

SourceKind = Literal["event", "message", "thread", "tool", "speaker", "channel"]
"""By what a source is named: the id of an event or message, a thread, a tool, who, a channel."""

SOURCES: tuple[SourceKind, ...] = ("event", "message", "thread", "tool", "speaker", "channel")


class Source(Record):
    """Name where something came from."""

    kind: SourceKind
    name: str


class Spoken(NamedTuple):
    """Say whether some memory begins with a text, or says it as a whole."""

    key: str  # normal form
    begun: bool
    equal: bool


class Standing(NamedTuple):
    """Hold how one memory stands, and what stands behind it."""

    memory: int
    id: str
    state: State
    by: int | None  # the taint that put it away, if nothing moved it since
    before: State | None  # the state it had then
    events: tuple[int, ...] = ()  # that said its words


class Derivation(NamedTuple):
    """Hold what a memory was derived from."""

    memory: int
    sources: tuple[int, ...]  # memories, claims and events
    frail: bool  # it falls with any of them


class ClaimPlace(NamedTuple):
    """Hold which slot a claim is about."""

    claim: int
    entity: int
    attribute: str | None  # None once erased


class EdgeTie(Record):
    """Name one edge, and its state."""

    family: Family
    source: int
    target: int
    relation: str
    state: State = "active"


class Backing(NamedTuple):
    """Hold one source that says what a memory says."""

    memory: int
    channel: Channel
    speaker: str | None


class Taint(Record):
    """Show one source whose word counts no more."""

    seq: int  # of its record
    source: Source | None  # None: its name was erased
    events: int  # that it named when it was recorded


class Alarm(Record):
    """Tell that one source wrote more than `Safety.rate` events within `Safety.window`."""

    channel: Channel
    speaker: str | None
    events: int  # within the window

    @property
    def name(self) -> str:
        """Return what the source is called: its channel, and who spoke there."""
        return self.channel if self.speaker is None else f"{self.channel} {self.speaker}"


class Tainted(Record):
    """Tell what the taint of a source changed, or its lifting."""

    namespace: Namespace
    seq: int  # of the ledger after it
    source: Source
    taint: int | None = None  # sequence number of the last record; None: nothing was recorded
    reason: str = ""  # why nothing was
    events: int = 0  # of this source
    suppressed: tuple[str, ...] = ()  # ids of memories that no other source stands behind
    restored: tuple[str, ...] = ()  # ids of memories that are served again
    kept: tuple[str, ...] = ()  # ids of memories that others said as well
    beliefs: int = 0  # statements that are off the record, or on it again
    revived: int = 0  # other statements that hold at another time since
    edges: int = 0  # whose state changed
    records: int = 0  # that were written; each names `Safety.tainted` events at most

    def __str__(self) -> str:
        """Return one readable line."""
        who = f"{self.source.kind} {self.source.name!r}"
        if self.taint is None:
            return f"nothing new: {who} ({self.reason})"
        told = (
            f"{self.events} events", f"{len(self.suppressed)} memories suppressed",
            f"{len(self.restored)} restored", f"{len(self.kept)} kept",
            f"{self.beliefs} beliefs", f"{self.edges} edges",
        )  # fmt: skip
        return f"{who}: {', '.join(told)}"
