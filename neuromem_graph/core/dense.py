"""Score memories by the meaning a model sees in them: cosines of unit vectors.

Every row is scored by a float32 product. In a large namespace the sign bits of the vectors choose
first which rows that is done for (random hyperplane hashing: Charikar 2002, "Similarity estimation
techniques from rounding algorithms"; the hyperplanes are the axes). What is returned is scored once
more, each row by itself in float64: so a score depends on its two vectors alone, not on how many
rows are multiplied at once.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.core.lexical import hits
from neuromem_graph.errors import InvalidVector, ProviderError
from neuromem_graph.settings import Retrieval
from neuromem_graph.types.recall import ChannelHits

Matrix = NDArray[np.float32]
Bits = NDArray[np.uint64]
Distances = NDArray[np.uint16]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

DIGITS = 6  # what float32 can tell apart
_NOISE = np.float32(4e-6)  # scores that are as close are told apart in float64


class Near(NamedTuple):
    """Hold memories with their cosines, best first, then by age."""

    memories: Ints
    scores: Floats
    more: bool  # whether others may score above the floor


class Sight(NamedTuple):
    """Hold what a question by meaning sees: one row per vector, in any order."""

    memories: Ints
    scores: NDArray[np.float32]  # -inf leaves the row out
    exact: Callable[[Ints], Floats]  # rows -> cosines that depend on their vectors alone
    whole: Callable[[], "Sight"] | None = None  # sees the rows, too, that were left out for speed


def unit_rows(vectors: Sequence[Sequence[float]], count: int, width: int | None = None) -> Matrix:
    """Check what an embedder gave and scale each row to length 1.

    Args:
        vectors: one per text; a vector of zeros stays one and is like nothing.
        count: how many texts there were.
        width: of the vectors known already, if any.

    Returns:
        A float32 matrix of `count` rows.

    Raises:
        ProviderError: there are not as many vectors as texts.
        InvalidVector: widths differ, or a vector holds NaN or infinity.
    """
    try:
        rows = [np.asarray(vector, dtype=np.float64) for vector in vectors]
    except (TypeError, ValueError, OverflowError) as exc:
        raise InvalidVector(f"the embedder gave no vectors of numbers: {exc}") from exc
    if len(rows) != count:
        raise ProviderError(f"the embedder gave {len(rows)} vectors for {count} texts")
    widths = {row.shape for row in rows} | ({(width,)} if width else set())
    if len(widths) != 1 or any(len(shape) != 1 or shape[0] == 0 for shape in widths):
        raise InvalidVector(
            f"embeddings of different widths {sorted(map(_width, widths))}: "
            "one model gives one width; name a changed model differently"
        )
    matrix = np.stack(rows)
    if not np.isfinite(matrix).all():
        raise InvalidVector("an embedding holds NaN or infinity")
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    return (matrix / np.where(norms > 0, norms, 1.0)).astype(np.float32)


def _width(shape: tuple[int, ...]) -> int:
    return shape[0] if len(shape) == 1 else 0


def products(rows: Matrix, query: Matrix) -> Matrix:
    """Return the cosine of each row with a query, in float32.

    It is bound by memory, so threads gain nothing; BLAS starts some all the same, which wait for
    each other wherever other work runs.

    Args:
        rows: unit vectors, (n, width).
        query: one unit vector.

    Returns:
        (n,).
    """
    found: Matrix = np.einsum("ij,j->i", rows, query)
    return found


def cosines(rows: Matrix, query: Matrix) -> Floats:
    """Return the cosine of each row with a query, in float64, row by row.

    Args:
        rows: unit vectors, (n, width).
        query: one unit vector.

    Returns:
        (n,), rounded to what float32 can tell apart.
    """
    if not len(rows):
        return np.zeros(0)
    products = rows.astype(np.float64) * query.astype(np.float64)
    total: Floats = products.sum(axis=1).round(DIGITS)
    return total + 0.0  # -0.0 is 0.0


def signs(rows: Matrix) -> Bits:
    """Return the sign bits of each row as columns: (width / 64, n), filled up with zeros."""
    packed = np.packbits(rows > 0, axis=1)
    wide = -packed.shape[1] % 8
    filled = np.pad(packed, ((0, 0), (0, wide))) if wide else packed
    return np.ascontiguousarray(np.ascontiguousarray(filled).view(np.uint64).T)


def alike(bits: Bits, query: Matrix) -> Distances:
    """Return in how many signs each row differs from a query: the fewer, the likelier it is near.

    Args:
        bits: as `signs` gives them.
        query: one unit vector.
    """
    found = np.zeros(bits.shape[1], np.uint16)
    for words, asked in zip(bits, signs(query[None, :]), strict=True):
        found += np.bitwise_count(words ^ asked[0])
    return found


def fewest(distances: Distances, seen: NDArray[np.bool_], memories: Ints, count: int) -> Ints:
    """Return the rows of the `count` smallest distances; of equal ones the oldest.

    Args:
        distances: one per row.
        seen: which rows there are at all.
        memories: one per row.
        count: how many rows.
    """
    so_far = np.cumsum(np.bincount(distances[seen]))
    if not len(so_far) or so_far[-1] <= count:
        return np.flatnonzero(seen)
    last = int(np.searchsorted(so_far, count))
    sure = np.flatnonzero(seen & (distances < last))
    edge = np.flatnonzero(seen & (distances == last))
    oldest = edge[np.argsort(memories[edge], kind="stable")][: count - len(sure)]
    return np.sort(np.concatenate((sure, oldest)))


def blended(vectors: Matrix, how: str) -> Matrix:
    """Return what is compared with memories, of a question and texts that would answer it.

    Args:
        vectors: of unit length, that of the question first.
        how: "mean": one vector, the mean of all (Gao et al. 2022, eq. 8); "max": each by itself.
    """
    if how == "max" or len(vectors) == 1:
        return vectors
    mean = vectors.astype(np.float64).mean(axis=0)
    return unit_rows([mean.tolist()], 1)


def joined(sights: Sequence[Sight]) -> Sight:
    """Put what several vectors see together: a memory counts by the one it is nearest to."""
    if len(sights) == 1:
        return sights[0]
    starts = np.cumsum([0, *(len(one.memories) for one in sights)])

    def exact(rows: Ints) -> Floats:
        scores = np.zeros(len(rows))
        for at, one in enumerate(sights):
            own = (rows >= starts[at]) & (rows < starts[at + 1])
            scores[own] = one.exact(rows[own] - starts[at])
        return scores

    wider = any(one.whole is not None for one in sights)
    return Sight(
        np.concatenate([one.memories for one in sights]),
        np.concatenate([one.scores for one in sights]), exact,
        (lambda: joined([one.whole() if one.whole else one for one in sights])) if wider else None,
    )  # fmt: skip


def nearest(sight: Sight, count: int, floor: float) -> Near:
    """Return the nearest memories, by cosine, then by age.

    Args:
        sight: the rows; a memory with several counts once, by its best.
        count: rows that are looked at, at most.
        floor: what scores no higher is not found.

    Returns:
        The memories, and whether there may be others.
    """
    rows = best_rows(sight.scores, count, floor)
    scores = sight.exact(rows)
    rows, scores = rows[scores > floor], scores[scores > floor]
    order = np.lexsort((sight.memories[rows], -scores))[:count]
    memories, scores = sight.memories[rows][order], scores[order]
    _, first = np.unique(memories, return_index=True)
    kept = np.sort(first)
    more = int((sight.scores > floor - _NOISE).sum()) > count
    return Near(memories[kept], scores[kept], more)


def best_rows(scores: NDArray[np.float32], count: int, floor: float) -> Ints:
    """Return the rows of the best `count` scores above a floor, and all that may equal the last.

    Args:
        scores: one per row; -inf leaves the row out.
        count: how many.
        floor: of a score.
    """
    if count < len(scores):
        last = np.partition(scores, len(scores) - count)[len(scores) - count]
        lowest = max(last - _NOISE, np.float32(floor) - _NOISE)
    else:
        lowest = np.float32(floor) - _NOISE
    return np.flatnonzero((scores >= lowest) & (scores > -np.inf))


def stacked(known: Matrix, fresh: Matrix) -> Matrix:
    """Put the rows of two matrices of one width under each other; either may be empty."""
    filled = [matrix for matrix in (known, fresh) if len(matrix)]
    return np.vstack(filled) if filled else fresh


def rank(
    memories: Sequence[int], matrix: Matrix, query: Matrix, settings: Retrieval, pool: int
) -> ChannelHits:
    """Rank memories by cosine with a query; hits below the channel's floor are none.

    Args:
        memories: one per row of the matrix.
        matrix: unit vectors.
        query: one unit vector.
        settings: `floors`.
        pool: how many to return at most.

    Returns:
        The channel "dense": the best `pool`, by score, then by age.
    """
    floor = settings.floors.get("dense", 0.0)
    found = hits("dense", np.asarray(memories, dtype=np.int64), cosines(matrix, query), floor)
    return found.model_copy(
        update={
            "memories": found.memories[:pool], "scores": found.scores[:pool]
        }
    )  # fmt: skip
