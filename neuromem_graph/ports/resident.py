"""What caches and resident vectors ask of a backend: what changed, and what is embedded."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from neuromem_graph.types.base import Namespace
from neuromem_graph.types.diagnostics import IndexSizes, Version
from neuromem_graph.types.searching import MemoryVectors, TextVector


class ResidentReader(Protocol):
    """Read, at one moment, what has changed since another."""

    def version(self, namespace: Namespace, now: int) -> Version:
        """Tell which records last changed what this namespace holds.

        Args:
            namespace: which.
            now: microseconds; when something starts, ends or expires next is counted from here.
        """

    def vectors(self, namespace: Namespace, model: str, after: int) -> Iterator[MemoryVectors]:
        """Give the memories after a sequence number with their vectors, oldest first, in pages.

        Args:
            namespace: which.
            model: whose vectors.
            after: memories up to this one are passed over. Erased ones are, too.
        """

    def embedded(self, model: str, after: int) -> Iterator[TextVector]:
        """Give the vectors that were stored for a model after a number, oldest first.

        Args:
            model: whose.
            after: as `last_vector` told it.
        """

    def last_vector(self) -> int:
        """Return a number that grows whenever a text is embedded."""

    def models(self) -> tuple[str, ...]:
        """Return the names of all models that embedded anything."""

    def texts(self, namespace: Namespace, memories: Sequence[int]) -> Mapping[int, str]:
        """Return the words of these memories; none of those that were erased."""

    def lacking(
        self, namespace: Namespace, model: str, after: int, most: int
    ) -> tuple[tuple[int, str, str], ...]:
        """Return memories without a vector, oldest first: number, hash of the text, text.

        Args:
            namespace: which.
            model: whose vectors.
            after: memories up to this one are passed over.
            most: how many.
        """

    def unembedded(self, namespace: Namespace, model: str) -> int:
        """Count the memories without a vector of a model."""

    def stored(self, model: str) -> int:
        """Count the vectors of a model in the file."""

    def width(self, model: str) -> int | None:
        """Return how many numbers the stored vectors of a model have; None if there are none."""

    def sizes(self, namespace: Namespace) -> IndexSizes:
        """Tell how large the index of words is; the cost is that of a handful of rows."""
