"""Judge what a policy changes: conflicts, rights, deletion, poison, lives, and who grounds it."""

import re
from collections.abc import Mapping

from neuromem_graph.core.governance import (
    Case,
    begins,
    ends_of,
    may_ground,
    sources_of,
    superseded,
    texts_of,
)
from neuromem_graph.core.judging_form import Findings
from neuromem_graph.core.text import normal_form
from neuromem_graph.types.edges import EventRow, TargetRow
from neuromem_graph.types.policies import (
    AddMemory,
    EdgeDelta,
    FrameDelta,
    LogicDelta,
    Operation,
    RestoreMemory,
    SupersedeMemory,
    SuppressMemory,
)


def conflict(case: Case) -> Findings:
    """Judge whether what would be ended is named, and whom a claim is about is certain."""
    explicit = superseded(case)
    for ended in case.situation.ended:
        if ended.belief is None:
            yield "contradicts_itself", f"claim {ended.claim} ends another claim of this policy"
        elif ended.belief not in explicit:
            yield (
                "unmentioned_conflict",
                f"claim {ended.claim} can't hold together with what is believed (record "
                f"{ended.belief}): add a SupersedeMemory for it",
            )
    for number in case.situation.ambiguous:
        yield (
            "ambiguous_subject",
            f"several are known by the name of claim {number}: say what it is to the speaker",
        )


def namespace(case: Case) -> Findings:
    """Judge whether all that is changed or connected belongs to this namespace."""
    policy, situation = case.policy, case.situation
    if policy.namespace is not None and policy.namespace != situation.namespace:
        yield "other_namespace", "the policy is meant for another namespace"
    for number, delta in enumerate(policy.deltas):
        for end in ends_of(delta):
            if not end.startswith("#") and end not in situation.targets:
                yield "unknown_memory", f"delta {number}: this namespace holds no memory {end!r}"


def privacy(case: Case) -> Findings:
    """Judge whether this proposer may do it, and this actor may touch what is private."""
    policy, situation = case.policy, case.situation
    rights = situation.settings.governing.rights.get(policy.proposal_source, ())
    for operation in sorted({delta.operation for delta in policy.deltas} - set(rights)):
        yield "not_permitted", f"{policy.proposal_source} may not {operation}"
    touched = [*policy.evidence_chain, *(claim.event for claim in policy.grounded_claims)]
    for delta in policy.deltas:
        touched += [*ends_of(delta), *sources_of(delta)]
    for one in dict.fromkeys(touched):
        event = situation.event_of(one)
        if event is not None and not _may(event, case):
            yield "private_memory", f"{one!r} is private: commit with the actor it belongs to"


def _may(event: EventRow, case: Case) -> bool:
    """Tell whether the actor may use what an event said."""
    kept, actor = event.metadata, case.situation.actor
    private = kept.get("private") or kept.get("privacy_level") == "private"
    if "acl" not in kept and not private:
        return True
    if actor is None or actor in case.situation.settings.governing.admins:
        return actor is not None
    if "acl" in kept:
        allowed = kept["acl"]
        return actor in allowed if isinstance(allowed, list) else actor == allowed
    return actor == kept.get("owner", kept.get("user_id", event.speaker))


def deletion(case: Case) -> Findings:
    """Refuse to update or delete, whoever asks."""
    if case.policy.intent == "update":
        yield (
            "destructive_update",
            "nothing is updated in place: add a memory and supersede the old one",
        )
    if case.policy.intent in ("delete", "delete_request"):
        yield (
            "destructive_delete",
            "nothing is deleted by a policy: suppress it, or erase what was said in the ledger",
        )


def poisoning(case: Case) -> Findings:
    """Judge whether a text talks to a model, gives it orders, or is repeated to gain weight."""
    settings, texts = case.situation.settings, set[str]()
    for what, text, place in texts_of(case):
        risks = (w for pattern, w in settings.risks if re.search(pattern, text, re.I))
        if max(risks, default=0.0) >= settings.governing.risk:
            yield "risky_content", f"{what} talks to a model instead of telling something"
        orders = any(re.search(p, text, re.I) for p in settings.governing.instructions)
        if orders and (place is None or place.event.channel != "user"):
            yield "instruction_shaped", f"{what} has the form of an order, and no user said it"
    for number, delta in enumerate(case.policy.deltas):
        if isinstance(delta, AddMemory | FrameDelta):
            words = normal_form(delta.text)
            if words in texts:
                yield "repeated_text", f"delta {number} says the same as another of this policy"
            texts.add(words)
            yield from _repeated(case, number, words)


def _repeated(case: Case, number: int, words: str) -> Findings:
    """Judge whether one source says the same again and again, to make it look well supported."""
    known, home = case.situation.repetitions.get(words), case.homes[number]
    if known is None or home is None:
        return
    source, most = (
        (home.event.channel, home.event.speaker),
        (case.situation.settings.governing.repetitions),
    )
    said = {event for event, *who in known.said if tuple(who) == source} - {home.event.event}
    if len(said) >= most:
        yield "repeated_text", f"delta {number}: one source said so {len(said)} times already"


_MOVES: Mapping[Operation, str] = {
    "suppress": "suppressed", "restore": "active", "supersede": "superseded",
}  # fmt: skip


def lifecycle(case: Case) -> Findings:
    """Judge whether each memory may go from the state it is in to the one asked for."""
    situation, moved = case.situation, dict[int, str]()
    for number, delta in enumerate(case.policy.deltas):
        if isinstance(delta, EdgeDelta):
            target = situation.targets.get(delta.target)
            closing = isinstance(delta, LogicDelta) and delta.relation == "supersedes"
            if target and target.claim and closing and delta.type == "supersede":
                yield "ends_a_claim", f"delta {number} would end a claim: use SupersedeMemory"
        if not isinstance(delta, SuppressMemory | RestoreMemory | SupersedeMemory):
            continue
        target = situation.targets.get(delta.memory)
        if target is not None and target.claim is not None:
            yield from _statement(case, number, delta, target)
        elif target is not None and target.memory is not None:
            state = moved.get(target.memory) or _state(target, situation.now)
            allowed = situation.settings.governing.transitions.get(delta.operation, ())
            if state not in allowed:
                yield (
                    "bad_transition",
                    f"delta {number}: a memory that is {state} can't be "
                    f"{_MOVES[delta.operation]}; only one that is {' or '.join(allowed)}",
                )
            moved[target.memory] = _MOVES[delta.operation]


def _statement(
    case: Case, number: int, delta: SuppressMemory | RestoreMemory | SupersedeMemory,
    target: TargetRow,
) -> Findings:  # fmt: skip
    if not isinstance(delta, SupersedeMemory):
        yield "not_a_memory", f"delta {number}: {delta.memory!r} is a claim; name its memory"
        return
    at = begins(number, delta, case)
    open_ = [s for s in case.situation.statements if s.claim == target.claim]
    if not any(s.valid_to is None or s.valid_to > at for s in open_):
        yield "already_over", f"delta {number}: {delta.memory!r} is not believed any more"


def _is_over(target: TargetRow, now: int) -> bool:
    return target.expires_at is not None and target.expires_at <= now


def _state(target: TargetRow, now: int) -> str:
    if target.state == "active" and _is_over(target, now):
        return "expired"
    return target.state or "active"


def source_gate(case: Case) -> Findings:
    """Judge whether a user or an allowed tool said what every delta rests on."""
    for number in range(len(case.policy.deltas)):
        quotes = case.supporters(number)
        if not quotes:
            yield "ungrounded_delta", f"no grounded claim speaks for delta {number}"
        elif not any(may_ground(place.event, case.situation) for place in quotes):
            channels = sorted({place.event.channel for place in quotes})
            yield (
                "channel_cannot_ground",
                f"delta {number} rests on {', '.join(channels)} alone: quote what a user or an "
                "allowed tool said",
            )


def index(case: Case) -> Findings:
    """Judge, once it is written, whether what was added is found by its own words."""
    for number in case.situation.unfound:
        yield "not_findable", f"the memory of delta {number} is not found by its own words"
