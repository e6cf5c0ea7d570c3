"""Rank items of a store as a recall ranks memories: the same stages, another door."""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.core.text import clean
from neuromem_graph.pipeline import recall
from neuromem_graph.pipeline.item_vectors import Sighted
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Channel, Json, Kind, Namespace
from neuromem_graph.types.items import ItemRow
from neuromem_graph.types.ledger import (
    Gate,
    Head,
    MemoryRow,
    NamedBelief,
    Places,
    Postings,
    Vectors,
)
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
        self._lengths: dict[int, int] = {}
        self.seq = reader.seq

    @property
    def head(self) -> Head:
        """Return the moment that is read."""
        return self._reader.head

    def postings(self, namespace: Namespace, terms: Sequence[str], gate: Gate) -> Postings:
        """Return where these terms stand."""
        found = self._reader.store.postings(self._within, terms)
        self._lengths = dict(zip(found.memory, found.length, strict=True))
        if self._takes is None:
            return found
        taken = {row.item for row in self._rows(found.memory) if self._takes(row)}
        return found._replace(open=tuple(item in taken for item in found.memory))

    def places(
        self, namespace: Namespace, memories: Sequence[int], gate: Gate, reach: int
    ) -> Places:
        """Return these items; none stands beside another."""
        items = sorted(set(memories))
        if self._takes is not None:
            items = sorted(row.item for row in self._rows(items) if self._takes(row))
        n = len(items)
        lengths = tuple(self._lengths.get(item, 1) for item in items)
        kinds: tuple[Kind, ...] = (KIND,) * n
        channels: tuple[Channel, ...] = (CHANNEL,) * n
        alone, yes, no = (0,) * n, (True,) * n, (False,) * n
        return Places(tuple(items), lengths, alone, alone, yes, kinds, channels, (None,) * n, no)

    def beliefs_about(
        self, namespace: Namespace, keys: Sequence[str], gate: Gate
    ) -> tuple[NamedBelief, ...]:
        """Return nothing: items are not statements."""
        return ()

    def memories(self, namespace: Namespace, memories: Sequence[int]) -> tuple[MemoryRow, ...]:
        """Return these items as memories, oldest first."""
        return tuple(as_memory(row) for row in reversed(self._rows(memories)))

    def vectors(self, namespace: Namespace, model: str, gate: Gate) -> Vectors:
        """Return of every item the text that is nearest to the question."""
        dense = self.dense
        if dense is None or not len(dense.items):
            return Vectors((), np.zeros((0, 0), np.float32), [])
        order = np.lexsort((-dense.scores, dense.items))
        _, first = np.unique(dense.items[order], return_index=True)
        rows = order[first]
        rows = rows[np.argsort(-dense.scores[rows], kind="stable")][:_NEAREST]
        rows = np.sort(rows[dense.scores[rows] > -np.inf])
        return Vectors(tuple(dense.items[rows].tolist()), dense.matrix[rows], [])

    def _rows(self, items: Sequence[int]) -> tuple[ItemRow, ...]:
        if self._among is not None:
            items = [item for item in items if item in self._among]
        return self._reader.store.items(items)


class _Known:
    """Answer with the vector of the question, which is known already."""

    def __init__(self, model: str, vector: NDArray[np.float32]) -> None:
        self.model, self._vector = model, vector

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return the vector."""
        return [self._vector.tolist() for _ in texts]


def rank(text: str, k: int, view: ItemView, resources: Resources) -> Ranking:
    """Rank items for a question.

    Args:
        text: the question.
        k: how many are wanted.
        view: the items.
        resources: settings and reranker.
    """
    query = Query(text=clean(text)[: resources.settings.limits.text_characters], namespace=_STORE,
                  k=max(k, 1))  # fmt: skip
    seen = view.dense
    embedder = None if seen is None else _Known(seen.model, seen.query)
    return recall.search(query, view, replace(resources, embedder=embedder))


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
