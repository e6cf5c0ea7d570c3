"""Edges as they are shown, and what governance reads before it decides."""

from datetime import datetime
from typing import Literal

from neuromem_graph.types.base import (
    Channel,
    Commitment,
    EvidenceType,
    Family,
    Json,
    Kind,
    Record,
    Relation,
    State,
)

AssociativeRelation = Literal[
    "associated_with", "coactivated_with", "precedes", "same_thread", "same_episode",
    "used_with_success", "used_with_failure",
]  # fmt: skip
"""What an associative edge says: that two memories belong together."""

LogicRelation = Literal[
    "supports", "contradicts", "supersedes", "inhibits", "same_as", "generalizes", "specializes",
    "derived_from", "causes", "procedure_for", "applies_to", "evidence_for",
]  # fmt: skip
"""What a logic edge says: how two statements relate."""


ProposedRelation = Literal[
    "associated_with", "precedes", "supports", "evidence_for", "generalizes", "specializes",
    "causes", "procedure_for", "applies_to",
]  # fmt: skip
"""What a model may propose while memory sleeps: none of these can change the life of a memory."""


class EdgeEvidence(Record):
    """Show one piece of evidence about an edge."""

    type: EvidenceType
    weight: float
    at: datetime  # when it was recorded
    seq: int  # of the record


class EdgeView(Record):
    """Show one edge as it was known at a moment.

    An end that is a claim is shown by the memory that tells it and by the claim's own id.
    """

    source: str | None  # id of a memory; None if no memory tells the claim
    target: str | None
    family: Family
    relation: Relation
    weight: float  # -1 to 1; negative: more speaks against it
    state: State  # active, suppressed, superseded or expired
    known_from: int  # the record it is like this since
    evidence: tuple[EdgeEvidence, ...] = ()  # oldest first
    source_claim: str | None = None  # id, when that end is a claim
    target_claim: str | None = None


class EventRow(Record):
    """Describe one recorded event, as governance looks at it."""

    event: int
    id: str
    key: str | None
    channel: Channel
    speaker: str | None
    thread: str | None
    happened_at: int  # microseconds
    text: str | None  # None once erased
    metadata: dict[str, Json]


class TargetRow(Record):
    """Describe what an id of a memory or of a claim means, with the memory as it now is."""

    id: str  # as asked
    endpoint: int  # the record: of the memory or of the claim
    claim: int | None  # the record, when the id is a claim's
    memory: int | None  # None: a claim that no memory tells
    memory_id: str | None
    kind: Kind | None
    state: State | None
    commitment: Commitment | None
    text: str | None
    valid_from: int | None
    valid_to: int | None
    expires_at: int | None
    event: int  # behind it


class StatementRow(Record):
    """Describe one believed, open interval and the memory that tells it."""

    claim: int
    claim_id: str
    memory: int
    entity: int
    slot: int
    candidate: int
    attribute: str | None
    valid_from: int
    valid_to: int | None


class RepetitionRow(Record):
    """Name the active memory of some words, and who said them how often."""

    memory: int
    memory_id: str
    key: str  # normal form of the words
    event: int
    said: tuple[tuple[int, str, str | None], ...]  # event, channel, speaker; its own included


class PolicyRow(Record):
    """Describe one policy of the ledger: committed, or refused if it has codes."""

    seq: int
    id: str
    intent: str
    proposer: str
    codes: tuple[str, ...] = ()
    policy: dict[str, Json] | None = None  # None once erased
