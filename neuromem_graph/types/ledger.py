"""What the ledger gives back: heads, results of an append, rows of the current view."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from pydantic import Field

from neuromem_graph.types.base import (
    Basis,
    Cardinality,
    Channel,
    Commitment,
    Json,
    Kind,
    Polarity,
    Record,
    State,
    Step,
)
from neuromem_graph.types.searching import Places as Places
from neuromem_graph.types.searching import Postings as Postings

Expected = dict[str, int]
"""Touch key (see `entity_touch`, `slot_touch`) -> sequence number last seen, 0 for "not there"."""


def entity_touch(key: str) -> str:
    """Name an entity in `Expected` by the folded name it was looked up with."""
    return f"entity:{key}"


def slot_touch(entity: int, attribute: str) -> str:
    """Name a slot in `Expected` by its entity and attribute."""
    return f"slot:{entity}:{attribute}"


def memory_touch(memory: int) -> str:
    """Name the life of a memory in `Expected`: it moves when the memory is put away, say."""
    return f"memory:{memory}"


class Head(Record):
    """Name the end of the ledger: keep it elsewhere to detect a consistent rollback."""

    seq: int
    hash: str  # hex SHA-256; 64 zeros when empty
    recorded_at: datetime | None = None


class Stored(Record):
    """Tell what became of one draft."""

    seq: int
    id: str | None = None


class GroupResult(Record):
    """Tell what became of one group: `added` is false when it was there already."""

    added: bool
    erased: bool = False  # it was there, and was erased
    event: int | None = None
    event_id: str | None = None
    stored: tuple[Stored, ...] = ()


class Appended(Record):
    """Tell what one batch did."""

    head: Head
    groups: tuple[GroupResult, ...]


class Gate(Record):
    """Say which memories may be ranked at all: applied in SQL, before ranking."""

    valid_at: int | None  # microseconds; None looks at every valid time (audit, historical)
    now: int | None = None  # microseconds; what expired before is closed; None: nothing is
    states: tuple[State, ...] = ("active", "superseded")
    kinds: tuple[Kind, ...] | None = None
    channels: tuple[Channel, ...] | None = None
    thread: str | None = None


class TurnState(Record):
    """Tell how far a known turn has come."""

    event: int
    event_id: str
    digest: str
    step: Step
    text: str | None  # None once erased
    erased: bool = False  # the turn is known, and nothing of what it said


class EntityRow(Record):
    """Describe one entity by the name it was found under."""

    entity: int
    id: str
    name: str | None
    key: str
    relation: str | None
    seq: int  # last touched


class BeliefRow(Record):
    """Describe one believed interval of one value in a slot."""

    claim: int
    claim_id: str
    slot: int
    candidate: int
    value: str | None
    value_key: str | None
    polarity: Polarity
    commitment: Commitment
    basis: Basis
    valid_from: int
    valid_to: int | None
    event: int
    memory: int | None
    memory_units: int
    support: int  # distinct events behind it
    channel: Channel
    said_at: int  # microseconds
    speaker: str | None = None
    memory_state: State = "active"  # of the memory that tells it
    memory_expires_at: int | None = None  # microseconds
    stated_to: int | None = None  # where its own words end it, in microseconds
    corrects: bool = False  # said as a correction
    means: tuple[int, ...] = ()  # the claims whose place it takes; none: it means what it meets
    denies: str | None = None  # key of the value that it says never was so
    cardinality: Cardinality = "multi"  # of its slot
    repeats: int = 0  # events of older statements that were joined with it


class SlotRow(Record):
    """Describe one slot and what is believed in it at the reader's moment."""

    slot: int
    id: str | None  # made from its content; None once that is erased
    entity: int
    entity_name: str | None
    attribute: str | None
    cardinality: Cardinality
    seq: int  # last touched
    beliefs: tuple[BeliefRow, ...] = ()
    struck: tuple[BeliefRow, ...] = ()  # grounded statements that are off the record


class NamedBelief(Record):
    """Describe one believed interval together with the slot it stands in."""

    entity: int
    entity_name: str | None
    relation: str | None  # what the entity is to the speaker
    attribute: str | None
    cardinality: Cardinality
    belief: BeliefRow
    before: tuple[int, ...] = ()  # memories that said so before it, where it was joined with them


class RepeatRow(Record):
    """Name the memory that already says the same words."""

    memory: int
    event: int


class MemoryRow(Record):
    """Describe one version of a memory with the event behind it."""

    memory: int
    id: str
    kind: Kind
    commitment: Commitment
    state: State
    text: str | None  # None once erased
    valid_from: int
    valid_to: int | None
    event: int
    event_id: str
    message: str | None
    channel: Channel
    speaker: str | None
    thread: str | None
    happened_at: int
    recorded_at: int
    support: int  # distinct events behind it
    importance: float = 1.0  # unless outcomes or `forget` moved it; see core.decaying
    expires_at: int | None = None  # microseconds
    pinned: bool = False  # it does not fade
    compiled: bool = False  # sleep made its words of others; nobody said them
    doubted: bool = False  # nobody trusted says so; see `Safety.trust`
    gaps: tuple[tuple[int, int], ...] = ()  # within its time, when it did not hold
    over: tuple[tuple[str, Polarity, tuple[tuple[int, int | None], ...]], ...] = ()
    # of its statements that were closed or struck: what they say, and when that is believed at all


class HeldRow(Record):
    """Describe an item that waits for a decision."""

    held: int
    id: str
    event: int
    event_id: str
    reason: str
    claim: dict[str, Json] | None  # None once erased


class LedgerStats(Record):
    """Count what a namespace holds at the reader's moment."""

    head: Head
    events: int
    memories: dict[str, int]  # by state
    entities: int
    slots: int
    held: int
    deferred: int
    kinds: dict[str, int] = Field(default_factory=dict)  # memories by kind
    beliefs: dict[str, int] = Field(default_factory=dict)  # believed intervals: open, ended
    edges: dict[str, int] = Field(default_factory=dict)  # by family
    refused: int = 0  # policies
    tainted: int = 0  # sources whose word does not count
    alarms: dict[str, int] = Field(default_factory=dict)  # source -> events; see `Safety.rate`


class Problem(Record):
    """Name one thing that `verify` found wrong."""

    seq: int | None  # the first bad record; None when it is not about one record
    code: Literal[
        "gap", "header", "hash", "link", "time", "seal", "missing_payload", "unerased_payload",
        "orphan_payload", "head", "rolled_back", "expected_head", "file", "projection",
    ]  # fmt: skip
    message: str


class Verification(Record):
    """Tell what `verify` checked and the first thing that was wrong, if anything."""

    ok: bool
    records: int
    head: Head
    problem: Problem | None = None
    deep: bool = False


class Erasure(Record):
    """Tell what `erase` removed: the records asked for and all derived from them alone."""

    erased: tuple[int, ...]
    tombstone: int | None


class Embedded(NamedTuple):
    """Hold vectors that a model gave, by text."""

    model: str
    vectors: Mapping[str, Sequence[float]]
