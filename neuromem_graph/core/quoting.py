"""Decide what a quote shows: whole words, of a sentence that says so.

A piece of a sentence can say what the sentence does not: "live in Rome" stands in "I don't live in
Rome" and in "Do I live in Rome?". A claim is held against what the rules read in its event; where
they read nothing of the kind, against the wording of its sentence. When in doubt it is refused.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache

from neuromem_graph.core import rules
from neuromem_graph.core import stopwords as data
from neuromem_graph.core.attributing import attributed, introduces
from neuromem_graph.core.bearing import is_elsewhere, is_english, narrowed
from neuromem_graph.core.openings import IRONY, TAKEN_BACK
from neuromem_graph.core.referents import Passage
from neuromem_graph.core.text import Span, fold, normal_form, sentences, tokens
from neuromem_graph.types.base import Channel
from neuromem_graph.types.ingest import Claim, Turn, Turns
from neuromem_graph.types.policies import GroundedClaim

__all__ = ["doubts", "find_whole", "is_whole", "left_out", "says_something", "stands"]

_WORD = re.compile(r"\w")
_SOLID = re.compile(rf"[{data.SOLID}]")
_ASKED = re.compile(
    r"[?\uff1f\u061f]|^\W*(?:(?:and|but|so|or)\s)?(?:do|does|did|is|are|am|was|were|can|could|should"
    r"|shall|will|would|have|has|had|may|might)(?:n't)?\s(?:i|you|he|she|it|we|they)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:not|no|never|nor|neither|none|nobody|nothing|cannot|without|hardly|false|untrue|wrong"
    r"|lie|lied|den(?:y|ies|ied)|refuse[sd]?|fail(?:s|ed)? to|stopped|kidding|joking)\b|n't\b"
    r"|\b(?:nicht|kein\w*|nie|niemals|nunca|jam[a\u00e1]is|pas|non(?!-)|niet|geen|nooit"
    r"|inte|ikke|ikkje|nem|de\u011fil|kh\u00f4ng|tidak|bukan|\u0644\u0627|\u0644\u064a\u0633"
    r"|\u043d\u0435|\u043d\u0435\u0442|\u043d\u0438\u043a\u043e\u0433\u0434\u0430|\u0928\u0939\u0940\u0902)\b"
    r"|[\u4e0d\u6ca1\u6c92]|\u306a\u3044|\u307e\u305b\u3093|\uc54a",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|unless|whether|suppose|supposing|imagine|pretend|wish|would|could|might|(?-i:may)"
    r"|maybe|perhaps|possibly|probably|hopefully|not sure|dream(?:ed|t)?|wenn|falls"
    r"|peut-\u00eatre|vielleicht|quiz\u00e1s|ojal\u00e1)\b|\bin case\b",
    re.IGNORECASE,
)
_WIDE = re.compile(  # what turns a whole sentence, wherever it stands
    r"\b(?:if|unless|whether|suppose|supposing|imagine|pretend|wish|dream(?:ed|t)?|in case|false"
    r"|untrue|wrong|lie|lied|lying|kidding|joking|den(?:y|ies|ied)|wenn|falls)\b",
    re.IGNORECASE,
)
_MINE = re.compile(r"(?i)\b(?:i|we|my|our)\b")
_CUES = {"quote_asked": _ASKED, "quote_negated": _NEGATED, "quote_supposed": _SUPPOSED}
_TYPEWRITER = str.maketrans(data.TYPEWRITER)


def is_whole(text: str, start: int, end: int) -> bool:
    """Tell whether a piece of a text begins and ends where words do; solid scripts have no words.

    Args:
        text: what it stands in.
        start: of the piece.
        end: of the piece, exclusive.
    """
    return start < end and not any(
        0 < at < len(text)
        and _WORD.match(text[at - 1]) and _WORD.match(text[at])
        and not _SOLID.match(text[at - 1]) and not _SOLID.match(text[at])
        for at in (start, end)
    )  # fmt: skip


def find_whole(text: str, words: str, low: int = 0, high: int | None = None) -> int:
    """Return where words first stand uncut in a text; where they stand cut if nowhere else; or -1.

    Args:
        text: where to look.
        words: what to look for.
        low: from there on.
        high: up to there; the end by default.
    """
    high = len(text) if high is None else high
    first = at = text.find(words, low, high) if words else -1
    while at >= 0 and not is_whole(text, at, at + len(words)):
        at = text.find(words, at + 1, high)
    return at if at >= 0 else first


def stands(words: str, text: str) -> bool:
    """Tell whether words stand in a text uncut, in any case; no words always do."""
    words, text = words.casefold(), text.casefold()
    at = find_whole(text, words)
    return not words or (at >= 0 and is_whole(text, at, at + len(words)))


def says_something(text: str, start: int, end: int, least: int) -> bool:
    """Tell whether a quote holds content, or is a whole sentence, however short.

    Args:
        text: what it stands in.
        start: of the quote.
        end: of the quote, exclusive.
        least: letters and digits that a piece of a sentence needs; of solid scripts one is enough.
    """
    quote = text[start:end]
    if _SOLID.search(quote) or len(_WORD.findall(quote)) >= least:
        return bool(tokens(quote))
    return any(start <= span.start and span.end <= end for span in sentences(text))


def left_out(text: str, start: int, end: int, most: int) -> frozenset[str]:
    """Return what turns the meaning of a piece and stands beside it in its sentences, as codes.

    Args:
        text: what it stands in.
        start: of the piece.
        end: of the piece, exclusive.
        most: characters; a longer sentence fits in no memory, so it may be cut.
    """
    around = _around(text, start, end)
    if around.end - around.start > most:
        return frozenset()
    outside = cues(text[around.start : start]) | cues(text[end : around.end])
    cut = frozenset() if is_whole(text, start, end) else frozenset({"quote_cut"})
    if _loses_its_speaker(text, start, end, around):
        outside |= {"said_otherwise"}
    return cut | outside | (cues(text[around.start : around.end]) - cues(text[start:end]))


def cues(text: str) -> frozenset[str]:
    """Return whether a sentence asks, denies or supposes, as codes."""
    text = text.translate(_TYPEWRITER)
    return frozenset(code for code, found in _CUES.items() if found.search(text))


def _around(text: str, start: int, end: int) -> Span:
    met = [span for span in _sentences(text) if span.start < end and start < span.end]
    return Span(min([start, *(s.start for s in met)]), max([end, *(s.end for s in met)]))


@lru_cache(maxsize=64)
def _sentences(text: str) -> Sequence[Span]:
    return sentences(text)


@lru_cache(maxsize=64)
def _read(text: str, channel: Channel, at: datetime, speaker: str | None) -> tuple[Claim, ...]:
    turn = Turn(id="", namespace=("",), text=text, digest="", channel=channel, at=at,
                speaker=speaker)  # fmt: skip
    return rules.extract(Turns(namespace=turn.namespace, turns=(turn,))).claims


def doubts(claim: Claim | GroundedClaim, turn: Turn, start: int, end: int) -> Iterator[str]:
    """Say what speaks against a fact that quotes an event.

    Args:
        claim: the fact.
        turn: what the event says.
        start: of the quote.
        end: of the quote, exclusive.

    Returns:
        Codes: `quote_asked`, `quote_negated`, `quote_supposed`, `said_otherwise`.
    """
    if claim.predicate is None or claim.polarity == "hypothetical":
        return
    alike = [
        one for one in _read(turn.text, turn.channel, turn.at, turn.speaker)
        if one.predicate == claim.predicate and one.start < end and start < one.end
        and _same_value(one.value, claim.value)
    ]  # fmt: skip
    if not alike:
        yield from _worded(claim, turn.text, start, end)
    elif not any(_agrees(one, claim) for one in alike):
        kinds = (one.polarity for one in alike if one.polarity != claim.polarity)
        yield next((_REASONS[kind] for kind in kinds if kind in _REASONS), "said_otherwise")


def _worded(claim: Claim | GroundedClaim, text: str, start: int, end: int) -> Iterator[str]:
    """Say what the wording of its sentence has against a fact of which the rules read nothing."""
    place = find_whole(text, claim.value, start, end) if claim.value else -1
    span = (place, place + len(claim.value or "")) if place >= 0 else (start, end)
    around = _around(text, *span)
    said = text[around.start : around.end]
    part = narrowed(text, around, *span)
    wide = " ".join(_WIDE.findall(said))
    found = cues(text[part.start : part.end]) | cues(wide)
    if IRONY.match(said) or TAKEN_BACK.match(text, around.end):
        found |= {"quote_supposed"}
    if claim.subject == "user" and _is_foreign(text, start, span[0]):
        found |= {"said_otherwise"}  # somebody else's words
    if is_elsewhere(claim, text, around, span[0]):
        found |= {"said_otherwise"}
    if claim.polarity == "asserted" and claim.update != "end":
        yield from sorted(found)
        return
    yield from sorted(found - {"quote_negated"})
    denied = claim.polarity != "negated" or "quote_negated" in found
    if not denied and is_english(said):  # how other languages deny is known of a few
        yield "said_otherwise"


def _loses_its_speaker(text: str, start: int, end: int, around: Span) -> bool:
    """Tell whether a piece says "I", and its sentence that somebody else says so."""
    text = text.translate(_TYPEWRITER)
    said = text[around.start : around.end]
    if _MINE.search(text, start, end) is None or len(said) == end - start:
        return False
    before = text[around.start : start].rstrip()
    told = before.endswith(":") and introduces(before[:-1])
    credited = attributed(said) and not attributed(text[start:end])
    return told or credited or Passage(text, first_person=True).quoted(start)


def _is_foreign(text: str, start: int, at: int) -> bool:
    """Tell whether somebody else says "I": between quotes, pasted, or after "Tom said:".

    Args:
        text: what the quote stands in.
        start: of the quote.
        at: where its value stands.
    """
    text = text.translate(_TYPEWRITER)
    passage, own, begin = Passage(text, first_person=True), len(text), start
    for span in _sentences(text):  # in order: a frame holds for what follows
        if span.start > at:
            break
        own, begin = span.start + passage.limit(text[span.start : span.end], span.start), span.start
    spoken = [one.start() for one in _MINE.finditer(text, begin, at)]
    if passage.quoted(at) and any(map(passage.quoted, (start, *spoken[-1:]))):
        return True
    return own <= at and any(one >= own for one in spoken)


_REASONS = {"negated": "quote_negated", "hypothetical": "quote_supposed"}


def _same_value(one: str | None, other: str | None) -> bool:
    one, other = normal_form(one or ""), normal_form(other or "")
    return not one or not other or stands(one, other) or stands(other, one)


def _agrees(read: Claim, claim: Claim | GroundedClaim) -> bool:
    """Tell whether the rules read the same: whom it is about, whether it is so, and still is."""
    mine, guess = claim.subject == "user", read.polarity == "hypothetical"
    if mine != (read.subject == "user") or guess or _denies(read) != _denies(claim):
        return False
    known = [fold(name) for name in (read.subject, read.relation) if name]
    given = [fold(name) for name in (claim.subject, claim.relation) if name]
    return mine or any(stands(a, b) or stands(b, a) for a in known for b in given)


def _denies(said: Claim | GroundedClaim) -> bool:
    return said.polarity in ("negated", "retracted") or said.update == "end"
