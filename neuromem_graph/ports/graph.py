"""What is asked of a backend about how entities are connected."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from neuromem_graph.types.base import Namespace
from neuromem_graph.types.placing import Connections
from neuromem_graph.types.subgraph import Ending


class Connecting(Protocol):
    """Tell what connects memories with others."""

    def connected(self, namespace: Namespace, memories: Sequence[int], fan: int) -> Connections:
        """Return what connects these memories with others, ordered.

        An edge that ends at a claim ends at the memory that tells it. Edges in every state are
        given, as they were at this moment.

        Args:
            namespace: what is read.
            memories: whose connections.
            fan: of each slot that they speak of, the memories of the newest claims are given, one
                claim more than this, so that what is spoken of everywhere is seen; of each entity
                those of as many slots; and of the edges that begin or end at one memory or claim,
                and are of one family, the newest, so many at most.
        """


class GraphReader(Connecting, Protocol):
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
