"""The phases of sleep: each reads memories inside a transaction, and drafts what it decides."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from neuromem_graph.core.edges import family_of
from neuromem_graph.core.sleeping import compiling, grounding, merging, settling
from neuromem_graph.core.sleeping.compiling import Frame
from neuromem_graph.core.sleeping.lexicon import lexicon
from neuromem_graph.core.sleeping.sameness import with_held
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.drafts import Draft, EvidenceDraft
from neuromem_graph.types.proposals import FrameProposal, RelationProposal
from neuromem_graph.types.sleeping import Deed, Fact, Sleeper, SleepItem

__all__ = [
    "Done", "Night", "Work", "by_memory", "compile_facts", "compile_tasks", "consolidate",
    "facts_of", "is_private", "promote", "propose", "settle",
]  # fmt: skip

_PRIVATE = ("acl", "private", "privacy_level")
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


def is_private(one: Sleeper) -> bool:
    """Tell whether not everybody may see what a memory says: nothing is compiled of it."""
    return any(one.metadata.get(name) for name in _PRIVATE)


def facts_of(night: Night, reader: Reader, memories: Sequence[int]) -> dict[int, list[Fact]]:
    """Return the claims of some memories, by memory, with whether they are believed now."""
    facts = reader.sleeping.facts(night.namespace, memories)
    held = reader.sleeping.held(night.namespace, sorted({fact.slot for fact in facts}))
    return by_memory(with_held(facts, held, lexicon(night.settings.sleeping)))


def _read(
    night: Night, reader: Reader, memories: Iterable[int], *, active: bool = True
) -> tuple[dict[int, Sleeper], dict[int, list[Fact]]]:
    asked = sorted(set(memories))
    rows = {one.memory: one for one in reader.sleeping.sleepers(night.namespace, asked)
            if one.active or not active}  # fmt: skip
    return rows, facts_of(night, reader, sorted(rows))


def consolidate(night: Night, reader: Reader, groups: Sequence[tuple[int, ...]]) -> Done:
    """Merge what is really the same of each cluster."""
    done, words, version = Done(), lexicon(night.settings.sleeping), night.settings.version
    rows, facts = _read(night, reader, (one for group in groups for one in group), active=False)
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
    for made in reader.sleeping.agreeing(night.namespace, asked):
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
    rows, facts = _read(night, reader, (one for group in groups for one in group))
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


def compile_tasks(night: Night, reader: Reader, groups: Sequence[tuple[int, ...]]) -> Done:
    """Compile procedures and failure patterns of what is known of each task."""

    def frames(there: Sequence[Sleeper], facts: Mapping[int, Sequence[Fact]]) -> list[Frame]:
        task = compiling.task_of(there[-1])
        if task is None:
            return []
        made = reader.sleeping.made_of(night.namespace, [one.memory for one in there])
        asked = sorted({*(one.memory for one in made), *(one.memory for one in there)})
        used = compiling.used(reader.sleeping.served(night.namespace, asked))
        return [*compiling.results(task, there, used, night.settings.sleeping)]

    return _compile(night, reader, groups, frames)


def compile_facts(night: Night, reader: Reader, groups: Sequence[tuple[int, ...]]) -> Done:
    """Compile schemas of what several have in common, and summaries of lists."""
    words, how = lexicon(night.settings.sleeping), night.settings.sleeping

    def frames(there: Sequence[Sleeper], facts: Mapping[int, Sequence[Fact]]) -> list[Frame]:
        told = [(fact, one) for one in there for fact in facts.get(one.memory, ())
                if fact.firm and fact.held]  # fmt: skip
        return [*compiling.schemas(told, words, how), *compiling.summaries(told, words, how)]

    return _compile(night, reader, groups, frames)


_Frames = Callable[[Sequence[Sleeper], Mapping[int, Sequence[Fact]]], list[Frame]]


def _compile(
    night: Night, reader: Reader, groups: Sequence[tuple[int, ...]], frames: _Frames
) -> Done:
    done, seen = Done(), set[tuple[str, str]]()
    rows, facts = _read(night, reader, (one for group in groups for one in group))
    for group in groups:
        there = [rows[one] for one in sorted(group) if one in rows and not rows[one].own]
        there = [one for one in there if not is_private(one)]
        for frame in frames(there, facts) if there else ():
            if (frame.kind, frame.group) not in seen:
                seen.add((frame.kind, frame.group))
                _made(frame, done, night, reader)
    return done


def _made(frame: Frame, done: Done, night: Night, reader: Reader) -> None:
    """Draft a frame in the place of the one before, unless that says the same of the same."""
    ends = frame.claims or tuple(one.memory for one in frame.sources)
    made = reader.sleeping.made_of(night.namespace, ends)
    known = reader.sleeping.sleepers(night.namespace, sorted({one.memory for one in made}))
    wanted = (True, frame.kind, frame.commitment)
    earlier = [one for one in known if (one.active, one.kind, one.commitment) == wanted]
    if any(one.text == frame.text for one in earlier):
        return
    ref = -len(done.drafts) - 1
    done.drafts += compiling.drafts(frame, earlier, night.settings.version, len(done.drafts))
    done.tell("compiled", frame.reason, frame.text, frame.sources, ref)


Given = tuple[Sequence[Sleeper], Sequence[FrameProposal], Sequence[RelationProposal]]


def propose(night: Night, reader: Reader, given: Given) -> Done:
    """Ground what a model proposed for some memories; what it can't show is refused."""
    shown, frames, relations = given
    done, longest = Done(), night.settings.limits.memory_characters
    rows, _ = _read(night, reader, (one.memory for one in shown))
    there = list(rows.values())
    for proposal in frames:
        frame = grounding.frame_of(proposal, there, longest)
        if isinstance(frame, str):
            done.tell("refused", grounding.REASONS[frame], proposal.text)
        else:
            _made(frame, done, night, reader)
    for related in relations:
        ends: Any = grounding.relation_of(related, there)
        if isinstance(ends, str):
            done.tell("refused", grounding.REASONS[ends], related.relation)
            continue
        done.drafts.append(
            EvidenceDraft(origin=tuple(sorted({ends[0].event, ends[1].event})), type="support",
                          source=ends[0].memory, target=ends[1].memory, weight=0.5,
                          family=family_of(related.relation), relation=related.relation,
                          settings=night.settings.version)
        )  # fmt: skip
        done.tell("compiled", related.relation, ends[0], [ends[1]])
    return done
