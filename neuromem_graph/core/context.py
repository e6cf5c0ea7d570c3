"""Score memories by the words around them: near, far, and as the answer to a question before them.

All three are BM25 (see `core.lexical`) over weighted counts: a word that stands d memories away in
the thread counts exp(-d^2 / (2 s^2)), with s = 1.2 for "near" and 4 for "far"; this is kernel
smoothing of term positions (Lv & Zhai 2009, "Positional Language Models for Information
Retrieval"), over turns. An answer seldom repeats its question, so for "answer" a memory has the
words of the one before it, if that asks something.

A word that is only kin to a term (`core.kindred`) counts as a share of one occurrence. It is not
added to the term: what holds both holds the term.
"""

from collections.abc import Sequence
from math import exp, log1p
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.core.kindred import Kin
from neuromem_graph.core.lexical import Floats, Weighed, among, hits
from neuromem_graph.settings import Retrieval
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.recall import ChannelHits
from neuromem_graph.types.searching import Posting, Postings, Rows

__all__ = ["around", "asked_terms", "merged"]

CHANNELS = ("near", "far", "answer")
_ASKS = ("?", "\uff1f", "\u061f")
_LEAST = 1e-9  # nothing is divided by less
_AT_ONCE = 16  # terms that are counted in one pass: each needs some numbers per row


class _Surroundings(NamedTuple):
    """Hold what stands around some rows; `place` is (2 reach + 1, rows), into `rows`."""

    rows: Rows  # each once, ordered; the last may be one past the end: nothing
    place: Rows
    length: Floats  # of `rows`, in terms


class _Kernel(NamedTuple):
    """Hold how much each place around a row counts, and the lengths that gives."""

    first: int  # the first of `_Surroundings.place` that counts
    weights: Floats  # one per place, or (places, rows)
    length: Floats  # of each row, in average lengths

    def sum(self, standing: Floats) -> Floats:
        """Return what stands around each row, weighed; `standing` is (..., places, rows)."""
        part = standing[..., self.first : self.first + len(self.weights), :]
        flat = self.weights.ndim == 1
        total: Floats = self.weights @ part if flat else (self.weights * part).sum(axis=-2)
        return total


def asked_terms(kin: Sequence[Kin]) -> tuple[str, ...]:
    """Return all terms to read: first those of the question, then what else finds them."""
    others = dict.fromkeys(word for one in kin for word in (*one.forms, *one.kin))
    terms = tuple(one.term for one in kin)
    return (*terms, *(word for word in others if word not in frozenset(terms)))


def merged(postings: Postings, kin: Sequence[Kin], most: int) -> Postings:
    """Return the postings of the terms of a question alone, each with its forms.

    A term that is stored in no form has the postings of its kin, the rarest first.

    Args:
        postings: where the terms of `asked_terms` stand.
        kin: the terms of the question.
        most: from how many rows on no more kin are taken.
    """
    known = dict(zip(postings.terms, postings.lists, strict=True))
    lists = []
    for one in kin:
        own = [known[word] for word in (one.term, *one.forms) if len(known[word].rows)]
        lists.append(_joined(own or _rarest([known[word] for word in one.kin], most)))
    return postings._replace(terms=tuple(one.term for one in kin), lists=tuple(lists))


def _rarest(lists: Sequence[Posting], most: int) -> list[Posting]:
    taken, rows = [], 0
    for posting in sorted(lists, key=lambda one: len(one.rows)):
        if rows >= most:
            break
        if len(posting.rows):
            taken.append(posting)
            rows += len(posting.rows)
    return taken


def _joined(lists: Sequence[Posting]) -> Posting:
    if len(lists) == 1:
        return lists[0]
    if not lists:
        return Posting(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
    rows, place = np.unique(np.concatenate([one.rows for one in lists]), return_inverse=True)
    counts = np.zeros(len(rows), dtype=np.int64)
    np.add.at(counts, place, np.concatenate([one.counts for one in lists]))
    return Posting(rows, counts)


def around(
    postings: Postings, kin: Sequence[Kin], weighed: Weighed, places: Places, settings: Retrieval
) -> tuple[ChannelHits, ...]:
    """Rank the open ones of some memories by the words around them.

    Args:
        postings: where the terms of `asked_terms` stand.
        kin: the terms of the question.
        weighed: where memories stand beside each other.
        places: the memories looked at.
        settings: `k1`, `b`, `near`, `far` and `kin`.

    Returns:
        The channels "near", "far" and "answer", each ordered by score, then by age.
    """
    memory = np.asarray(places.memory, dtype=np.int64)
    memory = memory[np.asarray(places.open, dtype=np.bool_) & among(memory, postings.memory)]
    rows = np.searchsorted(postings.memory, memory)
    reach = max(_width(settings.far), _width(settings.near), 1)
    where = _surroundings(postings, weighed, rows, reach)
    kernels = _kernels(where, postings, _asking(places, postings), settings)
    scores = [np.zeros(len(rows)) for _ in CHANNELS]
    known = dict(zip(postings.terms, postings.lists, strict=True))
    counted = [_counts(one, known, where.rows, postings.documents, settings) for one in kin]
    counted = [(counts, gain) for counts, gain in counted if gain > 0]
    for at in range(0, len(counted), _AT_ONCE):
        counts, gains = zip(*counted[at : at + _AT_ONCE], strict=True)
        standing, gain = np.stack(counts)[:, where.place], np.array(gains)[:, None]
        for score, kernel in zip(scores, kernels, strict=True):
            held = kernel.sum(standing)
            norm = settings.k1 * (1 - settings.b + settings.b * kernel.length)
            each = gain * (settings.k1 + 1) * held / np.maximum(held + norm, _LEAST)
            score += each.sum(axis=0)
    return tuple(
        hits(channel, memory, score) for channel, score in zip(CHANNELS, scores, strict=True)
    )


def _width(spread: float) -> int:
    """Return how many memories on either side count more than a few percent."""
    return int(2.5 * spread)


def _surroundings(postings: Postings, weighed: Weighed, rows: Rows, reach: int) -> _Surroundings:
    none = len(postings.memory)
    place = np.full((2 * reach + 1, len(rows)), none, dtype=np.int64)
    place[reach] = rows
    if weighed.links:
        before, after = weighed.links[0], weighed.links[len(weighed.links) // 2]
        for step in range(reach):
            place[reach - step - 1] = before[place[reach - step]]
            place[reach + step + 1] = after[place[reach + step]]
    once, inverse = np.unique(place, return_inverse=True)
    length = np.append(postings.length, 0)[once].astype(np.float64)
    return _Surroundings(once, inverse.reshape(place.shape), length)


def _asking(places: Places, postings: Postings) -> Rows:
    """Return the rows that ask something."""
    texts = zip(places.memory, places.text, strict=True)
    asking = np.asarray(
        [memory for memory, text in texts if text and any(sign in text for sign in _ASKS)],
        dtype=np.int64,
    )
    return np.searchsorted(postings.memory, asking[among(asking, postings.memory)])


def _kernels(
    where: _Surroundings, postings: Postings, asking: Rows, settings: Retrieval
) -> tuple[_Kernel, ...]:
    reach, average = len(where.place) // 2, max(postings.average_length, _LEAST)
    length = where.length[where.place]
    made = []
    for spread in (settings.near, settings.far):
        wide = _width(spread)
        weights = np.array([_bell(step, spread) for step in range(-wide, wide + 1)])
        kernel = _Kernel(reach - wide, weights, weights)
        joined = kernel.sum(length) / (weights.sum() * average)
        made.append(kernel._replace(length=joined))
    weights = np.ones((2, length.shape[1]))
    weights[0] = among(where.rows[where.place[reach - 1]], asking)
    kernel = _Kernel(reach - 1, weights, weights)
    joined = kernel.sum(length) / (weights.sum(axis=0) * average)
    return (*made, kernel._replace(length=joined))


def _bell(step: int, spread: float) -> float:
    return exp(-step * step / (2 * spread * spread)) if spread else 1.0


def _counts(
    one: Kin, known: dict[str, Posting], rows: Rows, documents: int, settings: Retrieval
) -> tuple[Floats, float]:
    """Return how often a term stands in each row, by whatever finds it, and its idf."""
    own = [known[word] for word in (one.term, *one.forms) if word in known]
    kin = [known[word] for word in one.kin if word in known] if settings.kin else []
    counts = np.zeros(len(rows))
    for posting in own:
        if len(posting.rows):
            counts += _looked_up(posting, rows)
    related = np.concatenate([p.rows for p in kin]) if kin else np.zeros(0, dtype=np.int64)
    if len(related):
        counts = np.maximum(counts, settings.kin * _held(related, rows))
    held = sum(len(posting.rows) for posting in own) + settings.kin * len(related)
    held = min(max(held, 1.0), float(documents))
    idf = log1p((documents - held + 0.5) / (held + 0.5))
    return counts, idf if len(related) or any(len(posting.rows) for posting in own) else 0.0


def _looked_up(posting: Posting, rows: Rows) -> Floats:
    """Return the counts of a posting list at some rows; the shorter is looked up in the longer."""
    found = np.zeros(len(rows))
    if len(posting.rows) < len(rows):
        at = np.minimum(np.searchsorted(rows, posting.rows), len(rows) - 1)
        there = rows[at] == posting.rows
        found[at[there]] = posting.counts[there]
        return found
    at = np.minimum(np.searchsorted(posting.rows, rows), len(posting.rows) - 1)
    there = posting.rows[at] == rows
    found[there] = posting.counts[at[there]]
    return found


def _held(related: Rows, rows: Rows) -> NDArray[np.bool_]:
    """Tell which of some ordered rows are among others, in any order."""
    found = np.zeros(len(rows), dtype=np.bool_)
    if len(rows):
        at = np.minimum(np.searchsorted(rows, related), len(rows) - 1)
        found[at[rows[at] == related]] = True
    return found
