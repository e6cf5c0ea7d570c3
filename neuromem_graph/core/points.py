"""Compare two statements about a slot, as points in valid time: which cuts or repeats which."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from neuromem_graph.types.base import Basis, Cardinality, Polarity
from neuromem_graph.types.drafts import Ref

_UNBORN = 1 << 62  # orders claims of this batch (numbered -1, -2, ...) behind all stored ones


class Point(NamedTuple):
    """Hold one grounded statement about a slot; times are microseconds."""

    claim: Ref
    value_key: str  # "": "no longer", without naming the value
    polarity: Polarity
    basis: Basis
    said_at: int
    valid_from: int
    valid_to: int | None = None  # where it ends
    stated_to: int | None = None  # where it ends by its own words
    corrects: bool = False

    @property
    def ends(self) -> bool:
        """Tell whether it says that something is over."""
        return self.polarity == "retracted" and not self.corrects

    @property
    def bygone(self) -> bool:
        """Tell whether it is of a period that was past when it was told."""
        return self.stated_to is not None and self.stated_to <= self.said_at

    @property
    def empty(self) -> bool:
        """Tell whether it names an end and no start: "until May"."""
        return self.stated_to is not None and self.stated_to <= self.valid_from


class Interval(Protocol):
    """Describe what chains are made of."""

    @property
    def value_key(self) -> str | None:
        """Return what tells values apart."""

    @property
    def polarity(self) -> Polarity:
        """Return what is said of the value."""

    @property
    def valid_from(self) -> int:
        """Return where it begins, in microseconds."""

    @property
    def valid_to(self) -> int | None:
        """Return where it ends, in microseconds; None: it is open."""


T = TypeVar("T", bound=Interval)


def cut(by: Point, point: Point, many: Cardinality) -> int | None:
    """Return where one point cuts another off, or None; it depends on the two alone."""
    if by.claim == point.claim or point.polarity == "retracted" or not _concerns(by, point, many):
        return None
    if _order(by) > _order(point):
        if told_before(by, point) or _goes_on(point, by):
            return None
        return by.valid_from
    # A change stated for an earlier time, but said after what had only been observed.
    return by.said_at if told_before(point, by) and not by.bygone else None


def _concerns(by: Point, point: Point, many: Cardinality) -> bool:
    if by.polarity == "retracted":
        never = point.corrects and point.polarity == "negated"  # whatever was said to be over
        outlived = never and said_order(by) < said_order(point)
        return by.ends and by.value_key in ("", point.value_key) and not outlived
    if says(by, point):
        return many != "interval"
    return not by.empty and rival(by, point, many == "single")


def _goes_on(point: Point, period: Point) -> bool:
    """Tell whether a point goes on, by its own words, beyond a past period told within it."""
    if not period.bygone or period.stated_to is None:
        return False
    if period.empty:  # "until May": the later word counts
        return point.said_at > period.said_at >= period.stated_to
    if says(point, period) and point.valid_from == period.valid_from:
        return False  # the same, with its end
    if point.stated_to is not None:
        return point.stated_to > period.stated_to
    return point.said_at >= period.stated_to


def told_before(one: Point, stated: Point) -> bool:
    """Tell whether one was only observed, and said no later than what states an earlier time.

    "I live in Lisbon", then "I moved to Porto last month": the later word is believed from when it
    was said.
    """
    earlier = stated.valid_from < one.valid_from <= stated.said_at
    return one.basis == "observed" and stated.basis == "stated" and earlier


def calls_off(end: Point, plan: Point) -> bool:
    """Tell whether an end was said between a plan and its day."""
    if not end.ends or plan.polarity == "retracted" or end.value_key not in ("", plan.value_key):
        return False
    return plan.said_at < end.said_at <= plan.valid_from and end.valid_from <= plan.valid_from


def last_end(chain: Iterable[Interval]) -> int | None:
    """Return where a chain of statements ends; None if it is open."""
    ends = [one.valid_to for one in chain]
    return None if None in ends else max(end for end in ends if end is not None)


def chains(intervals: Iterable[T]) -> tuple[tuple[T, ...], ...]:
    """Put what was said of one value together where it overlaps or touches; ends are left out.

    Args:
        intervals: what is firmly held, in any order.

    Returns:
        One chain per stretch of time, oldest first, each in order of its starts.
    """
    found: list[list[T]] = []
    latest: dict[tuple[str | None, Polarity], tuple[list[T], int | None]] = {}
    for one in sorted(intervals, key=lambda one: one.valid_from):
        if one.polarity == "retracted":
            continue
        said = (one.value_key, one.polarity)
        chain, end = latest.get(said, ([], 0))
        if chain and (end is None or end >= one.valid_from):
            chain.append(one)
        else:
            chain, end = [one], one.valid_to
            found.append(chain)
        ends = (end, one.valid_to)
        latest[said] = (chain, None if None in ends else max(e for e in ends if e is not None))
    return tuple(map(tuple, found))


def says(one: Interval, other: Interval) -> bool:
    """Tell whether two say the same of a slot, whenever."""
    return one.value_key == other.value_key and one.polarity == other.polarity


def rival(one: Interval, other: Interval, single: bool) -> bool:
    """Tell whether two statements can't hold together."""
    if one.value_key == other.value_key:
        return one.polarity != other.polarity
    return single and one.polarity == other.polarity == "asserted"


def said_order(point: Point) -> tuple[int, int]:
    """Return what sorts points by when they were said; those of one moment by their records."""
    return (point.said_at, place(point.claim))


def place(claim: Ref) -> int:
    """Return what sorts claims: those of this batch come last."""
    return claim if claim > 0 else _UNBORN - claim


def unborn(number: int) -> Ref:
    """Return what stands for a claim that comes after all others, stored or of this batch."""
    return -_UNBORN - number


def _order(point: Point) -> tuple[int, int, int]:
    return (point.valid_from, point.said_at, place(point.claim))


def joins(chain: Sequence[Interval], said: Interval) -> bool:
    """Tell whether a chain and a period overlap or touch."""
    over = said.valid_to is not None and said.valid_to < chain[0].valid_from
    ends = [one.valid_to for one in chain]
    return not over and any(end is None or end >= said.valid_from for end in ends)
