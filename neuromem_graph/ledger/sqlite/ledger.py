"""The SQLite ledger: open a file, append to it, read any moment of it, look after it."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from neuromem_graph import errors
from neuromem_graph.ledger.sqlite import anchor, audit, checkpoints, location, migrations
from neuromem_graph.ledger.sqlite import vectors as cache
from neuromem_graph.ledger.sqlite.appending import Appender
from neuromem_graph.ledger.sqlite.beside import VectorCaching
from neuromem_graph.ledger.sqlite.compacting import Compacting
from neuromem_graph.ledger.sqlite.connection import Connections, mapped_errors
from neuromem_graph.ledger.sqlite.grouping import Broken, GroupCommit, Request
from neuromem_graph.ledger.sqlite.journal import TraceKeeping
from neuromem_graph.ledger.sqlite.moving import Moving
from neuromem_graph.ledger.sqlite.reader import SqliteReader, read_head
from neuromem_graph.ledger.sqlite.statements import QUERIES, WRITES
from neuromem_graph.ports import Clock, Entropy, Plan
from neuromem_graph.ports.items import Standing
from neuromem_graph.settings import Durability
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.ledger import Appended, Embedded, Erasure, Expected, Head, Verification


def utc_now() -> datetime:
    """Tell the time of the machine, in UTC."""
    return datetime.now(UTC)


class SqliteLedger(VectorCaching, TraceKeeping, Compacting, Moving):
    """Keep the ledger in one SQLite file (or in memory); safe for threads and processes.

    Args:
        path: ":memory:", a file or a folder; see `location.locate`.
        durability: "full" (the default) survives power loss, "relaxed" a crash of the process.
        clock: tells `recorded_at`; the time of the machine by default.
        entropy: gives ids and salts; `os.urandom` by default.
        read_only: open an existing file without writing anything to it.
        traces_kept: explanations of queries kept per namespace.
        models_kept: models whose vectors are kept.

    Raises:
        NotALedger, SchemaTooNew, ReadOnlyStore, LedgerRolledBack: nothing was written.
    """

    def __init__(
        self, path: str | os.PathLike[str] = ":memory:", *, durability: Durability = "full",
        clock: Clock = utc_now, entropy: Entropy = os.urandom, read_only: bool = False,
        traces_kept: int = 10_000, models_kept: int = 4,
    ) -> None:  # fmt: skip
        self.path = location.locate(path)
        self._clock, self._entropy, self._traces_kept = clock, entropy, traces_kept
        self._models_kept, self._written = models_kept, {}
        self._witness = self.path is not None and durability == "full"
        self._connections = Connections(self.path, durability, read_only)
        self._group = GroupCommit(self._append)
        made: list[Path] = []
        try:
            self._set_up(read_only, made)
        except BaseException:
            self._connections.close()
            location.discard(made)
            raise

    @property
    def read_only(self) -> bool:
        """Tell whether writes are refused."""
        return self._connections.read_only

    @property
    def connections(self) -> Connections:
        """Return the connections of this ledger: what shares its file may share them."""
        return self._connections

    def _set_up(self, read_only: bool, made: list[Path]) -> None:
        if self.path is None or self._is_new(read_only):
            if self.path is not None:
                self._look_for_loss(self.path)
                location.create(self.path, made)
            self._prepare()
            if self.path is not None and not self.path.exists():
                raise errors.StorageError(f"{self.path} was removed meanwhile: open it again")
        else:
            with self._connections.glance() as conn:
                version = migrations.check(conn, self._connections.where)
            if version == 0 and self.read_only:
                raise errors.NotALedger(f"{self.path} is empty: nothing to open read-only")
            if version < migrations.SCHEMA_VERSION and self.read_only:
                raise errors.ReadOnlyStore(
                    f"{self.path} was written by an older version: open it once for writing, so "
                    "that its tables are brought up to date"
                )
            if version < migrations.SCHEMA_VERSION:
                self._prepare()
        if self._witness and not self.read_only:
            self._compare_anchor()

    def _is_new(self, read_only: bool) -> bool:
        assert self.path is not None
        exists = location.holds_something(self.path)
        if not exists and read_only:
            raise errors.NotALedger(f"there is no ledger at {self.path}: nothing to open read-only")
        if exists and not all(os.access(p, os.W_OK) for p in (self.path, self.path.parent)):
            self._connections.read_only = True
        return not exists

    def _prepare(self) -> None:
        if self.path is not None:
            self._connections.use_wal()
        with self._connections.write() as conn:
            version = migrations.check(conn, self._connections.where)
            if version == 0:
                migrations.create(conn)
            elif version < migrations.SCHEMA_VERSION:
                migrations.upgrade(conn, version)
                audit.refold(conn)

    def _look_for_loss(self, path: Path) -> None:
        """Refuse to begin anew where there was a ledger; another process may just be faster."""
        witnessed = anchor.read(path) if self._witness else None
        if witnessed is not None and witnessed.seq and not location.holds_something(path):
            raise self._rolled_back(f"record {witnessed.seq} was acknowledged but no file is there")

    def _compare_anchor(self) -> None:
        assert self.path is not None
        witnessed = anchor.read(self.path)
        if witnessed is None:
            return
        with self._connections.read() as conn:
            problem = audit.compare_head(conn, witnessed, "rolled_back")
        if problem is not None:
            raise self._rolled_back(problem.message)

    def _rolled_back(self, message: str) -> errors.LedgerRolledBack:
        assert self.path is not None
        return errors.LedgerRolledBack(
            f"{self.path}: {message}. Acknowledged memory is missing: put the "
            f"'-wal' file back or restore a backup. To accept the loss, delete "
            f"{anchor.path_of(self.path).name}"
        )

    def append(
        self, batches: Iterable[Batch | Plan], expected: Expected | None = None,
        embedded: Embedded | None = None,
    ) -> tuple[Appended, ...]:  # fmt: skip
        """Append batches in one transaction: all of them or nothing (see `ports.Ledger`)."""
        request = Request(tuple(batches), expected, embedded)
        if self.path is not None:
            return self._group.submit(request)
        with self._connections.write() as conn:  # there is no fsync to share
            appender = Appender(conn, to_micros(self._clock()), self._entropy)
            results = self._appended(request, conn, appender)
            appender.finish()
        return results

    def _append(self, requests: Sequence[Request]) -> None:
        now = to_micros(self._clock())
        with self._connections.write() as conn:
            appender = Appender(conn, now, self._entropy)
            results = []
            for request in requests:
                try:
                    results.append(self._appended(request, conn, appender))
                except sqlite3.Error:
                    raise  # the disk's fault, not the request's
                except Exception as exc:
                    raise Broken(request) from exc
            appender.finish()
            head = appender.head
        for request, appended in zip(requests, results, strict=True):
            request.results = appended
        self._acknowledge(head)

    def _appended(
        self, request: Request, conn: sqlite3.Connection, appender: Appender
    ) -> tuple[Appended, ...]:
        results, expected = [], request.expected
        if request.embedded is not None:
            cache.store(conn, *request.embedded, most=self._models_kept)
        for item in request.batches:
            if not isinstance(item, Batch):
                appender.finish()  # the plan's reader ends where this append has come to
                item = item(SqliteReader(conn))
            if expected:
                appender.check(item.namespace, expected)
                expected = None
            results.append(appender.append(item))
        return tuple(results)

    def _acknowledge(self, head: Head) -> None:
        if self._witness and self.path is not None and head.seq:
            # The commit is durable; a witness that can't be written only lags behind.
            with suppress(OSError):
                anchor.write(self.path, head.seq, bytes.fromhex(head.hash))

    @contextmanager
    def reader(self, as_of: int | datetime | None = None) -> Iterator[SqliteReader]:
        """Read one moment from one snapshot (see `ports.Ledger`)."""
        with self._connections.read() as conn:
            yield _reader(conn, as_of)

    def verify(self, *, deep: bool = False, expected_head: Head | None = None) -> Verification:
        """Check the whole ledger and name the first problem; changes nothing.

        Args:
            deep: also check the file's pages, fold everything into a temporary database and
                compare every projection.
            expected_head: a head kept elsewhere; detects a consistent rollback of the file.
        """
        witnessed = anchor.read(self.path) if self._witness and self.path else None
        heads = ((witnessed, "rolled_back"), (expected_head, "expected_head"))
        expected = [(head, code) for head, code in heads if head is not None]
        with mapped_errors(self._connections.where), self._connections.read() as conn:
            return audit.verify(conn, expected, deep=deep)

    def rebuild(self) -> int:
        """Drop every projection and fold the records again; return how many were folded.

        Raises:
            LedgerCorrupt: records or payloads were edited; no fold of them can be trusted.
        """
        with self._connections.write() as conn:
            audit.require_whole(conn)
            folded = audit.refold(conn)
        with suppress(errors.StorageError):  # it has written all there is: the log is as large
            self._connections.empty_log()
        return folded

    def erase(self, seqs: Iterable[int], reason: str = "requested") -> Erasure:
        """Erase these payloads and all that was derived from them alone.

        A tombstone names what is gone; the chain stays verifiable and projections are folded anew.
        The write-ahead log is emptied too, unless another connection reads at that moment.

        Raises:
            NotFound: if a sequence number is not in the ledger.
        """
        now = to_micros(self._clock())
        with self._connections.write() as conn:
            appender = Appender(conn, now, self._entropy)
            erasure = audit.erase(conn, appender, set(seqs), reason)
            head = appender.head
        self._acknowledge(head)
        with suppress(errors.StorageError):  # the erasure is durable, whatever becomes of the log
            self._connections.empty_log()
        return erasure

    def moment(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None, /
    ) -> int | None:  # fmt: skip
        """Tell what memory nodes had seen when a checkpoint was made; None if there is no such."""
        with self._connections.read() as conn:
            return checkpoints.moment(conn, thread_id, checkpoint_ns, checkpoint_id)

    def standing(self, thread_id: str, began: str, current: str, /) -> Standing:
        """Tell how the checkpoint of a root graph stands at which a run began."""
        with self._connections.read() as conn:
            return checkpoints.standing(conn, thread_id, began, current)

    def touch_items(self, items: Iterable[int], at: datetime) -> None:
        """Note that these versions of items were read: what expires lives on from there."""
        now = to_micros(at)
        with self._connections.write() as conn:
            conn.executemany(WRITES["touch_item"], ((item, now) for item in items))

    def close(self) -> None:
        """Close all connections; using the ledger afterwards raises `LedgerClosed`."""
        self._connections.close()

    def __enter__(self) -> Self:
        """Return the ledger itself."""
        return self

    def __exit__(self, *exc: object) -> None:
        """Close it."""
        self.close()


def _reader(conn: sqlite3.Connection, as_of: int | datetime | None) -> SqliteReader:
    """Open a reader at a moment; an exact one costs a single look at its record."""
    if as_of is None:
        return SqliteReader(conn)
    if isinstance(as_of, datetime):
        row = conn.execute(QUERIES["last_record_at"], {"at": to_micros(as_of)}).fetchone()
        return SqliteReader(conn, row[0] if row else 0)
    reader = SqliteReader(conn, as_of)
    if reader.head.seq != as_of:
        last = read_head(conn)[0]
        raise errors.InvalidInput(f"as_of={as_of} is not in the ledger: it holds 1 to {last}")
    return reader
