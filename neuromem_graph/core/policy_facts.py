"""Read the facts of a policy as an ingest reads those of a turn, and see what they would end."""

from typing import NamedTuple

from neuromem_graph.core import vocabulary
from neuromem_graph.core.facts import HUMAN, Decided, FactPlanner
from neuromem_graph.core.governance import Case, Ended, Place, in_range, turn_of, value_stands
from neuromem_graph.core.lifecycle import is_away
from neuromem_graph.core.text import normal_form
from neuromem_graph.settings import Settings
from neuromem_graph.types.drafts import ClaimDraft, HeldDraft
from neuromem_graph.types.edges import EventRow
from neuromem_graph.types.ingest import Claim, Decision, Extraction, Turns
from neuromem_graph.types.policies import GroundedClaim, SupersedeMemory

BELIEVE = Decision(route="propose_worldview_candidate", rule=HUMAN)
"""What happens to the facts of an approved policy: it says itself what gives way, nothing waits."""


class Facts(NamedTuple):
    """Hold the facts of a policy as an ingest would: turns, claims, and where each comes from."""

    turns: Turns
    extraction: Extraction
    events: tuple[EventRow, ...]  # of each turn
    claims: tuple[int, ...]  # place in the policy of each claim


def facts_of(case: Case) -> Facts:
    """Return the claims that say something about a slot and speak for a memory or a supersession.

    What can't be read (unknown event, quote that stands nowhere) is left out: validators tell.
    """
    speaking = set[int]()
    for number, delta in enumerate(case.policy.deltas):
        if case.homes[number] is not None or isinstance(delta, SupersedeMemory):
            speaking |= set(case.covers[number])
    rows, claims, origins = dict[int, EventRow](), list[Claim](), list[int]()
    for number in sorted(speaking):
        given, spot = case.policy.grounded_claims[number], case.spots[number]
        if spot is None or given.predicate is None or not _is_said(given, spot):
            continue
        rows.setdefault(spot.event.event, spot.event)
        turn = list(rows).index(spot.event.event)
        claims.append(_claim(given, spot, turn, case.situation.settings))
        origins.append(number)
    space = case.situation.namespace
    turns = tuple(turn_of(row, space) for row in rows.values())
    return Facts(
        Turns(namespace=space, turns=turns), Extraction(claims=tuple(claims)),
        tuple(rows.values()), tuple(origins),
    )  # fmt: skip


def _is_said(claim: GroundedClaim, place: Place) -> bool:
    return bool(claim.value or claim.update == "end") and value_stands(claim, place) and all(
        in_range(moment) for moment in (claim.valid_from, claim.valid_to)
    )  # fmt: skip


def _claim(given: GroundedClaim, place: Place, turn: int, settings: Settings) -> Claim:
    many = vocabulary.cardinality(given.predicate or "", given.cardinality, settings)
    return Claim(
        turn=turn, start=place.start, end=place.end, kind=given.kind, subject=given.subject,
        relation=given.relation, predicate=given.predicate, value=given.value, cardinality=many,
        polarity=given.polarity, update=given.update, valid_from=given.valid_from,
        valid_to=given.valid_to,
    )  # fmt: skip


def is_told(position: int, facts: Facts, decided: Decided) -> bool:
    """Tell whether the same event was already believed to say this."""
    claim, subject = facts.extraction.claims[position], decided.resolution.subjects[position]
    event = facts.events[claim.turn].event
    key = normal_form(claim.value) if claim.value else ""
    return subject is not None and any(
        b.event == event and b.value_key == key
        for slot in decided.resolution.view.slots
        if slot.entity == subject.entity and slot.attribute == claim.predicate
        for b in slot.beliefs
    )


def prospects(
    facts: Facts, decided: Decided, settings: Settings
) -> tuple[tuple[Ended, ...], tuple[int, ...]]:
    """Work out which beliefs the facts of a policy would end, and which are ambiguous.

    Args:
        facts: as `facts_of` gives them.
        decided: the same, resolved.
        settings: as for an ingest.

    Returns:
        What is ended (beliefs of memories that were put away do not count), and the places of
        claims whose subject may be one of several.
    """
    planner, ended, ambiguous = FactPlanner(decided, settings), list[Ended](), list[int]()
    own = dict[int, int]()  # draft -> place in the policy
    view = decided.resolution.view
    away = {
        b.claim for slot in view.slots for b in slot.beliefs
        if is_away(b.memory_state, b.memory_expires_at, view.now)
    }  # fmt: skip
    for position, number in enumerate(facts.claims):
        if is_told(position, facts, decided):
            continue
        before = len(planner.drafts)
        event = facts.events[facts.extraction.claims[position].turn].event
        planner.claim(position, BELIEVE, event, None)
        for place, draft in enumerate(planner.drafts[before:], start=before + 1):
            if isinstance(draft, HeldDraft):
                ambiguous.append(number)
            if isinstance(draft, ClaimDraft):
                own[-place] = number
                ends = (c for c in draft.closes if c.wrong or c.valid_to is not None)
                closed = {c.claim for c in ends} - away
                closed = set() if draft.effect == "support" else closed
                ended += [Ended(number, c if c > 0 else None, own.get(c)) for c in sorted(closed)]
    return tuple(ended), tuple(ambiguous)
