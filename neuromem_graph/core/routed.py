"""Plan an observation that is assessed and routed, but makes no memory: event, evidence, impact."""

from typing import NamedTuple

from neuromem_graph.core.beliefs import Overlay, is_fact
from neuromem_graph.core.events import event as event_draft
from neuromem_graph.core.facts import BELIEVED, UNREMEMBERED, Decided, grounds
from neuromem_graph.core.lifecycle import is_away
from neuromem_graph.core.text import normal_form
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import EvidenceType
from neuromem_graph.types.batch import Group
from neuromem_graph.types.drafts import Appraisal, Draft, EvidenceDraft, ImpactDraft, Ref

_AGAINST = frozenset({"contradict", "change", "correct", "retract"})
"""Effects of a claim that speak against what it touches."""


class Pointed(NamedTuple):
    """Name what an observation speaks for or against."""

    type: EvidenceType
    target: int  # record of a claim or memory
    claim_id: str | None  # None: a memory
    weight: float = 1.0


def pointed(index: int, decided: Decided, settings: Settings) -> tuple[Pointed, ...]:
    """Return what the claims of one turn speak for and against, by their routes.

    Args:
        index: the turn.
        decided: all turns, assessed and routed.
        settings: who grounds.
    """
    routes = {d.route for d, c in zip(decided.decisions.decisions, decided.extraction.claims,
                                      strict=True) if c.turn == index}  # fmt: skip
    if "quarantine" in routes:
        return ()  # a text that talks to the model is evidence of nothing
    turn, found = decided.turns.turns[index], dict[tuple[str, int], Pointed]()
    overlay, alike = Overlay(decided.resolution.view), decided.assessment.alike
    for position, claim in enumerate(decided.extraction.claims):
        decision = decided.decisions.decisions[position]
        if claim.turn != index or decision.route in UNREMEMBERED:
            continue
        named: list[Pointed] = []
        subject = decided.resolution.subjects[position]
        if subject is not None and subject.entity is not None and is_fact(claim):
            if decision.route in BELIEVED:
                outcome = overlay.prospect(claim, subject, turn, grounds(turn, settings)).outcome
                now = decided.resolution.view.now
                kind: EvidenceType = "contradict" if outcome.effect in _AGAINST else "support"
                touched = outcome.touched if outcome.effect in (*_AGAINST, "support") else ()
                named = [Pointed(kind, b.claim, b.claim_id) for b in touched
                         if not is_away(b.memory_state, b.memory_expires_at, now)]  # fmt: skip
        one = alike[position] if position < len(alike) else None
        if one is not None and one.memory > 0 and one.opposed:  # alike is not the same words
            named.append(Pointed("contradict", one.memory, None, one.similarity))
        found |= {(point.type, point.target): point for point in named}
    repeat = decided.resolution.view.repeats.get(normal_form(turn.text))
    if repeat is not None and "append_evidence" in routes:
        found["support", repeat.memory] = Pointed("support", repeat.memory, None)
    return tuple(found.values())


def drafts(index: int, decided: Decided, settings: Settings, event: Ref) -> tuple[Draft, ...]:
    """Draft the evidence and the impact of one turn, its event excepted."""
    evidence = tuple(
        EvidenceDraft(origin=(event,), type=point.type, source=event, target=point.target,
                      weight=round(point.weight, 6), settings=settings.version)
        for point in pointed(index, decided, settings)
    )  # fmt: skip
    appraisals = tuple(
        Appraisal(route=decision.route, rule=decision.rule, vector=impact.vector())
        for claim, decision, impact in zip(
            decided.extraction.claims, decided.decisions.decisions, decided.assessment.impacts,
            strict=True,
        )
        if claim.turn == index
    )  # fmt: skip
    impact = ImpactDraft(origin=(event,), settings=settings.version, event=event, claims=appraisals)
    return (*evidence, impact)


def observed(index: int, decided: Decided, settings: Settings, first: Ref) -> Group:
    """Plan a turn that is new: its event, then what it speaks for and against, then its impact.

    Args:
        index: the turn.
        decided: all turns.
        settings: who grounds, and the version.
        first: the reference of its event in the batch.
    """
    turn = decided.turns.turns[index]
    deferred = index in decided.extraction.deferred
    follow = () if deferred else drafts(index, decided, settings, first)
    said = (event_draft(turn, "observed"), *follow)
    return Group(key=turn.id, digest=turn.digest, step="observed", drafts=said)
