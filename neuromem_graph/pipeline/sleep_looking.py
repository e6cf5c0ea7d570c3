"""Look at all that sleep could work on, in pages, and keep numbers only."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from neuromem_graph.core.sleeping.grounds import is_private, task_in
from neuromem_graph.core.sleeping.lexicon import Lexicon, lexicon
from neuromem_graph.core.sleeping.sameness import Rank, key_of, rank_of
from neuromem_graph.core.text import normal_form
from neuromem_graph.errors import MemoryGraphError
from neuromem_graph.pipeline import clearing
from neuromem_graph.pipeline import sleep_phases as phases
from neuromem_graph.pipeline.sleep_phases import Night
from neuromem_graph.ports import Reader
from neuromem_graph.providers import sleep_helpers
from neuromem_graph.providers.sleep_helpers import Helpers
from neuromem_graph.types.base import LATEST
from neuromem_graph.types.sleeping import Fact, Sleeper

T = TypeVar("T")
Progress = Callable[[str, int, int], None]
"""Is told the phase, how many clusters of it are done, and how many there are."""


class Found(NamedTuple):
    """Hold what a look at all active memories found: numbers only, whatever they say."""

    memories: int
    clusters: tuple[tuple[int, ...], ...]  # memories that may be the same, the best first
    weak: tuple[int, ...]  # candidates
    tasks: tuple[tuple[int, ...], ...]  # memories about tasks; of one task all stand in one
    shared: tuple[tuple[int, ...], ...]  # memories that tell one value, or values of one slot
    wakes_at: int | None = None  # microseconds: when the first of these memories expires
    refused: tuple[str, ...] = ()  # why the planner was asked no more


def look(
    reader: Reader, night: Night, helpers: Helpers, progress: Progress | None
) -> Found:  # fmt: skip
    """Go through all active memories in pages, and keep numbers."""
    words, size = lexicon(night.settings.sleeping), night.settings.sleeping.page
    looked = _Looked(night, words, helpers)
    after, active = 0, 0
    if progress is not None:
        active = reader.stats(night.namespace).memories.get("active", 0)
    while page := reader.sleeping.page(night.namespace, after, size):
        numbers = [one.memory for one in page]
        facts = phases.facts_of(night, reader, numbers)
        repeated = defaultdict[int, list[str]](list)
        for memory, task in reader.sleeping.repeated_tasks(night.namespace, numbers):
            repeated[memory].append(task)
        for one in page:
            looked.add(one, facts.get(one.memory, ()), repeated.get(one.memory, ()))
        after = page[-1].memory
        if progress is not None:
            progress("plan", looked.memories, max(active, looked.memories))
    return looked.found(reader.sleeping.marked(night.namespace))


class _Looked:
    """Sort memories by what they have in common; what is unique costs a few bytes."""

    def __init__(self, night: Night, words: Lexicon, helpers: Helpers) -> None:
        self.night, self.words, self.planner = night, words, helpers.planner
        self.memories, self.wakes_at, self.refused = 0, LATEST, list[str]()
        self.same = _Groups[Rank]()
        self.tasks, self.values, self.lists = _Groups[int](), _Groups[int](), _Groups[int]()
        self.weak: list[int] = []

    def add(self, one: Sleeper, facts: Sequence[Fact], repeated: Sequence[str]) -> None:
        """Look at one memory, its claims, and the tasks of events that said it again."""
        self.memories += 1
        key = self._key(one, facts)
        if key is not None:
            self.same.add(key, rank_of(one, facts, self.words))
        if one.active and one.commitment == "candidate" and not one.own:
            self.weak.append(one.memory)
        until = one.expires_at
        if until is not None and one.active and until > self.night.now:
            self.wakes_at = min(self.wakes_at, until)
        gone = until is not None and until <= self.night.now
        if not one.active or one.own or gone or is_private(one.metadata):
            return
        for task in (task_in(one.metadata), *(task_in({"task": name}) for name in repeated)):
            if task is not None:
                self.tasks.add(normal_form(task), one.memory)
        for fact in facts:
            if fact.firm and fact.held:
                predicate = self.words.predicate(fact.attribute)
                self.values.add(f"{predicate} {self.words.value(fact.value)}", one.memory)
                if fact.cardinality == "multi":
                    self.lists.add(f"{fact.entity} {predicate}", one.memory)

    def _key(self, one: Sleeper, facts: Sequence[Fact]) -> str | None:
        """Ask the planner, and the rules where there is none, or once it has failed."""
        if self.planner is not None:
            try:
                return sleep_helpers.key(self.planner, one, facts)
            except MemoryGraphError as exc:  # its own, or one of ours that it raised
                self.refused.append(clearing.failure(str(exc), self.night.resources))
                self.planner = None
        return key_of(one, facts, self.words, self.night.now)

    def found(self, marked: frozenset[int]) -> Found:
        """Return what several have in common, what was marked for sleep first."""
        clusters = [tuple(rank.memory for rank in sorted(group)) for group in self.same.several(2)]
        clusters.sort(key=lambda group: (marked.isdisjoint(group), -len(group), group[0]))
        how = self.night.settings.sleeping
        shared = [*self.values.several(how.shared), *self.lists.several(how.listed)]
        return Found(
            self.memories, tuple(clusters), tuple(self.weak),
            _joined(self.tasks.several(how.results)),
            tuple(dict.fromkeys(tuple(dict.fromkeys(group)) for group in shared)),
            None if self.wakes_at == LATEST else self.wakes_at, tuple(self.refused),
        )  # fmt: skip


def _joined(groups: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Join groups that share a member: in the same words several tasks may have failed."""
    at, joined = dict[int, int](), dict[int, set[int]]()
    for number, group in enumerate(groups):
        joined[number] = set(group)
        for other in {at[one] for one in group if one in at}:
            joined[number] |= joined.pop(other)
        at |= dict.fromkeys(joined[number], number)
    return tuple(tuple(sorted(group)) for group in joined.values())


class _Groups(Generic[T]):
    """Group numbers by the digest of a key; the key itself is not kept."""

    def __init__(self) -> None:
        self._first: dict[bytes, T] = {}
        self._more: dict[bytes, list[T]] = {}

    def add(self, key: str, one: T) -> None:
        """Put one into the group of a key."""
        digest = hashlib.blake2b(key.encode(errors="surrogatepass"), digest_size=16).digest()
        if digest in self._more:
            self._more[digest].append(one)
        elif digest in self._first:
            self._more[digest] = [self._first[digest], one]
        else:
            self._first[digest] = one

    def several(self, least: int) -> list[list[T]]:
        """Return the groups of at least so many, in the order in which they began."""
        if least <= 1:
            return [self._more.get(digest, [one]) for digest, one in self._first.items()]
        return [group for group in self._more.values() if len(group) >= least]
