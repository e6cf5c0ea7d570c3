"""What is asked of a backend about slots and their candidates."""

from collections.abc import Sequence
from typing import Protocol

from neuromem_graph.types.base import Namespace
from neuromem_graph.types.timelines import BeliefVersion
from neuromem_graph.types.worldview import CandidateEvent, ToldSlot, ViewCounts


class WorldviewReader(Protocol):
    """Read slots and their candidates at one moment; every method reads exactly one namespace."""

    def named(self, namespace: Namespace, keys: Sequence[str]) -> tuple[int, ...]:
        """Return the slots of whoever bears one of these folded names, aliases included.

        Those of entities that were merged are among them, whichever of their names is given.
        """

    def told_in(self, namespace: Namespace, memories: Sequence[int]) -> tuple[int, ...]:
        """Return the slots that these memories tell about, and those merged with them."""

    def identified(self, namespace: Namespace, public_id: str) -> tuple[int, ...]:
        """Return the slots of this id, and those merged with them; none if there is none."""

    def latest(
        self, namespace: Namespace, moment: int | None, *, every: bool = False
    ) -> tuple[int, ...]:
        """Return the slots that something is believed in, the one told about last first.

        Args:
            namespace: what is read.
            moment: microseconds; only what holds then. None: what ever held.
            every: also those in which nothing was ever believed.
        """

    def slots(self, namespace: Namespace, slots: Sequence[int]) -> tuple[ToldSlot, ...]:
        """Return these slots with every claim that was made about them, oldest first."""

    def versions(self, namespace: Namespace, slots: Sequence[int]) -> tuple[BeliefVersion, ...]:
        """Return all that was ever believed in these slots, by slot, claim and time of record.

        Each says from which record on, and up to which, it was believed so. What was erased has no
        value at any time.
        """

    def evidence(
        self, namespace: Namespace, claims: Sequence[int]
    ) -> dict[int, tuple[tuple[int, str], ...]]:
        """Return the events that support each claim, as (event, id), oldest first.

        Events that were erased are left out.
        """

    def happened(self, namespace: Namespace, slots: Sequence[int]) -> tuple[CandidateEvent, ...]:
        """Return what happened to the candidates of these slots, oldest first."""

    def counts(self, namespace: Namespace) -> ViewCounts:
        """Count what is materialised, and name the suppressed memories."""
