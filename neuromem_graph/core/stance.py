"""Decide what the wording of a clause claims: that it is so, was so, or is no more."""

import re

from neuromem_graph.core.auxiliaries import MOVING, PARTLY
from neuromem_graph.core.patterns import Pattern
from neuromem_graph.core.stating import Said, Stance
from neuromem_graph.core.timing import LASTING
from neuromem_graph.core.wordlists import ABILITIES, INTERVALS
from neuromem_graph.types.base import Polarity
from neuromem_graph.types.ingest import Update

__all__ = ["stance_of"]

_NO_MORE = re.compile(r"(?i)\b(?:any ?more|any longer)\b")

_NOW = re.compile(r"(?i)\b(?:now|nowadays|these days|since then)\b")

_AROUND = 60
_SINCE = re.compile(r"(?i)\b(?:for|since)\s[^,.;]{2,30}$")

_NOT_X = re.compile(
    r"(?i)[,;]?\s{0,3}\b(?:and\s)?not\s{1,3}(?!only|just|even|really|that|to|a lot)\w"
)


def stance_of(pattern: Pattern, said: Said) -> Stance | None:
    """Decide what the wording claims; None where auxiliaries do not fit the pattern."""
    reading = said.clause.reading
    negated = reading.negated
    if not _agrees(pattern, said) or _is_partial(pattern, said):
        return None
    if pattern.needs == "be":
        if not (reading.be or reading.past):
            return None
    elif pattern.needs:
        if not negated or (pattern.needs == "can't" and not reading.can):
            return None
        negated = False
    if negated and (pattern.polarity == "negated" or pattern.update == "end"):
        return None
    if said.clause.doubtful or reading.modal:
        return Stance("hypothetical", "none")
    polarity: Polarity = "negated" if negated else pattern.polarity
    return Stance(polarity, _update(pattern, negated, said))


def _is_partial(pattern: Pattern, said: Said) -> bool:
    """Tell whether it holds at times only, or, of leaving somewhere, may be something else."""
    clause, text = said.clause, said.sentence.text
    if pattern.predicate == "lives_in" and clause.head == "left":
        around = (max(0, clause.start - _AROUND), clause.end + _AROUND)
        return MOVING.search(text, *around) is None
    if pattern.predicate not in ("lives_in", "works_at") or pattern.tense == "event":
        return False
    return PARTLY.search(text, clause.rest, min(clause.end, clause.rest + 3 * _AROUND)) is not None


def _agrees(pattern: Pattern, said: Said) -> bool:
    """Tell whether the auxiliaries fit the tense of a pattern."""
    reading, ongoing = said.clause.reading, said.clause.head.endswith("ing")
    if reading.can and not pattern.needs and (pattern.predicate not in ABILITIES or reading.past):
        return False
    if pattern.predicate == "likes" and (reading.modal or reading.future):
        return False  # "I'd love to" asks or promises
    if pattern.tense == "be":
        return reading.be and not reading.past
    if pattern.tense == "event":
        return not (reading.past and reading.be and ongoing)
    if pattern.tense == "past":
        before = said.sentence.text[max(0, said.clause.start - _AROUND) : said.clause.start]
        lasting = reading.lasting or reading.never or _SINCE.search(before) is not None
        lasting = lasting or any(t.role in LASTING for t in said.times)
        return lasting or not reading.perfect
    if reading.past or (reading.perfect and not (ongoing and (reading.be or reading.started))):
        return False
    return ongoing or reading.started or reading.future or not reading.be


def _update(pattern: Pattern, negated: bool, said: Said) -> Update:
    reading, text = said.clause.reading, said.sentence.text
    region = (said.clause.rest, said.clause.end)
    now = reading.now or _NOW.search(text, *region) is not None
    if reading.ended or (negated and _NO_MORE.search(text, *region)):
        return "end"
    if negated and reading.never and pattern.tense in ("past", "event"):
        return "correction"
    if pattern.predicate in INTERVALS:
        return "none"
    if pattern.update == "end" or (pattern.tense == "past" and not reading.perfect):
        return "end"
    if (said.sentence.correction or reading.actually) and not now:
        return "correction"
    if negated and pattern.single:
        return "correction" if pattern.tense == "event" else "end"
    other = _NOT_X.search(text, *region) if pattern.single and not now else None
    if other is not None:  # "34, not 31", or "34, not 31 anymore"
        return "change" if _NO_MORE.search(text, other.end(), region[1]) else "correction"
    if pattern.update != "none" and not negated:
        return pattern.update
    return "change" if now or reading.started else "none"
