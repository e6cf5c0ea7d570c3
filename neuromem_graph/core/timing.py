"""Say when a fact began and ended, where that is said."""

import re

from neuromem_graph.core import dates
from neuromem_graph.core.patterns import Pattern
from neuromem_graph.core.stating import Fact, Said
from neuromem_graph.core.wordlists import INTERVALS, TIMELESS, UPCOMING
from neuromem_graph.types.ingest import Update

__all__ = ["LASTING", "timed"]

_Periods = list[tuple[dates.Mention, dates.Period]]

LASTING = frozenset({"since", "for"})

_STARTING = re.compile(r"(?i)\b(?:starting|beginning|as\sof|from)\b")
_LEAD = 24  # "Last month, I ..."


_OFF = re.compile(r"(?i)\b(?:after\sall|any\s?more|any\slonger|in\sthe\send)\b")


def timed(fact: Fact, pattern: Pattern, said: Said) -> Fact | None:
    """Add when the fact began or ended, where that is said."""
    if fact.polarity == "hypothetical" or fact.predicate in TIMELESS:
        return fact
    clause, at = said.clause, said.sentence.at
    upcoming = clause.reading.future or (
        clause.head in UPCOMING
        and pattern.tense == "event"
        and not clause.reading.past
        and fact.update != "end"
    )
    lead = dates.find(said.sentence.text, max(0, clause.start - _LEAD), clause.start)
    periods = [
        (time, period)
        for time in (*said.times, *lead)
        if (period := dates.resolve(time, at, future=upcoming or _is_ahead(time, pattern)))
    ]
    if pattern.tense == "past" and not clause.reading.perfect and fact.predicate not in INTERVALS:
        right = fact.update == "correction" or said.sentence.correction or clause.reading.actually
        return _bygone(fact, periods, "correction" if right else "none")
    begins = [p.begin for t, p in periods if t.role != "until" and _starts(t, pattern, fact)]
    ends = [p.begin for t, p in periods if t.role == "until" and p.begin > at]
    if upcoming and not begins and fact.value is None:
        return None
    if upcoming and fact.polarity == "negated" and _OFF.search(said.sentence.text, clause.rest):
        return fact._replace(update="correction")  # the plan is off
    if upcoming and not begins:
        return fact._replace(polarity="hypothetical", update="none")
    before = said.sentence.text[max(0, clause.start - _LEAD) : clause.start]
    if not begins and _STARTING.search(before):
        begins = [p.begin for t, p in periods if t in lead]
    begin = begins[0] if begins else None
    if fact.predicate in INTERVALS:
        during = next((p for t, p in periods if t.role in ("at", "since")), None)
        return fact._replace(
            valid_from=during.begin if during else None, valid_to=during.until if during else None
        )
    if fact.update == "end":
        return fact._replace(valid_from=begin, valid_to=begin)
    return fact._replace(valid_from=begin, valid_to=ends[0] if ends else None)


def _is_ahead(time: dates.Mention, pattern: Pattern) -> bool:
    """Tell whether a time is the next of its name: "I live in Berlin until June"."""
    return time.role == "until" and pattern.tense in ("present", "be")


def _starts(time: dates.Mention, pattern: Pattern, fact: Fact) -> bool:
    """Tell whether a time says when the fact began, not just when something was done."""
    if time.role in LASTING:
        return pattern.tense != "event" or time.role == "since"
    return pattern.tense == "event" or fact.update in ("end", "change")


def _bygone(fact: Fact, periods: _Periods, update: Update) -> Fact | None:
    """Place a fact told in the past tense: an interval, or only its end, or neither."""
    begins = [p.begin for t, p in periods if t.role == "since"]
    ends = [p.begin for t, p in periods if t.role == "until"]
    during = [p for t, p in periods if t.role == "at"]
    if begins and ends and begins[0] < ends[0]:
        return fact._replace(update=update, valid_from=begins[0], valid_to=ends[0])
    if ends:
        return fact._replace(valid_from=ends[0], valid_to=ends[0])
    if during and (during[0].until - during[0].begin).days < 300:
        return None  # "I worked at the fair yesterday" is an episode
    if during:
        return fact._replace(update=update, valid_from=during[0].begin, valid_to=during[0].until)
    return fact
