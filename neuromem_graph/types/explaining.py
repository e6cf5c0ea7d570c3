"""What explains an answer, and how a memory came about; each is shown as text, JSON or HTML.

`Weighing` is what a context and its trace hold; `core.explaining` makes the rest of traces.
"""

import json
from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from neuromem_graph.types import explaining_html, explaining_text
from neuromem_graph.types.base import Channel, Commitment, Kind, Lens, Namespace, Record, State
from neuromem_graph.types.expanding import Expanded
from neuromem_graph.types.placing import Step

Role = Literal["finds", "adds", "raises", "orders"]
"""What a channel does: find memories, add to the score of what others found, raise or lower that
score by a share, or order it anew."""


class Weighing(Record):
    """Hold how the scores of one channel were weighed in one query."""

    channel: str
    role: Role
    weight: float = 0.0
    found: int = 0  # memories
    high: float = 0.0  # the best score
    low: float = 0.0  # the score that counts as nothing
    by_rank: int = 0  # above 0: the ranks are weighed, 1 / (by_rank + rank), not the scores


class Part(Record):
    """Show what one channel contributed to the score of a memory."""

    channel: str
    role: Role
    score: float  # on the channel's own scale
    rank: int  # among what the channel found; 0: it ranks nothing
    points: float  # added to the score; below 0: taken from it
    share: float  # of the score; the shares of a memory add up to 1
    says: str  # what the channel means


class GateDecision(Record):
    """Show what one gate asks for, and why a memory passed it."""

    gate: str
    says: str


class Evidence(Record):
    """Name the event in which a memory was said."""

    event_id: str
    message_id: str | None
    channel: Channel
    speaker: str | None
    thread: str | None
    said_at: datetime
    support: int = 1  # distinct events that say so


class ItemReasons(Record):
    """Explain why one memory is served at its rank."""

    rank: int
    id: str
    text: str
    kind: Kind
    commitment: Commitment
    state: State
    score: float
    parts: tuple[Part, ...]
    gates: tuple[GateDecision, ...]
    evidence: Evidence
    path: tuple[Step, ...] = ()  # how it was reached from a hit; empty for what was found itself
    alike: float = 0.0  # [0, 1]: how much it resembles what stands before it
    tokens: int | None = None  # of its entry in the prompt
    ended: tuple[str, ...] = ()  # values in it that hold no longer


class BeliefReasons(Record):
    """Explain why one belief is, or is not, in a context."""

    claim_id: str
    statement: str  # readable; empty in older traces
    relevance: float  # how surely the question asks for it
    score: float  # beside its rivals
    status: str
    verdict: str
    says: str  # what the verdict means


class ChannelReasons(Record):
    """Tell what one channel found."""

    channel: str
    role: Role
    weight: float
    found: int
    best: float
    says: str


class PassedReasons(Record):
    """Explain why one memory that was ranked is not served."""

    memory: str  # its id
    begins: str  # its first words
    rank: int  # among what was offered, from 1
    score: float
    decision: str
    says: str  # what the decision means


class Explanation(Record):
    """Explain one answer from its trace alone: what was asked, found, chosen and left out."""

    trace_id: str | None
    namespace: Namespace
    question: str
    lens: Lens
    lens_says: str  # by which rule
    terms: tuple[str, ...]  # looked for
    names: tuple[str, ...]  # that may be entities
    slots: tuple[str, ...] = ()  # attributes that the words ask for
    everything: bool = False  # it names nothing: what is believed of the user, and what is new
    expanded: Expanded | None = None  # other names, other words and passages that were looked for
    seq: int  # the moment of the ledger that was read
    now: datetime
    valid_at: datetime | None  # the moment of the world; None: all of them
    channels: tuple[ChannelReasons, ...] = ()
    items: tuple[ItemReasons, ...] = ()
    beliefs: tuple[BeliefReasons, ...] = ()
    left_out: tuple[PassedReasons, ...] = ()
    k: int
    tokens: int
    budget_tokens: int
    abstained: str | None = None
    cache: str | None = None  # hit, miss or off; None: it was not noted
    cache_says: str | None = None

    def to_text(self) -> str:
        """Return it as lines of text."""
        return explaining_text.of_answer(self)

    def to_json(self) -> str:
        """Return it as JSON: the same bytes for the same trace; `model_validate_json` reads it."""
        return _json(self)

    def to_html(self) -> str:
        """Return it as one HTML page that needs no network and no script."""
        return explaining_html.of_answer(self)

    def __str__(self) -> str:
        """Return the text."""
        return self.to_text()

    def _repr_html_(self) -> str:
        return explaining_html.of_answer(self, page=False)


class ClaimReasons(Record):
    """Tell one statement that a memory makes, and what it did."""

    claim_id: str
    statement: str  # readable: "user lives_in: Ghent"
    effect: str  # assert, change, correct, support, ...
    held: bool  # it is believed at that moment
    valid_from: datetime
    valid_to: datetime | None


class RouteReasons(Record):
    """Tell how one claim of an event was measured, and where it was sent."""

    route: str
    rule: str  # the row of the policy that decided
    impact: dict[str, float] = Field(default_factory=dict)


class EdgeReasons(Record):
    """Tell one thing that evidence says about a memory."""

    type: str  # support, supersede, inhibit, ...
    relation: str
    other: str | None  # id of the memory at the other end
    at: datetime
    seq: int


class WrittenWhy(Record):
    """Tell what made a memory what it is: event, claims, route, impact, evidence."""

    id: str
    text: str
    kind: Kind
    commitment: Commitment
    state: State
    importance: float
    valid_from: datetime
    valid_to: datetime | None
    seq: int  # of the record that made it
    evidence: tuple[Evidence, ...]  # the event it was made of, then those that said it again
    claims: tuple[ClaimReasons, ...] = ()
    routes: tuple[RouteReasons, ...] = ()  # of all claims of its event, in order
    edges: tuple[EdgeReasons, ...] = ()  # oldest first

    def to_text(self) -> str:
        """Return it as lines of text."""
        return explaining_text.of_memory(self)

    def to_json(self) -> str:
        """Return it as JSON; `model_validate_json` reads it."""
        return _json(self)

    def to_html(self) -> str:
        """Return it as one HTML page that needs no network and no script."""
        return explaining_html.of_memory(self)

    def __str__(self) -> str:
        """Return the text."""
        return self.to_text()

    def _repr_html_(self) -> str:
        return explaining_html.of_memory(self, page=False)


def _json(record: Record) -> str:
    plain: dict[str, Any] = record.model_dump(mode="json")
    return json.dumps(plain, ensure_ascii=False, indent=2, sort_keys=True)
