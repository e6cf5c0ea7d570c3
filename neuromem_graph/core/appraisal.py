"""Assess and route the claims of one ingest, in order, each against what came before it."""

from neuromem_graph.core import impact, likeness, routing
from neuromem_graph.core.beliefs import Overlay, Prospect, after, along, belief, is_fact, opens
from neuromem_graph.core.changing import changes
from neuromem_graph.core.facts import grounds
from neuromem_graph.core.runs import believed
from neuromem_graph.core.text import index_tokens, normal_form
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Channel, to_micros
from neuromem_graph.types.ingest import (
    Assessment,
    Claim,
    Decision,
    Decisions,
    Extraction,
    Impact,
    Resolution,
    Subject,
    Turn,
    Turns,
    View,
)
from neuromem_graph.types.prior import Alike

BY_HAND = ("correct:", "review:")
"""Ids of what a human said about a memory begin so: it is never held back."""


def _repeated(turns: Turns, view: View) -> list[bool]:
    if not view.repeats:
        return [False] * len(turns.turns)
    return [normal_form(turn.text) in view.repeats for turn in turns.turns]


def content_terms(text: str, settings: Settings) -> frozenset[str]:
    """Return the index terms of a text that tell something by themselves."""
    return frozenset(index_tokens(text)).difference(settings.small_talk)


def is_small_talk(text: str, settings: Settings) -> bool:
    """Tell whether a text has no index term that tells something by itself."""
    return all(term in settings.small_talk for term in index_tokens(text))


def appraise(
    turns: Turns, extraction: Extraction, resolved: Resolution, settings: Settings
) -> Assessment:
    """Compute the impact vector of every claim, in order.

    Args:
        turns: what was said.
        extraction: its claims.
        resolved: their subjects and the prior.
        settings: reliabilities, utilities, risks and how statements are compared.
    """
    overlay, repeated = Overlay(resolved.view), _repeated(turns, resolved.view)
    batch = _Batch(resolved.view, settings)
    histories = {(row.channel, row.speaker): row for row in resolved.view.history}
    impacts: list[Impact] = []
    related: list[Alike | None] = []
    for position, (claim, subject) in enumerate(
        zip(extraction.claims, resolved.subjects, strict=True), start=1
    ):
        turn = turns.turns[claim.turn]
        quote = turn.text[claim.start : claim.end]
        grounded = grounds(turn, settings)
        prospect = None
        if subject is not None and is_fact(claim) and len(subject.choices) < 2:
            prospect = overlay.prospect(claim, subject, turn, grounded)
        moment = to_micros(claim.valid_from or turn.at)
        prior = impact.Prior(
            repeated=repeated[claim.turn],
            empty=is_small_talk(quote, settings),
            alike=batch.alike(claim.turn, quote, turn),
            believed=believed(prospect.slot.beliefs, moment) if prospect else (),
            about=_about(overlay, subject, resolved.view),
            outcome=prospect.outcome if prospect else None,
            history=histories.get((turn.channel, turn.speaker)),
        )
        impacts.append(impact.assess(claim, turn.text, turn.channel, prior, settings))
        related.append(None if is_fact(claim) else next(iter(prior.alike), None))
        if prospect is not None and subject is not None:
            _advance(overlay, claim, subject, prospect, -position, (turn, grounded))
    return Assessment(impacts=tuple(impacts), alike=tuple(related))


class _Batch:
    """Compare each sentence with what was read, and with the turns before it in the batch."""

    def __init__(self, view: View, settings: Settings) -> None:
        self._heard = likeness.Heard(view.heard, view.frequencies, settings.appraising)
        self._turn = -1
        self._waiting: list[likeness.Gist] = []

    def alike(self, number: int, quote: str, turn: Turn) -> tuple[Alike, ...]:
        """Return what is like a sentence; those of its own turn are not compared with it."""
        if number != self._turn:
            for said in self._waiting:
                self._heard.add(-1 - self._turn, said)
            self._turn, self._waiting = number, []
        said = likeness.gist(quote, turn.channel, turn.speaker)
        self._waiting.append(said)
        return self._heard.alike(said)


def _about(overlay: Overlay, subject: Subject | None, view: View) -> int:
    """Count what hangs on a subject: its slots, and the slots that have it as their value."""
    return overlay.about(subject) + view.mentions.get(subject.key, 0) if subject else 0


def _advance(
    overlay: Overlay, claim: Claim, subject: Subject, prospect: Prospect, ref: int,
    source: tuple[Turn, bool],
) -> None:  # fmt: skip
    """Let the claims that follow see what this one does."""
    turn, grounded = source
    entity = prospect.entity if prospect.entity is not None else ref
    if prospect.entity is None and subject.entity is not None:
        overlay.learn_entity(subject.entity, entity)
    slot, outcome = after(prospect.slot, prospect.outcome), prospect.outcome
    if outcome.wrong or opens(outcome, grounded):
        added = belief(claim, prospect, (ref, ref, ref), None, (ref, turn, grounded))
        slot = along(slot, added, wrong=outcome.wrong)
    overlay.learn(entity, str(claim.predicate), slot)


def decide(
    turns: Turns, extraction: Extraction, resolved: Resolution, assessment: Assessment,
    settings: Settings,
) -> Decisions:  # fmt: skip
    """Route every claim by the policy table."""
    decisions, repeated = [], _repeated(turns, resolved.view)
    for claim, subject, measured in zip(
        extraction.claims, resolved.subjects, assessment.impacts, strict=True
    ):
        turn, barred = turns.turns[claim.turn], resolved.view.barred.get(claim.turn)
        if barred is not None:
            decisions.append(Decision(route="quarantine", rule=barred))
            continue
        quote = turn.text[claim.start : claim.end]
        if changes(quote, measured, (row.text for row in resolved.view.heard), settings):
            if not turn.id.startswith(BY_HAND):
                decisions.append(Decision(route="quarantine", rule="changes_belief"))
                continue
        facts = routing.Facts(
            ambiguous=is_fact(claim) and subject is not None and subject.torn,
            structured=is_fact(claim),
            repeated=repeated[claim.turn],
            empty=is_small_talk(quote, settings),
            grounded=grounds(turn, settings),
        )
        decisions.append(routing.route(measured, facts, settings))
    return Decisions(decisions=tuple(decisions))


def lookups(turns: Turns, extraction: Extraction, settings: Settings) -> list[tuple[str, ...]]:
    """Return the terms by which memories like each sentence are found, each sentence once."""
    sentences = dict.fromkeys((c.turn, c.start, c.end) for c in extraction.claims)
    most, talk = settings.appraising.terms, frozenset(settings.small_talk)
    return [
        tuple(sorted(dict.fromkeys(t for t in index_tokens(text) if t not in talk))[:most])
        for text in (turns.turns[n].text[start:end] for n, start, end in sentences)
    ]


def sources(turns: Turns) -> list[tuple[Channel, str | None]]:
    """Return who speaks, each once, in order."""
    return list(dict.fromkeys((turn.channel, turn.speaker) for turn in turns.turns))
