"""Traces stand beside the chain: bounded, and without waiting for the disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.testing.ledger_builders import NAMESPACE, START, TickingClock, batch, turn

NORMAL, FULL = 1, 2
KEPT = 128


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[SqliteLedger]:
    with SqliteLedger(tmp_path / "m", clock=TickingClock(), traces_kept=KEPT) as opened:
        opened.append([batch(turn("a", "tea"))])
        yield opened


def level(ledger: SqliteLedger, **how: bool) -> int:
    """How much a write waits for the disk."""
    with ledger._connections.write(**how) as conn:
        return int(conn.execute("PRAGMA synchronous").fetchone()[0])


def test_only_traces_do_not_wait(ledger: SqliteLedger) -> None:
    """A write is durable unless it says otherwise, whatever was written before it."""
    assert level(ledger) == FULL
    assert level(ledger, durable=False) == NORMAL
    assert level(ledger, durable=False) == NORMAL
    assert level(ledger) == FULL
    ledger.record_trace(NAMESPACE, "t", "{}", START)
    assert level(ledger) == FULL


def test_after_a_failure_it_waits_again(ledger: SqliteLedger) -> None:
    """A write without waiting that fails changes nothing of the next one."""
    with pytest.raises(ZeroDivisionError), ledger._connections.write(durable=False):
        raise ZeroDivisionError
    assert level(ledger) == FULL


def test_a_relaxed_ledger_never_waits(tmp_path: Path) -> None:
    """Where no commit waits, a trace changes nothing."""
    with SqliteLedger(tmp_path / "r", durability="relaxed") as ledger:
        assert [level(ledger), level(ledger, durable=False), level(ledger)] == [NORMAL] * 3


def test_the_bound_is_looked_for_now_and_then(ledger: SqliteLedger) -> None:
    """Few more traces than the bound are ever there, and never fewer of the newest."""
    most = 0
    for n in range(3 * KEPT):
        ledger.record_trace(NAMESPACE, f"t{n:04}", "{}", START)
        with ledger._connections.read() as conn:
            there = [row[0] for row in conn.execute("SELECT trace_id FROM traces ORDER BY 1")]
        assert there[-min(n + 1, KEPT) :] == [
            f"t{i:04}" for i in range(max(0, n + 1 - KEPT), n + 1)
        ]
        most = max(most, len(there))
    assert KEPT <= most <= KEPT + KEPT // 64
