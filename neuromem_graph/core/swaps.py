"""Read that one thing took the place of another: "switched from Vim to Zed", "traded X for Y".

What both name, or the word between, tells the slot. Where neither does, the change is loose: it
belongs to the slot that holds what was replaced, which only the ledger knows.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from neuromem_graph.core.clauses import KIN, NAME
from neuromem_graph.core.gazetteer import Sort
from neuromem_graph.core.hints import Hinted
from neuromem_graph.core.nouns import noun_of
from neuromem_graph.core.nountable import Noun
from neuromem_graph.core.regexes import compiled
from neuromem_graph.core.sorts import sort_of
from neuromem_graph.core.wordlists import JOBS

__all__ = ["HINT", "LOOSE", "Swap", "swapped"]

_W = r"\s{1,3}"
_SUBJECT = (
    r"(?:(?<![\w'])(?:(?P<me>I|we)(?:'ve|ve|'m|m)?|(?P<pronoun>she|he|they)(?:'s|'ve)?|(?:my"
    f"|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin_name>{NAME}))?(?:'s{_W}{KIN % 'kins_kin'})?"
    rf"|(?P<holder>{NAME})(?:'s{_W}{KIN % 'holders_kin'})?)"
    f"(?:{_W}(?:has|have|had|just|finally|recently|also|now|already|then|officially|actually"
    rf"|even|eventually|since|got)){{0,3}}{_W})?"
)
_THING = r"[^,;:!?\n]{1,40}?"
_WHAT = (
    rf"(?:{_W}(?:(?:my|our|his|her|their|the|all|whole){_W}){{0,2}}(?P<what>(?!from\b|over\b"
    rf"|back\b|up\b)[\w-]{{2,20}}(?:{_W}(?!from\b)[\w-]{{2,20}}){{0,2}}?))?"
)
_SWAPS = tuple(
    _SUBJECT + rest
    for rest in (
        r"(?<![\w'])(?P<verb>switch(?:ed|ing)|mov(?:ed|ing)|chang(?:ed|ing)|went|gone"
        "|upgrad(?:ed|ing)|downgrad(?:ed|ing)|migrat(?:ed|ing)|transferr(?:ed|ing)"
        "|jumped|transition(?:ed|ing)|converted|promoted|swapped|graduated|evolved"
        f"|progressed)(?:{_W}on)?(?:{_W}(?P<them>me|him|her|us)(?={_W}(?:from|over"
        rf"|to)\b))?{_WHAT}(?:{_W}(?:over|back|up|down))?{_W}(?:from|off|out{_W}of|away{_W}from)(?:{_W}(?:by"
        f"|being))?{_W}(?P<old>{_THING})"
        rf"{_W}(?:over{_W})?(?:to|onto)(?:{_W}by)?(?={_W})",
        r"(?<![\w'])(?P<verb>swapp(?:ed|ing)|trad(?:ed|ing)|exchang(?:ed|ing)|ditch(?:ed|ing)"
        f"|dump(?:ed|ing)|dropp(?:ed|ing)|left|sold|gave{_W}up|switched|abandoned|returned"
        f"|given{_W}up)"
        rf"(?:{_W}(?:in|out|away))?{_W}(?P<old>{_THING})(?:{_W}in)?{_W}for(?={_W})",
        r"(?<![\w'])(?P<verb>replac(?:ed|ing)|swapp(?:ed|ing)|substitut(?:ed"
        f"|ing)){_W}(?P<old>{_THING}){_W}(?:with|by)(?={_W})",
    )
)
_PASSIVE = (
    f"(?:(?P<my>my|our)|(?P<theirs>his|her|their)|(?P<holder>{NAME})'s){_W}(?:old{_W})?(?P<"
    rf"old>[\w .+#-]{{2,30}}?){_W}(?:got|was|has{_W}been|is{_W}being|is){_W}(?P<verb>replaced"
    f"|swapped|traded|exchanged)(?:{_W}out)?{_W}(?:by|with|for)(?={_W})"
)
_ALL = (*_SWAPS, _PASSIVE)
HINT = re.compile(
    r"(?i)\b(?:switch|mov|chang|went|gone|upgrad|downgrad|migrat|transferr|jumped|transition"
    "|converted|promoted|swapp|graduated|trad|exchang|ditch|dump|dropp"
    r"|left|sold|gave|given|abandoned|returned|replac|substitut)(?:ed|ing)?\b"
)
"""A text without any of these tells of no swap."""
_CUES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?i)\b(?:commute|commuting|to work|to the office)\b"), "commute"),
    (re.compile(r"\b(?:[Rr]eorg|department|team|squad)\b"), "team"),
    (re.compile(r"(?i)\b(?:plan|subscription|tier)s?\b"), "plan"),
    (re.compile(r"(?i)\b(?:gyms?|workouts?)\b"), "gym"),
    (re.compile(r"(?i)\b(?:dentists?|teeth)\b"), "dentist"),
    (re.compile(r"(?i)\bdiets?\b"), "diet"),
    (re.compile(r"(?i)\b(?:projects?)\b"), "project"),
    (
        re.compile(r"(?i)\b(?:backend|frontend|codebase|coding|programming)\b"),
        "programming language",
    ),
    (re.compile(r"(?i)\b(?:e-?mails?|inbox)\b"), "email"),
    (re.compile(r"(?i)\bfavou?rite[- ]band\b"), "favourite band"),
    (re.compile(r"(?i)\b(?:job|company|employer|firm)s?\b"), "employer"),
)
_SINGULAR = {
    "gyms": "gym",
    "dentists": "dentist",
    "jobs": "employer",
    "job": "employer",
    "companies": "employer",
    "banks": "bank",
    "membership": "gym",
    "gym membership": "gym",
}
_STRONG: frozenset[Sort] = frozenset(
    {
        "car", "phone_model", "laptop", "tablet", "camera", "place", "programming_language",
        "operating_system", "editor", "browser", "diet", "timezone", "pet", "bank", "framework",
    }
)  # fmt: skip
_BY_SORT = {"place": "city", "pet": "pet", "language": "target language"}
LOOSE = Noun("", "thing", known=False)
"""The noun of a change whose slot only the ledger can tell."""


class Swap(NamedTuple):
    """Say what took the place of what, so far as the sentence tells."""

    match: re.Match[str]  # names the subject
    noun: Noun
    start: int  # where the new value begins
    old: tuple[int, int]


@cache
def _hinted() -> Hinted:
    return Hinted(map(compiled, _ALL))


def swapped(text: str) -> Iterator[Swap]:
    """Find what took the place of what in a sentence.

    Args:
        text: with typewriter apostrophes.

    Yields:
        Each swap; its noun is `LOOSE` where the words don't tell.
    """
    if HINT.search(text) is None:
        return
    for place in _hinted().worth(text):
        for match in compiled(_ALL[place]).finditer(text):
            noun = _noun(text, match)
            if noun is not None:
                yield Swap(match, noun, match.end(), match.span("old"))


def _noun(text: str, match: re.Match[str]) -> Noun | None:
    groups = match.groupdict()
    what = " ".join((groups.get("what") or "").lower().split())
    if what:
        noun = (
            noun_of(_SINGULAR.get(what) or what)
            or noun_of(what.removesuffix("s"))
            or noun_of(what.split()[-1])
        )
        if noun is not None and noun.known:
            return noun
    old, new = sort_of(match["old"]), sort_of(_first(text[match.end() : match.end() + 30]))
    both = next((sort for sort in (*new, *old) if sort in new and sort in old), None)
    sort = both or next((s for s in (*new, *old) if s in _STRONG), None)
    if sort is not None and (sort in _STRONG or sort in ("commute",)):
        return noun_of(_BY_SORT.get(sort, sort.replace("_", " "))) or Noun(sort, "thing")
    if groups.get("verb", "").lower()[:5] in ("upgra", "downg") and not sort:
        return noun_of("plan")
    if re.search(rf"(?i)\b(?:{JOBS}|(?:head|director|vp)\sof\s\w+)\s*$", match["old"]):
        return noun_of("job title")
    if re.search(r"\d", match["old"]) and re.match(
        r"\s*(?:\d+\s\w|[^\W\d_]+\s\d)", text[match.end() :]
    ):
        return noun_of("street address")
    if both == "language":
        return noun_of("target language")
    near = text[max(0, match.start() - 40) : match.end() + 60]
    cue = next((name for pattern, name in _CUES if pattern.search(near)), None)
    return noun_of(cue) if cue else LOOSE


def _first(text: str) -> str:
    """Return the words up to the first stop."""
    return re.split(
        r"[,.;:!?\n]|\s(?:in|for|last|this|and|now|because|since|on|at|after|when"
        r"|but|so)\b",
        text,
        maxsplit=1,
    )[0]
