"""Assess and route the claims of one ingest, in order, each against what came before it."""

from collections.abc import Sequence

from neuromem_graph.core import impact, resolution, routing, worldview
from neuromem_graph.core.beliefs import Overlay, Prospect, after, belief, is_fact, opens
from neuromem_graph.core.facts import grounds
from neuromem_graph.core.text import index_tokens, normal_form
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.ingest import (
    Assessment,
    Claim,
    Decisions,
    Extraction,
    Impact,
    Resolution,
    Subject,
    Turn,
    Turns,
    View,
)


def subjects(turns: Turns, extraction: Extraction, view: View) -> Resolution:
    """Resolve the subject of every claim against the view."""
    found = resolution.resolve(extraction.claims, turns.turns, view.entities)
    return Resolution(subjects=found, view=view)


def _repeated(turns: Turns, view: View) -> list[bool]:
    if not view.repeats:
        return [False] * len(turns.turns)
    return [normal_form(turn.text) in view.repeats for turn in turns.turns]


def content_terms(text: str, settings: Settings) -> frozenset[str]:
    """Return the index terms of a text that tell something by themselves."""
    return frozenset(index_tokens(text)).difference(settings.small_talk)


def appraise(
    turns: Turns, extraction: Extraction, resolved: Resolution, settings: Settings
) -> Assessment:
    """Compute the impact vector of every claim, in order.

    Args:
        turns: what was said.
        extraction: its claims.
        resolved: their subjects and the prior.
        settings: reliabilities, utilities and risks.
    """
    overlay, repeated = Overlay(resolved.view), _repeated(turns, resolved.view)
    impacts: list[Impact] = []
    for position, (claim, subject) in enumerate(
        zip(extraction.claims, resolved.subjects, strict=True), start=1
    ):
        turn = turns.turns[claim.turn]
        quote = turn.text[claim.start : claim.end]
        prospect = None
        if subject is not None and is_fact(claim) and len(subject.choices) < 2:
            grounded = grounds(turn, settings)
            prospect = overlay.prospect(claim, subject, turn, grounded)
        moment = to_micros(claim.valid_from or turn.at)
        believed = worldview.believed(prospect.slot.beliefs, moment) if prospect else ()
        prior = impact.Prior(
            repeated=repeated[claim.turn],
            terms=content_terms(quote, settings),
            seen=resolved.view.seen,
            believed=believed,
            about=overlay.about(subject) if subject else 0,
            outcome=prospect.outcome if prospect else None,
        )
        impacts.append(impact.assess(claim, quote, turn.channel, prior, settings))
        if prospect is not None and subject is not None:
            source = (turn, grounds(turn, settings))
            _advance(overlay, claim, subject, prospect, -position, source)
    return Assessment(impacts=tuple(impacts))


def _advance(
    overlay: Overlay, claim: Claim, subject: Subject, prospect: Prospect, ref: int,
    source: tuple[Turn, bool],
) -> None:  # fmt: skip
    """Let the claims that follow see what this one does."""
    turn, grounded = source
    entity = prospect.entity if prospect.entity is not None else ref
    if prospect.entity is None and subject.entity is not None:
        overlay.learn_entity(subject.entity, entity)
    added = None
    if opens(prospect.outcome, grounded):
        added = belief(claim, prospect, (ref, ref, ref), None, (ref, turn, grounded))
    overlay.learn(entity, str(claim.predicate), after(prospect.slot, prospect.outcome), added)


def decide(
    turns: Turns, extraction: Extraction, resolved: Resolution, assessment: Assessment,
    settings: Settings,
) -> Decisions:  # fmt: skip
    """Route every claim by the policy table."""
    decisions, repeated = [], _repeated(turns, resolved.view)
    for claim, subject, measured in zip(
        extraction.claims, resolved.subjects, assessment.impacts, strict=True
    ):
        turn = turns.turns[claim.turn]
        facts = routing.Facts(
            ambiguous=is_fact(claim) and subject is not None and len(subject.choices) > 1,
            structured=is_fact(claim),
            repeated=repeated[claim.turn],
            empty=not content_terms(turn.text[claim.start : claim.end], settings),
            grounded=grounds(turn, settings),
        )
        decisions.append(routing.route(measured, facts, settings))
    return Decisions(decisions=tuple(decisions))


def lookups(turns: Turns, extraction: Extraction, settings: Settings) -> Sequence[str]:
    """Return the terms whose presence in the namespace decides novelty, sorted."""
    terms: set[str] = set()
    for claim in extraction.claims:
        if not is_fact(claim):
            terms |= content_terms(turns.turns[claim.turn].text[claim.start : claim.end], settings)
    return sorted(terms)
