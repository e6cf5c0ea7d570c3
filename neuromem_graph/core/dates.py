"""Find what a text says about time, and place it relative to when it was said.

Finding is one cheap pattern; only what it finds is resolved, by arithmetic on the wall clock of the
message's own time zone. Nothing here reads a clock.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal, NamedTuple

__all__ = ["Mention", "Period", "Role", "find", "resolve"]

Role = Literal["at", "since", "until", "for"]
"""How a time is tied to its statement: "in March", "since 2019", "until May", "for two years"."""

_MONTHS = "january february march april may june july august september october november december"
_DAYS = "monday tuesday wednesday thursday friday saturday sunday"
_SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
_SMALL = "one two three four five six seven eight nine ten eleven twelve".split()
_NUMBERS = {word: number for number, word in enumerate(_SMALL, 1)}
_NUMBERS |= {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 3, "fifteen": 15, "twenty": 20}
_MONTH_OF = {name[:3]: number for number, name in enumerate(_MONTHS.split(), 1)}
_DAY_OF = {name[:3]: number for number, name in enumerate(_DAYS.split())}
_ROLES: dict[str, Role] = {"since": "since", "from": "since", "between": "since", "for": "for"}
_ROLES |= {"as of": "since", "until": "until", "till": "until", "through": "until", "to": "until"}
_ROLES |= {"and": "until", "-": "until", "\u2013": "until"}

_S = r"[ \t\xa0]{1,3}"
_MONTH = rf"(?:{'|'.join(_MONTHS.split())}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?"
_DAY = rf"(?:{'|'.join(_DAYS.split())})"
_SEASON = "|".join(_SEASONS)
_YEAR = r"(?:1[89]|20|21)\d\d(?![\d:%])"
_NUM = rf"(?:\d{{1,3}}|(?:a{_S})?(?:couple(?:{_S}of)?|few)|{'|'.join(_NUMBERS)})"
_UNIT = r"(?:minute|hour|day|week|month|year|decade)s?"
_NTH = r"\d{1,2}(?:st|nd|rd|th)?\b"
_TIME = re.compile(
    rf"""(?:(?<![\w-])(?P<role>since|from|until|till|to|through|by|in|on|at|during|between|and|for
    |around|as{_S}of|(?:starting|beginning|back){_S}(?:in|on|from)){_S}
    |(?<=\d)[ ]?(?P<dash>[-\u2013])[ ]?|(?<![\w-]))
    (?:(?:the|early|mid|late|around|about|over|almost|nearly){_S}|mid-){{0,2}}
    (?:(?P<iso>\d{{4}}-\d\d-\d\d)
    |(?P<written>\d{{1,2}}[/.]\d{{1,2}}[/.](?:\d{{4}}|\d\d))
    |(?P<date>{_NTH}{_S}(?:of{_S})?{_MONTH}(?:,?{_S}{_YEAR})?
     |{_MONTH}{_S}(?:the{_S})?{_NTH}(?:,?{_S}{_YEAR})?)
    |(?P<monthyear>(?:{_MONTH}|{_SEASON}),?{_S}(?:of{_S})?{_YEAR})
    |(?P<near>today|tonight|yesterday|tomorrow|day{_S}before{_S}yesterday
     |this{_S}(?:morning|afternoon|evening)|last{_S}night)
    |(?P<which>(?:last|past|this|next|coming){_S}
     (?:weekend|week|month|year|{_DAY}|{_MONTH}|{_SEASON}))
    |(?P<count>(?:(?:last|past){_S})?{_NUM}{_S}{_UNIT})
     (?:{_S}(?P<way>ago|back|earlier|from{_S}now))?
    |(?P<bare>{_MONTH}|{_DAY}|{_YEAR}|{_SEASON}))(?!\w|-\w)""",
    re.IGNORECASE | re.VERBOSE,
)
_HINT = re.compile(
    r"(?i)\d\d|\b(?:ago|back|to(?:day|night|morrow)|yesterday|la(?:st|te)|past|this|next|coming"
    r"|since|until|till|for|from|in|on|by|as of|during|between|around|starting|beginning"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b"
)


class Mention(NamedTuple):
    """A time found in a text, not yet placed."""

    start: int  # with its preposition
    end: int
    role: Role
    kind: str
    words: str  # lower case, without the preposition


class Period(NamedTuple):
    """A half-open stretch of time in the time zone of the message."""

    begin: datetime
    until: datetime


@lru_cache(maxsize=256)
def find(text: str, start: int = 0, end: int | None = None) -> tuple[Mention, ...]:
    """Find the times mentioned in a part of a text.

    Args:
        text: any text.
        start: where to begin.
        end: where to stop.

    Returns:
        The mentions in order; they do not overlap.
    """
    end = len(text) if end is None else end
    if _HINT.search(text, start, end) is None:
        return ()
    found = (_mention(match) for match in _TIME.finditer(text, start, end))
    return tuple(mention for mention in found if mention is not None)


def _mention(match: re.Match[str]) -> Mention | None:
    role = " ".join((match["role"] or match["dash"] or "").lower().split())
    kind = match.lastgroup or ""
    if match["count"]:
        way = (match["way"] or "").lower()
        if way in ("ago", "back", "earlier"):
            kind = "ago"
        elif way or role == "in":
            kind = "ahead"
        elif role == "for":
            kind = "long"
        else:
            return None
        words = match["count"]
    else:
        words = match[kind]
        if (kind == "bare" and role in ("", "at", "for")) or role == "for":
            return None
    return Mention(*match.span(), _ROLES.get(role, "at"), kind, words.lower())


def resolve(mention: Mention, at: datetime, *, future: bool = False) -> Period | None:
    """Place a mentioned time.

    Args:
        mention: from `find`.
        at: when it was said, aware; the result is in its time zone.
        future: a time that may lie on either side ("on Friday", "in March") is the next one
            instead of the last one.

    Returns:
        The day, month, year or other stretch that is meant; None where there is no such day.
        "for two years" is the stretch that ends at `at`; "today" begins at `at`.
    """
    try:
        return _RESOLVERS[mention.kind](mention.words, at, future)
    except (ValueError, OverflowError):  # 31 June, the year 0
        return None


def _day(at: datetime, days: int = 0) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0, fold=0) + timedelta(days=days)


def _month(at: datetime, months: int = 0) -> datetime:
    """Return the first day of the month that lies `months` away."""
    year, month = divmod(at.year * 12 + at.month - 1 + months, 12)
    return _day(at).replace(year=year, month=month + 1, day=1)


def _shift(at: datetime, months: int) -> datetime:
    """Return the same day some months away, the last of the month where there is none."""
    first = _month(at, months)
    last = (_month(first, 1) - timedelta(days=1)).day
    return first.replace(day=min(at.day, last))


def _iso(words: str, at: datetime, future: bool) -> Period:
    year, month, day = (int(part) for part in words.split("-"))
    begin = _day(at).replace(year=year, month=month, day=day)
    return Period(begin, _day(begin, 1))


def _written(words: str, at: datetime, future: bool) -> Period:
    """Place a date in figures: 12/31/2023, or day first where it has dots or no such month."""
    from dateparser import parse  # noqa: PLC0415  slow to import, seldom needed

    day_first = "." in words or int(words.partition("/")[0]) > 12
    order = "DMY" if day_first else "MDY"
    settings = {"DATE_ORDER": order, "RELATIVE_BASE": at.replace(tzinfo=None)}
    found = parse(words, languages=["en"], settings=settings)
    if found is None:
        raise ValueError(words)
    day = _day(at.replace(year=found.year, month=found.month, day=found.day))
    return Period(day, _day(day, 1))


def _numbers(words: str) -> tuple[int | None, int | None, int | None]:
    """Return the year, month and day of the month that stand in some words."""
    parts = re.findall(r"\d+|[a-z]+", words)
    numbers = [int(part) for part in parts if part.isdigit()]
    year = next((n for n in numbers if n > 31), None)
    day = next((n for n in numbers if n <= 31), None)
    month = next((_MONTH_OF[p[:3]] for p in parts if p[:3] in _MONTH_OF and p.isalpha()), None)
    return year, month, day


def _date(words: str, at: datetime, future: bool) -> Period:
    year, month, day = _numbers(words)
    begin = _day(at).replace(year=year or at.year, month=month or 1, day=day or 1)
    if year is None and future and begin < _day(at):
        begin = begin.replace(year=at.year + 1)
    elif year is None and not future and begin > at:
        begin = begin.replace(year=at.year - 1)
    return Period(begin, _day(begin, 1))


def _month_year(words: str, at: datetime, future: bool) -> Period:
    year, month, _ = _numbers(words)
    season = _SEASONS.get(words.split()[0])
    begin = _month(at).replace(year=year or at.year, month=season or month or 1)
    return Period(begin, _month(begin, 3 if season else 1))


def _near(words: str, at: datetime, future: bool) -> Period:
    if "before" in words:
        return Period(_day(at, -2), _day(at, -1))
    if words == "yesterday" or (words.endswith("night") and words.startswith("last")):
        return Period(_day(at, -1), _day(at))
    if words == "tomorrow":
        return Period(_day(at, 1), _day(at, 2))
    return Period(at, _day(at, 1))


def _which(words: str, at: datetime, future: bool) -> Period:
    side, unit = words.split()
    step = {"last": -1, "past": -1, "this": 0}.get(side, 1)
    monday = _day(at, -at.weekday())
    if unit == "week":
        return Period(_day(monday, 7 * step), _day(monday, 7 * step + 7))
    if unit == "weekend":
        return Period(_day(monday, 7 * step + 5), _day(monday, 7 * step + 7))
    if unit == "month":
        return Period(_month(at, step), _month(at, step + 1))
    if unit == "year":
        begin = _month(at).replace(month=1)
        return Period(_month(begin, 12 * step), _month(begin, 12 * step + 12))
    if step == 0:
        return _this(unit, at, future)
    period = _bare(unit, at, step > 0)
    if (step < 0 and period.until > at) or (step > 0 and period.begin <= at):  # said in May
        period = Period(_month(period.begin, 12 * step), _month(period.until, 12 * step))
    return period


def _this(unit: str, at: datetime, future: bool) -> Period:
    """Return the day of this week, or the month or season of this year."""
    if unit[:3] in _DAY_OF and unit.endswith("day"):
        begin = _day(at, _DAY_OF[unit[:3]] - at.weekday())
        return Period(begin, _day(begin, 1))
    season = _SEASONS.get(unit)
    begin = _month(at).replace(month=season or _MONTH_OF[unit[:3]])
    return Period(begin, _month(begin, 3 if season else 1))


def _bare(words: str, at: datetime, future: bool) -> Period:
    word = words.rstrip(".")
    if word.isdigit():
        begin = _month(at).replace(year=int(word), month=1)
        return Period(begin, begin.replace(year=begin.year + 1))
    if word.endswith("day"):
        ahead = (_DAY_OF[word[:3]] - at.weekday()) % 7
        begin = _day(at, ahead or 7) if future else _day(at, ahead - 7)
        return Period(begin, _day(begin, 1))
    period = _this(word, at, future)
    if future and period.until <= at:
        period = Period(_month(period.begin, 12), _month(period.until, 12))
    elif not future and period.begin > at:
        period = Period(_month(period.begin, -12), _month(period.until, -12))
    return period


def _count(words: str) -> tuple[int, str]:
    parts = [part for part in words.split() if part not in ("last", "past", "of")]
    unit = parts[-1].rstrip("s")
    number = parts[-2]
    count = int(number) if number.isdigit() else _NUMBERS[number]
    return (count * 10, "year") if unit == "decade" else (count, unit)


def _away(words: str, at: datetime, sign: int) -> datetime:
    count, unit = _count(words)
    if unit in ("month", "year"):
        return _shift(at, sign * count * (12 if unit == "year" else 1))
    if unit in ("day", "week"):
        return _day(at, sign * count * (7 if unit == "week" else 1))
    return at + sign * timedelta(**{unit + "s": count})


def _ago(words: str, at: datetime, future: bool) -> Period:
    begin = _away(words, at, -1)
    return Period(begin, min(at, _day(begin, 1)))


def _ahead(words: str, at: datetime, future: bool) -> Period:
    begin = _away(words, at, 1)
    return Period(begin, _day(begin, 1))


def _long(words: str, at: datetime, future: bool) -> Period:
    return Period(_away(words, at, -1), at)


_RESOLVERS: dict[str, Callable[[str, datetime, bool], Period]] = {
    "iso": _iso, "written": _written, "date": _date, "monthyear": _month_year, "near": _near,
    "which": _which,
    "bare": _bare, "ago": _ago, "ahead": _ahead, "long": _long,
}  # fmt: skip
