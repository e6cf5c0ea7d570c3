"""Read the frames of a sentence: whose noun has which value, as clauses beside those of verbs."""

import re
from collections.abc import Iterator

from neuromem_graph.core import dates, frames
from neuromem_graph.core.clauses import Clause, Framed, clauses
from neuromem_graph.core.framing_owned import read_backward, read_owned
from neuromem_graph.core.framing_owners import (
    Owner,
    Span,
    Text,
    clause_of,
    mods_of,
    owner_of,
    owners_of,
    phrase_of,
)
from neuromem_graph.core.framing_said import read_sayings, read_swaps
from neuromem_graph.core.framing_shown import meant, read_presented
from neuromem_graph.core.hints import Hinted
from neuromem_graph.core.nouns import noun_of
from neuromem_graph.core.verbs import REPORTS

__all__ = ["framed", "merged"]

_LONGEST = 1_500  # characters of a sentence that are looked at

_MANY = 12  # owners that are looked at in one sentence


def framed(text: str, lower: bool) -> list[Clause]:
    """Find every noun of a sentence that gets a value.

    Args:
        text: one sentence, with typewriter apostrophes.
        lower: it is written without capitals.

    Returns:
        Clauses with `framed` set, in order of their values; none overlaps another's value.
    """
    found: list[Clause] = []
    text = text[:_LONGEST]
    said = Text(text, lower, dates.find(text))
    for clause in sorted(_all(said), key=lambda c: c.framed.value if c.framed else (0, 0)):
        span = clause.framed.value if clause.framed else (0, 0)
        if not any(_overlap(span, other.framed.value) for other in found if other.framed):
            found.append(clause)
    return found


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _all(said: Text) -> Iterator[Clause]:
    yield from read_presented(said)
    yield from read_sayings(said)
    yield from read_swaps(said)
    if frames.HINT.search(said.text) is not None:
        yield from _nouns(said)


_WORTH = Hinted((frames.FAVORED, frames.REACHED))


def _nouns(said: Text) -> Iterator[Clause]:
    text = said.text
    for number, match in enumerate(frames.OWNER.finditer(text)):
        if number == _MANY:
            break
        for owner in owners_of(match):
            found = list(read_owned(said, owner))
            yield from found
            if found:
                break
    worth = _WORTH.worth(text)
    for match in frames.FAVORED.finditer(text) if 0 in worth else ():
        yield from read_backward(
            said, Owner("elided", None, None, match.start(), match.start() - 1), bare=True
        )
    low = text.lower()
    if "the " in low:
        for match in frames.RELATIVE.finditer(text):
            yield from _relative(said, match)
    if "best " in low:
        for match in frames.BEST.finditer(text):
            yield from _best(said, match)
    if (
        "-wise" in low
        or " for " in low
        or low.startswith(("for ", "when it", "as for", "in terms"))
    ):
        for match in frames.TOPIC.finditer(text):
            yield from _topic(said, match)
    for match in frames.REACHED.finditer(text) if 1 in worth else ():
        yield from _reached(said, match)


def _relative(said: Text, match: re.Match[str]) -> Iterator[Clause]:
    owner, phrase = owner_of(match), phrase_of(match)
    inner = (match["inner"] or "").lower()
    noun = noun_of("allergy") if "allergic" in inner else meant(phrase, inner) or noun_of(phrase)
    if owner is None or noun is None:
        return
    value = said.value(match.end(), noun)
    if value is not None:
        yield clause_of(
            owner, mods_of(match["is"].strip()), match.start(), value[1], Framed(noun, value)
        )


def _best(said: Text, match: re.Match[str]) -> Iterator[Clause]:
    owner, phrase = owner_of(match), phrase_of(match).removesuffix(" ever")
    noun = noun_of(phrase)
    if noun is None or noun.takes not in ("email", "phone", "address", "time"):
        noun = noun_of("favourite " + phrase)
    value = said.value(match.end(), noun) if noun else None
    if owner is not None and noun is not None and value is not None:
        yield clause_of(owner, "is", match.start(), value[1], Framed(noun, value))


_TOPICS = {
    "food": "diet",
    "diet": "diet",
    "money": "budget",
    "music": "favourite band",
    "shoe": "shoe size",
}


def _topic(said: Text, match: re.Match[str]) -> Iterator[Clause]:
    owner, topic = owner_of(match), (match["wise"] or match["topic"]).lower()
    noun = (
        noun_of(_TOPICS.get(topic, topic))
        if match["wise"] or topic in ("diet", "commute")
        else None
    )
    start = match.end()
    preposition = re.compile(r"(?i)\s{1,3}(?:on|at|in|with|into|for)(?=\s)").match(said.text, start)
    start = preposition.end() if preposition else start
    value = said.value(start, noun) if noun else None
    if owner is not None and noun is not None and value is not None:
        yield clause_of(owner, "is", match.start(), value[1], Framed(noun, value))


def _reached(said: Text, match: re.Match[str]) -> Iterator[Clause]:
    owner = owner_of(match)
    if match["no"] or owner is None:
        return
    for name in ("email", "phone number", "street address"):
        noun = noun_of(name)
        value = said.value(match.end(), noun) if noun else None
        if noun is not None and value is not None:
            yield clause_of(owner, "is", match.start(), value[1], Framed(noun, value))
            return


_KEPT = REPORTS | {"called", "named"}


def merged(text: str, lower: bool) -> list[Clause]:
    """Return the clauses of verbs and those of nouns, each up to where the next begins.

    Args:
        text: one sentence, with typewriter apostrophes.
        lower: it is written without capitals.
    """
    named = framed(text, lower)
    if not named:
        return list(clauses(text, 0, len(text)))
    kept = [c for c in named if c.framed and not c.framed.aside and c.framed.noun.predicate]
    inside = [(c.start, c.rest) for c in kept]
    verbs = [
        c for c in clauses(text, 0, len(text))
        if c.head in _KEPT or not any(start <= c.start < rest for start, rest in inside)
    ]  # fmt: skip
    both = sorted((*named, *verbs), key=lambda c: c.start)
    ends = [*(c.start for c in both[1:]), len(text)]
    return [
        c._replace(end=max(c.rest, end)) if c.framed else c
        for c, end in zip(both, ends, strict=True)
    ]
