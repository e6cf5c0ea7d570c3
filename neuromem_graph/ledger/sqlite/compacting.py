"""Make a ledger's file smaller and measure it; no record, payload or projection is changed.

The packed word lists depend on the number of rows alone (`words`), so there is nothing to merge in
them; the segments of the search indexes are merged, which frees what deleted words left behind.

A file is never swapped for its copy here: whoever has it open would write on into a file that is
gone, and SQLite can't tell for sure that nobody does. A `VACUUM` in place would number the rows of
the vector cache anew, under processes that remember them.
"""

import json
import os
import sqlite3
from collections import defaultdict
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path

from neuromem_graph import errors
from neuromem_graph.ledger.sqlite import audit, location, statements
from neuromem_graph.ledger.sqlite import vectors as cache
from neuromem_graph.ledger.sqlite.connection import Connections, mapped_errors
from neuromem_graph.ledger.sqlite.statements import WRITES
from neuromem_graph.ports import Clock
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.storage import Compacted, DbStats, Size, TableGroup

UPKEEP = statements.parse(statements.text("upkeep.sql"))

_GROUPS = {
    "records": "records", "payloads": "records", "head": "records",
    "memory_index": "words", "item_index": "words", "memory_words": "words",
    "memory_words_new": "words", "memory_tail": "words", "memory_blocks": "words",
    "events": "memories", "event_steps": "memories", "threads": "memories",
    "memories": "memories", "memory_versions": "memories", "pins": "memories",
    "claims": "beliefs", "beliefs": "beliefs", "entities": "beliefs", "entity_names": "beliefs",
    "entity_blocks": "beliefs", "entity_roots": "beliefs",
    "associative_edges": "edges", "logic_edges": "edges", "edge_evidence_events": "edges",
    "traces": "explanations", "vectors": "vectors",
}  # fmt: skip
_BEGINNINGS = {
    "memory_index": "words", "item_index": "words", "worldview_": "beliefs", "item": "items",
    "checkpoint": "checkpoints",
}  # fmt: skip
_OTHER = "other"
_ORDER = ("records", "memories", "words", "beliefs", "edges", "items", "explanations", "vectors",
          "checkpoints", _OTHER)  # fmt: skip


class Compacting:
    """Compact and measure; `SqliteLedger` adds the rest."""

    path: Path | None
    _connections: Connections
    _traces_kept: int
    _models_kept: int
    _clock: Clock

    def compact(
        self, *, into: str | os.PathLike[str] | None = None, trace_days: float | None = None
    ) -> Compacted:
        """Drop what is operational and over its bound, and tidy the file up.

        Args:
            into: also write a copy without free pages there, and check all of its records.
            trace_days: explanations of queries that are older are dropped.

        Raises:
            InvalidInput: `into` is there already, or is no path; nothing was done.
            StorageFull, StorageBusy, ReadOnlyStore, LedgerCorrupt
        """
        target = None if into is None else _free(into)
        before = self._size()
        with self._connections.write() as conn:
            counted = conn.execute(UPKEEP["count_traces"]).fetchone()[0]
            if trace_days is not None:
                oldest = self._clock() - timedelta(days=trace_days)
                conn.execute(UPKEEP["old_traces"], (to_micros(oldest),))
            for (space,) in conn.execute(UPKEEP["trace_spaces"]).fetchall():
                conn.execute(WRITES["bound_traces"], (space, self._traces_kept))
            left = conn.execute(UPKEEP["count_traces"]).fetchone()[0]
            models = cache.bound(conn, self._models_kept)
            conn.execute(UPKEEP["optimize_memories"])
            conn.execute(UPKEEP["optimize_items"])
        emptied = self._empty_log()
        copied = None if target is None else self._copy(target)
        return Compacted(
            before=before, after=self._size(), explanations=counted - left, models=models,
            log_emptied=emptied, into=None if target is None else str(target),
            into_bytes=None if target is None else target.stat().st_size, records=copied,
        )  # fmt: skip

    def db_stats(self, *, namespaces: bool = False) -> DbStats:
        """Measure the file, in a time that grows with it.

        Args:
            namespaces: also count what each namespace holds.
        """
        with self._connections.read() as conn:
            size, pages, free = conn.execute(UPKEEP["pages"]).fetchone()
            spaces = conn.execute(UPKEEP["spaces"]).fetchall() if namespaces else ()
            groups = _groups(conn)
        what = ("events", "memories", "items", "explanations")
        return DbStats(
            path=None if self.path is None else str(self.path), page_size=size, pages=pages,
            free_pages=free, size=self._size(), groups=groups,
            namespaces={_name(name): dict(zip(what, counts, strict=True))
                        for name, *counts in spaces},
        )  # fmt: skip

    def _size(self) -> Size:
        with self._connections.read() as conn:
            size, pages, free = conn.execute(UPKEEP["pages"]).fetchone()
        log = 0
        if self.path is not None:
            with suppress(FileNotFoundError):
                log = os.stat(f"{self.path}-wal").st_size
        return Size(file=size * pages, wal=log, free=size * free)

    def _empty_log(self) -> bool:
        if self.path is None:
            return True
        with suppress(errors.StorageBusy):
            self._connections.empty_log()
        return self._size().wal == 0

    def _copy(self, target: Path) -> int:
        """Write a copy and check its chain; one that is not whole is removed."""
        where = str(target)
        location.create(target, [])  # for its owner only
        try:
            with mapped_errors(where):
                self._write_copy(where)
                with closing(sqlite3.connect(f"{target.as_uri()}?mode=rw", uri=True)) as conn:
                    conn.execute("PRAGMA journal_mode = WAL")
                    found = audit.verify(conn, (), deep=False)
            if found.problem is not None:
                raise errors.LedgerCorrupt(f"{where}: {found.problem.message}; it was removed")
        except BaseException:
            target.unlink(missing_ok=True)
            raise
        return found.records

    def _write_copy(self, where: str) -> None:
        if self.path is None:
            with self._connections.read() as conn:
                conn.execute(UPKEEP["copy"], (where,))
            return
        source = f"{self.path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(source, uri=True, isolation_level=None)) as conn:
            conn.execute(UPKEEP["copy"], (where,))


def _groups(conn: sqlite3.Connection) -> tuple[TableGroup, ...]:
    rows: dict[str, int] = defaultdict(int)
    for table, count in conn.execute(UPKEEP["rows"]):
        rows[_group(table)] += count
    sizes: dict[str, int] = defaultdict(int)
    measured = bool(conn.execute(UPKEEP["can_measure"]).fetchone()[0])
    if measured:
        for table, size in conn.execute(UPKEEP["measured"]):
            sizes[_group(table)] += size
    return tuple(
        TableGroup(name=name, rows=rows[name], bytes=sizes[name] if measured else None)
        for name in _ORDER
    )


def _group(table: str) -> str:
    if table in _GROUPS:
        return _GROUPS[table]
    return next((g for start, g in _BEGINNINGS.items() if table.startswith(start)), _OTHER)


def _free(into: str | os.PathLike[str]) -> Path:
    """Return where a copy goes.

    Raises:
        InvalidInput: something is there already, or there is no such folder.
    """
    if not isinstance(into, str | os.PathLike) or not str(into):
        raise errors.InvalidInput(f"into={into!r:.80} is no path of a new file")
    try:
        target = Path(into).absolute()
        there, folder = os.path.lexists(target), target.parent.is_dir()
        os.fsencode(target)
        target.stat()
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as exc:
        raise errors.InvalidInput(f"into={into!r:.80} can't name a file: {exc!s:.80}") from exc
    if there:
        raise errors.InvalidInput(f"{target} is there already: name a new file for the copy")
    if not folder:
        raise errors.InvalidInput(f"there is no folder {target.parent}: make it first")
    return target


def _name(coded: str) -> tuple[str, ...]:
    return tuple(json.loads(coded))
