"""Read sentences whose wording counts as a whole: "the move to Rome is off", "I left Intel".

The verb alone tells too little in them. Each form must fit the sentence from end to end.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import cache

from neuromem_graph.core import dates
from neuromem_graph.core.clause import KIN, NAME
from neuromem_graph.core.hints import Hinted
from neuromem_graph.core.openings import Found
from neuromem_graph.core.regexes import compiled
from neuromem_graph.core.relatives import said_as
from neuromem_graph.core.sorts import sort_of
from neuromem_graph.core.stating import Fact
from neuromem_graph.core.wordlists import NOT_NAMES, PARENTS
from neuromem_graph.types.ingest import Update

__all__ = ["whole"]

_LONGEST = 160
_LEAD = (
    r"\W{0,3}(?:(?:well|actually|sorry|ok|okay|hmm|no|and|but|so|update|news|fyi|btw|yes|yeah|oh"
    r"|sadly|unfortunately|anyway|wait|that's\snot\s(?:true|right)|that\sis\snot\s(?:true|right)"
    r"|that's\swrong)[\s,.:;!-]{1,3}){0,4}"
)
_END = r"[\s.!)]{0,4}"
_WHEN = (
    r"(?P<when>,?\s(?:(?:back\s)?in\s|on\s|since\s)?(?:last\s\w{3,9}|yesterday|today|recently"
    r"|this\s(?:week|month|year)|\w{3,9}\s\d{4}|\d{4}|[a-z]{3,9}day|(?:a|an|\w{1,6})\s\w{3,6}"
    r"\sago|january|february|march|april|may|june|july|august|september|october|november"
    r"|december))?"
)
_NAME_WORD = r"(?-i:[A-Z0-9À-Þ])(?:[\w&+'-]|\.(?=\w)){0,24}"
_NAMED = rf"(?P<v>{_NAME_WORD}(?:\s(?:of\s|the\s)?{_NAME_WORD}){{0,4}}?)"
_PLACED = r"(?P<v>[^\W\d_][\w'-]{1,24}(?:\s[^\W\d_][\w'-]{1,24}){0,2}?)"
_WHAT = r"(?P<v>[^\W\d_][\w'-]{1,24}(?:\s[\w'-]{1,24}){0,3}?)"
_WHO = rf"(?:(?P<me>I)|(?:my|our)\s{KIN % 'kin'}(?:,?\s(?P<called>{NAME}))?|(?P<name>{NAME}))"
_ADVERBS = (
    r"(?:(?:'ve|'s|\shave|\shas)?(?:\s(?:just|finally|recently|already|now|really|also"
    r"|actually)){0,2})"
)
_MATE = r"(?:boyfriend|girlfriend|husband|wife|partner|fianc[eé]e?)"

_RELATIVE = re.compile(
    rf"(?i:{_LEAD}(?:my|our))\s{KIN % 'kin'},?\s(?P<name>{NAME})(?:'s\s\w|,?\s(?!and\b|or\b)\w)"
)

_Reader = Callable[[re.Match[str], str, datetime], Iterator[Found]]


def whole(said: str, at: datetime, found: Sequence[Found]) -> list[Found]:
    """Read a sentence by its whole form.

    Args:
        said: the sentence, with typewriter apostrophes.
        at: when it was said.
        found: what its clauses state.

    Returns:
        What its form states, and of what the clauses state whatever says nothing else about that.
    """
    if len(said) > _LONGEST:
        return list(found)
    for place in _hinted().worth(said):
        pattern, reader = _FORMS[place]
        match = compiled(pattern).fullmatch(said)
        more = list(reader(match, said, at)) if match else []
        if more:
            return [*(one for one in found if not any(_same(one, new) for new in more)), *more]
    return list(found or _named(said))


def _named(said: str) -> Iterator[Found]:
    """Read who "My daughter Emma ..." is, whatever the rest says of her."""
    match = _RELATIVE.match(said)
    if match is None or match["name"].split()[0].lower() in NOT_NAMES:
        return
    if "place" not in sort_of(match["name"]):
        fact = Fact("relation_to_user", match.span("kin"), "fact", False, "asserted", "none")
        yield Found(match.start("kin"), fact, match["name"], match["kin"].lower())


def _same(one: Found, new: Found) -> bool:
    return (one.fact.predicate, one.subject) == (new.fact.predicate, new.subject)


def _person(match: re.Match[str]) -> tuple[str, str | None] | None:
    groups = match.groupdict()
    if groups.get("me"):
        return "user", None
    kin, name = groups.get("kin"), groups.get("called") or groups.get("name")
    if name and (name.split()[0].lower() in NOT_NAMES or name.lower() in PARENTS):
        return None
    relation = said_as(kin) or None
    who = name or relation
    return (who, relation) if who else None


def _begin(match: re.Match[str], at: datetime) -> datetime | None:
    """Return the time that the form names at its end."""
    when = next(iter(dates.find(match.groupdict().get("when") or "")), None)
    period = dates.resolve(when, at) if when else None
    return period.begin if period else None


def _is_place(match: re.Match[str], said: str) -> bool:
    return match["v"][:1].isupper() or (said.islower() and "place" in sort_of(match["v"]))


def _off(match: re.Match[str], said: str, at: datetime) -> Iterator[Found]:
    if _is_place(match, said):
        fact = Fact("lives_in", match.span("v"), "fact", True, "negated", "correction")
        yield Found(match.start("v"), fact, "user", None)


def _back(match: re.Match[str], said: str, at: datetime) -> Iterator[Found]:
    home = match["at"].lower() == "in"
    place = "place" in sort_of(match["v"])
    if _is_place(match, said) and (home or not place) and not _VENUE.search(match["v"]):
        predicate = "lives_in" if home else "works_at"
        fact = Fact(predicate, match.span("v"), "fact", True, "asserted", "change")
        yield Found(match.start("v"), fact, "user", None)


def _left(match: re.Match[str], said: str, at: datetime) -> Iterator[Found]:
    """End whatever slot holds it; a place may be left on a trip."""
    who = _person(match)
    if who is None or "place" in sort_of(match["v"]) or match["v"].lower() in NOT_NAMES:
        return
    begin = _begin(match, at)
    fact = Fact("", match.span("v"), "fact", True, "asserted", "end", begin, begin, loose=True)
    yield Found(match.start("v"), fact, *who)


def _parted(match: re.Match[str], said: str, at: datetime) -> Iterator[Found]:
    span = match.span("v") if match["v"] else None
    if span is None or match["v"].split()[0].lower() not in NOT_NAMES:
        fact = Fact("partner", span, "fact", True, "asserted", "end", loose=span is not None)
        yield Found(match.start("v") if span else 0, fact, "user", None)


def _never(match: re.Match[str], said: str, at: datetime) -> Iterator[Found]:
    if match["v"].split()[0].lower() not in _POINTING:
        fact = Fact("likes", match.span("v"), "preference", False, "negated", "correction")
        yield Found(match.start("v"), fact, "user", None)


def _gone_off(match: re.Match[str], said: str, at: datetime) -> Iterator[Found]:
    if match["v"].split()[0].lower() not in _POINTING:
        fact = Fact("likes", match.span("v"), "preference", False, "asserted", "end")
        yield Found(match.start("v"), fact, "user", None)


def _graduated(match: re.Match[str], said: str, at: datetime) -> Iterator[Found]:
    who = _person(match)
    if who is not None:
        begin = _begin(match, at)
        fact = Fact("studies_at", match.span("v"), "fact", True, "asserted", "end", begin, begin)
        yield Found(match.start("v"), fact, *who)


def _moved(match: re.Match[str], said: str, at: datetime) -> Iterator[Found]:
    who = _person(match)
    if who is not None and _is_place(match, said):
        update: Update = "change" if match["moved"] else "none"
        begin = _begin(match, at)
        fact = Fact("lives_in", match.span("v"), "fact", True, "asserted", update, begin)
        yield Found(match.start("v"), fact, *who)


def _moved_away(match: re.Match[str], said: str, at: datetime) -> Iterator[Found]:
    """Read "my manager moved to Berlin": nobody named Berlin is the manager now."""
    if "place" in sort_of(match["v"]):
        yield from _moved(match, said, at)


def _several(match: re.Match[str], said: str, at: datetime) -> Iterator[Found]:
    """Give each of "two brothers, Jan and Piet" the relation of its own."""
    first = match.start("many")
    one = (first, match.end("many") - (3 if match["many"].lower() == "children" else 1))
    for name in re.split(r",\s(?:and\s)?|\sand\s", match["names"]):
        if name.split()[0].lower() not in NOT_NAMES:
            fact = Fact("relation_to_user", one, "fact", False, "asserted", "none")
            yield Found(first, fact, name, said[slice(*one)].lower())


_VENUE = re.compile(
    r"(?i)\b(?:gym|hotel|hospital|school|university|college|station|airport|caf[eé]|restaurant|club"
    r"|studio|bar|pub|mom's|mum's)$|^(?:work|home|the|my)\b"
)
_POINTING = frozenset(
    "it that this them him her you me us to the those these how when what being on off topic track"
    " road piste".split()
)


def _form(pattern: str) -> str:
    return _LEAD + pattern + _END


_AFTER_ALL = r"(?:\s(?:after\sall|any\s?more|in\sthe\send|now))?"
_FORMS: tuple[tuple[str, _Reader], ...] = (
    (
        _form(
            r"(?:(?:I|we)(?:\swon't\sbe|\swill\snot\sbe|'m\snot|\sam\snot|'re\snot|\sare\snot)"
            r"\s(?:moving|relocating)"
            r"|(?:I|we)(?:'ve|\shave)?\sdecided\s(?:not\sto\smove|against\smoving)"
            r"|(?:I|we)(?:'ve|\shave)?\s(?:cancell?ed|called\soff|scrapped|dropped)\s"
            r"(?:my|our|the)\s(?:move|relocation|plans?\sto\smove)"
            rf"|(?:I|we)\swon't\smove)\sto\s{_PLACED}{_AFTER_ALL}"
        ),
        _off,
    ),
    (
        _form(
            rf"(?:the|my|our)\s(?:move|relocation)\sto\s{_PLACED}"
            r"(?:'s|\sis|\swas|\sgot|\shas\sbeen)"
            r"\s(?:off|cancell?ed|called\soff|not\shappening)(?:\safter\sall)?"
        ),
        _off,
    ),
    (
        _form(
            rf"I(?:'m|\sam)\s(?:now\s)?back\s(?P<at>in|at)\s{_PLACED}"
            r"(?:,?\s(?:now|again|for\sgood|permanently)){0,2}"
        ),
        _back,
    ),
    (_form(rf"{_WHO}{_ADVERBS}\s(?:left|quit)\s{_NAMED}{_WHEN}"), _left),
    (
        _form(
            rf"(?:(?:my|our)\s{_MATE}(?:,?\s(?P<v>{NAME}))?)\sand\s(?:I|me)"
            rf"(?:'ve|\shave)?(?:\s(?:just|recently|finally)){{0,2}}\s(?:broke|broken|split)(?:\sup)?{_WHEN}"
        ),
        _parted,
    ),
    (
        _form(
            rf"(?P<v>{NAME})\sand\s(?:I|me)(?:'ve|\shave)?(?:\s(?:just|recently|finally)){{0,2}}"
            rf"\s(?:broke|broken|split)\sup{_WHEN}"
        ),
        _parted,
    ),
    (
        _form(
            rf"(?P<v>{NAME})(?:'s|\sis)\s(?:now\s)?my\sex(?:-(?:girlfriend|boyfriend|wife|husband"
            r"|partner))?(?:\snow)?"
        ),
        _parted,
    ),
    (
        _form(
            rf"I(?:'ve|\shave)?\snever\s(?:really\s|even\s)?(?:liked|loved|enjoyed)\s{_WHAT}"
            r"(?:\sat\sall)?"
        ),
        _never,
    ),
    (_form(rf"I(?:'ve|\shave)\s(?:really\s|completely\s|totally\s)?gone\soff\s{_WHAT}"), _gone_off),
    (
        _form(rf"{_WHO}{_ADVERBS}\sgraduated\sfrom\s(?:the\s)?{_NAMED}{_WHEN}"),
        _graduated,
    ),
    (
        _form(
            rf"{_WHO}\sand\s(?:her|his|their|my)\s(?:\w+\s)?{KIN % 'other'}(?:\s{NAME})?"
            rf"{_ADVERBS}\s(?:(?P<moved>moved|relocated)\s(?:back\s)?to|live\sin)\s{_PLACED}(?:\snow)?"
        ),
        _moved,
    ),
    (
        _form(
            rf"(?:my|our)\s{KIN % 'kin'}(?:,?\s(?P<called>{NAME}))?{_ADVERBS}\s"
            rf"(?P<moved>moved|relocated)\s(?:back\s)?to\s{_PLACED}{_WHEN}"
        ),
        _moved_away,
    ),
    (
        _form(
            r"I(?:'ve\sgot|\shave(?:\sgot)?)\s(?:two|three|four|five|\d)\s"
            r"(?:(?:older|younger|big|little|good|close|best|step)\s)?"
            r"(?P<many>brothers|sisters|sons|daughters|children|kids|cousins|uncles|aunts|nieces"
            r"|nephews|friends|colleagues|roommates|flatmates)"
            r"(?:,|:|\s(?:named|called))\s"
            rf"(?P<names>{NAME}(?:,\s(?:and\s)?{NAME}){{0,4}}\sand\s{NAME})"
        ),
        _several,
    ),
)


@cache
def _hinted() -> Hinted:
    return Hinted(compiled(pattern) for pattern, _ in _FORMS)
