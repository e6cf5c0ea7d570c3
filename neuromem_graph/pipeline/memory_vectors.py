"""Keep the vectors of memories at hand between queries: what came since is read, no more.

There is one table per namespace and model. Its rows only grow, so that an earlier moment is read
from the same rows, and what was handed out never changes. Gates are not part of it.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.core import dense
from neuromem_graph.core.dense import Bits, Distances, Floats, Ints, Matrix, Sight
from neuromem_graph.errors import InvalidVector
from neuromem_graph.ports import ResidentReader
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.diagnostics import MatrixStats, Version

_LEAST, _MOST = 64, 4_096  # rows of a block


class _Block:
    """Hold rows that are never moved: room is there from the beginning."""

    def __init__(self, room: int, width: int) -> None:
        self.rows = np.empty((room, width), np.float32)
        self.memories = np.empty(room, np.int64)
        self.bits: Bits | None = None
        self.count = self.signed = 0

    def add(self, memories: Ints, rows: Matrix) -> int:
        """Take as many rows as there is room for; return how many."""
        taken = min(len(rows), len(self.rows) - self.count)
        end = self.count + taken
        self.rows[self.count : end] = rows[:taken]
        self.memories[self.count : end] = memories[:taken]
        self.count = end
        return taken

    def signs(self, count: int) -> Bits:
        """Return the sign bits of the first rows; they are made once."""
        if self.bits is None:
            words = -(-self.rows.shape[1] // 64)
            self.bits = np.zeros((words, len(self.rows)), np.uint64)
        if self.signed < count:
            self.bits[:, self.signed : count] = dense.signs(self.rows[self.signed : count])
            self.signed = count
        return self.bits[:, :count]


class View:
    """Show the rows that a table held at one moment.

    Args:
        blocks: with how many rows of each.
        memories: one per row.
        guard: is held while sign bits are made.
    """

    def __init__(
        self, blocks: Sequence[tuple[_Block, int]], memories: Ints, guard: threading.RLock
    ) -> None:
        self._blocks, self._guard, self.memories = blocks, guard, memories
        self._starts = np.cumsum([0, *(count for _, count in blocks)])

    @property
    def width(self) -> int | None:
        """Return how many numbers a vector has; None if there is none."""
        return self._blocks[0][0].rows.shape[1] if self._blocks else None

    def rows(self, wanted: Ints) -> Matrix:
        """Return rows by their numbers."""
        found = np.empty((len(wanted), self.width or 0), np.float32)
        for number, (block, _) in enumerate(self._blocks):
            first, last = self._starts[number], self._starts[number + 1]
            inside = np.flatnonzero((wanted >= first) & (wanted < last))
            found[inside] = block.rows[wanted[inside] - first]
        return found

    def sight(self, query: Matrix, seq: int, exact_rows: int, rescored: int) -> Sight:
        """Return what a question sees at a moment.

        Args:
            query: its vector, of unit length.
            seq: the moment; later memories are not seen.
            exact_rows: with more rows, sign bits choose first.
            rescored: how many rows they leave.

        Raises:
            InvalidVector: the vector is of another width.
        """
        if self.width not in (None, len(query)):
            raise InvalidVector(
                f"embeddings of different widths {sorted((len(query), self.width or 0))}: "
                "one model gives one width; name a changed model differently"
            )
        seen = self.memories <= seq
        if int(seen.sum()) <= exact_rows:
            return self._whole(query, seen)
        rows = dense.fewest(self._distances(query), seen, self.memories, rescored)
        scores = dense.products(self.rows(rows), query)
        exact = _Exact(self, query, rows)
        return Sight(self.memories[rows], scores, exact, lambda: self._whole(query, seen))

    def _whole(self, query: Matrix, seen: NDArray[np.bool_]) -> Sight:
        parts = [dense.products(block.rows[:count], query) for block, count in self._blocks]
        scores = np.concatenate(parts) if parts else np.empty(0, np.float32)
        if not seen.all():
            scores[~seen] = -np.inf
        return Sight(self.memories, scores, _Exact(self, query))

    def _distances(self, query: Matrix) -> Distances:
        with self._guard:
            bits = [block.signs(count) for block, count in self._blocks]
        return np.concatenate([dense.alike(one, query) for one in bits])


class _Exact:
    """Score rows one by one; `of` are those that a sight shows, if not all."""

    def __init__(self, view: View, query: Matrix, of: Ints | None = None) -> None:
        self._view, self._query, self._of = view, query, of

    def __call__(self, rows: Ints) -> Floats:
        shown = rows if self._of is None else self._of[rows]
        return dense.cosines(self._view.rows(shown), self._query)


class _Table:
    """Hold the vectors of one namespace and model, up to one moment."""

    def __init__(self, erased: int) -> None:
        self.erased = erased
        self.seq = self.last_vector = 0
        self.blocks: list[_Block] = []
        self.missing: dict[int, str] = {}  # memory -> hash of its text, oldest first
        self.guard = threading.RLock()
        self._view: View | None = None

    @property
    def count(self) -> int:
        """Return how many rows there are."""
        return sum(block.count for block in self.blocks)

    @property
    def bytes(self) -> int:
        """Return how much room the rows take, sign bits included."""
        return sum(
            block.rows[: block.count].nbytes + (0 if block.bits is None else block.bits.nbytes)
            for block in self.blocks
        )

    def refresh(
        self, reader: ResidentReader, namespace: Namespace, model: str, version: Version
    ) -> View:
        """Read what came since, and return what it holds then."""
        with self.guard:
            if self.seq < version.seq:
                if self.seq < version.semantic:
                    self._extend(reader, namespace, model)
                self.seq = version.seq
            if self.missing:
                self._complete(reader, model)
            return self.view()

    def _extend(self, reader: ResidentReader, namespace: Namespace, model: str) -> None:
        for page in reader.vectors(namespace, model, self.seq):
            self._add(page.memories, page.matrix)
            if not self.missing and page.missing:
                self.last_vector = reader.last_vector()
            self.missing.update(page.missing)

    def _complete(self, reader: ResidentReader, model: str) -> None:
        """Look whether somebody has embedded since what is missing."""
        last = reader.last_vector()
        if last == self.last_vector:
            return
        after = self.last_vector if last > self.last_vector else 0
        wanted = set(self.missing.values())
        found = (one for one in reader.embedded(model, after) if one.text_hash in wanted)
        self.fill({one.text_hash: one.vector for one in found})
        self.last_vector = last

    def fill(self, made: Mapping[str, Matrix]) -> None:
        """Take vectors of texts that had none."""
        with self.guard:
            found = [memory for memory, text in self.missing.items() if text in made]
            if found:
                rows = np.stack([made[self.missing[memory]] for memory in found])
                self._add(np.asarray(found, np.int64), rows)
                for memory in found:
                    del self.missing[memory]

    def _add(self, memories: Ints, rows: Matrix) -> None:
        while len(rows):
            if not self.blocks or self.blocks[-1].count == len(self.blocks[-1].rows):
                room = min(_MOST, max(_LEAST, self.count, len(rows)))
                self.blocks.append(_Block(room, rows.shape[1]))
            taken = self.blocks[-1].add(memories, rows)
            memories, rows = memories[taken:], rows[taken:]
            self._view = None

    def view(self) -> View:
        """Return what it holds now: later rows do not show in it."""
        if self._view is None:
            blocks = [(block, block.count) for block in self.blocks]
            parts = [block.memories[:count] for block, count in blocks]
            memories = np.concatenate(parts) if parts else np.empty(0, np.int64)
            self._view = View(blocks, memories, self.guard)
        return self._view


class Matrices:
    """Hold the tables of the namespaces that were asked, the least used dropped above a bound.

    Args:
        most_bytes: of all vectors held; a table above it is used once and not kept.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._guard = threading.Lock()
        self._tables: OrderedDict[tuple[Namespace, str], _Table] = OrderedDict()

    def view(
        self, reader: ResidentReader, namespace: Namespace, model: str, version: Version
    ) -> View:
        """Return the vectors of a namespace, brought up to the reader's moment.

        Args:
            reader: of the moment.
            namespace: whose memories.
            model: whose vectors.
            version: of the namespace, at that moment.
        """
        view = self._table(namespace, model, version).refresh(reader, namespace, model, version)
        self._trim()
        return view

    def _table(self, namespace: Namespace, model: str, version: Version) -> _Table:
        with self._guard:
            table = self._tables.get((namespace, model))
            if table is None or table.erased < version.erased:
                table = self._tables[namespace, model] = _Table(version.erased)
            elif table.erased > version.erased:  # a snapshot from before: used once
                return _Table(version.erased)
            self._tables.move_to_end((namespace, model))
            return table

    def ready(self, namespace: Namespace, model: str, version: Version) -> bool:
        """Tell whether nothing needs to be read, and no memory lacks a vector, at a version."""
        table = self._tables.get((namespace, model))
        if table is None or table.erased != version.erased:
            return False
        with table.guard:
            return table.seq >= version.semantic and not table.missing

    def missing(self, namespace: Namespace, model: str, seq: int) -> dict[int, str]:
        """Return memories that lack a vector, by the hash of their text, oldest first."""
        table = self._tables.get((namespace, model))
        if table is None:
            return {}
        with table.guard:
            return {memory: text for memory, text in table.missing.items() if memory <= seq}

    def width(self, namespace: Namespace, model: str) -> int | None:
        """Return how many numbers the vectors at hand have; None if there is none."""
        table = self._tables.get((namespace, model))
        return None if table is None else table.view().width

    def fill(self, namespace: Namespace, model: str, made: Mapping[str, Matrix]) -> None:
        """Take vectors of texts, by their hashes, that had none."""
        table = self._tables.get((namespace, model))
        if table is not None:
            table.fill(made)

    def clear(self) -> None:
        """Drop all tables: content was erased."""
        with self._guard:
            self._tables.clear()

    def stats(self) -> tuple[MatrixStats, ...]:
        """Describe every table."""
        with self._guard:
            tables = list(self._tables.items())
        return tuple(
            MatrixStats(namespace=namespace, model=model, rows=table.count,
                        width=table.view().width or 0, bytes=table.bytes,
                        missing=len(table.missing))
            for (namespace, model), table in tables
        )  # fmt: skip

    def _trim(self) -> None:
        with self._guard:
            held = sum(table.bytes for table in self._tables.values())
            while held > self._most:
                _, dropped = self._tables.popitem(last=False)
                held -= dropped.bytes
