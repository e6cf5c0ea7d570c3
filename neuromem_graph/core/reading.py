"""Read one clause as a fact: which pattern fits, what the value is, and what the wording claims."""

import re

from neuromem_graph.core import dates, takes
from neuromem_graph.core.attributes import OWNED
from neuromem_graph.core.auxiliaries import INSTEAD
from neuromem_graph.core.clauses import Clause, Framed
from neuromem_graph.core.gazetteer import NAMES
from neuromem_graph.core.nouns import favorite
from neuromem_graph.core.patterns import HEADS, Pattern, Tense
from neuromem_graph.core.remarks import is_remark
from neuromem_graph.core.sorts import sort_of
from neuromem_graph.core.stance import stance_of
from neuromem_graph.core.stating import Fact, Said, Sentence, Stance
from neuromem_graph.core.timing import timed
from neuromem_graph.core.values import Value, cut
from neuromem_graph.types.ingest import Update

__all__ = ["find"]

_CUED = 200  # characters around a verb in which a cue may stand


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
    said = Said(clause, sentence, times)
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
    if over is None or fact.predicate in ("has", "has_condition", "likes", "visited", "attended"):
        return ()
    return (fact._replace(value=over, update="end", loose=True),)


def _framed(clause: Clause, framed: Framed, sentence: Sentence) -> Fact | None:
    """Read a noun with its value."""
    noun, reading = framed.noun, clause.reading
    tense: Tense = "past" if reading.past else "event" if framed.change else "be"
    update: Update = "change" if framed.change else "none"
    pattern = Pattern(noun.predicate, "", "", tense, "whole", noun.kind, noun.single, update)
    rest = dates.find(sentence.text, clause.rest, clause.end)
    said = Said(clause, sentence, () if noun.takes in ("time", "date") else rest)
    stance = stance_of(pattern, said)
    if stance is None:
        return None
    value = framed.value
    if framed.instead is not None and stance.polarity != "hypothetical":
        value = framed.instead
        stance = Stance("asserted", "change" if framed.any_more else "correction")
    predicate = noun.predicate
    if predicate == "language" and "programming_language" in sort_of(sentence.text[slice(*value)]):
        predicate = "programming_language"
    fact = Fact(
        predicate,
        value,
        noun.kind,
        noun.single,
        *stance,
        loose=framed.loose or not predicate,
        aside=framed.apposed,
    )
    return timed(fact, pattern, said)


def _fact(pattern: Pattern, said: Said) -> Fact | None:
    if pattern.child and not _is_child(said.clause):
        return None
    if said.clause.thing and pattern.predicate not in _OF_THINGS:
        return None
    match = pattern.regex.match(said.sentence.text, said.clause.rest, said.clause.end)
    if match is None or (pattern.cue and not _is_cued(pattern, said)):
        return None
    stance = stance_of(pattern, said)
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
    return timed(fact, pattern, said)


_OF_THINGS = frozenset(
    "hosting programming_language framework database version deadline operating_system".split()
)


def _is_cued(pattern: Pattern, said: Said) -> bool:
    begin, end = max(0, said.clause.start - _CUED), said.clause.rest + _CUED
    return pattern.hint.search(said.sentence.text, begin, end) is not None


def _is_given(value: tuple[int, int] | None, said: Said) -> bool:
    words = said.sentence.text[slice(*value)].lower().split() if value else []
    return 0 < len(words) < 3 and words[0] in NAMES


def _is_remark(value: tuple[int, int] | None, said: Said) -> bool:
    words = said.sentence.text[slice(*value)] if value else ""
    return words.islower() and is_remark(words)


_CHILD = re.compile(
    r"(?i)\b(?:sons?|daughters?|kids?|child(?:ren)?|boy|girl|grandson"
    "|granddaughter|niece|nephew)$"
)


def _is_child(clause: Clause) -> bool:
    return _CHILD.search(clause.relation or clause.subject or "") is not None


def _predicate(pattern: Pattern, value: tuple[int, int] | None, said: Said) -> str | None:
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


def _value(pattern: Pattern, match: re.Match[str], said: Said) -> tuple[int, int] | None:
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


def _instead(
    pattern: Pattern, value: tuple[int, int] | None, stance: Stance, said: Said
) -> tuple[tuple[int, int] | None, Stance]:
    """Read "my favorite color isn't teal, it's navy" as what it is instead."""
    clause, text = said.clause, said.sentence.text
    link = INSTEAD.match(text, value[1], clause.end) if value else None
    match = pattern.regex.match(text, link.end(), clause.end) if link else None
    instead = _value(pattern, match, said) if match else None
    if instead is None:
        return value, stance
    ended = link is not None and link["more"] is not None
    return instead, Stance("asserted", "change" if ended else "correction")
