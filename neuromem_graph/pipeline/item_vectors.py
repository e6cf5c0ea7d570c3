"""Keep the vectors of items at hand between searches: what changed since is read, no more."""

import threading
from collections import OrderedDict
from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.core import dense
from neuromem_graph.errors import InvalidVector
from neuromem_graph.ports import ItemReader
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.items import TextVectors

_LEAST_ROOM = 64


class Scored(NamedTuple):
    """Hold the cosine of every row, -inf for rows that are not to be found, and what lacks one."""

    items: NDArray[np.int64]
    scores: NDArray[np.float32]
    matrix: NDArray[np.float32]
    missing: frozenset[int]


class Sighted(NamedTuple):
    """Hold what a question by meaning sees: `Scored`, with whose vectors and what was asked.

    Items may have several rows; the best one counts.
    """

    model: str
    query: NDArray[np.float32]
    items: NDArray[np.int64]
    scores: NDArray[np.float32]
    matrix: NDArray[np.float32]
    missing: frozenset[int]

    def exact(self, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the cosines of rows, each by itself."""
        return dense.cosines(self.matrix[rows], self.query)

    def sight(self) -> dense.Sight:
        """Return what a recall sees of it."""
        return dense.Sight(self.items, self.scores, self.exact)


class _View(NamedTuple):
    items: NDArray[np.int64]
    matrix: NDArray[np.float32]
    alive: NDArray[np.bool_]
    missing: frozenset[int]

    def score(self, query: NDArray[np.float32]) -> Scored:
        """Return the cosine of every living row."""
        if len(self.items) and self.matrix.shape[1] != len(query):
            raise InvalidVector(
                f"the embedder gave a question {len(query)} numbers, stored texts have "
                f"{self.matrix.shape[1]}: name a changed model differently, or set its dims"
            )
        if not len(self.items):
            return Scored(self.items, np.zeros(0, np.float32), self.matrix, self.missing)
        scores = np.where(self.alive, dense.products(self.matrix, query), np.float32(-np.inf))
        return Scored(self.items, scores, self.matrix, self.missing)


class _Table:
    """Hold the vectors under one prefix as of one moment; rows are added and die."""

    def __init__(self, found: TextVectors, seq: int) -> None:
        self.seq = seq
        self.items, self.matrix = found.items, found.matrix
        self.alive = np.ones(len(found.items), dtype=np.bool_)
        self.count = len(found.items)
        self.missing = frozenset(found.missing)
        self.last_vector = -1  # not looked yet

    def advance(self, fresh: TextVectors, closed: Collection[int], seq: int) -> None:
        """Take in what changed up to a moment; arrays handed out earlier stay as they were."""
        gone = {*closed, *fresh.items.tolist(), *fresh.missing}
        if gone:
            dead = np.isin(self.items[: self.count], np.fromiter(gone, np.int64, len(gone)))
            self.alive = self.alive & ~_fitted(dead, len(self.alive))
        self.missing = (self.missing - gone) | frozenset(fresh.missing)
        if len(fresh.items):
            self._add(fresh)
        self.seq = seq

    def _add(self, fresh: TextVectors) -> None:
        if self.count + len(fresh.items) > len(self.items) or not self.count:
            self._make_room(len(fresh.items), fresh.matrix.shape[1])
        start, end = self.count, self.count + len(fresh.items)
        self.items[start:end], self.matrix[start:end] = fresh.items, fresh.matrix
        alive = self.alive.copy()
        alive[start:end] = True
        self.alive, self.count = alive, end

    def _make_room(self, more: int, width: int) -> None:
        """Move the living rows to where there is room for as many again."""
        kept = np.flatnonzero(self.alive[: self.count])
        room = max(_LEAST_ROOM, 2 * (len(kept) + more))
        items, matrix = np.zeros(room, np.int64), np.zeros((room, width), np.float32)
        if len(kept):
            items[: len(kept)], matrix[: len(kept)] = self.items[kept], self.matrix[kept]
        alive = np.zeros(room, dtype=np.bool_)
        alive[: len(kept)] = True
        self.items, self.matrix, self.alive = items, matrix, alive
        self.count = len(kept)

    def view(self) -> "_View":
        """Return what it holds now: later changes do not show in it."""
        n = self.count
        return _View(self.items[:n], self.matrix[:n], self.alive[:n], self.missing)


class VectorTables:
    """Hold one table per prefix that was searched, the least used dropped above a bound.

    Args:
        most_bytes: of all vectors held; a table above it is used once and not kept.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._guard = threading.Lock()
        self._tables: OrderedDict[tuple[str, Namespace], _Table] = OrderedDict()

    @property
    def bytes(self) -> int:
        """Return how much room the vectors take."""
        with self._guard:
            return sum(one.matrix.nbytes for one in self._tables.values())

    def clear(self) -> None:
        """Drop all tables: content was erased."""
        with self._guard:
            self._tables.clear()

    def score(
        self, reader: ItemReader, prefix: Namespace, within: Collection[int], model: str,
        query: NDArray[np.float32],
    ) -> Scored:  # fmt: skip
        """Score every text under a prefix against a query, at the reader's moment.

        Args:
            reader: the moment.
            prefix: what is searched.
            within: the namespaces under it, by number.
            model: whose vectors.
            query: one unit vector.
        """
        return self._view(reader, prefix, within, model).score(query)

    def _view(
        self, reader: ItemReader, prefix: Namespace, within: Collection[int], model: str
    ) -> _View:
        with self._guard:
            table = self._tables.get((model, prefix))
            if table is not None and reader.latest and table.seq <= reader.seq:
                self._refresh(table, reader, within, model)
                self._tables.move_to_end((model, prefix))
                view = table.view()
                self._trim()
                return view
        table = _Table(reader.texts(within, model), reader.seq)
        view = table.view()
        if reader.latest:
            self._keep((model, prefix), table)
        return view

    def _refresh(
        self, table: _Table, reader: ItemReader, within: Collection[int], model: str
    ) -> None:
        if table.seq < reader.seq:
            fresh = reader.texts_since(within, model, table.seq)
            table.advance(fresh, reader.closed_since(table.seq), reader.seq)
        last = reader.last_vector()
        if table.missing and last != table.last_vector:  # embedded for another item, perhaps
            table.advance(reader.texts_of(sorted(table.missing), model), (), reader.seq)
        table.last_vector = last

    def _keep(self, key: tuple[str, Namespace], table: _Table) -> None:
        with self._guard:
            known = self._tables.get(key)
            if known is not None and known.seq >= table.seq:
                return
            self._tables[key] = table
            self._tables.move_to_end(key)
            self._trim()

    def _trim(self) -> None:
        """Drop the least used tables above the bound."""
        held = sum(one.matrix.nbytes for one in self._tables.values())
        while held > self._most:
            _, dropped = self._tables.popitem(last=False)
            held -= dropped.matrix.nbytes


def _fitted(rows: NDArray[np.bool_], length: int) -> NDArray[np.bool_]:
    fitted = np.zeros(length, dtype=np.bool_)
    fitted[: len(rows)] = rows
    return fitted
