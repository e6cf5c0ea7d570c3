"""Check how a ledger keeps what moves: beliefs off the record and back, and when memories hold."""

from pathlib import Path
from typing import Any

import pytest

from neuromem_graph.testing.ledger_builders import (
    EVERYTHING,
    NAMESPACE,
    START,
    fact,
    lifecycle,
    loose,
    turn,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import EvidenceType, State, to_micros
from neuromem_graph.types.batch import Group
from neuromem_graph.types.drafts import ClaimDraft, Close, EvidenceDraft, LifecycleDraft
from neuromem_graph.types.spans import Saying, Span, Teller

OTHER = ("acme", "bob")
AT = to_micros(START)


class TimelineSuite(LedgerCase):
    """Behaviours of beliefs that corrections move, and of memories that tell them."""

    def test_what_a_claim_said_of_itself_is_kept(self, tmp_path: Path) -> None:
        """Its own end and that it corrects are told, whatever else ends it."""
        with self.opened(tmp_path) as ledger:
            add(ledger, _claim(fact("a", "Rome"), stated_to=AT + 9, valid_to=AT + 5, corrects=True))
            add(ledger, fact("b", "tea", subject="Bob"))
            with ledger.reader() as reader:
                told = [slot.beliefs[0] for slot in reader.all_slots(NAMESPACE)]

            assert [(b.valid_to, b.stated_to, b.corrects) for b in told] == [
                (AT + 5, AT + 9, True), (None, None, False),
            ]  # fmt: skip
            assert [b.cardinality for b in told] == ["single", "single"]

    def test_what_a_correction_means_is_kept(self, tmp_path: Path) -> None:
        """Which claims it takes the place of, and which value it denies, is told."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            claim = said.stored[-1].seq
            known: dict[str, Any] = {"entity": said.stored[2].seq, "slot": said.stored[3].seq}
            close = Close(claim=claim, wrong=True)
            other, denied = fact("b", "Oslo", closes=[close], **known), said.stored[4].seq
            add(ledger, _claim(other, means=(claim,), denies=denied))
            with ledger.reader() as reader:
                (slot,) = reader.all_slots(NAMESPACE)
                (one,) = reader.worldview.slots(NAMESPACE, [slot.slot])

            assert [(b.means, b.denies) for b in slot.beliefs] == [((claim,), "rome")]
            assert [(c.belief.means, c.belief.denies) for c in one.claims] == [
                ((), None), ((claim,), "rome"),
            ]  # fmt: skip

    def test_off_the_record_and_back(self, tmp_path: Path) -> None:
        """A belief that is taken off the record is struck, until a claim puts it back."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            claim = said.stored[-1].seq
            known: dict[str, Any] = {"entity": said.stored[2].seq, "slot": said.stored[3].seq}
            moments = [head(ledger).seq]
            for key, close in (
                ("b", Close(claim=claim, wrong=True)),
                ("c", Close(claim=claim, valid_from=AT - 5, valid_to=AT + 5)),
                ("d", Close(claim=claim)),
            ):
                add(ledger, fact(key, "Oslo", effect="none", closes=[close], **known))
                moments.append(head(ledger).seq)
            found = [_slot(ledger, moment) for moment in moments]

            assert found == [
                ([(claim, AT, None)], []),
                ([], [claim]),
                ([(claim, AT - 5, AT + 5)], []),
                ([(claim, AT - 5, None)], []),
            ]

    def test_wrong_at_once(self, tmp_path: Path) -> None:
        """What was corrected before it was told is never believed, and is not lost."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, _claim(fact("a", "Rome", effect="none"), wrong=True))
            claim = said.stored[-1].seq
            assert _slot(ledger) == ([], [claim])
            known: dict[str, Any] = {"entity": said.stored[2].seq, "slot": said.stored[3].seq}
            back = [Close(claim=claim, valid_to=AT + 3)]
            add(ledger, fact("b", "Oslo", effect="none", closes=back, **known))
            assert _slot(ledger) == ([(claim, AT, AT + 3)], [])

    def test_tellers(self, tmp_path: Path) -> None:
        """A memory is told with its statements, and where the last evidence says they are over."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            memory, unit, claim = said.stored[1].seq, said.stored[4].seq, said.stored[-1].seq
            moments = [head(ledger).seq]
            kind: EvidenceType
            for kind, moment in (("supersede", AT + 4), ("restore", None), ("expire", AT + 2)):
                add(ledger, loose(EvidenceDraft(type=kind, source=claim, target=claim,
                                                moment=moment)))  # fmt: skip
                moments.append(head(ledger).seq)
            ends = []
            for moment in moments:
                with ledger.reader(moment) as reader:
                    (told,) = reader.tellers(NAMESPACE, [memory]).values()
                    ends.append(told.sayings[0].end)
                    assert reader.tellers(OTHER, [memory]) == {}

            assert ends == [None, AT + 4, None, AT + 2]
            assert told == Teller(1, "active", AT, None, (), (Saying(claim, unit, AT, AT + 2),))
            with ledger.reader(moments[2]) as reader:
                assert reader.open_units(NAMESPACE, [memory]) == {memory: 1}

    def test_a_memory_without_claims_says_nothing(self, tmp_path: Path) -> None:
        """It is told with its units and no statement."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            memory = said.stored[1].seq
            with ledger.reader() as reader:
                told = reader.tellers(NAMESPACE, [memory, 999])
            assert told == {memory: Teller(1, "active", AT, None)}

    def test_when_a_memory_holds(self, tmp_path: Path) -> None:
        """A span moves its ends and its gaps, which gates honour; before it nothing changes."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            memory, then = said.stored[1].seq, head(ledger).seq
            span = Span(valid_from=AT - 9, valid_to=AT + 9, gaps=((AT - 2, AT), (AT + 3, AT + 4)))
            add(ledger, _spanned(memory, "superseded", span))
            with ledger.reader() as reader:
                (row,) = reader.memories(NAMESPACE, [memory])
                held = [at for at in range(-10, 11) if _passes(reader, memory, AT + at)]
            assert (row.state, row.valid_from, row.valid_to, row.gaps) == (
                "superseded", span.valid_from, span.valid_to, span.gaps,
            )  # fmt: skip
            assert held == [*range(-9, -2), 0, 1, 2, *range(4, 9)]
            add(ledger, _spanned(memory, "active", Span(valid_from=AT)))
            with ledger.reader() as reader:
                (row,) = reader.memories(NAMESPACE, [memory])
            assert (row.state, row.valid_to, row.gaps) == ("active", None, ())
            with ledger.reader(then) as reader:
                assert reader.memories(NAMESPACE, [memory])[0].gaps == ()

    @pytest.mark.parametrize("state", ["suppressed", "expired", "archived"])
    def test_a_span_lifts_nothing(self, tmp_path: Path, state: State) -> None:
        """A memory that was put away keeps its state and takes the time."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            memory = said.stored[1].seq
            add(ledger, lifecycle(memory, state))
            for given in ("superseded", "active"):
                add(ledger, _spanned(memory, given, Span(valid_from=AT, valid_to=AT + 3)))
                with ledger.reader() as reader:
                    (row,) = reader.memories(NAMESPACE, [memory])
                assert (row.state, row.valid_to) == (state, AT + 3)


def _claim(told: Group, **fields: Any) -> Group:
    """Give the claim of a group these fields."""
    *drafts, claim = told.drafts
    assert isinstance(claim, ClaimDraft)
    return told.model_copy(update={"drafts": (*drafts, claim.model_copy(update=fields))})


def _spanned(memory: int, state: Any, span: Span) -> Group:
    return loose(LifecycleDraft(memory=memory, state=state, span=span, reason="test"))


def _slot(ledger: CompleteLedger, as_of: int | None = None) -> tuple[list[Any], list[int]]:
    with ledger.reader(as_of) as reader:
        (slot,) = reader.all_slots(NAMESPACE)
    held = [(row.claim, row.valid_from, row.valid_to) for row in slot.beliefs]
    return held, [row.claim for row in slot.struck]


def _passes(reader: Any, memory: int, moment: int) -> bool:
    gate = EVERYTHING.model_copy(update={"valid_at": moment})
    (placed,) = reader.places(NAMESPACE, [memory], gate).open
    return bool(placed)
