"""Check how memories are merged: each keeps its life, and is seen when nothing covers it."""

from datetime import timedelta
from pathlib import Path

from neuromem_graph.testing.ledger_builders import (
    NAMESPACE,
    START,
    lifecycle,
    loose,
    support,
    turn,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import State, to_micros
from neuromem_graph.types.batch import Group
from neuromem_graph.types.drafts import LifecycleDraft
from neuromem_graph.types.sleeping import Made
from neuromem_graph.types.spans import Span


class MergingSuite(LedgerCase):
    """Behaviours of merges: they change no life, and only keep a memory out of sight."""

    def test_a_merged_memory_is_seen_when_nothing_covers_it(self, tmp_path: Path) -> None:
        """It is archived while the other is active and whole, and shows what it is by itself."""
        with self.opened(tmp_path) as ledger:
            kept, other = _two(ledger)
            before = head(ledger).seq
            add(ledger, merged(other, kept))
            assert _states(ledger, kept, other) == ["active", "archived"]
            for state in ("superseded", "suppressed", "expired"):
                add(ledger, lifecycle(kept, state))
                assert _states(ledger, kept, other) == [state, "active"]
                add(ledger, lifecycle(kept, "active"))
                assert _states(ledger, kept, other) == ["active", "archived"]
            add(ledger, _spanned(kept, gap=True))
            assert _states(ledger, kept, other) == ["active", "active"]
            add(ledger, _spanned(kept), lifecycle(other, "superseded"))
            assert _states(ledger, kept, other) == ["active", "superseded"]
            add(ledger, lifecycle(other, "suppressed"), lifecycle(kept, "suppressed"))
            assert _states(ledger, kept, other) == ["suppressed", "suppressed"]
            assert _states(ledger, kept, other, seq=before) == ["active", "active"]
            assert ledger.verify(deep=True).ok

    def test_one_that_begins_earlier_is_not_covered(self, tmp_path: Path) -> None:
        """A memory that does not hold as long as another does not hide it."""
        with self.opened(tmp_path) as ledger:
            other, kept = _two(ledger)
            add(ledger, merged(other, kept))
            assert _states(ledger, kept, other) == ["active", "active"]

    def test_what_is_merged_again_is_merged_into_one(self, tmp_path: Path) -> None:
        """With a memory all that was merged into it goes to the other, which stands for itself."""
        with self.opened(tmp_path) as ledger:
            first, second = _two(ledger)
            third = add(ledger, turn("c", "tea c", at=START + timedelta(days=2)))[0].stored[1].seq
            add(ledger, merged(third, second), merged(second, first))
            with ledger.reader() as reader:
                assert reader.sleeping.merged_into(NAMESPACE, [first, second]) == (
                    Made(second, first), Made(third, first),
                )  # fmt: skip
            add(ledger, merged(first, third))
            with ledger.reader() as reader:
                assert reader.sleeping.merged_into(NAMESPACE, [first, second, third]) == (
                    Made(first, third), Made(second, third),
                )  # fmt: skip
            assert ledger.verify(deep=True).ok

    def test_one_that_is_taken_out_stays_apart(self, tmp_path: Path) -> None:
        """It is seen again, merged into nothing, and sleep is told so."""
        with self.opened(tmp_path) as ledger:
            kept, other = _two(ledger)
            add(ledger, merged(other, kept))
            add(ledger, merged(other, other))
            assert _states(ledger, kept, other) == ["active", "active"]
            with ledger.reader() as reader:
                assert reader.sleeping.merged_into(NAMESPACE, [kept, other]) == ()
                rows = reader.sleeping.sleepers(NAMESPACE, [kept, other])
                assert [one.apart for one in rows] == [False, True]
            assert ledger.verify(deep=True).ok

    def test_behind_a_memory_stand_the_events_of_all_its_wordings(self, tmp_path: Path) -> None:
        """They count as its support; without wordings its own are told."""
        with self.opened(tmp_path) as ledger:
            kept, other = _two(ledger)
            (again,) = add(ledger, support("d", other))
            add(ledger, merged(other, kept))
            with ledger.reader() as reader:
                (row,) = reader.memories(NAMESPACE, [kept])
                assert row.support == 3
                events = reader.keeping.behind(NAMESPACE, kept)
                assert (len(events), events[-1]) == (3, again.event)
                assert len(reader.keeping.behind(NAMESPACE, kept, wordings=False)) == 1
                (row,) = reader.memories(NAMESPACE, [other])
                (life,) = reader.keeping.lives(NAMESPACE, [row.id])
                assert (life.state, life.merged, life.covered) == ("active", kept, True)


def merged(memory: int, into: int) -> Group:
    """Merge a memory into another."""
    return loose(LifecycleDraft(memory=memory, state="active", into=into, reason="test"))


def _two(ledger: CompleteLedger) -> tuple[int, int]:
    one, two = (
        add(ledger, turn(key, f"tea {key}", at=START + timedelta(days=day)))[0].stored[1].seq
        for day, key in enumerate("ab")
    )
    return one, two


def _spanned(memory: int, *, gap: bool = False) -> Group:
    start = to_micros(START)
    gaps = ((start + 1, start + 2),) if gap else ()
    return loose(LifecycleDraft(memory=memory, state="active", reason="test",
                                span=Span(valid_from=start, gaps=gaps)))  # fmt: skip


def _states(ledger: CompleteLedger, *memories: int, seq: int | None = None) -> list[State]:
    with ledger.reader(seq) as reader:
        rows = {row.memory: row.state for row in reader.memories(NAMESPACE, sorted(memories))}
    return [rows[one] for one in memories]
