"""Plan what claims do: entities, slots, values, beliefs and the evidence between them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from neuromem_graph.core import beliefs, holding
from neuromem_graph.core.beliefs import Overlay, Prospect, is_fact, is_supposed, opens
from neuromem_graph.core.closing import closings
from neuromem_graph.core.holding import Waiting
from neuromem_graph.core.lifecycle import is_away
from neuromem_graph.core.lives import Chronicle
from neuromem_graph.core.names import OWN
from neuromem_graph.core.resolution import USER, told
from neuromem_graph.core.worldview import Outcome
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Channel, Effect, from_micros, to_micros
from neuromem_graph.types.drafts import (
    AliasDraft,
    CandidateDraft,
    CandidatePayload,
    ClaimDraft,
    ClaimPayload,
    EntityDraft,
    EntityPayload,
    EvidenceDraft,
    Ref,
    SlotDraft,
    SlotPayload,
)
from neuromem_graph.types.ingest import (
    Assessment,
    Choice,
    Claim,
    Decision,
    Decisions,
    Extraction,
    Resolution,
    Subject,
    Turn,
    Turns,
)
from neuromem_graph.types.ledger import Expected, entity_touch, slot_touch
from neuromem_graph.types.spans import Saying


class Note(NamedTuple):
    """Hold one line of the receipt before ids are known; `ref` names the draft whose id it gets."""

    what: Literal[
        "created", "supported", "superseded", "held", "quarantined", "deferred", "skipped"
    ]
    text: str
    reason: str
    turn: int
    ref: Ref | None = None
    effect: Effect | None = None
    choices: tuple[Choice, ...] = ()


class Decided(NamedTuple):
    """Hold all that planning looks at."""

    turns: Turns
    extraction: Extraction
    resolution: Resolution
    assessment: Assessment
    decisions: Decisions
    means: Mapping[int, tuple[Ref, ...]] = MappingProxyType({})  # claim -> whose place it takes


def grounds(turn: Turn, settings: Settings) -> bool:
    """Tell whether a turn may ground durable facts: by channel, and for tools by name."""
    return source_grounds(turn.channel, turn.speaker, settings)


def source_grounds(channel: Channel, speaker: str | None, settings: Settings) -> bool:
    """Tell whether what comes from a source may ground durable facts."""
    tools = settings.allowed_tools
    listed = channel != "tool" or tools is None or speaker in tools
    return channel in settings.grounding_channels and listed


BELIEVED = frozenset({"append_evidence", "propose_worldview_candidate", "sleep_priority"})
"""Routes whose facts are believed; the others leave a memory at most."""

HUMAN = "human"
"""The rule of a decision that a human made: it is not asked about again."""

UNREMEMBERED = frozenset({"ledger_only", "ask_clarification", "quarantine"})
"""Routes of claims of which nothing is put on record, not even what they suppose."""


class FactPlanner(Chronicle):
    """Number drafts across one batch and plan its claims, each seeing the ones before it."""

    def __init__(self, decided: Decided, settings: Settings) -> None:
        super().__init__(decided.resolution.view.tellers)
        self.decided, self.settings = decided, settings
        self.version = settings.version
        self.expected: Expected = {}
        self.notes: list[Note] = []
        self.claims_of: list[list[int]] = [[] for _ in decided.turns.turns]
        for position, claim in enumerate(decided.extraction.claims):
            self.claims_of[claim.turn].append(position)
        self._overlay = Overlay(decided.resolution.view)

    def claim(self, position: int, decision: Decision, event_ref: Ref, memory: Ref | None) -> None:
        """Plan one claim as its route says; it is held if its subject may be one of several."""
        claim = self.decided.extraction.claims[position]
        subject = self.decided.resolution.subjects[position]
        if subject is not None and is_supposed(claim):
            self._suppose(claim, subject, decision, (event_ref, memory))
        if subject is None or not is_fact(claim):
            return
        turn = self.decided.turns.turns[claim.turn]
        if decision.entity is not None or decision.new_entity:
            answered = -position - 1 if decision.new_entity else decision.entity
            spelled = subject.learned or (subject.asked and not decision.new_entity)
            known = {"entity": answered, "choices": (), "learned": spelled}
            subject = subject.model_copy(update=known)
        self.depend(claim, subject)
        why = holding.by_name(subject, decision)
        if why is None and decision.route in BELIEVED:
            grounded = grounds(turn, self.settings)
            means = self.decided.means.get(position, ())
            prospect = self._overlay.prospect(claim, subject, turn, grounded, means)
            if grounded and decision.rule != HUMAN:
                impacts = self.decided.assessment.impacts
                why = holding.by_dispute(claim, turn, prospect, impacts[position], self.settings)
            if why is None:
                self._believe(claim, subject, prospect, (event_ref, memory))
        if why is not None:
            self._hold(claim, subject, event_ref, why)

    def depend(self, claim: Claim, subject: Subject) -> None:
        """Expect that nothing moves by which a claim was read, and held or not: names, its slot."""
        touched = self.decided.resolution.view.touched
        names = [entity_touch(key) for key in (subject.key, subject.via or subject.key)]
        if subject.entity is not None and subject.entity > 0:
            names.append(slot_touch(subject.entity, str(claim.predicate)))
        self.expected |= {name: touched.get(name, 0) for name in names}

    def _suppose(
        self, claim: Claim, subject: Subject, decision: Decision, source: tuple[Ref, Ref | None]
    ) -> None:
        """Put on record what was only supposed of somebody known: it has no effect on beliefs."""
        if decision.route in UNREMEMBERED or len(subject.choices) > 1:
            return
        turn = self.decided.turns.turns[claim.turn]
        prospect = self._overlay.prospect(claim, subject, turn, grounds(turn, self.settings))
        self.depend(claim, subject)
        if prospect.entity is not None or claim.subject in (None, USER):
            self._believe(claim, subject, prospect, source)

    def _hold(self, claim: Claim, subject: Subject, event_ref: Ref, why: Waiting) -> None:
        turn = self.decided.turns.turns[claim.turn]
        ref = self.add(holding.draft(event_ref, why.reason, turn, claim))
        quote = turn.text[claim.start : claim.end]
        self.notes.append(Note("held", quote, why.told, claim.turn, ref, choices=subject.choices))

    def _believe(
        self, claim: Claim, subject: Subject, prospect: Prospect, source: tuple[Ref, Ref | None]
    ) -> None:
        turn, outcome = self.decided.turns.turns[claim.turn], prospect.outcome
        event_ref, memory = source
        entity = self._entity(subject, prospect, event_ref)
        slot = self._slot(claim, entity, prospect, event_ref)
        candidate = self._candidate(claim, slot, prospect, event_ref)
        denied = beliefs.denial(claim, prospect, slot, event_ref)
        denied = self.add(denied) if isinstance(denied, CandidateDraft) else denied
        grounded = grounds(turn, self.settings)
        on = (b.claim for b in outcome.touched if outcome.effect == "support")
        ref = self.add(
            ClaimDraft(
                origin=(event_ref,), on=(entity, slot, candidate, *on), event=event_ref,
                memory=memory, entity=entity, slot=slot, candidate=candidate, denies=denied,
                claim_kind=claim.kind, effect=outcome.effect, wrong=outcome.wrong,
                polarity="retracted" if claim.update == "end" else claim.polarity,
                commitment="validated" if grounded else "candidate",
                basis="observed" if claim.valid_from is None else "stated",
                valid_from=outcome.valid_from, valid_to=outcome.valid_to, closes=outcome.closes,
                stated_to=beliefs.stated_to(claim), corrects=claim.update == "correction",
                settings=self.version, means=prospect.means,
                payload=ClaimPayload(subject=subject.name, predicate=str(claim.predicate),
                                     value=claim.value or "", start=claim.start, end=claim.end),
            )
        )  # fmt: skip
        self._evidence(outcome, ref, event_ref)
        self._tell(claim, subject, prospect, ref)
        before = prospect.slot._replace(ref=slot)
        settled = beliefs.after(before, outcome)
        if outcome.wrong or opens(outcome, grounded):
            added = beliefs.belief(claim, prospect, (ref, slot, candidate), memory,
                                   (event_ref, turn, grounded))  # fmt: skip
            settled = beliefs.along(settled, added, wrong=outcome.wrong)
        self._overlay.learn(entity, str(claim.predicate), settled)
        self.follow(closings(before, settled), Saying(ref, candidate, to_micros(turn.at), None),
                    memory, event_ref, outcome.effect)  # fmt: skip

    def _entity(self, subject: Subject, prospect: Prospect, event_ref: Ref) -> Ref:
        named = EntityPayload(name=subject.name, key=subject.key)
        payload = EntityPayload(name=subject.called or subject.name, relation=subject.relation,
                                key=subject.called or subject.key)  # fmt: skip
        if prospect.entity is None:
            # The relation has a record of its own: who says the name again does not say that.
            ref = self.add(EntityDraft(origin=(event_ref,), type=subject.type, payload=named))
            self._related(ref, payload, event_ref)
            if subject.via is not None and subject.via.startswith(OWN):  # found by it alone
                own = named.model_copy(update={"key": subject.via})
                self.add(AliasDraft(origin=(event_ref,), entity=ref, payload=own))
            if subject.entity is not None:
                self._overlay.learn_entity(subject.entity, ref)
            return ref
        if subject.learned:
            spelled = subject.via is not None or subject.asked or subject.called is not None
            if subject.relation is None or spelled:
                self.add(AliasDraft(origin=(event_ref,), entity=prospect.entity, payload=named))
            self._related(prospect.entity, payload, event_ref)
        return prospect.entity

    def _related(self, entity: Ref, payload: EntityPayload, event_ref: Ref) -> None:
        if payload.relation is not None:
            self.add(AliasDraft(origin=(event_ref,), entity=entity, payload=payload))

    def _slot(self, claim: Claim, entity: Ref, prospect: Prospect, event_ref: Ref) -> Ref:
        if prospect.slot.ref is not None:
            return prospect.slot.ref
        payload = SlotPayload(attribute=str(claim.predicate))
        return self.add(
            SlotDraft(origin=(event_ref,), on=(entity,), entity=entity, payload=payload,
                      cardinality=prospect.slot.cardinality)
        )  # fmt: skip

    def _candidate(self, claim: Claim, slot: Ref, prospect: Prospect, event_ref: Ref) -> Ref:
        if prospect.candidate is not None:
            return prospect.candidate
        payload = CandidatePayload(value=claim.value or "", key=prospect.value_key)
        return self.add(CandidateDraft(origin=(event_ref,), slot=slot, payload=payload))

    def _evidence(self, outcome: Outcome, ref: Ref, event_ref: Ref) -> None:
        """Draft support for what is believed already, or that a weak source speaks against it."""
        for old in outcome.touched:
            if outcome.effect == "support":
                self.add(EvidenceDraft(origin=(event_ref,), type="support", source=event_ref,
                                       target=old.claim))  # fmt: skip
            elif outcome.effect == "contradict":
                self.add(EvidenceDraft(origin=(event_ref,), type="contradict", source=ref,
                                       family="logic", relation="contradicts",
                                       target=old.claim))  # fmt: skip

    def _tell(self, claim: Claim, subject: Subject, prospect: Prospect, ref: Ref) -> None:
        outcome, negation = prospect.outcome, "not " if claim.polarity == "negated" else ""
        who = f"{subject.name} ({subject.relation})" if subject.relation else subject.name
        line = f"{who} {claim.predicate}: {negation}{claim.value or ''}".rstrip(": ")
        effect, now = outcome.effect, self.decided.resolution.view.now
        away = [b for b in outcome.touched if is_away(b.memory_state, b.memory_expires_at, now)]
        touched = [b for b in outcome.touched if b not in away]  # of the others nothing is told
        when = self._planned_for(claim, outcome) if touched else ""
        if touched and effect in ("change", "correct", "retract"):
            old = ", ".join(dict.fromkeys(b.value or "(erased)" for b in touched))
            before = f"{who} {claim.predicate}: {old}"
            why = f"no longer so{when}" if effect == "retract" else f"{effect} by {line!r}"
            what: Literal["created", "superseded"] = "created" if when else "superseded"
            if effect == "retract" or not when:
                self.notes.append(Note(what, before, why, claim.turn, ref, effect))
        if outcome.wrong:
            why = "off the record: it was corrected already"
            self.notes.append(Note("superseded", line, why, claim.turn, ref, effect))
        if effect == "support" and (touched or not away):
            why = "believed already" + told(subject, new=False, twin=False)
            self.notes.append(Note("supported", line, why, claim.turn, ref, effect))
        elif effect == "support":
            why = "stated anew: what said so before was put away"
            self.notes.append(Note("created", line, why, claim.turn, ref, effect))
        elif effect not in ("retract", "none"):
            new = prospect.entity is None
            why = effect + when + told(subject, new=new, twin=self._bears_known_name(subject))
            near = subject.near if new else ()
            self.notes.append(Note("created", line, why, claim.turn, ref, effect, near))

    def _planned_for(self, claim: Claim, outcome: Outcome) -> str:
        """Say from when on a plan changes what holds until then; "" if it does so at once."""
        start, said_at = outcome.valid_from, to_micros(self.decided.turns.turns[claim.turn].at)
        planned = start > said_at and outcome.effect in ("change", "retract")
        return f" from {from_micros(start):%Y-%m-%d}" if planned else ""

    def _bears_known_name(self, subject: Subject) -> bool:
        """Tell whether somebody else is known by the same name, before or in this batch."""
        resolved = self.decided.resolution
        others = {e.entity for e in resolved.view.entities if e.key == subject.key}
        others |= {s.entity for s in resolved.subjects
                   if s and s.key == subject.key and s.entity in self._overlay.planned}  # fmt: skip
        return bool(others - {subject.entity, None})

    @property
    def planned(self) -> dict[int, Ref]:
        """Return the drafts of new entities, by provisional number."""
        return self._overlay.planned
