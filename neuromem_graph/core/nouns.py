"""The nouns whose bearer has one value: "my dentist", "her shoe size"; and those that name nothing.

A noun phrase after "my" or "Tom's" is taken to its head: "my brand new work laptop" is `laptop`.
Nouns that are in no table name an attribute too, if what follows is surely a value."""

import re
from functools import lru_cache

from neuromem_graph.core.nountable import (
    ADJECTIVES,
    FAVORITE,
    NEXT,
    NOUNS,
    OWN,
    PAST,
    SAME,
    STOP,
    TITLES,
    Noun,
    Takes,
)

__all__ = ["favorite", "noun_of"]

_SIMPLE = re.compile(r"[a-zà-ÿ][a-zà-ÿ0-9'/-]*")

_MOST = 4


@lru_cache(maxsize=4096)
def noun_of(phrase: str) -> Noun | None:
    """Return what a noun phrase names: "brand new phone" is the noun "phone".

    Args:
        phrase: the words after "my" or "Tom's", in lower case, at most five.

    Returns:
        The noun; one that is in no table takes only what is surely a value; None for what names
        nothing ("point", "mood") and for what is not so now ("old", "next").
    """
    words = phrase.split()
    if "'" in phrase.replace("year's", "") or not words:
        return None
    chosen = words[-2:] == ["of", "choice"]
    liked = False
    while words and (words[0] in ADJECTIVES or words[0] in FAVORITE):
        if " ".join(words) in NOUNS and not liked:
            break
        liked = liked or words[0] in FAVORITE
        words = words[1:]
    if not words or words[0] in PAST or (words[0] in NEXT and " ".join(words) not in NOUNS):
        return None
    name = " ".join(words)
    if liked or (chosen and name not in NOUNS):
        return _favored(" ".join(words[:-2]) if chosen else name)
    for start in range(len(words)):
        known = NOUNS.get(" ".join(words[start:]))
        if known is not None and (start == 0 or _bears(words[:start], known)):
            return known
    return None if len(words) > _MOST else _open(words)


def _bears(before: list[str], noun: Noun) -> bool:
    """Tell whether other words may stand before a noun of the table: "my private phone number"."""
    if noun.predicate in ("address", "name", "size", "works_as", "phone", "language", "lives_in"):
        return before[-1] in OWN
    return before[-1] in OWN or noun.takes == "person"


def _favored(name: str) -> Noun | None:
    name = SAME.get(name, name)
    predicate = favorite(name) if name else None
    if predicate is None:
        return None
    plural = name.endswith("s") and not name.endswith(("ss", "series"))
    takes: Takes = "title" if predicate.removeprefix("favorite_") in TITLES else "thing"
    return Noun(predicate, takes, "preference", not plural)


_PREPOSITIONS = frozenset("for of at in on to with from by about".split())


def _open(words: list[str]) -> Noun | None:
    if not STOP.isdisjoint(words) or any(_SIMPLE.fullmatch(word) is None for word in words):
        return None
    if (
        words[-1] in _PREPOSITIONS
        or words[-1].endswith("ing")
        or words[-1].endswith("ly")
        or "_".join(words) in STOP
    ):
        return None
    name = "_".join(words).replace("-", "_").replace("/", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,63}", name):
        return None
    takes: Takes = "time" if _MEETS.search(name) else "strong"
    plural = name.endswith("s") and not name.endswith(("ss", "us", "is"))
    return Noun(name, takes, "fact", not plural, known=False)


_MEETS = re.compile(
    "(?:meeting|class|lesson|standup|stand_up|sync|one_on_one|session|practice|rehearsal|shift"
    "|course"
    r"|deadline|appointment|call|retro|review|checkup|catch_up|day|slot)$"
)

_FAVORED = frozenset("thing part way memory moment time one aspect bit".split())
"""Favorites that name no attribute: "my favorite part is"."""

_AMERICAN = {"colour": "color", "flavour": "flavor", "film": "movie", "serie": "series"}
"""Words of attributes that are spelled one way."""

_PLURALS = frozenset({"movies", "cookies", "series", "pies", "ties", "selfies", "smoothies"})
"""Plurals in -ies whose singular ends in -ie."""


def favorite(attribute: str) -> str | None:
    """Return the predicate of a favorite: "ice cream flavours" is "favorite_ice_cream_flavor".

    Args:
        attribute: what it is a favorite of, in lower case.

    Returns:
        Its name in the singular and spelled one way; None for "thing", "part" and the like.
    """
    words = re.findall(r"\w+", attribute)
    if words and len(words[-1]) > 3 and words[-1].endswith("s") and not words[-1].endswith("ss"):
        last = words[-1]
        words[-1] = last[:-3] + "y" if last.endswith("ies") and last not in _PLURALS else last[:-1]
    words = [_AMERICAN.get(word, word) for word in words]
    return "_".join(("favorite", *words)) if words and _FAVORED.isdisjoint(words) else None
