"""Open, share and guard SQLite connections: one writer per process and file, readers of their own.

Every write is ``BEGIN IMMEDIATE``; every read sees one snapshot. Connections made before a fork are
left alone in the child, and a connection that met an I/O error is never used again.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from weakref import WeakValueDictionary

from neuromem_graph import errors
from neuromem_graph.settings import Durability

BUSY_SECONDS = 30.0
_BUSY = "PRAGMA busy_timeout = 30000"
_SYNCHRONOUS = {"full": "PRAGMA synchronous = FULL", "relaxed": "PRAGMA synchronous = NORMAL"}
_ABANDONED: list[sqlite3.Connection] = []  # of a parent process: closing them could harm its locks


class _WriterLock:
    """Serialise the writers and checkpoints of this process on one file."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.pid = os.getpid()


_LOCKS: WeakValueDictionary[str, _WriterLock] = WeakValueDictionary()
_LOCKS_GUARD = threading.Lock()
os.register_at_fork(after_in_child=_LOCKS.clear)


def _writer_lock(key: str) -> _WriterLock:
    with _LOCKS_GUARD:
        found = _LOCKS.get(key)
        if found is None or found.pid != os.getpid():
            found = _LOCKS[key] = _WriterLock()
        return found


@contextmanager
def mapped_errors(where: str) -> Iterator[None]:
    """Turn sqlite3 errors into ours.

    Raises:
        StorageFull, ReadOnlyStore, StorageBusy, LedgerCorrupt, NotALedger, StorageError
    """
    try:
        yield
    except sqlite3.Error as exc:
        raise _translate(exc, where) from exc
    except (UnicodeEncodeError, OverflowError) as exc:  # bound values: no ledger holds such
        raise errors.InvalidInput(f"that can't be looked up in a ledger: {exc}") from exc
    except UnicodeDecodeError as exc:  # sqlite3 reads names of the schema too
        raise errors.LedgerCorrupt(f"{where} is damaged: {exc}; restore a backup") from exc


def _translate(exc: sqlite3.Error, where: str) -> errors.LedgerError:
    code = getattr(exc, "sqlite_errorname", "") or ""
    if code.startswith("SQLITE_FULL"):
        return errors.StorageFull(f"no space left for {where}: free some and try again")
    if code.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return errors.ReadOnlyStore(f"{where} can't be written: check its owner and permissions")
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return errors.StorageBusy(f"{where} was locked by another process for {BUSY_SECONDS:g} s")
    if code.startswith("SQLITE_NOTADB"):
        return errors.NotALedger(f"{where} is not a SQLite file, or its first page is damaged")
    if code.startswith("SQLITE_CORRUPT"):
        return errors.LedgerCorrupt(f"{where} is damaged: {exc}; restore a backup")
    if code.startswith("SQLITE_CANTOPEN"):
        return errors.ReadOnlyStore(f"{where} can't be opened or created: check the folder")
    return errors.StorageError(f"{where}: {exc}")


def _switch_to_wal(conn: sqlite3.Connection) -> str:
    """Switch, waiting for whoever is switching too: SQLite itself refuses that at once."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return str(conn.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as exc:
            if exc.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > until:
                raise
        conn.execute("BEGIN IMMEDIATE")  # this waits its turn
        conn.execute("ROLLBACK")


class Connections:
    """Hand out connections to one file, or to one private memory database.

    Args:
        path: the file, or None for memory.
        durability: "full" fsyncs every commit; "relaxed" leaves that to checkpoints.
        read_only: open without creating or changing anything.
    """

    def __init__(self, path: Path | None, durability: Durability, read_only: bool = False) -> None:
        self.path = path
        self.where = str(path) if path else "the in-memory ledger"
        self.read_only = read_only
        self._durability, self._relaxed = durability, False
        self._pid = os.getpid()
        self._writer: sqlite3.Connection | None = None
        self._readers: list[sqlite3.Connection] = []
        self._closed = False
        self._guard = threading.Lock()
        self._private = threading.RLock()
        self._lock = _writer_lock(os.path.realpath(path)) if path else None

    def _open(self, *, writable: bool, glance: bool = False) -> sqlite3.Connection:
        if self.path is None:
            target, uri = ":memory:", False
        else:
            mode = (
                "mode=rw" if writable and not self.read_only else self._reading(self.path, glance)
            )
            target, uri = f"{self.path.absolute().as_uri()}?{mode}", True
        conn = sqlite3.connect(
            target, uri=uri, timeout=BUSY_SECONDS, isolation_level=None,
            check_same_thread=False, cached_statements=256,
        )  # fmt: skip
        conn.execute("PRAGMA foreign_keys = ON")
        conn.execute("PRAGMA mmap_size = 0")
        conn.execute("PRAGMA cache_size = -16384")  # KiB
        conn.execute("PRAGMA trusted_schema = OFF")
        if writable and not self.read_only:
            conn.execute(_SYNCHRONOUS[self._durability])
            conn.execute("PRAGMA journal_size_limit = 4194304")  # bytes: what is larger is cut
            conn.execute("PRAGMA secure_delete = ON")  # what is erased leaves no bytes behind
        return conn

    def _reading(self, path: Path, glance: bool) -> str:
        """Read without the write-ahead log if there is none and none can, or shall, be made."""
        try:
            logged = os.stat(f"{path}-wal").st_size > 0
        except FileNotFoundError:
            logged = False
        alone = glance or (self.read_only and not os.access(path.parent, os.W_OK))
        return "mode=ro&immutable=1" if alone and not logged else "mode=ro"

    def _check_open(self) -> None:
        if self._closed:
            raise errors.LedgerClosed(f"{self.where} was closed: open it again")

    def _check(self) -> None:
        self._check_open()
        if self._pid != os.getpid():  # after a fork the parent's connections are not ours
            _ABANDONED.extend(self._readers)
            if self._writer is not None:
                _ABANDONED.append(self._writer)
            self._readers, self._writer, self._pid = [], None, os.getpid()
            self._guard, self._private = threading.Lock(), threading.RLock()
            if self.path is None:
                raise errors.LedgerClosed("an in-memory ledger does not survive a fork")
            self._lock = _writer_lock(os.path.realpath(self.path))

    @contextmanager
    def write(self, *, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """Hold the write lock for one transaction: committed at the end, else rolled back whole.

        Args:
            durable: False leaves it to the next durable write to wait for the disk.
        """
        relaxed = not durable and self._durability == "full"
        self._check()
        if self.read_only:
            raise errors.ReadOnlyStore(f"{self.where} was opened read-only")
        lock = self._lock.lock if self._lock else self._private
        with lock, mapped_errors(self.where):
            self._check_open()  # it may have been closed while we waited
            conn = self._writer = self._writer or self._open(writable=True)
            if conn.in_transaction:
                raise errors.LedgerError(f"{self.where}: a write can't be made inside another")
            try:
                if relaxed != self._relaxed:
                    conn.execute(_SYNCHRONOUS["relaxed" if relaxed else self._durability])
                    self._relaxed = relaxed
                conn.execute("BEGIN IMMEDIATE")
                yield conn
                conn.execute("COMMIT")
            except BaseException as exc:
                self._abort(conn, exc)
                raise

    def _abort(self, conn: sqlite3.Connection, exc: BaseException) -> None:
        name = getattr(exc, "sqlite_errorname", "") or ""
        if name.startswith("SQLITE_IOERR") and self.path is not None:
            # An fsync that failed must not be retried on the same descriptor.
            self._writer = None
            conn.close()
        elif conn.in_transaction:
            conn.execute("ROLLBACK")

    @contextmanager
    def glance(self) -> Iterator[sqlite3.Connection]:
        """Look at a file that may be something else, leaving nothing beside it."""
        with mapped_errors(self.where), closing(self._open(writable=False, glance=True)) as conn:
            yield conn

    @contextmanager
    def look(self) -> Iterator[sqlite3.Connection]:
        """Hold one snapshot for a short read of what was just written.

        It is read through the writer, whose pages are still at hand, unless somebody writes now.
        """
        self._check()
        lock = self._lock.lock if self._lock else self._private
        if not lock.acquire(blocking=False):
            with self.read() as conn:
                yield conn
            return
        try:
            self._check_open()
            if self._writer is None:
                self._writer = self._open(writable=True)
            yield from self._through(self._writer)
        finally:
            lock.release()

    def _through(self, conn: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
        with mapped_errors(self.where):
            if conn.in_transaction:  # of this very thread
                yield conn
                return
            try:
                conn.execute("BEGIN")
                yield conn
                conn.execute("COMMIT")
            except BaseException as exc:
                self._abort(conn, exc)
                raise

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """Hold one snapshot for reading."""
        self._check()
        if self.path is None:
            with self._private, mapped_errors(self.where):
                self._check_open()
                self._writer = self._writer or self._open(writable=True)
                yield self._writer
            return
        with mapped_errors(self.where):
            with self._guard:
                conn = self._readers.pop() if self._readers else None
            conn = conn or self._open(writable=False)
            try:
                conn.execute("BEGIN")
                yield conn
                conn.execute("COMMIT")
            except BaseException:
                conn.close()
                raise
            with self._guard:
                if not self._closed and len(self._readers) < 8:
                    self._readers.append(conn)
                    return
            conn.close()

    def use_wal(self) -> None:
        """Switch the file to write-ahead logging.

        Raises:
            StorageError: if the file system can't do it; a failed switch is silent otherwise.
        """
        lock = self._lock.lock if self._lock else self._private
        with lock, mapped_errors(self.where):
            self._writer = self._writer or self._open(writable=True)
            mode = _switch_to_wal(self._writer)
            if mode != "wal":
                raise errors.StorageError(f"{self.where}: no write-ahead log here, only {mode!r}")

    def empty_log(self) -> None:
        """Move the write-ahead log into the file, and cut it to nothing unless someone reads it."""
        lock = self._lock.lock if self._lock else self._private
        with lock, mapped_errors(self.where):
            if self._writer is not None and self.path is not None:
                self._writer.execute("PRAGMA busy_timeout = 1000")
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                self._writer.execute(_BUSY)

    def close(self) -> None:
        """Close every connection; the last one of the file checkpoints it."""
        if self._closed or self._pid != os.getpid():
            self._closed = True
            return
        lock = self._lock.lock if self._lock else self._private
        with lock, self._guard:
            self._closed = True
            for conn in self._readers:
                conn.close()
            self._readers = []
            if self._writer is not None:
                self._writer.close()
                self._writer = None
