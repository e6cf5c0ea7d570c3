"""Read sayings and swaps: "got a new number: 555", "traded my Golf for a Polo"."""

import re
from collections.abc import Iterator
from functools import cache

from neuromem_graph.core.clauses import Clause, Framed
from neuromem_graph.core.framing_owners import (
    CHILDREN,
    Owner,
    Text,
    bared,
    clause_of,
    has_subject,
    is_child,
    owner_of,
    phrase_of,
)
from neuromem_graph.core.hints import Hinted
from neuromem_graph.core.nouns import noun_of
from neuromem_graph.core.nountable import Noun
from neuromem_graph.core.sayings import SAYINGS
from neuromem_graph.core.sorts import sort_of
from neuromem_graph.core.swaps import LOOSE, swapped
from neuromem_graph.core.tellings import TELLINGS
from neuromem_graph.core.wording import Saying

__all__ = ["read_sayings", "read_swaps"]


_ALL = (*SAYINGS, *TELLINGS)


@cache
def _hinted() -> Hinted:
    return Hinted((one.regex for one in _ALL), (one.hints for one in _ALL))


def read_sayings(said: Text) -> Iterator[Clause]:
    """Read "got a new number: 555" and the like.

    Args:
        said: the sentence.
    """
    for place in _hinted().worth(said.text):
        saying = _ALL[place]
        for match in saying.regex.finditer(said.text):
            yield from _saying(said, saying, match)


_DEVICES = frozenset({"car", "phone_model", "laptop", "tablet", "camera", "pet"})


def _saying(said: Text, saying: Saying, match: re.Match[str]) -> Iterator[Clause]:
    groups = match.groupdict()
    owner = owner_of(match) if has_subject(match) else Owner("elided", None, None, *match.span())
    if groups.get("me") is not None and not groups["me"]:
        owner = Owner("user", "user", None, *match.span())
    if owner is None:
        return
    child = groups.get("child")
    if child:
        whose = None if owner.who == "user" else owner.subject
        owner = Owner(
            "named",
            f"{whose}'s {child.lower()}" if whose else child.lower(),
            None if whose else child.lower(),
            *match.span(),
        )
    start, end = match.span("v") if groups.get("v") else (match.end(), None)
    noun = _noun_said(said, saying, match, start, end)
    value = said.value(start, noun, end) if noun else None
    if noun is None or value is None or (end is not None and said.text[value[1] : end].strip()):
        return
    one = Framed(noun, value, change=saying.change, loose=saying.noun == "at" or saying.ended)
    if (
        saying.ended
        and noun.predicate == "has_pet"
        and "pet" not in sort_of(said.text[slice(*value)])
    ):
        return
    yield clause_of(owner, "used to be" if saying.ended else "is", match.start(), value[1], one)


def _noun_said(
    said: Text, saying: Saying, match: re.Match[str], start: int, end: int | None
) -> Noun | None:
    """Return the noun of a saying: its own, the one in the text, or what the value names."""
    text = said.text
    if saying.noun == "at":
        kin = (
            match.groupdict().get("holders_kin")
            or match.groupdict().get("kins_kin")
            or match.groupdict().get("kin")
            or ""
        ).lower()
        return noun_of("school" if kin in CHILDREN else "employer")
    if saying.noun not in ("", "typed", "topic"):
        return noun_of(saying.noun)
    if saying.noun == "":
        phrase = phrase_of(match)
        noun = noun_of("employer" if phrase == "job" and saying.change else phrase)
        return noun if noun is not None and (noun.known or noun.takes == "strong") else None
    value = said.value(start, _ANYTHING, end)
    sorts = sort_of(text[slice(*value)]) if value else ()
    if saying.noun == "typed":
        sort = next((sort for sort in sorts if sort in _DEVICES), None)
        return None if sort is None else noun_of("pet") if sort == "pet" else Noun(sort, "thing")
    groups = match.groupdict()
    topic = (
        groups.get("topic")
        or groups.get("topic2")
        or groups.get("topic3")
        or _topic_of(text[: match.end()])
        or _topic_of(text[match.end() :])
    )
    if topic:
        return noun_of("favourite " + topic.removesuffix("s"))
    liked = next((sort for sort in sorts if sort in ("food", "drink", "color")), None)
    return noun_of("favourite " + liked) if liked else None


_ANYTHING = Noun("", "thing", known=False)

_FAVORITES = re.compile(
    r"(?i)\b(?P<topic>food|dish|meal|drink|colou?r|film|movie|band|music|book|novel|restaurant"
    r"|song|singer|season|sport|game|show|author|city)s?\b"
)


def _topic_of(text: str) -> str | None:
    found = _FAVORITES.findall(text)
    return {"music": "band"}.get(found[-1].lower(), found[-1].lower()) if found else None


def read_swaps(said: Text) -> Iterator[Clause]:
    """Read "traded my Golf for a Polo".

    Args:
        said: the sentence.
    """
    for swap in swapped(said.text):
        owner: Owner | None = Owner("elided", None, None, *swap.match.span())
        named = owner_of(swap.match) if has_subject(swap.match) else None
        if named is not None:
            owner = named
        elif _AFRESH.search(said.text, max(0, swap.match.start() - 16), swap.match.start()) is None:
            continue
        noun = swap.noun
        if noun is LOOSE and owner is not None and is_child(owner):
            noun = noun_of("school") or noun
        value = said.value(swap.start, noun)
        if value is None and noun.takes != "thing":
            value = said.value(swap.start, noun._replace(takes="thing")) if noun.known else None
        value = bared(said.text, value, noun) if value else None
        if owner is None or value is None:
            continue
        span = (swap.match.start(), value[1])
        old = None if noun.single else said.value(swap.old[0], noun, swap.old[1])
        yield clause_of(owner, "is", span[0], span[1], Framed(noun, value, change=True, old=old))


_AFRESH = re.compile(
    r"(?i)(?:^|[,;:.!?\u2014-]|\b(?:and|but|so|just|finally|then|now|already"
    r"|recently|btw|fyi))\s{0,3}$"
)
