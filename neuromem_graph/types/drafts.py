"""What may be appended to the ledger: one frozen draft class per record kind.

Own fields are *structure*: in the header, kept for ever, nothing about a person. The `payload` is
*content*: salted, sealed, erasable. References are sequence numbers, -n the n-th draft of a batch.
"""

from typing import ClassVar

from pydantic import Field

from neuromem_graph.types.base import (
    Basis,
    Cardinality,
    Channel,
    Code,
    Commitment,
    Effect,
    EntityType,
    EvidenceType,
    Family,
    Json,
    Kind,
    Polarity,
    Record,
    Relation,
    Route,
    State,
    Step,
)
from neuromem_graph.types.spans import Close as Close
from neuromem_graph.types.spans import Ref as Ref
from neuromem_graph.types.spans import Span

_CLAIMED = "event memory entity slot candidate closes means denies".split()


class Draft(Record):
    """Carry the structure every record shares (docs/ledger-format.md)."""

    kind: ClassVar[str]
    identified: ClassVar[bool] = False  # the ledger gives it a random public id
    references: ClassVar[frozenset[str]] = frozenset({"origin", "on"})
    origin: tuple[Ref, ...] = ()  # what it was derived from
    on: tuple[Ref, ...] = ()  # what it also supports
    settings: Code | None = None  # the Settings version a decision was made under
    payload: Record | None = None


class EventPayload(Record):
    """Hold what was observed, as the caller gave it after normalisation."""

    key: str  # the turn id: idempotency key within the namespace
    digest: str  # of what the caller supplied; tells a repeat from a conflict
    text: str
    speaker: str | None = None
    thread: str | None = None
    message: str | None = None  # the caller's message id
    type: str | None = None
    expires_at: int | None = None  # microseconds; when what it says is served no longer
    utc_offset: int | None = None  # minutes; of the zone it was said in, None for UTC
    metadata: dict[str, Json] = Field(default_factory=dict)


class EventDraft(Draft):
    """Record an immutable observation."""

    kind = "event"
    identified = True
    channel: Channel
    happened_at: int  # microseconds
    step: Step
    reason: Code | None = None  # "explicit": told to be remembered, whatever its impact
    payload: EventPayload


class StepDraft(Draft):
    """Record that a turn has come further."""

    kind = "step"
    references = Draft.references | {"event"}
    event: Ref
    step: Step
    reason: Code | None = None
    payload: None = None


class EntityPayload(Record):
    """Hold the name of an entity."""

    name: str
    key: str
    relation: str | None = None  # what it is to the speaker: "sister", "colleague"


class EntityDraft(Draft):
    """Record a newly met entity."""

    kind = "entity"
    identified = True
    type: EntityType = "unknown"
    payload: EntityPayload


class AliasDraft(Draft):
    """Record another name of an entity, or what else it is to the speaker."""

    kind = "alias"
    references = Draft.references | {"entity"}
    entity: Ref
    payload: EntityPayload


class SlotPayload(Record):
    """Hold the attribute of a slot; with its entity it is the slot's identity."""

    attribute: str


class SlotDraft(Draft):
    """Record a new slot: one attribute of one entity."""

    kind = "slot"
    references = Draft.references | {"entity"}
    entity: Ref
    cardinality: Cardinality
    payload: SlotPayload


class CandidatePayload(Record):
    """Hold a value that competes for a slot."""

    value: str
    key: str


class CandidateDraft(Draft):
    """Record a new value for a slot."""

    kind = "candidate"
    references = Draft.references | {"slot"}
    slot: Ref
    payload: CandidatePayload


class ClaimPayload(Record):
    """Hold one grounded statement and where in the event it stands."""

    subject: str
    predicate: str
    value: str
    start: int
    end: int


class ClaimDraft(Draft):
    """Record a claim and what it did to its slot."""

    kind = "claim"
    identified = True
    references = Draft.references.union(_CLAIMED)
    event: Ref
    memory: Ref | None
    entity: Ref
    slot: Ref
    candidate: Ref
    claim_kind: Kind
    polarity: Polarity
    effect: Effect
    commitment: Commitment
    valid_from: int
    valid_to: int | None = None
    stated_to: int | None = None  # where its own words end it, whatever else does
    basis: Basis
    corrects: bool = False  # said as a correction, whether or not it found what it means
    means: tuple[Ref, ...] = ()  # the claims whose place it takes; none: it means what it meets
    denies: Ref | None = None  # the candidate that it says never was so
    wrong: bool = False  # off the record at once: its correction was known before it
    closes: tuple[Close, ...] = ()
    payload: ClaimPayload


class Appraisal(Record):
    """Keep the impact vector of one claim and the route it took."""

    route: Route
    rule: Code
    vector: tuple[float, ...]  # in the order of types.ingest.COMPONENTS


class ImpactDraft(Draft):
    """Record how an event was assessed and routed."""

    kind = "impact"
    references = Draft.references | {"event"}
    event: Ref
    claims: tuple[Appraisal, ...]
    payload: None = None


class MemoryPayload(Record):
    """Hold the text of a memory that is not verbatim from its event, and its labels."""

    text: str | None = None  # None: the span of the event
    keywords: tuple[str, ...] = ()


class MemoryDraft(Draft):
    """Record a durable, retrievable memory."""

    kind = "memory"
    identified = True
    references = Draft.references | {"event"}
    event: Ref
    memory_kind: Kind
    commitment: Commitment
    state: State = "active"
    valid_from: int
    valid_to: int | None = None
    start: int  # the span of the event's text, in characters
    end: int
    units: int  # statements in it: when all are closed, the memory is superseded
    expires_at: int | None = None  # microseconds; from then on it is expired
    frail: bool | None = None  # True: it falls with any of what it was derived from
    payload: MemoryPayload | None = None


class LifecycleDraft(Draft):
    """Record a change of state of a memory; with a span, of one that is active or superseded."""

    kind = "lifecycle"
    references = Draft.references | {"memory", "into"}
    memory: Ref
    state: State
    span: Span | None = None  # None: as it was
    valid_to: int | None = None  # None: as it was
    expires_at: int | None = None  # None: as it was
    importance: float | None = None  # None: as it was; 1 is neutral
    commitment: Commitment | None = None  # None: as it was
    into: Ref | None = None  # merged into it, with all of its own; itself: into none any more
    reason: Code
    payload: None = None


class EvidenceDraft(Draft):
    """Record evidence about two endpoints; with a relation, about the edge between them."""

    kind = "evidence"
    references = Draft.references | {"source", "target"}
    type: EvidenceType
    source: Ref
    target: Ref
    weight: float = 1.0
    moment: int | None = None  # microseconds: since when what the target claims is over
    family: Family | None = None
    relation: Relation | None = None
    payload: None = None


class HeldPayload(Record):
    """Hold a claim that waits for a human, with its turn, as JSON."""

    claim: dict[str, Json]


class HeldDraft(Draft):
    """Record an item that waits for a decision."""

    kind = "held"
    identified = True
    references = Draft.references | {"event"}
    event: Ref
    reason: Code
    payload: HeldPayload


class ReviewPayload(Record):
    """Hold the answer a human gave."""

    answer: dict[str, Json]


class ReviewDraft(Draft):
    """Record the decision on a held item."""

    kind = "review"
    references = Draft.references | {"held"}
    held: Ref
    outcome: Code  # "accepted", "rejected" or "merged"
    payload: ReviewPayload


class TombstoneDraft(Draft):
    """Record that the payloads of these records were erased."""

    kind = "tombstone"
    erased: tuple[int, ...]
    reason: Code
    payload: None = None
