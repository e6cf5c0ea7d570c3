"""Check what a ledger tells those who decide what to record: by attribute, value and memory."""

from pathlib import Path
from typing import Any

import pytest

from neuromem_graph.testing.ledger_builders import (
    NAMESPACE,
    fact,
    lifecycle,
    loose,
    support,
    turn,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import EvidenceType
from neuromem_graph.types.batch import Group
from neuromem_graph.types.drafts import Close, EvidenceDraft

OTHER = ("acme", "bob")


class DecidingSuite(LedgerCase):
    """Behaviours of the reads that an ingest makes before it writes."""

    def test_slots_are_chosen_by_attribute(self, tmp_path: Path) -> None:
        """With attributes only their slots are told, with all that is believed in them."""
        with self.opened(tmp_path) as ledger:
            ann = _told(ledger)["entity"]
            add(ledger, fact("b", "tea", attribute="drink", entity=ann))
            add(ledger, fact("c", "Bonn", subject="Bob"))
            with ledger.reader() as reader:
                every = reader.slots_of(NAMESPACE, [ann])
                one = reader.slots_of(NAMESPACE, [ann], ["drink", "city of birth"])
                none = reader.slots_of(NAMESPACE, [ann], [])

            assert [slot.attribute for slot in every] == ["city", "drink"]
            assert (one, none) == (every[1:], ())
            assert one[0].beliefs[0].value == "tea"

    def test_slots_are_counted(self, tmp_path: Path) -> None:
        """`about` counts the slots of an entity at its moment; of an unknown one there are none."""
        with self.opened(tmp_path) as ledger:
            ann = _told(ledger)["entity"]
            then = head(ledger).seq
            add(ledger, fact("b", "tea", attribute="drink", entity=ann))
            counts = []
            for as_of in (0, then, None):
                with ledger.reader(as_of) as reader:
                    counts.append(reader.about(NAMESPACE, [ann, 999]))
            with ledger.reader() as reader:
                assert reader.about(OTHER, [ann]) == {ann: 0}

            assert counts == [{ann: n, 999: 0} for n in (0, 1, 2)]

    @pytest.mark.parametrize("kind", ["supersede", "expire"])
    def test_statements_of_a_memory_are_open_until_closed(
        self, tmp_path: Path, kind: EvidenceType
    ) -> None:
        """A claim that evidence closed is no open unit of its memory, from that moment on."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            memory, claim, then = said.stored[1].seq, said.stored[-1].seq, head(ledger).seq
            add(ledger, _against(claim, kind, said.event), _against(claim, kind, claim))

            assert _units(ledger, memory, then) == {memory: 1}
            assert _units(ledger, memory) == {memory: 0}

    def test_other_evidence_closes_nothing(self, tmp_path: Path) -> None:
        """Support and the like leave a statement open."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            memory, claim = said.stored[1].seq, said.stored[-1].seq
            add(ledger, support("s", claim), _against(claim, "contradict", said.event))

            assert _units(ledger, memory) == {memory: 1}

    def test_units_without_claims_are_open(self, tmp_path: Path) -> None:
        """A memory of no claim, or whose claim opened nothing, has all its units in any state."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            memory = said.stored[1].seq
            add(ledger, lifecycle(memory, "suppressed"))
            (again,) = add(ledger, fact("b", "Rome", effect="none"))
            other = again.stored[1].seq

            assert _units(ledger, memory) == {memory: 1}
            assert _units(ledger, other) == {other: 1}
            assert _units(ledger, memory, 0) == {}
            with ledger.reader() as reader:
                assert reader.open_units(OTHER, [memory]) == {}

    def test_a_value_is_found_after_its_correction(self, tmp_path: Path) -> None:
        """Every value ever told of a slot keeps its candidate, the oldest if it has several."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            known: dict[str, Any] = {"entity": said.stored[2].seq, "slot": said.stored[3].seq}
            rome, then = said.stored[4].seq, head(ledger).seq
            closing = [Close(claim=said.stored[-1].seq, wrong=True)]
            (new,) = add(ledger, fact("b", "Oslo", effect="correct", closes=closing, **known))
            add(ledger, fact("c", "Rome", **known))
            slot, oslo = known["slot"], new.stored[2].seq
            with ledger.reader() as reader:
                assert reader.candidates(NAMESPACE, [slot, 999]) == {
                    (slot, "rome"): rome, (slot, "oslo"): oslo,
                }  # fmt: skip
                assert reader.candidates(OTHER, [slot]) == {}
            with ledger.reader(then) as reader:
                assert reader.candidates(NAMESPACE, [slot]) == {(slot, "rome"): rome}

    def test_an_erased_value_is_no_candidate(self, tmp_path: Path) -> None:
        """A candidate whose content was erased can't be found by it."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            ledger.erase([said.event or 0], "test")
            with ledger.reader() as reader:
                assert reader.candidates(NAMESPACE, [said.stored[3].seq]) == {}


def _told(ledger: CompleteLedger) -> dict[str, int]:
    (said,) = add(ledger, fact("a", "Rome"))
    return {"entity": said.stored[2].seq, "slot": said.stored[3].seq}


def _against(claim: int, kind: EvidenceType, source: int | None) -> Group:
    return loose(EvidenceDraft(type=kind, source=source or 0, target=claim, weight=1.0))


def _units(ledger: CompleteLedger, memory: int, as_of: int | None = None) -> dict[int, int]:
    with ledger.reader(as_of) as reader:
        return dict(reader.open_units(NAMESPACE, [memory]))
