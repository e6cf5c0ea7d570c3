"""Hold what reducers share while records are folded: the connection and what was met last."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from neuromem_graph.ledger.sqlite.statements import QUERIES, WRITES

Fields = Mapping[str, Any]


class Entry(NamedTuple):
    """Hold one decoded record; `payload` is None when it has none or it was erased."""

    seq: int
    at: int
    ns: int
    header: Fields
    payload: Fields | None


class Fold:
    """Write the projections of one database for the reducers.

    Args:
        conn: where the projections are.
        payloads: where the payloads are, when elsewhere.
    """

    def __init__(
        self, conn: sqlite3.Connection, payloads: sqlite3.Connection | None = None
    ) -> None:
        self._conn = conn
        self._payloads = payloads or conn
        self._namespaces: dict[str, int] = {}
        self._event: tuple[int, Fields | None] = (0, None)
        self._places: tuple[int, str, int | None] = (0, "", None)
        self._threads: dict[tuple[int, str], int] = {}
        self._rows: dict[int, int] = {}
        self._positions: dict[int, tuple[int, int]] = {}

    def namespace(self, public_id: str) -> int:
        """Return the row of a namespace by its random id."""
        return self._namespaces[public_id]

    def know(self, public_id: str, ns: int) -> None:
        """Remember a namespace met earlier."""
        self._namespaces[public_id] = ns

    def run(self, name: str, *values: object) -> None:
        """Execute a named write."""
        self._conn.execute(WRITES[name], values)

    def returning(self, name: str, *values: object) -> tuple[Any, ...] | None:
        """Execute a named write that returns the one row it changed."""
        rows = self._conn.execute(WRITES[name], values).fetchall()
        return rows[0] if rows else None

    def one(self, name: str, *values: object) -> tuple[Any, ...] | None:
        """Read one row of a named query."""
        row: tuple[Any, ...] | None = self._conn.execute(QUERIES[name], values).fetchone()
        return row

    def rows(self, name: str, *values: object) -> list[tuple[Any, ...]]:
        """Read all rows of a named query."""
        return self._conn.execute(QUERIES[name], values).fetchall()

    def begin_event(self, seq: int, payload: Fields | None) -> None:
        """Remember the event that is folded: what follows is made of it."""
        self._event = (seq, payload)

    def event_payload(self, event: int) -> Fields | None:
        """Return the payload of an event, or None once it is erased."""
        if self._event[0] != event:
            self._event = (event, self.payload(event))
        return self._event[1]

    def payload(self, seq: int) -> Fields | None:
        """Return the payload of a record, or None if it has none or it was erased."""
        row = self._payloads.execute(QUERIES["payload"], (seq,)).fetchone()
        return json.loads(row[0]) if row else None

    def run_many(self, name: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Execute a named write for every row."""
        self._conn.executemany(WRITES[name], rows)

    def thread(self, entry: Entry, key: str) -> int:
        """Return the thread of this key, opening it with this event if it is new."""
        if (entry.ns, key) not in self._threads:
            self.run("add_thread", entry.seq, entry.ns, key)
            row = self.one("thread", entry.ns, key)
            self._threads[entry.ns, key] = row[0] if row else entry.seq
        return self._threads[entry.ns, key]

    def located(self, event: int, channel: str, thread: int | None) -> None:
        """Remember the place of the event just folded: its memories come next."""
        self._places = (event, channel, thread)

    def place(self, event: int) -> tuple[str, int | None]:
        """Return the channel and thread of an event."""
        if self._places[0] != event:
            row = self.one("event_place", event)
            self._places = (event, *row) if row else (event, "user", None)
        return self._places[1:]

    def next_row(self, ns: int) -> int:
        """Return the number of the next memory of a namespace, from 0."""
        if ns not in self._rows:
            known = self.one("last_row", ns)
            self._rows[ns] = known[0] if known else -1
        self._rows[ns] += 1
        return self._rows[ns]

    def next_position(self, thread: int, row: int) -> tuple[int, int]:
        """Give the next memory of a thread its position, from 1.

        Returns:
            The position, and the row of the memory just before it; -1 for none.
        """
        if thread not in self._positions:
            known = self.one("last_position", thread)
            self._positions[thread] = (known[0] or 0, known[1]) if known else (0, -1)
        last, before = self._positions[thread]
        self._positions[thread] = (last + 1, row)
        return last + 1, before if last else -1

    def forget_positions(self) -> None:
        """Look up the ends of threads anew: a memory has left one."""
        self._positions.clear()


def content_of(entry: Entry, *names: str) -> tuple[Any, ...]:
    """Return these fields of a payload; None for each that is absent or erased."""
    payload = entry.payload or {}
    return tuple(payload.get(name) for name in names)
