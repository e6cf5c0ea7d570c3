"""Fold how memories stand: each has a life of its own, and one that was merged may be covered.

A merge changes no life: what ends, taints, forgets or erases either memory does to it what it would
have done without the merge. A merged memory is only kept out of sight ("archived") as long as the
one that it was merged into is active, without end or gap, and holds for as long. So whatever takes
that one away shows the other again, in the same record.
"""

from typing import NamedTuple

from neuromem_graph.ledger.sqlite.fold import Fold
from neuromem_graph.types.ledger import memory_touch


class Version(NamedTuple):
    """Hold one version of a memory."""

    life: str  # the state that it has by itself
    commitment: str
    valid_from: int
    valid_to: int | None
    gaps: str | None
    expires_at: int | None
    importance: float
    merged: int | None = None  # the memory it was merged into; itself: it stays apart


def close(fold: Fold, seq: int, memory: int) -> Version | None:
    """End the present version of a memory, and return it.

    Args:
        fold: what is folded into.
        seq: of the record that ends it.
        memory: which.
    """
    row = fold.returning("close_memory", seq, memory)
    if row is None:
        return None
    *columns, since = row
    if since == seq:  # the same record has moved it already
        fold.run("drop_memory_version", memory, seq)
    return Version._make(columns)


def open_(fold: Fold, where: tuple[int, int], memory: int, version: Version) -> None:
    """Begin a version of a memory; those merged into it are covered by it, or no longer.

    Args:
        fold: what is folded into.
        where: the namespace, and the record that begins it.
        memory: which.
        version: from now on; there is none now.
    """
    _put(fold, where, memory, version)
    for (other,) in fold.rows("members", memory):
        _show(fold, where, other)


def merge(fold: Fold, where: tuple[int, int], memory: int, into: int) -> None:
    """Let a memory, and those merged into it, be merged into another, which stands for itself.

    Merged into itself, a memory stays apart from then on, and keeps what was merged into it.
    """
    if memory != into:
        for (other,) in fold.rows("members", memory):
            if other != into:
                _link(fold, where, other, into)
        _link(fold, where, into, None)
    _link(fold, where, memory, into)


def _link(fold: Fold, where: tuple[int, int], memory: int, into: int | None) -> None:
    row = fold.one("memory_now", memory)
    if row is None or (row[1] is None if into is None else row[1] == into):
        return
    old = close(fold, where[1], memory)
    if old is not None:
        _put(fold, where, memory, old._replace(merged=into))
        fold.run("touch", where[0], memory_touch(memory), where[1])


def _show(fold: Fold, where: tuple[int, int], memory: int) -> None:
    """Cover a memory or uncover it, if it is not so already."""
    row = fold.one("memory_now", memory)
    if row is None:
        return
    state, _, *columns = row
    if state == _state(fold, memory, Version._make(columns)):
        return
    old = close(fold, where[1], memory)
    if old is not None:
        _put(fold, where, memory, old)
        fold.run("touch", where[0], memory_touch(memory), where[1])


def _put(fold: Fold, where: tuple[int, int], memory: int, version: Version) -> None:
    fold.run("open_memory", memory, _state(fold, memory, version), *version, where[1])


def _state(fold: Fold, memory: int, version: Version) -> str:
    """Return the state in which a memory is seen."""
    if version.life != "active" or version.merged in (None, memory):
        return version.life
    root = fold.one("memory_now", version.merged)
    if root is None:
        return version.life
    kept = Version._make(root[2:])
    whole = kept.valid_to is None and kept.gaps is None and kept.expires_at is None
    covers = kept.life == "active" and whole and kept.valid_from <= version.valid_from
    return "archived" if covers else version.life
