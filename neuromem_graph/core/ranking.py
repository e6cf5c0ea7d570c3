"""Walk scored rows best first, as far as somebody looks, without sorting the rest."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

_DIGITS = 6  # what float32 can tell apart, whatever the order of its sums
_UNIT = np.float32(2e-6)
_FIRST, _GROWTH = 64, 4


def best_first(
    items: NDArray[np.int64], scores: NDArray[np.float32]
) -> Iterator[tuple[int, float]]:
    """Give every item once, with the best score of its rows.

    Args:
        items: one per row; an item may have several rows.
        scores: one per row; -inf leaves the row out.

    Yields:
        Items by score, equal scores newest first, so that pages never overlap.
    """
    given, seen = 0, set[int]()
    reach = _FIRST
    while given < len(items):
        rows, rounded = _top(scores, reach)
        order = np.lexsort((-items[rows], -rounded))
        for at in order[given:]:
            item, score = int(items[rows[at]]), float(rounded[at])
            if score == -np.inf:
                return
            if item not in seen:
                seen.add(item)
                yield item, score
        given, reach = len(rows), reach * _GROWTH


def _top(scores: NDArray[np.float32], reach: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the rows of the best `reach` scores, and all that round to the last of them."""
    if reach >= len(scores):
        return np.arange(len(scores)), scores.astype(np.float64).round(_DIGITS)
    last = np.partition(scores, len(scores) - reach)[len(scores) - reach]
    rows = np.flatnonzero(scores >= last - _UNIT)
    rounded = scores[rows].astype(np.float64).round(_DIGITS)
    best = rounded >= np.float64(last).round(_DIGITS)
    return rows[best], rounded[best]
