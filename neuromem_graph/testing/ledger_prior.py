"""Check what a ledger tells of what a claim is compared with: words, sources and mentions."""

from pathlib import Path
from typing import Any

from neuromem_graph.testing.ledger_builders import (
    NAMESPACE,
    event,
    fact,
    group,
    lifecycle,
    memory,
    turn,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import Channel
from neuromem_graph.types.batch import Group
from neuromem_graph.types.drafts import Close

OTHER = ("acme", "bob")


class PriorSuite(LedgerCase):
    """Behaviours of the reads that measure how new a claim is, and how reliable its source."""

    def test_windows_hold_the_newest(self, tmp_path: Path) -> None:
        """For each term the newest memories with it are told, newest first, so many at most."""
        with self.opened(tmp_path) as ledger:
            first, second, third = (_said(ledger, f"{n}", "red tea") for n in range(3))
            then = head(ledger).seq
            fourth = _said(ledger, "3", "red wine")
            _said(ledger, "4", "red", namespace=OTHER)
            with ledger.reader() as reader:
                found = reader.prior.windows(NAMESPACE, ["red", "tea", "none"], 3)
                assert found == {"red": (fourth, third, second), "tea": (third, second, first)}
                assert reader.prior.windows(("nobody",), ["red"], 3) == {}
            with ledger.reader(then) as reader:
                assert reader.prior.windows(NAMESPACE, ["red"], 2) == {"red": (third, second)}

    def test_together(self, tmp_path: Path) -> None:
        """For each group of terms the newest memories that hold all of them are told."""
        with self.opened(tmp_path) as ledger:
            both, _, again = (_said(ledger, t, t) for t in ("red tea", "red wine", "tea red"))
            groups = [("red", "tea"), (), ("tea", "wine"), ("tea",)]
            with ledger.reader() as reader:
                assert reader.prior.together(NAMESPACE, groups, 2) == (
                    (again, both), (), (), (again, both),
                )  # fmt: skip
                assert reader.prior.together(OTHER, groups, 2) == ((),) * 4

    def test_terms_of_any_letters(self, tmp_path: Path) -> None:
        """A term may hold anything: quotes, operators and other scripts are no query."""
        with self.opened(tmp_path) as ledger:
            kept = _said(ledger, "1", "北京 and C++")
            with ledger.reader() as reader:
                found = reader.prior.windows(NAMESPACE, ["北京", "c++", '"', "a OR b", "*"], 5)
                assert found == {"北京": (kept,), "c++": (kept,)}

    def test_heard_are_active_and_whole(self, tmp_path: Path) -> None:
        """Only what is active and not erased is heard, with who said it, oldest first."""
        with self.opened(tmp_path) as ledger:
            kept, gone, erased = (_said(ledger, f"{n}", f"tea {n}") for n in range(3))
            weak = _said(ledger, "3", "tea 3", channel="assistant")
            then = head(ledger).seq
            add(ledger, lifecycle(gone, "suppressed"))
            ledger.erase([erased - 1], "test")
            with ledger.reader() as reader:
                rows = reader.prior.heard(NAMESPACE, [weak, gone, erased, kept, 999])
                assert [(r.memory, r.text, r.channel, r.speaker) for r in rows] == [
                    (kept, "tea 0", "user", None),
                    (weak, "tea 3", "assistant", None),
                ]
                assert reader.prior.heard(OTHER, [kept]) == ()
            with ledger.reader(then) as reader:
                rows = reader.prior.heard(NAMESPACE, [kept, gone, erased])
                assert [row.memory for row in rows] == [kept, gone]

    def test_history_counts_what_was_wrong(self, tmp_path: Path) -> None:
        """Claims that were corrected, or that contradicted, are wrong; changed ones are not."""
        with self.opened(tmp_path) as ledger:
            wrong = _claim(ledger, "a", "Rome")
            changed = _claim(ledger, "b", "Oslo")
            then = head(ledger).seq
            closes = [Close(claim=wrong, wrong=True), Close(claim=changed, valid_to=1)]
            add(ledger, fact("c", "Bonn", effect="correct", closes=closes))
            add(ledger, fact("d", "Bern", effect="contradict", channel="assistant"))
            add(ledger, fact("e", "Rome"), namespace=OTHER)

            assert _history(ledger, "user") == (3, 1)
            assert _history(ledger, "assistant") == (1, 1)
            assert _history(ledger, "tool") == (0, 0)
            assert _history(ledger, "user", as_of=then) == (2, 0)

    def test_history_looks_at_the_newest_events(self, tmp_path: Path) -> None:
        """Only so many events of a source count; those of a speaker are his own."""
        with self.opened(tmp_path) as ledger:
            for n in range(3):
                _claim(ledger, f"{n}", "Rome")
            add(ledger, turn("chat", "no claim"))

            assert _history(ledger, "user", events=3) == (2, 0)
            assert _history(ledger, "user", events=0) == (0, 0)
            with ledger.reader() as reader:
                asked: list[tuple[Channel, str | None]] = [("user", "Ann"), ("user", None)]
                rows = reader.prior.history(NAMESPACE, asked, 9)
                assert [(row.speaker, row.claims) for row in rows] == [("Ann", 0), (None, 3)]

    def test_mentions_count_values(self, tmp_path: Path) -> None:
        """The values written like a name are counted, up to a bound, at the moment."""
        with self.opened(tmp_path) as ledger:
            for n in range(3):
                _claim(ledger, f"{n}", "Bob")
            then = head(ledger).seq
            _claim(ledger, "3", "Bob")
            with ledger.reader() as reader:
                assert reader.prior.mentions(NAMESPACE, ["bob", "ann"], 9) == {"bob": 4}
                assert reader.prior.mentions(NAMESPACE, ["bob"], 2) == {"bob": 2}
                assert reader.prior.mentions(OTHER, ["bob"], 9) == {}
            with ledger.reader(then) as reader:
                assert reader.prior.mentions(NAMESPACE, ["bob"], 9) == {"bob": 3}


def _said(ledger: CompleteLedger, key: str, text: str, **how: Any) -> int:
    namespace = how.pop("namespace", NAMESPACE)
    observed = event(key, text, **how)
    one: Group = group(observed, memory(observed))
    return add(ledger, one, namespace=namespace)[0].stored[1].seq


def _claim(ledger: CompleteLedger, key: str, value: str) -> int:
    return add(ledger, fact(key, value))[0].stored[-1].seq


def _history(
    ledger: CompleteLedger, channel: Channel, events: int = 9, as_of: int | None = None
) -> tuple[int, int]:
    with ledger.reader(as_of) as reader:
        (row,) = reader.prior.history(NAMESPACE, [(channel, None)], events)
    return row.claims, row.wrong
