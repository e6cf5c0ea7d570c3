"""What a store asks of a backend: one typed method per named query about items."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal, Protocol, runtime_checkable

from neuromem_graph.types.base import Namespace
from neuromem_graph.types.items import ItemRow, TextVectors
from neuromem_graph.types.ledger import Postings

Bound = int | float | str | bytes
"""A scalar as an index of fields compares it: numbers < text < bytes."""


class ItemReader(Protocol):
    """Read the items of a store at one moment. Namespaces are named by number within it."""

    @property
    def seq(self) -> int:
        """Return the sequence number of the moment that is read."""

    @property
    def latest(self) -> bool:
        """Tell whether that is the end of the ledger."""

    def spaces(self, prefix: Namespace, now: int | None = None) -> Mapping[int, Namespace]:
        """Return the namespaces under a prefix, by whole segments, that hold an item.

        Args:
            prefix: whole segments; none for every namespace.
            now: microseconds; an item whose time is up by then does not count.
        """

    def item(self, namespace: Namespace, key: str) -> ItemRow | None:
        """Return the open version of one item, or None."""

    def version(self, namespace: Namespace, key: str) -> int | None:
        """Return the number of the open version of one item, or None."""

    def history(self, namespace: Namespace, key: str) -> tuple[ItemRow, ...]:
        """Return every version of one item, oldest first; none whose content was erased."""

    def items(self, items: Sequence[int]) -> tuple[ItemRow, ...]:
        """Return these versions, newest first; none whose content was erased."""

    def newest(self, ns: int, before: int, limit: int) -> tuple[ItemRow, ...]:
        """Return a page of open versions of one namespace, newest first; only at the end."""

    def open_items(self, within: Iterable[int]) -> list[int]:
        """Return the open versions of these namespaces, newest first."""

    def probed(self, within: Iterable[int], field: str, low: Bound, high: Bound) -> set[int]:
        """Return which open versions may hold such a field; only at the end."""

    def holding(self, within: Iterable[int], field: str, code: Bound) -> set[int]:
        """Return which open versions hold exactly this field; only at the end."""

    def differing(self, within: Iterable[int], field: str, code: Bound) -> set[int] | None:
        """Return which open versions hold something else in a field, which has no dots.

        Returns:
            Their numbers; None if some hold nothing there, or more fields than are kept.
        """

    def texts(self, within: Iterable[int], model: str) -> TextVectors:
        """Return the embedded texts of the open versions of these namespaces."""

    def texts_since(self, within: Iterable[int], model: str, since: int) -> TextVectors:
        """Return those that were named after a moment."""

    def texts_of(self, items: Iterable[int], model: str) -> TextVectors:
        """Return the embedded texts of these versions, of those that are open."""

    def closed_since(self, since: int) -> list[int]:
        """Return the versions that were closed after a moment."""

    def unembedded(self, model: str, texts: Sequence[str]) -> list[str]:
        """Return which of these texts this model has not embedded."""

    def last_vector(self) -> int:
        """Return a number that grows whenever a text is embedded."""

    def models(self) -> tuple[str, ...]:
        """Return the names of all models that embedded anything."""

    def postings(self, within: Iterable[int], terms: Sequence[str]) -> Postings:
        """Return where these terms stand in open versions, with the statistics of the latter."""

    def ends(self, seqs: Sequence[int]) -> Mapping[int, int]:
        """Return when these records were made, of those that deleted something, in microseconds."""

    def expired(self, now: int, limit: int) -> tuple[tuple[int, Namespace], ...]:
        """Return open versions whose time is up, oldest first, with their namespaces."""


@runtime_checkable
class ItemLog(Protocol):
    """Keep when items were last used, outside the chain: it only postpones their end."""

    def touch_items(self, items: Iterable[int], at: datetime) -> None:
        """Note that these versions were read."""


Standing = Literal["absent", "latest", "past", "unsure"]
"""Not stored here; the end of its thread; the thread went on from it; not to be told yet."""


@runtime_checkable
class CheckpointMoments(Protocol):
    """Tell what memory nodes had seen when a checkpoint was made."""

    def moment(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None, /
    ) -> int | None:
        """Return a sequence number, or None if there is no such checkpoint."""

    def standing(self, thread_id: str, began: str, current: str, /) -> Standing:
        """Tell how the checkpoint of a root graph stands at which a run began.

        Args:
            thread_id: the thread.
            began: the checkpoint that the run was given.
            current: the one that it is at, which may not be stored yet.
        """
