"""Rank items of a store as a recall ranks memories: the same stages, another door."""

import json
from collections.abc import Callable, Collection, Sequence

from neuromem_graph.core.dense import Sight
from neuromem_graph.core.text import clean
from neuromem_graph.pipeline import recall
from neuromem_graph.pipeline.item_vectors import Sighted
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Channel, Json, Kind, Namespace
from neuromem_graph.types.expanding import Alias
from neuromem_graph.types.items import ItemRow
from neuromem_graph.types.ledger import (
    Gate,
    Head,
    MemoryRow,
    NamedBelief,
    Places,
    Postings,
)
from neuromem_graph.types.placing import Connections
from neuromem_graph.types.recall import Query, Ranking

_STORE: Namespace = ("store",)  # items are looked up by number: the name of their space is not read
KIND: Kind = "fact"
CHANNEL: Channel = "tool"
_NEAREST = 256  # items the channel of meanings offers


class ItemView:
    """Offer the open items of some namespaces to a recall, as if they were memories.

    Args:
        reader: the moment.
        within: the namespaces, by number.
        takes: tells whether an item may be found at all; None takes every one.
        dense: the cosines of their texts, if they are embedded.
        among: items that `takes` may take, as far as an index tells; None for all.
    """

    def __init__(
        self, reader: Reader, within: Collection[int],
        takes: Callable[[ItemRow], bool] | None = None, dense: Sighted | None = None,
        among: Collection[int] | None = None,
    ) -> None:  # fmt: skip
        self._reader, self._within, self._among = reader, within, among
        self._takes, self.dense = takes, dense
        self.seq = reader.seq

    @property
    def head(self) -> Head:
        """Return the moment that is read."""
        return self._reader.head

    def postings(self, namespace: Namespace, terms: Sequence[str]) -> Postings:
        """Return where these terms stand."""
        return self._reader.store.postings(self._within, terms)

    def places(self, namespace: Namespace, memories: Sequence[int], gate: Gate) -> Places:
        """Return these items, those that may be found as open; none stands beside another."""
        rows = sorted(self._rows(memories), key=lambda row: row.item)
        n = len(rows)
        kinds: tuple[Kind, ...] = (KIND,) * n
        channels: tuple[Channel, ...] = (CHANNEL,) * n
        return Places(
            memory=tuple(row.item for row in rows), length=(0,) * n, thread=(0,) * n,
            position=(0,) * n, open=tuple(self._takes is None or self._takes(row) for row in rows),
            kind=kinds, channel=channels, speaker=(None,) * n, asks=(False,) * n,
            importance=(1.0,) * n, happened_at=tuple(row.updated_at for row in rows),
            text=tuple(written(row.value) for row in rows), id=tuple(row.key for row in rows),
            used_at=tuple(row.updated_at for row in rows), support=(1,) * n,
            pinned=(True,) * n,  # what a store holds does not fade
        )  # fmt: skip

    def passing(self, namespace: Namespace, memories: Sequence[int], gate: Gate) -> frozenset[int]:
        """Return those of these items that may be found."""
        if self._takes is None and self._among is None:
            return frozenset(memories)
        rows = self._rows(memories)
        return frozenset(row.item for row in rows if self._takes is None or self._takes(row))

    def beliefs_about(
        self, namespace: Namespace, keys: Sequence[str], gate: Gate, *, joined: bool = False
    ) -> tuple[NamedBelief, ...]:
        """Return nothing: items are not statements."""
        return ()

    def aliases(self, namespace: Namespace, keys: Sequence[str]) -> tuple[Alias, ...]:
        """Return nothing: items have no names."""
        return ()

    def connected(self, namespace: Namespace, memories: Sequence[int], fan: int) -> Connections:
        """Return nothing: items are not connected."""
        return Connections()

    def memories(self, namespace: Namespace, memories: Sequence[int]) -> tuple[MemoryRow, ...]:
        """Return these items as memories, oldest first."""
        return tuple(as_memory(row) for row in reversed(self._rows(memories)))

    def _rows(self, items: Sequence[int]) -> tuple[ItemRow, ...]:
        if self._among is not None:
            items = [item for item in items if item in self._among]
        return self._reader.store.items(items)


def rank(text: str, k: int, view: ItemView, resources: Resources) -> Ranking:
    """Rank items for a question.

    Args:
        text: the question.
        k: how many are wanted.
        view: the items.
        resources: settings and reranker.
    """
    return recall.search(_query(text, k, resources), view, resources, _sight(view))


def found(text: str, k: int, view: ItemView, resources: Resources) -> Ranking:
    """Do as `rank`, and leave what a reranker reads to the caller."""
    return recall.found(_query(text, k, resources), view, resources, _sight(view))


def _query(text: str, k: int, resources: Resources) -> Query:
    most = resources.settings.limits.text_characters
    return Query(text=clean(text)[:most], namespace=_STORE, k=max(k, 1))


def _sight(view: ItemView) -> Sight | None:
    return None if view.dense is None else view.dense.sight()


def as_memory(row: ItemRow) -> MemoryRow:
    """Show an item as a memory: its key is its id, its version the event behind it."""
    return MemoryRow(
        memory=row.item, id=row.key, kind=KIND, commitment="validated", state="active",
        text=written(row.value), valid_from=row.created_at, valid_to=None, event=row.item,
        event_id=str(row.item), message=None, channel=CHANNEL, speaker="store", thread=None,
        happened_at=row.updated_at, recorded_at=row.updated_at, support=1,
    )  # fmt: skip


def written(value: dict[str, Json]) -> str:
    """Write the value of an item for a prompt: its only text, or JSON."""
    if len(value) == 1:
        (only,) = value.values()
        if isinstance(only, str):
            return clean(only)
    return clean(json.dumps(value, ensure_ascii=False))
