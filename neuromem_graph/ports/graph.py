"""What is asked of a backend about how entities are connected."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from neuromem_graph.types.base import Namespace
from neuromem_graph.types.subgraph import Ending


class GraphReader(Protocol):
    """Read how entities are connected at one moment; every method reads exactly one namespace."""

    def naming(self, namespace: Namespace, keys: Sequence[str], limit: int) -> tuple[int, ...]:
        """Return whose slots hold one of these values, newest first.

        Args:
            namespace: what is read.
            keys: normal forms of values.
            limit: entities per key at most.
        """

    def told_of(self, namespace: Namespace, memories: Sequence[int]) -> Mapping[int, int]:
        """Return whom these memories tell of, and in how many claims each."""

    def endings(self, namespace: Namespace, claims: Sequence[int]) -> Mapping[int, Ending]:
        """Return what ended these claims, for those that something ended."""
