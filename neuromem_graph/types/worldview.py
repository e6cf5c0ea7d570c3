"""What is believed at a moment: slots, the candidates that compete for them, and what happened."""

from collections.abc import Iterable
from datetime import datetime

from neuromem_graph.types import records_html
from neuromem_graph.types.base import (
    Cardinality,
    Channel,
    Code,
    Commitment,
    Effect,
    Kind,
    Lens,
    Namespace,
    Polarity,
    Record,
)
from neuromem_graph.types.ledger import BeliefRow
from neuromem_graph.types.recall import BeliefView, Status


class ToldClaim(Record):
    """Describe one claim about a slot, whatever became of it."""

    belief: BeliefRow  # as it is held, or was held last; as it was told if it never was
    candidate_id: str | None
    event_id: str
    kind: Kind
    effect: Effect
    opened: bool  # it opened an interval once
    held: bool  # and that is on the record still


class ToldSlot(Record):
    """Describe one slot with all claims about it, under whom its entity belongs to."""

    slot: int
    id: str | None
    entity: int
    entity_name: str | None
    relation: str | None
    attribute: str | None
    cardinality: Cardinality
    claims: tuple[ToldClaim, ...] = ()


class CandidateView(Record):
    """Show one value of a slot in one interval; a value with two intervals is shown twice."""

    id: str | None  # the same for the same value of the same slot
    value: str
    polarity: Polarity
    status: Status
    score: float  # in [0, 1]
    components: dict[str, float]  # what the score is made of, see `core.scoring`
    valid_from: datetime
    valid_to: datetime | None
    commitment: Commitment
    channel: Channel
    support: int  # distinct events behind it
    events: tuple[str, ...] = ()  # ids of those that are not erased, oldest first
    claims: tuple[str, ...] = ()  # ids, oldest first


class SlotView(Record):
    """Show one attribute of one entity and what competes for it, the best first."""

    id: str | None  # the same for the same namespace, entity and attribute
    entity: str
    relation: str | None  # what the entity is to the speaker
    attribute: str
    kind: Kind
    cardinality: Cardinality
    status: Status
    candidates: tuple[CandidateView, ...]


class Supposition(Record):
    """Show what was only supposed: it never had an effect on a belief."""

    entity: str
    attribute: str
    value: str
    claim_id: str
    event_id: str
    said_at: datetime


class CandidateEvent(Record):
    """Tell one thing that happened to a candidate; `core.snapshot.EVENTS` says what there is."""

    slot_id: str | None
    candidate_id: str | None
    value: str
    type: Code
    seq: int  # of the record
    at: datetime  # when it was recorded
    claim_id: str | None = None  # that did it
    event_id: str | None = None  # it was told by


class History(tuple[CandidateEvent, ...]):
    """Hold what happened to the candidates of a slot, oldest first: a tuple that shows itself."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return records_html.of_history(self)


class Worldview(Record):
    """Hold what is believed at one moment, or all that a question asks for of it."""

    namespace: Namespace
    seq: int  # the moment of the ledger
    as_of: datetime | None  # its time; None: nothing is recorded
    valid_at: datetime | None  # the moment of the world; None: all of them
    lens: Lens  # never "auto"
    slots: tuple[SlotView, ...] = ()
    beliefs: tuple[BeliefView, ...] = ()  # the same, flat, as in a `MemoryContext`
    suppositions: tuple[Supposition, ...] = ()  # with lens "audit"
    history: tuple[CandidateEvent, ...] = ()  # with lens "audit": what happened to the candidates
    truncated: int = 0  # further slots, beyond the limit
    prompt: str = ""  # the beliefs as text, within `Believing.prompt_tokens`

    @property
    def conflicts(self) -> tuple[SlotView, ...]:
        """Return the slots whose values can't hold together and are about equally likely."""
        return tuple(slot for slot in self.slots if slot.status == "conflicted")

    @property
    def facts(self) -> tuple[SlotView, ...]:
        """Return the slots of kind fact, claim, entity, schema or episode."""
        return self._of(("fact", "claim", "entity", "schema", "episode"))

    @property
    def preferences(self) -> tuple[SlotView, ...]:
        """Return the slots of kind preference."""
        return self._of(("preference",))

    @property
    def constraints(self) -> tuple[SlotView, ...]:
        """Return the slots of kind constraint."""
        return self._of(("constraint",))

    @property
    def procedures(self) -> tuple[SlotView, ...]:
        """Return the slots of kind procedure or failure_pattern."""
        return self._of(("procedure", "failure_pattern"))

    def _of(self, kinds: Iterable[Kind]) -> tuple[SlotView, ...]:
        return tuple(slot for slot in self.slots if slot.kind in kinds)

    def __str__(self) -> str:
        """Return the prompt."""
        return self.prompt

    def _repr_html_(self) -> str:
        return records_html.of_worldview(self)


class ViewCounts(Record):
    """Count what is materialised of a namespace."""

    seq: int  # of the last record that is folded in
    slots: int  # that something is, or was, believed in
    candidates: int  # values that are, or were, believed
    edges: int  # associative and logic ones that stand
    suppressed: tuple[str, ...]  # ids of memories, oldest first
