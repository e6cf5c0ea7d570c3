"""Check what a ledger tells a sleep, and how it keeps what a sleep did."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from neuromem_graph.testing.ledger_builders import (
    NAMESPACE,
    START,
    compiled,
    fact,
    lifecycle,
    loose,
    observation,
    support,
    turn,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.change_drafts import OutcomeDraft, OutcomePayload, SleepDraft
from neuromem_graph.types.drafts import (
    Close,
    EvidenceDraft,
    LifecycleDraft,
)
from neuromem_graph.types.sleeping import Conflict, LastSleep, Made, Opposed

OTHER = ("acme", "bob")


class SleepingSuite(LedgerCase):
    """Behaviours of `reader.sleeping`, of sleep records, and of compiled memories."""

    def test_the_last_sleep_is_known(self, tmp_path: Path) -> None:
        """Its phase, run and settings, and whether anything of the namespace has changed since."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            assert _last(ledger) is None
            (plan,) = add(ledger, loose(SleepDraft(phase="plan", head=3, settings="abc")))
            run = plan.stored[0].seq
            assert _last(ledger) == LastSleep(run, run, "plan", "abc", 0, False)
            add(ledger, loose(SleepDraft(phase="audit", run=run, counts={"left": 2})))
            add(ledger, turn("b", "rum"), namespace=OTHER)
            assert _last(ledger) == LastSleep(run + 1, run, "audit", None, 2, False)
            then = head(ledger).seq
            add(ledger, observation("c", "only seen"))
            assert _last(ledger) == LastSleep(run + 1, run, "audit", None, 2, False)
            add(ledger, turn("d", "gin"))
            assert _last(ledger) == LastSleep(run + 1, run, "audit", None, 2, True)
            assert _last(ledger, then) == LastSleep(run + 1, run, "audit", None, 2, False)
            assert _last(ledger, namespace=OTHER) is None
            assert ledger.verify(deep=True).ok

    def test_memories_come_in_pages(self, tmp_path: Path) -> None:
        """Those that are active or superseded, oldest first; the others are told when asked for."""
        with self.opened(tmp_path) as ledger:
            told = [add(ledger, turn(key, f"tea {key}"))[0].stored[1].seq for key in "abcd"]
            add(ledger, lifecycle(told[1], "archived"), lifecycle(told[2], "superseded"))
            with ledger.reader() as reader:
                sleeping = reader.sleeping
                first = sleeping.page(NAMESPACE, 0, 2)
                assert [(one.memory, one.active) for one in first] == [
                    (told[0], True), (told[2], False),
                ]  # fmt: skip
                (last,) = sleeping.page(NAMESPACE, told[2], 9)
                assert (last.text, last.whole, last.own, last.apart) == (
                    "tea d",
                    True,
                    False,
                    False,
                )
                assert sleeping.sleepers(NAMESPACE, told) == (*first, last)
                assert [one.memory for one in sleeping.archived(NAMESPACE, told)] == [told[1]]
                assert sleeping.page(OTHER, 0, 9) == sleeping.sleepers(OTHER, told) == ()

    def test_facts_and_what_is_believed(self, tmp_path: Path) -> None:
        """The claims of memories, and the intervals in which the values of a slot are believed."""
        with self.opened(tmp_path) as ledger:
            (old,) = add(ledger, fact("a", "Rome"))
            entity, slot, claim = old.stored[2].seq, old.stored[3].seq, old.stored[-1].seq
            later = START + timedelta(days=2)
            closes = [Close(claim=claim, valid_to=to_micros(later))]
            add(ledger, fact("b", "Oslo", entity=entity, slot=slot, effect="change",
                             closes=closes, at=later))  # fmt: skip
            memories = [old.stored[1].seq]
            with ledger.reader() as reader:
                (one,) = reader.sleeping.facts(NAMESPACE, memories)
                assert (one.claim, one.subject, one.attribute, one.value, one.firm, one.event) == (
                    claim, "Ann", "city", "Rome", True, old.event,
                )  # fmt: skip
                held = reader.sleeping.held(NAMESPACE, [slot])
                assert [(row.value, row.valid_to) for row in held] == [
                    ("Rome", to_micros(later)), ("Oslo", None),
                ]  # fmt: skip
                assert reader.sleeping.facts(OTHER, memories) == ()

    def test_who_stands_behind_and_against(self, tmp_path: Path) -> None:
        """Events behind memories, edges that agree or contradict, merges, and marks."""
        with self.opened(tmp_path) as ledger:
            one, two, three = (add(ledger, turn(k, f"tea {k}"))[0] for k in "abc")
            first, second, third = one.stored[1].seq, two.stored[1].seq, three.stored[1].seq
            (again,) = add(ledger, support("d", first))
            add(ledger, loose(
                _edge("support", second, first, "supports"),
                _edge("contradict", third, first, "contradicts"),
            ))  # fmt: skip
            with ledger.reader() as reader:
                sleeping = reader.sleeping
                assert sleeping.supporters(NAMESPACE, [first]) == {
                    first: (one.event, again.event)
                }  # fmt: skip
                assert sleeping.agreeing(NAMESPACE, [first]) == (Made(first, two.event or 0),)
                assert sleeping.agreeing(NAMESPACE, [first], 1.0) == ()
                assert sleeping.opposed(NAMESPACE) == (Opposed(first, third),)
                assert sleeping.conflicts(NAMESPACE, [first]) == (
                    Conflict(first, third, False, 1.0),
                )
                assert sleeping.marked(NAMESPACE) == frozenset()
                assert sleeping.opposed(OTHER) == ()
                assert sleeping.agreeing(OTHER, [first]) == ()
            add(ledger, loose(LifecycleDraft(memory=second, state="active", into=first,
                                             reason="test")))  # fmt: skip
            with ledger.reader() as reader:
                assert reader.sleeping.merged_into(NAMESPACE, [first]) == (Made(second, first),)
                assert reader.sleeping.merged_into(OTHER, [first]) == ()
                behind = (one.event, two.event, again.event)
                assert reader.sleeping.supporters(NAMESPACE, [first]) == {first: behind}

    def test_a_compiled_memory_ends_with_its_claims(self, tmp_path: Path) -> None:
        """It is superseded where a claim is that it says again, and falls with any source."""
        with self.opened(tmp_path) as ledger:
            (said,), (more,) = add(ledger, fact("a", "Rome")), add(ledger, turn("b", "tea"))
            claim, events = said.stored[-1].seq, (said.event or 0, more.event or 0)
            made = [add(ledger, loose(*compiled(events, claim)))[0].stored[0] for _ in "12"]
            with ledger.reader() as reader:
                found = reader.sleeping.made_of(NAMESPACE, [claim])
                assert found == tuple(Made(one.seq, claim) for one in made)
            add(ledger, loose(EvidenceDraft(type="supersede", source=more.event or 0,
                                            target=claim)))  # fmt: skip
            with ledger.reader() as reader:
                rows = reader.memories(NAMESPACE, [one.seq for one in made])
                assert [row.state for row in rows] == ["superseded"] * 2
            ledger.erase([more.event or 0], "requested")
            with ledger.reader() as reader:
                rows = reader.memories(NAMESPACE, [one.seq for one in made])
                assert [row.text for row in rows] == [None, None]
            assert ledger.verify(deep=True).ok

    def test_a_candidate_becomes_firm(self, tmp_path: Path) -> None:
        """A lifecycle record may say how firmly a memory is held from then on."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            seq = said.stored[1].seq
            add(ledger, loose(LifecycleDraft(memory=seq, state="active", commitment="compiled",
                                             reason="test")))  # fmt: skip
            with ledger.reader() as reader:
                (row,) = reader.memories(NAMESPACE, [seq])
            assert row.commitment == "compiled"
            assert ledger.verify(deep=True).ok

    def test_tasks_of_repeats_are_told(self, tmp_path: Path) -> None:
        """Of the events that said again what a memory says, of its own event none."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea", metadata={"task": "brew"}))
            seq = said.stored[1].seq
            then = head(ledger).seq
            for key, task in (("b", "boil"), ("c", ["no", "text"]), ("d", "brew")):
                add(ledger, support(key, seq, metadata={"task": task}))
            with ledger.reader() as reader, ledger.reader(then) as before:
                found = reader.sleeping.repeated_tasks(NAMESPACE, [seq])
                assert found == ((seq, "boil"), (seq, "brew"))
                assert before.sleeping.repeated_tasks(NAMESPACE, [seq]) == ()
                assert reader.sleeping.repeated_tasks(OTHER, [seq]) == ()

    def test_how_a_memory_served(self, tmp_path: Path) -> None:
        """The last outcome of each query that used it."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            seq = said.stored[1].seq
            for trace, outcome in (("x", "failure"), ("x", "success"), ("y", "failure")):
                told = OutcomePayload(trace=trace)
                add(ledger, loose(OutcomeDraft(memories=(seq,), moves=(0.0,), outcome=outcome,
                                               payload=told)))  # fmt: skip
            with ledger.reader() as reader:
                assert sorted(reader.sleeping.served(NAMESPACE, [seq])) == [
                    (seq, "x", "success"), (seq, "y", "failure"),
                ]  # fmt: skip
                assert reader.sleeping.served(OTHER, [seq]) == ()


def _last(
    ledger: CompleteLedger, seq: int | None = None, namespace: tuple[str, ...] = NAMESPACE
) -> LastSleep | None:
    with ledger.reader(seq) as reader:
        return reader.sleeping.last(namespace)


def _edge(kind: Any, source: int, target: int, relation: Any) -> EvidenceDraft:
    return EvidenceDraft(type=kind, source=source, target=target, family="logic", relation=relation)
