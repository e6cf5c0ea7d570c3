"""What is asked of a backend by sleep, and who may plan for it."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from neuromem_graph.types.base import Namespace
from neuromem_graph.types.proposals import FrameProposal, RelationProposal
from neuromem_graph.types.sleeping import Conflict, Fact, Held, LastSleep, Made, Opposed, Sleeper


class SleepReader(Protocol):
    """Read what sleep looks at, at one moment; every method reads exactly one namespace."""

    def last(self, namespace: Namespace) -> LastSleep | None:
        """Return the newest phase of sleep; None: there was none."""

    def page(self, namespace: Namespace, after: int, most: int) -> tuple[Sleeper, ...]:
        """Return memories that are active or superseded and not erased, oldest first.

        Args:
            namespace: what is read.
            after: a memory; only later ones are returned.
            most: so many at most.
        """

    def sleepers(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Sleeper, ...]:
        """Return those of these memories that are active or superseded and not erased."""

    def archived(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Sleeper, ...]:
        """Return those of these memories that are archived and not erased, oldest first."""

    def facts(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Fact, ...]:
        """Return the claims of these memories, by memory and in order."""

    def held(self, namespace: Namespace, slots: Sequence[int]) -> tuple[Held, ...]:
        """Return what is believed in these slots, by slot and in order of valid time."""

    def supporters(
        self, namespace: Namespace, targets: Sequence[int]
    ) -> Mapping[int, tuple[int, ...]]:
        """Return the events behind these memories and claims: their own, and those of support.

        Behind a memory stand also the events of those that are merged into it.
        """

    def agreeing(
        self, namespace: Namespace, memories: Sequence[int], above: float = 0.0
    ) -> tuple[Made, ...]:
        """Return the events of active memories that support these by an edge, as their sources.

        Args:
            namespace: what is read.
            memories: what is supported.
            above: edges of more weight only.
        """

    def repeated_tasks(
        self, namespace: Namespace, memories: Sequence[int]
    ) -> tuple[tuple[int, str], ...]:
        """Return the tasks of events that said again what these memories say: memory, task."""

    def opposed(self, namespace: Namespace) -> tuple[Opposed, ...]:
        """Return pairs of active memories of which one contradicts the other, oldest edge first."""

    def conflicts(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Conflict, ...]:
        """Return what contradicts these memories by an edge, and what they contradict."""

    def marked(self, namespace: Namespace) -> frozenset[int]:
        """Return the memories of events that were marked for sleep (route "sleep_priority")."""

    def made_of(self, namespace: Namespace, ends: Sequence[int]) -> tuple[Made, ...]:
        """Return the memories of own words, in any state, made of these memories and claims."""

    def merged_into(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Made, ...]:
        """Return the memories that are merged into these, as `memory`; those erased are not."""

    def served(
        self, namespace: Namespace, memories: Sequence[int]
    ) -> tuple[tuple[int, str, str], ...]:
        """Return how queries went that had used these memories: memory, trace, last outcome."""


class CrystallizationPlanner(Protocol):
    """Say which memories may be one; what is not really the same is refused all the same."""

    def key(self, memory: Sleeper, facts: Sequence[Fact]) -> str | None:
        """Return what a memory has in common with those that may be the same; None: nothing."""


class FrameExtractor(Protocol):
    """Generalise several memories, as a model can."""

    def frames(self, memories: Sequence[Sleeper]) -> Sequence[FrameProposal]:
        """Return generalisations, each with quotes of its sources; those without are refused."""


class RelationProposer(Protocol):
    """Relate memories, as a model can."""

    def relations(self, memories: Sequence[Sleeper]) -> Sequence[RelationProposal]:
        """Return relations, each with a quote of both ends; those without are refused."""
