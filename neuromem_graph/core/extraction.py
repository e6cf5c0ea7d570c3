"""Check what an extractor proposes against the text it was given."""

from collections.abc import Sequence
from datetime import datetime

from neuromem_graph.core import vocabulary
from neuromem_graph.core.text import clean, is_blank
from neuromem_graph.errors import InvalidTime
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.ingest import Claim, Extraction, Rejection, Turns


def ground(turns: Turns, proposed: Extraction, settings: Settings) -> Extraction:
    """Keep the claims that the source supports, reject and count the others.

    Args:
        turns: what was said.
        proposed: what an extractor made of it.
        settings: how many facts one turn may give, and which predicates are declared.

    Returns:
        The claims whose span lies inside their turn and whose value stands in its text, ordered by
        turn and span; a turn left without a claim gets one for its whole text, so that nothing
        that was said is lost.
    """
    kept: list[Claim] = []
    rejected = list(proposed.rejected)
    folded = [turn.text.casefold() for turn in turns.turns]
    facts = [0] * len(turns.turns)
    for claim in proposed.claims:
        reason = _fault(turns, claim, folded, settings.limits.key_characters)
        if reason is None and not _allowed(claim, settings):  # the sentence stays without a fact
            rejected.append(Rejection(turn=claim.turn, reason="predicate_not_allowed"))
            claim = Claim(turn=claim.turn, start=claim.start, end=claim.end)
        if reason is None and claim.predicate is not None:
            facts[claim.turn] += 1
            if (
                facts[claim.turn] > settings.limits.claims
            ):  # the sentence stays, as one without a fact
                rejected.append(Rejection(turn=claim.turn, reason="too_many_facts"))
                claim = Claim(turn=claim.turn, start=claim.start, end=claim.end)
        if reason is None:
            kept.append(_declared(claim, settings))
        else:
            rejected.append(Rejection(turn=claim.turn, reason=reason))
    covered = {claim.turn for claim in kept} | set(proposed.deferred)
    for index, turn in enumerate(turns.turns):
        if index not in covered:
            kept.append(Claim(turn=index, start=0, end=len(turn.text)))
    kept.sort(key=lambda claim: (claim.turn, claim.start))
    return proposed.model_copy(update={"claims": tuple(kept), "rejected": tuple(rejected)})


def _allowed(claim: Claim, settings: Settings) -> bool:
    allowed = settings.allowed_predicates
    return claim.predicate is None or allowed is None or claim.predicate in allowed


def _declared(claim: Claim, settings: Settings) -> Claim:
    """Return a claim with the cardinality and the kind of its predicate."""
    if claim.predicate is None:
        return claim
    many = vocabulary.cardinality(claim.predicate, claim.cardinality, settings)
    kind = vocabulary.kind(claim.predicate, claim.kind, settings)
    if (many, kind) == (claim.cardinality, claim.kind):
        return claim
    return claim.model_copy(update={"cardinality": many, "kind": kind})


def _fault(turns: Turns, claim: Claim, folded: Sequence[str], longest: int) -> str | None:
    if not 0 <= claim.turn < len(turns.turns):
        return "no_such_turn"
    text = turns.turns[claim.turn].text
    if not 0 <= claim.start < claim.end <= len(text):
        return "span_outside_text"
    if claim.value is not None and claim.value.casefold() not in folded[claim.turn]:
        return "value_not_in_text"
    if not all(_in_range(moment) for moment in (claim.valid_from, claim.valid_to)):
        return "time_out_of_range"
    names = [one for one in (claim.subject, claim.relation, claim.predicate) if one is not None]
    if any(is_blank(name) or clean(name) != name or len(name) > longest for name in names):
        return "unusable_name"
    if claim.predicate is not None and not claim.value and claim.update != "end":
        return "fact_without_value"
    return None


def _in_range(moment: datetime | None) -> bool:
    try:
        return moment is None or to_micros(moment) is not None
    except InvalidTime:
        return False
