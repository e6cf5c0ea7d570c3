"""Place the bars of a timeline: along the time, in lanes where they would lie on each other."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Self

from neuromem_graph.pictures.lettering import cut, width
from neuromem_graph.types.timelines import Timeline, TimelineBar, TimelineRow

LEFT, PLOT, TOP, DEEP, MARGIN = 190, 930, 38, 42, 14
"""Pixels: of the labels on the left, of the bars, above them, of one lane, and between rows."""

_LEAST, _PAD, _GAP = 5.0, 6.0, 6.0
_WIDEST = 320.0
_VALUE, _NOTE = 12.0, 11.0  # pixels of the letters
_SIGNS = {"negated": "not ", "retracted": "no longer "}


class Scale(NamedTuple):
    """Map moments of the world to pixels."""

    begin: datetime
    end: datetime

    @classmethod
    def over(cls, one: Timeline) -> Self:
        """Return the scale on which every bar of a timeline has its place."""
        bars = [bar for row in one.rows for bar in row.bars]
        times = [one.at, *(bar.valid_from for bar in bars),
                 *(bar.valid_to for bar in bars if bar.valid_to)]  # fmt: skip
        begin, end = min(times), max(times)
        return cls(begin, max(end, begin + timedelta(minutes=1)))

    def x(self, at: datetime) -> float:
        """Return where a moment lies, in pixels."""
        share = (at - self.begin) / (self.end - self.begin)
        return round(LEFT + (PLOT - _ROOM) * min(1.0, max(0.0, share)), 1)


_ROOM = 40  # pixels on the right for what has no end


class Bar(NamedTuple):
    """Hold a bar as it is drawn."""

    bar: TimelineBar
    label: str
    text: str  # the label, cut where it is long
    note: str  # when it was recorded
    later: str  # and what became known of it after that
    left: float
    right: float
    open: bool  # it has no end
    at: float  # where its text stands
    anchor: str  # "start" or "end"
    lane: int = 0


def lanes(row: TimelineRow, scale: Scale) -> tuple[Bar, ...]:
    """Place the bars of one row; two that are never seen together may share a place.

    Args:
        row: a slot.
        scale: of the time.
    """
    order = {"known": 0, "corrected": 1}
    drawn = [_drawn(bar, scale) for bar in row.bars]
    drawn.sort(key=lambda one: (order.get(one.bar.fate, 2), one.left, one.bar.known_from))
    placed: list[Bar] = []
    for one in drawn:
        lane = 0
        while any(other.lane == lane and _meet(one, other) for other in placed):
            lane += 1
        placed.append(one._replace(lane=lane))
    return tuple(placed)


def _drawn(bar: TimelineBar, scale: Scale) -> Bar:
    left = scale.x(bar.valid_from)
    right = float(LEFT + PLOT) if bar.valid_to is None else scale.x(bar.valid_to)
    right = max(right, left + _LEAST)
    label = _SIGNS.get(bar.polarity, "") + (bar.value or "(erased)")
    note = f"recorded {bar.told_at:%Y-%m-%d}"
    if bar.known_at > bar.told_at and bar.valid_to is not None:
        note += f", ended {bar.known_at:%Y-%m-%d}"
    later = f", corrected {bar.gone_at:%Y-%m-%d}" if bar.fate == "corrected" and bar.gone_at else ""
    text = cut(label, _VALUE, _WIDEST)
    wide = _wide(text, note + later)
    if left + _PAD + wide <= LEFT + PLOT:
        inside = width(text, _VALUE) + 2 * _PAD <= right - left
        at, anchor = (left + _PAD if inside else right + _PAD), "start"
        if not inside and at + wide > LEFT + PLOT:
            at, anchor = left - _PAD, "end"
    else:
        at, anchor = left - _PAD, "end"
    return Bar(bar, label, text, note, later, left, right, bar.valid_to is None, at, anchor)


def _wide(text: str, note: str) -> float:
    return max(width(text, _VALUE), width(note, _NOTE))


def _extent(one: Bar) -> tuple[float, float]:
    wide = _wide(one.text, one.note + one.later)
    begin, end = (one.at, one.at + wide) if one.anchor == "start" else (one.at - wide, one.at)
    return min(one.left, begin - _GAP), max(one.right, end + _GAP)


def _meet(one: Bar, other: Bar) -> bool:
    """Tell whether two bars would lie on each other at some moment of the record."""
    (a, b), (c, d) = _extent(one), _extent(other)
    return a < d and c < b and _together(one.bar, other.bar)


def _together(one: TimelineBar, other: TimelineBar) -> bool:
    ends: Sequence[float] = [
        float("inf") if bar.known_to is None or bar.fate == "corrected" else bar.known_to
        for bar in (one, other)
    ]
    return one.known_from < ends[1] and other.known_from < ends[0]
