"""Make frames of what was experienced: procedures, failure patterns, schemas and summaries.

Each compiled memory has words of its own, names every source in edges "derived_from", falls with
any source that is erased, and gives way to a newer one when what it says has changed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.sleeping.lexicon import Lexicon
from neuromem_graph.core.text import clean, is_blank, normal_form
from neuromem_graph.errors import InvalidInput
from neuromem_graph.settings.sleeping import Sleeping
from neuromem_graph.types.base import Commitment, Kind
from neuromem_graph.types.drafts import (
    Draft,
    EvidenceDraft,
    LifecycleDraft,
    MemoryDraft,
    MemoryPayload,
)
from neuromem_graph.types.sleeping import Fact, Sleeper

__all__ = [
    "Frame", "Record", "Told", "drafts", "results", "schemas", "summaries", "task_of", "used",
    "went", "worked",
]  # fmt: skip

_LONGEST = 400  # characters of one source that a compiled text quotes
_SUCCESS = frozenset("success succeeded successful ok passed pass done worked completed".split())
_FAILURE = frozenset("failure failed fail error errored wrong broken timeout crashed".split())
_PRIVATE = ("acl", "private", "privacy_level")


class Record(NamedTuple):
    """Count how often something went well, and how often not."""

    successes: int = 0
    failures: int = 0


class Frame(NamedTuple):
    """Hold what shall be compiled."""

    kind: Kind
    group: str  # frames of one kind and group take each other's place
    text: str
    sources: tuple[Sleeper, ...]  # the oldest first
    commitment: Commitment = "compiled"
    claims: tuple[int, ...] = ()  # that it says again: it is over when one of them is
    reason: str = ""


class Told(NamedTuple):
    """Hold one result of a task."""

    sleeper: Sleeper
    well: bool | None  # None: nothing is told of how it went


def task_of(sleeper: Sleeper) -> str | None:
    """Return the task that a memory is about, as it was given with its event; private ones none."""
    task = sleeper.metadata.get("task")
    hidden = any(sleeper.metadata.get(name) for name in _PRIVATE)
    return None if hidden or not isinstance(task, str) or is_blank(task) else clean(task)


def went(sleeper: Sleeper) -> bool | None:
    """Return how a result went: well, not well, or untold."""
    word = sleeper.metadata.get("outcome")
    name = word.strip().casefold() if isinstance(word, str) else ""
    if name in _SUCCESS or name in _FAILURE:
        return name in _SUCCESS
    return False if sleeper.type in ("failure", "failure_pattern") else None


def results(
    task: str, sleepers: Sequence[Sleeper], used: Record, settings: Sleeping
) -> tuple[Frame, ...]:
    """Compile what is known of one task: how it is done, and how it fails.

    Args:
        task: what is done.
        sleepers: the memories about it, oldest first.
        used: how turns went that had used what was compiled of it.
        settings: how many results it takes.

    Returns:
        A procedure with its record, if it ever went well; a failure pattern, if it ever failed.
    """
    told = [Told(one, went(one)) for one in sleepers]
    good = [one.sleeper for one in told if one.well]
    bad = [one.sleeper for one in told if one.well is False]
    steps = [one.sleeper for one in told if one.well is None]
    record = Record(len(good) + used.successes, len(bad) + used.failures)
    frames = []
    known = record.successes + record.failures + len(steps)
    if (good or steps) and known >= settings.results:
        how = _most_told(good or steps)
        text = f"How to {_lower(task)}: {_stop(how.text)} {worked(record)}"
        frames.append(Frame("procedure", normal_form(task), text, tuple(sleepers),
                            reason=worked(record)))  # fmt: skip
    if len(bad) >= settings.results:
        seen = list(dict.fromkeys(_stop(one.text) for one in reversed(bad)))[:3]
        text = f"Warning, {_lower(task)} failed {_times(record.failures, record)}: {' '.join(seen)}"
        frames.append(Frame("failure_pattern", normal_form(task), text, tuple(bad),
                            reason=f"failed {_times(record.failures, record)}"))  # fmt: skip
    return tuple(frames)


def worked(record: Record) -> str:
    """Say how often it went well: "Worked 3 of 4 times."."""
    return f"Worked {_times(record.successes, record)}."


def _times(count: int, record: Record) -> str:
    return f"{count} of {record.successes + record.failures} times"


def _most_told(sleepers: Sequence[Sleeper]) -> Sleeper:
    """Return the words that were told most often, of these the newest."""
    often = Counter(normal_form(one.text) for one in sleepers)
    return max(sleepers, key=lambda one: (often[normal_form(one.text)], one.memory))


def _lower(task: str) -> str:
    words = task.strip().rstrip(".!")
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


def _stop(text: str) -> str:
    text = text.strip()
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}\u2026"
    return text if text.endswith((".", "!", "?", "\u2026")) else f"{text}."


def schemas(
    facts: Iterable[tuple[Fact, Sleeper]], lexicon: Lexicon, settings: Sleeping
) -> tuple[Frame, ...]:
    """Compile what several have in common: one predicate and value, and different subjects.

    Args:
        facts: what is firmly believed now, each with the memory that tells it.
        lexicon: the word lists.
        settings: how many subjects it takes, and how many are named.
    """
    groups: dict[tuple[str, str], dict[int, tuple[Fact, Sleeper]]] = {}
    for fact, sleeper in facts:
        if fact.polarity == "asserted":
            key = (lexicon.predicate(fact.attribute), lexicon.value(fact.value))
            groups.setdefault(key, {}).setdefault(fact.entity, (fact, sleeper))
    frames = []
    for (predicate, value), members in groups.items():
        if len(members) < settings.shared:
            continue
        told = list(members.values())
        names = _named([fact.subject for fact, _ in told], settings.named)
        text = f"{len(told)} have in common: {_words(predicate)} {told[0][0].value} ({names})."
        reason = f"shared by {len(told)}"
        frames.append(_frame("schema", f"{predicate} {value}", text, told, reason))
    return tuple(frames)


def summaries(
    facts: Iterable[tuple[Fact, Sleeper]], lexicon: Lexicon, settings: Sleeping
) -> tuple[Frame, ...]:
    """Compile the values of one subject and predicate that takes several, into one list.

    Args:
        facts: what is firmly believed now, each with the memory that tells it.
        lexicon: the word lists.
        settings: how many values it takes, and how many are named.
    """
    groups: dict[tuple[int, str], dict[str, tuple[Fact, Sleeper]]] = {}
    for fact, sleeper in facts:
        if fact.polarity == "asserted" and fact.cardinality == "multi":
            key = (fact.entity, lexicon.predicate(fact.attribute))
            groups.setdefault(key, {}).setdefault(lexicon.value(fact.value), (fact, sleeper))
    frames = []
    for (entity, predicate), members in groups.items():
        if len(members) < settings.listed:
            continue
        told = list(members.values())
        names = _named([fact.value for fact, _ in told], settings.named)
        text = f"{told[0][0].subject} {_words(predicate)}: {names}."
        frames.append(_frame("entity", f"{entity} {predicate}", text, told, f"{len(told)} values"))
    return tuple(frames)


def _frame(
    kind: Kind, group: str, text: str, told: Sequence[tuple[Fact, Sleeper]], reason: str
) -> Frame:
    sources = {sleeper.memory: sleeper for _, sleeper in told}
    ordered = tuple(sources[memory] for memory in sorted(sources))
    return Frame(kind, group, text, ordered, claims=tuple(fact.claim for fact, _ in told),
                 reason=reason)  # fmt: skip


def _words(predicate: str) -> str:
    return predicate.replace("_", " ")


def _named(names: Sequence[str], most: int) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def drafts(
    frame: Frame, earlier: Sequence[Sleeper], version: str, before: int = 0
) -> tuple[Draft, ...]:
    """Draft a compiled memory, the evidence of its sources, and the end of those it replaces.

    Args:
        frame: what is compiled.
        earlier: compiled memories of the same group that are active.
        version: of the settings.
        before: drafts that come first in the batch.
    """
    if not frame.sources:
        raise InvalidInput("a frame without a source can't be compiled")
    origin = tuple(dict.fromkeys(one.event for one in frame.sources))
    since = max(one.valid_from for one in frame.sources)
    ref = -before - 1
    made: list[Draft] = [
        MemoryDraft(
            origin=origin, event=frame.sources[-1].event, memory_kind=frame.kind, start=0, end=0,
            commitment=frame.commitment, units=1, valid_from=since, frail=True, settings=version,
            payload=MemoryPayload(text=clean(frame.text)),
        )
    ]  # fmt: skip
    for end in (*(one.memory for one in frame.sources), *frame.claims):
        made.append(
            EvidenceDraft(origin=origin, type="derive", source=ref, target=end, family="logic",
                          relation="derived_from", settings=version)
        )  # fmt: skip
    for old in earlier:
        made.append(
            LifecycleDraft(origin=origin, memory=old.memory, state="superseded", reason="compiled",
                           valid_to=max(since, old.valid_from), settings=version)
        )  # fmt: skip
        made.append(
            EvidenceDraft(origin=origin, type="supersede", source=ref, target=old.memory,
                          family="logic", relation="supersedes", settings=version)
        )  # fmt: skip
    return tuple(made)


def used(outcomes: Iterable[tuple[int, str, str]]) -> Record:
    """Count how turns went; one trace counts once, by its last outcome."""
    last: Mapping[str, str] = {trace: outcome for _, trace, outcome in outcomes}
    count = Counter(last.values())
    return Record(count["success"], count["failure"])
