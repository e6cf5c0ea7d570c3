"""Decide who may touch what an event said, and what a proposer may do."""

from neuromem_graph.core.governance import Case, Situation, ends_of, sources_of
from neuromem_graph.core.judging_form import Findings
from neuromem_graph.types.edges import EventRow
from neuromem_graph.types.policies import AddMemory, FrameDelta, Proposer

__all__ = ["is_private", "may_touch", "privacy", "proposer_of"]

_ADMINS: tuple[Proposer, ...] = ("system", "admin")


def is_private(event: EventRow) -> bool:
    """Tell whether not everybody may touch what an event said: by the values of its metadata."""
    kept = event.metadata
    return "acl" in kept or bool(kept.get("private")) or kept.get("privacy_level") == "private"


def owners(event: EventRow) -> frozenset[str]:
    """Return the actors a private event belongs to, administrators aside."""
    kept = event.metadata
    found = kept["acl"] if "acl" in kept else kept.get("owner", kept.get("user_id", event.speaker))
    return frozenset(str(one) for one in (found if isinstance(found, list) else [found]) if one)


def may_touch(event: EventRow, situation: Situation) -> bool:
    """Tell whether the actor may use what an event said."""
    if not is_private(event):
        return True
    actor = situation.actor
    if actor is None or actor in situation.settings.governing.admins:
        return actor is not None
    return actor in owners(event)


def proposer_of(case: Case) -> Proposer:
    """Return whose rights a policy has: system and admin only on behalf of an administrator.

    `proposal_source` is the word of whoever wrote the policy; the actor is that of the caller.
    """
    given, actor = case.policy.proposal_source, case.situation.actor
    if given in _ADMINS and actor not in case.situation.settings.governing.admins:
        return "model"
    return given


def privacy(case: Case) -> Findings:
    """Judge whether this proposer may do it, and this actor may touch what is private."""
    policy, situation = case.policy, case.situation
    proposer = proposer_of(case)
    rights = situation.settings.governing.rights.get(proposer, ())
    for operation in sorted({delta.operation for delta in policy.deltas} - set(rights)):
        yield "not_permitted", f"{proposer} may not {operation}"
    touched = [*policy.evidence_chain, *(claim.event for claim in policy.grounded_claims)]
    for delta in policy.deltas:
        touched += [*ends_of(delta), *sources_of(delta)]
    for one in dict.fromkeys(touched):
        event = situation.event_of(one)
        if event is not None and not may_touch(event, situation):
            yield "private_memory", f"{one!r} is private: commit with the actor it belongs to"
    for number, delta in enumerate(policy.deltas):
        if isinstance(delta, AddMemory | FrameDelta) and case.homes[number] is None:
            rows = [row for row in map(situation.event_of, delta.sources) if row is not None]
            if len({owners(row) for row in rows if is_private(row)}) > 1:
                yield "mixed_owners", f"delta {number} mixes what is private to different actors"
