"""Score memories by the words they share with a question: alone, with their neighbours, by thread.

All three scores are BM25 (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework: BM25
and Beyond", eq. 3.15) with the idf of Lucene, ln(1 + (N - df + 0.5) / (df + 0.5)), which is never
negative, so that a store of one memory works. N, df and the average length are those of one
namespace at one moment; memories that may not be served count in them.

What stands beside an answer often holds the words of its question. So a memory is scored once alone
and once as a window: itself with its neighbours in the thread, as one document.

All memories are scored, in a few passes over arrays; whether one may be served is asked of the best
only, until enough of them may.
"""

from collections.abc import Sequence
from math import log1p
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.settings import Retrieval
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.recall import ChannelHits
from neuromem_graph.types.searching import Posting, Postings, Rows

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_DIGITS = 9  # scores are rounded, so that equal ones are equal on every machine
_LEAST = 1e-9  # nothing is divided by less


class Weighed(NamedTuple):
    """Hold the scores of all memories: one per row of the postings, open or not."""

    postings: Postings
    own: Floats
    window: Floats
    both: Floats  # each scaled to its best, and added
    links: tuple[Rows, ...]  # the rows beside each row, by distance; one past the end for none


def weigh(postings: Postings, settings: Retrieval) -> Weighed:
    """Score every memory by its own words, and by those of its window.

    Args:
        postings: where the terms of the question stand.
        settings: `k1`, `b` and `reach`.

    Returns:
        Scores of 0 or above; 0 where no term stands.
    """
    links = _links(postings, settings.reach)
    length = np.append(postings.length, 0).astype(np.float64)
    wide = length.copy()
    for link in links:
        wide += length[link]
    average = max(postings.average_length, _LEAST)
    alone = _norm(length, average, settings)
    joined = _norm(wide, average * (1 + len(links)), settings)
    own, window, counts = (np.zeros(len(length)) for _ in range(3))
    for posting in postings.lists:
        if len(posting.rows):
            gain = _idf(posting, postings.documents) * (settings.k1 + 1)
            own[posting.rows] += gain * posting.counts / (posting.counts + alone[posting.rows])
            _add_windows(window, counts, posting, links, joined, gain)
    own, window = own[:-1], window[:-1]
    both = _rounded(_scaled(own) + _scaled(window))
    return Weighed(postings, own, window, both, links)


def _idf(posting: Posting, documents: int) -> float:
    held = len(posting.rows)
    return log1p((documents - held + 0.5) / (held + 0.5))


def _add_windows(
    window: Floats, counts: Floats, posting: Posting, links: tuple[Rows, ...], norm: Floats,
    gain: float,
) -> None:  # fmt: skip
    """Add what a term gives to each window that holds it; `counts` is 0 before and after."""
    touched = [posting.rows, *(link[posting.rows] for link in links)]
    for rows in touched:  # each holds a row once, but for the one past the end
        counts[rows] += posting.counts
    for rows in touched:
        held = counts[rows]
        counts[rows] = 0.0  # so that a row which comes again gets nothing
        window[rows] += gain * held / (held + norm[rows])


def _links(postings: Postings, reach: int) -> tuple[Rows, ...]:
    count = len(postings.memory)
    before = np.append(postings.before, count)
    before[before < 0] = count
    after = np.full(count + 1, count)
    after[before] = np.arange(count + 1)
    after[count] = count
    links = []
    for step in (before, after):
        there = step
        for _ in range(reach):
            links.append(there)
            there = step[there]
    return tuple(links)


def _norm(length: Floats, average: float, settings: Retrieval) -> Floats:
    norm: Floats = settings.k1 * (1 - settings.b + settings.b / average * length)
    return np.maximum(norm, _LEAST)


def best(weighed: Weighed, start: int, stop: int) -> Rows:
    """Return the rows of the best memories by both scores, equal ones by age.

    Args:
        weighed: the scores.
        start: how many of them to leave out.
        stop: where to end.
    """
    rows = np.flatnonzero(weighed.both)
    scores = weighed.both[rows]
    if stop < len(rows):
        last = np.partition(scores, len(rows) - stop)[len(rows) - stop]
        rows = rows[scores >= last]
        scores = weighed.both[rows]
    return rows[np.lexsort((rows, -scores))][start:stop]


def beside(weighed: Weighed, memories: Sequence[int]) -> tuple[int, ...]:
    """Return memories with those that stand beside them in their threads, ordered.

    Args:
        weighed: the scores, with the links between rows.
        memories: whose neighbours; those that have no row stand alone.
    """
    known, given = weighed.postings.memory, np.asarray(memories, dtype=np.int64)
    rows = np.searchsorted(known, given[among(given, known)])
    near = np.unique(np.concatenate([rows, *(link[rows] for link in weighed.links)]))
    found = known[near[near < len(known)]]
    return tuple(np.union1d(found, given).tolist())


def score(weighed: Weighed, places: Places) -> tuple[ChannelHits, ...]:
    """Rank the open ones of some memories by their own words, and by their windows.

    Args:
        weighed: the scores of all memories.
        places: the memories looked at.

    Returns:
        The channels "lexical" and "window", each ordered by score, then by age.
    """
    memory = np.asarray(places.memory, dtype=np.int64)
    known = among(memory, weighed.postings.memory) & np.asarray(places.open, dtype=np.bool_)
    memory = memory[known]
    rows = np.searchsorted(weighed.postings.memory, memory)
    return (
        hits("lexical", memory, weighed.own[rows]), hits("window", memory, weighed.window[rows]),
    )  # fmt: skip


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


def _top(values: Floats) -> float:
    top = float(values.max(initial=0.0))
    return top if top > 0 else 1.0


def _scaled(values: Floats) -> Floats:
    return values / _top(values)


def _rounded(values: Floats) -> Floats:
    return np.round(values, _DIGITS)
