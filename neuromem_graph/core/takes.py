"""Read the value of an owned attribute: what may stand after "my dentist is", and where it ends."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from neuromem_graph.core.dates import Mention
from neuromem_graph.core.gazetteer import NAMES, sort_of
from neuromem_graph.core.nouns import Takes
from neuromem_graph.core.values import trim
from neuromem_graph.core.wordlists import LANGUAGES, NOT_NAMES, NOT_VALUES, one_of

__all__ = ["Region", "is_remark", "paired", "read"]


class Region(NamedTuple):
    """Say where a value may stand."""

    text: str
    start: int
    end: int
    lower: bool = False  # written without capitals: any word may be a name
    times: Sequence[Mention] = ()  # no value goes on into one


_DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tues?|wed|thurs?|fri)"
_HOUR = r"(?:\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.|o'clock|h\b)?|noon|midnight|(?:half|quarter)\s(?:past|to)\s\w{3,6})"
_DATE = (
    r"(?:(?:the\s)?\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?:,?\s\d{4})?"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s(?:the\s)?\d{1,2}(?:st|nd|rd|th)?(?!\d)(?:,?\s\d{4})?"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|the\s\d{1,2}(?:st|nd|rd|th))"
)
_UNIT_OF_TIME = (
    rf"(?:(?:every|each|the|first|last|second|third|other)\s){{0,3}}(?:{_DATE}|{_DAY}\b(?:\s(?:mornings?|afternoons?|evenings?|nights?))?"
    rf"|{_HOUR}(?![\w%])|mornings?\b|evenings?\b|afternoons?\b|weekday\b|weekdays\b)"
)
_TIME = rf"{_UNIT_OF_TIME}(?:(?:,?\s(?:at|from|to|till|until|and|or|around)\s|\s?[-\u2013]\s?|,?\s){_UNIT_OF_TIME}){{0,3}}"
_NOT_STREET = (
    r"(?!(?:now|and|but|since|because|these|as|if|with|is|in|on|for|so|from|which|where|not|instead"
    r"|years?|months?|weeks?|days?|people|minutes?|hours?|am|pm|percent|times?|euros?|dollars?|kids?|cats?|dogs?"
    r"|days|this|last|at|anymore|any|please|to|it|the|a|an|my|until|while|i)\b)"
)
_STREET = rf"(?:\s{_NOT_STREET}[^\W\d_][\w'.-]{{0,24}})"
_REGEXES: dict[str, str] = {
    "email": r"[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{1,20}){1,3}",
    "phone": r"\+?[\d(][\d ()./-]{4,20}\d(?![\w@])",
    "url": r"https?://\S{3,80}|@\w[\w.]{1,30}\w|[\w-]{1,40}(?:\.[\w-]{2,30}){1,3}(?:/\S{0,60})?(?!@)|\w{0,20}[\d_]\w{1,20}",
    "number": r"\d{1,3}(?![\d%:]|[.,]\d)(?!\s(?:cm|kg|km|euros?|dollars?|minutes?|hours?|days?|weeks?|months?|people|pounds)\b)",
    "measure": r"\d{1,3}(?:[.,]\d{1,2})?\s?(?:cm|m|kg|kilos?|lbs?|pounds?|stone|feet|foot|ft|inches|meters?|metres?)\b(?:\s?\d{1,2}(?:\s?(?:in|inches|\"))?)?|\d'\s?\d{0,2}\"?|\d{1,3}(?:[.,]\d{1,2})?(?![\w%])",
    "money": r"(?:about\s|around\s)?(?:[€$£¥]\s?\d[\d.,]{0,12}\s?(?:k|m|million|thousand)?\b|\d[\d.,]{0,12}\s?(?:k|m|grand|thousand|million)?\b(?:\s?(?:euros?|dollars?|pounds?|francs?|bucks|usd|eur|chf|gbp|quid|kr|yen|rupees|zloty|pln|sek|nok|€|\$|£))?)(?:\s(?:a|per)\s(?:year|month|week|day|hour|night|person))?",
    "size": r"(?:(?:eu|us|uk|size|a)\s){0,2}(?P<v>\d{1,3}(?:[.,]\d)?(?:\s?(?:1/2|½|cm|inch(?:es)?))?|x{0,3}[sl]|m|(?:extra\s)?(?:small|large)|medium|xxl|xl|xs)(?![\w'])",
    "date": _DATE,
    "time": rf"(?:on\s|at\s|for\s|in\sthe\s|by\s)?(?P<v>{_TIME})",
    "address": rf"\d{{1,5}}[a-z]?(?:[-/]\d{{1,3}}[a-z]?)?{_STREET}{{1,4}}|(?-i:[^\W\d_a-z])[^\W\d_][\w'.-]{{0,30}}{_STREET}{{0,3}}\s\d{{1,4}}[a-z]?(?![\w%:]|[.,]\d)",
    "language": rf"(?:{LANGUAGES})(?!\w)",
    "goal": r"(?:to\s)?(?P<v>[^,.;!?()]{3,80})",
}
_TYPED = {takes: re.compile(pattern, re.IGNORECASE) for takes, pattern in _REGEXES.items()}
_LOW_STREET = re.compile(rf"[^\W\d_][\w'.-]{{2,30}}{_STREET}{{0,2}}\s\d{{1,4}}[a-z]?(?![\w%:]|[.,]\d)", re.I)

_SKIP = re.compile(
    r"(?i)(?:[\s\"'“\u2018(*_:]|(?:now|currently|actually|officially|simply|just|called|named|definitely|still"
    r"|basically|at\sthe\smoment|these\sdays|right\snow|again|finally|obviously|of\scourse|also|none\sother\sthan"
    r"|good\sold|always|usually|mostly|mainly|hands\sdown|by\sfar|once\sagain|no\sother\sthan|only)[\s,:]+)*"
)
_ARTICLE = re.compile(r"(?i)(?:(?:an?|the|my|our|his|her|their|some|this|another)\s+){1,2}")
_POINTS = r"""!(?!\w)|[;:?()\[\]"“”—\u2013…\n|*]|\s-{1,3}\s|\.(?=$|\s*$|["')])|'(?=\s|$)|(?<!\b(?:St|Dr|Mr|Ms|Mt))(?<!\bMrs)(?<!\bProf)(?<!\bUniv)(?<!\bCapt)(?<!\bstr)(?<!\b[A-Z])\.(?=\s)"""
_STOPS = one_of(
    "because cause cuz bc but which who whom whose when whenever where wherever while if unless since so as"
    " although though even until till after before than over every each due especially particularly not nor"
    " once twice lately recently now nowadays currently is are was were has have had makes make isn't aren't"
    " it's that's he's she's they're i'm instead these_days this_time this_year this_week again anymore"
    " any_more right_now at_the_moment i he she we they you it whatever thanks please ever always usually"
    " without although too also then did does do just since already all_day most_days some_days most in_case obviously does never"
    " full-time part-time remotely freelance can could will would goes went gets got rather plus or this that's there says said by_far hands_down live"
)
_PREPOSITIONS = one_of(
    "with for near by from to at in on about around during together through under behind via next_to between"
)
_TITLED = r"(?!\s(?:the\s|a\s|an\s|my\s)?(?-i:[A-Z\d]))"
_NAME_END = re.compile(
    rf"{_POINTS}|,|\s(?:{_STOPS})(?![\w'])|\s{_PREPOSITIONS}(?![\w'-])"
    r"|\sand(?!\s(?-i:[A-Z])[\w.-]+(?!['\w]|\s(?:is|has|was|are|moved|lives|works|likes|loves|and)\b))\b",
    re.IGNORECASE,
)
_TITLE_END = re.compile(
    rf"{_POINTS}|,|\s(?!(?:who|what|where|when|before|after|until|over|is|are|was|as|than|while|if|you|we|they)\s(?-i:[A-Z]))"
    rf"(?:{_STOPS})(?![\w'])|\s{_PREPOSITIONS}(?![\w'-]){_TITLED}|\sand{_TITLED}\b",
    re.IGNORECASE,
)
_THING_END = re.compile(
    rf"{_POINTS}|,|\s(?:{_STOPS})(?![\w'])|\s(?:{_PREPOSITIONS})(?![\w'-])|\s(?:and|&)(?=\s)", re.IGNORECASE
)
_PAIRED = re.compile(
    r"(?i)\b(?:fish and chips|mac(?:aroni)? and cheese|rock (?:and|&|n) roll|gin and tonic|rum and coke|surf and turf"
    r"|bangers and mash|peanut butter and jelly|drum and bass|arts and crafts|black and white|rice and beans"
    r"|ham and cheese|cookies and cream|steak and \w+|biscuits and gravy|chicken and waffles|bread and butter"
    r"|track and field|body (?:and|&) soul|beans and rice)\b"
)
_PROPER = re.compile(r"[\"'“]?(?:(?:de|van|von|el|la|le|al|the|a|an|di|da|du|ter|of)\s)*[^\W_a-zà-öø-ÿß]")
_ALSO_PROPER = re.compile(r"[a-z]{1,2}[A-Z]\w|[a-z-]+[A-Z0-9]\w*|[\w-]+\.(?:com|org|net|io|ai)\b")
_LONGEST = 100
_MOST = {"person": 4, "name": 6, "title": 8, "thing": 5, "strong": 5, "job": 6, "plan": 4, "diet": 3, "place": 4}


def read(region: Region, takes: Takes) -> tuple[int, int] | None:
    """Read a value at the beginning of a region.

    Args:
        region: where to look; determiners and adverbs are skipped.
        takes: what the noun takes.

    Returns:
        The span of the value, or None where there is none: "my car is broken".
    """
    skip = _SKIP.match(region.text, region.start, region.end)
    start = skip.end() if skip else region.start
    if takes in _TYPED:
        return _typed(region, start, takes)
    return _OTHERS[takes](region, start)


def _typed(region: Region, start: int, takes: Takes) -> tuple[int, int] | None:
    lead = re.compile(r"(?i)(?:(?:at|on|to|via|the|in|about|around|now|under)\s){0,2}").match(region.text, start)
    if lead and takes not in ("goal", "time"):
        start = lead.end()
    match = _TYPED[takes].match(region.text, start, region.end)
    if match is None and takes == "address" and region.lower:
        match = _LOW_STREET.match(region.text, start, region.end)
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
    pair = _PAIRED.search(text, start, limit)
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
    pair = next((m for m in _PAIRED.finditer(text, max(0, span[0] - 20), span[1]) if m.end() == span[1]), None)
    return (min(span[0], pair.start()), span[1]) if pair else span


def _with_the(region: Region, start: int, first: int, last: int) -> tuple[int, int]:
    """Keep the article that is part of a name: "The National"."""
    lead = region.text[start:first]
    kept = re.search(r"(?:\b(?:The|A|An)|\b(?:el|la|le)) $", lead)
    if kept and region.text[first : first + 1].isupper():
        return start + kept.start(), last
    return first, last


_NOWHERE = frozenset(
    "bed home work school town sleep church class lunch dinner vacation holiday leave sale tv mud court jail prison"
    " hell heaven pieces shock love people life time top fire strike duty board tour hold average".split()
)


def _is_proper(text: str, first: int, last: int, lower: bool) -> bool:
    value = text[first:last]
    if lower:
        word = value.split()[0].lower() if value else ""
        return word not in NOT_NAMES and word not in _NOWHERE and not is_remark(value) and not word.endswith(("ing", "ed"))
    if _ALSO_PROPER.match(value):
        return True
    words = value.lower().split()
    if len(words) > 1 and words[0] in ("the", "a", "an"):
        words = words[1:]
    return _PROPER.match(value) is not None and words[0] not in NOT_NAMES


@lru_cache(maxsize=2048)
def is_remark(value: str) -> bool:
    """Tell whether words judge or place something, and name nothing: "really great", "at home".

    Args:
        value: as it was said.
    """
    words = value.lower().split()
    if not words or sort_of(value):
        return not words
    first = words[0]
    return first in NOT_VALUES or words[-1] in ("mess", "joke", "nightmare", "disaster", "thing", "one", "same")


def _name(region: Region, start: int, takes: Takes = "name") -> tuple[int, int] | None:
    lead = re.compile(r"(?i)(?:(?:at|with|in|on|by|from|under|to|for|over\sat)\s(?!the\s(?-i:[a-z])))?").match(region.text, start)
    start = lead.end() if lead else start
    ends = _TITLE_END if takes == "title" else _NAME_END
    first, last = _ended(region, start, ends)
    first, last = _with_the(region, start, first, last)
    value = region.text[first:last]
    if not value or len(value.split()) > _MOST[takes] or value.lower() in NOT_NAMES:
        return None
    return (first, last) if _is_proper(region.text, first, last, region.lower) else None


_TITLES = ("dr", "mr", "mrs", "ms", "prof", "st")
_PEOPLE = re.compile(
    r"(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\b\.?\s)?[^\W\d_][\w'\u2019-]*\.?(?:\s(?:(?:de|van|von|der|den|da|di|la|le|el|al|bin|ter)\s){0,2}[^\W\d_a-zß-öø-ÿ][\w'\u2019-]*){0,3}"
)


def _person(region: Region, start: int) -> tuple[int, int] | None:
    span = _name(region, start, "person")
    if span is None or any(c.isdigit() for c in region.text[slice(*span)]):
        return None
    value = region.text[slice(*span)]
    last = _PEOPLE.match(value) if not region.lower else None
    if region.lower:
        return span if value.split()[0].rstrip(".") in (*_TITLES, *NAMES) else None
    return (span[0], span[0] + last.end()) if last else None


def _title(region: Region, start: int) -> tuple[int, int] | None:
    """Read the name of a film, a book, a band: it may begin with "In" and hold "of the"."""
    first, last = _ended(region, start, _TITLE_END)
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
    "i im you he she it we they that this there here what when where who why how if and or but so then now"
    " today yesterday tomorrow tonight monday tuesday wednesday thursday friday saturday sunday yes no ok".split()
)


def _thing(region: Region, start: int, most: int = 5) -> tuple[int, int] | None:
    first, last = _ended(region, start, _THING_END)
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
    lead = re.compile(r"(?i)(?:(?:that\sof|being|working\sas|as|to\sbe)\s)?").match(region.text, start)
    return _thing(region, lead.end() if lead else start, most=6)


def _plan(region: Region, start: int) -> tuple[int, int] | None:
    match = re.compile(r"(?i)(?:on\s)?(?:the\s)?(?P<v>[\w+'&-]{1,20}(?:\s[\w+'&-]{1,20}){0,2}?)\s(?:plan|tier|subscription|package|membership)\b").match(region.text, start, region.end)
    if match is not None and not is_remark(match["v"]):
        return match.span("v")
    if re.compile(r"(?i)(?:to|for|from|under|in|on)\s").match(region.text, start):
        return None
    return _name(region, start, "plan")


def _diet(region: Region, start: int) -> tuple[int, int] | None:
    span = _thing(region, start, most=3)
    return span if span and _is_diet(region.text[slice(*span)]) else None


def _is_diet(value: str) -> bool:
    low = value.lower().removesuffix(" diet").removesuffix(" food")
    low = low.removeprefix("mostly ").removeprefix("strictly ").removeprefix("fully ")
    return "diet" in sort_of(low) or low.endswith(("-free", "arian", "-carb", "-protein", "-fat", "-based"))


def _strong(region: Region, start: int) -> tuple[int, int] | None:
    """Read what is surely a value: a name, a number, an address."""
    for takes in ("email", "money"):
        match = _TYPED[takes].match(region.text, start, region.end)
        if match and any(c.isdigit() or c == "@" for c in match[0]):
            tail = region.text[match.end() : match.end() + 2]
            if takes == "email" or not re.match(r"[\w%]|-\w", tail):
                return _shaved(region.text, *match.span())
    if region.lower:
        token = re.compile(r"\s*\S{2,25}").match(region.text, start, region.end)
        return _shaved(region.text, *token.span()) if token and "timezone" in sort_of(token[0].strip(" .,!")) else None
    lead = re.compile(r"(?i)(?:(?:at|with|in|on|by|set\sto)\s)?(?:the\s)?").match(region.text, start)
    return _name(region, lead.end() if lead else start)


def _shaved(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1] in " .,":
        end -= 1
    return start, end


def _place(region: Region, start: int) -> tuple[int, int] | None:
    return _name(region, start, "place")


_OTHERS: dict[str, Callable[[Region, int], tuple[int, int] | None]] = {
    "name": _name, "person": _person, "title": _title, "thing": _thing, "strong": _strong, "job": _job,
    "plan": _plan, "diet": _diet, "place": _place,
}  # fmt: skip
