"""Tell which words of a sentence bear on a piece of it, and whom that piece is about.

"I don't smoke, but I live in Porto" denies nothing of Porto, and "my boss lives in Porto" says
nothing of whoever says it. Clauses are read in English alone: of what can't be read nothing is
told, neither for nor against.
"""

import re

from neuromem_graph.core import stopwords as data
from neuromem_graph.core.clauses import KIN, NAME, Clause, clauses
from neuromem_graph.core.gazetteer import NAMES
from neuromem_graph.core.text import Span
from neuromem_graph.types.ingest import Claim
from neuromem_graph.types.policies import GroundedClaim

__all__ = ["is_elsewhere", "is_english", "narrowed"]

_TYPEWRITER = str.maketrans(data.TYPEWRITER)
_WHO = r"(?:I|I'\w+|we|my|our|he|she|they|his|her|their)\b"
_BRIEF = r"(?!\s(?:\w+n't|do\snot|did\snot|am\snot|never\sdid)\W*$)"  # ", but I don't."
_BEGINS = re.compile(  # what was denied before is another matter
    rf"(?:;|,\s(?:and|but|so|yet)|\sbut|\s[\u2013\u2014-]{{1,2}})\s(?={_WHO})", re.IGNORECASE
)
_ENDS = re.compile(
    rf"(?:;|,?\s(?:and|but|so|yet|while|although))\s(?={_WHO}{_BRIEF})"
    r"|(?:,|,?\s(?:and|but|so))\s(?=(?:do|can|could|would|will|have|did)\syou\b"
    r"(?!\s(?:think|believe|suppose|say))|(?:what|which|where|how|who|any)\b)",
    re.IGNORECASE,
)
_ENGLISH = re.compile(
    r"\b(?:i|i'm|my|the|is|are|was|were|has|have|had|and|of|to|it|this|that|with|at|we|our|he"
    r"|she|they|you)\b",
    re.IGNORECASE,
)
_MINE = re.compile(
    r"\b(?:me|mine|us|ours|myself)\b|\b(?:is|are|was|were|becam?e|as)\s(?:my|our)\b|'s\smy\b", re.I
)
_OTHERS = re.compile(r"\b(?:he|she|they|him|her|them|his|their|it|its|who|whose)\b", re.IGNORECASE)
_RELATIVE = re.compile(
    rf"\b(?:(?:an?|the|my|our)\s{KIN % 'kin'}|(?-i:[A-Z])\w{{1,30}}),?\s(?:who|whose|that)\s", re.I
)
_LEAD = re.compile(
    r"\W*(?:(?:and|but|so|well|yes|no),?\s)?"
    rf"(?:(?:my|our)\s{KIN % 'kin'}|(?P<name>{NAME}))(?:\s[a-z]|'s\s)",
    re.IGNORECASE,
)
_CALLED = re.compile(r"\b(?:called|named)\s{1,3}\W?$", re.IGNORECASE)


def narrowed(text: str, around: Span, start: int, end: int) -> Span:
    """Return the part of a sentence whose denials and questions bear on a piece of it.

    Args:
        text: what it stands in.
        around: the sentence, or those that the piece touches.
        start: of the piece.
        end: of the piece, exclusive.
    """
    said = text.translate(_TYPEWRITER)
    before = [one.end() for one in _BEGINS.finditer(said, around.start, around.end)]
    after = [one.start() for one in _ENDS.finditer(said, around.start, around.end)]
    low = max((place for place in before if place <= start), default=around.start)
    high = min((place for place in after if place >= end), default=around.end)
    return Span(low, high)


def is_english(said: str) -> bool:
    """Tell whether a sentence holds common words of English.

    Args:
        said: one sentence.
    """
    return _ENGLISH.search(said.translate(_TYPEWRITER)) is not None


def is_elsewhere(claim: Claim | GroundedClaim, text: str, around: Span, start: int) -> bool:
    """Tell whether a sentence speaks of somebody else than a claim that rests on it.

    Args:
        claim: a fact about the speaker, or about somebody by name.
        text: what the sentence stands in.
        around: the sentence.
        start: where the value of the claim stands, or its quote.
    """
    said = text.translate(_TYPEWRITER)
    found = list(clauses(said, around.start, around.end))
    heard = [one for one in found if one.start <= start and one.who != "elided"]
    if claim.subject != "user":
        return bool(heard) and _is_of_speaker(claim, said[around.start : around.end], heard[-1])
    if not heard:
        return _leads(claim, said[around.start : around.end])
    last = heard[-1]
    if last.start < start < last.rest:
        return False  # "my manager at Acme is Chris"
    if last.who == "user":
        return _RELATIVE.search(said, last.rest, start) is not None
    rest = said[last.start : max(last.end, start)]
    return not (
        last.thing or last.attribute or _names(claim, last.relation)
        or _MINE.search(rest) or _CALLED.search(said, last.start, start)
    )  # fmt: skip


def _is_of_speaker(claim: Claim | GroundedClaim, said: str, last: Clause) -> bool:
    """Tell whether a clause with "I" names nobody whom a claim about a third can mean."""
    names = [one.casefold() for one in (claim.subject, claim.relation) if one]
    low = said.casefold()
    return last.who == "user" and not any(one in low for one in names) and not _OTHERS.search(said)


def _leads(claim: Claim | GroundedClaim, said: str) -> bool:
    """Tell whether a sentence without a verb that we know begins with somebody else."""
    lead = _LEAD.match(said)
    if lead is None:
        return False
    if lead["name"]:
        known = lead["name"].split()[0].casefold() in NAMES
        return known and not _MINE.search(said) and not _names(claim, lead["name"])
    return not _MINE.search(said) and not _names(claim, lead["kin"].casefold())


def _names(claim: Claim | GroundedClaim, word: str | None) -> bool:
    """Tell whether an attribute or a relation is that of somebody: "boss", "sister_name"."""
    told = f"{claim.predicate or ''}_{claim.relation or ''}".casefold().split("_")
    return word is not None and word.casefold() in told
