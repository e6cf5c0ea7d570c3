"""Read how a turn opens, "Hello, I'm Anna", and what takes a sentence back."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from neuromem_graph.core.clauses import NAME
from neuromem_graph.core.stating import Fact
from neuromem_graph.core.wordlists import NOT_NAMES

__all__ = ["ASIDE", "IRONY", "TAKEN_BACK", "Found", "introduced", "sure"]

_INTRODUCTION = re.compile(
    rf"(?:^|[,!.-]\s{{0,2}}|\s)(?i:i'm|i am|im|this is)\s(?P<name>{NAME})"
    r"(?=\s{0,2}(?:[.,!:(]|$|and\b))"
)

IRONY = re.compile(
    r"(?i)\W*(?:oh,?\ssure|yeah,?\s(?:right|sure)|as\sif"
    r"|(?:right|sure|yeah|obviously),?\s(?:because|cause|like|as\sif))\b"
)

TAKEN_BACK = re.compile(
    r"[\s.,!\u2026(*:;\u2013\u2014-]*(?i:not(?=[ !.)]*(?:$|\n))|said\s(?:\w{1,12}\s)?no(?:[\s-]?one"
    r"|body)\b|(?:i'm\s|i\sam\s)?(?:just\s|only\s)?(?:kidding|joking)\b|jk\b|psych\b"
    r"|yeah,?\sright\b"
    r"|as\sif(?=\W*(?:$|\n))|in\smy\sdreams\b|when\s(?:pigs\sfly|hell\s)|/s\b|sarcasm\b)"
)

ASIDE = re.compile(r"[.,!\u2026(*;\u2013\u2014-]+\s*|\s(?=/s\b)")

_NATIONAL = re.compile(r"(?:an|ish|ese|ic|ch|German|Greek|Thai|Czech|Swiss|Dutch|Jewish|Muslim)$")


class Found(NamedTuple):
    """A fact with its place and whom it is about."""

    start: int  # of its clause, in the sentence
    fact: Fact
    subject: str
    relation: str | None


def introduced(said: str) -> Iterator[Found]:
    """Read "Hello, I'm Anna"."""
    match = _INTRODUCTION.search(said, 0, 80)
    if match is None or match["name"].split()[0].lower() in NOT_NAMES:
        return
    if not _NATIONAL.search(match["name"]):
        fact = Fact("name", match.span("name"), "fact", True, "asserted", "none")
        yield Found(match.start(), fact, "user", None)


def sure(facts: Iterable[Found]) -> list[Found]:
    """Drop what has no slot where the same value has one, and asides beside a statement.

    Args:
        facts: of one sentence.
    """
    found = list(facts)
    placed = [f.fact.value for f in found if f.fact.predicate and f.fact.value]
    stated = any(f.fact.predicate and not f.fact.aside for f in found)
    return [
        f
        for f in found
        if (f.fact.predicate or f.fact.value not in placed)
        and not (f.fact.aside and f.subject == "user" and stated)
    ]
