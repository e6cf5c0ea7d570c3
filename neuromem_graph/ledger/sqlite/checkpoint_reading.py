"""Read checkpoints back: whole, listed, or what a channel went through before one of them.

Every function works inside its caller's snapshot.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from neuromem_graph.ledger.sqlite.checkpoint_rows import (
    History,
    Parts,
    Place,
    Stored,
    Summary,
    Typed,
    Value,
    Write,
)
from neuromem_graph.ledger.sqlite.checkpoint_statements import CHECKPOINTS, span_of, whole

_ALL = -1


def listed(
    conn: sqlite3.Connection,
    thread_id: str | None,
    ns: str | None = None,
    checkpoint_id: str | None = None,
    *,
    before: str | None = None,
    limit: int | None = None,
) -> list[int]:
    """Return the keys of checkpoints, newest first; what is None does not narrow them down."""
    asked = {
        "thread": thread_id, "ns": ns, "id": checkpoint_id, "before": before,
        "limit": _ALL if limit is None else limit,
    }  # fmt: skip
    if thread_id is None:
        rows = conn.execute(CHECKPOINTS["listed"], asked)
    else:
        rows = conn.execute(CHECKPOINTS["listed_of_thread"], asked)
    return [row[0] for row in rows]


def summaries(conn: sqlite3.Connection, keys: Sequence[int]) -> list[Summary]:
    """Read the metadata of these checkpoints, in their order; what is gone is left out."""
    rows = conn.execute(CHECKPOINTS["summaries"], (json.dumps(keys),))
    return [Summary(key, Typed(*metadata)) for key, *metadata in rows]


def find(conn: sqlite3.Connection, place: Place) -> Stored | None:
    """Read one checkpoint whole."""
    row = _row(conn, place)
    if row is None:
        return None
    with whole():
        return _stored(conn, [row])[0]


def load(conn: sqlite3.Connection, keys: Sequence[int]) -> list[Stored]:
    """Read these checkpoints whole, in their order; what is gone is left out."""
    rows = conn.execute(CHECKPOINTS["rows"], (json.dumps(keys),)).fetchall()
    with whole():
        return _stored(conn, rows)


def _row(conn: sqlite3.Connection, place: Place) -> tuple[Any, ...] | None:
    if place.id is None:
        found = conn.execute(CHECKPOINTS["row_latest"], place[:2]).fetchone()
    else:
        found = conn.execute(CHECKPOINTS["row_at"], place).fetchone()
    return None if found is None else tuple(found)


def _stored(conn: sqlite3.Connection, rows: Sequence[tuple[Any, ...]]) -> list[Stored]:
    held = {row[0]: json.loads(row[6]) for row in rows}
    values = _values(conn, {value for asked in held.values() for value in asked})
    return [
        Stored(
            place=Place(thread_id, ns, checkpoint_id),
            parent=parent,
            body=Typed(type_, body),
            metadata=Typed(metadata_type, metadata),
            values=tuple(values[value] for value in held[key]),
            writes=_writes(conn, "writes", (thread, ns, checkpoint_id)),
        )
        for key, thread, thread_id, ns, checkpoint_id, parent, _, type_, body, metadata_type,
            metadata in rows
    ]  # fmt: skip


def history(
    conn: sqlite3.Connection, place: Place, channels: Sequence[str]
) -> Mapping[str, History]:
    """Walk from a checkpoint to its ancestors, for each channel to the nearest that holds it.

    Args:
        conn: a connection that reads one snapshot.
        place: where to begin; its own writes are still pending and stay out.
        channels: the channels to follow.

    Returns:
        For each channel what was written to it on the way, oldest first, and its value there.
    """
    writes: dict[str, list[tuple[Write, ...]]] = {channel: [] for channel in channels}
    seeds: dict[str, Value | Typed] = {}
    row = _row(conn, place)
    with whole():
        for step in _ancestors(conn, row) if row is not None else ():
            missing = [channel for channel in channels if channel not in seeds]
            if not missing:
                break
            for channel in missing:
                asked = (step.thread, step.ns, step.id, channel)
                writes[channel].append(_writes(conn, "writes_to", asked))
            seeds |= _seeds(conn, step, missing)
    return {
        channel: History(
            tuple(write for step in reversed(steps) for write in step), seeds.get(channel)
        )
        for channel, steps in writes.items()
    }


class _Step(NamedTuple):
    """Hold an ancestor: its rows of values, and its body with the channels inline in it."""

    thread: int
    ns: str
    id: str
    held: str
    inline: frozenset[str]
    body: Typed


def _ancestors(conn: sqlite3.Connection, row: tuple[Any, ...]) -> Iterator[_Step]:
    """Follow parents, the nearest first; a chain that bites its tail ends there."""
    thread, ns, visited, parent = row[1], row[3], {row[4]}, row[5]
    while parent is not None and parent not in visited:
        visited.add(parent)
        above = conn.execute(CHECKPOINTS["step"], (thread, ns, parent)).fetchone()
        if above is None:
            return
        _, held, inline, type_, body = above
        channels = frozenset(json.loads(inline or "[]"))
        yield _Step(thread, ns, parent, held, channels, Typed(type_, body))
        parent = above[0]


def _seeds(
    conn: sqlite3.Connection, step: _Step, channels: Sequence[str]
) -> dict[str, Value | Typed]:
    """Return what an ancestor holds of these channels."""
    seeds: dict[str, Value | Typed] = {one: step.body for one in channels if one in step.inline}
    names = conn.execute(CHECKPOINTS["channels_held"], (step.held,)).fetchall()
    keys = [key for key, channel in names if channel in channels]
    return seeds | {value.channel: value for value in _values(conn, keys).values()}


def _writes(
    conn: sqlite3.Connection, statement: str, asked: tuple[int | str, ...]
) -> tuple[Write, ...]:
    rows = conn.execute(CHECKPOINTS[statement], asked)
    return tuple(Write(task, channel, Typed(type_, body)) for task, channel, type_, body in rows)


def _values(conn: sqlite3.Connection, keys: Iterable[int]) -> dict[int, Value]:
    asked = sorted(set(keys))
    if not asked:
        return {}
    rows = conn.execute(CHECKPOINTS["values"], (json.dumps(asked),)).fetchall()
    lists = {
        key: (span_of(thread)[0], json.loads(runs))
        for key, thread, _, _, _, runs in rows
        if runs is not None
    }
    bodies = _elements(conn, lists.values())
    values = {}
    for key, _, channel, type_, body, _ in rows:
        if key in lists:
            low, runs = lists[key]
            numbers = (n for start, size in runs for n in range(low + start, low + start + size))
            values[key] = Value(channel, Parts(type_, tuple(bodies[n] for n in numbers)))
        else:
            values[key] = Value(channel, Typed(type_, body))
    return values


def _elements(
    conn: sqlite3.Connection, lists: Iterable[tuple[int, list[list[int]]]]
) -> dict[int, bytes]:
    """Read the elements of lists, each once however many lists share it."""
    spans = sorted(
        [low + start, low + start + size - 1] for low, runs in lists for start, size in runs
    )
    merged: list[list[int]] = []
    for first, last in spans:
        if merged and first <= merged[-1][1] + 1:
            merged[-1][1] = max(merged[-1][1], last)
        else:
            merged.append([first, last])
    if not merged:
        return {}
    return dict(conn.execute(CHECKPOINTS["elements"], (json.dumps(merged),)))
