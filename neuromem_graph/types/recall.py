"""What the recall stages hand to each other: queries, plans, hits, packed contexts."""

import re
from datetime import datetime
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, Field

from neuromem_graph.types.base import (
    Channel,
    Commitment,
    Kind,
    Lens,
    Namespace,
    Polarity,
    Record,
    State,
)
from neuromem_graph.types.diagnostics import CacheUse, Diagnostics, MissReason
from neuromem_graph.types.expanding import Expanded
from neuromem_graph.types.explaining import Weighing
from neuromem_graph.types.fixed import Fixed
from neuromem_graph.types.ledger import Gate
from neuromem_graph.types.placing import GraphPath, LeftOut, Placing

Status = Literal["active", "provisional", "conflicted", "historical", "rejected", "suppressed"]
"""How a candidate of a slot is held at a moment: see `core.scoring.STATUSES`."""

Verdict = Literal["chosen", "other_value", "not_asked", "over_limit", "cut", "untrusted"]
"""What became of a belief that was considered for a query: see `core.views.VERDICTS`."""


Why = Annotated[dict[str, tuple[float, int]], AfterValidator(Fixed)]
"""Channel -> (score, rank)."""


class Filters(Record):
    """Narrow a query before anything is ranked."""

    kinds: tuple[Kind, ...] | None = None
    channels: tuple[Channel, ...] | None = None
    thread: str | None = None
    states: tuple[State, ...] | None = None


class Query(Record):
    """Ask one question of one namespace."""

    text: str
    namespace: Namespace
    lens: Lens = "auto"
    k: int = Field(default=10, ge=1)  # items at most
    budget_tokens: int = Field(default=800, ge=0)  # of the rendered prompt
    as_of: int | datetime | None = None  # what we knew then
    also: tuple[int, ...] = ()  # events known beside it: what a forked run wrote itself
    valid_at: datetime | None = None  # what was true then
    filters: Filters = Field(default_factory=Filters)


class Asked(Record):
    """Hold what the words of a question ask for: which slots, of whom, of which time."""

    slots: dict[str, float] = Field(default_factory=dict)  # predicate -> 1 named, 0.5 hinted at
    kin_slots: dict[str, float] = Field(default_factory=dict)  # by the word for a relation: "boss"
    kin: tuple[str, ...] = ()  # relations to the user: "sister" of "my sister"
    user: bool = True  # the user's own slots are meant, not only those of "my sister"
    whole_user: bool = True  # a question about a whole entity may be one about the user
    words: tuple[str, ...] = ()  # stems of the question without those of `kin`
    kin_words: tuple[str, ...] = ()
    begin: int | None = None  # of the time asked for, in microseconds; None: open
    end: int | None = None  # exclusive
    before: tuple[str, ...] = ()  # stems of what came next: "before Lisbon"
    after: tuple[str, ...] = ()
    past: bool = False  # what is over is asked for, at no time that is named


class RecallPlan(Record):
    """Hold what a query asks for once its lens is chosen."""

    query: Query
    lens: Lens  # never "auto"
    terms: tuple[str, ...]  # search terms, stop words removed
    names: tuple[str, ...]  # folded names that may be entities
    overview: bool = False  # asks for all that is believed about the names
    everything: bool = False  # names nothing to look for: asks for whatever is known, the new first
    listing: bool = False  # asks for several things: "which cities have I been to?"
    asked: Asked = Field(default_factory=Asked)
    gate: Gate
    seq: int  # the moment that is read
    now: datetime  # "now" for scores: the time of `seq`, or the clock at head
    expanded: Expanded | None = None  # what it was widened by, if by anything


class ByMemory(NamedTuple):
    """Hold the hits of a channel as arrays of one length, ordered by memory."""

    memory: NDArray[np.int64]
    score: NDArray[np.float64]
    rank: NDArray[np.int64]


class ChannelHits(Record):
    """Hold one channel's ranking, best first: the rank of `memories[i]` is i + 1."""

    channel: str  # scored: lexical, window, thread, dense; agreeing: speaker, kind
    memories: tuple[int, ...]
    scores: tuple[float, ...]  # on the channel's own scale; higher is better

    @cached_property
    def by_memory(self) -> ByMemory:
        """Return the same ordered by memory, as arrays."""
        memory, score = np.asarray(self.memories, np.int64), np.asarray(self.scores, np.float64)
        order = memory.argsort(kind="stable")
        return ByMemory(memory[order], score[order], order + 1)


class BeliefView(Record):
    """Show one believed value of a slot."""

    claim_id: str
    slot: int
    entity: str
    relation: str | None = None  # what the entity is to the speaker
    attribute: str
    value: str
    polarity: Polarity
    commitment: Commitment
    channel: Channel
    valid_from: datetime
    valid_to: datetime | None
    support: int
    event: int
    memory: int | None
    disputed: bool = False  # the slot takes one value, and another is believed beside it
    relevance: float = 0.0  # how surely the question asks for it; see `core.views.choose`
    status: Status = "active"  # how it is held at the moment asked for
    score: float = 0.0  # beside its rivals; see `core.scoring`


class BeliefTrace(Record):
    """Explain why a belief is, or is not, in the context of a query."""

    claim_id: str
    slot: int
    relevance: float  # how surely the question asks for it
    score: float
    status: Status
    verdict: Verdict
    statement: str = ""  # readable: "user lives_in: not Ghent"


class Section(Record):
    """Show one part of a rendered prompt."""

    title: str
    lines: tuple[str, ...]  # one per entry; an entry of several lines keeps them


SECTIONS = ("Believed:", "Said:")
"""The titles of the parts of a rendered prompt, in their order."""

_DAY = re.compile(r"\[\d{4}-\d\d-\d\d\]")


class Gathered(Record):
    """Hold every channel's ranking and the relevant slots."""

    plan: RecallPlan
    channels: tuple[ChannelHits, ...]
    beliefs: tuple[BeliefView, ...] = ()
    considered: tuple[BeliefTrace, ...] = ()  # the beliefs that were not chosen for the question
    tellers: tuple[int, ...] = ()  # memories that tell the asked slots, what is asked for first
    outdated: tuple[int, ...] = ()  # of these, those that tell nothing of them that holds
    stored: int = 0  # memories of the namespace at that moment
    paths: tuple[GraphPath, ...] = ()  # how activation reached memories that are no hits
    covered: float = 1.0  # share of the question's rare words that the best memory holds


class Ranked(Record):
    """Hold the fused ranking."""

    memory: int
    score: float
    channels: dict[str, tuple[float, int]]  # channel -> (score, rank)


class Ranking(Record):
    """Hold the order in which memories are offered to the packer."""

    plan: RecallPlan
    ranked: tuple[Ranked, ...]
    weighed: tuple[Weighing, ...] = ()  # how the scores of each channel were weighed
    beliefs: tuple[BeliefView, ...] = ()
    considered: tuple[BeliefTrace, ...] = ()
    stored: int = 0
    paths: tuple[GraphPath, ...] = ()
    covered: float = 1.0


class MemoryItem(Record):
    """Serve one memory, explained: where it comes from and why it was retrieved."""

    id: str
    text: str
    kind: Kind
    commitment: Commitment
    state: State
    channel: Channel
    speaker: str | None
    thread: str | None
    happened_at: datetime
    valid_from: datetime
    valid_to: datetime | None
    event_id: str
    message_id: str | None
    support: int
    score: float
    rank: int
    why: Why  # channel -> (score, rank); shared by equal answers, so it can't be changed
    ended: tuple[str, ...] = ()  # values in it that hold no longer at the moment asked about
    placing: Placing | None = None  # why it stands where it stands


class MemoryContext(Record):
    """Hold what a query found, packed into a bounded prompt."""

    query: str
    namespace: Namespace
    lens: Lens
    seq: int
    text: str  # the rendered prompt, within the budget
    tokens: int  # of `text`, as counted
    items: tuple[MemoryItem, ...]
    worldview: tuple[BeliefView, ...]
    worldview_trace: tuple[BeliefTrace, ...] = ()  # chosen or why not; see `Believing.traced`
    weighed: tuple[Weighing, ...] = ()  # how the scores of each channel were weighed
    left_out: tuple[LeftOut, ...] = ()  # ranked, not served, and why; see `Packing.explained`
    abstained: str | None = None  # nothing stored, nothing relevant, or all cut by the budget
    trace_id: str | None = None
    diagnostics: Diagnostics | None = None  # at which versions, and whether from the cache

    @property
    def prompt_sections(self) -> tuple[Section, ...]:
        """Return the parts of the rendered prompt; there is none that is empty."""
        parts: list[tuple[str, list[str]]] = []
        day = ""  # a date above several entries stands for each of them
        for line in self.text.split("\n")[:-1]:  # the last one is the fence
            if line in SECTIONS:
                parts.append((line, []))
            elif parts and line.startswith(" "):
                parts[-1][1][-1] += f"\n{line}"
            elif _DAY.fullmatch(line):
                day = f"{line} "
            elif parts:
                day = "" if _DAY.match(line) else day
                parts[-1][1].append(day + line)
        return tuple(Section(title=title, lines=tuple(lines)) for title, lines in parts)

    def to_prompt(self) -> str:
        """Return the rendered context; never more tokens than the budget."""
        return self.text

    def __str__(self) -> str:
        """Return the prompt."""
        return self.text


class Trace(Record):
    """Hold all that explains one query: what it asked for and what it was given."""

    plan: RecallPlan
    context: MemoryContext
    cache: CacheUse | None = None  # None: it was not noted
    miss_reason: MissReason | None = None  # why no kept answer was served
