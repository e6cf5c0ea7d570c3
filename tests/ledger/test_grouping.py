"""Threads that append at once share a transaction, and each has results and errors of its own."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from neuromem_graph.errors import IdempotencyConflict, LedgerError, StorageFull
from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.ports import Reader
from neuromem_graph.testing.ledger_builders import batch, turn
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.ledger import Appended


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[SqliteLedger]:
    with SqliteLedger(tmp_path / "a.db") as ledger:
        ledger.append([batch(turn("known", "tea"))])
        yield ledger


class Crowd:
    """Let one append hold the lock until the others wait behind it, then look what they got."""

    def __init__(self, ledger: SqliteLedger, size: int) -> None:
        self.ledger, self.size = ledger, size
        self.commits = 0

    def append(self, *makes: Callable[[Reader], Batch]) -> list[Appended | Exception]:
        entered, go = threading.Event(), threading.Event()

        def slow(reader: Reader) -> Batch:
            entered.set()
            assert go.wait(20)
            return batch(turn("first", "tea"))

        with ThreadPoolExecutor(self.size + 1) as pool:
            first = pool.submit(self.ledger.append, [slow])
            assert entered.wait(20)
            others = [pool.submit(self.one, make) for make in makes]
            while len(self.ledger._group._waiting) < len(makes):
                threading.Event().wait(0.001)
            go.set()
            first.result(20)
            return [other.result(20) for other in others]

    def one(self, make: Callable[[Reader], Batch]) -> Appended | Exception:
        try:
            return self.ledger.append([make])[0]
        except (LedgerError, ZeroDivisionError) as exc:
            return exc


def said(key: str, words: str = "tea") -> Callable[[Reader], Batch]:
    return lambda reader: batch(turn(key, words))


def transactions(ledger: SqliteLedger) -> list[int]:
    """Count the frames of the write-ahead log that end a transaction: the salt of a commit."""
    log = Path(f"{ledger.path}-wal").read_bytes()
    size = int.from_bytes(log[8:12], "big") + 24
    return [at for at in range(32, len(log) - 23, size) if any(log[at + 4 : at + 8])]


def test_waiting_appends_share_a_transaction(ledger: SqliteLedger) -> None:
    """What waited behind one append becomes durable together, each with its own results."""
    before = len(transactions(ledger))

    results = Crowd(ledger, 5).append(*(said(f"k{n}") for n in range(5)))

    assert all(isinstance(one, Appended) and one.groups[0].added for one in results)
    assert len({one.groups[0].event for one in results}) == 5  # type: ignore[union-attr]
    assert len(transactions(ledger)) == before + 2
    assert ledger.verify(deep=True).ok


def test_an_error_is_its_own(ledger: SqliteLedger) -> None:
    """One that can't be appended fails alone; the others are appended all the same."""
    results = Crowd(ledger, 4).append(
        said("a"), said("known", "other words"), said("b"), said("known")
    )

    assert [type(one) for one in results] == [Appended, IdempotencyConflict, Appended, Appended]
    with ledger.reader() as reader:
        assert set(reader.turns(("acme", "ann"), ["a", "b", "first"])) == {"a", "b", "first"}
    assert ledger.verify(deep=True).ok


def test_a_plan_that_breaks(ledger: SqliteLedger) -> None:
    """A plan with a fault of its own stops nobody else, and nothing is appended by halves."""

    def broken(reader: Reader) -> Batch:
        raise ZeroDivisionError

    results = Crowd(ledger, 3).append(said("a"), broken, said("b"))

    assert [type(one) for one in results] == [Appended, ZeroDivisionError, Appended]
    assert ledger.verify(deep=True).ok


def test_a_disk_that_refuses_is_told_to_all(ledger: SqliteLedger) -> None:
    """When the commit fails nobody tries again what may be durable: every caller is told."""
    crowd = Crowd(ledger, 3)

    def full(reader: Reader) -> Batch:
        with ledger._connections.read() as other:
            pages = other.execute("PRAGMA page_count").fetchone()[0]
        assert ledger._connections._writer is not None
        ledger._connections._writer.execute(f"PRAGMA max_page_count = {pages}")
        return batch(turn("big", "tea " * 50_000))

    results = crowd.append(said("a"), full, said("b"))

    assert [type(one) for one in results] == [StorageFull] * 3
    with ledger.reader() as reader:
        assert not reader.turns(("acme", "ann"), ["a", "b", "big"])


def test_an_interrupt_leaves_the_others(ledger: SqliteLedger) -> None:
    """Whoever leads and is interrupted leaves the others to append for themselves."""

    def interrupted(reader: Reader) -> Batch:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ledger.append([interrupted])
    assert ledger._group._waiting == []
    ledger.append([batch(turn("after", "tea"))])
    assert ledger.verify(deep=True).ok


def test_many_threads(ledger: SqliteLedger) -> None:
    """Hundreds of appends of many threads are all there, once."""
    with ThreadPoolExecutor(16) as pool:
        done = list(pool.map(lambda n: ledger.append([batch(turn(f"t{n}", "tea"))]), range(400)))

    assert len(done) == 400
    with ledger.reader() as reader:
        assert reader.stats(("acme", "ann")).events == 401
    with sqlite3.connect(str(ledger.path)) as conn:
        assert conn.execute("SELECT count(*) FROM events").fetchone() == (401,)
    conn.close()
    assert ledger.verify(deep=True).ok
