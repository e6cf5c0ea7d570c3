"""Check how a ledger tells the lives of memories: put away, brought back, used, erased."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from neuromem_graph.testing.ledger_builders import (
    EVERYTHING,
    NAMESPACE,
    START,
    fact,
    held,
    loose,
    review,
    support,
    turn,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import State, to_micros
from neuromem_graph.types.batch import Group
from neuromem_graph.types.change_drafts import OutcomeDraft, OutcomePayload, RebaseDraft
from neuromem_graph.types.drafts import EvidenceDraft, LifecycleDraft
from neuromem_graph.types.keeping import Life

OTHER = ("acme", "bob")


class LivesSuite(LedgerCase):
    """Behaviours of `reader.keeping`, and of lifecycle and outcome records."""

    def test_a_life_is_told_at_every_moment(self, tmp_path: Path) -> None:
        """State, importance and expiry are those of the moment; what it was before is kept."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            for change in (
                {"state": "superseded"}, {"state": "suppressed", "importance": 0.5},
                {"state": "active", "expires_at": 7},
            ):  # fmt: skip
                add(ledger, _changed(said.stored[1].seq, **change))
            end = head(ledger).seq
            lives = [_life(ledger, said.stored[1].id, seq) for seq in range(end - 3, end + 1)]

            assert [one and one.state for one in lives] == [
                "active", "superseded", "suppressed", "active",
            ]  # fmt: skip
            assert [one and one.importance for one in lives] == [1.0, 1.0, 0.5, 0.5]
            assert [one and one.expires_at for one in lives] == [None, None, None, 7]
            assert lives[2] is not None and lives[2].before == "superseded"

    def test_superseding_lifts_nothing(self, tmp_path: Path) -> None:
        """What was put away stays so when its statement is superseded; a restore lifts it."""
        with self.opened(tmp_path) as ledger:
            states: tuple[State, ...] = ("suppressed", "expired", "archived")
            for state in states:
                (said,) = add(ledger, turn(state, f"tea {state}"))
                seq = said.stored[1].seq
                add(ledger, _changed(seq, state=state))
                add(ledger, _changed(seq, state="superseded", valid_to=to_micros(START) + 9))
                assert _state(ledger, said.stored[1].id) == state
                add(ledger, _changed(seq, state="active"))
                assert _state(ledger, said.stored[1].id) == "active"
            assert ledger.verify(deep=True).ok

    def test_a_replaced_memory_says_so(self, tmp_path: Path) -> None:
        """Evidence that another memory supersedes it is told from then on."""
        with self.opened(tmp_path) as ledger:
            (old, new) = add(ledger, turn("a", "tea"), turn("b", "rum"))
            before = head(ledger).seq
            link = EvidenceDraft(
                type="supersede", source=new.stored[1].seq, target=old.stored[1].seq,
                family="logic", relation="supersedes",
            )  # fmt: skip
            add(ledger, loose(link))
            lives = [_life(ledger, old.stored[1].id, seq) for seq in (before, before + 1)]

            assert [one and one.replaced for one in lives] == [False, True]

    def test_the_same_words_in_any_state(self, tmp_path: Path) -> None:
        """Every memory of these words is told with its state, the oldest first."""
        with self.opened(tmp_path) as ledger:
            (first,) = add(ledger, turn("a", "tea"))
            add(ledger, _changed(first.stored[1].seq, state="suppressed"))
            (second,) = add(ledger, turn("b", "tea"))
            add(ledger, turn("c", "rum"), namespace=OTHER)
            with ledger.reader() as reader:
                rows = reader.keeping.same_words(NAMESPACE, ["tea", "rum"])

            assert [(row.key, row.memory, row.event, row.state) for row in rows] == [
                ("tea", first.stored[1].seq, first.event, "suppressed"),
                ("tea", second.stored[1].seq, second.event, "active"),
            ]

    def test_a_belief_knows_how_its_memory_stands(self, tmp_path: Path) -> None:
        """So that what only memories tell that were put away can be left out."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            seq, ends = said.stored[1].seq, to_micros(START + timedelta(days=1))
            add(ledger, _changed(seq, state="suppressed", expires_at=ends))
            with ledger.reader() as reader:
                (slot,) = reader.all_slots(NAMESPACE)
                (named,) = reader.beliefs_about(NAMESPACE, ["ann"], EVERYTHING)
                places = reader.keeping.told_by(NAMESPACE, [seq])

            for belief in (slot.beliefs[0], named.belief):
                assert (belief.memory_state, belief.memory_expires_at) == ("suppressed", ends)
            assert places == ((slot.entity, "city", slot.beliefs[0].valid_from),)

    def test_what_put_a_memory_right(self, tmp_path: Path) -> None:
        """The events of its corrections are told, and the slots that they tell of."""
        with self.opened(tmp_path) as ledger:
            (old,) = add(ledger, turn("a", "tea"))
            public, seq = str(old.stored[1].id), old.stored[1].seq
            (right,) = add(ledger, fact(f"correct:{public}:1", "Rome"))
            add(ledger, turn(f"correct:{public}0:1", "Oslo"), turn("b", "Bern"))
            before = head(ledger).seq
            (again,) = add(ledger, fact(f"correct:{public}:2", "Nice"))
            with ledger.reader() as reader:
                events = reader.keeping.corrections(NAMESPACE, public)
                assert events == (right.event, again.event)
                assert reader.keeping.corrections(OTHER, public) == ()
                assert reader.keeping.told_by(NAMESPACE, [seq]) == ()
                told = reader.keeping.told_by(NAMESPACE, [seq], events)
                assert {place.attribute for place in told} == {"city"}
            with ledger.reader(before) as reader:
                assert reader.keeping.corrections(NAMESPACE, public) == (right.event,)

    def test_what_stands_behind_a_memory(self, tmp_path: Path) -> None:
        """Its own event and those that said the same words, and what they said."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            seq = said.stored[1].seq
            (again,) = add(ledger, support("b", seq))
            events = (said.event or 0, again.event or 0)
            with ledger.reader() as reader:
                assert reader.keeping.behind(NAMESPACE, seq) == events
                assert reader.keeping.behind(OTHER, seq) == ()
                (first, _) = reader.keeping.said(NAMESPACE, events)
                assert (first.id, first.text) == (said.event_id, "tea")
                assert reader.keeping.event(NAMESPACE, said.event_id or "") == said.event
                assert reader.keeping.event(OTHER, said.event_id or "") is None
                (made,) = reader.keeping.made_of(NAMESPACE, events)
                assert made.id == said.stored[1].id

    def test_an_erased_turn_is_known(self, tmp_path: Path) -> None:
        """Its id is never taken for a new turn, and what is known by its words leaves nothing."""
        ids = ("message:a", "id:b", "said:c")
        with self.opened(tmp_path) as ledger:
            for key in ids:
                (said,) = add(ledger, turn(key, "tea"))
                ledger.erase([said.event or 0], "test")
            ledger.rebuild()
            with ledger.reader() as reader:
                known = reader.turns(NAMESPACE, ids)
                assert reader.turns(OTHER, ids) == {}
            assert [(key, one.erased, one.text) for key, one in sorted(known.items())] == [
                ("id:b", True, None), ("message:a", True, None),
            ]  # fmt: skip
            told = [add(ledger, turn(key, "rum"))[0] for key in ids]
            assert [(one.added, one.erased) for one in told] == [
                (False, True), (False, True), (True, False),
            ]  # fmt: skip
            assert ledger.verify(deep=True).ok

    def test_a_memory_goes_on_in_another_event(self, tmp_path: Path) -> None:
        """It keeps its id and state; its words are those of that event, until it is erased too."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            seq, public = said.stored[1].seq, said.stored[1].id
            add(ledger, _changed(seq, state="suppressed", importance=0.5))
            (again,) = add(ledger, turn("b", "more tea, please"))
            moved = RebaseDraft(origin=(again.event or 0,), memory=seq, event=again.event or 0,
                                start=5, end=8, commitment="candidate")  # fmt: skip
            add(ledger, loose(moved))
            texts = []
            for event in (said.event, again.event):
                ledger.erase([event or 0], "test")
                with ledger.reader() as reader:
                    (row,) = reader.memories(NAMESPACE, [seq])
                assert (row.id, row.state, row.importance) == (public, "suppressed", 0.5)
                assert (row.event, row.commitment) == (again.event, "candidate")
                texts.append(row.text)
            assert texts == ["tea", None]
            assert ledger.verify(deep=True).ok

    def test_the_outcomes_of_a_query(self, tmp_path: Path) -> None:
        """Also when it had used no memory; an erased one is unknown."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            used = (said.stored[1].seq,)
            for memories, trace, outcome in (
                (used, "t", "success"), (used, "t", "failure"), ((), "empty", "unknown"),
            ):  # fmt: skip
                add(ledger, _outcome(said.event or 0, memories, trace, outcome))
            with ledger.reader() as reader:
                told = [reader.keeping.outcomes(NAMESPACE, name) for name in ("t", "empty", "x")]
            (memory,) = used
            assert told == [
                (("success", memory, 0.5), ("failure", memory, 0.5)), (("unknown", 0, 0.0),), (),
            ]  # fmt: skip
            ledger.erase([said.event or 0], "test")
            with ledger.reader() as reader:
                assert reader.keeping.outcomes(NAMESPACE, "t") == ()
            assert ledger.verify(deep=True).ok

    def test_the_answer_to_a_held_item(self, tmp_path: Path) -> None:
        """It is told once it was given, and by nobody once it is erased."""
        with self.opened(tmp_path) as ledger:
            (waiting,) = add(ledger, held("h", {"value": "x"}))
            name = waiting.stored[1].id or ""
            before = head(ledger).seq
            (answered,) = add(ledger, review(waiting.stored[1].seq))
            told: list[Any] = []
            for seq in (before, None):
                with ledger.reader(seq) as reader:
                    told.append(reader.keeping.answer(NAMESPACE, name))
            ledger.erase([answered.stored[0].seq], "test")
            with ledger.reader() as reader:
                told.append(reader.keeping.answer(NAMESPACE, name))

            assert told == [None, {"choice": "first"}, None]

    def test_erasing_all_contents_leaves_nothing(self, tmp_path: Path) -> None:
        """What a namespace stands on, erased, takes all of it along; another keeps its own."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            add(ledger, held("h", {"value": "x"}), turn("b", "tea"))
            add(ledger, _outcome(said.event or 0, (), "t", "success"))
            add(ledger, turn("c", "rum"), namespace=OTHER)
            with ledger.reader() as reader:
                contents = reader.keeping.contents(NAMESPACE)
            ledger.erase(contents, "test")
            with ledger.reader() as reader:
                assert reader.keeping.contents(NAMESPACE) == ()
                assert reader.stats(NAMESPACE).events == 0
                assert reader.turns(OTHER, ["c"])["c"].text == "rum"
            assert ledger.verify(deep=True).ok


def _changed(seq: int, **change: Any) -> Group:
    return loose(LifecycleDraft(memory=seq, reason="test", **change))


def _outcome(event_seq: int, memories: tuple[int, ...], trace: str, outcome: str) -> Group:
    payload = OutcomePayload(trace=trace)
    return loose(OutcomeDraft(origin=(event_seq,), memories=memories, outcome=outcome,
                              moves=(0.5,) * len(memories), payload=payload))  # fmt: skip


def _life(ledger: CompleteLedger, public: str | None, seq: int | None = None) -> Life | None:
    with ledger.reader(seq) as reader:
        found = reader.keeping.lives(NAMESPACE, [public or "", "unknown"])
        assert reader.keeping.lives(OTHER, [public or ""]) == ()
    return found[0] if found else None


def _state(ledger: CompleteLedger, public: str | None) -> State | None:
    life = _life(ledger, public)
    return None if life is None else life.state
