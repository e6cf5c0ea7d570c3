"""Check how a ledger appends: whole batches or nothing, in order, each turn once."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from neuromem_graph.errors import (
    IdempotencyConflict,
    InvalidInput,
    LedgerClosed,
    LedgerConflict,
)
from neuromem_graph.ports import Reader
from neuromem_graph.testing.ledger_builders import (
    NAMESPACE,
    START,
    TickingClock,
    batch,
    event,
    fact,
    group,
    observation,
    support,
    turn,
    view,
)
from neuromem_graph.testing.ledger_case import LedgerCase, add, head
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.ledger import entity_touch, slot_touch

OTHER = ("acme", "bob")
WORDS = ("a", "b", "c", "ann", "bob", "tea")


class AppendingSuite(LedgerCase):
    """Behaviours of `append`."""

    def test_sequence_has_no_gaps(self, tmp_path: Path) -> None:
        """The records of any appends are numbered 1, 2, 3, ... and the head is the last."""
        with self.opened(tmp_path) as ledger:
            seqs = []
            for n in range(5):
                for result in add(ledger, turn(f"a{n}", "tea"), fact(f"b{n}", "Rome")):
                    seqs += [stored.seq for stored in result.stored]

            assert seqs == list(range(2, head(ledger).seq + 1))  # 1 is the namespace
            assert ledger.verify().records == head(ledger).seq

    def test_identified_records_have_ids_of_their_own(self, tmp_path: Path) -> None:
        """No two records have the same public id."""
        with self.opened(tmp_path) as ledger:
            results = [add(ledger, fact(f"a{n}", "tea"))[0] for n in range(3)]
            ids = [stored.id for result in results for stored in result.stored if stored.id]

            assert len(ids) == len(set(ids)) == 3 * 4

    def test_recorded_time_never_decreases(self, tmp_path: Path) -> None:
        """When the clock goes back, what is recorded next has the time of the record before."""
        clock = TickingClock()
        with self.opened(tmp_path, clock) as ledger:
            add(ledger, turn("a", "tea"))
            clock.now = START - timedelta(days=400)
            add(ledger, turn("b", "tea"))
            with ledger.reader() as reader:
                times = [row.recorded_at for row in reader.memories(NAMESPACE, range(99))]

            assert times[0] == times[1]
            assert head(ledger).recorded_at == START
            assert ledger.verify().ok

    def test_appending_nothing_adds_nothing(self, tmp_path: Path) -> None:
        """No batches, and a batch without groups, leave the ledger as it is."""
        with self.opened(tmp_path) as ledger:
            assert ledger.append([]) == ()
            assert ledger.append([Batch(namespace=NAMESPACE, groups=())])[0].groups == ()
            assert head(ledger).seq == 0

    def test_same_turn_again_adds_nothing(self, tmp_path: Path) -> None:
        """A turn id known with the same digest adds no record, and names the event it has."""
        with self.opened(tmp_path) as ledger:
            (first,) = add(ledger, turn("a", "tea"))
            before = head(ledger)
            (again,) = add(ledger, turn("a", "tea"))

            assert (again.added, again.event, again.event_id, again.stored) == (
                False, first.event, first.event_id, (),
            )  # fmt: skip
            assert head(ledger) == before

    def test_same_turn_twice_in_one_batch_is_added_once(self, tmp_path: Path) -> None:
        """Of two equal groups in one batch only the first is added."""
        with self.opened(tmp_path) as ledger:
            first, again = add(ledger, turn("a", "tea"), turn("a", "tea"))

            assert (first.added, again.added) == (True, False)
            assert again.event == first.event

    def test_same_turn_with_other_content_is_refused(self, tmp_path: Path) -> None:
        """A turn id known with another digest raises, and nothing is written."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            before = head(ledger)
            with pytest.raises(IdempotencyConflict):
                add(ledger, turn("a", "coffee"))

            assert head(ledger) == before

    def test_same_turn_id_elsewhere_is_another_turn(self, tmp_path: Path) -> None:
        """Turn ids belong to their namespace."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            (other,) = add(ledger, turn("a", "coffee"), namespace=OTHER)

            assert other.added

    @pytest.mark.parametrize("step", ["observed", "held", "deferred"])
    def test_committing_what_was_only_observed(self, tmp_path: Path, step: str) -> None:
        """A turn not yet committed gets its memories and a step, and no second event."""
        with self.opened(tmp_path) as ledger:
            (seen,) = add(ledger, observation("a", "tea", step=step))
            before = head(ledger).seq
            (done,) = add(ledger, turn("a", "tea"))
            with ledger.reader() as reader:
                state = reader.turns(NAMESPACE, ["a"])["a"]
                stats = reader.stats(NAMESPACE)
                (memory,) = reader.memories(NAMESPACE, range(99))

            assert (done.added, done.event, done.event_id) == (True, seen.event, seen.event_id)
            assert (head(ledger).seq - before, state.step, state.text) == (2, "committed", "tea")
            assert (stats.events, stats.deferred) == (1, 0)
            assert (memory.event, memory.text) == (seen.event, "tea")

    def test_steps_do_not_go_back(self, tmp_path: Path) -> None:
        """Observing a committed turn adds nothing."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            (again,) = add(ledger, observation("a", "tea"))
            with ledger.reader() as reader:
                assert reader.turns(NAMESPACE, ["a"])["a"].step == "committed"

            assert not again.added

    def test_conflict_in_a_later_group_leaves_nothing(self, tmp_path: Path) -> None:
        """When the last of several groups conflicts, none of the batches is there."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("c", "tea"))
            with ledger.reader() as reader:
                before = view(reader, NAMESPACE, WORDS)
            bad = batch(turn("a", "tea"), fact("b", "Rome"), turn("c", "coffee"))
            with pytest.raises(IdempotencyConflict):
                ledger.append([batch(turn("z", "tea"), namespace=OTHER), bad])

            with ledger.reader() as reader:
                assert view(reader, NAMESPACE, WORDS) == before
                assert reader.stats(OTHER).events == 0
            assert ledger.verify(deep=True).ok

    def test_raising_plan_leaves_nothing(self, tmp_path: Path) -> None:
        """When a plan raises, its error is the caller's and the batches before it are gone."""

        def plan(reader: Reader) -> Batch:
            assert reader.stats(NAMESPACE).events == 1
            raise ZeroDivisionError

        with self.opened(tmp_path) as ledger:
            with pytest.raises(ZeroDivisionError):
                ledger.append([batch(turn("a", "tea")), plan])

            assert head(ledger).seq == 0
            assert add(ledger, turn("a", "tea"))[0].added

    def test_raising_iterable_leaves_nothing(self, tmp_path: Path) -> None:
        """When the iterable of batches raises, what it gave before is gone."""

        def batches() -> Iterator[Batch]:
            yield batch(turn("a", "tea"))
            raise ZeroDivisionError

        with self.opened(tmp_path) as ledger:
            with pytest.raises(ZeroDivisionError):
                ledger.append(batches())

            assert head(ledger).seq == 0

    def test_plans_see_earlier_batches(self, tmp_path: Path) -> None:
        """A plan reads what the batches before it in the same append brought."""
        seen = []

        def plan(reader: Reader) -> Batch:
            (entity,) = reader.entities(NAMESPACE, ["ann"])
            (slot,) = reader.slots_of(NAMESPACE, [entity.entity])
            seen.append(slot.beliefs[0].value)
            return batch(fact("b", "Oslo", entity=entity.entity, slot=slot.slot))

        with self.opened(tmp_path) as ledger:
            ledger.append([batch(fact("a", "Rome")), plan, plan])
            with ledger.reader() as reader:
                (slot,) = reader.all_slots(NAMESPACE)

            assert seen == ["Rome", "Rome"]
            assert [belief.value for belief in slot.beliefs] == ["Rome", "Oslo"]

    def test_moved_slot_conflicts(self, tmp_path: Path) -> None:
        """An append that expects a slot or entity as it no longer is raises and writes nothing."""
        with self.opened(tmp_path) as ledger:
            (first,) = add(ledger, fact("a", "Rome"))
            entity, slot = first.stored[2].seq, first.stored[3].seq
            names = [slot_touch(entity, "city"), entity_touch("ann"), entity_touch("bob")]
            with ledger.reader() as reader:
                expected = dict(reader.touched(NAMESPACE, names))
            add(ledger, fact("b", "Oslo", entity=entity, slot=slot))
            before = head(ledger)
            with pytest.raises(LedgerConflict):
                ledger.append([batch(fact("c", "Bonn", entity=entity, slot=slot))], expected)

            assert expected[entity_touch("bob")] == 0
            assert head(ledger) == before

    def test_writes_elsewhere_do_not_conflict(self, tmp_path: Path) -> None:
        """Only what is expected must stand still, in its own namespace."""
        with self.opened(tmp_path) as ledger:
            (first,) = add(ledger, fact("a", "Rome"))
            entity, slot = first.stored[2].seq, first.stored[3].seq
            names = [slot_touch(entity, "city"), entity_touch("ann")]
            with ledger.reader() as reader:
                expected = dict(reader.touched(NAMESPACE, names))
            add(ledger, fact("b", "Oslo", subject="Bob"), support("s", first.stored[1].seq))
            add(ledger, fact("a", "Rome"), namespace=OTHER)
            done = ledger.append([batch(fact("c", "Bonn", entity=entity, slot=slot))], expected)

            assert done[0].groups[0].added

    def test_expecting_absence(self, tmp_path: Path) -> None:
        """Expecting 0 conflicts once the entity exists, and not before."""
        with self.opened(tmp_path) as ledger:
            expected = {entity_touch("ann"): 0}
            ledger.append([batch(fact("a", "Rome"))], expected)
            with pytest.raises(LedgerConflict):
                ledger.append([batch(fact("b", "Oslo"))], expected)

    @pytest.mark.parametrize(
        "metadata",
        [{"x": float("nan")}, {"x": [float("inf")]}, {"x": "\ud800"}, {"x": object()}, {"x": b"b"}],
        ids=["nan", "infinity", "surrogate", "object", "bytes"],
    )
    def test_what_is_not_json_is_refused(self, tmp_path: Path, metadata: dict[str, object]) -> None:
        """NaN, infinity, lone surrogates and objects raise `InvalidInput`; nothing is written."""
        draft = event("b", "tea")
        payload = draft.payload.model_copy(update={"metadata": metadata})
        with self.opened(tmp_path) as ledger:
            with pytest.raises(InvalidInput):
                add(ledger, turn("a", "tea"), group(draft.model_copy(update={"payload": payload})))

            assert head(ledger).seq == 0

    @pytest.mark.parametrize(
        "bad", [turn("a", "\ud800"), turn("\ud800", "tea"), fact("a", "\udfff"), turn("\0", "tea")]
    )
    def test_unstorable_text_is_refused(self, tmp_path: Path, bad: Group) -> None:
        """Lone surrogates, and a turn id with a null, raise `InvalidInput`; nothing is written."""
        with self.opened(tmp_path) as ledger:
            with pytest.raises(InvalidInput):
                add(ledger, turn("z", "tea"), bad)

            assert head(ledger).seq == 0

    def test_closed_ledger_refuses(self, tmp_path: Path) -> None:
        """Every use after `close()` raises `LedgerClosed`; closing again does nothing."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            ledger.close()
            uses: list[Callable[[], object]] = [
                lambda: add(ledger, turn("b", "tea")), lambda: head(ledger), ledger.verify,
                ledger.rebuild, lambda: ledger.erase([1], "test"),
                lambda: ledger.record_trace(NAMESPACE, "t", "{}", START),
                lambda: ledger.store_vectors("model", {"tea": [1.0]}),
            ]  # fmt: skip
            for use in uses:
                with pytest.raises(LedgerClosed):
                    use()

    def test_reopened_ledger_is_the_same(self, tmp_path: Path) -> None:
        """A ledger that was closed and opened again tells the same and goes on."""
        if not self.reopens:
            pytest.skip("this backend keeps nothing")
        with self.opened(tmp_path) as ledger:
            add(ledger, fact("a", "Rome"), turn("b", "tea"))
            with ledger.reader() as reader:
                before = view(reader, NAMESPACE, WORDS)
        with self.opened(tmp_path) as ledger:
            with ledger.reader() as reader:
                assert view(reader, NAMESPACE, WORDS) == before
            assert not add(ledger, turn("b", "tea"))[0].added
            assert add(ledger, turn("c", "tea"))[0].added
            assert ledger.verify(deep=True).ok
