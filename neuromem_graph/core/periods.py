"""Read which time a question asks about, and put what was true then first."""

import re
from collections.abc import Sequence
from datetime import datetime

from neuromem_graph.core import dates, timely
from neuromem_graph.core.asking import plain, stems
from neuromem_graph.settings.asking import PAST
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.recall import Asked, BeliefView

__all__ = ["LAST", "dated", "sequence"]

LAST = (1.0, 0.0)
"""The place of what was not so at the time that a question names."""

_BEFORE = re.compile(r"\b(?:before|prior to|until)\s+(?P<what>[^?!.;]{1,120})")
_AFTER = re.compile(r"\b(?:after|since)\s+(?P<what>[^?!.;]{1,120})")
_EARLIER, _LATER = re.compile(r"\b(?:before|prior to)\b"), re.compile(r"\bafter\b")
_PAST = re.compile(PAST)
_FOREVER = 1 << 62
_TODAY = frozenset({"today", "tonight", "this morning", "this afternoon", "this evening"})


def dated(asked: Asked, text: str, now: datetime) -> Asked:
    """Add the time that a question names.

    Args:
        asked: what it asks for.
        text: the question.
        now: the moment that "in March" and "two years ago" are seen from.

    Returns:
        The same with a time ("in March"), or what came next or before ("before Lisbon"), or that
        what is over is asked for ("used to").
    """
    said = plain(text)
    begin, end = _period(said, now)
    if begin is not None or end is not None:
        over = begin is None or begin < to_micros(now)  # plans are found by their words
        alone = over and timely.names_only_time(said)
        return asked.model_copy(update={"begin": begin, "end": end, "alone": alone})
    return asked.model_copy(
        update={
            "before": _anchor(_BEFORE, said),
            "after": _anchor(_AFTER, said),
            "past": _PAST.search(said) is not None,
        }
    )


def sequence(shown: Sequence[BeliefView], asked: Asked) -> dict[str, tuple[float, float]]:
    """Return by claim where the values of a slot come: those of the time that is asked for first.

    What overlaps the time comes before what does not, the longest overlap first. "before Lisbon"
    puts first what came before it, the last of these first, "after Lisbon" what came next. "used
    to" and the like put first what is over.

    Args:
        shown: the intervals of one slot.
        asked: the question.
    """
    if asked.begin is not None or asked.end is not None:
        return {one.claim_id: _overlap(one, asked) for one in shown}
    turns = [one for one in shown if _means(one.value, asked.before)]
    if turns:
        start = max(one.valid_from for one in turns)
        return {
            one.claim_id: (0.0, -one.valid_from.timestamp())
            for one in shown if one not in turns and one.valid_from < start
        }  # fmt: skip
    turns = [one for one in shown if _means(one.value, asked.after)]
    if turns:
        start = min(one.valid_from for one in turns)
        return {
            one.claim_id: (0.0, one.valid_from.timestamp())
            for one in shown if one not in turns and one.valid_from >= start
        }  # fmt: skip
    if asked.past:
        return {one.claim_id: (0.0, 0.0) for one in shown if one.valid_to is not None}
    return {}


def _overlap(one: BeliefView, asked: Asked) -> tuple[float, float]:
    ends = (
        to_micros(one.valid_to) if one.valid_to is not None else _FOREVER,
        asked.end or _FOREVER,
    )
    begin = max(to_micros(one.valid_from), asked.begin if asked.begin is not None else -_FOREVER)
    length = min(ends) - begin
    if length <= 0:
        return LAST
    closed = asked.begin is not None and asked.end is not None
    return (0.0, -float(length) if closed else 0.0)


def _means(value: str, words: Sequence[str]) -> bool:
    """Tell whether some words of a question name a value."""
    held = stems(value)
    return bool(words) and bool(held) and (held <= set(words) or set(words) <= held)


def _period(text: str, now: datetime) -> tuple[int | None, int | None]:
    """Return the time that a question names, in microseconds: begin, end; None is open."""
    marked = _LATER.sub("since", _EARLIER.sub("until", text))  # words that `dates` knows
    shifted = marked != text
    begin: int | None = None
    end: int | None = None
    for mention in dates.find(marked):
        period = dates.resolve(mention, now)
        if period is None or mention.words in _TODAY:
            continue
        first, last = to_micros(period.begin), to_micros(period.until)
        if mention.role == "until":
            end = end or (first if shifted else last)
        elif mention.role == "since":
            begin = begin or (last if shifted else first)
        elif begin is None and end is None:
            begin, end = first, last
    return begin, end


def _anchor(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    """Return the words after "before" or "after", as stems."""
    found = pattern.search(text)
    return tuple(sorted(stems(found["what"]))) if found else ()
