"""Settle what was said of a slot into one timeline: a pure function of the statements.

Every grounded statement about a slot is a point in valid time, the repeated ones and "no longer"
too. It holds from its start until another point cuts it off: another value, the same value said
again (whose interval then carries on), or its end. Which point cuts which, and where, depends on
the two alone. Three things are left out of that:

- A *period* that was past when it was told ("from 2018 to 2020") says nothing of what came after.
  What goes on beyond it, by its own words, is interrupted and not ended.
- A *correction* takes off the record what it means, among what was said before it, and takes over
  its time. Corrections are looked at in the order in which they were said, so that one imported
  before its mistake finds it all the same.
- A *plan* that is called off before its day ends nothing.

So the timeline is the same in whatever order the points arrive. What only a weak source says is
no point of it.

How many values a slot takes decides who competes. `single`: every other value, and the same value
denied. `multi`: only the same value denied. `interval`: as `multi`, and a repeat of a value does
not cut it either: each statement holds for its own period.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from neuromem_graph.core.mistakes import meant, taking_over
from neuromem_graph.core.points import Point, calls_off, cut, said_order
from neuromem_graph.types.base import Cardinality
from neuromem_graph.types.drafts import Ref


class Timeline(NamedTuple):
    """Hold what is left of the points, and what was taken off the record by which correction."""

    held: tuple[Point, ...] = ()
    wrong: Mapping[Ref, Ref] = MappingProxyType({})


def settle(points: Iterable[Point], many: Cardinality) -> Timeline:
    """Settle the points of a slot, whatever their order.

    Args:
        points: what was said, with the times of the words; `valid_to` is not looked at.
        many: how many values the slot takes.
    """
    line = Timeline()
    for point in sorted(points, key=said_order):
        dated = point._replace(valid_to=point.stated_to)
        hit = meant(line.held, dated, many) if point.corrects else ()
        if hit:
            wrong = {**line.wrong, **{one.claim: point.claim for one in hit}}
            rest = [one for one in line.held if one.claim not in wrong]
            right = taking_over(line.held, hit, point, many)
            line = Timeline(_ended((*rest, right), many), wrong)
        else:
            line = line._replace(held=added(line.held, point, many))
    return line


def added(held: Sequence[Point], point: Point, many: Cardinality) -> tuple[Point, ...]:
    """Add a point that corrects nothing to a timeline.

    Args:
        held: the points of the timeline, each with its end.
        point: the new one, whenever it was said.
        many: how many values the slot takes.
    """
    if point.ends and any(calls_off(point, one) for one in held):
        return _ended((*held, point), many)
    off = called_off((*held, point))
    there = list(held)
    if point.claim not in off:
        there = [_closed(one, [cut(point, one, many)]) for one in held]
    cuts = [cut(by, point, many) for by in held if by.claim not in off]
    point = point._replace(valid_to=point.stated_to)
    return (*there, _off(point) if point.claim in off else _closed(point, cuts))


def called_off(points: Sequence[Point]) -> frozenset[Ref]:
    """Return the plans that were called off between their announcement and their day."""
    ends = [one for one in points if one.ends]
    plans = [one for one in points if one.said_at < one.valid_from] if ends else []
    return frozenset(one.claim for one in plans if any(calls_off(end, one) for end in ends))


def _ended(points: Sequence[Point], many: Cardinality) -> tuple[Point, ...]:
    """End every point where its own words or another point end it."""
    off = called_off(points)
    cutting = [one for one in points if one.claim not in off]
    return tuple(
        _off(one) if one.claim in off
        else _closed(one._replace(valid_to=one.stated_to), [cut(by, one, many) for by in cutting])
        for one in points
    )  # fmt: skip


def _off(plan: Point) -> Point:
    return plan._replace(valid_to=plan.valid_from)


def _closed(point: Point, cuts: Iterable[int | None]) -> Point:
    if point.polarity == "retracted":  # an empty interval: it is there to cut off others
        return point._replace(valid_to=point.valid_from)
    ends = [end for end in (point.valid_to, *cuts) if end is not None]
    end = min(ends, default=None)
    return point if end == point.valid_to else point._replace(valid_to=end)
