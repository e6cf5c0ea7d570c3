"""Check what a ledger tells upkeep: how memories stand, pins, decay, rivals, growth."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from neuromem_graph.ports import Reader
from neuromem_graph.testing.ledger_builders import (
    EVERYTHING,
    NAMESPACE,
    START,
    TickingClock,
    event,
    fact,
    group,
    loose,
    memory,
    support,
    turn,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.batch import Group
from neuromem_graph.types.drafts import LifecycleDraft
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.upkeep import StandingRow
from neuromem_graph.types.upkeep_drafts import DecayDraft, PinDraft

OTHER = ("acme", "bob")
LATER = START + timedelta(days=9)


class UpkeepSuite(LedgerCase):
    """Behaviours of `reader.upkeep`, and of pin and decay records."""

    def test_a_pin_holds_until_it_is_taken_back(self, tmp_path: Path) -> None:
        """It is told at every moment, for reading, for ranking and for upkeep alike."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            seq = said.stored[1].seq
            for pinned in (True, True, False):
                add(ledger, _pin(seq, pinned))
            end = head(ledger).seq
            told = [_pinned(ledger, seq, at) for at in range(end - 3, end + 1)]

            assert told == [(False,) * 3, (True,) * 3, (True,) * 3, (False,) * 3]
            assert ledger.verify(deep=True).ok

    def test_support_is_use(self, tmp_path: Path) -> None:
        """Whoever says the words later is counted, and when; before that it is as it was."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            before, seq = head(ledger).seq, said.stored[1].seq
            add(ledger, support("b", seq, at=LATER))
            (row,), (old,) = _standings(ledger), _standings(ledger, before)

            assert (row.support, row.used_at) == (2, to_micros(LATER))
            assert (old.support, old.used_at) == (1, to_micros(START))
            assert (row.id, row.text, row.kind, row.state) == (
                said.stored[1].id, "tea", "episode", "active",
            )  # fmt: skip
            for at, one in ((None, row), (before, old)):
                places = _places(ledger, seq, at)
                assert (places.support, places.used_at) == ((one.support,), (one.used_at,))
                assert places.id == (row.id,)

    def test_decay_is_evidence_alone(self, tmp_path: Path) -> None:
        """It is told until the memory is said again; nothing else of the memory moves."""
        with self.opened(tmp_path) as ledger:
            one, other = (said.stored[1].seq for said in add(
                ledger, turn("a", "tea"), turn("b", "rum")))  # fmt: skip
            add(ledger, loose(DecayDraft(memories=(one, other), weights=(0.5, 0.75))))
            first = _standings(ledger)
            add(ledger, loose(DecayDraft(memories=(one,), weights=(0.875,))))
            second = _standings(ledger)
            add(ledger, support("c", one))
            third = _standings(ledger)

            assert [[row.decayed for row in rows] for rows in (first, second, third)] == [
                [0.5, 0.75], [0.875, 0.75], [0.0, 0.75],
            ]  # fmt: skip
            assert {row.importance for row in third} == {1.0}
            assert ledger.verify(deep=True).ok
            assert ledger.rebuild() == head(ledger).seq
            assert _standings(ledger) == third

    def test_standings_come_in_pages(self, tmp_path: Path) -> None:
        """In order, each once, those that were put away among them, and of one namespace."""
        with self.opened(tmp_path) as ledger:
            said = add(ledger, *(turn(str(n), f"tea {n}") for n in range(5)))
            add(ledger, turn("other", "rum"), namespace=OTHER)
            away = LifecycleDraft(memory=said[2].stored[1].seq, state="suppressed", reason="test")
            add(ledger, loose(away))
            with ledger.reader() as reader:
                pages, after = [], 0
                while page := reader.upkeep.standings(NAMESPACE, after, 2):
                    pages.append(page)
                    after = page[-1].memory
                assert reader.upkeep.standings(("nobody",), 0, 9) == ()

            assert [[row.text for row in page] for page in pages] == [
                ["tea 0", "tea 1"], ["tea 2", "tea 3"], ["tea 4"],
            ]  # fmt: skip
            assert pages[1][0].state == "suppressed"

    def test_explanations_come_newest_first(self, tmp_path: Path) -> None:
        """Only those of this namespace, asked before a time, and as many as are wanted."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            add(ledger, turn("b", "rum"), namespace=OTHER)
            for day in range(3):
                ledger.record_trace(NAMESPACE, f"t{day}", f"{day}", START + timedelta(days=day))
            ledger.record_trace(OTHER, "t9", "9", START)
            with ledger.reader() as reader:
                end = to_micros(START + timedelta(days=2))

                assert list(reader.upkeep.explanations(NAMESPACE, end, 9)) == ["1", "0"]
                assert list(reader.upkeep.explanations(NAMESPACE, end + 1, 1)) == ["2"]
                assert list(reader.upkeep.explanations(NAMESPACE, end + 1, -1)) == ["2", "1", "0"]

    def test_rivals_hold_one_slot_at_once(self, tmp_path: Path) -> None:
        """Values of slots that take one, as far as they hold then; other slots are left out."""
        with self.opened(tmp_path) as ledger:
            add(ledger, fact("a", "Rome"), turn("b", "tea"))
            now = to_micros(LATER)
            with ledger.reader() as reader:
                (found,) = reader.upkeep.rivals(NAMESPACE, now, 0, 9)

                assert found.value == "Rome" and found.attribute is not None
                assert reader.upkeep.rivals(NAMESPACE, now, found.slot, 9) == ()
                assert reader.upkeep.rivals(NAMESPACE, to_micros(START) - 1, 0, 9) == ()
                assert reader.upkeep.rivals(OTHER, now, 0, 9) == ()
                assert reader.upkeep.lone_entities(NAMESPACE, 9) == ()

    def test_growth_is_told_per_day(self, tmp_path: Path) -> None:
        """By when it was recorded, in days since 1970."""
        clock = TickingClock(datetime(2025, 3, 1, tzinfo=UTC))
        with self.opened(tmp_path, clock) as ledger:
            observed = event("a", "tea")
            add(ledger, group(observed, memory(observed), memory(observed, text="green")))
            clock.now += timedelta(days=2)
            add(ledger, turn("b", "rum"), turn("c", "gin"))
            add(ledger, turn("d", "ale"), namespace=OTHER)
            with ledger.reader() as reader:
                first, second = reader.upkeep.growth(NAMESPACE)

            assert (second.day - first.day, first.events, first.memories) == (2, 1, 2)
            assert (second.events, second.memories) == (2, 2)
            assert min(first.bytes, second.bytes) > 0


def _pin(seq: int, pinned: bool) -> Group:
    return loose(PinDraft(memory=seq, pinned=pinned, reason="test"))


def _standings(ledger: CompleteLedger, at: int | None = None) -> tuple[StandingRow, ...]:
    with ledger.reader(at) as reader:
        return reader.upkeep.standings(NAMESPACE, 0, 99)


def _places(ledger: CompleteLedger, seq: int, at: int | None = None) -> Places:
    with ledger.reader(at) as reader:
        return reader.places(NAMESPACE, [seq], EVERYTHING)


def _pinned(ledger: CompleteLedger, seq: int, at: int) -> tuple[bool, bool, bool]:
    def read(reader: Reader) -> tuple[bool, bool, bool]:
        (row,) = reader.memories(NAMESPACE, [seq])
        (standing,) = reader.upkeep.standings(NAMESPACE, 0, 9)
        return row.pinned, standing.pinned, reader.places(NAMESPACE, [seq], EVERYTHING).pinned[0]

    with ledger.reader(at) as reader:
        return read(reader)
