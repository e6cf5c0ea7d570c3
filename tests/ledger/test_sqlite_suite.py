"""The SQLite ledger shows every behaviour of the ledger suite, on a file and in memory."""

from pathlib import Path

from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.ports import Clock
from neuromem_graph.testing.ledger_suite import LedgerSuite


class TestSqliteFile(LedgerSuite):
    """A ledger in a file."""

    def open_ledger(self, place: Path, clock: Clock) -> SqliteLedger:
        return SqliteLedger(place / "ledger.db", clock=clock, traces_kept=self.traces_kept)


class TestSqliteRelaxed(LedgerSuite):
    """A ledger in a file that leaves syncing to checkpoints."""

    def open_ledger(self, place: Path, clock: Clock) -> SqliteLedger:
        path = place / "ledger.db"
        return SqliteLedger(path, durability="relaxed", clock=clock, traces_kept=self.traces_kept)


class TestSqliteMemory(LedgerSuite):
    """A ledger in memory, which is gone when it is closed."""

    reopens = False

    def open_ledger(self, place: Path, clock: Clock) -> SqliteLedger:
        return SqliteLedger(":memory:", clock=clock, traces_kept=self.traces_kept)
