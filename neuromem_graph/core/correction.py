"""Put the right words in the place of a memory: the plan of what a correction records.

The new words are an event of their own. What they say about a slot that the old memory told of
takes over its time; what the old memory told and they do not say again is taken off the record.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from neuromem_graph.core.beliefs import after, along
from neuromem_graph.core.closing import closings
from neuromem_graph.core.events import Planned, TurnPlanner
from neuromem_graph.core.facts import HUMAN, Decided, Note
from neuromem_graph.core.points import last_end
from neuromem_graph.core.runs import covers, firm
from neuromem_graph.core.text import normal_form
from neuromem_graph.core.worldview import Statement, chains, decide
from neuromem_graph.errors import InvalidInput
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import from_micros, to_micros
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.drafts import (
    ClaimDraft,
    ClaimPayload,
    EvidenceDraft,
    LifecycleDraft,
    MemoryDraft,
    Ref,
)
from neuromem_graph.types.ingest import Claim, Decisions, Extraction, Resolution
from neuromem_graph.types.keeping import Life, ToldPlace
from neuromem_graph.types.ledger import BeliefRow, SlotRow
from neuromem_graph.types.spans import Saying, Teller

_Spot = tuple[int, str]  # whose slot, and which


class Told(NamedTuple):
    """Hold one belief that a memory told, and the slot that it stands in."""

    entity: int
    attribute: str
    belief: BeliefRow
    slot: SlotRow


class Amended(NamedTuple):
    """Hold the claims of the new words, and which older ones each takes the place of."""

    found: Extraction
    means: Mapping[int, tuple[int, ...]]


def amended(
    found: Extraction, resolved: Resolution, told: Sequence[Told], old_from: int,
    places: Sequence[ToldPlace] = (),
) -> Amended:  # fmt: skip
    """Say of each claim of the new words what it is about: an error, or the same again.

    Args:
        found: the claims as they were read.
        resolved: whom they are about.
        told: what the old memory told.
        old_from: microseconds; from when on what it did not tell of holds.
        places: the slots it ever told of: corrected already, it is put right from when on what
            it told held, and not from when it was said.
    """
    begun = {(one.entity, one.attribute): one.since for one in places}
    slots = {(slot.entity, str(slot.attribute)): slot for slot in resolved.view.slots}
    spots = [
        None if subject is None or claim.predicate is None or _for_itself(claim)
        else (subject.entity or 0, claim.predicate)
        for claim, subject in zip(found.claims, resolved.subjects, strict=True)
    ]  # fmt: skip
    means = _means(found.claims, spots, told)
    claims = []
    for position, (claim, spot) in enumerate(zip(found.claims, spots, strict=True)):
        if spot is None:
            claims.append(claim)
        elif position in means:
            claims.append(claim.model_copy(update={"update": "correction"}))
        else:
            mine = [b for b in _told_in(spot, told) if _says(b, claim)]
            begin = begun.get(spot)
            since = old_from if begin is None else begin
            claims.append(_amended(claim, mine, slots.get(spot), since))
    return Amended(found.model_copy(update={"claims": tuple(claims)}), means)


def _told_in(spot: _Spot, told: Sequence[Told]) -> list[BeliefRow]:
    return [one.belief for one in told if (one.entity, one.attribute) == spot]


def _means(
    claims: Sequence[Claim], spots: Sequence[_Spot | None], told: Sequence[Told]
) -> dict[int, tuple[int, ...]]:
    """Return which beliefs each claim puts right: each its own; what is said again stays."""
    found: dict[int, tuple[int, ...]] = {}
    taken: set[int] = set()
    for spot in filter(None, dict.fromkeys(spots)):
        mine = _told_in(spot, told)
        here = [position for position, one in enumerate(spots) if one == spot]
        again = {b.claim for b in mine for p in here if _again(b, claims[p])}
        for position in here:
            claim = claims[position]
            left = [b for b in mine if b.claim not in again | taken]
            if any(_again(b, claim) for b in mine):
                continue
            runs = chains(left)
            run = max(runs, key=lambda run: _nearness(run, claim), default=())
            if run:
                found[position] = tuple(b.claim for b in run)
                taken |= {b.claim for b in run}
    return found


def _again(belief: BeliefRow, claim: Claim) -> bool:
    """Tell whether a claim says a belief again, at the same time if it names one."""
    named = (claim.valid_from, claim.valid_to)
    start = None if belief.basis == "observed" else belief.valid_from
    times = (start, belief.stated_to)
    when = tuple(None if one is None else to_micros(one) for one in named)
    return _says(belief, claim) and (named == (None, None) or when == times)


def _nearness(run: Sequence[BeliefRow], claim: Claim) -> tuple[bool, bool]:
    """Rate what a claim may put right: its own value first, then what held when it says."""
    start = None if claim.valid_from is None else to_micros(claim.valid_from)
    return _says(run[0], claim), start is not None and any(covers(b, start) for b in run)


def _for_itself(claim: Claim) -> bool:
    """Tell whether a claim ends or denies something by its own words."""
    denies = claim.polarity == "negated" and claim.update == "correction"
    return denies or claim.update == "end"


def _amended(
    claim: Claim, same: Sequence[BeliefRow], slot: SlotRow | None, since: int
) -> Claim:  # fmt: skip
    """Date what is said again, or of something else: it holds as long as the old memory did."""
    run = next(iter(chains(same)), ())
    start = run[0].valid_from if run else since
    when: dict[str, object] = {"update": "none"}
    if claim.valid_from is None and claim.valid_to is None:
        when["valid_from"] = from_micros(start)
    elif claim.valid_from is not None:
        start = to_micros(claim.valid_from)
    end = last_end(run) if run else _later(slot, start)
    if end is not None and end > start:
        until = from_micros(end)
        when["valid_to"] = until if claim.valid_to is None else min(until, claim.valid_to)
    return claim.model_copy(update=when)


def _later(slot: SlotRow | None, start: int) -> int | None:
    """Return when what is told of a slot next begins: a correction displaces nothing newer."""
    if slot is None or slot.cardinality != "single":
        return None
    return min((b.valid_from for b in firm(slot.beliefs) if b.valid_from > start), default=None)


def _says(belief: BeliefRow, claim: Claim) -> bool:
    return (belief.value_key, belief.polarity) == (normal_form(claim.value or ""), claim.polarity)


def by_human(decisions: Decisions, resolved: Resolution) -> Decisions:
    """Take decisions for a human's: what is clear is believed and not asked about again.

    Raises:
        InvalidInput: the words talk to the model.
    """
    if any(one.route == "quarantine" for one in decisions.decisions):
        raise InvalidInput("the text talks to the model instead of telling something: say it anew")
    made = []
    for one, subject in zip(decisions.decisions, resolved.subjects, strict=True):
        clear = subject is not None and not subject.torn
        asked = one.route == "ask_clarification" and clear
        route = "propose_worldview_candidate" if asked else one.route
        made.append(one.model_copy(update={"route": route, "rule": HUMAN}))
    return Decisions(decisions=tuple(made))


def plan(
    decided: Decided, wrong: Sequence[Life], told: Sequence[Told], settings: Settings,
    tellers: Mapping[int, Teller] = MappingProxyType({}),
) -> Planned:  # fmt: skip
    """Plan what a correction commits.

    Args:
        decided: the new words as one turn, its claims amended, decided by a human.
        wrong: the memory that is wrong, then those of earlier corrections of it.
        told: what they told.
        settings: as for `events.plan`.
        tellers: the memories that tell of the same slots, as they are known.
    """
    planner = _Planner(decided, settings)
    planner.tellers = {**tellers, **planner.tellers}
    group = planner.turn(0, decided.turns.turns[0])
    assert group is not None
    memory = _memory(planner)
    planner.retire(told, memory)
    lives = {d.memory: d for d in planner.drafts if isinstance(d, LifecycleDraft)}
    over = {m for m, d in lives.items() if d.state == "superseded" and _is_never(d)}
    for old in wrong:
        if old.memory != memory:
            _replace(planner, old, memory, over=old.memory in over)
    whole = group.model_copy(update={"drafts": tuple(planner.drafts)})
    batch = Batch(namespace=decided.turns.namespace, groups=(whole,))
    return Planned(batch, planner.expected, tuple(planner.notes), planner.planned)


class _Planner(TurnPlanner):
    """Plan the new words, then what becomes of the rest that the old memory told."""

    def retire(self, told: Sequence[Told], memory: Ref | None) -> None:
        """Take off the record what the old memory told and the new words do not say again."""
        claims = [one for one in self.drafts if isinstance(one, ClaimDraft)]
        wrong = {close.claim for one in claims for close in one.closes if close.wrong}
        again = {(one.candidate, one.polarity) for one in claims if not one.means}
        for one in told:
            key = (one.belief.candidate, one.belief.polarity)
            if one.belief.claim not in wrong and key not in again:
                self._strike(one, memory)

    def _strike(self, told: Told, memory: Ref | None) -> None:
        belief, turn = told.belief, self.decided.turns.turns[0]
        slot = self._overlay.slot(told.entity, told.attribute, told.slot)
        start, at, means = belief.valid_from, to_micros(turn.at), (belief.claim,)
        key = "" if belief.value_key is None else belief.value_key
        said = Statement(key, "retracted", "correction", start, None, at, "stated", True,
                         slot.cardinality, means=means)  # fmt: skip
        outcome = decide(slot.beliefs, said, slot.struck)
        ref = self.add(
            ClaimDraft(
                origin=(-1,), on=(), event=-1, memory=memory, entity=told.entity, slot=belief.slot,
                candidate=belief.candidate, claim_kind="fact", polarity="retracted",
                effect="correct", corrects=True, means=means, commitment="validated",
                basis="stated", valid_from=start, valid_to=start, closes=outcome.closes,
                settings=self.version,
                payload=ClaimPayload(subject="", predicate="", value="", start=0,
                                     end=len(turn.text)),
            )
        )  # fmt: skip
        row = belief.model_copy(update={
            "claim": ref, "polarity": "retracted", "basis": "stated", "valid_to": start,
            "event": -1, "memory": memory, "said_at": at, "stated_to": None, "corrects": True,
            "means": means,
        })  # fmt: skip
        settled = along(after(slot, outcome), row)
        self._overlay.learn(told.entity, told.attribute, settled)
        self.add(EvidenceDraft(origin=(-1,), type="supersede", source=ref, target=belief.claim,
                               family="logic", relation="supersedes"))  # fmt: skip
        moved = [one for one in closings(slot, settled) if one.row.claim != belief.claim]
        self.follow(moved, Saying(ref, belief.candidate, at, start), None, -1, "correct")


def _replace(planner: TurnPlanner, old: Life, memory: Ref | None, *, over: bool) -> None:
    """Draft that a memory was never so, and what stands in its place."""
    if not over:
        planner.add(
            LifecycleDraft(origin=(-1,), memory=old.memory, state="superseded", reason="corrected",
                           valid_to=old.valid_from, settings=planner.version)
        )  # fmt: skip
    if memory is not None:
        planner.add(
            EvidenceDraft(origin=(-1,), type="supersede", source=memory, target=old.memory,
                          family="logic", relation="supersedes", settings=planner.version)
        )  # fmt: skip
    planner.notes.append(Note("superseded", old.text or "", "corrected", 0))


def _is_never(life: LifecycleDraft) -> bool:
    """Tell whether a memory ends where it begins."""
    return life.span is None or life.span.valid_to == life.span.valid_from


def _memory(planner: TurnPlanner) -> Ref | None:
    """Return the memory of the new words: a new one, or the one that says them already."""
    for place, one in enumerate(planner.drafts, start=1):
        if isinstance(one, MemoryDraft):
            return -place
        if isinstance(one, EvidenceDraft) and one.type == "support" and one.on:
            return one.target
    return None
