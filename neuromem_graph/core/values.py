"""Cut the value of a fact out of its clause, as it was said."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from neuromem_graph.core.dates import Mention
from neuromem_graph.core.patterns import Shape
from neuromem_graph.core.wordlists import one_of

__all__ = ["Value", "cut", "items", "trim"]

_STOPS = one_of(
    "because cause cuz bc but which who whom whose when whenever where while if unless since so as"
    " although though even until till after before than over every due especially particularly not"
    " nor once twice lately recently now nowadays is are was were has make makes"
)
_PREPOSITIONS = one_of(
    "with for near by or from to at in on about around during together full part have had full-time"
    " part-time doing making working"
)
_TITLE = r"(?<!\b(?:St|Dr|Mr|Ms|Mt|Ft))(?<!\bMrs)(?<!\bProf)(?<!\bUniv)(?<!\bCapt)"
_POINTS = r"""[;:!?()\[\]"“”—\u2013…\n|*]|\s-{1,3}\s|\.(?=$|["')])|'(?=\s|$)"""
_ITEM = r"\s[\w-]+(?:\s[\w-]+)?"
_TOPIC_END = re.compile(
    rf"""{_POINTS}|{_TITLE}\.(?=\s)|\s{_STOPS}\b|\s(?:more|better|rather)\sthan\b
    |,(?!(?:{_ITEM},){{0,4}}(?:{_ITEM})?\s(?:and|or){_ITEM}\s*(?:$|[.!]))
    |\sand(?=\s(?:I|we|it|my|he|she|they|you|that|this|then|so|am|is|are|was|were|have|had|can|will
     |would|also|now|just|how|what|it's|there)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_NAME_END = re.compile(
    rf"{_POINTS}|{_TITLE}(?<!\b(?-i:[A-Z]))\.(?=\s)|\.(?=\s[^A-Z\s])|,|\s(?:{_STOPS}"
    rf"|{_PREPOSITIONS}|and(?!\s(?-i:[A-Z])))\b",
    re.IGNORECASE | re.VERBOSE,
)
_ENDS: dict[Shape, re.Pattern[str]] = {"topic": _TOPIC_END, "name": _NAME_END}
_LEAD = re.compile(
    r"(?:[\s\"'“\u2018(*_]|\b(?:a\slittle(?:\sbit)?|a\sbit\sof|the|an?|my|our|some|any|to|both)\s)*"
)
_TRAIL = re.compile(
    r"(?i)\s"
    + one_of(
        "as well so much very a_lot right just at_the moment these_days anymore any_more too again"
        " already today tonight currently still though btw tho lol haha yet here there please"
        " actually instead best and the_most most more_than_anything in_general of_course for_sure"
        " myself himself herself even more better"
        " but because since or when while that if where with for in on at of"
        " originally (?:last|this|next)_(?:sprint|quarter|semester|term|season)"
        r" (?:once|twice|\w{3,5}_times)_a_(?:day|week|month|year)"
        " about to from ever day also really all both back always once together full early"
    )
    + "$"
)
_VAGUE = re.compile(
    r"(?i)\b"
    + one_of(
        "you your yours it its this that these those him his her their them what how who why"
        " everything anything something nothing someone everyone anyone way ways idea ideas one"
        " ones such each i me us we making_sure thought there here everywhere"
        " nowhere nobody neither nor none less"
    )
    + r"\b|^(?:to|about|in|at|on|with|for|when|like)\b"
)
_DEFINITE = re.compile(r"(?:['\"“( ]|\b(?:all|both)\s)*the\s(?=[a-z])", re.IGNORECASE)
_GENERIC = re.compile(
    "(?i)"
    + one_of(
        "ocean sea beach mountain mountains outdoors city country countryside rain snow sun cold"
        " heat fall forest forests woods water internet piano guitar violin theater theatre"
        " opera ballet gym desert summer winter spring autumn moon stars art arts news"
    )
    + r"\b"
)
_NO_NAME = re.compile(
    "(?i)"
    + one_of(
        "neither nor nowhere nobody none "
        "i it its me you your him them us this that these those home work school bed town what"
        " which where there here all both one is are was about and or because someone everyone"
        " people thing things god jesus god's in of as if last next first least once mon tue wed"
        " thu fri sat sun"
    )
    + r"\b"
)
_LONGEST, _MOST_WORDS = 120, {"name": 6, "topic": 9, "whole": 9, "head": 1, "none": 0}


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Take determiners, quotes, punctuation and trailing time words off a value.

    Args:
        text: the text.
        start: where the value begins.
        end: where it ends.

    Returns:
        Its span without them; empty when nothing is left.
    """
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    while end > start:
        if not (text[end - 1].isalnum() or text[end - 1] in "+#%_"):
            end -= 1
        elif trail := _TRAIL.search(text, max(start, end - 24), end):
            end = trail.start()
        else:
            break
    return start, end


class Value(NamedTuple):
    """What is asked of a value."""

    shape: Shape
    proper: bool = False  # a name: it begins with a capital
    cut: bool = False  # a relative clause follows its clause: "the city I live in"


def cut(
    text: str, start: int, end: int, want: Value, times: Sequence[Mention] = ()
) -> tuple[int, int] | None:
    """Find where the value ends that begins somewhere in a clause.

    Args:
        text: the text.
        start: where the value begins.
        end: where its clause ends.
        want: what it must look like.
        times: mentions of time; no value goes on into one.

    Returns:
        Its span, or None where nothing that looks like a value stands there.
    """
    limit = end
    if want.shape in _ENDS:
        limit = min(end, start + _LONGEST, *(max(t.start, start) for t in times if t.end > start))
        lead = _LEAD.match(text, start, limit)
        begin = lead.end() if lead else start
        begin -= begin > start and text[begin - 1].isspace()  # a stop has a space before it
        stop = _ENDS[want.shape].search(text, begin, limit)
        if stop is None and limit == start + _LONGEST < end:
            return None
        limit = stop.start() if stop else limit
    first, last = trim(text, start, limit)
    if first >= last or len(text[first:last].split()) > _MOST_WORDS[want.shape]:
        return None
    if want.cut and not text[last:end].strip():
        return None
    if want.shape == "topic" and _DEFINITE.match(text, start) and not _GENERIC.match(text, first):
        return None  # "the color": of something at hand
    return (first, last) if _fits(text[first:last], want) else None


def _fits(value: str, want: Value) -> bool:
    """Tell whether a value says something: no pronoun, and a name where one is wanted."""
    if want.shape == "topic":
        return _VAGUE.search(value) is None and any(c.isalpha() for c in value)
    if want.shape == "name" and _NO_NAME.match(value):
        return False
    return not want.proper or _is_proper(value)


def _is_proper(value: str) -> bool:
    """Tell whether one of the first three words is written like a name."""
    return any(not word[0].islower() and word[0].isalnum() for word in value.split()[:3])


_COMMA = re.compile(r"\s*,\s*(?:(?:and|or)\s)?|\s(?:and|or|&)\s", re.IGNORECASE)
_PAIRS = re.compile(
    r"(?i)\b(?:rock (?:and|&|n) roll|mac(?:aroni)? and cheese|fish and chips|arts? and crafts?"
    r"|salt and|peanut butter and|r & b|bed and|black and white|drum and bass|between"
    r"|friends and family)\b"
)
_MOST_ITEMS, _ITEM_WORDS = 8, 3


def items(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Take a short list apart: "hiking, sailing and chess".

    Args:
        text: the text.
        start: where the value begins.
        end: where it ends.

    Returns:
        The spans of its items; the whole where it is no list of short items.
    """
    if _PAIRS.search(text, start, end):
        return [(start, end)]
    spans, at = [], start
    for comma in _COMMA.finditer(text, start, end):
        spans.append(trim(text, at, comma.start()))
        at = comma.end()
    spans.append(trim(text, at, end))
    short = all(0 < len(text[a:b].split()) <= _ITEM_WORDS for a, b in spans)
    return spans if short and 1 < len(spans) <= _MOST_ITEMS else [(start, end)]
