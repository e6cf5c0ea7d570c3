"""Turn what a model proposes into claims, each grounded in the words of its message.

What can't be found in the source is rejected with a reason, never stored. Times are resolved by our
own arithmetic from the words that the model quotes, not by the model.
"""

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from neuromem_graph.core import dates
from neuromem_graph.core.prompting import STATUSES, Piece
from neuromem_graph.core.quoting import doubts
from neuromem_graph.core.secrets import redact
from neuromem_graph.core.text import Span, is_blank, sentences
from neuromem_graph.settings.redacting import Redacting
from neuromem_graph.types.base import Polarity
from neuromem_graph.types.ingest import Claim, Extraction, Rejection, Turn, Turns, Update

__all__ = ["REASONS", "claims", "covered"]

REASONS: Mapping[str, str] = {
    "no_such_message": "it names a message that is not there",
    "no_quote": "it quotes nothing",
    "quote_not_in_text": "its quote does not stand in the message",
    "no_attribute": "it has no attribute that can be written in snake_case, of eight words at most",
    "value_not_in_quote": "its value does not stand in its quote",
    "subject_not_in_text": "whom it is about is not named in the messages",
    "unknown_status": "its status is none of those asked for",
    "quote_asked": "it states what its sentence asks",
    "quote_negated": "it states what its sentence denies",
    "quote_supposed": "it states what its sentence only supposes",
    "said_otherwise": "its sentence says so of somebody else, or that it is over",
}
"""Why what a model proposes is rejected."""

_MEANS: Mapping[str, tuple[Polarity, Update]] = {
    "current": ("asserted", "none"),
    "changed": ("asserted", "change"),
    "corrected": ("asserted", "correction"),
    "ended": ("asserted", "end"),
    "denied": ("negated", "none"),
    "planned": ("hypothetical", "none"),
}
_SELF = frozenset("user i me my myself the user speaker writer".split()) | {
    "the user",
    "the writer",
}
_ATTRIBUTE = re.compile(r"[a-z][a-z0-9_]{0,62}[a-z0-9]|[a-z]")
_TYPEWRITER = str.maketrans("\u2019\u2018\u02bc\u00b4`\u201c\u201d\xa0", "'''''\"\" ")
_EDGES = " \t\n.,;:!?\"'\u201c\u201d\u2018\u2019()[]"
_LONGEST_QUOTE = 2_000
_LONGEST_NUMBER = 20  # characters
_MOST_WORDS = 8  # of an attribute


class _Words(NamedTuple):
    """Hold the words of one proposal; what is missing is ""."""

    quote: str
    about: str
    relation: str
    attribute: str
    value: str
    status: str
    since: str
    until: str


def claims(
    proposals: Sequence[Mapping[str, Any]], pieces: Sequence[Piece], turns: Turns
) -> Extraction:
    """Ground what a model proposes for the pieces of one call.

    Args:
        proposals: facts under our field names, unchecked.
        pieces: what the call held.
        turns: what they are part of.

    Returns:
        A claim for each fact that the words support, and why the others are rejected (`REASONS`).
    """
    kept: list[Claim] = []
    rejected: list[Rejection] = []
    heard = unicodedata.normalize("NFC", "\n".join(turn.text for turn in turns.turns))
    names = heard.translate(_TYPEWRITER).casefold()
    for proposal in proposals:
        number = _number(proposal.get("message"), len(pieces))
        if number is None:
            rejected.append(Rejection(turn=pieces[0].turn, reason="no_such_message"))
            continue
        made = _claim(proposal, pieces[number], turns, names)
        if isinstance(made, Claim):
            kept.append(made)
        else:
            rejected.append(Rejection(turn=pieces[number].turn, reason=made))
    return Extraction(claims=tuple(dict.fromkeys(kept)), rejected=tuple(rejected))


def _number(given: Any, most: int) -> int | None:
    """Return the number of a message; where there is only one, it needs none."""
    if isinstance(given, str) and given.strip().isdecimal() and len(given) < _LONGEST_NUMBER:
        given = int(given)
    if given is None and most == 1:
        return 0
    return given if type(given) is int and 0 <= given < most else None


def _claim(proposal: Mapping[str, Any], piece: Piece, turns: Turns, names: str) -> Claim | str:
    """Return the claim, or why there is none."""
    turn = turns.turns[piece.turn]
    words = _Words(*(_text(proposal.get(name)) for name in _Words._fields))
    status = words.status.casefold() or "current"
    attribute = _snake(words.attribute)
    if is_blank(words.quote):
        return "no_quote"
    quote = find(words.quote, piece.text)
    if quote is None:
        return "quote_not_in_text"
    if attribute is None:
        return "no_attribute"
    if status not in STATUSES:
        return "unknown_status"
    value = find(words.value, piece.text[quote.start : quote.end]) if words.value else None
    if value is None and (words.value or status != "ended"):
        return "value_not_in_quote"
    subject = _subject(words.about, turn, names)
    if subject is None:
        return "subject_not_in_text"
    polarity, update = _MEANS[status]
    start, end = _period(words, piece.text, turn.at, update)
    first = piece.start + quote.start
    span = _sentences(turn.text, first, piece.start + quote.end)
    claim = Claim(
        turn=piece.turn, start=span.start, end=span.end, kind="fact", subject=subject,
        relation=_relation(words.relation, names), predicate=attribute,
        value=None if value is None else turn.text[first + value.start : first + value.end],
        polarity=polarity, update=update, valid_from=start, valid_to=end,
    )  # fmt: skip
    return next(doubts(claim, turn, first, piece.start + quote.end), claim)


def _text(given: Any) -> str:
    if isinstance(given, bool) or given is None:
        return ""
    if isinstance(given, int | float) and math.isfinite(given):
        return str(given)
    return given.strip() if isinstance(given, str) else ""


def _snake(text: str) -> str | None:
    words = re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).casefold())
    name = words.strip("_")
    if name.count("_") >= _MOST_WORDS or redact(text, Redacting()).found:
        return None
    return name if _ATTRIBUTE.fullmatch(name) else None


def _subject(about: str, turn: Turn, names: str) -> str | None:
    low = about.casefold()
    if not low or low in _SELF or (turn.speaker and low == turn.speaker.casefold()):
        return "user"
    bare = re.sub(r"^(?:my|our|the|his|her|their)\s", "", about.translate(_TYPEWRITER), flags=re.I)
    return bare if _stands(bare, names) else None


def _relation(relation: str, names: str) -> str | None:
    bare = re.sub(r"^(?:my|our|the)\s", "", relation.casefold())
    return bare if bare and len(bare) <= 40 and _stands(bare, names) else None


def _stands(words: str, text: str) -> bool:
    key = unicodedata.normalize("NFC", words).translate(_TYPEWRITER).casefold()
    return re.search(rf"(?<!\w){re.escape(key)}(?!\w)", text) is not None


def find(words: str, text: str) -> Span | None:
    """Find words in a text: exactly, else whatever the case, space and quotation marks.

    Args:
        words: what a model says it copied.
        text: what it copied from.

    Returns:
        The first place, without marks at its ends; None if there is none.
    """
    found = _place(words, text)
    if found is not None or (words.isascii() and text.isascii()):
        return found
    composed, places = _composed(text)  # "Ko\u0308ln" is "K\u00f6ln", written otherwise
    found = _place(unicodedata.normalize("NFC", words), composed)
    return None if found is None else Span(places[found.start], places[found.end])


def _composed(text: str) -> tuple[str, list[int]]:
    """Return a text with its marks composed, and where each of its characters stood, and ends."""
    parts, places, at = list[str](), list[int](), 0
    while at < len(text):
        end = at + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        parts.append(unicodedata.normalize("NFC", text[at:end]))
        places += [at] * len(parts[-1])
        at = end
    return "".join(parts), [*places, len(text)]


def _place(words: str, text: str) -> Span | None:
    words = words.strip(_EDGES)[:_LONGEST_QUOTE]
    if not words:
        return None
    inner = r"\s+".join(re.escape(one) for one in words.translate(_TYPEWRITER).split())
    pattern = f"{_edge(words[0], '(?<!')}{inner}{_edge(words[-1], '(?!')}"
    same = text.translate(_TYPEWRITER)  # one character for one: places stay
    match = re.search(pattern, same) or re.search(pattern, same, re.IGNORECASE)
    return Span(*match.span()) if match else None


def _edge(sign: str, look: str) -> str:
    """Return what keeps a match from standing inside a word, in scripts that part words."""
    return rf"{look}\w)" if sign.isalnum() and sign < "\u2e80" else ""


def _sentences(text: str, start: int, end: int) -> Span:
    """Return the whole sentences that a quote touches: they are what is remembered."""
    touched = [one for one in sentences(text) if one.start < end and start < one.end]
    return Span(touched[0].start, touched[-1].end) if touched else Span(start, end)


def _period(
    words: _Words, text: str, at: datetime, update: Update
) -> tuple[datetime | None, datetime | None]:
    """Resolve the words that say when, if they stand in the message."""
    since = _moment(words.since, text, at)
    until = _moment(words.until, text, at)
    if update == "end":
        over = until or since
        return over, over
    return since, until if until is not None and (since is None or since < until) else None


def _moment(words: str, text: str, at: datetime) -> datetime | None:
    if not words or find(words, text) is None:
        return None
    for mention in dates.find(words):
        period = dates.resolve(mention, at)
        if period is not None:
            return period.begin
    return None


def covered(turns: Turns, wanted: Sequence[int], found: Sequence[Claim]) -> Iterator[Claim]:
    """Give a claim to each sentence that no fact quotes, so that it is remembered, too.

    Args:
        turns: what was said.
        wanted: indexes of the turns.
        found: the facts.
    """
    told: dict[int, list[Claim]] = {}
    for claim in found:
        told.setdefault(claim.turn, []).append(claim)
    for index in wanted:
        quoted = told.get(index, [])
        for span in sentences(turns.turns[index].text):
            if not any(one.start < span.end and span.start < one.end for one in quoted):
                yield Claim(turn=index, start=span.start, end=span.end)
