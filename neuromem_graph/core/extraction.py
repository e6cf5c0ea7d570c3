"""Check what an extractor proposes against the text it was given."""

from neuromem_graph.types.ingest import Claim, Extraction, Rejection, Turns


def ground(turns: Turns, proposed: Extraction) -> Extraction:
    """Keep the claims that the source supports, reject and count the others.

    Args:
        turns: what was said.
        proposed: what an extractor made of it.

    Returns:
        The claims whose span lies inside their turn and whose value stands in its text, ordered by
        turn and span; a turn left without a claim gets one for its whole text, so that nothing
        that was said is lost.
    """
    kept: list[Claim] = []
    rejected = list(proposed.rejected)
    for claim in proposed.claims:
        reason = _fault(turns, claim)
        if reason is None:
            kept.append(claim)
        else:
            rejected.append(Rejection(turn=claim.turn, reason=reason))
    covered = {claim.turn for claim in kept} | set(proposed.deferred)
    for index, turn in enumerate(turns.turns):
        if index not in covered:
            kept.append(Claim(turn=index, start=0, end=len(turn.text)))
    kept.sort(key=lambda claim: (claim.turn, claim.start))
    return Extraction(claims=tuple(kept), rejected=tuple(rejected), deferred=proposed.deferred)


def _fault(turns: Turns, claim: Claim) -> str | None:
    if not 0 <= claim.turn < len(turns.turns):
        return "no_such_turn"
    text = turns.turns[claim.turn].text
    if not 0 <= claim.start < claim.end <= len(text):
        return "span_outside_text"
    if claim.value is not None and claim.value.casefold() not in text.casefold():
        return "value_not_in_text"
    if claim.predicate is not None and not claim.value and claim.update != "end":
        return "fact_without_value"
    return None
