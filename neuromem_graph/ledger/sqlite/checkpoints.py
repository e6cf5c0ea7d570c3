"""Write checkpoints, their values and the writes of tasks; tell what a checkpoint had seen.

Every function works inside its caller's transaction.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence

from neuromem_graph.ledger.sqlite import checkpoint_keeping as keeping
from neuromem_graph.ledger.sqlite.checkpoint_rows import (
    NewCheckpoint,
    NewValue,
    NewWrite,
    Parts,
    Place,
    Typed,
)
from neuromem_graph.ledger.sqlite.checkpoint_statements import CHECKPOINTS, span_of
from neuromem_graph.ports.items import Standing

_LATEST = (1 << 63) - 1
Encode = Callable[[str], Typed | Parts]


def moment(
    conn: sqlite3.Connection, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None
) -> int | None:
    """Tell which record of the ledger was the last that a checkpoint had seen.

    Args:
        conn: a connection that reads one snapshot.
        thread_id: the thread as LangGraph names it.
        checkpoint_ns: "" for the root graph.
        checkpoint_id: None for the latest.

    Returns:
        The sequence number, 0 for an empty ledger; None when there is no such checkpoint.
    """
    if checkpoint_id is None:
        asked: tuple[str, ...] = (thread_id, checkpoint_ns)
        row = conn.execute(CHECKPOINTS["moment_latest"], asked).fetchone()
    else:
        asked = (thread_id, checkpoint_ns, checkpoint_id)
        row = conn.execute(CHECKPOINTS["moment_at"], asked).fetchone()
    return None if row is None else int(row[0])


def past(conn: sqlite3.Connection, place: Place) -> int | None:
    """Tell what a checkpoint had seen, if its thread has gone on since and has memory nodes."""
    row = conn.execute(CHECKPOINTS["past"], place).fetchone()
    return None if row is None else int(row[0])


def standing(conn: sqlite3.Connection, thread_id: str, began: str, current: str) -> Standing:
    """Tell how the checkpoint at which a run began stands in its thread; see `ports.items`."""
    asked = {"thread": thread_id, "id": began, "current": current}
    row = conn.execute(CHECKPOINTS["standing"], asked).fetchone()
    if row is None:
        return "absent"
    newer, stored, others = row
    if not newer:
        return "latest"
    if not stored and current != began:
        return "unsure"
    return "past" if others else "latest"


def put(conn: sqlite3.Connection, new: NewCheckpoint, encode: Encode) -> bool:
    """Store a checkpoint, or replace the one of its id.

    Args:
        conn: a connection that holds the write lock.
        new: what to store.
        encode: serializes the value of a channel that turns out not to be stored yet.

    Returns:
        False if it came too late: its thread was deleted. Nothing was stored then.
    """
    thread, deleted = _thread(conn, new.thread_id)
    if deleted is not None and _is_late(conn, new, thread, deleted):
        keeping.refuse(conn, thread, new.ns, new.id)
        return False
    before = conn.execute(CHECKPOINTS["key"], (thread, new.ns, new.id)).fetchone()
    held = [_hold(conn, thread, new.ns, value, encode) for value in new.values]
    conn.execute(
        CHECKPOINTS["put_checkpoint"],
        (
            thread, new.ns, new.id, new.parent, new.origin, new.run,
            _memory_seq(conn, thread, new), int(new.aware),
            json.dumps(new.deltas) if new.deltas else None,
            json.dumps(held), json.dumps(new.inline) if new.inline else None,
            *new.body, *new.metadata,
        ),
    )  # fmt: skip
    if before is not None:
        gone = sorted(set(json.loads(before[2])) - set(held))
        conn.execute(CHECKPOINTS["drop_unversioned"], (json.dumps(gone),))
    return True


def put_writes(
    conn: sqlite3.Connection,
    place: Place,
    task: tuple[str, str],
    writes: Sequence[NewWrite],
    *,
    replace: bool,
) -> bool:
    """Store writes of a task; its checkpoint may come later.

    Args:
        conn: a connection that holds the write lock.
        place: the checkpoint they belong to.
        task: the id and the path of the task.
        writes: what it wrote.
        replace: take the place of writes with the same task and index, which else stay.

    Returns:
        False if they came too late: the thread was deleted. Nothing was stored then.
    """
    assert place.id is not None
    thread, deleted = _thread(conn, place.thread_id)
    if deleted is not None and _was_deleted(conn, thread, place.ns, place.id, deleted):
        return False
    task_id, path = task
    conn.executemany(
        CHECKPOINTS["put_write" if replace else "add_write"],
        [
            (thread, place.ns, place.id, task_id, one.idx, path, one.channel, *one.content)
            for one in writes
        ],
    )
    return True


def _thread(conn: sqlite3.Connection, thread_id: str) -> tuple[int, str | None]:
    row = conn.execute(CHECKPOINTS["thread"], (thread_id,)).fetchone()
    if row is not None:
        return row[0], row[1]
    added = conn.execute(CHECKPOINTS["add_thread"], (thread_id,)).lastrowid
    assert added is not None
    return added, None


def _is_late(conn: sqlite3.Connection, new: NewCheckpoint, thread: int, deleted: str) -> bool:
    """Tell whether a checkpoint continues what was deleted.

    A run's checkpoints are put in order: one whose parent is not there belongs to a run that a
    deletion overtook. One without a parent begins anew, unless it is of a subgraph: that belongs
    to the root checkpoint it ran under, which may arrive after it.
    """
    if new.parent is not None:
        return not _is_stored(conn, thread, new.ns, new.parent)
    if not new.ns or new.origin is None:
        return False
    return _was_deleted(conn, thread, "", new.origin, deleted)


def _was_deleted(
    conn: sqlite3.Connection, thread: int, ns: str, checkpoint_id: str, deleted: str
) -> bool:
    if _is_stored(conn, thread, ns, checkpoint_id):
        return False
    if checkpoint_id <= deleted:
        return True
    refused = conn.execute(CHECKPOINTS["refused"], (thread, ns, checkpoint_id)).fetchone()
    return refused is not None


def _is_stored(conn: sqlite3.Connection, thread: int, ns: str, checkpoint_id: str) -> bool:
    row = conn.execute(CHECKPOINTS["key"], (thread, ns, checkpoint_id)).fetchone()
    return row is not None


def _memory_seq(conn: sqlite3.Connection, thread: int, new: NewCheckpoint) -> int:
    if new.seen is not None:
        return new.seen
    if new.inherits and new.parent is not None:
        row = conn.execute(CHECKPOINTS["key"], (thread, new.ns, new.parent)).fetchone()
        if row is not None:
            return int(row[1])
    # It may be stored later than it was made, when its own turn is recorded already.
    made_at = _LATEST if new.made_at is None else new.made_at
    row = conn.execute(CHECKPOINTS["seq_at"], {"at": made_at}).fetchone()
    return 0 if row is None else int(row[0])


def _hold(conn: sqlite3.Connection, thread: int, ns: str, new: NewValue, encode: Encode) -> int:
    """Store a value unless it is stored; return its row."""
    content = new.content
    if content is None:
        row = conn.execute(CHECKPOINTS["value"], (thread, ns, new.channel, new.version)).fetchone()
        if row is not None:
            return int(row[0])
        content = encode(new.channel)
    body, runs = None, None
    if isinstance(content, Parts):
        runs = _keep_elements(conn, thread, content)
    else:
        body = content.body
    row = conn.execute(
        CHECKPOINTS["put_value"], (thread, ns, new.channel, new.version, content.type, body, runs)
    ).fetchone()
    return int(row[0])


def _keep_elements(conn: sqlite3.Connection, thread: int, parts: Parts) -> str:
    """Store the elements that the thread does not hold yet; return the list as runs of numbers."""
    hashes, bodies = parts.hashes, parts.bodies
    low, high = span_of(thread)
    last = conn.execute(CHECKPOINTS["last_element"], (low, high)).fetchone()[0]
    end = 0 if last is None else last - low + 1
    known = _numbers(conn, low, end, hashes)
    fresh = {key: body for key, body in zip(hashes, bodies, strict=True) if key not in known}
    if fresh:
        conn.executemany(
            CHECKPOINTS["add_element"],
            [(low + n, key, body) for n, (key, body) in enumerate(fresh.items(), start=end)],
        )
        known |= {key: n for n, key in enumerate(fresh, start=end)}
    return json.dumps(_runs(known[key] for key in hashes), separators=(",", ":"))


def _numbers(
    conn: sqlite3.Connection, low: int, end: int, hashes: Sequence[bytes]
) -> dict[bytes, int]:
    """Find those of these elements that a thread holds; a list is often all that it holds."""
    last = low + end - 1
    if end <= 2 * len(hashes):
        return dict(conn.execute(CHECKPOINTS["elements_of"], (low, last)).fetchall())
    found = conn.execute(
        CHECKPOINTS["known_elements"],
        {"count": len(hashes), "hashes": b"".join(hashes), "low": low, "high": last},
    )
    return {hashes[n]: number for n, number in found}


def _runs(numbers: Iterable[int]) -> list[list[int]]:
    """Write a sequence as runs of consecutive numbers: 4, 5, 6, 2 is [4, 3], [2, 1]."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and sum(runs[-1]) == number:
            runs[-1][1] += 1
        else:
            runs.append([number, 1])
    return runs
