"""What a caller proposes: events and policies, and what became of them."""

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field, ValidationError

from neuromem_graph.errors import InvalidInput
from neuromem_graph.types.base import (
    Cardinality,
    EvidenceType,
    Json,
    Kind,
    Namespace,
    Polarity,
    Record,
    Relation,
)
from neuromem_graph.types.edges import AssociativeRelation, LogicRelation
from neuromem_graph.types.ingest import Decision, Impact, Receipt, Update

Intent = Literal[
    "add", "link", "suppress", "supersede", "restore", "consolidate", "retrieve", "noop",
    "update", "delete", "delete_request",
]  # fmt: skip
"""What a policy is about; the last three are always refused."""

Proposer = Literal["user", "tool", "model", "deterministic", "system", "admin"]
"""Who proposes, by their own word: it gives no grounds, and `system` and `admin` need the actor."""

Operation = Literal[
    "add", "frame", "link", "associative", "logic", "suppress", "supersede", "restore"
]
"""What one delta does."""

Text = Annotated[str, Field(max_length=100_000)]
Label = Annotated[str, Field(min_length=1, max_length=512)]
_PREDICATE = r"^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{M}\p{N}_]{0,63}$"  # letters of any script
Weight = Annotated[float, Field(gt=0, le=1, allow_inf_nan=False)]


class Given(Record):
    """Check what a caller gives.

    Raises:
        InvalidInput: if a field is unknown or of the wrong type.
    """

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as exc:
            raise InvalidInput(f"{type(self).__name__} can't be used: {exc}") from exc


class MemoryEvent(Given):
    """Hold one observation as the caller gives it; a dictionary with these keys does the same.

    `role` decides where it came from; `source` does if it names a channel and there is no role.
    `entities`, `tags`, `outcome` and `evidence` are kept with the event.
    """

    content: str
    type: str | None = None
    role: str | None = None  # user, assistant, tool, system
    source: str | None = None
    task: str | None = None
    evidence: tuple[Json, ...] = ()
    entities: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    outcome: str | None = None
    metadata: dict[str, Json] = Field(default_factory=dict)
    id: str | int | None = None  # the same event again adds nothing
    at: datetime | None = None  # aware; when it was said
    thread: str | None = None
    speaker: str | None = None
    expires_at: datetime | None = None  # aware; what it says is served no longer
    ttl: float | timedelta | None = None  # instead: seconds after it was said

    def as_dictionary(self) -> dict[str, Any]:
        """Return the fields that were given a value, lists as lists."""
        given = {name: getattr(self, name) for name in type(self).model_fields}
        filled = {name: value for name, value in given.items() if value not in (None, (), {})}
        return {n: list(v) if isinstance(v, tuple) else v for n, v in filled.items()}


class GroundedClaim(Given):
    """Quote a recorded event; with `predicate` and `value` the quote is a fact about a slot."""

    event: Label  # id of the event that is quoted
    quote: Text | None = None  # as it stands there; or the place of it, `start` and `end`
    start: int | None = Field(default=None, ge=0)  # characters
    end: int | None = Field(default=None, ge=0)
    kind: Kind = "fact"
    subject: Label = "user"  # "user" is the speaker of the event, else a name
    relation: Label | None = None  # what the subject is to the speaker
    predicate: str | None = Field(default=None, pattern=_PREDICATE)
    value: Text | None = None  # stands in the quote
    polarity: Polarity = "asserted"
    update: Update = "none"
    cardinality: Cardinality | None = None
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None


class Delta(Given):
    """Change one thing; `claims` names the grounded claims it rests on, by place. None: all."""

    claims: tuple[Annotated[int, Field(ge=0)], ...] | None = None


class AddMemory(Delta):
    """Add a memory that says what stands in one event, word by word."""

    operation: Literal["add"] = "add"
    text: Text
    event: Label | None = None  # where it stands; None: the first of the evidence that holds it
    kind: Kind = "episode"
    commitment: Literal["candidate", "validated"] = "validated"
    keywords: tuple[Label, ...] = ()
    sources: tuple[Label, ...] = ()  # of a text that stands nowhere: memories and events
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    expires_at: AwareDatetime | None = None  # from then on it is served no longer
    name: Label | None = None  # other deltas of the policy call it "#name"


class FrameDelta(Delta):
    """Propose a memory of a kind: verbatim, or made of its sources and then a candidate."""

    operation: Literal["frame"] = "frame"
    text: Text
    kind: Kind
    commitment: Literal["candidate", "validated"] = "candidate"
    sources: tuple[Label, ...] = ()  # memories and events
    event: Label | None = None
    keywords: tuple[Label, ...] = ()
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    expires_at: AwareDatetime | None = None  # from then on it is served no longer
    name: Label | None = None


class LinkMemories(Delta):
    """Say that two memories or claims belong together."""

    operation: Literal["link"] = "link"
    source: Label
    target: Label
    relation: Relation = "associated_with"
    weight: Weight = 0.5
    type: Literal["support"] = "support"


class AssociativeDelta(Delta):
    """Append evidence about an associative edge."""

    operation: Literal["associative"] = "associative"
    source: Label
    target: Label
    relation: AssociativeRelation = "associated_with"
    type: EvidenceType = "support"
    weight: Weight = 0.5


class LogicDelta(Delta):
    """Append evidence about a logic edge."""

    operation: Literal["logic"] = "logic"
    source: Label
    target: Label
    relation: LogicRelation
    type: EvidenceType = "support"
    weight: Weight = 0.5


class SuppressMemory(Delta):
    """Let a memory not be recalled until it is restored."""

    operation: Literal["suppress"] = "suppress"
    memory: Label  # id of a memory


class RestoreMemory(Delta):
    """Let a suppressed, archived or expired memory be recalled again."""

    operation: Literal["restore"] = "restore"
    memory: Label


class SupersedeMemory(Delta):
    """Let a newer statement take the place of a memory, or of one claim it tells."""

    operation: Literal["supersede"] = "supersede"
    memory: Label  # id of a memory or of a claim
    by: Label | None = None  # what takes its place: a memory, a claim, or "#name"
    at: AwareDatetime | None = None  # until when it held; None: when the new one begins


AnyDelta = Annotated[
    AddMemory | FrameDelta | LinkMemories | AssociativeDelta | LogicDelta | SuppressMemory
    | RestoreMemory | SupersedeMemory,
    Field(discriminator="operation"),
]  # fmt: skip
"""One change."""

NewMemory = AddMemory | FrameDelta
EdgeDelta = LinkMemories | AssociativeDelta | LogicDelta


class MemoryPolicy(Given):
    """Propose changes of memory: all of them are made in one transaction, or none is."""

    intent: Intent
    proposal_source: Proposer = "model"
    reason: Text = ""
    evidence_chain: tuple[Label, ...] = ()  # ids of events and memories
    grounded_claims: tuple[GroundedClaim, ...] = ()
    deltas: tuple[AnyDelta, ...] = ()
    namespace: Namespace | None = None  # where it is meant for; None: where it is committed


class PolicyResult(Record):
    """Tell what became of a policy."""

    approved: bool
    seq: int  # the ledger sequence after it
    id: str  # of the policy, or of the refusal
    codes: tuple[str, ...] = ()  # why it was refused; see docs/governance.md
    messages: tuple[str, ...] = ()  # one per code
    created: tuple[str, ...] = ()  # ids of memories
    supported: tuple[str, ...] = ()  # ids of memories that said the same words already
    changed: tuple[str, ...] = ()  # ids of memories that were suppressed, restored, superseded
    claims: tuple[str, ...] = ()  # ids of claims that are believed from now on


class Routed(Receipt):
    """Tell what an observation means and where it would go; it made no memory."""

    impacts: tuple[Impact, ...] = ()  # of each claim
    decisions: tuple[Decision, ...] = ()  # on each claim
    evidence: tuple[tuple[str, str], ...] = ()  # type, and id of the memory or claim it is about


class ImpactReport(Record):
    """Tell how the claims of an event were assessed, or would be now."""

    event: str
    recorded: bool  # false: it was assessed for this answer, nothing was written
    impacts: tuple[Impact, ...] = ()
    decisions: tuple[Decision, ...] = ()
