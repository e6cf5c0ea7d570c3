"""Judge what a policy changes: conflicts, rights, deletion, poison, lives, and who grounds it."""

from collections.abc import Mapping
from functools import lru_cache

from neuromem_graph.core.governance import (
    Case,
    Place,
    begins,
    ends_of,
    grounds_of,
    may_ground,
    superseded,
    texts_of,
)
from neuromem_graph.core.impact import risk
from neuromem_graph.core.judging_form import Findings
from neuromem_graph.core.likeness import gist
from neuromem_graph.core.privacy import proposer_of
from neuromem_graph.core.text import normal_form
from neuromem_graph.types.edges import TargetRow
from neuromem_graph.types.keeping import Life
from neuromem_graph.types.policies import (
    AddMemory,
    AnyDelta,
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
    """Judge whether a text talks to a model, gives it orders, or is repeated to gain weight.

    Of what is quoted the whole event counts: a harmless piece of it is still its word.
    """
    situation, texts = case.situation, set[str]()
    settings = situation.settings
    said = [
        ("what is quoted", event.text or "", event.channel)
        for event in grounds_of(case.policy, situation)
    ]
    told = [(what, text, None if place is None else place.event.channel)
            for what, text, place in texts_of(case)]  # fmt: skip
    for what, text, channel in (*told, *said):
        if risk(text, settings.risks) >= settings.governing.risk:
            yield "risky_content", f"{what} talks to a model instead of telling something"
        if channel != "user" and risk(text, orders(settings.governing.instructions)) > 0:
            yield "instruction_shaped", f"{what} has the form of an order, and no user said it"
    for number, delta in enumerate(case.policy.deltas):
        if isinstance(delta, AddMemory | FrameDelta):
            words = normal_form(delta.text)
            if words in texts:
                yield "repeated_text", f"delta {number} says the same as another of this policy"
            texts.add(words)
            yield from _repeated(case, number, words)


@lru_cache(maxsize=16)
def orders(patterns: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    """Return the patterns of orders with a weight, as `core.impact.risk` takes them."""
    return tuple((pattern, 1.0) for pattern in patterns)


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
    situation, moved = case.situation, set[int]()
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
            if target.memory in moved:
                yield "moved_twice", f"delta {number} moves a memory that another delta moves"
            moved.add(target.memory)
            state = _state(target, situation.now)
            allowed = situation.settings.governing.transitions.get(delta.operation, ())
            if state not in allowed:
                yield (
                    "bad_transition",
                    f"delta {number}: a memory that is {state} can't be "
                    f"{_MOVES[delta.operation]}; only one that is {' or '.join(allowed)}",
                )


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
    """Judge whether a user or an allowed tool said everything that the deltas rest on."""
    situation = case.situation
    for number, delta in enumerate(case.policy.deltas):
        quotes = case.supporters(number)
        silent = sorted({q.event.channel for q in quotes if not may_ground(q.event, situation)})
        if not quotes:
            yield "ungrounded_delta", f"no grounded claim speaks for delta {number}"
        elif silent:
            yield (
                "channel_cannot_ground",
                f"delta {number} rests on {', '.join(silent)}: quote only what a user or an "
                "allowed tool said",
            )
        elif not _concerns(case, number, delta):
            yield (
                "unrelated_claim",
                f"nothing that delta {number} quotes speaks of the memory: quote what does, or "
                "commit it as `user` with the actor who asks for it",
            )
    if any(event.event in situation.quarantined for event in grounds_of(case.policy, situation)):
        yield "quarantined", "it quotes what waits for a review, or was rejected in one"
    yield from _revived(case)


def _concerns(case: Case, number: int, delta: AnyDelta) -> bool:
    """Tell whether a claim speaks of what a delta would move, or its owner asks for it."""
    situation = case.situation
    if not isinstance(delta, SuppressMemory | RestoreMemory | SupersedeMemory):
        return True
    target = situation.targets.get(delta.memory)
    asked = situation.actor is not None and proposer_of(case) in ("user", "admin")
    if target is None or asked:
        return True  # an unknown memory is told by another validator
    slots = {
        (s.entity, s.attribute) for s in situation.statements
        if s.claim == target.claim or (target.claim is None and s.memory == target.memory)
    }  # fmt: skip
    ends = {(one.claim, one.belief) for one in situation.ended}
    words = gist(target.text or "").terms
    words = words.difference(situation.settings.governing.faint) or words
    return any(
        (c, target.claim) in ends
        or (situation.about[c] in slots if slots and c in situation.about
            else not words.isdisjoint(gist(spot.text).terms))
        for c in case.covers[number] if (spot := case.spots[c]) is not None
    )  # fmt: skip


def _revived(case: Case) -> Findings:
    """Judge whether words or facts of a memory that was put away would come back by another way."""
    restored = {delta.memory for delta in case.policy.deltas if isinstance(delta, RestoreMemory)}
    away = [one for one in case.situation.away if one.id not in restored]
    for number, delta in enumerate(case.policy.deltas):
        if isinstance(delta, AddMemory | FrameDelta):
            home = case.homes[number]
            spots = case.supporters(number) if home is None else (home,)
            if any(one.id in delta.sources or any(_tells(one, s) for s in spots) for one in away):
                yield "put_away", f"delta {number} says again what was put away: restore that"
    for number, (claim, spot) in enumerate(
        zip(case.policy.grounded_claims, case.spots, strict=True)
    ):
        if claim.predicate and spot is not None and any(_tells(one, spot) for one in away):
            yield "put_away", f"claim {number} rests on what was put away: restore that"


def _tells(life: Life, place: Place) -> bool:
    """Tell whether a memory holds some of the words at a place."""
    text, words = place.event.text or "", life.text or ""
    if not words or life.event != place.event.event:
        return False
    at = text.find(words)
    if at >= 0:
        return place.meets(Place(place.event, at, at + len(words)))
    return normal_form(words) in (normal_form(text), normal_form(place.text))


def index(case: Case) -> Findings:
    """Judge, once it is written, whether what was added is found by its own words."""
    for number in case.situation.unfound:
        yield "not_findable", f"the memory of delta {number} is not found by its own words"
