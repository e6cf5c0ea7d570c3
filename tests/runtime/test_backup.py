"""A backup is the whole file, taken while it is in use, and verified."""

import sqlite3
from pathlib import Path

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import InvalidInput, ReadOnlyStore
from tests.runtime.moving_life import ANN, BOB, LATER, live, opened, seen


@pytest.mark.parametrize("source", ["file", ":memory:"])
def test_a_backup_is_the_same_ledger(tmp_path: Path, source: str) -> None:
    """It opens, verifies to the last projection and answers the same; it can be written to."""
    target = tmp_path / "copy.sqlite3"
    path = source if source == ":memory:" else tmp_path / source
    with opened(path) as ann:
        live(ann, ann.within(BOB))
        told: list[tuple[int, int]] = []
        copied = ann.backup(target, progress=lambda done, total: told.append((done, total)))
        with opened(target, clock=lambda: LATER, seed=4) as copy:
            assert copy.verify(deep=True, expected_head=ann.verify().head).ok
            assert copied.head == ann.verify().head
            assert copy.log(limit=1000) == ann.log(limit=1000)
            assert seen(copy.within(BOB), [])
            copy.ingest(user="I love chess.")
            assert copy.verify(deep=True).ok
    assert told[-1][0] == told[-1][1] > 0
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_backup_keeps_the_key_that_marks_secrets(tmp_path: Path) -> None:
    """The same secret bears the same mark in the copy."""
    said = "My deploy token is ghp_16C7e42F292c6912E7710c838347Ae178B4a."
    with MemoryRuntime.local(ANN, tmp_path / "a.sqlite3") as ann:
        ann.ingest(user=said)
        ann.backup(tmp_path / "b.sqlite3")
    assert (tmp_path / "b.sqlite3.key").stat().st_mode & 0o777 == 0o600
    with MemoryRuntime.local(ANN, tmp_path / "b.sqlite3") as copy:
        assert copy.ingest(user=said).of("supported")


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    """What stands there stays, and nothing is left behind where none can be made."""
    (tmp_path / "x").write_text("mine")
    with opened(":memory:") as ann:
        with pytest.raises(InvalidInput, match="is there already"):
            ann.backup(tmp_path / "x")
        with pytest.raises(ReadOnlyStore, match="can't be created"):
            ann.backup(tmp_path / "no" / "x")
        with pytest.raises(InvalidInput, match="not a path"):
            ann.backup(7)  # type: ignore[arg-type]
    assert [p.read_text() for p in tmp_path.iterdir()] == ["mine"]


def test_a_copy_that_does_not_verify_is_removed(tmp_path: Path) -> None:
    """A damaged ledger can't be backed up in silence."""
    with opened(tmp_path / "a.sqlite3") as ann:
        ann.ingest(user="I love tea.")
    with sqlite3.connect(tmp_path / "a.sqlite3") as conn:
        conn.execute("UPDATE payloads SET body = x'7b7d' WHERE seq = 2")
    with opened(tmp_path / "a.sqlite3") as ann, pytest.raises(Exception, match="payload of record"):
        ann.backup(tmp_path / "copy")
    assert not list(tmp_path.glob("copy*"))


def test_the_log_shows_the_records_of_one_namespace(tmp_path: Path) -> None:
    """Records stand in order, between two numbers; nobody else's, and nothing that was erased."""
    with opened(tmp_path / "a") as ann:
        live(ann, ann.within(BOB))
        entries = ann.log(limit=1000)
        seqs = [entry.seq for entry in entries]

        assert seqs == sorted(seqs) and len(seqs) < ann.verify().records
        assert ann.log(limit=3) == entries[-3:]
        assert ann.log(after=seqs[4], before=seqs[9], limit=99) == entries[5:9]
        assert "skiing" not in str(entries) and "drawer" not in str(entries)
        assert any(entry.erased and entry.payload is None for entry in entries)
        assert ann.within(("nobody",)).log() == ()
        with pytest.raises(InvalidInput, match="limit=-1"):
            ann.log(limit=-1)
