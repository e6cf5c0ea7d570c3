"""What is read and told about the lives of memories: how one stands, and what became of it."""

from typing import Literal, NamedTuple

from pydantic import Field

from neuromem_graph.types.base import Channel, Json, Namespace, Record, State

__all__ = [
    "Action",
    "Erased",
    "Life",
    "OutcomeName",
    "OutcomeRow",
    "SaidRow",
    "SameWords",
    "ToldPlace",
]

Action = Literal["decay", "inhibit", "invalidate", "archive", "compress"]
"""How a memory is put away; see `core.lifecycle.ACTIONS`."""

OutcomeName = Literal["success", "partial", "failure", "unknown"]
"""How a turn went that had used memories."""


class Life(Record):
    """Describe how one memory stands at a moment."""

    memory: int
    id: str
    event: int
    text: str | None  # None once erased
    state: State
    before: State | None  # active or superseded, before it was put away
    replaced: bool  # another memory supersedes it as a whole
    valid_from: int  # microseconds
    expires_at: int | None = None  # microseconds
    importance: float = 1.0  # 1 is neutral
    merged: int | None = None  # the memory it was merged into; itself: it was taken out again
    covered: bool = False  # by that one: it is seen as archived, whatever its own state


class SaidRow(Record):
    """Hold what one event said."""

    event: int
    id: str
    text: str | None  # None once erased
    channel: Channel = "user"
    speaker: str | None = None
    quarantined: bool = False  # its text talks to the model
    expires_at: int | None = None  # microseconds; when what it says is served no longer
    type: str | None = None  # as given with the event
    metadata: dict[str, Json] = Field(default_factory=dict)


class OutcomeRow(NamedTuple):
    """Hold how one query served, for one memory that it had used."""

    outcome: str
    memory: int  # 0: it had used none
    moved: float  # what it added to the importance of that memory


class SameWords(Record):
    """Name a memory that says words which are said again, and how it stands."""

    key: str  # their normal form
    memory: int
    event: int
    state: State
    expires_at: int | None = None  # microseconds


class ToldPlace(NamedTuple):
    """Name a slot that a memory tells of, also where what it told was taken off the record."""

    entity: int
    attribute: str
    since: int | None  # microseconds; from when on what it told held, at first; None: never


class Erased(Record):
    """Tell what an erasure removed for good, and what stays because others say so, too."""

    namespace: Namespace
    seq: int  # of the ledger after it
    reason: str
    records: tuple[int, ...] = ()  # sequence numbers whose content is gone; empty: it was before
    events: tuple[str, ...] = ()  # ids
    memories: tuple[str, ...] = ()  # ids
    stays: tuple[str, ...] = ()  # readable: "user lives_in: Ghent"
    tombstone: int | None = None

    def __str__(self) -> str:
        """Return one readable line per thing that went or stays."""
        gone = f"- erased: {len(self.records)} records, {len(self.memories)} memories"
        lines = [gone if self.records else "- nothing was left to erase"]
        return "\n".join([*lines, *(f"= stays: {line}" for line in self.stays)])
