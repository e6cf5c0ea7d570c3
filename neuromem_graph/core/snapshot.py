"""Put together what is believed at a moment: slots, their candidates, and how each is held.

What is shown depends on the lens: the candidates that hold at the moment (associative, logical,
procedural), all intervals there ever were (historical), or also what was rejected, suppressed or
only supposed, with what happened to each (audit). Pure: the claims come as the ledger holds them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core import packing
from neuromem_graph.core.asking import asked_of, share
from neuromem_graph.core.lenses import LENSES
from neuromem_graph.core.lifecycle import shown
from neuromem_graph.core.runs import covers, runs
from neuromem_graph.core.scoring import Standing, components, judge, total
from neuromem_graph.core.views import choose, moment_of
from neuromem_graph.core.worldview import chains
from neuromem_graph.ports import TokenCounter
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Kind, Lens, from_micros
from neuromem_graph.types.ledger import BeliefRow, Head, NamedBelief
from neuromem_graph.types.recall import BeliefView, RecallPlan, Status
from neuromem_graph.types.worldview import (
    CandidateEvent,
    CandidateView,
    SlotView,
    Supposition,
    ToldClaim,
    ToldSlot,
    Worldview,
)

EVENTS: Mapping[str, str] = {
    "proposed": "it was said, and nothing stood against it",
    "supported": "it was said again",
    "changed": "it was said, and took the place of another value from then on",
    "corrected": "it was said to be the right value, in place of a wrong one",
    "disputing": "a source that can't ground said it, against what is believed",
    "retracted": "it was said to be no longer so",
    "supposed": "it was only supposed",
    "noted": "it was said and had no effect",
    "superseded": "another value took its place",
    "rejected": "it was said to be wrong, and left the record",
    "cut_off": "two entities became one, and another value of the other took its place",
    "carried_on": "the entities were parted again, and it holds as it had",
    "contradicted": "a source that can't ground said otherwise",
    "suppressed": "the memory that tells it was suppressed",
    "expired": "the memory that tells it has expired",
    "archived": "the memory that tells it was archived",
    "restored": "the memory that tells it was restored",
}
"""What can happen to a candidate."""

ONLY: Mapping[Lens, frozenset[Kind]] = {
    "logical": frozenset({"fact", "claim", "entity", "schema", "preference", "constraint"}),
    "procedural": frozenset({"procedure", "constraint", "failure_pattern", "schema"}),
}
"""The kinds a worldview is narrowed to when its lens is named, not chosen from the wording."""

_RANK: Mapping[Status, int] = {
    "conflicted": 0, "active": 0, "provisional": 1, "historical": 2, "rejected": 3, "suppressed": 4,
}  # fmt: skip
_WORST: tuple[Status, ...] = (
    "conflicted", "active", "provisional", "historical", "rejected", "suppressed",
)  # fmt: skip
"""The status of a slot is the first of these that one of its candidates has."""


EVERYTHING = "everything that is believed"
"""The text of a plan that asks for no question."""


class Told(NamedTuple):
    """Hold what the ledger tells about the slots that are looked at."""

    slots: Sequence[ToldSlot]  # in the order they are shown, unless a question orders them
    named: bool  # they are those of whoever the question names; else they share words with it
    evidence: Mapping[int, Sequence[tuple[int, str]]]  # claim -> events behind it
    happened: Sequence[CandidateEvent] = ()
    beyond: int = 0  # further slots that were not read


class _Slot(NamedTuple):
    """Hold one attribute of one entity, of those merged with it, too."""

    first: ToldSlot
    numbers: frozenset[int]
    ids: frozenset[str | None]
    claims: tuple[ToldClaim, ...]
    kind: Kind


def resolve(
    told: Told, plan: RecallPlan, head: Head, settings: Settings, count_tokens: TokenCounter
) -> Worldview:
    """Put together the worldview of a moment.

    Args:
        told: the slots with all claims about them.
        plan: the lens, the moment and what is asked; without a question, see `EVERYTHING`.
        head: the moment of the ledger.
        settings: weights and limits.
        count_tokens: counts the prompt as the caller's model does.
    """
    slots = _slots(told, plan)
    beliefs = _beliefs(slots, told, plan, settings)
    shown_ = _asked(slots, beliefs, told, plan, settings)
    limits, asks = settings.believing, plan.query.text != EVERYTHING
    kept = shown_[: limits.asked if asks else limits.slots]
    numbers = frozenset(n for slot, _ in kept for n in slot.numbers)
    beliefs = tuple(one for one in beliefs if one.slot in numbers)
    ids, audit = {i for slot, _ in kept for i in slot.ids}, plan.lens == "audit"
    at = plan.gate.valid_at
    return Worldview(
        namespace=plan.query.namespace, seq=plan.seq, as_of=head.recorded_at, lens=plan.lens,
        valid_at=None if at is None else from_micros(at),
        slots=tuple(view for _, view in kept if view.candidates), beliefs=beliefs,
        suppositions=tuple(one for slot, _ in kept for one in _supposed(slot)) if audit else (),
        history=tuple(e for e in told.happened if e.slot_id in ids) if audit else (),
        truncated=told.beyond + len(shown_) - len(kept),
        prompt=packing.believed(beliefs, limits.prompt_tokens, count_tokens),
    )  # fmt: skip


def _slots(told: Told, plan: RecallPlan) -> list[_Slot]:
    """Put slots of one attribute of merged entities together; keep the kinds the lens means."""
    places: dict[tuple[int, str], list[ToldSlot]] = {}
    for slot in told.slots:
        if slot.entity_name and slot.attribute:  # else it was erased
            places.setdefault((slot.entity, slot.attribute), []).append(slot)
    found = [_joined(same) for same in places.values()]
    kinds = ONLY.get(plan.query.lens)
    return [slot for slot in found if kinds is None or slot.kind in kinds]


def _joined(same: Sequence[ToldSlot]) -> _Slot:
    claims = sorted((c for slot in same for c in slot.claims), key=lambda c: c.belief.claim)
    firm = [c for c in claims if c.held and c.belief.commitment != "candidate"]
    best = (firm or claims)[-1:]
    first = min(same, key=lambda slot: slot.slot)
    return _Slot(
        first, frozenset(slot.slot for slot in same), frozenset(slot.id for slot in same),
        tuple(claims), best[0].kind if best else "fact",
    )  # fmt: skip


def _beliefs(
    slots: Sequence[_Slot], told: Told, plan: RecallPlan, settings: Settings
) -> tuple[BeliefView, ...]:
    """Choose what a question asks for; one that names nobody must share more than an attribute."""
    named = (one for slot in slots for one in _named(slot))
    return tuple(
        one for one in choose(named, plan, settings).chosen
        if not (_only_firm(plan) and one.commitment == "candidate")
        and (told.named or one.relevance == 1 or share(one.value, plan.terms) > 0)
    )  # fmt: skip


def _only_firm(plan: RecallPlan) -> bool:
    return plan.query.lens == "logical"


def _named(slot: _Slot) -> Iterable[NamedBelief]:
    first = slot.first
    return (
        NamedBelief(
            entity=first.entity, entity_name=first.entity_name, relation=first.relation,
            attribute=first.attribute, cardinality=first.cardinality, belief=claim.belief,
        )
        for claim in slot.claims if claim.held
    )  # fmt: skip


def _asked(
    slots: Sequence[_Slot], beliefs: Sequence[BeliefView], told: Told, plan: RecallPlan,
    settings: Settings,
) -> list[tuple[_Slot, SlotView]]:  # fmt: skip
    """Return the slots that are asked for: those of the beliefs first, as those are ordered."""
    place = {one.slot: at for at, one in reversed(tuple(enumerate(beliefs)))}
    timed = LENSES[plan.lens].timed
    found: list[tuple[tuple[float, float, int], _Slot, SlotView]] = []
    for at, slot in enumerate(slots):
        view = _view(slot, told, plan, settings)
        first = min((place[n] for n in slot.numbers if n in place), default=len(beliefs))
        relevance = _relevance(slot, view, plan)
        is_asked = plan.overview or (relevance > 0 and not timed) or first < len(beliefs)
        if is_asked and (view.candidates or (not timed and _supposed(slot))):
            order = (first, -relevance) if plan.query.text != EVERYTHING else (0.0, 0.0)
            found.append(((*order, at), slot, view))
    return [(slot, view) for _, slot, view in sorted(found, key=lambda one: one[0])]


def _relevance(slot: _Slot, view: SlotView, plan: RecallPlan) -> float:
    asked = asked_of(view.entity, plan.terms)
    values = [one.value for one in view.candidates] + [one.value for one in _supposed(slot)]
    return max((share(f"{view.attribute} {value}", asked) for value in values), default=0.0)


def _view(slot: _Slot, told: Told, plan: RecallPlan, settings: Settings) -> SlotView:
    found = sorted(_candidates(slot, told, plan, settings), key=lambda one: one[0])
    candidates = tuple(view for _, view in found)
    first, statuses = slot.first, {view.status for view in candidates}
    return SlotView(
        id=first.id, entity=first.entity_name or "", relation=first.relation,
        attribute=first.attribute or "", kind=slot.kind, cardinality=first.cardinality,
        status=next((one for one in _WORST if one in statuses), "historical"),
        candidates=candidates,
    )  # fmt: skip


def _candidates(
    slot: _Slot, told: Told, plan: RecallPlan, settings: Settings
) -> Iterable[tuple[tuple[float, ...], CandidateView]]:
    """Yield what the lens shows, each with its place in the slot."""
    moment, gate, timed = moment_of(plan), plan.gate, LENSES[plan.lens].timed
    held = [claim.belief for claim in slot.claims if claim.held and claim.belief.value != ""]
    visible = shown(held, gate.states, gate.now)
    behind = {chain[-1].claim: chain for chain in chains(visible)}
    rows = runs(visible)
    standings = judge(rows, slot.first.cardinality, moment, settings)
    for row in rows:
        if timed and not covers(row, moment.at):
            continue
        if not _only_firm(plan) or row.commitment != "candidate":
            chain = behind.get(row.claim, (row,))
            yield _shown(row, chain, standings[row.claim], slot, told)
    if plan.lens != "audit":
        return
    seen = {belief.claim for belief in visible}
    for claim in slot.claims:
        row = claim.belief
        if row.claim in seen or not claim.opened or not row.value or row.polarity == "retracted":
            continue
        parts = components(row, (), moment.now, settings)
        status: Status = "suppressed" if claim.held else "rejected"
        yield _shown(row, (row,), Standing(status, total(parts, settings), parts), slot, told)


def _shown(
    row: BeliefRow, chain: Sequence[BeliefRow], standing: Standing, slot: _Slot, told: Told
) -> tuple[tuple[float, ...], CandidateView]:
    events = dict(one for belief in chain for one in told.evidence.get(belief.claim, ()))
    ids = {claim.belief.claim: claim.candidate_id for claim in slot.claims}
    view = CandidateView(
        id=ids[row.claim], value=row.value or "", polarity=row.polarity, status=standing.status,
        score=standing.score, components={str(n): part for n, part in standing.components.items()},
        valid_from=from_micros(row.valid_from), commitment=row.commitment, channel=row.channel,
        support=row.support, valid_to=None if row.valid_to is None else from_micros(row.valid_to),
        events=tuple(events[event] for event in sorted(events)),
        claims=tuple(belief.claim_id for belief in chain),
    )  # fmt: skip
    weak = row.commitment == "candidate"
    return (_RANK[view.status], weak, -view.score, -row.valid_from, -row.claim), view


def _supposed(slot: _Slot) -> list[Supposition]:
    return [
        Supposition(
            entity=slot.first.entity_name or "", attribute=slot.first.attribute or "",
            value=claim.belief.value, claim_id=claim.belief.claim_id, event_id=claim.event_id,
            said_at=from_micros(claim.belief.said_at),
        )
        for claim in slot.claims
        if claim.belief.polarity == "hypothetical" and claim.belief.value
    ]  # fmt: skip
