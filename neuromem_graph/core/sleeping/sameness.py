"""Decide which memories say the same: each gets a key, and those of one key may be merged.

Precision comes first. Memories that tell facts are the same if they tell the same facts and their
words say nothing besides. Those without a fact are the same if they agree word for word but for
words that say nothing where they stand. What differs in a name, a number, a date, a negation, a
tense, a subject, a speaker, an owner or a value has another key.
"""

import json
import re
from collections.abc import Iterable, Sequence
from datetime import UTC
from itertools import pairwise
from typing import NamedTuple

from neuromem_graph.core.sleeping.lexicon import Lexicon, stems
from neuromem_graph.core.sleeping.phrases import bare, marks, says_more
from neuromem_graph.types.base import Json, from_micros
from neuromem_graph.types.sleeping import Fact, Held, Sleeper

__all__ = ["RESULTS", "Rank", "key_of", "rank_of", "told", "with_held"]

RESULTS = frozenset({"task_result", "tool_result", "result", "failure", "failure_pattern"})
"""Types of events that are results: each stays as it is."""

_PRIVACY = ("acl", "private", "privacy_level", "owner", "user_id")
_LABELS = ("keywords", "tags", "entities")
_TIMELY = frozenset("today yesterday tomorrow tonight ago last next recently soon".split())
# Participles that say nothing about the past.
_LASTING = frozenset(
    "based settled employed called named married diagnosed scared terrified prescribed enrolled "
    "located situated used allergic red bed need indeed speed interested engaged retired "
    "divorced".split()
)
_BEFORE_PARTICIPLE = frozenset(
    "i'm you're he's she's it's we're they're am is are was were be been a an the my our your his "
    "her their really currently now".split()
)
_WORDS = re.compile(r"\S+")
_EDGES = "\"'([{\u201c\u2018\u00ab.,!;:?)]}\u2026\u201d\u2019\u00bb"


class Rank(NamedTuple):
    """Order the memories of one key: the least one stays."""

    over: bool  # superseded, in name only
    weak: bool  # a candidate
    since: int  # microseconds
    odd: bool  # its facts stand under other names than the canonical ones
    memory: int


def rank_of(sleeper: Sleeper, facts: Sequence[Fact], lexicon: Lexicon) -> Rank:
    """Return how well a memory stands for all that say the same."""
    odd = any(lexicon.predicate(fact.attribute) != fact.attribute for fact in facts)
    return Rank(
        not sleeper.active,
        sleeper.commitment == "candidate",
        sleeper.valid_from,
        odd,
        sleeper.memory,
    )


def key_of(sleeper: Sleeper, facts: Sequence[Fact], lexicon: Lexicon, now: int) -> str | None:
    """Return the key under which a memory is the same as others.

    Args:
        sleeper: the memory.
        facts: its claims.
        lexicon: the word lists.
        now: microseconds; what begins later stays as it is.

    Returns:
        None if it stays as it is: its words are its own, it was taken out of a merge, it is a
        result of a task, it ends or begins later, what it told is over or was never believed, or
        it is superseded and merged already.
    """
    if sleeper.merged is not None and not sleeper.active:
        return None
    bound = sleeper.own or sleeper.apart or not sleeper.whole or sleeper.valid_from > now
    if bound or _is_result(sleeper):
        return None
    more = not facts or says_more(sleeper.text, facts, lexicon)
    if more and sleeper.units > max(1, len(facts)):
        return None
    if not all(_lasting(fact, sleeper) for fact in facts) or not (facts or sleeper.active):
        return None
    parts: list[Json] = [_circle(sleeper), _weights(sleeper.text, lexicon)]
    if facts:
        parts.append([*sorted({told(fact, lexicon) for fact in facts})])
        parts.append([*marks(sleeper.text, facts, lexicon)])
    else:
        parts += [sleeper.channel, sleeper.kind, _day(sleeper)]
    if more:
        parts.append([*bare(sleeper.text, lexicon)])
    return json.dumps(parts, ensure_ascii=False, sort_keys=True)


def told(fact: Fact, lexicon: Lexicon) -> str:
    """Return what a fact says, whatever its words: subject, predicate, value and whether it is so.

    Two facts say the same if this is equal.
    """
    predicate, value = lexicon.predicate(fact.attribute), lexicon.value(fact.value)
    return json.dumps([fact.entity, predicate, value, fact.polarity], ensure_ascii=False)


def with_held(facts: Iterable[Fact], held: Iterable[Held], lexicon: Lexicon) -> tuple[Fact, ...]:
    """Return facts with whether what they say is believed now, without end.

    A statement counts that was cut off by one of the same value, in whatever words: "the city of
    Ghent" ends "Ghent" in name only.

    Args:
        facts: of some memories.
        held: what is believed in their slots, by slot and in order of valid time.
        lexicon: the word lists.
    """
    runs: dict[tuple[int, str, str], list[Held]] = {}
    for one in held:
        key = (one.slot, lexicon.value(one.value), one.polarity)
        runs.setdefault(key, []).append(one)
    claims, values = set[int](), set[tuple[int, int, str]]()
    for run in runs.values():
        starts = {one.valid_from for one in run if one.valid_to is None}
        for one in reversed(run):
            if one.valid_to is None or one.valid_to in starts:
                starts.add(one.valid_from)
                claims.add(one.claim)
                values.add((one.slot, one.candidate, one.polarity))
    return tuple(
        fact._replace(held=fact.claim in claims or (
            not fact.firm and (fact.slot, fact.candidate, fact.polarity) in values))
        for fact in facts
    )  # fmt: skip


def _is_result(sleeper: Sleeper) -> bool:
    kept = sleeper.metadata
    return sleeper.type in RESULTS or "task" in kept or "outcome" in kept


def _lasting(fact: Fact, sleeper: Sleeper) -> bool:
    """Tell whether a fact is believed now, without end; a weak memory may repeat it."""
    believed = fact.firm or sleeper.commitment == "candidate"
    return fact.held and believed and fact.cardinality != "interval" and bool(fact.attribute)


def _circle(sleeper: Sleeper) -> list[Json]:
    """Return whose words they are and who may see them."""
    kept = sleeper.metadata
    speaker = sleeper.speaker if sleeper.channel in ("user", "tool") else None
    return [speaker, [kept.get(name) for name in _PRIVACY], [kept.get(name) for name in _LABELS]]


def _weights(text: str, lexicon: Lexicon) -> list[Json]:
    """Return the words that must not differ: negations, conditions, modes, and past tenses."""
    words = [word.strip(_EDGES).casefold() for word in _WORDS.findall(text)]
    past = any(word.endswith("ed") and word not in _LASTING and before not in _BEFORE_PARTICIPLE
               for before, word in pairwise(["", *words]))  # fmt: skip
    asks = text.rstrip("\"')]* ").endswith("?")
    past = past or ("used", "to") in pairwise(words)
    return [[*sorted(stems(text) & lexicon.weighty)], past, asks]


def _day(sleeper: Sleeper) -> str | None:
    """Return the day on which it was said, where it tells of one."""
    words = set(sleeper.text.casefold().split())
    if sleeper.kind != "episode" and words.isdisjoint(_TIMELY):
        return None
    return from_micros(sleeper.happened_at).astimezone(UTC).date().isoformat()
