"""Look at all that sleep could work on, in pages, and keep numbers only."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from neuromem_graph.core.sleeping import compiling
from neuromem_graph.core.sleeping.lexicon import Lexicon, lexicon
from neuromem_graph.core.sleeping.sameness import Rank, key_of, rank_of
from neuromem_graph.pipeline import sleep_phases as phases
from neuromem_graph.pipeline.sleep_phases import Night
from neuromem_graph.ports import Reader
from neuromem_graph.ports.sleeping import CrystallizationPlanner
from neuromem_graph.types.sleeping import Fact, Sleeper

T = TypeVar("T")
Progress = Callable[[str, int, int], None]
"""Is told the phase, how many clusters of it are done, and how many there are."""


class Found(NamedTuple):
    """Hold what a look at all active memories found: numbers only, whatever they say."""

    memories: int
    clusters: tuple[tuple[int, ...], ...]  # memories that may be the same, the best first
    weak: tuple[int, ...]  # candidates
    tasks: tuple[tuple[int, ...], ...]  # memories about one task
    shared: tuple[tuple[int, ...], ...]  # memories that tell one value, or values of one slot


def look(
    reader: Reader, night: Night, planner: CrystallizationPlanner | None, progress: Progress | None
) -> Found:
    """Go through all active memories in pages, and keep numbers."""
    words, size = lexicon(night.settings.sleeping), night.settings.sleeping.page
    looked = _Looked(night, words, planner)
    after, active = 0, 0
    if progress is not None:
        active = reader.stats(night.namespace).memories.get("active", 0)
    while page := reader.sleeping.page(night.namespace, after, size):
        facts = phases.facts_of(night, reader, [one.memory for one in page])
        for one in page:
            looked.add(one, facts.get(one.memory, ()))
        after = page[-1].memory
        if progress is not None:
            progress("plan", looked.memories, max(active, looked.memories))
    return looked.found(reader.sleeping.marked(night.namespace))


class _Looked:
    """Sort memories by what they have in common; what is unique costs a few bytes."""

    def __init__(
        self, night: Night, words: Lexicon, planner: CrystallizationPlanner | None
    ) -> None:
        self.night, self.words, self.planner = night, words, planner
        self.memories = 0
        self.same = _Groups[Rank]()
        self.tasks, self.values, self.lists = _Groups[int](), _Groups[int](), _Groups[int]()
        self.weak: list[int] = []

    def add(self, one: Sleeper, facts: Sequence[Fact]) -> None:
        """Look at one memory."""
        self.memories += 1
        if self.planner is None:
            key = key_of(one, facts, self.words, self.night.now)
        else:
            key = self.planner.key(one, facts)
        if key is not None:
            self.same.add(key, rank_of(one, facts, self.words))
        if one.active and one.commitment == "candidate" and not one.own:
            self.weak.append(one.memory)
        if not one.active or one.own or phases.is_private(one):
            return
        task = compiling.task_of(one)
        if task is not None:
            self.tasks.add(task.casefold(), one.memory)
        for fact in facts:
            if fact.firm and fact.held:
                predicate = self.words.predicate(fact.attribute)
                self.values.add(f"{predicate} {self.words.value(fact.value)}", one.memory)
                if fact.cardinality == "multi":
                    self.lists.add(f"{fact.entity} {predicate}", one.memory)

    def found(self, marked: frozenset[int]) -> Found:
        """Return what several have in common, what was marked for sleep first."""
        clusters = [tuple(rank.memory for rank in sorted(group)) for group in self.same.several(2)]
        clusters.sort(key=lambda group: (marked.isdisjoint(group), -len(group), group[0]))
        how, most = self.night.settings.sleeping, self.night.settings.sleeping.cluster
        shared = [*self.values.several(how.shared), *self.lists.several(how.listed)]
        return Found(
            self.memories, tuple(clusters), tuple(self.weak),
            tuple(tuple(group[-most:]) for group in self.tasks.several(how.results)),
            tuple(dict.fromkeys(tuple(group[:most]) for group in shared)),
        )  # fmt: skip


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
