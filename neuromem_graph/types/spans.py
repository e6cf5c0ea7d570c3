"""When beliefs and memories hold, and what moves that."""

from typing import NamedTuple

from neuromem_graph.types.base import Record, State

Ref = int
"""A sequence number (> 0) or, inside one batch, minus the position of a draft (< 0)."""


class Close(Record):
    """Move one believed interval: to these ends, or off the record if `wrong`.

    It may move either way: without `valid_to` it is open again, and what was off the record before
    is on it from now on.
    """

    claim: Ref
    valid_from: int | None = None  # None: as it was
    valid_to: int | None = None
    wrong: bool = False


class Span(Record):
    """Say when a memory holds, in microseconds: from, to, and where it did not in between."""

    valid_from: int
    valid_to: int | None = None
    gaps: tuple[tuple[int, int], ...] = ()


class Saying(NamedTuple):
    """Hold one statement of a memory, and where what it says is over."""

    claim: int
    unit: int  # its candidate: the same value told twice is one statement
    said_at: int  # microseconds
    end: int | None  # microseconds; None: it is not over


class Teller(NamedTuple):
    """Hold a memory as its statements make it hold."""

    units: int  # statements in it, of slots or not
    state: State
    valid_from: int
    valid_to: int | None
    gaps: tuple[tuple[int, int], ...] = ()
    sayings: tuple[Saying, ...] = ()
