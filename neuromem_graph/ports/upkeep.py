"""What is asked of a backend for upkeep: how memories age, and how a file can be made smaller."""

from collections.abc import Sequence
from os import PathLike
from typing import Protocol, runtime_checkable

from neuromem_graph.types.base import Namespace
from neuromem_graph.types.storage import Compacted, DbStats
from neuromem_graph.types.upkeep import Day, Rival, StandingRow


class UpkeepReader(Protocol):
    """Read what upkeep looks at, at one moment; every method reads exactly one namespace."""

    def standings(self, namespace: Namespace, after: int, most: int) -> tuple[StandingRow, ...]:
        """Return how memories stand, oldest first.

        Args:
            namespace: what is read.
            after: a memory; only later ones are returned.
            most: how many at most.
        """

    def explanations(self, namespace: Namespace, before: int, most: int) -> Sequence[str]:
        """Return the newest explanations of queries asked before a time, in microseconds."""

    def rivals(self, namespace: Namespace, now: int, after: int, most: int) -> tuple[Rival, ...]:
        """Return firmly held values of slots that take one at a time, slot by slot.

        Args:
            namespace: what is read.
            now: microseconds; only what holds then.
            after: a slot; only later ones are returned.
            most: how many rows at most.
        """

    def lone_entities(self, namespace: Namespace, most: int) -> tuple[tuple[str, str | None], ...]:
        """Return (id, name) of entities that nothing is known of."""

    def growth(self, namespace: Namespace) -> tuple[Day, ...]:
        """Return what each day has added, by when it was recorded, oldest first."""


@runtime_checkable
class Compactable(Protocol):
    """Make a file smaller without losing anything, and measure it."""

    def compact(
        self, *, into: str | PathLike[str] | None = None, trace_days: float | None = None
    ) -> Compacted:
        """Drop what is operational and over its bound, and tidy the file up.

        Args:
            into: also write a copy without free pages there, and check it.
            trace_days: explanations of queries that are older are dropped.
        """

    def db_stats(self, *, namespaces: bool = False) -> DbStats:
        """Measure the file.

        Args:
            namespaces: also count what each namespace holds.
        """
