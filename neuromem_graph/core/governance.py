"""Say what a policy means where it is committed: what it quotes, rests on, and would end.

Pure: all that was read stands in `Situation`. `core.validators` judges it, `core.policy_facts`
reads its facts, `core.policy_plan` makes drafts of it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.facts import grounds
from neuromem_graph.core.quoting import find_whole, stands
from neuromem_graph.errors import InvalidTime
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Namespace, from_micros, to_micros
from neuromem_graph.types.edges import EventRow, RepetitionRow, StatementRow, TargetRow
from neuromem_graph.types.ingest import Turn
from neuromem_graph.types.keeping import Life
from neuromem_graph.types.policies import (
    AddMemory,
    AnyDelta,
    EdgeDelta,
    FrameDelta,
    GroundedClaim,
    MemoryPolicy,
    NewMemory,
    RestoreMemory,
    SupersedeMemory,
    SuppressMemory,
)
from neuromem_graph.types.spans import Teller


class Place(NamedTuple):
    """Name a piece of the text of an event."""

    event: EventRow
    start: int
    end: int

    @property
    def text(self) -> str:
        """Return the words that stand there."""
        return (self.event.text or "")[self.start : self.end]

    def meets(self, other: "Place") -> bool:
        """Tell whether two pieces share a character."""
        same = self.event.event == other.event.event
        return same and self.start < other.end and other.start < self.end


class Ended(NamedTuple):
    """Name what a claim of the policy would end: a belief, or another claim of the policy."""

    claim: int  # place in the policy
    belief: int | None  # record of its claim
    own: int | None = None  # place in the policy


class Situation(NamedTuple):
    """Hold all that was read of the ledger for one policy."""

    namespace: Namespace
    now: int  # microseconds
    settings: Settings
    actor: str | None = None
    events: Mapping[str, EventRow] = {}
    behind: Mapping[int, EventRow] = {}  # by record: behind memories and claims
    targets: Mapping[str, TargetRow] = {}
    statements: tuple[StatementRow, ...] = ()  # believed because targets tell it
    repetitions: Mapping[str, RepetitionRow] = {}
    lives: Mapping[str, tuple[Life, ...]] = {}  # to put away or bring back: all wordings
    open_units: Mapping[int, int] = {}  # memory -> statements not closed
    tellers: Mapping[int, Teller] = {}
    ended: tuple[Ended, ...] = ()
    ambiguous: tuple[int, ...] = ()  # claims whose subject may be one of several
    unfound: tuple[int, ...] = ()  # deltas whose memory is not found by its words
    away: tuple[Life, ...] = ()  # memories of the evidence, or of its words, that were put away
    quarantined: frozenset[int] = frozenset()  # events that nobody accepted in a review
    about: Mapping[int, tuple[int, str]] = {}  # claim -> entity and attribute of its slot

    def event_of(self, evidence: str) -> EventRow | None:
        """Return the event that an id of an event, a memory or a claim leads to."""
        target = self.targets.get(evidence)
        return self.events.get(evidence) or (self.behind.get(target.event) if target else None)


def ids_of(policy: MemoryPolicy) -> tuple[str, ...]:
    """Return every id a policy names, each once; names of its own memories are none."""
    found = [*policy.evidence_chain, *(claim.event for claim in policy.grounded_claims)]
    for delta in policy.deltas:
        found += [*ends_of(delta), *sources_of(delta)]
    return tuple(dict.fromkeys(one for one in found if not one.startswith("#")))


def ends_of(delta: AnyDelta) -> tuple[str, ...]:
    """Return what a delta changes or connects."""
    if isinstance(delta, EdgeDelta):
        return (delta.source, delta.target)
    if isinstance(delta, SupersedeMemory):
        return (delta.memory,) if delta.by is None else (delta.memory, delta.by)
    return (delta.memory,) if isinstance(delta, SuppressMemory | RestoreMemory) else ()


def sources_of(delta: AnyDelta) -> tuple[str, ...]:
    """Return what a new memory says it is made of."""
    if isinstance(delta, AddMemory | FrameDelta):
        return (*delta.sources, *([delta.event] if delta.event else []))
    return ()


def grounds_of(policy: MemoryPolicy, situation: Situation) -> tuple[EventRow, ...]:
    """Return the events a policy rests on, those of its claims and sources included, each once."""
    ids = [*policy.evidence_chain, *(claim.event for claim in policy.grounded_claims)]
    for delta in policy.deltas:
        ids += sources_of(delta)
    rows = (situation.event_of(one) for one in ids)
    return tuple({row.event: row for row in rows if row is not None}.values())


def claims_of(policy: MemoryPolicy, delta: AnyDelta) -> tuple[int, ...]:
    """Return the places of the grounded claims a delta rests on, by its own word."""
    known = range(len(policy.grounded_claims))
    return tuple(known) if delta.claims is None else tuple(c for c in delta.claims if c in known)


def place_of(claim: GroundedClaim, situation: Situation) -> Place | None:
    """Return where a grounded claim's quote stands; None if it stands nowhere."""
    event = situation.event_of(claim.event)
    if event is None or event.text is None:
        return None
    start, end = claim.start, claim.end
    if start is None or end is None:
        start = -1 if claim.quote is None else find_whole(event.text, claim.quote, claim.start or 0)
        end = start + len(claim.quote or "")
    if not 0 <= start < end <= len(event.text):
        return None
    here = Place(event, start, end)
    return here if claim.quote in (None, here.text) else None


class Case(NamedTuple):
    """Hold a policy with all that it means; made by `case_of`."""

    policy: MemoryPolicy
    situation: Situation
    spots: tuple[Place | None, ...]  # of the quote of each claim
    homes: tuple[Place | None, ...]  # of the text of each delta; None: it stands nowhere
    covers: tuple[tuple[int, ...], ...]  # claims that really speak for each delta

    def supporters(self, number: int) -> tuple[Place, ...]:
        """Return the quotes that speak for a delta."""
        return tuple(spot for c in self.covers[number] if (spot := self.spots[c]) is not None)


def case_of(policy: MemoryPolicy, situation: Situation) -> Case:
    """Find the quotes, the place of each new memory, and the claims that speak for each delta.

    For a verbatim memory a claim speaks if its quote overlaps the text; for one made of sources, if
    it quotes one of them; for all other deltas the policy's word is taken.
    """
    spots = tuple(place_of(claim, situation) for claim in policy.grounded_claims)
    homes, covers = list[Place | None](), list[tuple[int, ...]]()
    for delta in policy.deltas:
        named = [(c, spot) for c in claims_of(policy, delta) if (spot := spots[c]) is not None]
        home, speaking = None, named
        if isinstance(delta, AddMemory | FrameDelta):
            home = _home(delta, policy, situation, [spot for _, spot in named])
            sources = {e.event for e in map(situation.event_of, delta.sources) if e is not None}
            speaking = [
                (c, spot) for c, spot in named
                if (home.meets(spot) if home is not None else spot.event.event in sources)
            ]  # fmt: skip
        homes.append(home)
        covers.append(tuple(c for c, _ in speaking))
    return Case(policy, situation, spots, tuple(homes), tuple(covers))


def _home(
    delta: NewMemory, policy: MemoryPolicy, situation: Situation, quotes: Sequence[Place]
) -> Place | None:
    """Return where the text of a new memory stands: where it is quoted, if it can be."""
    text, named = delta.text, [delta.event] if delta.event else policy.evidence_chain
    events = [e for e in map(situation.event_of, named) if e is not None and e.text and text]
    for event in events:
        for quote in quotes:
            low, high = max(0, quote.start - len(text) + 1), quote.end + len(text) - 1
            at = find_whole(event.text or "", text, low, high) if quote.event == event else -1
            if at >= 0:
                return Place(event, at, at + len(text))
    for event in events:
        at = find_whole(event.text or "", text)
        if at >= 0:
            return Place(event, at, at + len(text))
    return None


def turn_of(event: EventRow, namespace: Namespace) -> Turn:
    """Return a recorded event as the turn it was: its channel is the recorded one."""
    return Turn(
        id=event.key or event.id, namespace=namespace, text=event.text or "", digest="",
        channel=event.channel, at=from_micros(event.happened_at), speaker=event.speaker,
        thread=event.thread, metadata=event.metadata,
    )  # fmt: skip


def may_ground(event: EventRow, situation: Situation) -> bool:
    """Tell whether the recorded channel of an event may ground durable changes."""
    return grounds(turn_of(event, situation.namespace), situation.settings)


def value_stands(claim: GroundedClaim, place: Place) -> bool:
    """Tell whether the value of a claim stands in its quote, word by word."""
    return stands(claim.value or "", place.text)


def in_range(moment: object) -> bool:
    """Tell whether a time can be stored; None can."""
    try:
        return moment is None or to_micros(moment) is not None  # type: ignore[arg-type]
    except InvalidTime:
        return False


def superseded(case: Case) -> Mapping[int, SupersedeMemory]:
    """Return the beliefs that the policy says it supersedes, by their claims."""
    found = dict[int, SupersedeMemory]()
    for delta in case.policy.deltas:
        if not isinstance(delta, SupersedeMemory):
            continue
        target = case.situation.targets.get(delta.memory)
        if target is not None and target.claim is not None:
            found[target.claim] = delta
        elif target is not None:
            told = (s.claim for s in case.situation.statements if s.memory == target.memory)
            found |= dict.fromkeys(told, delta)
    return found


def begins(number: int, delta: SupersedeMemory, case: Case) -> int:
    """Return when a supersession takes effect in the world: stated, else when the new one begins.

    Returns:
        Microseconds.
    """
    stated = [delta.at]
    for other in case.policy.deltas:
        if isinstance(other, AddMemory | FrameDelta) and delta.by == f"#{other.name}":
            stated.append(other.valid_from)
    stated += [case.policy.grounded_claims[c].valid_from for c in case.covers[number]]
    moments = [to_micros(moment) for moment in stated if moment is not None and in_range(moment)]
    if moments:
        return moments[0]
    by = case.situation.targets.get(delta.by or "")
    if by is not None and by.valid_from is not None:
        return by.valid_from
    said = [spot.event.happened_at for spot in case.supporters(number)]
    return said[0] if said else case.situation.now


def texts_of(case: Case) -> Sequence[tuple[str, str, Place | None]]:
    """Return every text of a policy: what it is, the words, and where they stand."""
    found: list[tuple[str, str, Place | None]] = [("the reason", case.policy.reason, None)]
    for number, (claim, spot) in enumerate(
        zip(case.policy.grounded_claims, case.spots, strict=True)
    ):
        quote = claim.quote if spot is None else spot.text
        for text in (quote, claim.subject, claim.relation, claim.value):
            found.append((f"claim {number}", text or "", spot))
    for number, (delta, home) in enumerate(zip(case.policy.deltas, case.homes, strict=True)):
        if isinstance(delta, AddMemory | FrameDelta):
            found += [(f"delta {number}", text, home) for text in (delta.text, *delta.keywords)]
    return found
