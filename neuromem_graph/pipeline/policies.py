"""Propose and commit policies: read, let validators judge, then write all or record a refusal."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from neuromem_graph.core import extraction, policy_facts, proposals, rules, validators
from neuromem_graph.core.facts import Decided
from neuromem_graph.core.governance import (
    Case,
    Situation,
    case_of,
    grounds_of,
    ids_of,
    turn_of,
)
from neuromem_graph.core.lifecycle import is_away
from neuromem_graph.core.policy_facts import Facts
from neuromem_graph.core.policy_plan import Plan, plan
from neuromem_graph.core.policy_records import refuse
from neuromem_graph.core.privacy import may_touch
from neuromem_graph.core.text import index_tokens, normal_form
from neuromem_graph.core.validators import Finding
from neuromem_graph.errors import InvalidInput, MemoryGraphError
from neuromem_graph.pipeline import clearing, ingest, vectors, wordings
from neuromem_graph.pipeline.tainted_sources import tainted_turns
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace, to_micros
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import ClaimDraft
from neuromem_graph.types.edges import EventRow
from neuromem_graph.types.ingest import Decisions, Turns
from neuromem_graph.types.keeping import Life
from neuromem_graph.types.ledger import Appended
from neuromem_graph.types.policies import (
    AddMemory,
    FrameDelta,
    MemoryPolicy,
    PolicyResult,
    RestoreMemory,
    SuppressMemory,
)

_AFTER = validators.STACK[-1:]  # looks at what was written
_TERMS = 64  # of a memory that are searched for, to see that it is found


class _Unfindable(MemoryGraphError):
    """What was written is not found: the transaction is rolled back."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("a memory is not found by its own words")
        self.findings = findings


class Studied(NamedTuple):
    """Hold a policy with all that was read for it."""

    case: Case
    facts: Facts
    decided: Decided


def study(
    policy: MemoryPolicy, namespace: Namespace, resources: Resources, reader: Reader, *,
    actor: str | None = None,
) -> Studied:  # fmt: skip
    """Read what a policy names, and work out what its facts would do."""
    ids = ids_of(policy)
    targets = reader.edges.targets(namespace, ids)
    memories = sorted({t.memory for t in targets.values() if t.memory is not None})
    texts = [d.text for d in policy.deltas if isinstance(d, AddMemory | FrameDelta)]
    situation = Situation(
        namespace=namespace, now=to_micros(resources.clock()), settings=resources.settings,
        actor=actor, events=reader.edges.events(namespace, ids), targets=targets,
        behind=reader.edges.behind(namespace, sorted({t.event for t in targets.values()})),
        statements=reader.edges.statements(namespace, memories),
        repetitions=reader.edges.repetitions(namespace, [normal_form(text) for text in texts]),
        lives=_lives(policy, namespace, reader),
        open_units=reader.open_units(namespace, memories) if memories else {},
        tellers=reader.tellers(namespace, memories) if memories else {},
    )  # fmt: skip
    case = case_of(policy, _looked(policy, situation, reader))
    facts = policy_facts.facts_of(case)
    resolved = ingest.resolve_from(facts.turns, facts.extraction, resources, reader)
    assessed = ingest.assess(facts.turns, facts.extraction, resolved, resources)
    decided = Decided(facts.turns, facts.extraction, resolved, assessed, Decisions(decisions=()))
    ended, ambiguous = policy_facts.prospects(facts, decided, resources.settings)
    about = {number: (subject.entity, claim.predicate)
             for number, claim, subject in zip(facts.claims, facts.extraction.claims,
                                               resolved.subjects, strict=True)
             if subject is not None and subject.entity is not None and claim.predicate}  # fmt: skip
    situation = case.situation._replace(ended=ended, ambiguous=ambiguous, about=about)
    return Studied(case._replace(situation=situation), facts, decided)


def _lives(
    policy: MemoryPolicy, namespace: Namespace, reader: Reader
) -> dict[str, tuple[Life, ...]]:
    """Return what a policy puts away or brings back: a memory, in all its wordings."""
    back = {delta.memory for delta in policy.deltas if isinstance(delta, RestoreMemory)}
    away = {delta.memory for delta in policy.deltas if isinstance(delta, SuppressMemory)}
    found = dict[str, tuple[Life, ...]]()
    for life in reader.keeping.lives(namespace, sorted(back | away)):
        if life.id in back:
            found[life.id] = (life, *wordings.put_away_with(reader, namespace, life))
        else:
            one = wordings.seen(reader, namespace, life)
            found[life.id] = (one, *wordings.wordings(reader, namespace, one))
    return found


def _looked(policy: MemoryPolicy, situation: Situation, reader: Reader) -> Situation:
    """Look at what became of the events a policy rests on, and at whose words it would support."""
    space, events = situation.namespace, {row.event: row for row in grounds_of(policy, situation)}
    made = reader.keeping.made_of(space, sorted(events))
    quarantined = frozenset(
        event for event in events.keys() - {life.event for life in made}
        if any(one.route == "quarantine" for one in reader.edges.appraisals_of(space, event))
    )  # fmt: skip
    quarantined |= _tainted(events, {life.event for life in made}, space, reader)
    known = situation.repetitions.values()
    first = reader.edges.behind(space, sorted({row.event for row in known}))
    mine = {row.key: row for row in known
            if row.event in first and may_touch(first[row.event], situation)}  # fmt: skip
    away = [life for life in made if is_away(life.state, life.expires_at, situation.now)]
    away += _said_again(events, situation, reader)
    return situation._replace(away=tuple(away), quarantined=quarantined, repetitions=mine)


def _tainted(
    events: Mapping[int, EventRow], remembered: set[int], space: Namespace, reader: Reader
) -> frozenset[int]:
    """Return the events of tainted sources; of the later ones those that no review accepted."""
    rows = [row for event, row in events.items() if event not in remembered]
    heard = Turns(namespace=space, turns=tuple(turn_of(row, space) for row in rows))
    later = {rows[place].event for place in tainted_turns(heard, reader)} if rows else set[int]()
    return reader.safety.tainted(space, sorted(events)) | later if events else frozenset()


def _said_again(events: Mapping[int, EventRow], situation: Situation, reader: Reader) -> list[Life]:
    """Return the memories that were put away and that these events supported, one per event."""
    space, now = situation.namespace, situation.now
    keys = [normal_form(row.text) for row in events.values() if row.text]
    same = [row.memory for row in reader.keeping.same_words(space, keys)
            if row.event not in events and is_away(row.state, row.expires_at, now)]  # fmt: skip
    rows = reader.memories(space, sorted(set(same))) if same else ()
    return [
        life.model_copy(update={"event": event})
        for life in reader.keeping.lives(space, [row.id for row in rows])
        for event in reader.keeping.behind(space, life.memory) if event in events
    ]  # fmt: skip


def commit(
    namespace: Namespace, given: MemoryPolicy | Mapping[str, Any], resources: Resources, *,
    actor: str | None = None,
) -> PolicyResult:  # fmt: skip
    """Commit a policy if every validator approves it; else record why not and change nothing.

    Args:
        namespace: where.
        given: the policy, or a dictionary with its fields.
        resources: what the stages may use.
        actor: on whose behalf, for what is private.

    Raises:
        InvalidInput: it is no policy, or the actor no text; nothing was written.
    """
    policy = clearing.policy(policy_of(given), resources)
    if not isinstance(actor, str | None):
        raise InvalidInput(f"actor={actor!r:.80} is not a name")
    attempt = _Attempt(policy, namespace, resources, actor)
    try:
        decided, _ = resources.ledger.append([attempt.decide, attempt.look])
    except _Unfindable as exc:
        findings = exc.findings
        (decided,) = resources.ledger.append([lambda reader: attempt.refuse(reader, findings)])
    return attempt.result(decided)


def policy_of(given: object) -> MemoryPolicy:
    """Return a policy as it is, or make it of a dictionary.

    Raises:
        InvalidInput: if it is neither, or a field is unknown or of the wrong type.
    """
    if isinstance(given, MemoryPolicy):  # it may have been copied with fields nobody checked
        return MemoryPolicy(**given.model_dump(warnings=False))
    if isinstance(given, Mapping) and all(isinstance(name, str) for name in given):
        return MemoryPolicy(**given)
    raise InvalidInput(f"{given!r:.80} is neither a MemoryPolicy nor a dictionary of its fields")


class _Attempt:
    """Hold what one commit found, between its two looks inside the transaction."""

    def __init__(
        self, policy: MemoryPolicy, namespace: Namespace, resources: Resources, actor: str | None
    ) -> None:
        self.policy, self.namespace, self.resources = policy, namespace, resources
        self.actor = actor
        self.findings: tuple[Finding, ...] = ()
        self.plan: Plan | None = None
        self.before = 0
        self.case: Case | None = None
        self.names: Mapping[int, str] = {}

    def decide(self, reader: Reader) -> Batch:
        """Judge the policy, and plan it or its refusal."""
        studied = study(self.policy, self.namespace, self.resources, reader, actor=self.actor)
        self.case, self.before, self.plan = studied.case, reader.seq, None
        self.findings = validators.validate(studied.case)
        if self.findings:
            return refuse(studied.case, self.findings)
        self.plan = plan(*studied)
        return Batch(namespace=self.namespace, groups=(Group(drafts=self.plan.drafts),))

    def look(self, reader: Reader) -> Batch:
        """See that every new memory is found by its words; roll all back if one is not."""
        if self.plan is not None and self.case is not None:
            unfound = tuple(
                delta for delta, ref, text in self.plan.memories
                if not reader.edges.found_by(self.namespace, self._seq(ref), _terms(text))
            )  # fmt: skip
            situation = self.case.situation._replace(unfound=unfound)
            findings = validators.validate(self.case._replace(situation=situation), _AFTER)
            if findings:
                raise _Unfindable(findings)
            moved = {self._seq(ref) for ref in (*self.plan.supported, *self.plan.changed)}
            rows = reader.memories(self.namespace, sorted(moved))
            self.names = {row.memory: row.id for row in rows}
        return Batch(namespace=self.namespace, groups=())

    def refuse(self, reader: Reader, findings: tuple[Finding, ...]) -> Batch:
        """Plan the refusal of what was rolled back."""
        studied = study(self.policy, self.namespace, self.resources, reader, actor=self.actor)
        self.findings, self.plan = findings, None
        return refuse(studied.case, findings)

    def _seq(self, ref: int) -> int:
        """Return the record of a draft: its namespace is there, so they follow without a gap."""
        return self.before - ref if ref < 0 else ref

    def result(self, appended: Appended) -> PolicyResult:
        """Tell what became of it."""
        stored = {one.seq: one.id for one in appended.groups[0].stored}
        public, seq = appended.groups[0].stored[0].id or "", appended.head.seq
        if self.plan is None:
            return PolicyResult(
                approved=False, seq=seq, id=public, codes=tuple(f.code for f in self.findings),
                messages=tuple(f.message for f in self.findings),
            )  # fmt: skip
        vectors.embed(list(dict.fromkeys(t for _, _, t in self.plan.memories)), self.resources)
        claims = [stored.get(self.before + place)
                  for place, draft in enumerate(self.plan.drafts, start=1)
                  if isinstance(draft, ClaimDraft) and draft.payload.predicate]  # fmt: skip
        return PolicyResult(
            approved=True, seq=seq, id=public,
            created=tuple(stored[self._seq(ref)] or "" for _, ref, _ in self.plan.memories),
            supported=self._ids(self.plan.supported), changed=self._ids(self.plan.changed),
            claims=tuple(one for one in claims if one),
        )  # fmt: skip

    def _ids(self, refs: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.names[seq] for ref in refs if (seq := self._seq(ref)) in self.names)


def _terms(text: str) -> list[str]:
    return sorted(set(index_tokens(text)))[:_TERMS]


def propose(turns: Turns, resources: Resources) -> MemoryPolicy:
    """Record the event of one turn, and propose what rules would make of it.

    Returns:
        A policy that is grounded in the event; a "noop" if there is no event (blank text).
    """
    receipt = ingest.observe(turns, resources)
    if not receipt.events:
        reason = ", ".join(turns.skipped) or "nothing was said"
        return MemoryPolicy(intent="noop", proposal_source="deterministic", reason=reason)
    settings, event = resources.settings, receipt.events[0].id
    found = extraction.ground(turns, rules.extract(turns), settings)
    policy = proposals.propose(event, turns.turns[0], found.claims, settings)
    with resources.ledger.reader() as reader:
        studied = study(policy, turns.namespace, resources, reader)
        while unsure := _unsure(studied.case.situation):
            policy = proposals.without_facts(policy, unsure)
            studied = study(policy, turns.namespace, resources, reader)
    known = {b.claim: b.claim_id for slot in studied.decided.resolution.view.slots
             for b in slot.beliefs}  # fmt: skip
    ended = {known[one.belief]: one.claim for one in studied.case.situation.ended
             if one.belief in known}  # fmt: skip
    return proposals.superseding(policy, ended)


def _unsure(situation: Situation) -> set[int]:
    """Return the claims that are no facts yet: ambiguous ones, and those a later one ends."""
    return {*situation.ambiguous, *(e.own for e in situation.ended if e.own is not None)}
