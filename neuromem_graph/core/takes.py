"""Read the value of an owned attribute: what may stand after "my dentist is", and where it ends."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from neuromem_graph.core.dates import Mention
from neuromem_graph.core.gazetteer import NAMES
from neuromem_graph.core.nountable import Takes
from neuromem_graph.core.remarks import is_proper, is_remark
from neuromem_graph.core.shapes import (
    LOW_STREET,
    NAME_END,
    PAIRED,
    PEOPLE,
    SKIP,
    THING_END,
    TITLE_END,
    TYPED,
)
from neuromem_graph.core.sorts import sort_of
from neuromem_graph.core.values import trim
from neuromem_graph.core.wordlists import NOT_NAMES

__all__ = ["Region", "paired", "read"]


class Region(NamedTuple):
    """Say where a value may stand."""

    text: str
    start: int
    end: int
    lower: bool = False  # written without capitals: any word may be a name
    times: Sequence[Mention] = ()  # no value goes on into one


_LONGEST = 100

_MOST = {
    "person": 4,
    "name": 6,
    "title": 8,
    "thing": 5,
    "strong": 5,
    "job": 6,
    "plan": 4,
    "diet": 3,
    "place": 4,
}


def read(region: Region, takes: Takes) -> tuple[int, int] | None:
    """Read a value at the beginning of a region.

    Args:
        region: where to look; determiners and adverbs are skipped.
        takes: what the noun takes.

    Returns:
        The span of the value, or None where there is none: "my car is broken".
    """
    skip = SKIP.match(region.text, region.start, region.end)
    start = skip.end() if skip else region.start
    if takes in TYPED:
        return _typed(region, start, takes)
    return _OTHERS[takes](region, start)


def _typed(region: Region, start: int, takes: Takes) -> tuple[int, int] | None:
    lead = re.compile(r"(?i)(?:(?:at|on|to|via|the|in|about|around|now|under)\s){0,2}").match(
        region.text, start
    )
    if lead and takes not in ("goal", "time"):
        start = lead.end()
    match = TYPED[takes].match(region.text, start, region.end)
    if match is None and takes == "address" and region.lower:
        match = LOW_STREET.match(region.text, start, region.end)
    if match is None:
        return None
    span = match.span("v") if "v" in match.re.groupindex else match.span()
    if takes == "goal":
        return _thing(region, start, most=10) if match[0].lower().startswith("to ") else None
    while span[1] > span[0] and region.text[span[1] - 1] in " .,;/-":
        span = (span[0], span[1] - 1)
    return span if span[0] < span[1] else None


def _ended(region: Region, start: int, ends: re.Pattern[str]) -> tuple[int, int]:
    """Return where a value ends that begins at `start`, trimmed."""
    text = region.text
    limit = min(region.end, start + _LONGEST)
    limit = min([limit, *(max(t.start, start) for t in region.times if t.end > start)])
    pair = PAIRED.search(text, start, limit)
    at = start
    while stop := ends.search(text, at, limit):
        if pair is None or not pair.start() < stop.start() < pair.end():
            limit = stop.start()
            break
        at = pair.end()
    first, last = trim(text, start, limit)
    if last < limit and text[last : last + 1] == "!" and text[last - 1].isalnum():
        pass
    return first, last


def paired(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """Return a value with what it is one word with: "fish and" chips.

    Args:
        text: the text.
        span: where the value stands.
    """
    pair = next(
        (m for m in PAIRED.finditer(text, max(0, span[0] - 20), span[1]) if m.end() == span[1]),
        None,
    )
    return (min(span[0], pair.start()), span[1]) if pair else span


def _with_the(region: Region, start: int, first: int, last: int) -> tuple[int, int]:
    """Keep the article that is part of a name: "The National"."""
    lead = region.text[start:first]
    kept = re.search(r"(?:\b(?:The|A|An)|\b(?:el|la|le)) $", lead)
    if kept and region.text[first : first + 1].isupper():
        return start + kept.start(), last
    return first, last


def _name(region: Region, start: int, takes: Takes = "name") -> tuple[int, int] | None:
    lead = re.compile(
        "(?i)(?:(?:at|with|in|on|by|from|under|to|for"
        r"|over\sat)\s(?!the\s(?-i:[a-z])))?"
    ).match(region.text, start)
    within = lead is not None and lead[0].lower() == "in "
    start = lead.end() if lead else start
    ends = TITLE_END if takes == "title" else NAME_END
    first, last = _ended(region, start, ends)
    first, last = _with_the(region, start, first, last)
    value = region.text[first:last]
    if not value or len(value.split()) > _MOST[takes] or value.lower() in NOT_NAMES:
        return None
    if within and takes == "name" and "place" in sort_of(value):
        return None  # "my company is in Oslo" says where it is
    return (first, last) if is_proper(region.text, first, last, region.lower) else None


_TITLES = ("dr", "mr", "mrs", "ms", "prof", "st")


def _person(region: Region, start: int) -> tuple[int, int] | None:
    span = _name(region, start, "person")
    if span is None or any(c.isdigit() for c in region.text[slice(*span)]):
        return None
    value = region.text[slice(*span)]
    last = PEOPLE.match(value) if not region.lower else None
    if region.lower:
        return span if value.split()[0].rstrip(".") in (*_TITLES, *NAMES) else None
    return (span[0], span[0] + last.end()) if last else None


def _title(region: Region, start: int) -> tuple[int, int] | None:
    """Read the name of a film, a book, a band: it may begin with "In" and hold "of the"."""
    first, last = _ended(region, start, TITLE_END)
    article = re.compile(r"(?i)(?:the|an?)\s").match(region.text, start)
    if article and article.end() == first:
        first = start
    value = region.text[first:last]
    if not value or len(value.split()) > _MOST["title"]:
        return None
    bare = value.split(" ", 1)[-1] if article and first == start else value
    if not value[0].isupper() and is_remark(bare):
        return None
    if value[0].islower() and not region.lower and not sort_of(value):
        return None if value.lower().split()[0] in NOT_NAMES or "'" in value[:2] else (first, last)
    return None if value.lower() in NOT_NAMES else (first, last)


_POINTERS = frozenset(
    "i im you he she it we they that this there here what when where who why how if and or but "
    "so then now"
    " today yesterday tomorrow tonight monday tuesday wednesday thursday friday saturday sunday "
    "yes no ok".split()
)


def _thing(region: Region, start: int, most: int = 5) -> tuple[int, int] | None:
    first, last = _ended(region, start, THING_END)
    value = region.text[first:last]
    words = value.split()
    if not words or len(words) > most or is_remark(value):
        return None
    low = words[0].lower().partition("'")[0]
    if sort_of(value):
        return first, last
    if low in _POINTERS or (low.endswith("ing") and len(words) > 2 and most < 9):
        return None
    return first, last


def _job(region: Region, start: int) -> tuple[int, int] | None:
    lead = re.compile(r"(?i)(?:(?:that\sof|being|working\sas|as|to\sbe)\s)?").match(
        region.text, start
    )
    return _thing(region, lead.end() if lead else start, most=6)


def _plan(region: Region, start: int) -> tuple[int, int] | None:
    match = re.compile(
        r"(?i)(?:on\s)?(?:the\s)?(?P<v>[\w+'&-]{1,20}(?:\s[\w+'&-]{1,20}){0,2}?)"
        r"\s(?:plan|tier|subscription|package|membership)\b"
    ).match(region.text, start, region.end)
    if match is not None and not is_remark(match["v"]):
        return match.span("v")
    if re.compile(r"(?i)(?:to|for|from|under|in|on)\s").match(region.text, start):
        return None
    return _name(region, start, "plan")


def _diet(region: Region, start: int) -> tuple[int, int] | None:
    span = _thing(region, start, most=3)
    if span is None or not _is_diet(region.text[slice(*span)]):
        return None
    bare = span[1] - 5 * region.text[slice(*span)].lower().endswith(" diet")
    return span[0], bare


def _is_diet(value: str) -> bool:
    low = value.lower().removesuffix(" diet").removesuffix(" food")
    low = low.removeprefix("mostly ").removeprefix("strictly ").removeprefix("fully ")
    return "diet" in sort_of(low) or low.endswith(
        ("-free", "arian", "-carb", "-protein", "-fat", "-based")
    )


def _strong(region: Region, start: int) -> tuple[int, int] | None:
    """Read what is surely a value: a name, a number, an address."""
    for takes in ("email", "money"):
        match = TYPED[takes].match(region.text, start, region.end)
        if match and any(c.isdigit() or c == "@" for c in match[0]):
            tail = region.text[match.end() : match.end() + 2]
            if takes == "email" or not re.match(r"[\w%]|-\w", tail):
                return _shaved(region.text, *match.span())
    if region.lower:
        token = re.compile(r"\s*\S{2,25}").match(region.text, start, region.end)
        return (
            _shaved(region.text, *token.span())
            if token and "timezone" in sort_of(token[0].strip(" .,!"))
            else None
        )
    lead = re.compile(r"(?i)(?:(?:at|with|in|on|by|set\sto)\s)?(?:the\s)?").match(
        region.text, start
    )
    return _name(region, lead.end() if lead else start)


def _shaved(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1] in " .,":
        end -= 1
    return start, end


def _place(region: Region, start: int) -> tuple[int, int] | None:
    return _name(region, start, "place")


_OTHERS: dict[str, Callable[[Region, int], tuple[int, int] | None]] = {
    "name": _name, "person": _person, "title": _title, "thing": _thing, "strong": _strong,
    "job": _job,
    "plan": _plan, "diet": _diet, "place": _place,
}  # fmt: skip
