"""Put the right words in the place of a memory: the plan of what a correction records.

The new words are an event of their own. What they say about a slot that the old memory told of
takes over its time; what the old memory told and they do not say again is taken off the record.
"""

from collections.abc import Sequence
from typing import NamedTuple

from neuromem_graph.core.events import Planned, TurnPlanner
from neuromem_graph.core.facts import HUMAN, Decided, Note
from neuromem_graph.core.text import normal_form
from neuromem_graph.core.worldview import firm
from neuromem_graph.errors import InvalidInput
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import from_micros, to_micros
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.drafts import (
    ClaimDraft,
    ClaimPayload,
    Close,
    EvidenceDraft,
    LifecycleDraft,
    MemoryDraft,
    Ref,
)
from neuromem_graph.types.ingest import Claim, Decisions, Extraction, Resolution
from neuromem_graph.types.keeping import Life, ToldPlace
from neuromem_graph.types.ledger import BeliefRow, SlotRow

_FOREVER = 1 << 62


class Told(NamedTuple):
    """Hold one belief that a memory told."""

    entity: int
    attribute: str
    belief: BeliefRow


def amended(
    found: Extraction, resolved: Resolution, told: Sequence[Told], since: int,
    places: Sequence[ToldPlace] = (),
) -> Extraction:  # fmt: skip
    """Say of each claim of the new words what it is about: an error, or the same again.

    Args:
        found: the claims as they were read.
        resolved: whom they are about.
        told: what the old memory told.
        since: microseconds; from when on what it did not tell of holds.
        places: the slots it ever told of: corrected already, it is put right from when on what
            it told held, and not from when it was said.
    """
    begun = {(one.entity, one.attribute): one.since for one in places}
    slots = {(slot.entity, str(slot.attribute)): slot for slot in resolved.view.slots}
    claims = []
    for claim, subject in zip(found.claims, resolved.subjects, strict=True):
        if subject is None or claim.predicate is None or claim.update == "end":
            claims.append(claim)
            continue
        place = (subject.entity or 0, claim.predicate)
        mine = [one.belief for one in told if (one.entity, one.attribute) == place]
        before = begun.get(place)
        begin = since if before is None else before
        claims.append(_amended(claim, mine, slots.get(place), begin))
    return found.model_copy(update={"claims": tuple(claims)})


def _amended(
    claim: Claim, mine: Sequence[BeliefRow], slot: SlotRow | None, since: int
) -> Claim:  # fmt: skip
    """Date a claim: it holds as long as what the old memory told, unless it names its own time."""
    same = [b for b in mine if _says(b, claim)]
    begin, end = _span(same or mine)
    start = since if begin is None else begin
    when: dict[str, object] = {"update": "correction" if mine and not same else "none"}
    if claim.valid_from is None and claim.valid_to is None:
        when["valid_from"] = from_micros(start)
    elif claim.valid_from is not None:
        start = to_micros(claim.valid_from)
    end = _later(slot, start) if begin is None else end
    if end is not None and end > start:
        until = from_micros(end)
        when["valid_to"] = until if claim.valid_to is None else min(until, claim.valid_to)
    return claim.model_copy(update=when)


def _span(told: Sequence[BeliefRow]) -> tuple[int | None, int | None]:
    """Return from when to when the first of some beliefs holds; said again, it goes on."""
    if not told:
        return None, None
    first = told[0]
    runs = sorted(
        (b.valid_from, _FOREVER if b.valid_to is None else b.valid_to) for b in told
        if (b.candidate, b.polarity) == (first.candidate, first.polarity)
    )  # fmt: skip
    begin, end = runs[0]
    for start, until in runs[1:]:
        end = max(end, until) if start <= end else end
    return begin, None if end == _FOREVER else end


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
    decided: Decided, wrong: Sequence[Life], told: Sequence[Told], settings: Settings
) -> Planned:  # fmt: skip
    """Plan what a correction commits.

    Args:
        decided: the new words as one turn, its claims amended, decided by a human.
        wrong: the memory that is wrong, then those of earlier corrections of it.
        told: what they told.
        settings: as for `events.plan`.
    """
    planner = TurnPlanner(decided, settings)
    group = planner.turn(0, decided.turns.turns[0])
    assert group is not None
    drafts = tuple(planner.drafts)
    memory = _memory(planner)
    _retire(planner, told, memory)
    lives = (d for d in drafts if isinstance(d, LifecycleDraft) and d.state == "superseded")
    over = {d.memory for d in lives}
    for old in wrong:
        if old.memory != memory:
            _replace(planner, old, memory, over=old.memory in over)
    whole = group.model_copy(update={"drafts": tuple(planner.drafts)})
    batch = Batch(namespace=decided.turns.namespace, groups=(whole,))
    return Planned(batch, planner.expected, tuple(planner.notes), planner.planned)


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


def _memory(planner: TurnPlanner) -> Ref | None:
    """Return the memory of the new words: a new one, or the one that says them already."""
    for place, one in enumerate(planner.drafts, start=1):
        if isinstance(one, MemoryDraft):
            return -place
        if isinstance(one, EvidenceDraft) and one.type == "support" and one.on:
            return one.target
    return None


def _retire(planner: TurnPlanner, told: Sequence[Told], memory: Ref | None) -> None:
    """Take off the record what the old memory told and the new words do not say again."""
    claims = [one for one in planner.drafts if isinstance(one, ClaimDraft)]
    wrong = {close.claim for one in claims for close in one.closes if close.wrong}
    again = {(one.candidate, one.polarity) for one in claims}
    text = planner.decided.turns.turns[0].text
    for entity, _, belief in told:
        if belief.claim in wrong or (belief.candidate, belief.polarity) in again:
            continue
        ref = planner.add(
            ClaimDraft(
                origin=(-1,), on=(), event=-1, memory=memory, entity=entity, slot=belief.slot,
                candidate=belief.candidate, claim_kind="fact", polarity="retracted",
                effect="correct", corrects=True, commitment="validated", basis="stated",
                valid_from=belief.valid_from,
                valid_to=belief.valid_from, closes=(Close(claim=belief.claim, wrong=True),),
                settings=planner.version,
                payload=ClaimPayload(subject="", predicate="", value="", start=0, end=len(text)),
            )
        )  # fmt: skip
        planner.add(
            EvidenceDraft(origin=(-1,), type="supersede", source=ref, target=belief.claim,
                          family="logic", relation="supersedes", settings=planner.version)
        )  # fmt: skip
