"""Let a ledger move: lines out and in, a copy of the file, and a look at its records."""

import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from neuromem_graph import errors
from neuromem_graph.errors import InvalidInput
from neuromem_graph.ledger import exporting as lines
from neuromem_graph.ledger import format as fmt
from neuromem_graph.ledger.sqlite import audit
from neuromem_graph.ledger.sqlite.appending import Appender
from neuromem_graph.ledger.sqlite.connection import Connections, mapped_errors
from neuromem_graph.ledger.sqlite.exporting import Exporter
from neuromem_graph.ledger.sqlite.importing import Importer, Lines
from neuromem_graph.ledger.sqlite.part import dumps
from neuromem_graph.ledger.sqlite.reader import read_head
from neuromem_graph.ledger.sqlite.statements import QUERIES
from neuromem_graph.ports import Clock, Entropy
from neuromem_graph.ports.moving import Tell
from neuromem_graph.types.base import Namespace, from_micros, to_micros
from neuromem_graph.types.ledger import Head
from neuromem_graph.types.moving import Exported, Imported, LogEntry

_PAGES = 1024  # copied between two looks at whether somebody writes


class Moving:
    """Export, import and copy; `SqliteLedger` adds the rest."""

    _connections: Connections
    _clock: Clock
    _entropy: Entropy
    _acknowledge: Callable[[Head], None]

    def export(
        self, write: Callable[[str], object], namespace: Namespace | None, tell: Tell
    ) -> Exported:
        """Write one snapshot line by line: of one namespace, or of all (see `ports.Portable`)."""
        with self._connections.read() as conn:
            audit.require_whole(conn)  # no import would take what is edited
            return Exporter(conn, write, tell).export(namespace)

    def import_lines(
        self, given: Iterable[str], namespace: Namespace | None, tell: Tell
    ) -> Imported:
        """Append what is not there yet, all of it or nothing (see `ports.Portable`)."""
        read, now = Lines(given), to_micros(self._clock())
        with self._connections.write() as conn:
            importer = Importer(conn, read, namespace)
            erased = importer.run(tell)
            if erased:  # what this ledger alone made of it rests on nothing any more
                audit.erase(conn, Appender(conn, now, self._entropy), erased, "imported")
            seq, digest, at = read_head(conn)
        head = Head(seq=seq, hash=digest.hex(), recorded_at=from_micros(at) if seq else None)
        if importer.added:
            self._acknowledge(head)
        if erased:
            with suppress(errors.StorageError):
                self._connections.empty_log()
        return Imported(namespaces=tuple(importer.namespaces), added=importer.added,
                        known=importer.known, head=head)  # fmt: skip

    def copy_to(self, path: str | os.PathLike[str], tell: Tell) -> Head:
        """Copy the whole file while it is in use (see `ports.Copyable`)."""
        target = Path(path)
        try:
            handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError as exc:
            raise InvalidInput(f"{target} is there already: name a new file for the copy") from exc
        except (OSError, ValueError) as exc:
            raise errors.ReadOnlyStore(f"{str(target)!a} can't be created: {exc}") from exc
        os.close(handle)
        try:
            with mapped_errors(str(target)):
                return self._copied(target, tell)
        except BaseException:
            for end in ("", "-wal", "-shm", "-journal"):
                target.with_name(target.name + end).unlink(missing_ok=True)
            raise

    def _copied(self, target: Path, tell: Tell) -> Head:
        def told(_: int, remaining: int, total: int) -> None:
            tell(total - remaining, total)

        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            with self._connections.read() as conn:
                conn.backup(copy, pages=_PAGES, progress=told)
            copy.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            report = audit.verify(copy, [], deep=False)
        if report.problem is not None:
            raise errors.LedgerCorrupt(f"the copy does not verify: {report.problem.message}")
        return report.head

    def entries(
        self, namespace: Namespace, after: int, before: int | None, limit: int
    ) -> tuple[LogEntry, ...]:
        """Return the last records of a namespace between two numbers (see `ports.Showing`)."""
        found: list[LogEntry] = []
        with self._connections.read() as conn:
            row = conn.execute(QUERIES["namespace"], (dumps(namespace),)).fetchone()
            if row is None:
                return ()
            mark = f'"{row[1]}"'.encode()
            for seq, record, salt, body in conn.execute(
                QUERIES["stream_back"], {"after": after, "before": before}
            ):
                entry = _entry(seq, record, salt, body) if mark in record else None
                if entry is not None and entry[0] == row[1]:
                    found.append(entry[1])
                if len(found) >= limit:
                    break
        return tuple(reversed(found))


def _entry(
    seq: int, record: bytes, salt: bytes | None, body: bytes | None
) -> tuple[str | None, LogEntry]:
    """Return a record as it is shown, and of which namespace it is."""
    try:
        one = lines.carried(record, salt, body)
    except ValueError as exc:
        raise errors.LedgerCorrupt(f"record {seq} is damaged: run verify()") from exc
    header: dict[str, Any] = dict(one.header)
    public, when = header.pop("ns", None), from_micros(header.pop("at"))
    del header["seq"], header["kind"]
    return public, LogEntry(
        seq=seq, at=when, kind=one.kind, id=header.pop("id", None), header=header,
        payload=one.body, erased=one.body is None and one.sealed != fmt.NO_SEAL,
    )  # fmt: skip
