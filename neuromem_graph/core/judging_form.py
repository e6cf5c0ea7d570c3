"""Judge the form of a policy and what it rests on: schema, evidence, provenance, time."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from neuromem_graph.core.governance import (
    Case,
    Place,
    begins,
    ends_of,
    in_range,
    sources_of,
    turn_of,
    value_stands,
)
from neuromem_graph.core.quoting import doubts, is_whole, left_out, says_something, stands
from neuromem_graph.core.text import is_blank
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.edges import EventRow
from neuromem_graph.types.policies import (
    AddMemory,
    AnyDelta,
    FrameDelta,
    GroundedClaim,
    Intent,
    Operation,
    SupersedeMemory,
)

Findings = Iterator[tuple[str, str]]
"""Reason codes, each with what was wrong and what to do; ids and places, never personal text."""

MEANS: Mapping[Intent, tuple[Operation, ...]] = {
    "add": ("add", "frame"), "consolidate": ("frame", "associative", "logic"),
    "link": ("link", "associative", "logic"), "suppress": ("suppress",),
    "supersede": ("supersede",), "restore": ("restore",), "noop": (), "retrieve": (),
}  # fmt: skip
"""Which deltas an intent asks for: at least one of these; none at all where there are none."""


def schema(case: Case) -> Findings:
    """Judge whether a policy is well formed: its intent, its deltas, the names it uses."""
    policy, settings = case.policy, case.situation.settings
    wanted, does = MEANS.get(policy.intent), {delta.operation for delta in policy.deltas}
    if wanted and not does.intersection(wanted):
        yield "no_delta", f"intent {policy.intent} needs a delta of {', '.join(wanted)}"
    if wanted == () and does:
        yield "unexpected_delta", f"intent {policy.intent} changes nothing: take the deltas out"
    size = max(len(policy.deltas), len(policy.grounded_claims), len(policy.evidence_chain))
    if size > settings.governing.deltas:
        yield "too_many_deltas", f"{size} entries: {settings.governing.deltas} at most in one list"
    names = [d.name for d in policy.deltas if isinstance(d, AddMemory | FrameDelta) and d.name]
    if len(set(names)) < len(names):
        yield "name_twice", "two new memories bear the same name"
    for number, delta in enumerate(policy.deltas):
        yield from _shape(case, number, delta, names)
    for number, claim in enumerate(policy.grounded_claims):
        if claim.predicate is not None and not claim.value and claim.update != "end":
            yield "fact_without_value", f"claim {number} has a predicate but no value"


def _shape(case: Case, number: int, delta: AnyDelta, names: Sequence[str]) -> Findings:
    ends = ends_of(delta)
    if any(end.startswith("#") and end[1:] not in names for end in ends):
        yield "unknown_name", f"delta {number}: no new memory of the policy bears that name"
    if len(set(ends)) < len(ends):
        yield "same_ends", f"delta {number} connects something with itself"
    if any(c >= len(case.policy.grounded_claims) for c in delta.claims or ()):
        yield "unknown_claim", f"delta {number} names a grounded claim that is not there"
    if isinstance(delta, AddMemory | FrameDelta):
        most = case.situation.settings.limits.memory_characters
        if is_blank(delta.text) or any(map(is_blank, delta.keywords)):
            yield "blank_text", f"delta {number} says nothing"
        if len(delta.text) > most:
            yield "text_too_long", f"delta {number}: {len(delta.text)} characters, {most} at most"


def evidence(case: Case) -> Findings:
    """Judge whether all that is named as evidence is there, in this namespace, with its text."""
    policy, situation = case.policy, case.situation
    if policy.deltas and not policy.evidence_chain:
        yield "no_evidence", "name the events or memories this rests on in evidence_chain"
    named = [*policy.evidence_chain, *(claim.event for claim in policy.grounded_claims)]
    for delta in policy.deltas:
        named += sources_of(delta)
    for one in dict.fromkeys(named):
        event = situation.event_of(one)
        if event is None:
            yield "unknown_evidence", f"nothing is known under {one!r} in this namespace"
        elif event.text is None:
            yield "erased_evidence", f"what stood under {one!r} was erased"


def provenance(case: Case) -> Findings:
    """Judge whether what is quoted, and what shall be remembered, really stands there."""
    policy, situation = case.policy, case.situation
    chain = {e.event for e in map(situation.event_of, policy.evidence_chain) if e is not None}
    told = " ".join((situation.event_of(i) or _NOTHING).text or "" for i in policy.evidence_chain)
    for number, claim in enumerate(policy.grounded_claims):
        event, spot = situation.event_of(claim.event), case.spots[number]
        if event is None or event.text is None:
            continue
        if policy.evidence_chain and event.event not in chain:
            yield "outside_evidence", f"claim {number} quotes an event that is not in the evidence"
        if spot is None:
            yield "quote_not_found", f"the quote of claim {number} does not stand in its event"
        else:
            yield from _quoted(case, number, claim, spot)
        if claim.subject != "user" and not stands(claim.subject, told):
            yield "subject_not_in_evidence", f"no evidence names the subject of claim {number}"
    for number, delta in enumerate(policy.deltas):
        if isinstance(delta, AddMemory | FrameDelta):
            home = case.homes[number]
            yield from (
                _derived(case, number, delta) if home is None else _piece(case, number, home)
            )
        sources = [e.event for e in map(situation.event_of, sources_of(delta)) if e is not None]
        if not chain.issuperset(sources):
            yield "outside_evidence", f"delta {number} has a source that is not in the evidence"


_NOTHING = EventRow(
    event=0, id="", key=None, channel="user", speaker=None, thread=None, happened_at=0, text=None,
    metadata={},
)  # fmt: skip


_WHY: Mapping[str, str] = {
    "quote_asked": "asks so",
    "quote_negated": "says that it is not so",
    "quote_supposed": "only supposes so",
    "said_otherwise": "says so of somebody else, or otherwise",
}


def _quoted(case: Case, number: int, claim: GroundedClaim, spot: Place) -> Findings:
    """Judge whether a quote says something, and what the claim makes of it."""
    text = spot.event.text or ""
    if not is_whole(text, spot.start, spot.end):
        yield "quote_cut", f"the quote of claim {number} begins or ends inside a word"
    elif not says_something(text, *spot[1:], case.situation.settings.governing.quote):
        yield "quote_too_short", f"the quote of claim {number} says nothing: quote the sentence"
    if not value_stands(claim, spot):
        yield "value_not_in_quote", f"the value of claim {number} does not stand in its quote"
        return
    turn = turn_of(spot.event, case.situation.namespace)
    for code in doubts(claim, turn, spot.start, spot.end):
        yield code, f"claim {number} says that it is so; its sentence {_WHY[code]}"


def _piece(case: Case, number: int, home: Place) -> Findings:
    """Judge whether a memory is a piece of a sentence that says otherwise."""
    most = case.situation.settings.limits.memory_characters
    if left_out(home.event.text or "", home.start, home.end, most):
        yield (
            "out_of_context",
            f"the text of delta {number} is cut out of a sentence that asks, denies, supposes or "
            "quotes somebody: add the sentence",
        )


def _derived(case: Case, number: int, delta: AddMemory | FrameDelta) -> Findings:
    """Judge a memory in words of its own."""
    kinds = case.situation.settings.governing.derived_kinds
    named = [delta.event] if delta.event else case.policy.evidence_chain
    rows = [case.situation.event_of(one) for one in named]
    if not delta.text or any(row is None or row.text is None for row in rows):
        return  # unknown or erased evidence says so
    if delta.kind not in kinds or not delta.sources:
        yield (
            "text_not_in_evidence",
            f"the text of delta {number} stands in no event of the evidence: quote one, or make "
            f"it one of {', '.join(kinds)} with sources",
        )
    elif delta.commitment != "candidate":
        yield "derived_not_candidate", f"delta {number} is in its own words: only a candidate"


def temporal(case: Case) -> Findings:
    """Judge whether intervals run forward, within the calendar, and displace nothing newer."""
    policy = case.policy
    # That something ended at a moment is no interval.
    bounded = [(f"claim {n}", c.valid_from, None if _is_moment(c) else c.valid_to)
               for n, c in enumerate(policy.grounded_claims)]  # fmt: skip
    for number, delta in enumerate(policy.deltas):
        if isinstance(delta, AddMemory | FrameDelta):
            bounded.append((f"delta {number}", delta.valid_from, delta.valid_to))
            bounded.append((f"delta {number}", delta.expires_at, None))
            if _is_over(delta.expires_at, case.situation.now):
                yield "expired_already", f"delta {number} expires before it is added"
        if isinstance(delta, SupersedeMemory):
            bounded.append((f"delta {number}", delta.at, None))
    for what, start, end in bounded:
        if not (in_range(start) and in_range(end)):
            yield "time_out_of_range", f"{what}: times lie in the years 1 to 9999"
        elif start is not None and end is not None and start >= end:
            yield "interval_reversed", f"{what} ends before it begins"
    for number, delta in enumerate(policy.deltas):
        if isinstance(delta, SupersedeMemory) and in_range(delta.at):
            yield from _order(case, number, delta)


def _is_over(moment: datetime | None, now: int) -> bool:
    return moment is not None and in_range(moment) and to_micros(moment) <= now


def _is_moment(claim: GroundedClaim) -> bool:
    return claim.update == "end" and claim.valid_from == claim.valid_to


def _order(case: Case, number: int, delta: SupersedeMemory) -> Findings:
    target = case.situation.targets.get(delta.memory)
    if target is None:
        return
    told = [s.valid_from for s in case.situation.statements if s.claim == target.claim]
    since = told[0] if told else target.valid_from
    if since is not None and begins(number, delta, case) < since:
        yield (
            "supersedes_backwards",
            f"delta {number} would end {delta.memory!r} before it began: an older statement "
            "displaces nothing newer",
        )
