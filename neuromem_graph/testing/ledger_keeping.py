"""Check how a ledger is verified, rebuilt and erased from, and what it keeps beside the chain."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph.errors import NotFound
from neuromem_graph.testing.ledger_builders import (
    EVERYTHING,
    NAMESPACE,
    START,
    embedded,
    event,
    fact,
    group,
    held,
    lifecycle,
    memory,
    review,
    support,
    turn,
    view,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, believed, head
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.drafts import Close
from neuromem_graph.types.ledger import Head, entity_touch

WORDS = ("a", "b", "c", "h", "ann", "tea", "rome", "oslo", "citi")


class KeepingSuite(LedgerCase):
    """Behaviours of `verify`, `rebuild`, `erase` and `record_trace`."""

    def test_empty_ledger_verifies(self, tmp_path: Path) -> None:
        """A ledger without records is whole."""
        with self.opened(tmp_path) as ledger:
            assert ledger.verify(deep=True).ok
            assert ledger.verify().head == Head(seq=0, hash="0" * 64)

    def test_verify_finds_nothing_wrong(self, tmp_path: Path) -> None:
        """After any appends the chain, the payloads and every projection verify."""
        with self.opened(tmp_path) as ledger:
            _fill(ledger)
            report = ledger.verify(deep=True)

            assert (report.ok, report.problem, report.deep) == (True, None, True)
            assert (report.records, report.head) == (head(ledger).seq, head(ledger))

    def test_verify_compares_a_head_kept_elsewhere(self, tmp_path: Path) -> None:
        """Any earlier head is part of the ledger; another hash or a later one is named."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            earlier = head(ledger)
            add(ledger, turn("b", "tea"))
            wrong = earlier.model_copy(update={"hash": "f" * 64})
            ahead = earlier.model_copy(update={"seq": 99})

            assert ledger.verify(expected_head=earlier).ok
            for bad in (wrong, ahead):
                problem = ledger.verify(expected_head=bad).problem
                assert problem is not None
                assert (problem.code, problem.seq) == ("expected_head", bad.seq)

    def test_rebuild_changes_no_answer(self, tmp_path: Path) -> None:
        """After a rebuild every reader, at the head and at every earlier moment, tells the same."""
        with self.opened(tmp_path) as ledger:
            _fill(ledger)
            ledger.store_vectors("model", {"tea": [1.0]})
            before = _history(ledger)

            assert ledger.rebuild() == head(ledger).seq
            assert _history(ledger) == before
            assert add(ledger, fact("z", "Bonn"))[0].added
            assert ledger.verify(deep=True).ok

    def test_rebuild_keeps_vectors_and_traces(self, tmp_path: Path) -> None:
        """What is outside the fold survives a rebuild."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            ledger.store_vectors("model", {"tea": [1.0]})
            ledger.record_trace(NAMESPACE, "t", "{}", START)
            ledger.rebuild()
            with ledger.reader() as reader:
                assert len(embedded(reader, NAMESPACE, "model").memories) == 1
                assert reader.trace(NAMESPACE, "t") == "{}"

    def test_erased_content_is_gone_at_every_moment(self, tmp_path: Path) -> None:
        """What was erased with an event is told by no method at any moment; the chain verifies."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("secret", "Rome", subject="Zoe", thread="zoe"))
            add(ledger, held("held", {"value": "x"}), turn("b", "tea"))
            ledger.record_trace(NAMESPACE, "t", '"Zoe"', START)
            ledger.erase([said.event or 0], "test")
            with ledger.reader() as reader:
                assert reader.trace(NAMESPACE, "t") is None
            words, zoe = ("secret", "zoe", "rome", "tea", "Zoe city Rome."), entity_touch("zoe")
            for seq in range(head(ledger).seq + 1):
                with ledger.reader(seq) as reader:
                    told = view(reader, NAMESPACE, words)
                assert told.pop("touched")[zoe] == 0
                assert not {"rome", "zoe"} & told["windows"].keys()
                assert not {"secret", "Zoe", "zoe", "Rome"} & set(_texts(told))
            assert ledger.verify(deep=True).ok

    def test_erasing_takes_what_was_derived_from_it_alone(self, tmp_path: Path) -> None:
        """An entity, slot and value named only by the event are erased with it, and told so."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            erasure = ledger.erase([said.event or 0], "test")
            sealed = [one.seq for i, one in enumerate(said.stored) if i != 1]  # 1: a span, no words

            assert list(erasure.erased) == sealed
            assert erasure.tombstone == head(ledger).seq
            with ledger.reader() as reader:
                assert reader.entities(NAMESPACE, ["ann"]) == ()
                (slot,) = reader.all_slots(NAMESPACE)
                assert (slot.entity_name, slot.attribute, slot.beliefs[0].value) == (None,) * 3
                assert reader.turns(NAMESPACE, ["a"]) == {}

    def test_what_another_event_supports_survives(self, tmp_path: Path) -> None:
        """A record that a later event supports stays until that event is erased too."""
        with self.opened(tmp_path) as ledger:
            own = memory(event("a", "we drink tea"), text="Ann drinks tea", origin=(-1,))
            (said,) = add(ledger, group(event("a", "we drink tea"), own))
            kept = said.stored[1].seq
            (more,) = add(ledger, support("b", kept, on=(kept,)))
            texts = []
            for erased in (said.event, more.event):
                ledger.erase([erased or 0], "test")
                with ledger.reader() as reader:
                    texts.append(reader.memories(NAMESPACE, [kept])[0].text)

            assert texts == ["Ann drinks tea", None]
            assert ledger.verify(deep=True).ok

    def test_an_erased_claim_tells_no_value(self, tmp_path: Path) -> None:
        """Its interval and the key of its value stay; who names the value as well tells it."""
        with self.opened(tmp_path) as ledger:
            (old,) = add(ledger, fact("a", "Rome"))
            known: dict[str, Any] = {"entity": old.stored[2].seq, "slot": old.stored[3].seq}
            denial, rome = fact("b", "Rome", polarity="negated", **known), old.stored[4].seq
            claim = denial.drafts[-1].model_copy(update={"candidate": rome, "on": (rome,)})
            drafts = (*denial.drafts[:-2], claim)
            (new,) = add(ledger, denial.model_copy(update={"drafts": drafts}))
            ledger.erase([new.event or 0], "test")
            with ledger.reader() as reader:
                (slot,) = reader.all_slots(NAMESPACE)
                (told,) = reader.worldview.slots(NAMESPACE, [slot.slot])
                events = reader.worldview.happened(NAMESPACE, [slot.slot])
                named = reader.beliefs_about(NAMESPACE, ["ann"], EVERYTHING)
                counts = reader.worldview.counts(NAMESPACE)

            for rows in (
                slot.beliefs, [one.belief for one in told.claims], [one.belief for one in named],
            ):  # fmt: skip
                assert [(row.value, row.value_key, row.polarity) for row in rows] == [
                    ("Rome", "rome", "asserted"), (None, "rome", "negated"),
                ]  # fmt: skip
            assert [(one.value, one.seq) for one in events] == [("Rome", old.stored[-1].seq)]
            assert (counts.slots, counts.candidates) == (1, 1)

    def test_structure_outlives_content(self, tmp_path: Path) -> None:
        """Erasing a newer value does not revive the older one."""
        with self.opened(tmp_path) as ledger:
            (old,) = add(ledger, fact("a", "Rome"))
            known: dict[str, Any] = {"entity": old.stored[2].seq, "slot": old.stored[3].seq}
            closing = [Close(claim=old.stored[-1].seq, valid_to=to_micros(START) + 9)]
            (new,) = add(ledger, fact("b", "Oslo", effect="change", closes=closing, **known))
            ledger.erase([new.event or 0], "test")
            with ledger.reader() as reader:
                told = believed(reader.all_slots(NAMESPACE))

            start = to_micros(START)
            assert told == [("Rome", start, start + 9), (None, start, None)]

    def test_erasing_drops_the_traces_of_its_namespace(self, tmp_path: Path) -> None:
        """Explanations of the namespace are gone with what they may quote; others stay."""
        other = ("acme", "bob")
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            add(ledger, turn("a", "tea"), namespace=other)
            for name in (NAMESPACE, other):
                ledger.record_trace(name, "t", "{}", START)
            ledger.erase([said.event or 0], "test")
            with ledger.reader() as reader:
                assert [reader.trace(name, "t") for name in (NAMESPACE, other)] == [None, "{}"]

    def test_erasing_again_adds_nothing(self, tmp_path: Path) -> None:
        """Erasing what is erased, or has no content, adds no tombstone."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            ledger.erase([said.event or 0], "test")
            before = head(ledger)

            assert ledger.erase([said.event or 0], "test").erased == ()
            assert head(ledger) == before

    def test_erased_turn_can_be_told_again(self, tmp_path: Path) -> None:
        """After an erasure the same turn id is unknown, so telling it again adds it."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            ledger.erase([said.event or 0], "test")

            assert add(ledger, turn("a", "coffee"))[0].added
            assert ledger.verify(deep=True).ok

    @pytest.mark.parametrize("seq", [0, -1, 10**6])
    def test_erasing_the_unknown_is_refused(self, tmp_path: Path, seq: int) -> None:
        """A sequence number outside the ledger raises `NotFound`, and nothing is erased."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            before = head(ledger)
            with pytest.raises(NotFound):
                ledger.erase([said.event or 0, seq], "test")
            with ledger.reader() as reader:
                assert reader.turns(NAMESPACE, ["a"])["a"].text == "tea"

            assert head(ledger) == before

    def test_traces_are_bounded(self, tmp_path: Path) -> None:
        """The newest traces of a namespace are kept, up to the bound, and make no record."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            before = head(ledger)
            for n in range(self.traces_kept + 2):
                at = START + timedelta(minutes=n)
                ledger.record_trace(NAMESPACE, f"t{n}", f'{{"n":{n}}}', at)
            with ledger.reader() as reader:
                kept = [reader.trace(NAMESPACE, f"t{n}") for n in range(self.traces_kept + 2)]

            assert kept == [None, None, *(f'{{"n":{n + 2}}}' for n in range(self.traces_kept))]
            assert head(ledger) == before
            assert ledger.verify(deep=True).ok


def _fill(ledger: CompleteLedger) -> None:
    (old,) = add(ledger, fact("a", "Rome"))
    known: dict[str, Any] = {"entity": old.stored[2].seq, "slot": old.stored[3].seq}
    closing = [Close(claim=old.stored[-1].seq, valid_to=to_micros(START))]
    add(ledger, fact("b", "Oslo", effect="change", closes=closing, **known), turn("c", "tea"))
    add(ledger, lifecycle(old.stored[1].seq, "superseded"), support("s", old.stored[-1].seq))
    (waiting,) = add(ledger, held("h", {"value": "x"}))
    add(ledger, review(waiting.stored[1].seq), turn("d", "tea", thread="t"))
    add(ledger, turn("a", "rome"), namespace=("acme", "bob"))
    ledger.erase([waiting.event or 0], "test")


def _history(ledger: CompleteLedger) -> list[Any]:
    told = []
    for seq in range(head(ledger).seq + 1):
        with ledger.reader(seq) as reader:
            told += [view(reader, name, WORDS) for name in (NAMESPACE, ("acme", "bob"))]
    return told


def _texts(told: Any) -> list[str]:
    """Return every word of every text anywhere in a view."""
    return str(told).replace("'", " ").replace('"', " ").split()
