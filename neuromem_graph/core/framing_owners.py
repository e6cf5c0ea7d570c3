"""Say whose a noun is, and which values it can have."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from neuromem_graph.core import dates, takes
from neuromem_graph.core.auxiliaries import read
from neuromem_graph.core.clauses import Clause, Framed, Who
from neuromem_graph.core.nountable import Noun
from neuromem_graph.core.relatives import head_of, said_as
from neuromem_graph.core.sorts import sort_of
from neuromem_graph.core.wordlists import LANGUAGES, NOT_NAMES

__all__ = [
    "CHILDREN",
    "Owner",
    "Span",
    "Text",
    "bared",
    "clause_of",
    "has_subject",
    "is_child",
    "mods_of",
    "owner_of",
    "owners_of",
    "phrase_of",
]

Span = tuple[int, int]


class Owner(NamedTuple):
    """Hold whose a noun is, and where that stands."""

    who: Who
    subject: str | None
    relation: str | None
    start: int
    end: int


class Text(NamedTuple):
    """Hold a sentence with what is needed to read values in it."""

    text: str
    lower: bool
    times: Sequence[dates.Mention]

    def value(self, start: int, noun: Noun, end: int | None = None) -> Span | None:
        """Read a value at a place, if it is one that the noun can have."""
        times = () if noun.takes in ("time", "date", "number", "size") else self.times
        region = takes.Region(
            self.text, start, len(self.text) if end is None else end, self.lower, times
        )
        span = takes.read(region, noun.takes)
        return span if span and _suits(self.text[slice(*span)], noun) else None


_SORTED = frozenset(
    "car phone_model laptop tablet camera editor operating_system browser favorite_food "
    "favorite_drink has_pet diet".split()
)

_NATIONAL = re.compile(
    f"(?i)(?:{LANGUAGES}|american|british|canadian|mexican|brazilian"
    "|australian|swiss|belgian|austrian)$"
)


def _suits(value: str, noun: Noun) -> bool:
    """Tell whether a value may be one of a noun: a car is no colour, a boss no language."""
    if value.endswith(("'s", "'")) and noun.takes != "name" and noun.takes != "title":
        return False
    sorts = sort_of(value)
    if noun.takes == "person":
        return _NATIONAL.match(value) is None
    if (
        noun.predicate in _SORTED
        and sorts
        and noun.predicate.removeprefix("favorite_") not in sorts
    ):
        return sorts[0] not in ("color", "language", "place", "timezone")
    return noun.predicate != "language" or bool({"language", "programming_language"} & set(sorts))


CHILDREN = frozenset(
    "son daughter kid child kids children sons daughters niece nephew grandson "
    "granddaughter".split()
)


def is_child(owner: Owner) -> bool:
    """Tell whether an owner is somebody's child.

    Args:
        owner: as found.
    """
    return (owner.subject or "").rpartition(" ")[2].lower() in CHILDREN or head_of(
        owner.relation
    ) in CHILDREN


def has_subject(match: re.Match[str]) -> bool:
    """Tell whether a match names whom it is about.

    Args:
        match: of a frame.
    """
    names = ("me", "me2", "my", "pronoun", "theirs", "kin", "holder", "them")
    groups = match.groupdict()
    return any(groups.get(name) for name in names)


def owners_of(match: re.Match[str]) -> Iterator[Owner]:
    """Say whose the noun may be: "my dentist's" may be "my dentist is", too."""
    owner, groups = owner_of(match), match.groupdict()
    if owner is not None:
        yield owner
    further = (
        "kins_kin"
        if groups.get("kins_kin")
        else "holders_kin"
        if groups.get("holders_kin")
        else None
    )
    if further and owner is not None and owner.subject:
        yield owner._replace(
            subject=owner.subject.rsplit("'s ", 1)[0],
            relation=said_as(groups.get("kin")) or None,
            end=match.start(further) - 1,
        )
    elif groups.get("kin") and not groups.get("kin_name"):
        yield Owner("user", "user", None, match.start(), match.start("kin") - 1)


def owner_of(match: re.Match[str]) -> Owner | None:
    """Say whose the noun is that follows."""
    groups = match.groupdict()
    span = match.span()
    if groups.get("me2"):
        return Owner("user", "user", None, *span)
    pronoun = groups.get("them") or groups.get("theirs") or groups.get("pronoun")
    if pronoun and pronoun.lower() in ("me", "us"):
        return Owner("user", "user", None, *span)
    if pronoun:
        who = {"him": "his"}.get(pronoun.lower(), pronoun.lower())
        return Owner("pronoun", who, None, *span)
    kin = groups.get("kin") or groups.get("pass_kin")
    name = (
        groups.get("kin_name")
        or groups.get("pass_name")
        or groups.get("holder")
        or groups.get("pass_holder")
    )
    further = groups.get("kins_kin") or groups.get("holders_kin")
    if kin is None and name is None:
        return Owner("user", "user", None, *span)
    if name is not None:
        words = name.split()
        while words and words[0].lower() in NOT_NAMES:
            del words[0]
        if not words:
            return None
        name = " ".join(words)
    relation = said_as(kin) or None
    subject = name or relation
    if further:
        return Owner("named", f"{subject}'s {said_as(further)}", None, *span)
    return Owner("named", subject, relation, *span)


_SURPLUS = re.compile(r"(?i)\s(?:team|squad|diet)$")


def bared(text: str, value: Span, noun: Noun) -> Span:
    """Return a value without the noun it belongs to: the Data "team".

    Args:
        text: the sentence.
        value: where it stands.
        noun: whose value it is.
    """
    surplus = _SURPLUS.search(text, *value) if noun.known else None
    return (value[0], surplus.start()) if surplus else value


def clause_of(owner: Owner, mods: str, start: int, rest: int, one: Framed) -> Clause:
    """Return the clause of a noun with its value.

    Args:
        owner: whose it is.
        mods: the auxiliaries, in lower case.
        start: where it begins.
        rest: where it ends.
        one: the noun and its value.
    """
    return Clause(
        start, rest, *owner[:3], mods, read(mods), "", rest, one.noun.predicate, framed=one
    )


def mods_of(written: str) -> str:
    """Return the auxiliaries of a frame; what tells nothing of time is left as "is"."""
    low = " ".join(written.lower().split())
    low = re.sub(r"^'s\b", "is", low).replace("isnt", "isn't")
    low = re.sub(
        r"\s(?:set to|called|named|known as|registered as|(?:up|down|back|close) to)$", "", low
    )
    if re.match(r"(?:has|have)\b|bec|remains|stays|turned|ended|runs|got", low):
        return "is now" if "become" in low or "became" in low else "is"
    return low


def phrase_of(match: re.Match[str]) -> str:
    """Return the noun phrase of a match, in lower case.

    Args:
        match: of a frame.
    """
    return _FILLER.sub("", " ".join(match["noun"].lower().split()))


_FILLER = re.compile(r"\s(?:btw|lol|tho|though|now|haha|fyi|please)$")
