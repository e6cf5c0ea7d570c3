"""Find items of a store: by filter, by vector, by words.

A search without a question lists items, newest first. One with a question ranks what it can; what
it can't rank follows, newest first, without a score: no item is ever hidden by its question.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.core import fields, filters
from neuromem_graph.core.ranking import best_first
from neuromem_graph.core.text import is_blank
from neuromem_graph.pipeline import item_recall
from neuromem_graph.pipeline.item_vectors import Sighted, VectorTables
from neuromem_graph.pipeline.items import is_expired
from neuromem_graph.ports import ItemReader, Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.items import Found, ItemIndex, ItemRow

_PAGE = 128  # rows read at once while a filter is tried
_SPARE = 4  # times as many rows as wanted are tried before the index is asked
_SHALLOW = 1024  # listing skips so many rows rather than number all items
_NONE_BEFORE = 2**62


class ItemSearch(NamedTuple):
    """Ask for the items under a prefix."""

    prefix: Namespace
    wanted: filters.Filter
    query: str | None
    limit: int
    offset: int
    recall: bool = False  # rank as a recall of memories does
    now: int | None = None  # leave out what has expired by then

    @property
    def asks(self) -> bool:
        """Tell whether there is a question to rank by."""
        return self.query is not None and not is_blank(self.query)

    @property
    def last(self) -> int:
        """Return how many items are wanted, those that are skipped included."""
        return self.offset + self.limit

    @property
    def takes_all(self) -> bool:
        """Tell whether every open item passes."""
        return not self.wanted.clauses and self.now is None

    def takes(self, row: ItemRow) -> bool:
        """Tell whether an item passes the filter and is not over."""
        if self.now is not None and is_expired(row, self.now):
            return False
        return filters.matches(self.wanted, row.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Searcher:
    """Hold what a search ranks with.

    Args:
        resources: settings of a recall.
        index: how items are embedded; None ranks by words.
        tables: vectors at hand.
    """

    resources: Resources
    index: ItemIndex | None
    tables: VectorTables

    def find(
        self, asked: ItemSearch, reader: Reader, vector: NDArray[np.float32] | None
    ) -> tuple[list[Found], int]:
        """Answer a search at the reader's moment.

        Args:
            asked: the search.
            reader: the moment.
            vector: of the question, of unit length, where there is an index.

        Returns:
            The page, and how many items have a text that the model in use did not embed.
        """
        within = reader.store.spaces(asked.prefix)
        unseen = 0
        if not within or not asked.limit:
            return [], unseen
        if asked.asks:
            scored = self._scored(asked, reader.store, frozenset(within), vector)
            unseen = 0 if scored is None else len(scored.missing)
            found = self._ranked(asked, reader, frozenset(within), scored)
        else:
            found = ((row, None) for row in _listed(asked, reader.store, tuple(within)))
        page = islice(found, asked.offset, asked.offset + asked.limit)
        return [Found(within[row.ns], row, score) for row, score in page], unseen

    def _scored(
        self, asked: ItemSearch, reader: ItemReader, within: frozenset[int],
        vector: NDArray[np.float32] | None,
    ) -> Sighted | None:  # fmt: skip
        if self.index is None or vector is None:
            return None
        model = self.index.model
        scored = self.tables.score(reader, asked.prefix, within, model, vector)
        return Sighted(model, vector, *scored)

    def _ranked(
        self, asked: ItemSearch, reader: Reader, within: frozenset[int], scored: Sighted | None
    ) -> Iterator[tuple[ItemRow, float | None]]:  # fmt: skip
        if asked.recall or scored is None:
            order = self._recalled(asked, reader, within, scored)
        else:
            order = self._nearest(asked, reader.store, within, scored)
        seen = set[int]()
        for row, score in _fetched(order, reader.store, asked.last):
            seen.add(row.item)
            if asked.takes(row):
                yield row, score
        for row in _newest(asked, reader.store, tuple(within)):
            if row.item not in seen:
                yield row, None

    def _nearest(
        self, asked: ItemSearch, reader: ItemReader, within: frozenset[int], scored: Sighted
    ) -> Iterator[tuple[int, float]]:  # fmt: skip
        scores, maybe = scored.scores, _passing(asked, reader, within)
        if maybe is not None:
            among = np.isin(scored.items, np.fromiter(maybe, np.int64, len(maybe)))
            scores = np.where(among, scores, np.float32(-np.inf))
        return best_first(scored.items, scores)

    def _recalled(
        self, asked: ItemSearch, reader: Reader, within: frozenset[int], scored: Sighted | None
    ) -> Iterator[tuple[int, float]]:  # fmt: skip
        takes = None if asked.takes_all else asked.takes
        among = _passing(asked, reader.store, within)
        view = item_recall.ItemView(reader, within, takes, scored, among)
        ranking = item_recall.rank(asked.query or "", asked.last, view, self.resources)
        return ((one.memory, one.score) for one in ranking.ranked)


def _passing(
    asked: ItemSearch, reader: ItemReader, within: Collection[int]
) -> Collection[int] | None:
    """Return which items may pass the filter, as far as its fields are indexed; None for all."""
    if not reader.latest:
        return None
    sets = [reader.probed(within, *probe) for probe in fields.probes(asked.wanted)]
    out = []
    for fact in fields.refused(asked.wanted):
        others = None if sets else reader.differing(within, *fact)
        if others is None:
            out.append(reader.holding(within, *fact))
        else:
            sets.append(others)
    if not sets and not out:
        return None
    some = set.intersection(*sets) if sets else set(reader.open_items(within))
    return some.difference(*out)


def _listed(asked: ItemSearch, reader: ItemReader, within: tuple[int, ...]) -> Iterator[ItemRow]:
    """Return open items, newest first, those the page skips included."""
    if not asked.takes_all:
        return _newest(asked, reader, within)
    if reader.latest and len(within) == 1 and asked.last <= _SHALLOW:
        return iter(reader.newest(within[0], _NONE_BEFORE, asked.last))
    wanted = reader.open_items(within)[: asked.last]
    skipped = wanted[: asked.offset]
    rows = reader.items(wanted[asked.offset :])
    return iter((*rows[:1] * len(skipped), *rows))  # what is skipped need not be read


def _newest(asked: ItemSearch, reader: ItemReader, within: tuple[int, ...]) -> Iterator[ItemRow]:
    """Return the items that pass, newest first: a look at the newest, then with the index."""
    before = _NONE_BEFORE
    if reader.latest and len(within) == 1:
        size = min(_PAGE, _SPARE * asked.last)
        rows = reader.newest(within[0], before, size)
        yield from filter(asked.takes, rows)
        if len(rows) < size:
            return
        before = rows[-1].item
    maybe = _passing(asked, reader, within)
    items = sorted(maybe, reverse=True) if maybe is not None else reader.open_items(within)
    rest = [item for item in items if item < before]
    for start in range(0, len(rest), _PAGE):
        yield from filter(asked.takes, reader.items(rest[start : start + _PAGE]))


def _fetched(
    order: Iterator[tuple[int, float]], reader: ItemReader, first: int
) -> Iterator[tuple[ItemRow, float]]:
    """Read ranked items, a page at a time, in their order; the first page holds what is wanted."""
    size = first
    while page := list(islice(order, size)):
        size = _PAGE
        rows = {row.item: row for row in reader.items([item for item, _ in page])}
        for item, score in page:
            if item in rows:
                yield rows[item], score
