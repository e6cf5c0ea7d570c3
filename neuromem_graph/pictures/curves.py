"""Draw a line from one box to another, through a third, with the head of an arrow."""

from math import hypot
from typing import NamedTuple

Point = tuple[float, float]
Box = tuple[tuple[int, int], tuple[float, float]]
"""Centre and size, in pixels."""

_STEPS = 120
_LONG, _BROAD = 9.0, 4.0  # pixels of the head
_OUT = 36.0  # pixels: how far a line that comes back to its box leads beside it


class Line(NamedTuple):
    """Hold the SVG paths of a line and of its head."""

    path: str
    head: str


def through(begin: Box, middle: tuple[int, int], end: Box) -> Line:
    """Draw two quadratic curves that meet in the middle, from box to box.

    Args:
        begin: where it leaves.
        middle: centre of its label.
        end: where it arrives.
    """
    one, other = begin[0], end[0]
    if one == other:  # it comes back: around both sides of its label
        beside = (middle[0] + _OUT, (one[1] + middle[1]) / 2)
        return _drawn(one, beside, middle, end, f"Q{_at((middle[0] - _OUT, beside[1]))} ")
    control = (2 * middle[0] - (one[0] + other[0]) / 2, 2 * middle[1] - (one[1] + other[1]) / 2)
    return _drawn(one, control, other, end)


def _drawn(start: Point, control: Point, stop: Point, end: Box, before: str = "") -> Line:
    if before:
        first = f"M{_at(start)}{before}{_at(stop)}"
        tip, back = _arrival(stop, control, end[0], end)
        return Line(f"{first}Q{_at(control)} {_at(back)}", _head(tip, back))
    tip, back = _arrival(start, control, stop, end)
    # The curve goes on to the centre: the box is drawn over it.
    return Line(f"M{_at(start)}Q{_at(control)} {_at(stop)}", _head(tip, back))


def _arrival(start: Point, control: Point, stop: Point, box: Box) -> tuple[Point, Point]:
    """Return where a curve enters a box, and a point before that, a head away."""
    (x, y), (wide, high) = box
    tip: Point | None = None
    for step in range(_STEPS, -1, -1):
        at = _on(start, control, stop, step / _STEPS)
        outside = abs(at[0] - x) > wide / 2 or abs(at[1] - y) > high / 2
        if tip is None and outside:
            tip = at
        elif tip is not None and hypot(at[0] - tip[0], at[1] - tip[1]) >= _LONG:
            return tip, at
    return (stop, start) if tip is None else (tip, start)


def _on(start: Point, control: Point, stop: Point, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return (
        a * start[0] + b * control[0] + c * stop[0],
        a * start[1] + b * control[1] + c * stop[1],
    )


def _head(tip: Point, back: Point) -> str:
    far = hypot(tip[0] - back[0], tip[1] - back[1]) or 1.0
    dx, dy = (tip[0] - back[0]) / far, (tip[1] - back[1]) / far
    foot = (tip[0] - _LONG * dx, tip[1] - _LONG * dy)
    left = (foot[0] - _BROAD * dy, foot[1] + _BROAD * dx)
    right = (foot[0] + _BROAD * dy, foot[1] - _BROAD * dx)
    return f"M{_at(tip)}L{_at(left)}L{_at(right)}z"


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
