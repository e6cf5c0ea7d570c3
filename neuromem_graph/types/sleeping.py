"""What is read for a sleep, and what it tells it did."""

from typing import Literal, NamedTuple

from neuromem_graph.types.base import (
    Cardinality,
    Channel,
    Commitment,
    Json,
    Kind,
    Namespace,
    Polarity,
    Record,
)

__all__ = [
    "Conflict", "Deed", "Fact", "Held", "LastSleep", "Made", "Opposed", "SleepItem", "SleepReport",
    "Sleeper",
]  # fmt: skip

Deed = Literal["merged", "promoted", "settled", "compiled", "refused", "left"]
"""What a sleep can do with some memories."""


class Sleeper(NamedTuple):
    """Describe one memory that is active or superseded, as sleep looks at it."""

    memory: int
    id: str
    kind: Kind
    channel: Channel
    speaker: str | None
    commitment: Commitment
    text: str
    valid_from: int  # microseconds
    whole: bool  # it holds without end or gap, and never expires
    event: int
    event_id: str
    happened_at: int  # microseconds
    units: int
    own: bool  # its words are its own, not those of its event
    apart: bool  # it was merged once and taken out again: it stays apart
    active: bool  # else superseded
    type: str | None
    metadata: dict[str, Json]  # of its event
    expires_at: int | None = None  # microseconds; from then on it is served no longer
    merged: int | None = None  # the memory that it is merged into


class Fact(NamedTuple):
    """Describe one claim of a memory."""

    memory: int
    claim: int
    entity: int  # the root, if it was merged
    subject: str
    attribute: str
    value: str
    polarity: Polarity
    cardinality: Cardinality
    slot: int
    candidate: int
    firm: bool  # no candidate
    held: bool = False  # this value is believed now, without end, in these or other words
    event: int = 0  # that told it


class Held(NamedTuple):
    """Describe one interval in which a value is believed."""

    slot: int
    claim: int
    candidate: int
    value: str
    polarity: Polarity
    valid_from: int  # microseconds
    valid_to: int | None


class Opposed(NamedTuple):
    """Name two memories of which one speaks against the other."""

    one: int
    other: int


class Conflict(NamedTuple):
    """Name an edge "contradicts" of a memory."""

    memory: int
    other: int  # a memory or a claim
    says: bool  # true: the memory contradicts the other; false: the other way round
    weight: float


class Made(NamedTuple):
    """Name a memory that was made of another."""

    memory: int
    source: int


class LastSleep(NamedTuple):
    """Hold the newest phase of sleep of a namespace."""

    record: int
    run: int
    phase: str
    settings: str | None
    left: int  # clusters that were left for the next time
    changed: bool  # what the namespace holds has changed since
    wakes_at: int | None = None  # microseconds: when the first of what it looked at expires


class SleepItem(Record):
    """Tell what was done with some memories."""

    what: Deed
    reason: str
    id: str  # of the memory that stays or was made; of the first one, if it was refused or left
    text: str
    others: tuple[str, ...] = ()  # ids: merged into it, settled by it, or its sources


class SleepReport(Record):
    """Tell what one sleep did; `str` gives one readable line per item."""

    namespace: Namespace
    seq: int  # of the ledger after it
    looked_at: int = 0  # memories
    selected: int = 0  # clusters found
    items: tuple[SleepItem, ...] = ()
    left: int = 0  # clusters left for the next sleep: a bound was reached
    written: int = 0  # records
    unchanged: bool = False  # nothing had changed since the last sleep: nothing was looked at

    def of(self, what: Deed) -> tuple[SleepItem, ...]:
        """Return the items of one kind."""
        return tuple(item for item in self.items if item.what == what)

    def __str__(self) -> str:
        """Return one readable line per item."""
        if self.unchanged:
            return "nothing has changed since the last sleep"
        lines = [f"looked at {self.looked_at} memories, {self.selected} clusters"]
        for item in self.items:
            more = f" <- {len(item.others)}" if item.others else ""
            lines.append(f"{_SIGNS[item.what]} {item.what}: {item.text} ({item.reason}){more}")
        if self.left:
            lines.append(f"… {self.left} clusters are left for the next sleep")
        return "\n".join(lines)


_SIGNS: dict[Deed, str] = {
    "merged": "=", "promoted": "^", "settled": "~", "compiled": "+", "refused": "!", "left": "…",
}  # fmt: skip
