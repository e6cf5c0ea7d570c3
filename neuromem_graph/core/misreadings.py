"""Drop what only looks like a fact: "my wife is in Spain", "I got an offer from Meta".

Each rule names the predicates it looks at and what must stand before, in or after the value.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from neuromem_graph.core.gazetteer import NAMES
from neuromem_graph.core.openings import Found

__all__ = ["likely"]

_WINDOW = 80  # characters on either side of a value

_PEOPLE = frozenset(
    "partner manager mentor doctor dentist therapist vet hairdresser lawyer accountant landlord"
    " teacher coach roommate".split()
)


class _Misreading(NamedTuple):
    predicates: frozenset[str]
    before: re.Pattern[str]  # searched in what stands before the value
    value: re.Pattern[str]  # must match all of it
    after: re.Pattern[str]  # must match right after it
    ends: bool = False  # the wording ends the fact instead


def _rule(
    predicates: str, before: str = "", value: str = ".*", after: str = "", ends: bool = False
) -> _Misreading:
    first, whole, last = (re.compile(part, re.IGNORECASE) for part in (before, value, after))
    return _Misreading(frozenset(predicates.split()), first, whole, last, ends)


_RULES: tuple[_Misreading, ...] = (
    _rule("address", value=r"\D+\d{1,3}",
          after=r"\s(?:or\sso\s)?(?:days?|weeks?|months?|years?|decades?|hours?|yrs?)\b"),
    _rule(" ".join(_PEOPLE),
          r"(?:'s|\bis|\bwas)\s(?:(?:now|back|currently|still|away|over|already|just|off)\s)?"
          r"(?:in|at|near|from|outside)\s(?:the\s)?$"),
    _rule(" ".join(_PEOPLE), r"\b(?:moved|relocated|flew|flying|travell?ed)\s(?:back\s)?to\s$"),
    _rule("works_at",
          r"\b(?:got|get|received|have|had|has|getting)\s(?:\w+\s)?(?:an?|another|the|my|their)\s"
          r"(?:[\w-]+\s){0,2}offer\sfrom\s$"),
    _rule("works_at", r"\bwork(?:s|ed|ing)?\s(?:\w+\s)?out\s"),
    _rule("works_at", r"\bjoin(?:ed|ing|s)?\s$",
          r".*\b(?:webinar|meeting|call|event|course|class|session|workshop|conference|hackathon"
          r"|newsletter|channel|waitlist|beta|meetup|talk|livestream|server|discord|party|queue"
          r"|forum|wedding|podcast|trial|mailing list)"),
    _rule("lives_in", r"\bjust\slanded\sin\s$"),
    _rule("favorite_*", r"\bfavou?rite\s[\w ]{1,30}?\s(?:on|for)\s(?:you|him|her|them)\b"),
    _rule("has_pet",
          after=r"\s(?:appointment|emergency|question|problem|meeting|training|class|theme|costume"
          r"|poster|mug|calendar|toy|joke|picture|photo|groomer|bed|door|event|thing)s?\b"),
    _rule("car", r"\b(?:gave|given|donated|gifted)\s(?:my|our)\s(?:old\s)?$",
          after=r"\s(?:to|away)\b", ends=True),
    _rule("car", r"\b(?:gave|given)\s(?:my|our)\s(?:old\s)?$", r".+\saway"),
    _rule("allergic_to",
          value=r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|work|bullshit|people"
          r"|nonsense|drama|meetings?|exercise|you|stupid\w*|idiots?|bad code|effort|fun|losing)"),
    _rule("prefers likes", value=r"(?:you|me|him|her|us|them)\b.*"),
)  # fmt: skip

_WRITTEN = re.compile(
    r"(?i)\W*(?:(?:please|can\syou|could\syou|now)\s){0,2}(?:write|compose|draft|generate|finish"
    r"|continue|complete|make\sup|invent)\b[^.!?]{0,80}?\b(?:start(?:s|ing)?|begin(?:s|ning)?"
    r"|opens?|end(?:s|ing)?|says|saying|containing|with\sthe\s(?:line|words|sentence)"
    r"|(?:story|poem|song|scene|essay|letter|dialogue|script|novel|tale)\s(?:where|in\swhich))\b"
)
_COLLEAGUE = re.compile(r"(?i)\bwork(?:s|ing)?\s(?:\w+\s)?with\s$")
_PASSING = re.compile(r"(?i)(?:'m|'s|'re|\b(?:am|im|is|are))\s(?:(?:just|still)\s)?in\s$")
_SETTLED = re.compile(
    r"(?i)\b(?:now|these\sdays|nowadays|live|living|mov\w+|relocat\w+|new|based|home|settled"
    r"|since|years?|permanently|for\sgood|timezone|here|flat|house|apartment|place|city|address)\b"
)


def likely(found: Iterable[Found], said: str) -> list[Found]:
    """Drop the facts whose surroundings show that nothing of the kind was meant.

    Args:
        found: the facts of one sentence.
        said: the sentence.

    Returns:
        The others; a car that was given away is one that the speaker has no more.
    """
    written = _WRITTEN.match(said)
    asked = written.end() if written else len(said) + 1
    kept = (_read(one, said) for one in found if one.start < asked)
    return [one for one in kept if one is not None]


def _read(one: Found, said: str) -> Found | None:
    span = one.fact.value
    if span is None:
        return one
    value, before = said[slice(*span)], said[max(0, span[0] - _WINDOW) : span[0]]
    after = said[span[1] : span[1] + _WINDOW]
    for rule in _RULES:
        if (
            _covers(rule, one.fact.predicate)
            and rule.before.search(before)
            and rule.value.fullmatch(value)
            and rule.after.match(after)
        ):
            ended = one.fact._replace(polarity="asserted", update="end", loose=False)
            return one._replace(fact=ended) if rule.ends else None
    return None if _is_passing(one.fact.predicate, value, before, said) else one


def _covers(rule: _Misreading, predicate: str) -> bool:
    liked = "favorite_*" in rule.predicates and predicate.startswith("favorite_")
    return liked or predicate in rule.predicates


def _is_passing(predicate: str, value: str, before: str, said: str) -> bool:
    """Tell of "I work with Anna" that she is no firm, of "I'm in Oslo" that it is no home."""
    if predicate == "works_at":
        words = value.split()
        named = len(words) < 3 and words[0].lower() in NAMES
        return named and _COLLEAGUE.search(before) is not None
    if predicate == "lives_in":
        return _PASSING.search(before) is not None and _SETTLED.search(said) is None
    return False
