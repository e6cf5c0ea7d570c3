"""Plan what the claims of one batch do to entities and slots, each seeing the ones before it.

The stored view is the prior; what this batch itself decides is laid over it, so that "I live in
Berlin. No, Porto." is settled before anything is written. Pure: nothing is read here.
"""

from typing import NamedTuple

from neuromem_graph.core import worldview
from neuromem_graph.core.text import normal_form
from neuromem_graph.core.worldview import Outcome, Statement
from neuromem_graph.types.base import Basis, Cardinality, Polarity, to_micros
from neuromem_graph.types.drafts import CandidateDraft, CandidatePayload, Close, Ref
from neuromem_graph.types.ingest import Claim, Subject, Turn, View
from neuromem_graph.types.ledger import BeliefRow, SlotRow


def opens(outcome: Outcome, grounded: bool) -> bool:
    """Tell whether a claim opens a believed interval: a weak source that agrees does not."""
    return outcome.effect != "none" and (grounded or outcome.effect != "support")


def is_fact(claim: Claim) -> bool:
    """Tell whether a claim says something about a slot."""
    return claim.predicate is not None and claim.polarity != "hypothetical"


def is_supposed(claim: Claim) -> bool:
    """Tell whether a claim only supposes something about a slot."""
    return claim.predicate is not None and claim.polarity == "hypothetical" and bool(claim.value)


class Slot(NamedTuple):
    """Hold a slot as the batch sees it; `ref` is None until it is planned."""

    ref: Ref | None
    cardinality: Cardinality
    beliefs: tuple[BeliefRow, ...] = ()
    struck: tuple[BeliefRow, ...] = ()  # off the record


class Prospect(NamedTuple):
    """Hold what one claim would do."""

    entity: Ref | None  # None: to be created
    slot: Slot
    candidate: Ref | None  # None: to be created
    value_key: str
    outcome: Outcome
    means: tuple[Ref, ...] = ()  # the claims whose place it takes
    denied: Ref | None = None  # the candidate of the value that it denies; None: to be created


class Overlay:
    """Lay this batch's own entities and beliefs over the view it was resolved with."""

    def __init__(self, view: View) -> None:
        self._slots: dict[tuple[Ref, str], Slot] = {}
        self._entities: dict[int, Ref] = {}  # provisional number -> planned draft
        self._about: dict[Ref, int] = dict(view.about)
        self._candidates = dict(view.candidates)
        for row in view.slots:
            if row.attribute is not None:
                self._slots[row.entity, row.attribute] = _slot(row)

    def entity(self, subject: Subject) -> Ref | None:
        """Return the entity a subject means, if it exists or was planned in this batch."""
        if subject.entity is not None and subject.entity > 0:
            return subject.entity
        return None if subject.entity is None else self._entities.get(subject.entity)

    def about(self, subject: Subject) -> int:
        """Return how many slots a subject has."""
        entity = self.entity(subject)
        return 0 if entity is None else self._about.get(entity, 0)

    def prospect(
        self, claim: Claim, subject: Subject, turn: Turn, grounded: bool,
        means: tuple[Ref, ...] = (),
    ) -> Prospect:  # fmt: skip
        """Work out what a claim would do now, in the place of the claims that it means."""
        entity = self.entity(subject)
        fresh = Slot(None, claim.cardinality or "multi")
        slot = fresh if entity is None else self._slots.get((entity, str(claim.predicate)), fresh)
        said = statement(claim, turn, grounded, slot.cardinality)._replace(means=means)
        candidate, denied = (self._candidate(slot, key) for key in (said.value_key, said.denies))
        outcome = worldview.decide(slot.beliefs, said, slot.struck)
        return Prospect(entity, slot, candidate, said.value_key, outcome, means, denied)

    def _candidate(self, slot: Slot, key: str) -> Ref | None:
        there = (*slot.beliefs, *slot.struck)
        same = (b.candidate for b in there if b.value_key == key and b.slot == slot.ref)
        return next(same, self._candidates.get(f"{slot.ref}:{key}"))

    def slot(self, entity: Ref, attribute: str, stored: SlotRow) -> Slot:
        """Return a slot as the batch sees it: as it is stored, unless something was told of it."""
        return self._slots.get((entity, attribute)) or _slot(stored)

    def learn_entity(self, provisional: int, ref: Ref) -> None:
        """Remember an entity planned in this batch."""
        self._entities[provisional] = ref

    @property
    def planned(self) -> dict[int, Ref]:
        """Return the entities planned so far, by provisional number."""
        return dict(self._entities)

    def learn(self, entity: Ref, attribute: str, slot: Slot) -> None:
        """Remember a slot as it is after a claim."""
        known = self._slots.get((entity, attribute))
        if slot.beliefs and not (known and known.beliefs):
            self._about[entity] = self._about.get(entity, 0) + 1
        self._slots[entity, attribute] = slot


def statement(claim: Claim, turn: Turn, grounded: bool, cardinality: Cardinality) -> Statement:
    """Return what a claim says about its slot, its times in microseconds."""
    at = to_micros(turn.at)
    start = at if claim.valid_from is None else to_micros(claim.valid_from)
    end = stated_to(claim)
    if end is not None and claim.valid_from is None:
        start = min(start, end)  # "until May": it held before it was said
    key = normal_form(claim.value) if claim.value else ""
    basis: Basis = "observed" if claim.valid_from is None else "stated"
    polarity: Polarity = "retracted" if claim.update == "end" else claim.polarity
    return Statement(key, polarity, claim.update, start, end, at, basis, grounded, cardinality,
                     denies=normal_form(claim.denies or ""))  # fmt: skip


def after(slot: Slot, outcome: Outcome) -> Slot:
    """Return a slot with the beliefs moved, off the record and back."""
    moved = {close.claim: close for close in outcome.closes}
    wrong = {close.claim for close in outcome.closes if close.wrong}
    back = {close.claim for close in outcome.closes if not close.wrong}
    held = [b for b in slot.beliefs if b.claim not in wrong]
    held += [b for b in slot.struck if b.claim in back]
    off = [b for b in slot.struck if b.claim not in back]
    off += [b for b in slot.beliefs if b.claim in wrong]
    rows = tuple(_moved(b, moved[b.claim]) if b.claim in back else b for b in held)
    return slot._replace(beliefs=rows, struck=tuple(off))


def along(slot: Slot, added: BeliefRow, *, wrong: bool = False) -> Slot:
    """Return a slot with what a claim opened; off the record at once if it is wrong."""
    if wrong:
        return slot._replace(struck=(*slot.struck, added))
    return slot._replace(beliefs=(*slot.beliefs, added))


def _moved(row: BeliefRow, close: Close) -> BeliefRow:
    start = row.valid_from if close.valid_from is None else close.valid_from
    return row.model_copy(update={"valid_from": start, "valid_to": close.valid_to})


def belief(
    claim: Claim, prospect: Prospect, refs: tuple[Ref, Ref, Ref], memory: Ref | None,
    source: tuple[Ref, Turn, bool],
) -> BeliefRow:  # fmt: skip
    """Return the believed interval that a planned claim opens.

    Args:
        claim: the claim.
        prospect: what it does.
        refs: of the claim, its slot and its candidate.
        memory: the memory it stands in.
        source: the event, its turn, and whether it grounds.
    """
    outcome = prospect.outcome
    event, turn, grounded = source
    return BeliefRow(
        claim=refs[0], claim_id="", slot=refs[1], candidate=refs[2], value=claim.value,
        value_key=prospect.value_key,
        polarity="retracted" if claim.update == "end" else claim.polarity,
        commitment="validated" if grounded else "candidate",
        basis="observed" if claim.valid_from is None else "stated",
        valid_from=outcome.valid_from, valid_to=outcome.valid_to, event=event,
        memory=memory, memory_units=1, support=1,
        channel=turn.channel, said_at=to_micros(turn.at), speaker=turn.speaker,
        stated_to=stated_to(claim), corrects=claim.update == "correction",
        means=prospect.means, denies=normal_form(claim.denies or "") or None,
        cardinality=prospect.slot.cardinality,
    )  # fmt: skip


def denial(claim: Claim, prospect: Prospect, slot: Ref, event: Ref) -> Ref | CandidateDraft | None:
    """Return the candidate that a claim says never was so, or its draft."""
    if not claim.denies or prospect.denied is not None:
        return prospect.denied if claim.denies else None
    payload = CandidatePayload(value=claim.denies, key=normal_form(claim.denies))
    return CandidateDraft(origin=(event,), slot=slot, payload=payload)


def stated_to(claim: Claim) -> int | None:
    """Return where a claim ends by its own words, in microseconds."""
    return None if claim.valid_to is None else to_micros(claim.valid_to)


def _slot(row: SlotRow) -> Slot:
    return Slot(row.slot, row.cardinality, row.beliefs, row.struck)
