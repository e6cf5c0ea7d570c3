"""Make the drafts of an approved policy: the policy first, then its effects.

Pure. Every draft names the events it was derived from, so that erasing them takes it along.
"""

from typing import Any, NamedTuple

from neuromem_graph.core.asides import asides
from neuromem_graph.core.edges import family_of
from neuromem_graph.core.facts import Decided, FactPlanner
from neuromem_graph.core.governance import Case, Place, begins
from neuromem_graph.core.lifecycle import Step, bring_back
from neuromem_graph.core.policy_facts import BELIEVE, Facts, is_told
from neuromem_graph.core.policy_records import approve, evidence_of
from neuromem_graph.core.privacy import is_private
from neuromem_graph.core.text import clean, normal_form
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.drafts import (
    ClaimDraft,
    ClaimPayload,
    Close,
    Draft,
    EvidenceDraft,
    LifecycleDraft,
    MemoryDraft,
    MemoryPayload,
    Ref,
)
from neuromem_graph.types.edges import EventRow, StatementRow
from neuromem_graph.types.policies import (
    AddMemory,
    EdgeDelta,
    FrameDelta,
    NewMemory,
    RestoreMemory,
    SupersedeMemory,
    SuppressMemory,
)
from neuromem_graph.types.spans import Teller

_REASON = "policy"  # of lifecycle records


class Plan(NamedTuple):
    """Hold what to append and what the result will tell."""

    drafts: tuple[Draft, ...]
    memories: tuple[tuple[int, Ref, str], ...] = ()  # delta, draft, text
    supported: tuple[Ref, ...] = ()  # memories that said the same already
    changed: tuple[Ref, ...] = ()  # memories whose state moved


def plan(case: Case, facts: Facts, decided: Decided) -> Plan:
    """Plan an approved policy.

    Args:
        case: the policy, and what it means.
        facts: the claims of it that say something about a slot.
        decided: these, resolved.
    """
    return _Planner(case, facts, decided).plan()


class _Planner:
    """Number the drafts of one policy, each effect after what it needs."""

    def __init__(self, case: Case, facts: Facts, decided: Decided) -> None:
        self.case, self.facts, self.decided = case, facts, decided
        self.policy, self.situation = case.policy, case.situation
        self.planner = FactPlanner(decided, case.situation.settings)
        for memory, teller in case.situation.tellers.items():
            self.planner.tellers.setdefault(memory, teller)
        self.version = case.situation.settings.version
        self.origin = evidence_of(case)
        self.named = dict[str, Ref]()
        self.told = dict[int, Ref]()  # claim -> memory that tells it
        self.made = list[tuple[int, Ref, str]]()
        self.supported, self.changed = list[Ref](), list[Ref]()

    def plan(self) -> Plan:
        self.planner.add(approve(self.case))
        for number, delta in enumerate(self.policy.deltas):
            if isinstance(delta, AddMemory | FrameDelta):
                self._remember(number, delta)
        for position, number in enumerate(self.facts.claims):
            if not is_told(position, self.facts, self.decided):
                turn = self.facts.extraction.claims[position].turn
                event = self.facts.events[turn].event
                self.planner.claim(position, BELIEVE, event, self.told.get(number))
        for number, delta in enumerate(self.policy.deltas):
            if isinstance(delta, SupersedeMemory):
                self._supersede(number, delta)
            elif isinstance(delta, SuppressMemory | RestoreMemory):
                self._move(number, delta)
            elif isinstance(delta, EdgeDelta):
                self._connect(number, delta)
        drafts = tuple(self.planner.drafts)
        moved = [d.memory for d in drafts if isinstance(d, LifecycleDraft)]
        changed = tuple(dict.fromkeys(moved))
        return Plan(drafts, tuple(self.made), tuple(dict.fromkeys(self.supported)), changed)

    # ------------------------------------------------------------------ new memories

    def _remember(self, number: int, delta: NewMemory) -> None:
        home = self.case.homes[number]
        known = self._known(normal_form(delta.text))
        if known is not None:
            memory, said = known
            if home is not None:  # words of its own say nothing that could support it
                self.supported.append(memory)
                self._support(memory, home, said)
        elif home is not None:
            memory = self._quoted(number, delta, home)
            self.made.append((number, memory, home.text))
        else:
            memory = self._derived(delta)
            self.made.append((number, memory, clean(delta.text)))
        if delta.name is not None:
            self.named[f"#{delta.name}"] = memory
        if home is not None:
            self.told |= dict.fromkeys(set(self.case.covers[number]) - self.told.keys(), memory)

    def _known(self, key: str) -> tuple[Ref, set[int]] | None:
        """Return the memory of some words that is active, or will be, and the events behind it."""
        known = self.situation.repetitions.get(key)
        if known is not None:
            return known.memory, {event for event, *_ in known.said}
        restored = {d.memory for d in self.policy.deltas if isinstance(d, RestoreMemory)}
        same = (a for a in self.situation.away if normal_form(a.text or "") == key)
        life = next((one for one in same if one.id in restored), None)
        return None if life is None else (life.memory, {life.event})

    def _support(self, memory: Ref, home: Place, said: set[int]) -> None:
        """Draft support for a memory of the same words, from an event that is new to it."""
        event = home.event.event
        if event not in said:
            self.planner.add(EvidenceDraft(origin=(event,), on=(memory,), type="support",
                                           source=event, target=memory))  # fmt: skip

    def _quoted(self, number: int, delta: NewMemory, home: Place) -> Ref:
        facts = set(self.facts.claims) & set(self.case.covers[number]) - self.told.keys()
        units = max(1, len(facts) + self._asides(facts, home))
        labels = tuple(clean(word) for word in delta.keywords)
        ref = self.planner.add(
            MemoryDraft(
                origin=(home.event.event,), event=home.event.event, memory_kind=delta.kind,
                commitment=delta.commitment, start=home.start, end=home.end, units=units,
                settings=self.version, payload=MemoryPayload(keywords=labels) if labels else None,
                **self._holds(delta, home.event),
            )
        )  # fmt: skip
        self.planner.tellers[ref] = self._teller(units, delta, home.event)
        return ref

    def _asides(self, numbers: set[int], home: Place) -> int:
        """Count what a memory tells beside facts of it, by their places in the policy."""
        at = [place for place, number in enumerate(self.facts.claims) if number in numbers]
        claims = [self.facts.extraction.claims[place] for place in at]
        claims = [c for c in claims if self.facts.events[c.turn].event == home.event.event]
        found = asides(self.facts.turns.turns[claims[0].turn].text, claims) if claims else ()
        return sum(home.start <= start < home.end for start in found)

    def _derived(self, delta: NewMemory) -> Ref:
        """Draft a memory in its own words; a private source makes it as private as it is."""
        rows = [row for row in map(self.situation.event_of, delta.sources) if row is not None]
        rows.sort(key=lambda row: (not is_private(row), row.event))
        origin = tuple(dict.fromkeys(row.event for row in rows))
        latest = max(rows, key=lambda row: row.happened_at)
        words = MemoryPayload(text=clean(delta.text), keywords=tuple(map(clean, delta.keywords)))
        ref = self.planner.add(
            MemoryDraft(
                origin=origin, event=rows[0].event, memory_kind=delta.kind, start=0, end=0,
                commitment=delta.commitment, units=1, settings=self.version, payload=words,
                **self._holds(delta, latest),
            )
        )  # fmt: skip
        self.planner.tellers[ref] = self._teller(1, delta, latest)
        targets = (self.situation.targets.get(source) for source in delta.sources)
        for end in dict.fromkeys(t.endpoint for t in targets if t is not None):
            self.planner.add(EvidenceDraft(origin=origin, type="derive", source=ref, target=end,
                                           family="logic", relation="derived_from"))  # fmt: skip
        return ref

    def _holds(self, delta: NewMemory, event: EventRow) -> dict[str, Any]:
        """Return the interval a memory holds, and when it expires."""
        start = event.happened_at if delta.valid_from is None else to_micros(delta.valid_from)
        end = None if delta.valid_to is None else to_micros(delta.valid_to)
        expires = None if delta.expires_at is None else to_micros(delta.expires_at)
        start = start if end is None else min(start, end)
        return {"valid_from": start, "valid_to": end, "expires_at": expires}

    def _teller(self, units: int, delta: NewMemory, event: EventRow) -> Teller:
        holds = self._holds(delta, event)
        return Teller(units, "active", holds["valid_from"], holds["valid_to"])

    # ------------------------------------------------------------------ edges

    def _end(self, name: str) -> Ref:
        target = self.situation.targets.get(name)
        return self.named[name] if target is None else target.endpoint

    def _events(self, number: int) -> tuple[Ref, ...]:
        quotes = self.case.supporters(number)
        return tuple(dict.fromkeys(q.event.event for q in quotes)) or self.origin

    def _connect(self, number: int, delta: EdgeDelta) -> None:
        self.planner.add(
            EvidenceDraft(
                origin=self._events(number), type=delta.type, source=self._end(delta.source),
                target=self._end(delta.target), weight=round(delta.weight, 6),
                family=family_of(delta.relation), relation=delta.relation, settings=self.version,
            )
        )  # fmt: skip

    # ------------------------------------------------------------------ lives

    def _move(self, number: int, delta: SuppressMemory | RestoreMemory) -> None:
        for life in self.situation.lives[delta.memory]:
            step: Step | str = Step("forgotten", "inhibit", "suppressed", "")
            if isinstance(delta, RestoreMemory):
                left = self.situation.open_units.get(life.memory, 1)
                step = bring_back(life, left, self.situation.now)
            if isinstance(step, str):
                continue
            out = life.covered and isinstance(delta, RestoreMemory)
            origin = self._events(number)
            ref = self.planner.add(LifecycleDraft(
                origin=origin, memory=life.memory, state=step.state, reason=_REASON,
                into=life.memory if out else None, importance=step.importance,
                expires_at=step.expires_at, settings=self.version,
            ))  # fmt: skip
            self.planner.add(EvidenceDraft(origin=origin, type=step.evidence, source=ref,
                                           target=life.memory))  # fmt: skip

    def _supersede(self, number: int, delta: SupersedeMemory) -> None:
        target = self.situation.targets[delta.memory]
        at, by = begins(number, delta, self.case), self._by(number, delta)
        quotes = self.case.supporters(number)
        for one in self.situation.statements:
            wanted = one.claim == target.claim if target.claim else one.memory == target.memory
            if wanted and (one.valid_to is None or one.valid_to > at):
                self._retract(one, at, quotes[0], stated=delta.at is not None)
        memory = target.memory
        if target.claim is not None or memory is None:
            return
        if not self._is_closed(memory):
            self.planner.add(LifecycleDraft(
                origin=self._events(number), memory=memory, state="superseded", reason=_REASON,
                valid_to=at, settings=self.version,
            ))  # fmt: skip
        if by is not None and by != memory:
            self.planner.add(EvidenceDraft(
                origin=self._events(number), type="supersede", source=by, target=memory,
                family="logic", relation="supersedes", settings=self.version,
            ))  # fmt: skip

    def _by(self, number: int, delta: SupersedeMemory) -> Ref | None:
        """Return what takes the place: as named, else the new memory that rests on the same."""
        if delta.by is not None:
            return self._end(delta.by)
        told = (self.told.get(claim) for claim in self.case.covers[number])
        return next((memory for memory in told if memory is not None), None)

    def _is_closed(self, memory: Ref) -> bool:
        return any(
            isinstance(d, LifecycleDraft) and d.memory == memory and d.state == "superseded"
            for d in self.planner.drafts
        )

    def _retract(self, one: StatementRow, at: int, quote: Place, *, stated: bool) -> None:
        """Draft the end of a belief, unless a claim of the policy ended it; count its memory down.

        The draft repeats nothing of what it ends, which can be erased without it.
        """
        closed = (c.claim for d in self.planner.drafts if isinstance(d, ClaimDraft)
                  for c in d.closes)  # fmt: skip
        if one.claim in closed:
            return
        origin, end = (quote.event.event,), max(at, one.valid_from)
        ref = self.planner.add(
            ClaimDraft(
                origin=origin, event=quote.event.event, memory=None, entity=one.entity,
                slot=one.slot, candidate=one.candidate, claim_kind="fact", polarity="retracted",
                effect="retract", commitment="validated", valid_from=end, settings=self.version,
                basis="stated" if stated else "observed",
                closes=(Close(claim=one.claim, valid_to=end),),
                payload=ClaimPayload(subject="", predicate="", value="", start=quote.start,
                                     end=quote.end),
            )
        )  # fmt: skip
        self.planner.add(EvidenceDraft(origin=origin, type="supersede", source=ref,
                                       target=one.claim, moment=end, family="logic",
                                       relation="supersedes"))  # fmt: skip
        teller = self.planner.tellers.get(one.memory)
        told = [s._replace(end=end) for s in (teller.sayings if teller else ())
                if s.claim == one.claim]  # fmt: skip
        self.planner.live(one.memory, told, quote.event.event, _REASON)
