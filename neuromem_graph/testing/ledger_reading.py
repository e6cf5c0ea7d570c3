"""Check what a ledger tells of the present and of every earlier moment."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph.errors import InvalidInput, InvalidTime
from neuromem_graph.testing.ledger_builders import (
    EVERYTHING,
    NAMESPACE,
    START,
    TickingClock,
    alias,
    fact,
    held,
    lifecycle,
    loose,
    observation,
    review,
    support,
    turn,
    view,
)
from neuromem_graph.testing.ledger_case import LedgerCase, add, believed, head
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.drafts import Close
from neuromem_graph.types.ledger import Gate

WORDS = ("a", "b", "c", "d", "city", "ann", "annie", "tea", "rome", "oslo", "citi")
LATER = START + timedelta(days=30)
MUCH_LATER = START + timedelta(days=60)


class ReadingSuite(LedgerCase):
    """Behaviours of `reader`."""

    def test_unknown_namespace_is_empty(self, tmp_path: Path) -> None:
        """A namespace that nothing was told about reads as empty, and reading makes no record."""
        with self.opened(tmp_path) as ledger:
            with ledger.reader() as reader:
                told = view(reader, NAMESPACE, WORDS)

            assert all(not told[name] for name in ("turns", "entities", "all_slots", "memories"))
            assert (told["postings"]["documents"], told["stats"].events) == (0, 0)
            assert head(ledger).seq == 0

    def test_every_earlier_moment_stays_readable(self, tmp_path: Path) -> None:
        """A reader at a sequence number or time tells what the head told then."""
        clock = TickingClock()
        told: list[tuple[int, Any, dict[str, Any]]] = []
        with self.opened(tmp_path, clock) as ledger:
            for groups in _a_story(ledger):
                add(ledger, *groups)
                with ledger.reader() as reader:
                    moment = reader.head.recorded_at
                    told.append((reader.head.seq, moment, view(reader, NAMESPACE, WORDS)))
            for seq, moment, answers in told:
                moments = (seq, moment, moment + timedelta(milliseconds=999))
                for as_of in moments:
                    assert _view_at(ledger, as_of) == (seq, answers)

    def test_before_the_first_record_is_nothing(self, tmp_path: Path) -> None:
        """Sequence 0 and a time before the first record read as an empty ledger."""
        with self.opened(tmp_path) as ledger:
            with ledger.reader() as reader:
                empty = view(reader, NAMESPACE, WORDS)
            add(ledger, fact("a", "Rome"))
            for as_of in (0, START - timedelta(microseconds=1)):
                with ledger.reader(as_of) as reader:
                    assert view(reader, NAMESPACE, WORDS) == empty

    @pytest.mark.parametrize("as_of", [-1, 10**6])
    def test_moment_outside_the_ledger_is_refused(self, tmp_path: Path, as_of: int) -> None:
        """A sequence number below 0 or beyond the head raises `InvalidInput`."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            with pytest.raises(InvalidInput), ledger.reader(as_of):
                pass

    def test_naive_moment_is_refused(self, tmp_path: Path) -> None:
        """A datetime without a time zone raises `InvalidTime`."""
        with self.opened(tmp_path) as ledger, pytest.raises(InvalidTime):
            with ledger.reader(START.replace(tzinfo=None)):
                pass

    def test_reader_keeps_its_moment(self, tmp_path: Path) -> None:
        """What is appended while a reader is open does not show in it."""
        with self.opened(tmp_path) as ledger:
            add(ledger, fact("a", "Rome"))
            with ledger.reader() as reader:
                before = view(reader, NAMESPACE, WORDS)
                add(ledger, fact("b", "Oslo"), turn("c", "tea"))
                assert view(reader, NAMESPACE, WORDS) == before

    def test_change_ends_the_old_interval(self, tmp_path: Path) -> None:
        """A change closes the old value where the new begins, and the earlier view stays."""
        with self.opened(tmp_path) as ledger:
            known, claim = _first(ledger)
            then = head(ledger).seq
            closing = [Close(claim=claim, valid_to=to_micros(LATER))]
            add(ledger, fact("b", "Oslo", at=LATER, effect="change", closes=closing, **known))
            start, later = to_micros(START), to_micros(LATER)

            assert _now(ledger) == [("Rome", start, later), ("Oslo", later, None)]
            assert _now(ledger, then) == [("Rome", start, None)]

    def test_correction_ends_the_record_not_the_world(self, tmp_path: Path) -> None:
        """A correction removes the wrong value and takes its interval; the earlier view stays."""
        with self.opened(tmp_path) as ledger:
            known, claim = _first(ledger)
            then = head(ledger).seq
            closing = [Close(claim=claim, wrong=True)]
            add(ledger, fact("b", "Oslo", effect="correct", closes=closing, **known))

            assert _now(ledger) == [("Oslo", to_micros(START), None)]
            assert _now(ledger, then) == [("Rome", to_micros(START), None)]

    def test_retraction_is_a_moment(self, tmp_path: Path) -> None:
        """A retraction closes the value and leaves a mark without duration where it ended."""
        with self.opened(tmp_path) as ledger:
            known, claim = _first(ledger)
            closing = [Close(claim=claim, valid_to=to_micros(LATER))]
            add(ledger, fact("b", "Rome", effect="retract", polarity="retracted",
                             at=LATER, until=LATER, closes=closing, **known))  # fmt: skip
            start, later = to_micros(START), to_micros(LATER)

            assert _now(ledger) == [("Rome", start, later), ("Rome", later, later)]

    @pytest.mark.parametrize(("effect", "count"), [("none", 0), ("support", 1), ("contradict", 1)])
    def test_effect_decides_what_is_believed(self, tmp_path: Path, effect: Any, count: int) -> None:
        """A claim without an effect opens no interval."""
        with self.opened(tmp_path) as ledger:
            add(ledger, fact("a", "Rome", effect=effect))

            assert len(_now(ledger)) == count

    def test_closing_twice_keeps_the_last(self, tmp_path: Path) -> None:
        """An interval that was closed can be closed elsewhere by a later claim."""
        with self.opened(tmp_path) as ledger:
            known, claim = _first(ledger)
            for key, value, at in (("b", "Oslo", MUCH_LATER), ("c", "Bonn", LATER)):
                closing = [Close(claim=claim, valid_to=to_micros(at))]
                add(ledger, fact(key, value, at=at, effect="change", closes=closing, **known))

            assert _now(ledger)[0] == ("Rome", to_micros(START), to_micros(LATER))

    def test_support_is_counted_by_events(self, tmp_path: Path) -> None:
        """Support adds distinct events behind a claim, from the moment it was given."""
        with self.opened(tmp_path) as ledger:
            known, claim = _first(ledger)
            then = head(ledger).seq
            add(ledger, support("b", claim), support("c", claim))
            counts = []
            for as_of in (then, None):
                with ledger.reader(as_of) as reader:
                    (slot,) = reader.slots_of(NAMESPACE, [known["entity"]])
                    counts.append(slot.beliefs[0].support)

            assert counts == [1, 3]

    def test_lifecycle_makes_a_version(self, tmp_path: Path) -> None:
        """A state ends the version before it, shows in gates and counts, and the past stays."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            memory = said.stored[1].seq
            then = head(ledger).seq
            add(ledger, lifecycle(memory, "suppressed"))
            gate = Gate(valid_at=to_micros(START))
            for as_of, state, is_open in ((None, "suppressed", False), (then, "active", True)):
                with ledger.reader(as_of) as reader:
                    assert reader.memories(NAMESPACE, [memory])[0].state == state
                    assert reader.stats(NAMESPACE).memories == {state: 1}
                    assert reader.places(NAMESPACE, [memory], gate).open == (is_open,)

    def test_gate_looks_at_valid_time(self, tmp_path: Path) -> None:
        """A memory is open from its start, half-open, and closed gates keep the statistics."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea", at=LATER))
            answers = []
            for at in (LATER - timedelta(microseconds=1), LATER):
                with ledger.reader() as reader:
                    found = reader.postings(NAMESPACE, ["tea"])
                    gate = Gate(valid_at=to_micros(at))
                    placed = reader.places(NAMESPACE, [said.stored[1].seq], gate)
                answers.append((found.documents, len(found.lists[0].rows), placed.open))

            assert answers == [(1, 1, (False,)), (1, 1, (True,))]

    def test_gate_looks_at_kind_channel_and_thread(self, tmp_path: Path) -> None:
        """Kinds, channels and a thread each shut out what is not of them."""
        with self.opened(tmp_path) as ledger:
            said = add(
                ledger, turn("a", "tea", thread="t1"), turn("b", "tea", channel="tool", thread="t2")
            )
            memories = [one.stored[1].seq for one in said]
            open_ = []
            gates: list[dict[str, Any]] = [
                {"kinds": ("fact",)}, {"channels": ("tool",)}, {"thread": "t1"}, {"thread": "x"},
            ]  # fmt: skip
            for fields in gates:
                gate = EVERYTHING.model_copy(update=fields)
                with ledger.reader() as reader:
                    open_.append(reader.places(NAMESPACE, memories, gate).open)

            assert open_ == [(False, False), (False, True), (True, False), (False, False)]

    def test_same_words_are_found_again(self, tmp_path: Path) -> None:
        """`repeats` names the oldest memory that says the same."""
        with self.opened(tmp_path) as ledger:
            first, _ = add(ledger, turn("a", "tea"), turn("b", "tea"))
            with ledger.reader() as reader:
                (found,) = reader.repeats(NAMESPACE, ["tea"]).values()

            assert (found.memory, found.event) == (first.stored[1].seq, first.event)

    def test_alias_finds_the_entity(self, tmp_path: Path) -> None:
        """An entity is found by each of its names from the moment the name was given."""
        with self.opened(tmp_path) as ledger:
            known, _ = _first(ledger)
            then = head(ledger).seq
            add(ledger, loose(alias(known["entity"], "Annie")))
            with ledger.reader() as reader:
                rows = reader.entities(NAMESPACE, ["ann", "annie"])
            with ledger.reader(then) as reader:
                assert reader.entities(NAMESPACE, ["annie"]) == ()

            assert [(row.entity, row.name) for row in rows] == [
                (known["entity"], "Ann"), (known["entity"], "Annie"),
            ]  # fmt: skip

    def test_held_item_waits_until_reviewed(self, tmp_path: Path) -> None:
        """A held item is listed until its review, keeps its claim, and the past stays."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("b", "tea"))
            before = head(ledger).seq
            (waiting,) = add(ledger, held("a", {"value": None, "n": [1]}))
            then = head(ledger).seq
            item = waiting.stored[1]
            add(ledger, review(item.seq))
            told = []
            for as_of in (before, then, None):
                with ledger.reader(as_of) as reader:
                    rows, found = reader.held(NAMESPACE), reader.held_item(NAMESPACE, item.id or "")
                    told.append((len(rows), found is not None and found[1], found is not None))

            assert told == [(0, False, False), (1, False, True), (0, True, True)]
            assert found is not None
            assert found[0].claim == {"value": None, "n": [1]}


def _view_at(ledger: Any, as_of: Any) -> tuple[int, dict[str, Any]]:
    with ledger.reader(as_of) as reader:
        return reader.head.seq, view(reader, NAMESPACE, WORDS)


def _first(ledger: Any) -> tuple[dict[str, Any], int]:
    """Tell that Ann lives in Rome; return her entity and slot, and the claim."""
    (said,) = add(ledger, fact("a", "Rome"))
    return {"entity": said.stored[2].seq, "slot": said.stored[3].seq}, said.stored[-1].seq


def _now(ledger: Any, as_of: int | None = None) -> list[tuple[str | None, int, int | None]]:
    with ledger.reader(as_of) as reader:
        return believed(reader.all_slots(NAMESPACE))


def _a_story(ledger: Any) -> Any:
    """Give one append after the other that uses every kind of record."""
    yield (observation("o", "tea"),)
    yield (turn("o", "tea", thread="t"), turn("d", "tea", thread="t", step="deferred"))
    yield (fact("a", "Rome"),)
    with ledger.reader() as reader:
        (slot,) = reader.all_slots(NAMESPACE)
    known: dict[str, Any] = {"entity": slot.entity, "slot": slot.slot}
    claim = slot.beliefs[0].claim
    closing = [Close(claim=claim, valid_to=to_micros(LATER))]
    yield (fact("b", "Oslo", at=LATER, effect="change", closes=closing, **known),)
    yield (support("s", claim, on=(claim,)), loose(alias(slot.entity, "Annie")))
    yield (fact("c", "Bonn", effect="correct", closes=[Close(claim=claim, wrong=True)], **known),)
    yield (lifecycle(slot.beliefs[0].memory or 0, "superseded"), held("h", {"value": "x"}))
    with ledger.reader() as reader:
        (waiting,) = reader.held(NAMESPACE)
    yield (review(waiting.held), turn("e", "tea", thread="t"))
