"""Make frames of what was experienced: procedures, failure patterns, schemas and summaries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from neuromem_graph.core.sleeping.frames import Frame
from neuromem_graph.core.sleeping.grounds import Ground
from neuromem_graph.core.sleeping.lexicon import Lexicon, stems
from neuromem_graph.core.text import normal_form, sentences
from neuromem_graph.settings.sleeping import Sleeping
from neuromem_graph.types.base import Kind
from neuromem_graph.types.sleeping import Fact, Sleeper

__all__ = [
    "Record", "Stated", "Told", "is_plain", "results", "schemas", "summaries", "used", "worked",
]  # fmt: skip

_LONGEST = 400  # characters of one source that a compiled text quotes
_REASONS = 3  # that a failure pattern names


class Record(NamedTuple):
    """Count how often something went well, and how often not."""

    successes: int = 0
    failures: int = 0


class Told(NamedTuple):
    """Hold one event about a task, with a memory that says its words; repeats share a memory."""

    sleeper: Sleeper
    ground: Ground


class Stated(NamedTuple):
    """Hold one fact that is firmly believed now, the memory that tells it, and its event."""

    fact: Fact
    sleeper: Sleeper
    ground: Ground


def results(task: str, told: Sequence[Told], used: Record, settings: Sleeping) -> tuple[Frame, ...]:
    """Compile what is known of one task: how it is done, and how it fails.

    Events are counted, however few memories they became.

    Args:
        task: what is done.
        told: the events about it, oldest first.
        used: how turns went that had used what was compiled of it.
        settings: how many results it takes.

    Returns:
        A procedure with its record, if it ever went well; a failure pattern, if it ever failed.
    """
    good, bad, steps = ([one for one in told if one.ground.well is how]
                        for how in (True, False, None))  # fmt: skip
    record = Record(_events(good) + used.successes, _events(bad) + used.failures)
    grounds, name, frames = tuple(one.ground for one in told), _lower(task), []
    if (good or steps) and sum(record) + _events(steps) >= settings.results:
        how = _stop(_most_told(good or steps).text)
        reason = worked(record)
        text = f"How to {name}: {how} {reason}".rstrip()
        frames.append(Frame("procedure", normal_form(task), text, _sources(told), grounds,
                            parts=(task, how), reason=reason or "no result is told"))  # fmt: skip
    if _events(bad) >= settings.results:
        seen = tuple(dict.fromkeys(_stop(one.sleeper.text) for one in reversed(bad)))[:_REASONS]
        often = f"failed {_times(record.failures, record)}"
        text = f"Warning, {name} {often}: {' '.join(seen)}"
        frames.append(Frame("failure_pattern", normal_form(task), text, _sources(bad), grounds,
                            parts=(task, *seen), reason=often))  # fmt: skip
    return tuple(frames)


def worked(record: Record) -> str:
    """Say how often it went well, "Worked 3 of 4 times."; nothing if that was never told."""
    return f"Worked {_times(record.successes, record)}." if sum(record) else ""


def _events(told: Iterable[Told]) -> int:
    return len({one.ground.event for one in told})


def _sources(told: Iterable[Told]) -> tuple[Sleeper, ...]:
    found = {one.sleeper.memory: one.sleeper for one in told}
    return tuple(found[memory] for memory in sorted(found))


def _times(count: int, record: Record) -> str:
    return f"{count} of {sum(record)} times"


def _most_told(told: Sequence[Told]) -> Sleeper:
    """Return the words that were told most often, of these the newest."""
    often = Counter(normal_form(one.sleeper.text) for one in told)
    best = max(told, key=lambda one: (often[normal_form(one.sleeper.text)], one.ground.event,
                                      one.sleeper.memory))  # fmt: skip
    return best.sleeper


def _lower(task: str) -> str:
    words = task.strip().rstrip(".!")
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


def _stop(text: str) -> str:
    text = text.strip()
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}\u2026"
    return text if text.endswith((".", "!", "?", "\u2026")) else f"{text}."


def is_plain(fact: Fact, sleeper: Sleeper, lexicon: Lexicon, settings: Sleeping) -> bool:
    """Tell whether a fact is told as one: not as somebody's word, not as a mere supposition.

    A claim keeps whether it is firm and asserted, not who is quoted: so what else its sentences
    say counts.

    Args:
        fact: a claim.
        sleeper: the memory that tells it.
        lexicon: the word lists.
        settings: the words that take it back.
    """
    if not fact.firm or fact.polarity != "asserted":
        return False
    text, value = sleeper.text, fact.value.casefold()
    near = [text[one.start : one.end] for one in sentences(text)
            if value in text[one.start : one.end].casefold()]  # fmt: skip
    own = lexicon.said_by(fact.attribute) | stems(fact.value)
    said = stems(" ".join(near) or text) - own
    return said.isdisjoint(_stemmed(settings.grounding.reported))


@lru_cache(maxsize=8)
def _stemmed(words: str) -> frozenset[str]:
    return stems(words)


def schemas(
    told: Iterable[Stated], lexicon: Lexicon, settings: Sleeping
) -> tuple[Frame, ...]:  # fmt: skip
    """Compile what several have in common: one predicate and value, and different subjects.

    Args:
        told: what is firmly believed now.
        lexicon: the word lists.
        settings: how many subjects it takes, and how many are named.
    """
    groups = defaultdict[tuple[str, str], dict[int, Stated]](dict)
    for one in told:
        key = (lexicon.predicate(one.fact.attribute), lexicon.value(one.fact.value))
        groups[key].setdefault(one.fact.entity, one)
    frames = []
    for (predicate, value), members in groups.items():
        found, count = list(members.values()), len(members)
        if count >= settings.shared:
            names = _named([one.fact.subject for one in found], settings.named)
            text = f"{count} have in common: {_words(predicate)} {found[0].fact.value} ({names})."
            frames.append(_frame(("schema", f"{predicate} {value}"), text, found,
                                 f"shared by {count}"))  # fmt: skip
    return tuple(frames)


def summaries(
    told: Iterable[Stated], lexicon: Lexicon, settings: Sleeping
) -> tuple[Frame, ...]:  # fmt: skip
    """Compile the values of one subject and predicate that takes several, into one list.

    Args:
        told: what is firmly believed now.
        lexicon: the word lists.
        settings: how many values it takes, and how many are named.
    """
    groups = defaultdict[tuple[int, str], dict[str, Stated]](dict)
    for one in told:
        if one.fact.cardinality == "multi":
            key = (one.fact.entity, lexicon.predicate(one.fact.attribute))
            groups[key].setdefault(lexicon.value(one.fact.value), one)
    frames = []
    for (entity, predicate), members in groups.items():
        found, count = list(members.values()), len(members)
        if count >= settings.listed:
            names = _named([one.fact.value for one in found], settings.named)
            text = f"{found[0].fact.subject} {_words(predicate)}: {names}."
            frames.append(_frame(("entity", f"{entity} {predicate}"), text, found,
                                 f"{count} values"))  # fmt: skip
    return tuple(frames)


def _frame(what: tuple[Kind, str], text: str, told: Sequence[Stated], reason: str) -> Frame:
    sources = {one.sleeper.memory: one.sleeper for one in told}
    ordered = tuple(sources[memory] for memory in sorted(sources))
    return Frame(*what, text, ordered, tuple(one.ground for one in told),
                 claims=tuple(one.fact.claim for one in told), reason=reason)  # fmt: skip


def _words(predicate: str) -> str:
    return predicate.replace("_", " ")


def _named(names: Sequence[str], most: int) -> str:
    """Name the newest, and say how many are left out."""
    shown = ", ".join(names[-most:])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def used(outcomes: Iterable[tuple[int, str, str]]) -> Record:
    """Count how turns went; one trace counts once, by its last outcome."""
    last: Mapping[str, str] = {trace: outcome for _, trace, outcome in outcomes}
    count = Counter(last.values())
    return Record(count["success"], count["failure"])
