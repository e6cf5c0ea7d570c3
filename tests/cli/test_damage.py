"""Of a ledger that somebody edited nothing is made, and people are told what heals it."""

import sqlite3
from contextlib import closing

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import LedgerCorrupt
from tests.cli.conftest import ANN, Nmem

RECORDS = {
    "payload": "UPDATE payloads SET body = "
    "cast(replace(cast(body AS TEXT), 'I', 'We') AS BLOB) WHERE seq = 2",
    "record": "UPDATE records SET record = cast(record || ' ' AS BLOB) WHERE seq = 2",
    "deleted": "DELETE FROM records WHERE seq = 2",
    "no payload": "DELETE FROM payloads WHERE seq = 2",
}
"""What is done -> the statement that does it, to the second record."""


def edit(nmem: Nmem, statement: str) -> None:
    """Do to the file what nobody should."""
    (path,) = nmem.path.glob("*.sqlite3")
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute("PRAGMA foreign_keys = OFF")
        assert conn.execute(statement).rowcount


@pytest.mark.parametrize("what", RECORDS)
def test_nothing_is_made_of_damaged_records(nmem: Nmem, what: str) -> None:
    """Export and rebuild end with 1, name the record and what to do, and change nothing."""
    edit(nmem, RECORDS[what])
    target = nmem.folder / "x.jsonl"
    for command in (["export", target], ["export", target, "--everything"], ["export", "-"],
                    ["rebuild"]):  # fmt: skip
        ran = nmem(*command)

        assert (ran.code, ran.out) == (1, "")
        assert "record 2" in ran.err
        assert "restore a backup" in ran.err
        assert "rebuild" not in ran.err
    assert not target.exists()
    with MemoryRuntime.local(ANN, nmem.path) as memory:
        with pytest.raises(LedgerCorrupt, match="record 2"):
            memory.rebuild()
        with pytest.raises(LedgerCorrupt, match="record 2"):
            memory.export_jsonl(target)


@pytest.mark.parametrize("what", RECORDS)
def test_verify_sends_nobody_to_rebuild_for_records(nmem: Nmem, what: str) -> None:
    """Where a record was edited, only a backup helps."""
    edit(nmem, RECORDS[what])
    ran = nmem("ledger", "verify", "--deep")

    assert ran.code == 1
    assert "restore a backup" in ran.err
    assert "rebuild" not in ran.err


def test_a_rebuild_heals_projections(nmem: Nmem) -> None:
    """An edited derived table is told with the command that heals it."""
    edit(nmem, "DELETE FROM beliefs")
    told = nmem("ledger", "verify", "--deep")

    assert (told.code, "nmem rebuild" in told.err, "backup" in told.err) == (1, True, False)
    assert nmem("rebuild").code == 0
    assert nmem("ledger", "verify", "--deep").code == 0
