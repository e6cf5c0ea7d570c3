"""What a search reads: where words stand, and where memories stand, as columns."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.types.base import Channel, Kind

Rows = NDArray[np.int64]
"""Numbers of rows, or one number per row; a row is a memory, oldest first."""


class Posting(NamedTuple):
    """Hold which rows hold one term: parallel columns, oldest first."""

    rows: Rows
    counts: Rows  # how often, 1 or more


class Postings(NamedTuple):
    """Hold where terms stand, with the statistics of one namespace at one moment.

    `memory`, `thread`, `before` and `length` are parallel columns, one row per memory, oldest
    first. Memories that may not be served are among them: gates are applied to `Places`.
    """

    documents: int  # how many there are in all, at that moment
    average_length: float  # of them, in terms
    terms: tuple[str, ...]  # as asked
    memory: Rows
    thread: Rows  # 0: in none
    before: Rows  # the row that stands just before it in its thread; -1: none
    length: Rows  # in terms
    lists: tuple[Posting, ...]  # one per term


class Places(NamedTuple):
    """Hold what is known of some memories before they are read: parallel columns, oldest first."""

    memory: tuple[int, ...] = ()
    length: tuple[int, ...] = ()  # in terms
    thread: tuple[int, ...] = ()  # 0: in none
    position: tuple[int, ...] = ()  # in its thread, from 1; 0: in none
    open: tuple[bool, ...] = ()  # passes the gate
    kind: tuple[Kind, ...] = ()
    channel: tuple[Channel, ...] = ()
    speaker: tuple[str | None, ...] = ()
    asks: tuple[bool, ...] = ()  # holds nothing but a question
    importance: tuple[float, ...] = ()  # 1 unless outcomes or `forget` moved it
    happened_at: tuple[int, ...] = ()  # microseconds
    text: tuple[str | None, ...] = ()  # None once erased
    id: tuple[str, ...] = ()
    used_at: tuple[int, ...] = ()  # microseconds; when it was last said or served well
    support: tuple[int, ...] = ()  # distinct events that say it
    pinned: tuple[bool, ...] = ()  # it does not fade


class MemoryVectors(NamedTuple):
    """Hold a page of memories with their vectors: row i of the matrix belongs to memories[i]."""

    memories: Rows
    matrix: NDArray[np.float32]  # (n, width), rows of unit length
    missing: tuple[tuple[int, str], ...]  # (memory, hash of its text) that lack one


class TextVector(NamedTuple):
    """Hold the vector of one text."""

    number: int  # grows with every vector that is stored
    text_hash: str
    vector: NDArray[np.float32]
