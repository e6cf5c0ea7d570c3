"""Delete, prune and copy threads, and sweep what no checkpoint holds any more.

Every function works inside its caller's write transaction.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph import errors
from neuromem_graph.ledger.sqlite.checkpoint_statements import CHECKPOINTS, span_of


class _Link(NamedTuple):
    """Hold what tells which checkpoints depend on which."""

    key: int
    ns: str
    id: str
    parent: str | None
    deltas: frozenset[str]
    held: frozenset[str]
    run: str | None


_Chain = Mapping[tuple[str, str], _Link]


def delete_thread(conn: sqlite3.Connection, thread_id: str) -> None:
    """Delete all of a thread, and mark it: what a run still writes to it is refused."""
    thread = _find(conn, thread_id)
    if thread is None:
        return
    last = conn.execute(CHECKPOINTS["last_id"], (thread,)).fetchone()[0]
    conn.execute(CHECKPOINTS["mark_deleted"], (last, thread))
    conn.execute(CHECKPOINTS["drop_thread"], (thread,))
    conn.execute(CHECKPOINTS["drop_thread_values"], (thread,))
    conn.execute(CHECKPOINTS["drop_thread_writes"], (thread,))
    conn.execute(CHECKPOINTS["drop_thread_refusals"], (thread,))
    conn.execute(CHECKPOINTS["drop_elements"], span_of(thread))


def refuse(conn: sqlite3.Connection, thread: int, ns: str, checkpoint_id: str) -> None:
    """Remember that a checkpoint came too late, and drop what came before it on its account."""
    conn.execute(CHECKPOINTS["refuse"], (thread, ns, checkpoint_id))
    conn.execute(CHECKPOINTS["drop_writes_of"], (thread, ns, checkpoint_id))
    if not ns:  # writes of those under it may still come, too
        conn.execute(CHECKPOINTS["refuse_under"], (thread, checkpoint_id))
        under = [key for (key,) in conn.execute(CHECKPOINTS["under"], (thread, checkpoint_id))]
        _drop(conn, thread, under)


def keep_latest(conn: sqlite3.Connection, thread_id: str) -> None:
    """Keep the latest checkpoint of each namespace, and what its delta channels are made from."""
    thread = _find(conn, thread_id)
    if thread is None:
        return
    links = _links(conn, thread)
    latest: dict[str, _Link] = {}
    for link in links.values():
        if link.ns not in latest or latest[link.ns].id < link.id:
            latest[link.ns] = link
    kept = {key for head in latest.values() for key in (head.key, *_needed(links, head))}
    _drop(conn, thread, [link.key for link in links.values() if link.key not in kept])


def delete_runs(conn: sqlite3.Connection, runs: Iterable[str]) -> None:
    """Delete the checkpoints of these runs, and their writes.

    Raises:
        InvalidInput: if a checkpoint that stays makes a delta channel from one of them.
    """
    asked = frozenset(runs)
    threads = {
        thread
        for run in asked
        for (thread,) in conn.execute(CHECKPOINTS["threads_of_runs"], (run,))
    }
    for thread in sorted(threads):
        links = _links(conn, thread)
        as_deltas = any(link.deltas for link in links.values())
        gone = {link.key for link in links.values() if link.run in asked}
        for link in links.values():
            if as_deltas and link.key not in gone and gone & _needed(links, link):
                raise errors.InvalidInput(
                    f"checkpoint {link.id!r:.80} makes a delta channel from what these runs wrote: "
                    "delete its run too, or the thread; nothing was deleted"
                )
        _drop(conn, thread, sorted(gone))


def copy_thread(conn: sqlite3.Connection, source_id: str, target_id: str) -> None:
    """Copy all of a thread to another, which must be empty.

    Raises:
        InvalidInput: if the target holds something.
    """
    source, target = _find(conn, source_id), _find(conn, target_id)
    if source is None:
        return
    if target is None:
        target = conn.execute(CHECKPOINTS["add_thread"], (target_id,)).lastrowid
        assert target is not None
    if conn.execute(CHECKPOINTS["thread_holds"], (target,)).fetchone()[0]:
        raise errors.InvalidInput(
            f"thread {target_id!r:.80} holds checkpoints: delete it, or name a new one"
        )
    conn.execute(CHECKPOINTS["copy_checkpoints"], (source, target))
    conn.execute(CHECKPOINTS["copy_values"], (source, target))
    conn.execute(CHECKPOINTS["copy_writes"], (source, target))
    (low, high), (target_low, _) = span_of(source), span_of(target)
    conn.execute(CHECKPOINTS["copy_elements"], (low, high, target_low - low))
    twins = dict(zip(_value_keys(conn, source), _value_keys(conn, target), strict=True))
    conn.executemany(
        CHECKPOINTS["set_held"],
        [
            (json.dumps([twins[value] for value in json.loads(row[5])]), row[0])
            for row in conn.execute(CHECKPOINTS["links"], (target,)).fetchall()
        ],
    )


def _value_keys(conn: sqlite3.Connection, thread: int) -> list[int]:
    return [key for (key,) in conn.execute(CHECKPOINTS["thread_values"], (thread,))]


def _find(conn: sqlite3.Connection, thread_id: str) -> int | None:
    row = conn.execute(CHECKPOINTS["thread"], (thread_id,)).fetchone()
    return None if row is None else int(row[0])


def _links(conn: sqlite3.Connection, thread: int) -> _Chain:
    channels = dict(conn.execute(CHECKPOINTS["channels"], (thread,)).fetchall())
    links = {}
    for row in conn.execute(CHECKPOINTS["links"], (thread,)):
        key, ns, id_, parent, deltas, held, inline, run = row
        holds = frozenset(channels[value] for value in json.loads(held) if value in channels)
        holds |= frozenset(json.loads(inline) if inline else ())
        kept_as_deltas = frozenset(json.loads(deltas) if deltas else ())
        links[ns, id_] = _Link(key, ns, id_, parent, kept_as_deltas, holds, run)
    return links


def _needed(links: _Chain, head: _Link) -> set[int]:
    """Return the ancestors from whose writes and values a checkpoint's delta channels are made."""
    line = _line(links, head)
    open_ = {channel for link in (head, *line) for channel in link.deltas} - head.held
    needed = set()
    for link in line:
        if not open_:
            break
        needed.add(link.key)
        open_ -= link.held
    return needed


def _line(links: _Chain, head: _Link) -> list[_Link]:
    line: list[_Link] = []
    visited = {head.id}
    at = head
    while at.parent is not None and at.parent not in visited:
        visited.add(at.parent)
        above = links.get((at.ns, at.parent))
        if above is None:
            break
        line.append(above)
        at = above
    return line


def _drop(conn: sqlite3.Connection, thread: int, keys: Sequence[int]) -> None:
    """Drop checkpoints with their writes, and what nobody holds any more."""
    if not keys:
        return
    asked = json.dumps(keys)
    conn.execute(CHECKPOINTS["drop_their_writes"], (thread, asked))
    conn.execute(CHECKPOINTS["drop_checkpoints"], (asked,))
    conn.execute(CHECKPOINTS["orphan"], (thread,))
    conn.execute(CHECKPOINTS["drop_loose_values"], (thread,))
    _sweep_elements(conn, thread)


def _sweep_elements(conn: sqlite3.Connection, thread: int) -> None:
    low, high = span_of(thread)
    runs = sorted(
        (low + start, low + start + size)
        for (text,) in conn.execute(CHECKPOINTS["runs"], (thread,))
        for start, size in json.loads(text)
    )
    gaps, at = [], low
    for start, end in runs:
        if start > at:
            gaps.append((at, start - 1))
        at = max(at, end)
    gaps.append((at, high))
    conn.executemany(CHECKPOINTS["drop_elements"], gaps)
