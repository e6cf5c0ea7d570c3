"""What the ingest stages hand to each other, from turns to receipts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from pydantic import Field, model_validator

from neuromem_graph.types import records_html
from neuromem_graph.types.base import (
    Basis,
    Cardinality,
    Channel,
    Effect,
    EntityType,
    Json,
    Kind,
    Namespace,
    Polarity,
    Record,
    Route,
    State,
    Step,
)
from neuromem_graph.types.ledger import EntityRow, Expected, RepeatRow, SlotRow, TurnState
from neuromem_graph.types.prior import Alike, HeardRow, HistoryRow
from neuromem_graph.types.spans import Teller

COMPONENTS = (
    "novelty", "belief_delta", "entropy_delta", "contradiction", "supersession",
    "utility", "propagation", "source_reliability", "risk",
)  # fmt: skip
"""The nine components of an impact vector, in the order they are stored."""

Update = Literal["none", "change", "correction", "end"]
"""What the wording says about older facts: nothing, "now", "I meant", "no longer"."""


class Turn(Record):
    """Hold one message as it will be observed."""

    id: str  # idempotency key within the namespace
    namespace: Namespace
    text: str  # cleaned, never blank
    channel: Channel
    at: datetime  # aware; when it was said
    digest: str  # of what the caller supplied
    speaker: str | None = None  # a name, when the message carries one
    thread: str | None = None
    message: str | None = None  # the caller's message id
    type: str | None = None
    keywords: tuple[str, ...] = ()
    metadata: dict[str, Json] = Field(default_factory=dict)
    expires_at: datetime | None = None  # aware; its memories are served no longer
    redacted: tuple[str, ...] = ()  # kinds of secrets that were taken out
    explicit: bool = False  # told to be remembered, whatever its impact
    media: tuple[str, ...] = ()  # markers in the text that stand for images and the like


class Turns(Record):
    """Hold what one ingest observes, in order, on one namespace."""

    namespace: Namespace
    turns: tuple[Turn, ...]
    before: tuple[Turn, ...] = ()  # what was said just before, to read the others by
    skipped: tuple[str, ...] = ()  # reasons: blank, system, recalled text, memory tool
    waited: bool = False  # they wait in the ledger: what is there no more was erased


class Claim(Record):
    """State one sentence of a turn; `predicate` is None where no pattern found a fact in it."""

    turn: int  # index into Turns.turns
    start: int  # the quoted span in the turn's text, in characters
    end: int
    kind: Kind = "episode"
    subject: str | None = None  # "user" for the speaker, else a name
    relation: str | None = None  # what the subject is to the speaker: "sister", "other sister"
    predicate: str | None = None  # snake_case: lives_in
    value: str | None = None  # as said, trimmed
    cardinality: Cardinality | None = None  # what the extractor proposes; the vocabulary decides
    polarity: Polarity = "asserted"
    update: Update = "none"
    valid_from: datetime | None = None  # only when the text states it
    valid_to: datetime | None = None
    denies: str | None = None  # the value that never was so, in whose place this one stands
    loose: bool = False  # the slot is the one that holds what it takes the place of, if one does

    @model_validator(mode="before")
    @classmethod
    def _read_schema_1(cls, given: Any) -> Any:
        """Read a claim that was held in a file of schema 1: it said `single` instead."""
        if not isinstance(given, Mapping) or "single" not in given:
            return given
        read = {name: value for name, value in given.items() if name != "single"}
        return {"cardinality": "single" if given["single"] else "multi", **read}


class Rejection(Record):
    """Count what an extractor proposed and the source does not support."""

    turn: int
    reason: str  # a code


class Extraction(Record):
    """Hold every claim of the turns, in order, and what was refused."""

    claims: tuple[Claim, ...]
    rejected: tuple[Rejection, ...] = ()
    deferred: dict[int, str] = Field(default_factory=dict)  # turn -> why its claims must wait
    unreadable: tuple[int, ...] = ()  # of these: by no fault of the provider, others may be tried


class View(Record):
    """Hold what was known when the turns were resolved: the prior of every decision."""

    seq: int
    turns: dict[str, TurnState] = Field(default_factory=dict)
    entities: tuple[EntityRow, ...] = ()
    slots: tuple[SlotRow, ...] = ()
    repeats: dict[str, RepeatRow] = Field(default_factory=dict)
    heard: tuple[HeardRow, ...] = ()  # memories whose words may be like those of a claim
    frequencies: dict[str, int] = Field(default_factory=dict)  # term -> memories, as far as looked
    history: tuple[HistoryRow, ...] = ()  # how what each source said lately has fared
    mentions: dict[str, int] = Field(default_factory=dict)  # name -> slots that have it as value
    touched: Expected = Field(default_factory=dict)
    candidates: dict[str, int] = Field(default_factory=dict)  # "slot:value key" -> candidate
    tellers: dict[int, Teller] = Field(default_factory=dict)  # memories that tell of the slots
    about: dict[int, int] = Field(default_factory=dict)  # entity -> slots it has
    now: int | None = None  # microseconds; what expired before is put away
    put_away: dict[str, State] = Field(default_factory=dict)  # words -> state of who said them
    expiries: dict[int, int] = Field(default_factory=dict)  # memories that expire -> microseconds
    barred: dict[int, str] = Field(default_factory=dict)  # turn -> why all of it waits for a review


class Choice(Record):
    """Name one entity that a mention may mean."""

    entity: int
    name: str
    relation: str | None = None
    score: float = 1.0


class Subject(Record):
    """Say whom a claim is about: a known entity, a new one, or one of several."""

    key: str  # folded name
    name: str
    relation: str | None = None
    called: str | None = None  # which one of that relation: "younger brother"
    entity: int | None = None  # < 0: new in this batch; None: ambiguous, or not yet resolved
    learned: bool = False  # the relation, or the spelling, is news about a known entity
    choices: tuple[Choice, ...] = ()  # those it may be, while `entity` is None
    near: tuple[Choice, ...] = ()  # whom a new name resembles
    asked: bool = False  # `choices` are only near
    via: str | None = None  # another key it is found by
    why: str | None = None  # what told bearers of the name apart
    type: EntityType = "unknown"  # what it must be for the claim to make sense

    @property
    def torn(self) -> bool:
        """Tell whether it may be one of those in `choices`, and nobody knows which."""
        return self.entity is None and bool(self.choices)


class Resolution(Record):
    """Hold the subject of each claim (None where it has no predicate) and the view used."""

    subjects: tuple[Subject | None, ...]
    view: View


class Impact(Record):
    """Hold the nine components of one claim, each in [0, 1] except the two signed deltas."""

    novelty: float
    belief_delta: float
    entropy_delta: float
    contradiction: float
    supersession: float
    utility: float
    propagation: float
    source_reliability: float
    risk: float

    def vector(self) -> tuple[float, ...]:
        """Return the components in the order of COMPONENTS, rounded to six digits."""
        return tuple(round(float(getattr(self, name)), 6) for name in COMPONENTS)


class Assessment(Record):
    """Hold the impact of each claim, and which memory it repeats or contradicts, if any."""

    impacts: tuple[Impact, ...]
    alike: tuple[Alike | None, ...] = ()  # of claims without a slot


class Decision(Record):
    """Say what happens to one claim and which row of the policy said so."""

    route: Route
    rule: str
    entity: int | None = None  # a human's answer: which entity an ambiguous name means
    new_entity: bool = False  # a human's answer: none of them


class Decisions(Record):
    """Hold the decision on each claim."""

    decisions: tuple[Decision, ...]


Verdict = Literal["accept", "reject", "merge", "new", "edit"]
"""What can be answered to a held item."""


class Answer(Record):
    """Answer a held item: that it is so, or not; whom it means; or what is right instead."""

    decision: Verdict
    entity: int | None = None  # one of the choices: for "merge", and for "edit" where several are
    text: str | None = None  # for "edit": the right sentence, or the right value alone
    by: str = "human"  # who answered


class HeldItem(Record):
    """Show one item that waits for a decision."""

    id: str
    text: str  # the quoted sentence
    reason: str  # ambiguous_entity, near_name, conflict, clarification, high_impact, quarantined
    event: str  # id
    choices: tuple[Choice, ...] = ()
    claim: str | None = None  # readable: "Nina lives_in: Leuven"
    against: tuple[str, ...] = ()  # what is believed instead
    allowed: tuple[Verdict, ...] = ()  # answers that fit


class ReceiptItem(Record):
    """Tell one thing an ingest did, and why."""

    what: Literal[
        "created", "supported", "superseded", "held", "quarantined", "deferred", "skipped",
        "forgotten", "restored", "reinforced", "decayed", "redacted", "alarm", "pinned", "unpinned",
    ]  # fmt: skip
    text: str  # readable: "user lives_in: Lisbon", or the quoted sentence
    reason: str
    id: str | None = None  # of the memory, claim or held item
    effect: Effect | None = None
    event: str | None = None  # id
    basis: Basis | None = None
    choices: tuple[Choice, ...] = ()


class EventReceipt(Record):
    """Tell how far one turn has come."""

    id: str
    turn: str
    step: Step
    added: bool
    explicit: bool = False  # told to be remembered, whatever its impact
    decisions: tuple[Decision, ...] = ()  # the route and rule of each of its claims, in order


class Receipt(Record):
    """Tell what one ingest did."""

    namespace: Namespace
    seq: int  # the ledger sequence after it
    events: tuple[EventReceipt, ...] = ()
    items: tuple[ReceiptItem, ...] = ()
    rejected: int = 0

    def of(self, what: str) -> tuple[ReceiptItem, ...]:
        """Return the items of one sort, for example "superseded"."""
        return tuple(item for item in self.items if item.what == what)

    @property
    def created(self) -> tuple[ReceiptItem, ...]:
        """Return what is new."""
        return self.of("created")

    @property
    def held(self) -> tuple[ReceiptItem, ...]:
        """Return what waits for a decision."""
        return self.of("held")

    def __str__(self) -> str:
        """Return one readable line per item."""
        marks = {"created": "+", "supported": "=", "superseded": "~", "held": "?",
                 "forgotten": "-", "restored": "+", "reinforced": "=", "decayed": "-"}  # fmt: skip
        lines = [f"{marks.get(i.what, '!')} {i.what}: {i.text} ({i.reason})" for i in self.items]
        observed = [f"+ observed: turn {e.turn}" for e in self.events if e.added]
        return "\n".join(lines or observed) or "nothing new"

    def _repr_html_(self) -> str:
        return records_html.of_receipt(self)
