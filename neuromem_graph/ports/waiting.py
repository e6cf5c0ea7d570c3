"""What is asked of a backend about turns that wait for an extractor."""

from typing import Protocol

from neuromem_graph.types.base import Namespace
from neuromem_graph.types.waiting import Waiting


class WaitingReader(Protocol):
    """Read the turns that wait; every method but one reads exactly one namespace."""

    def waiting(self, namespace: Namespace, after: int, limit: int) -> tuple[Waiting, ...]:
        """Return turns that are deferred, in the order they were observed.

        Args:
            namespace: what is read.
            after: an event; only later ones are returned.
            limit: how many at most.
        """
