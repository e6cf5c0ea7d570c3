"""What is asked of a backend about edges, and before governance decides."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from neuromem_graph.types.base import Family, Namespace
from neuromem_graph.types.drafts import Appraisal
from neuromem_graph.types.edges import (
    EdgeView,
    EventRow,
    PolicyRow,
    RepetitionRow,
    StatementRow,
    TargetRow,
)


class EdgeReader(Protocol):
    """Read edges and policies at one moment; every method reads exactly one namespace."""

    def edges(
        self, namespace: Namespace, families: Sequence[Family], ends: Sequence[int] | None = None
    ) -> tuple[EdgeView, ...]:
        """Return edges with their evidence, by family, source, target and relation.

        Args:
            namespace: what is read.
            families: which of them, in order.
            ends: only edges from or to these memories or claims; None for all.
        """

    def claims_of(self, namespace: Namespace, memories: Sequence[int]) -> tuple[int, ...]:
        """Return the claims that these memories tell."""

    def events(self, namespace: Namespace, ids: Sequence[str]) -> Mapping[str, EventRow]:
        """Return the events of these public ids that there are."""

    def behind(self, namespace: Namespace, events: Sequence[int]) -> Mapping[int, EventRow]:
        """Return the events of these records that there are."""

    def targets(self, namespace: Namespace, ids: Sequence[str]) -> Mapping[str, TargetRow]:
        """Return what these public ids of memories and claims mean, for those that there are."""

    def statements(self, namespace: Namespace, memories: Sequence[int]) -> tuple[StatementRow, ...]:
        """Return what is believed because these memories tell it, oldest first."""

    def repetitions(self, namespace: Namespace, keys: Sequence[str]) -> Mapping[str, RepetitionRow]:
        """Return the oldest active memory that says these words, and everybody who said them."""

    def found_by(self, namespace: Namespace, memory: int, terms: Sequence[str]) -> bool:
        """Tell whether a memory is found when all of these index terms are searched for."""

    def appraisals_of(self, namespace: Namespace, event: int) -> tuple[Appraisal, ...]:
        """Return how the claims of an event were assessed last; empty if they never were."""

    def policies(self, namespace: Namespace) -> tuple[PolicyRow, ...]:
        """Return every policy that was committed or refused, oldest first."""
