"""What governance appends: policies and refusals, merged entities, outcomes of turns."""

from pydantic import Field

from neuromem_graph.types.base import Code, Commitment, Json, Record, Relation
from neuromem_graph.types.drafts import Close, Draft, Ref

__all__ = [
    "MergeDraft", "MergePayload", "OutcomeDraft", "OutcomePayload", "PolicyDraft", "PolicyPayload",
    "RebaseDraft", "RefusalDraft", "RefusalPayload", "SleepDraft", "UnmergeDraft",
]  # fmt: skip


class MergePayload(Record):
    """Hold why two entities are one, in the words of who said so."""

    reason: str


class MergeDraft(Draft):
    """Record that two entities are one: the slots of both are read together from now on."""

    kind = "merge"
    references = Draft.references | {"entities", "into", "closes"}
    entities: tuple[Ref, ...]  # that now belong to `into`: one, and all merged into it before
    into: Ref
    closes: tuple[Close, ...] = ()  # beliefs of either that the other's have moved
    payload: MergePayload | None = None


class UnmergeDraft(Draft):
    """Record that entities which were merged are not one."""

    kind = "unmerge"
    references = Draft.references | {"entities", "into", "reopens"}
    entities: tuple[Ref, ...]  # that leave
    into: Ref  # whom they belong to from now on: one of them
    reopens: tuple[Close, ...] = ()  # beliefs that the merge had moved
    payload: None = None


class PolicyPayload(Record):
    """Hold what was proposed, in full."""

    policy: dict[str, Json]


class PolicyDraft(Draft):
    """Record a committed policy; the drafts after it in its group are what it did."""

    kind = "policy"
    identified = True
    intent: Code
    proposer: Code  # the source of the proposal: user, tool, model, system, admin
    validators: tuple[Code, ...]  # that approved it
    payload: PolicyPayload


class RefusalPayload(Record):
    """Hold what was refused and what each validator said."""

    policy: dict[str, Json]
    messages: tuple[str, ...]


class RefusalDraft(Draft):
    """Record a policy that was refused; it changed nothing."""

    kind = "refusal"
    identified = True
    intent: Code
    proposer: Code
    codes: tuple[Code, ...]  # stable reason codes, one per message
    payload: RefusalPayload


class RebaseDraft(Draft):
    """Record that a memory stands on another event from now on, which said its words, too."""

    kind = "rebase"
    references = Draft.references | {"memory", "event"}
    memory: Ref
    event: Ref
    start: int  # the span of the event's text, in characters
    end: int
    commitment: Commitment  # what that event may ground
    expires_at: int | None = None  # microseconds; None: as it was
    payload: None = None


class OutcomePayload(Record):
    """Hold what was said about a turn that used memories."""

    trace: str
    feedback: str | None = None


class OutcomeDraft(Draft):
    """Record how a turn went that had used these memories."""

    kind = "outcome"
    references = Draft.references | {"memories", "linked"}
    memories: tuple[Ref, ...]
    moves: tuple[float, ...] = ()  # by memory: what this query's outcome adds to its importance now
    importance: tuple[float | None, ...] = ()  # by memory: what it has from now on; None: as it was
    weights: tuple[float, ...] = ()  # by memory, of the evidence: below 0 it decays
    linked: tuple[Ref, ...] = ()  # memories that belong together, each with the next
    relation: Relation | None = None  # of these
    weight: float = 0.0  # of the evidence for it
    outcome: Code  # success, failure, partial, unknown
    payload: OutcomePayload


class SleepDraft(Draft):
    """Record a phase of a sleep; the drafts before it in its group are what it did."""

    kind = "sleep"
    references = Draft.references | {"run"}
    phase: Code  # plan, consolidation, promotion, suppression, compilation, audit
    run: Ref | None = None  # the plan it belongs to; None: it is one
    head: int = 0  # sequence number that the plan looked at
    counts: dict[Code, int] = Field(default_factory=dict)  # what was done, refused and left
    payload: None = None
