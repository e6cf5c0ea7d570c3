"""Check what a ledger tells about turns that wait for an extractor."""

from datetime import timedelta, timezone
from pathlib import Path

from neuromem_graph.ports import Ledger
from neuromem_graph.testing.ledger_builders import NAMESPACE, START, observation, turn
from neuromem_graph.testing.ledger_case import LedgerCase, add, head
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import Turn

OTHER: Namespace = ("acme", "bob")


class WaitingSuite(LedgerCase):
    """Behaviours of the reader of waiting turns."""

    def test_what_is_deferred_waits(self, tmp_path: Path) -> None:
        """Deferred turns are told in order, in pages; observed, committed and others' are not."""
        with self.opened(tmp_path) as ledger:
            add(ledger, observation("o", "seen"), turn("c", "tea"))
            add(ledger, *(observation(f"d{n}", f"tea {n}", step="deferred") for n in range(3)))
            add(ledger, observation("x", "jazz", step="deferred"), namespace=OTHER)
            assert [one.id for one in waiting(ledger)] == ["d0", "d1", "d2"]
            with ledger.reader() as reader:
                first = reader.waiting.waiting(NAMESPACE, 0, 2)
                rest = reader.waiting.waiting(NAMESPACE, first[-1].event, 2)
            assert [one.turn.id for one in (*first, *rest)] == ["d0", "d1", "d2"]

    def test_what_is_committed_waits_no_longer(self, tmp_path: Path) -> None:
        """A turn that is finished leaves the queue; an earlier moment still shows it."""
        with self.opened(tmp_path) as ledger:
            add(ledger, observation("d", "tea", step="deferred"))
            before = head(ledger).seq
            add(ledger, turn("d", "tea"))
            assert waiting(ledger) == []
            with ledger.reader(before) as reader:
                assert len(reader.waiting.waiting(NAMESPACE, 0, 9)) == 1

    def test_a_waiting_turn_is_told_whole(self, tmp_path: Path) -> None:
        """Text, channel, thread, time and metadata come back as they were said."""
        at = START.astimezone(timezone(timedelta(hours=2)))
        said = observation("d", "tea", step="deferred", channel="tool", thread="t", at=at,
                           metadata={"a": [1], "keywords": ["k"]})  # fmt: skip
        with self.opened(tmp_path) as ledger:
            add(ledger, said)
            (turn_,) = waiting(ledger)
        assert (turn_.text, turn_.channel, turn_.thread, turn_.at) == ("tea", "tool", "t", at)
        assert (turn_.metadata, turn_.keywords) == ({"a": [1], "keywords": ["k"]}, ("k",))
        assert turn_.digest == said.digest

    def test_why_a_turn_waits_is_told(self, tmp_path: Path) -> None:
        """A turn that is told to be remembered is known as such, however it came to wait."""
        with self.opened(tmp_path) as ledger:
            add(ledger, observation("a", "tea", step="deferred", reason="explicit"))
            add(ledger, observation("b", "tea"))
            add(ledger, observation("b", "tea", step="deferred", reason="explicit"))
            add(ledger, observation("c", "tea", step="deferred"))
            add(ledger, observation("d", "tea", step="deferred"))
            add(ledger, observation("d", "tea", step="deferred", reason="explicit"))
            told = {one.id: one.explicit for one in waiting(ledger)}
            assert told == {"a": True, "b": True, "c": False, "d": True}
            assert ledger.verify(deep=True).ok
            rows = ledger.rebuild()
            assert {one.id: one.explicit for one in waiting(ledger)} == told
            assert rows == head(ledger).seq

    def test_waiting_again_adds_nothing(self, tmp_path: Path) -> None:
        """A turn that waits already is not recorded again, for the same reason or for none."""
        with self.opened(tmp_path) as ledger:
            add(ledger, observation("a", "tea", step="deferred"))
            add(ledger, observation("a", "tea", step="deferred", reason="explicit"))
            before = head(ledger)
            for reason in ("explicit", None):
                (again,) = add(ledger, observation("a", "tea", step="deferred", reason=reason))
                assert not again.added
            assert head(ledger) == before


def waiting(ledger: Ledger) -> list[Turn]:
    """Return the turns that wait."""
    with ledger.reader() as reader:
        return [one.turn for one in reader.waiting.waiting(NAMESPACE, 0, 9)]
