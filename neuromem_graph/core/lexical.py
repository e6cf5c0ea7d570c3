"""Score memories by the words they share with a question: alone, with their neighbours, by thread.

All three scores are BM25 (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework: BM25
and Beyond", eq. 3.15) with the idf of Lucene, ln(1 + (N - df + 0.5) / (df + 0.5)), which is never
negative, so that a store of one memory works. N, df and the average length are those of one
namespace at one moment; memories that may not be served count in them.

What stands beside an answer often holds the words of its question. So a memory is scored once alone
and once as a window: itself with its neighbours in the thread, as one document.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.settings import Retrieval
from neuromem_graph.types.ledger import Places, Postings
from neuromem_graph.types.recall import ChannelHits

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_NO_THREAD = 0
_DIGITS = 9  # scores are rounded, so that equal ones are equal on every machine


class Table(NamedTuple):
    """Hold one row per memory, oldest first; `counts` is (memories, terms)."""

    memory: Ints
    thread: Ints
    position: Ints
    length: Floats
    open: NDArray[np.bool_]
    counts: Floats
    idf: Floats
    average: float


def tabulate(postings: Postings) -> Table:
    """Put postings into arrays, with the idf of each term."""
    rows, terms = len(postings.memory), len(postings.terms)
    cells = np.asarray(postings.row, dtype=np.int64) * terms + np.asarray(postings.term, np.int64)
    counts = np.zeros((rows, terms))
    counts.reshape(-1)[cells] = postings.frequency
    frequencies = np.count_nonzero(counts, axis=0)
    return Table(
        memory=np.asarray(postings.memory, dtype=np.int64),
        thread=np.asarray(postings.thread, dtype=np.int64),
        position=np.asarray(postings.position, dtype=np.int64),
        length=np.asarray(postings.length, dtype=np.float64),
        open=np.asarray(postings.open, dtype=np.bool_), counts=counts,
        idf=np.log1p((postings.documents - frequencies + 0.5) / (frequencies + 0.5)),
        average=max(postings.average_length, 1e-9),
    )  # fmt: skip


def nearest(table: Table, settings: Retrieval, pool: int) -> tuple[int, ...]:
    """Return the memories worth a closer look, with their neighbours: the best of both scores.

    Args:
        table: every memory that holds a term.
        settings: `k1`, `b` and `reach`.
        pool: how many.

    Returns:
        The best `pool` open memories, and the closed ones that score as well: what stands beside
        those may be open.
    """
    if len(table.memory) <= pool:
        return tuple(table.memory.tolist())
    own, window = _bm25(table, settings), _window(table, settings)
    order = np.lexsort((table.memory, -_rounded(_scaled(own) + _scaled(window))))
    best = np.union1d(order[:pool], order[table.open[order]][:pool])
    return tuple(table.memory[best].tolist())


def score(table: Table, places: Places, settings: Retrieval) -> tuple[ChannelHits, ...]:
    """Rank the open memories by their own words, by their windows, and by their threads.

    Args:
        table: every memory that holds a term.
        places: the nearest of them and their neighbours: one without any of the words can be found
            by what stands beside it.
        settings: `k1`, `b`, `reach`, `thread_best` and `weights`.

    Returns:
        The channels "lexical", "window" and "thread", each ordered by score, then by age.
    """
    table = _extended(table, places)
    own = np.where(table.open, _bm25(table, settings), 0.0)
    window = np.where(table.open, _window(table, settings), 0.0)
    base = settings.weights.get("lexical", 0.0) * _scaled(own)
    base += settings.weights.get("window", 0.0) * _scaled(window)
    thread = np.where(window > 0, _threads(table, _scaled(base), settings), 0.0)
    looked_at = among(table.memory, np.asarray(places.memory, dtype=np.int64))
    return tuple(
        hits(channel, table.memory[looked_at], values[looked_at])
        for channel, values in (("lexical", own), ("window", window), ("thread", thread))
    )


def hits(channel: str, memory: Ints, values: Floats, floor: float = 0.0) -> ChannelHits:
    """Order what scores above a floor by score, then by age."""
    values = _rounded(values)
    kept = np.flatnonzero(values > floor)
    order = kept[np.lexsort((memory[kept], -values[kept]))]
    return ChannelHits(
        channel=channel, memories=tuple(memory[order].tolist()),
        scores=tuple(values[order].tolist()),
    )  # fmt: skip


def among(values: Ints, ordered: Ints) -> NDArray[np.bool_]:
    """Tell which values stand in an ordered array."""
    if not len(ordered):
        return np.zeros(len(values), dtype=np.bool_)
    at = np.minimum(np.searchsorted(ordered, values), len(ordered) - 1)
    return np.asarray(ordered[at] == values)


def _extended(table: Table, places: Places) -> Table:
    """Add the memories that hold no term."""
    extra = ~among(np.asarray(places.memory, dtype=np.int64), table.memory)
    memory = np.concatenate((table.memory, np.asarray(places.memory, dtype=np.int64)[extra]))
    order = np.argsort(memory, kind="stable")

    def column(known: NDArray[Any], added: tuple[int, ...]) -> NDArray[Any]:
        return np.concatenate((known, np.asarray(added, dtype=known.dtype)[extra]))[order]

    blank = np.zeros((len(memory) - len(table.memory), len(table.idf)))
    return table._replace(
        memory=memory[order], counts=np.concatenate((table.counts, blank))[order],
        thread=column(table.thread, places.thread),
        position=column(table.position, places.position),
        length=column(table.length, places.length), open=column(table.open, places.open),
    )  # fmt: skip


def _bm25(table: Table, settings: Retrieval) -> Floats:
    return _weigh(table.counts, table.length / table.average, table.idf, settings)


def _weigh(counts: Floats, length: Floats, idf: Floats, settings: Retrieval) -> Floats:
    """Return BM25 of each row; `length` is relative to the average."""
    norm = settings.k1 * (1 - settings.b + settings.b * length)
    saturated = counts * (settings.k1 + 1) / (counts + norm[:, None])
    total: Floats = (saturated * idf).sum(axis=1)
    return total


def _window(table: Table, settings: Retrieval) -> Floats:
    """Return BM25 of each memory joined with its neighbours.

    A neighbour that is not in the table holds no term; it counts with the average length.
    """
    counts, length, size = table.counts.copy(), table.length.copy(), 2 * settings.reach + 1
    place = table.thread * (1 << 32) + table.position
    sort = np.argsort(place, kind="stable")
    for step in (*range(-settings.reach, 0), *range(1, settings.reach + 1)):
        there = (table.thread != _NO_THREAD) & (table.position + step > 0)
        at = np.searchsorted(place[sort], place + step)
        found = sort[np.minimum(at, len(sort) - 1)] if len(sort) else sort
        known = there & (place[found] == place + step)
        counts[known] += table.counts[found[known]]
        length += np.where(known, table.length[found], np.where(there, table.average, 0.0))
    return _weigh(counts, length / (size * table.average), table.idf, settings)


def _threads(table: Table, base: Floats, settings: Retrieval) -> Floats:
    """Give each memory the mean of the best scores in its thread."""
    order = np.lexsort((-base, table.thread))
    thread = table.thread[order]
    starts = np.flatnonzero(np.r_[True, thread[1:] != thread[:-1]]) if len(thread) else order
    group = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(thread)]))
    best = np.arange(len(thread)) - starts[group] < settings.thread_best
    means = np.bincount(group, weights=base[order] * best) / settings.thread_best
    given = np.empty_like(base)
    given[order] = means[group]
    return np.where(table.thread == _NO_THREAD, 0.0, given)


def _scaled(values: Floats) -> Floats:
    top = values.max(initial=0.0)
    return values / top if top > 0 else values


def _rounded(values: Floats) -> Floats:
    return np.round(values, _DIGITS)
