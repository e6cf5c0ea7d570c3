"""Check what a ledger tells of slots, their candidates and what happened to them."""

from pathlib import Path

from neuromem_graph.testing.ledger_builders import (
    NAMESPACE,
    START,
    alias,
    fact,
    lifecycle,
    loose,
    support,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.change_drafts import MergeDraft
from neuromem_graph.types.drafts import Close, EvidenceDraft
from neuromem_graph.types.worldview import ToldClaim

OTHER = ("acme", "bob")


class WorldviewSuite(LedgerCase):
    """Behaviours of the reads behind a worldview."""

    def test_slots_are_found_by_any_name(self, tmp_path: Path) -> None:
        """The slots of an entity are found by each of its names, at any moment."""
        with self.opened(tmp_path) as ledger:
            entity, slot = _told(ledger)
            then = head(ledger).seq
            add(ledger, loose(alias(entity, "Annie")))
            with ledger.reader() as reader:
                assert reader.worldview.named(NAMESPACE, ["annie", "nobody"]) == (slot,)
                assert reader.worldview.named(NAMESPACE, []) == ()
                assert reader.worldview.named(OTHER, ["ann"]) == ()
            with ledger.reader(then) as reader:
                assert reader.worldview.named(NAMESPACE, ["ann"]) == (slot,)
                assert reader.worldview.named(NAMESPACE, ["annie"]) == ()

    def test_slots_of_merged_entities_are_one(self, tmp_path: Path) -> None:
        """After a merge either name finds the slots of both, as one entity's; before, its own."""
        with self.opened(tmp_path) as ledger:
            ann, one = _told(ledger)
            (said,) = add(ledger, fact("b", "Oslo", subject="Anna"))
            anna, two, memory = (said.stored[at].seq for at in (2, 3, 1))
            then = head(ledger).seq
            add(ledger, loose(MergeDraft(entities=(anna,), into=ann)))
            with ledger.reader() as reader:
                found = [reader.worldview.named(NAMESPACE, [name]) for name in ("ann", "anna")]
                assert found == [(one, two)] * 2
                told = reader.worldview.slots(NAMESPACE, [one, two])
                assert [(s.entity, s.entity_name) for s in told] == [(ann, "Ann")] * 2
                assert reader.worldview.told_in(NAMESPACE, [memory]) == (one, two)
                assert reader.worldview.identified(NAMESPACE, told[0].id or "") == (one, two)
            with ledger.reader(then) as reader:
                assert reader.worldview.named(NAMESPACE, ["anna"]) == (two,)
                assert reader.worldview.told_in(NAMESPACE, [memory]) == (two,)

    def test_every_claim_is_told(self, tmp_path: Path) -> None:
        """A slot tells all claims: held, taken off the record, or without effect."""
        with self.opened(tmp_path) as ledger:
            entity, slot = _told(ledger)
            first = _claims(ledger, slot)[0].belief.claim
            wrong = [Close(claim=first, wrong=True)]
            known = {"entity": entity, "slot": slot}
            add(ledger, fact("b", "Oslo", effect="correct", closes=wrong, **known))  # type: ignore[arg-type]
            add(ledger, fact("c", "Bonn", effect="none", polarity="hypothetical", **known))  # type: ignore[arg-type]
            told = [(c.belief.value, c.opened, c.held) for c in _claims(ledger, slot)]

            assert told == [("Rome", True, False), ("Oslo", True, True), ("Bonn", False, False)]
            with ledger.reader(first) as reader:
                (then,) = reader.worldview.slots(NAMESPACE, [slot])
                assert [(c.belief.value, c.held) for c in then.claims] == [("Rome", True)]
            with ledger.reader() as reader:
                assert reader.worldview.slots(OTHER, [slot]) == ()

    def test_the_latest_first(self, tmp_path: Path) -> None:
        """Slots that hold something at a moment of the world, the one told about last first."""
        with self.opened(tmp_path) as ledger:
            entity, slot = _told(ledger)
            (said,) = add(ledger, fact("b", "tea", attribute="drink", entity=entity, until=START))
            (none,) = add(
                ledger, fact("c", "jazz", attribute="music", entity=entity, effect="none")
            )
            drink, music = said.stored[2].seq, none.stored[2].seq
            add(ledger, fact("d", "Bonn", entity=entity, slot=slot))
            with ledger.reader() as reader:
                latest = reader.worldview.latest
                assert latest(NAMESPACE, to_micros(START)) == (slot,)
                assert latest(NAMESPACE, to_micros(START) - 1) == ()
                assert latest(NAMESPACE, None, every=True) == (slot, music, drink)
                assert latest(OTHER, None, every=True) == ()

    def test_versions_tell_both_axes(self, tmp_path: Path) -> None:
        """Each version of a belief says between which records it was known so; erased: no value."""
        with self.opened(tmp_path) as ledger:
            entity, slot = _told(ledger)
            rome = _claims(ledger, slot)[0].belief
            ends = [Close(claim=rome.claim, valid_to=to_micros(START))]
            known = {"entity": entity, "slot": slot}
            add(ledger, fact("b", "Oslo", effect="change", closes=ends, **known))  # type: ignore[arg-type]
            oslo = _claims(ledger, slot)[1].belief
            then = head(ledger).seq
            (away,) = add(ledger, lifecycle(rome.memory or 0, "suppressed"))
            told = [(rome.claim, None, "active", rome.claim, oslo.claim),
                    (rome.claim, to_micros(START), "active", oslo.claim, None),
                    (oslo.claim, None, "active", oslo.claim, None)]  # fmt: skip
            assert _versions(ledger, slot, then) == told
            put = (rome.claim, to_micros(START), "suppressed", away.stored[0].seq, None)
            told[1] = (*told[1][:4], away.stored[0].seq)
            assert _versions(ledger, slot) == [*told[:2], put, told[2]]
            with ledger.reader() as reader:
                assert reader.worldview.versions(OTHER, [slot]) == ()
                found = reader.worldview.versions(NAMESPACE, [slot])
                assert all((v.gone_at is None) == (v.known_to is None) for v in found)
                assert found[0].known_at <= (found[0].gone_at or found[0].known_at)
            ledger.erase([rome.event], "test")
            with ledger.reader(then) as reader:
                found = reader.worldview.versions(NAMESPACE, [slot])
                assert [v.belief.value for v in found] == [None, None, "Oslo"]

    def test_evidence_names_the_events(self, tmp_path: Path) -> None:
        """The events behind a claim are named, oldest first, and those that were erased are not."""
        with self.opened(tmp_path) as ledger:
            _, slot = _told(ledger)
            claim = _claims(ledger, slot)[0].belief
            (again,) = add(
                ledger, support("s", claim.claim, on=(claim.claim, claim.candidate, slot))
            )
            with ledger.reader() as reader:
                both = reader.worldview.evidence(NAMESPACE, [claim.claim])
                assert [event for event, _ in both[claim.claim]] == [claim.event, again.event]
                assert reader.worldview.evidence(OTHER, [claim.claim]) == {}
            ledger.erase([again.event or 0], "test")
            with ledger.reader() as reader:
                left = reader.worldview.evidence(NAMESPACE, [claim.claim])
                assert [event for event, _ in left[claim.claim]] == [claim.event]

    def test_what_happened_is_told_in_order(self, tmp_path: Path) -> None:
        """What claims, contradictions and the lives of memories did to candidates is told."""
        with self.opened(tmp_path) as ledger:
            entity, slot = _told(ledger)
            first = _claims(ledger, slot)[0].belief
            closing = [Close(claim=first.claim, valid_to=to_micros(START))]
            add(ledger, fact("b", "Oslo", entity=entity, slot=slot, effect="change",
                             closes=closing))  # fmt: skip
            second = _claims(ledger, slot)[1].belief
            against = EvidenceDraft(type="contradict", source=second.claim, target=first.claim)
            add(ledger, loose(against), lifecycle(second.memory or 0, "suppressed"))
            add(ledger, lifecycle(second.memory or 0, "active"))
            with ledger.reader() as reader:
                events = reader.worldview.happened(NAMESPACE, [slot])
                assert [(e.value, e.type) for e in events] == [
                    ("Rome", "proposed"), ("Rome", "superseded"), ("Oslo", "changed"),
                    ("Rome", "contradicted"), ("Oslo", "suppressed"), ("Oslo", "restored"),
                ]  # fmt: skip
                assert reader.worldview.happened(OTHER, [slot]) == ()
            with ledger.reader(first.claim) as reader:
                assert len(reader.worldview.happened(NAMESPACE, [slot])) == 1

    def test_views_are_counted(self, tmp_path: Path) -> None:
        """What something was believed in counts, and suppressed memories are named."""
        with self.opened(tmp_path) as ledger:
            entity, slot = _told(ledger)
            add(ledger, fact("b", "x", attribute="y", entity=entity, effect="none"))
            memory = _claims(ledger, slot)[0].belief.memory or 0
            add(ledger, lifecycle(memory, "suppressed"))
            with ledger.reader() as reader:
                counts = reader.worldview.counts(NAMESPACE)
                public = reader.memories(NAMESPACE, [memory])[0].id
                assert (counts.slots, counts.candidates, counts.edges) == (1, 1, 0)
                assert (counts.suppressed, counts.seq) == ((public,), head(ledger).seq)
                assert reader.worldview.counts(OTHER).slots == 0

    def test_an_erased_slot_tells_nothing(self, tmp_path: Path) -> None:
        """Once the only event behind a slot is erased its content is absent at every moment."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            then, slot = head(ledger).seq, said.stored[3].seq
            ledger.erase([said.event or 0], "test")
            for moment in (then, None):
                with ledger.reader(moment) as reader:
                    assert reader.worldview.named(NAMESPACE, ["ann"]) == ()
                    assert reader.worldview.happened(NAMESPACE, [slot]) == ()
                    told = reader.worldview.slots(NAMESPACE, [slot])
                    assert [s for s in told if s.attribute or s.entity_name] == []


def _told(ledger: CompleteLedger) -> tuple[int, int]:
    """Tell that Ann's city is Rome; return her and the slot."""
    (said,) = add(ledger, fact("a", "Rome"))
    return said.stored[2].seq, said.stored[3].seq


def _claims(ledger: CompleteLedger, slot: int) -> tuple[ToldClaim, ...]:
    with ledger.reader() as reader:
        (found,) = reader.worldview.slots(NAMESPACE, [slot])
    return found.claims


def _versions(
    ledger: CompleteLedger, slot: int, as_of: int | None = None
) -> list[tuple[int, int | None, str, int, int | None]]:
    with ledger.reader(as_of) as reader:
        found = reader.worldview.versions(NAMESPACE, [slot])
    return [(v.belief.claim, v.belief.valid_to, v.belief.memory_state, v.known_from, v.known_to)
            for v in found]  # fmt: skip
