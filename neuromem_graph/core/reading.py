"""Read one clause as a fact: which pattern fits, what the value is, and what the wording claims."""

import re
from datetime import datetime
from typing import NamedTuple

from neuromem_graph.core import dates, takes
from neuromem_graph.core.attributes import OWNED
from neuromem_graph.core.auxiliaries import INSTEAD, MOVING, PARTLY
from neuromem_graph.core.clauses import Clause, Framed
from neuromem_graph.core.gazetteer import NAMES, sort_of
from neuromem_graph.core.nouns import favorite
from neuromem_graph.core.patterns import HEADS, Pattern, Tense
from neuromem_graph.core.values import Value, cut
from neuromem_graph.core.wordlists import ABILITIES, INTERVALS, TIMELESS, UPCOMING
from neuromem_graph.types.base import Kind, Polarity
from neuromem_graph.types.ingest import Update

__all__ = ["Fact", "Sentence", "find"]


class Sentence(NamedTuple):
    """Hold one sentence with what holds for all of its clauses."""

    text: str  # with typewriter apostrophes
    at: datetime
    correction: bool  # "sorry, ..."
    lower: bool  # written without capitals: any word may be a name


class Fact(NamedTuple):
    """Hold what a clause states; who it is about is the clause's matter."""

    predicate: str
    value: tuple[int, int] | None
    kind: Kind
    single: bool
    polarity: Polarity
    update: Update
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    about: tuple[int, int] | None = None  # "a sister named Anna": the name of the relative
    loose: bool = False  # the slot may be another: the one whose value it takes the place of


class _Stance(NamedTuple):
    polarity: Polarity
    update: Update


class _Said(NamedTuple):
    """Hold a clause with all that is needed to read it."""

    clause: Clause
    sentence: Sentence
    times: tuple[dates.Mention, ...]


_Periods = list[tuple[dates.Mention, dates.Period]]
_LASTING = frozenset({"since", "for"})
_LEAD = 24  # "Last month, I ..."
_NO_MORE = re.compile(r"(?i)\b(?:any ?more|any longer)\b")
_NOW = re.compile(r"(?i)\b(?:now|nowadays|these days|since then)\b")
_AROUND = 60
_CUED = 200  # characters around a verb in which a cue may stand
_NOT_X = re.compile(
    r"(?i)[,;]?\s{0,3}\b(?:and\s)?not\s{1,3}(?!only|just|even|really|that|to|a lot)\w"
)


def find(clause: Clause, sentence: Sentence) -> tuple[Fact, ...]:
    """Find the facts that a clause states.

    Args:
        clause: from `clauses`.
        sentence: the sentence it stands in.

    Returns:
        The fact of the first pattern that fits for each predicate.
    """
    if clause.framed is not None:
        fact = _framed(clause, clause.framed, sentence)
        return () if fact is None else (*_replaced(clause, clause.framed, fact, sentence), fact)
    if clause.attribute is None:
        patterns = HEADS.get("_" if clause.head.isdigit() else clause.head, ())
    else:
        patterns = _attributes(clause.attribute)
    if not patterns:
        return ()
    times = dates.find(sentence.text, clause.rest, clause.end)
    said = _Said(clause, sentence, times)
    facts: dict[tuple[str, bool], Fact] = {}
    for pattern in patterns:
        key = (pattern.predicate, pattern.update == "end")
        if key not in facts and (fact := _fact(pattern, said)) is not None:
            facts[key] = fact
            if fact.about is not None or pattern.sorts or pattern.sole:
                break
    found = tuple(facts.values())
    return (*found, *(old for fact in found for old in _replaced(clause, None, fact, sentence)))


_INSTEAD_OF = re.compile(
    r"(?i)(?:\s\w{1,12}){0,4}?\s{1,3}(?:instead\sof|rather\sthan)\s{1,3}(?:the\s|an?\s|by\s|in\s)?"
)


def _replaced(
    clause: Clause, framed: Framed | None, fact: Fact, sentence: Sentence
) -> tuple[Fact, ...]:
    """Return the end of what a value takes the place of, where a slot takes several."""
    if fact.single or fact.value is None or fact.update == "end" or fact.polarity != "asserted":
        return ()
    over = framed.old if framed else None
    if framed is not None and framed.instead is not None:
        over = framed.value
    link = _INSTEAD_OF.match(sentence.text, fact.value[1], clause.end)
    if over is None and link is not None:
        over = takes.read(takes.Region(sentence.text, link.end(), clause.end), "thing")
    if over is None or fact.predicate.startswith(("has", "likes", "visited", "attended")):
        return ()
    return (fact._replace(value=over, update="end", loose=True),)


def _framed(clause: Clause, framed: Framed, sentence: Sentence) -> Fact | None:
    """Read a noun with its value."""
    noun, reading = framed.noun, clause.reading
    tense: Tense = "past" if reading.past else "event" if framed.change else "be"
    update: Update = "change" if framed.change else "none"
    pattern = Pattern(noun.predicate, "", "", tense, "whole", noun.kind, noun.single, update)
    rest = dates.find(sentence.text, clause.rest, clause.end)
    said = _Said(clause, sentence, () if noun.takes in ("time", "date") else rest)
    stance = _stance(pattern, said)
    if stance is None:
        return None
    value = framed.value
    if framed.instead is not None and stance.polarity != "hypothetical":
        value = framed.instead
        stance = _Stance("asserted", "change" if framed.any_more else "correction")
    predicate = noun.predicate
    if predicate == "language" and "programming_language" in sort_of(sentence.text[slice(*value)]):
        predicate = "programming_language"
    fact = Fact(predicate, value, noun.kind, noun.single, *stance, loose=framed.loose or not predicate)
    return _timed(fact, pattern, said)


def _fact(pattern: Pattern, said: _Said) -> Fact | None:
    if pattern.child and not _is_child(said.clause):
        return None
    match = pattern.regex.match(said.sentence.text, said.clause.rest, said.clause.end)
    if match is None or (pattern.cue and not _is_cued(pattern, said)):
        return None
    stance = _stance(pattern, said)
    if stance is None:
        return None
    value = _value(pattern, match, said)
    if pattern.given is not None and pattern.given != _is_given(value, said):
        return None
    predicate = _predicate(pattern, value, said)
    if predicate is None or (said.clause.attribute and _is_remark(value, said)):
        return None
    if value is None and (pattern.shape != "none" or stance.update != "end"):
        return None
    if pattern.single and stance.polarity == "negated" and pattern.tense == "be":
        value, stance = _instead(pattern, value, stance, said)
    fact = Fact(predicate, value, pattern.kind, pattern.single, *stance, loose=pattern.loose)
    if "who" in pattern.regex.groupindex:
        return fact._replace(about=match.span("who"))
    return _timed(fact, pattern, said)


def _is_cued(pattern: Pattern, said: _Said) -> bool:
    begin, end = max(0, said.clause.start - _CUED), said.clause.rest + _CUED
    return pattern.hint.search(said.sentence.text, begin, end) is not None


def _is_given(value: tuple[int, int] | None, said: _Said) -> bool:
    words = said.sentence.text[slice(*value)].lower().split() if value else []
    return 0 < len(words) < 3 and words[0] in NAMES


def _is_remark(value: tuple[int, int] | None, said: _Said) -> bool:
    words = said.sentence.text[slice(*value)] if value else ""
    return words.islower() and takes.is_remark(words)


_CHILD = re.compile(r"(?i)\b(?:sons?|daughters?|kids?|child(?:ren)?|boy|girl|grandson|granddaughter|niece|nephew)$")


def _is_child(clause: Clause) -> bool:
    return _CHILD.search(clause.relation or clause.subject or "") is not None


def _predicate(pattern: Pattern, value: tuple[int, int] | None, said: _Said) -> str | None:
    """Return the predicate of a pattern; None where the value names another sort of thing."""
    if not pattern.sorts:
        return pattern.predicate
    sorts = sort_of(said.sentence.text[slice(*value)]) if value else ()
    first = next((sort for sort in sorts if sort in pattern.sorts), None)
    if first is None or pattern.predicate != "*":
        return pattern.predicate if first else None
    return first


def _attributes(attribute: str) -> tuple[Pattern, ...]:
    """Return how "my <attribute> is" is read: by the table, or as a favorite."""
    if attribute in OWNED:
        return OWNED[attribute]
    predicate = favorite(attribute.split(" ", 1)[1])
    if predicate is None:
        return ()
    single = not attribute.endswith("s") or attribute.endswith(("ss", "series"))
    return (Pattern(predicate, "", "", "be", "topic", "preference", single),)


def _value(pattern: Pattern, match: re.Match[str], said: _Said) -> tuple[int, int] | None:
    clause, text = said.clause, said.sentence.text
    if pattern.shape == "head":
        return clause.rest - len(clause.head), clause.rest
    start, end = match.end(), clause.end
    for name in ("v", "v2", "v3"):
        if name in pattern.regex.groupindex and match[name] is not None:
            start, end = match.span(name)
    if pattern.takes is not None:
        region = takes.Region(text, start, end, said.sentence.lower, said.times)
        return takes.read(region, pattern.takes)
    proper = pattern.proper and not said.sentence.lower
    return cut(text, start, end, Value(pattern.shape, proper, clause.cut), said.times)


def _stance(pattern: Pattern, said: _Said) -> _Stance | None:
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
        return _Stance("hypothetical", "none")
    polarity: Polarity = "negated" if negated else pattern.polarity
    return _Stance(polarity, _update(pattern, negated, said))


def _is_partial(pattern: Pattern, said: _Said) -> bool:
    """Tell whether it holds at times only, or, of leaving somewhere, may be something else."""
    clause, text = said.clause, said.sentence.text
    if pattern.predicate == "lives_in" and clause.head == "left":
        around = (max(0, clause.start - _AROUND), clause.end + _AROUND)
        return MOVING.search(text, *around) is None
    if pattern.predicate not in ("lives_in", "works_at") or pattern.tense == "event":
        return False
    return PARTLY.search(text, clause.rest, min(clause.end, clause.rest + 3 * _AROUND)) is not None


def _instead(
    pattern: Pattern, value: tuple[int, int] | None, stance: _Stance, said: _Said
) -> tuple[tuple[int, int] | None, _Stance]:
    """Read "my favorite color isn't teal, it's navy" as what it is instead."""
    clause, text = said.clause, said.sentence.text
    link = INSTEAD.match(text, value[1], clause.end) if value else None
    match = pattern.regex.match(text, link.end(), clause.end) if link else None
    instead = _value(pattern, match, said) if match else None
    if instead is None:
        return value, stance
    ended = link is not None and link["more"] is not None
    return instead, _Stance("asserted", "change" if ended else "correction")


def _agrees(pattern: Pattern, said: _Said) -> bool:
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
        lasting = reading.lasting or reading.never or any(t.role in _LASTING for t in said.times)
        return lasting or not reading.perfect
    if reading.past or (reading.perfect and not (ongoing and (reading.be or reading.started))):
        return False
    return ongoing or reading.started or reading.future or not reading.be


def _update(pattern: Pattern, negated: bool, said: _Said) -> Update:
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
    if said.sentence.correction or (reading.actually and not now):
        return "correction"
    if negated and pattern.single:
        return "correction" if pattern.tense == "event" else "end"
    if pattern.single and _NOT_X.search(text, *region):
        return "correction"
    if pattern.update != "none" and not negated:
        return pattern.update
    return "change" if now or reading.started else "none"


def _timed(fact: Fact, pattern: Pattern, said: _Said) -> Fact | None:
    """Add when the fact began or ended, where that is said."""
    if fact.polarity == "hypothetical" or fact.predicate in TIMELESS:
        return fact
    clause, at = said.clause, said.sentence.at
    upcoming = clause.reading.future or (
        clause.head in UPCOMING
        and pattern.tense == "event"
        and not clause.reading.past
        and fact.update != "end"
    )
    lead = dates.find(said.sentence.text, max(0, clause.start - _LEAD), clause.start)
    periods = [
        (time, period)
        for time in (*said.times, *lead)
        if (period := dates.resolve(time, at, future=upcoming or _is_ahead(time, pattern)))
    ]
    if pattern.tense == "past" and not clause.reading.perfect and fact.predicate not in INTERVALS:
        return _bygone(fact, periods)
    begins = [p.begin for t, p in periods if t.role != "until" and _starts(t, pattern, fact)]
    ends = [p.begin for t, p in periods if t.role == "until" and p.begin > at]
    if upcoming and not begins and fact.value is None:
        return None
    if upcoming and not begins:
        return fact._replace(polarity="hypothetical", update="none")
    begin = begins[0] if begins else None
    if fact.predicate in INTERVALS:
        during = next((p for t, p in periods if t.role in ("at", "since")), None)
        return fact._replace(
            valid_from=during.begin if during else None, valid_to=during.until if during else None
        )
    if fact.update == "end":
        return fact._replace(valid_from=begin, valid_to=begin)
    return fact._replace(valid_from=begin, valid_to=ends[0] if ends else None)


def _is_ahead(time: dates.Mention, pattern: Pattern) -> bool:
    """Tell whether a time is the next of its name: "I live in Berlin until June"."""
    return time.role == "until" and pattern.tense in ("present", "be")


def _starts(time: dates.Mention, pattern: Pattern, fact: Fact) -> bool:
    """Tell whether a time says when the fact began, not just when something was done."""
    if time.role in _LASTING:
        return pattern.tense != "event" or time.role == "since"
    return pattern.tense == "event" or fact.update in ("end", "change")


def _bygone(fact: Fact, periods: _Periods) -> Fact | None:
    """Place a fact told in the past tense: an interval, or only its end, or neither."""
    begins = [p.begin for t, p in periods if t.role == "since"]
    ends = [p.begin for t, p in periods if t.role == "until"]
    during = [p for t, p in periods if t.role == "at"]
    if begins and ends and begins[0] < ends[0]:
        return fact._replace(update="none", valid_from=begins[0], valid_to=ends[0])
    if ends:
        return fact._replace(valid_from=ends[0], valid_to=ends[0])
    if during and (during[0].until - during[0].begin).days < 300:
        return None  # "I worked at the fair yesterday" is an episode
    if during:
        return fact._replace(update="none", valid_from=during[0].begin, valid_to=during[0].until)
    return fact
