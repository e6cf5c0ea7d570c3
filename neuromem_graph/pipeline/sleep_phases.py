"""The phases of sleep: each reads memories inside a transaction, and drafts what it decides."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from neuromem_graph.core.sleeping import merging, settling
from neuromem_graph.core.sleeping.lexicon import lexicon
from neuromem_graph.core.sleeping.sameness import with_held
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.drafts import Draft
from neuromem_graph.types.sleeping import Deed, Fact, Sleeper, SleepItem

__all__ = [
    "Done", "Night", "Work", "by_memory", "consolidate", "facts_of", "promote", "read", "settle",
]  # fmt: skip

_SHOWN = 160  # characters of a text that a report shows


@dataclass(frozen=True, slots=True)
class Night:
    """Hold what all phases of one sleep share."""

    namespace: Namespace
    resources: Resources
    now: int  # microseconds

    @property
    def settings(self) -> Settings:
        """Return the settings that are decided under."""
        return self.resources.settings


@dataclass(slots=True)
class Done:
    """Collect what one batch does; an item with a reference gets the id of that draft."""

    drafts: list[Draft] = field(default_factory=list)
    items: list[tuple[int, SleepItem]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)

    def tell(
        self, what: Deed, reason: str, about: Sleeper | str, others: Iterable[Sleeper] = (),
        ref: int = 0,
    ) -> None:  # fmt: skip
        """Add a line for the report, and count it."""
        text, public = (about, "") if isinstance(about, str) else (about.text, about.id)
        ids = tuple(one.id for one in others)
        self.items.append((ref, SleepItem(what=what, reason=reason, id=public,
                                          text=text[:_SHOWN], others=ids)))  # fmt: skip
        counted = self.refused if what in ("refused", "left") else self.counts
        name = "open" if what == "left" else what
        counted[name] = counted.get(name, 0) + (len(ids) if what == "merged" else 1)


class Work(Protocol):
    """Do one batch of a phase."""

    def __call__(self, night: Night, reader: Reader, groups: Sequence[tuple[int, ...]], /) -> Done:
        """Read what the batch is about, as it now is, and draft what shall be done."""


def by_memory(facts: Iterable[Fact]) -> dict[int, list[Fact]]:
    """Sort claims by the memory that tells them."""
    found: dict[int, list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.memory].append(fact)
    return dict(found)


def facts_of(night: Night, reader: Reader, memories: Sequence[int]) -> dict[int, list[Fact]]:
    """Return the claims of some memories, by memory, with whether they are believed now."""
    facts = reader.sleeping.facts(night.namespace, memories)
    held = reader.sleeping.held(night.namespace, sorted({fact.slot for fact in facts}))
    return by_memory(with_held(facts, held, lexicon(night.settings.sleeping)))


def read(
    night: Night, reader: Reader, memories: Iterable[int], *, active: bool = True
) -> tuple[dict[int, Sleeper], dict[int, list[Fact]]]:
    """Return memories as they now are, with their claims; `active` leaves out the superseded."""
    asked = sorted(set(memories))
    rows = {one.memory: one for one in reader.sleeping.sleepers(night.namespace, asked)
            if one.active or not active}  # fmt: skip
    return rows, facts_of(night, reader, sorted(rows))


def consolidate(night: Night, reader: Reader, groups: Sequence[tuple[int, ...]]) -> Done:
    """Merge what is really the same of each cluster."""
    done, words, version = Done(), lexicon(night.settings.sleeping), night.settings.version
    rows, facts = read(night, reader, (one for group in groups for one in group), active=False)
    behind = _sound(night, reader, reader.sleeping.supporters(night.namespace, sorted(rows)))
    rows = {one: row for one, row in rows.items() if row.event in behind.get(one, ())}
    conflicts = reader.sleeping.conflicts(night.namespace, sorted(rows))
    moved = set[int]()
    for group in groups:
        there = [rows[one] for one in dict.fromkeys(group) if one in rows and one not in moved]
        merges, alone = merging.unite(there, facts, words, night.now)
        for merge in merges:
            done.drafts += merging.drafts(merge, version)
            done.drafts += merging.conflicts(merge, conflicts, version)
            moved |= {one.memory for one in merge.others}
            done.tell("merged", "they say the same", merge.kept, merge.others)
        if not merges and len(there) > 1:
            done.tell("refused", "they do not say the same", there[0], alone[1:])
    return done


def _grounded(
    night: Night, reader: Reader, behind: Mapping[int, Iterable[int]]
) -> dict[int, set[int]]:
    events = sorted({event for events in behind.values() for event in events})
    said = reader.keeping.said(night.namespace, events)
    firm = settling.grounded(said, night.settings)
    sound = _sound(night, reader, behind)
    return {memory: set(events) & firm for memory, events in sound.items()}


def _sound(
    night: Night, reader: Reader, behind: Mapping[int, Iterable[int]]
) -> dict[int, tuple[int, ...]]:
    """Leave out the events of sources that are tainted."""
    events = sorted({event for events in behind.values() for event in events})
    bad = reader.safety.tainted(night.namespace, events)
    return {one: tuple(e for e in events if e not in bad) for one, events in behind.items()}


def promote(night: Night, reader: Reader, groups: Sequence[tuple[int, ...]]) -> Done:
    """Make memories of candidates that grounded sources support."""
    done, asked = Done(), sorted({one for group in groups for one in group})
    rows = [one for one in reader.sleeping.sleepers(night.namespace, asked) if one.active]
    behind: dict[int, set[int]] = defaultdict(set)
    for memory, events in reader.sleeping.supporters(night.namespace, asked).items():
        behind[memory] |= set(events)
    alone = night.settings.sleeping.grounding.weight  # of what a model says: it validates nothing
    for made in reader.sleeping.agreeing(night.namespace, asked, alone):
        behind[made.memory].add(made.source)
    firm = _grounded(night, reader, behind)
    for one in rows:
        draft = settling.promoted(one, firm.get(one.memory, ()), night.settings)
        if draft is not None:
            done.drafts.append(draft)
            done.tell("promoted", f"{len(firm[one.memory])} grounded events say so", one)
    return done


def settle(night: Night, reader: Reader, groups: Sequence[tuple[int, ...]]) -> Done:
    """Settle conflicts by evidence; those that evidence does not decide stay open."""
    done = Done()
    rows, facts = read(night, reader, (one for group in groups for one in group))
    behind = reader.sleeping.supporters(night.namespace, sorted(rows))
    firm = _grounded(night, reader, behind)
    lost = set[int]()
    for one, other in groups:
        if not {one, other} <= rows.keys() - lost:
            continue
        verdict = settling.settle((rows[one], rows[other]), facts, firm, night.settings)
        if verdict.winner is None or verdict.loser is None:
            done.tell("left", f"open conflict: {verdict.reason}", rows[one], [rows[other]])
            continue
        done.drafts += settling.settled(verdict, night.settings.version)
        lost.add(verdict.loser.memory)
        done.tell("settled", verdict.reason, verdict.winner, [verdict.loser])
    return done
