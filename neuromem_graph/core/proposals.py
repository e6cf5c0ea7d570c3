"""Propose a policy for a recorded event, from what rules found in it."""

from collections.abc import Collection, Mapping, Sequence

from neuromem_graph.core.beliefs import is_fact
from neuromem_graph.core.quoting import stands
from neuromem_graph.core.text import normal_form, sentences
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Kind
from neuromem_graph.types.ingest import Claim, Turn
from neuromem_graph.types.policies import (
    AddMemory,
    GroundedClaim,
    MemoryPolicy,
    SupersedeMemory,
)


def propose(event: str, turn: Turn, claims: Sequence[Claim], settings: Settings) -> MemoryPolicy:
    """Propose to remember an event, with a grounded claim for each sentence of it.

    Args:
        event: its id.
        turn: its text, channel and time.
        claims: what rules found in it, in order, with declared cardinality.
        settings: how long a memory may be.
    """
    grounded = tuple(_claim(event, _widened(claim, turn.text)) for claim in claims)
    deltas = tuple(
        AddMemory(
            text=turn.text[start:end], event=event, kind=_kind(claims, start, end),
            keywords=turn.keywords, expires_at=turn.expires_at,
            claims=tuple(n for n, c in enumerate(claims) if c.start < end and start < c.end),
        )
        for start, end in _spans(turn, claims, settings.limits.memory_characters)
    )  # fmt: skip
    return MemoryPolicy(
        intent="add", proposal_source="deterministic", evidence_chain=(event,),
        reason="remember what was said", grounded_claims=grounded, deltas=deltas,
    )  # fmt: skip


def _claim(event: str, claim: Claim) -> GroundedClaim:
    quote = GroundedClaim(event=event, start=claim.start, end=claim.end, kind=claim.kind)
    if not is_fact(claim):
        return quote
    names = ("relation", "value", "predicate", "polarity", "update", "cardinality", "valid_from",
             "valid_to")  # fmt: skip
    fact = {name: getattr(claim, name) for name in names}
    return quote.model_copy(update={**fact, "subject": claim.subject or "user"})


def _widened(claim: Claim, text: str) -> Claim:
    """Quote the whole sentence where a clause of it leaves the value out."""
    if stands(claim.value or "", text[claim.start : claim.end]):
        return claim
    met = [span for span in sentences(text) if span.start < claim.end and claim.start < span.end]
    start = min([claim.start, *(span.start for span in met)])
    end = max([claim.end, *(span.end for span in met)])
    return claim.model_copy(update={"start": start, "end": end})


def _kind(claims: Sequence[Claim], start: int, end: int) -> Kind:
    kinds = {claim.kind for claim in claims if claim.start < end and start < claim.end}
    return kinds.pop() if len(kinds) == 1 else "episode"


def _spans(turn: Turn, claims: Sequence[Claim], most: int) -> list[tuple[int, int]]:
    """Cut a text into memories, between sentences where it can be."""
    spans, start = list[tuple[int, int]](), 0
    for claim in claims:
        if claim.end - start > most and claim.start > start:
            spans.append((start, claim.start))
            start = claim.start
        while claim.end - start > most:
            spans.append((start, start + most))
            start += most
    spans += [(at, min(at + most, len(turn.text))) for at in range(start, len(turn.text), most)]
    words = {normal_form(turn.text[a:b]): (a, b) for a, b in reversed(spans)}  # each once
    return sorted(words[key] for key in words if key)


def without_facts(policy: MemoryPolicy, numbers: Collection[int]) -> MemoryPolicy:
    """Keep these claims as quotes only: whom they are about, or whether it is so, is open."""
    claims = tuple(
        GroundedClaim(event=claim.event, start=claim.start, end=claim.end, kind=claim.kind)
        if number in numbers else claim
        for number, claim in enumerate(policy.grounded_claims)
    )  # fmt: skip
    return policy.model_copy(update={"grounded_claims": claims})


def superseding(policy: MemoryPolicy, ended: Mapping[str, int]) -> MemoryPolicy:
    """Name what the facts of a policy would end.

    Args:
        policy: the proposal.
        ended: id of each claim that would end -> place of the claim that ends it.
    """
    if not ended:
        return policy
    more = tuple(SupersedeMemory(memory=old, claims=(new,)) for old, new in ended.items())
    changed = {"intent": "supersede", "deltas": (*policy.deltas, *more)}
    return policy.model_copy(update=changed)
