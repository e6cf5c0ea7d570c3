"""Plan what the claims of one batch do to entities and slots, each seeing the ones before it.

The stored view is the prior; what this batch itself decides is laid over it, so that "I live in
Berlin. No, Porto." is settled before anything is written. Pure: nothing is read here.
"""

from typing import NamedTuple

from neuromem_graph.core import worldview
from neuromem_graph.core.text import normal_form
from neuromem_graph.core.worldview import Outcome, Statement
from neuromem_graph.types.base import Channel, to_micros
from neuromem_graph.types.drafts import Ref
from neuromem_graph.types.ingest import Claim, Subject, Turn, View
from neuromem_graph.types.ledger import BeliefRow, SlotRow


class Slot(NamedTuple):
    """Hold a slot as the batch sees it; `ref` is None until it is planned."""

    ref: Ref | None
    single: bool
    beliefs: tuple[BeliefRow, ...] = ()


class Prospect(NamedTuple):
    """Hold what one claim would do."""

    entity: Ref | None  # None: to be created
    slot: Slot
    candidate: Ref | None  # None: to be created
    value_key: str
    outcome: Outcome


class Overlay:
    """Lay this batch's own entities and beliefs over the view it was resolved with."""

    def __init__(self, view: View) -> None:
        self._slots: dict[tuple[Ref, str], Slot] = {}
        self._entities: dict[int, Ref] = {}  # provisional number -> planned draft
        self._about: dict[Ref, int] = {}
        for row in view.slots:
            if row.attribute is not None:
                self._slots[row.entity, row.attribute] = _slot(row)
                self._about[row.entity] = self._about.get(row.entity, 0) + len(row.beliefs)

    def entity(self, subject: Subject) -> Ref | None:
        """Return the entity a subject means, if it exists or was planned in this batch."""
        if subject.entity is not None and subject.entity > 0:
            return subject.entity
        return None if subject.entity is None else self._entities.get(subject.entity)

    def about(self, subject: Subject) -> int:
        """Return how many beliefs are held about a subject."""
        entity = self.entity(subject)
        return 0 if entity is None else self._about.get(entity, 0)

    def prospect(self, claim: Claim, subject: Subject, turn: Turn, grounded: bool) -> Prospect:
        """Work out what a claim would do now."""
        entity = self.entity(subject)
        fresh = Slot(None, claim.single)
        slot = fresh if entity is None else self._slots.get((entity, str(claim.predicate)), fresh)
        said = statement(claim, turn, grounded, slot.single)
        same = [b for b in slot.beliefs if b.value_key == said.value_key]
        candidate = same[0].candidate if same else None
        outcome = worldview.decide(slot.beliefs, said)
        return Prospect(entity, slot, candidate, said.value_key or "", outcome)

    def learn_entity(self, provisional: int, ref: Ref) -> None:
        """Remember an entity planned in this batch."""
        self._entities[provisional] = ref

    @property
    def planned(self) -> dict[int, Ref]:
        """Return the entities planned so far, by provisional number."""
        return dict(self._entities)

    def learn(self, entity: Ref, attribute: str, slot: Slot, added: BeliefRow | None) -> None:
        """Remember a slot as it is after a claim."""
        beliefs = (*slot.beliefs, added) if added else slot.beliefs
        self._slots[entity, attribute] = slot._replace(beliefs=beliefs)
        self._about[entity] = self._about.get(entity, 0) + (1 if added else 0)


def statement(claim: Claim, turn: Turn, grounded: bool, single: bool) -> Statement:
    """Return what a claim says about its slot, its times in microseconds."""
    at = to_micros(turn.at)
    start = at if claim.valid_from is None else to_micros(claim.valid_from)
    end = None if claim.valid_to is None else to_micros(claim.valid_to)
    if end is not None and claim.valid_from is None:
        start = min(start, end)  # "until May": it held before it was said
    key = normal_form(claim.value) if claim.value else None
    return Statement(key, claim.polarity, claim.update, start, end, at, grounded, single)


def after(slot: Slot, outcome: Outcome) -> Slot:
    """Return a slot with the closed beliefs closed."""
    closed = {close.claim: close for close in outcome.closes}
    beliefs = []
    for belief in slot.beliefs:
        close = closed.get(belief.claim)
        if close is None:
            beliefs.append(belief)
        elif not close.wrong:
            beliefs.append(belief.model_copy(update={"valid_to": close.valid_to}))
    return slot._replace(beliefs=tuple(beliefs))


def belief(
    claim: Claim, prospect: Prospect, refs: tuple[Ref, Ref, Ref], memory: tuple[Ref | None, int],
    source: tuple[Ref, Channel, bool],
) -> BeliefRow:  # fmt: skip
    """Return the believed interval that a planned claim opens.

    Args:
        claim: the claim.
        prospect: what it does.
        refs: of the claim, its slot and its candidate.
        memory: the memory it stands in and how many statements that holds.
        source: the event, its channel, and whether it grounds.
    """
    outcome = prospect.outcome
    event, channel, grounded = source
    return BeliefRow(
        claim=refs[0], claim_id="", slot=refs[1], candidate=refs[2], value=claim.value,
        value_key=prospect.value_key, polarity=claim.polarity,
        commitment="validated" if grounded else "candidate",
        basis="observed" if claim.valid_from is None else "stated",
        valid_from=outcome.valid_from, valid_to=outcome.valid_to, event=event,
        memory=memory[0], memory_units=memory[1], support=1, channel=channel,
    )  # fmt: skip


def _slot(row: SlotRow) -> Slot:
    return Slot(row.slot, row.single, row.beliefs)
