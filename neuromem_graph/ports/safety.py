"""What is asked of a backend about what may be believed."""

from collections.abc import Sequence
from typing import Protocol

from neuromem_graph.types.base import Channel, Namespace
from neuromem_graph.types.drafts import Close
from neuromem_graph.types.safety import (
    Alarm,
    ClaimPlace,
    Derivation,
    EdgeTie,
    SourceKind,
    Spoken,
    Standing,
    Taint,
)


class SafetyReader(Protocol):
    """Read sources, taints and rates at one moment; but for `elsewhere` of one namespace."""

    def spoken(self, namespace: Namespace, keys: Sequence[str]) -> tuple[Spoken, ...]:
        """Return which normal forms some memory begins with, or says as a whole."""

    def elsewhere(self, namespace: Namespace, thread: str, keys: Sequence[str]) -> frozenset[str]:
        """Return which of these turns of a thread another namespace remembers, or has erased.

        It is the one method that looks beyond its namespace, and it tells only that: a thread
        that goes from one user to another must not take the words of the first one along.
        """

    def valued(self, namespace: Namespace, keys: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return (value, attribute) of every slot that was ever told one of these values."""

    def taints(self, namespace: Namespace) -> tuple[Taint, ...]:
        """Return the sources that are tainted, oldest first."""

    def events_of(self, namespace: Namespace, kind: SourceKind, name: str) -> tuple[int, ...]:
        """Return the events of a source, oldest first."""

    def tainted(
        self, namespace: Namespace, events: Sequence[int], lifted: Sequence[int] = ()
    ) -> frozenset[int]:
        """Return which of these events are tainted, by other records than those that are lifted."""

    def named(self, namespace: Namespace, taints: Sequence[int]) -> tuple[int, ...]:
        """Return the events that taints named."""

    def stood_on(self, namespace: Namespace, events: Sequence[int]) -> tuple[int, ...]:
        """Return the memories that one of these events stands behind."""

    def standing(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Standing, ...]:
        """Return how memories stand, which taint put them away, and the events behind them."""

    def derived(self, namespace: Namespace, sources: Sequence[int]) -> tuple[Derivation, ...]:
        """Return what was derived from memories or events, each with all it was derived from."""

    def claims(self, namespace: Namespace, events: Sequence[int]) -> tuple[ClaimPlace, ...]:
        """Return the claims of events, with the slots they are about."""

    def weak(
        self, namespace: Namespace, claims: Sequence[int], taints: Sequence[int]
    ) -> tuple[Close, ...]:
        """Return the intervals of what weak sources said, as they were before these taints."""

    def ties(self, namespace: Namespace, ends: Sequence[int]) -> tuple[EdgeTie, ...]:
        """Return the edges from or to these memories and claims."""

    def silenced(
        self, namespace: Namespace, ends: Sequence[int], taints: Sequence[int]
    ) -> frozenset[tuple[int, int, str]]:
        """Return which edges at these ends were silenced by these taints."""

    def nth_newest(
        self, namespace: Namespace, channel: Channel, speaker: str | None, newer: int,
        upto: int | None = None,
    ) -> int | None:  # fmt: skip
        """Return when the event of a source was recorded that has so many newer ones.

        Args:
            namespace: of the events.
            channel: of the source.
            speaker: of the source.
            newer: how many newer ones it has, of those that count.
            upto: the last event that counts; all do by default.
        """

    def busy(self, namespace: Namespace, after: int, most: int) -> tuple[Alarm, ...]:
        """Return the sources with more events than that after a time, in microseconds."""
