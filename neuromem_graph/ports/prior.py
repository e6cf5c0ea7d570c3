"""What is asked of a backend about what a claim is compared with."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from neuromem_graph.types.base import Channel, Namespace
from neuromem_graph.types.prior import HeardRow, HistoryRow


class PriorReader(Protocol):
    """Read what a claim is compared with, at one moment; every method reads one namespace.

    Each answer is bounded by its arguments, so that it costs the same however much there is.
    """

    def windows(
        self, namespace: Namespace, terms: Sequence[str], size: int
    ) -> Mapping[str, tuple[int, ...]]:
        """Return the newest memories that hold each of these terms, newest first.

        Args:
            namespace: what is read.
            terms: index terms, see `core.text.index_tokens`.
            size: so many memories per term, at most.

        Returns:
            Term -> memories in whatever state; a term that stands nowhere is missing.
        """

    def together(
        self, namespace: Namespace, groups: Sequence[Sequence[str]], size: int
    ) -> tuple[tuple[int, ...], ...]:
        """Return the newest memories that hold all terms of each of these groups, newest first.

        Args:
            namespace: what is read.
            groups: index terms; of an empty group there is nothing.
            size: so many memories per group, at most.

        Returns:
            One row of memories per group.
        """

    def heard(self, namespace: Namespace, memories: Sequence[int]) -> tuple[HeardRow, ...]:
        """Return what these memories say, oldest first: those that are active and not erased."""

    def history(
        self, namespace: Namespace, sources: Sequence[tuple[Channel, str | None]], events: int
    ) -> tuple[HistoryRow, ...]:
        """Return how the claims in the newest events of each source have fared.

        A claim is wrong if it was taken off the record since, or if it contradicted what was
        firmly believed. What was true and changed is not wrong.

        Args:
            namespace: what is read.
            sources: channels, and names where the messages carry one.
            events: so many of each source are looked at, the newest.

        Returns:
            One row per source, in the order asked; one that said nothing has no claims.
        """

    def mentions(
        self, namespace: Namespace, keys: Sequence[str], most: int
    ) -> Mapping[str, int]:  # fmt: skip
        """Count the values in slots that are written like these names, `most` at most of each.

        A name that no value is written like is missing.
        """
