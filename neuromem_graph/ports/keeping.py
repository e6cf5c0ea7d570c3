"""What is asked of a backend about the lives of memories."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from neuromem_graph.types.base import Json, Namespace
from neuromem_graph.types.keeping import Life, OutcomeRow, SaidRow, SameWords, ToldPlace


class KeepingReader(Protocol):
    """Read the lives of memories at one moment; every method reads exactly one namespace."""

    def lives(self, namespace: Namespace, public_ids: Sequence[str]) -> tuple[Life, ...]:
        """Return how these memories stand, oldest first; unknown ids are passed over."""

    def same_words(self, namespace: Namespace, keys: Sequence[str]) -> tuple[SameWords, ...]:
        """Return the memories that say these words (normal forms), in any state, oldest first."""

    def corrections(self, namespace: Namespace, public_id: str) -> tuple[int, ...]:
        """Return the events that put this memory right, oldest first."""

    def told_by(
        self, namespace: Namespace, memories: Sequence[int], events: Sequence[int] = ()
    ) -> tuple[ToldPlace, ...]:
        """Return every slot that these memories, or events, tell of, and since when it held."""

    def event(self, namespace: Namespace, public_id: str) -> int | None:
        """Return an event by its public id, or None."""

    def said(self, namespace: Namespace, events: Sequence[int]) -> tuple[SaidRow, ...]:
        """Return what these events said, oldest first."""

    def own_words(self, namespace: Namespace, memories: Sequence[int]) -> frozenset[int]:
        """Return which of these memories hold words of their own, not those of their events."""

    def behind(
        self, namespace: Namespace, memory: int, *, wordings: bool = True
    ) -> tuple[int, ...]:
        """Return the events behind a memory: its own, and those that said the same words.

        Args:
            namespace: where it is.
            memory: which.
            wordings: also those behind the memories that are merged into it.
        """

    def made_of(self, namespace: Namespace, events: Sequence[int]) -> tuple[Life, ...]:
        """Return the memories that were made of these events, oldest first."""

    def outcomes(self, namespace: Namespace, trace_id: str) -> tuple[OutcomeRow, ...]:
        """Return what was told of how a query served, a row per memory, the oldest first."""

    def answer(self, namespace: Namespace, held_id: str) -> Mapping[str, Json] | None:
        """Return the answer that was given to a held item; None: none was, or it was erased."""

    def contents(self, namespace: Namespace) -> tuple[int, ...]:
        """Return the records that everything of a namespace stands on, and its name."""
