"""What a path may hold, and how a ledger opens it: nothing is created or changed by a refusal."""

import hashlib
import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from neuromem_graph import errors
from neuromem_graph.ledger.sqlite import SqliteLedger, migrations
from neuromem_graph.testing.ledger_builders import NAMESPACE, batch, turn

TOLD = batch(turn("a", "tea"))


def listing(folder: Path) -> dict[str, str]:
    """Every path below a folder with the hash of its bytes."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        if path.is_file()
        else "folder"
        for path in folder.rglob("*")
    }


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """A ledger of one turn, closed."""
    path = tmp_path / "a.db"
    with SqliteLedger(path) as ledger:
        ledger.append([TOLD])
    return path


@pytest.mark.parametrize("given", ["a.db", "a.sqlite3", "folder", "deep/folder", "deep/a.db"])
def test_path_is_created(tmp_path: Path, given: str) -> None:
    """A new path becomes a file if it has a suffix, else a folder with `memory.sqlite3`."""
    with SqliteLedger(tmp_path / given) as ledger:
        ledger.append([TOLD])

    path = tmp_path / given
    assert (path if path.suffix else path / "memory.sqlite3").is_file()
    with SqliteLedger(path) as ledger:
        assert not ledger.append([TOLD])[0].groups[0].added


def test_only_the_owner_reads_a_new_ledger(tmp_path: Path) -> None:
    """A new file and its witness are private to the user."""
    with SqliteLedger(tmp_path / "a.db") as ledger:
        ledger.append([TOLD])

    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_newer_schema_is_refused(closed: Path) -> None:
    """A file of a newer version raises `SchemaTooNew`, read-only or not, and keeps its bytes."""
    with closing(sqlite3.connect(closed)) as conn:
        conn.execute("PRAGMA user_version = 999")
    before = listing(closed.parent)
    for read_only in (False, True):
        with pytest.raises(errors.SchemaTooNew):
            SqliteLedger(closed, read_only=read_only)

        assert listing(closed.parent) == before


def text_file(place: Path) -> Path:
    (place / "notes.db").write_text("these are notes, no database\n" * 50)
    return place / "notes.db"


def short_file(place: Path) -> Path:
    (place / "notes.db").write_text("hi")
    return place / "notes.db"


def other_database(place: Path) -> Path:
    with closing(sqlite3.connect(place / "other.db")) as conn:
        conn.execute("CREATE TABLE notes (text)")
    return place / "other.db"


def other_wal_database(place: Path) -> Path:
    with closing(sqlite3.connect(place / "other.db")) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("CREATE TABLE notes (text)")
    return place / "other.db"


def versioned_database(place: Path) -> Path:
    with closing(sqlite3.connect(place / "other.db")) as conn:
        conn.execute("PRAGMA user_version = 1")
    return place / "other.db"


def other_folder(place: Path) -> Path:
    (place / "code").mkdir()
    (place / "code" / "main.py").write_text("print()")
    return place / "code"


def below_a_file(place: Path) -> Path:
    return text_file(place) / "memory.db"


def far_below_a_file(place: Path) -> Path:
    return text_file(place) / "folder" / "folder"


def pipe(place: Path) -> Path:
    os.mkfifo(place / "pipe")
    return place / "pipe"


FOREIGN = [
    text_file, short_file, other_database, other_wal_database, versioned_database, other_folder,
    below_a_file, far_below_a_file, pipe,
]  # fmt: skip


@pytest.mark.parametrize("make", FOREIGN)
@pytest.mark.parametrize("read_only", [False, True])
def test_something_else_is_left_alone(tmp_path: Path, make, read_only: bool) -> None:
    """What is no ledger raises `NotALedger`; nothing is created and no byte changes."""
    path = make(tmp_path)
    before = listing(tmp_path)
    with pytest.raises(errors.NotALedger):
        SqliteLedger(path, read_only=read_only)

    assert listing(tmp_path) == before


@pytest.mark.parametrize("given", ["", "a\0b"])
def test_no_path_is_refused(given: str) -> None:
    """An empty path, or one with a null character, raises `NotALedger`."""
    with pytest.raises(errors.NotALedger):
        SqliteLedger(given)


def test_nothing_is_opened_read_only(tmp_path: Path) -> None:
    """Opening read-only where there is no ledger raises `NotALedger` and creates nothing."""
    for path in (tmp_path / "a.db", tmp_path / "folder"):
        with pytest.raises(errors.NotALedger):
            SqliteLedger(path, read_only=True)

    assert listing(tmp_path) == {}


FAILURES = [
    ("neuromem_graph.ledger.sqlite.migrations.create", sqlite3.OperationalError("disk I/O error")),
    ("neuromem_graph.ledger.sqlite.migrations.create", KeyboardInterrupt()),
    ("neuromem_graph.ledger.sqlite.ledger.Connections.use_wal", errors.StorageError("no WAL")),
    ("neuromem_graph.ledger.sqlite.location.os.open", OSError("no space")),
]


@pytest.mark.parametrize(("where", "failure"), FAILURES)
@pytest.mark.parametrize("given", ["a.db", "folder", "deep/folder/a.db"])
def test_failed_creation_leaves_nothing(
    tmp_path: Path, where: str, failure: BaseException, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a new ledger can't be made, no file or folder of it stays, and it can be made later."""

    def fail(*_: object) -> None:
        raise failure

    with monkeypatch.context() as patch:
        patch.setattr(where, fail)
        with pytest.raises((errors.StorageError, KeyboardInterrupt)):
            SqliteLedger(tmp_path / given)

        assert listing(tmp_path) == {}
    with SqliteLedger(tmp_path / given) as ledger:
        assert ledger.append([TOLD])[0].groups[0].added


def test_failed_creation_takes_nothing_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was there before, or what another process made of the new file, stays."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "empty.db").touch()
    path = tmp_path / "mine" / "a.db"

    def fail(conn: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError

    def be_slower(*_: object) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as conn:
            migrations.create(conn)
        raise errors.StorageError

    with monkeypatch.context() as patch:
        patch.setattr(migrations, "create", fail)
        with pytest.raises(errors.StorageError):
            SqliteLedger(tmp_path / "mine" / "other.db")
        with pytest.raises(errors.StorageError):
            SqliteLedger(tmp_path / "empty.db")
    with monkeypatch.context() as patch:
        patch.setattr("neuromem_graph.ledger.sqlite.ledger.Connections.use_wal", be_slower)
        with pytest.raises(errors.StorageError):
            SqliteLedger(path)

    assert set(listing(tmp_path)) == {"mine", "mine/a.db", "empty.db"}


def test_file_removed_while_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new file that somebody removes before it is ready is not written to any further."""
    create = migrations.create

    def and_lose(conn: sqlite3.Connection) -> None:
        create(conn)
        (tmp_path / "a.db").unlink()

    monkeypatch.setattr(migrations, "create", and_lose)
    with pytest.raises(errors.StorageError, match="removed meanwhile"):
        SqliteLedger(tmp_path / "a.db")


@pytest.mark.parametrize("given", ["a.db", "folder"])
def test_lost_file_is_not_begun_anew(tmp_path: Path, given: str) -> None:
    """Where only the witness is left, opening tells so again and again, and makes no file."""
    with SqliteLedger(tmp_path / given) as ledger:
        ledger.append([TOLD])
        path = ledger.path
    assert path is not None
    path.unlink()
    before = listing(tmp_path)
    for _ in range(2):
        with pytest.raises(errors.MemoryGraphError, match=r"acknowledged|holds no memory.sqlite3"):
            SqliteLedger(tmp_path / given)
        assert listing(tmp_path) == before


def reads_but_does_not_write(ledger: SqliteLedger) -> None:
    assert ledger.read_only
    with ledger.reader() as reader:
        assert reader.turns(NAMESPACE, ["a"])["a"].text == "tea"
    assert ledger.verify(deep=True).ok
    for write in (lambda: ledger.append([TOLD]), ledger.rebuild, lambda: ledger.erase([2])):
        with pytest.raises(errors.ReadOnlyStore):
            write()


def test_read_only_by_choice(closed: Path) -> None:
    """With `read_only=True` everything can be read, writes raise, and no byte changes."""
    before = closed.read_bytes()
    with SqliteLedger(closed, read_only=True) as ledger:
        reads_but_does_not_write(ledger)

    assert closed.read_bytes() == before


def test_reader_follows_a_writer(closed: Path) -> None:
    """A ledger that was opened read-only sees what another process writes later."""
    with SqliteLedger(closed, read_only=True) as ledger, SqliteLedger(closed) as other:
        other.append([batch(turn("b", "milk"))])
        with ledger.reader() as reader:
            assert "b" in reader.turns(NAMESPACE, ["b"])


@pytest.mark.parametrize("denied", ["file", "folder"])
def test_read_only_by_permission(
    closed: Path, denied: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file or folder that can't be written is opened for reading only, and nothing is created."""
    refused, access = closed if denied == "file" else closed.parent, os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: Path(path) != refused and access(path, mode)
    )
    before = listing(closed.parent)
    with SqliteLedger(closed) as ledger:
        reads_but_does_not_write(ledger)

    if denied == "folder":
        assert listing(closed.parent) == before


def described(conn: sqlite3.Connection) -> tuple[list[tuple[object, ...]], int, int]:
    """The schema as SQLite keeps it, and the two numbers in the file's header."""
    rows = conn.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    (version,) = conn.execute("PRAGMA user_version").fetchone()
    (application,) = conn.execute("PRAGMA application_id").fetchone()
    return rows.fetchall(), version, application


def upgraded(conn: sqlite3.Connection) -> None:
    conn.execute("BEGIN IMMEDIATE")
    try:
        migrations.upgrade(conn, 0)
        conn.execute("COMMIT")
    except sqlite3.Error:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise


def test_migrations_give_the_schema() -> None:
    """A file brought here step by step has exactly the schema of a new file."""
    with (
        closing(sqlite3.connect(":memory:", isolation_level=None)) as new,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as old,
    ):
        migrations.create(new)
        upgraded(old)

        assert described(old) == described(new)
        assert described(new)[1:] == (migrations.SCHEMA_VERSION, migrations.APPLICATION_ID)


def test_migration_stopped_anywhere(tmp_path: Path) -> None:
    """A migration that is interrupted at any step leaves the old schema, and can be run again."""
    step = 0
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as conn:
        old = described(conn)
        while True:
            step += 60
            seen = [0]

            def check(seen: list[int] = seen, step: int = step) -> int:
                seen[0] += 1
                return int(seen[0] == step)

            conn.set_progress_handler(check, 1)
            try:
                upgraded(conn)
                break
            except sqlite3.OperationalError:
                conn.set_progress_handler(None, 0)
                assert described(conn) == old
        conn.set_progress_handler(None, 0)

        assert step > 250
        assert described(conn)[1] == migrations.SCHEMA_VERSION


def killed_while_migrating(path: Path, way: str, statement: int) -> bool:
    """Make the schema in a child that kills itself at a statement; tell if it came to it."""
    child = os.fork()
    if child == 0:
        conn, left = sqlite3.connect(path, isolation_level=None), [statement]
        conn.execute("PRAGMA journal_mode = WAL")

        def count(_: str) -> None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        conn.set_trace_callback(count)
        conn.execute("BEGIN IMMEDIATE")
        migrations.create(conn) if way == "create" else migrations.upgrade(conn, 0)
        conn.execute("COMMIT")
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.parametrize("way", ["create", "upgrade"])
def test_migration_killed_at_every_statement(tmp_path: Path, way: str) -> None:
    """A process killed at any statement that makes the schema leaves none of it, or all."""
    import sqlite_utils  # noqa: F401, PLC0415  once, not in every child

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        none = described(conn)
        migrations.create(conn)
        full = described(conn)
    statement, died, found = 0, True, none
    while died:
        statement += 1
        path = tmp_path / f"{statement}.db"
        died = killed_while_migrating(path, way, statement)
        with closing(sqlite3.connect(path)) as conn:
            found = described(conn)
        assert found in (none, full)
        if found == none and statement % 5:
            continue  # nothing of it is there: most are alike
        with SqliteLedger(path, durability="relaxed") as ledger:
            assert ledger.append([TOLD])[0].groups[0].added
            assert ledger.verify(deep=True).ok

    assert statement > 40
    assert found == full
