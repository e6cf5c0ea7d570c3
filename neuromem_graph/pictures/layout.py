"""Place boxes on a plane so that none lies on another: the same boxes, the same places."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Size = tuple[float, float]
"""Width and height of a box, in pixels."""

_SEED, _ROUNDS = 7, 150  # of the springs
_GAP = (18.0, 14.0)  # pixels between boxes
_ROOM = 1.7  # times the area of the boxes
_PASSES, _SWELL, _TRIES = 120, 1.12, 12
_ROOMY, _CROWD = 8, 0.2  # swells at most, until this share of the boxes overlaps
_WIDE = 1280.0  # pixels: parts that hang together stand side by side up to this


class Placed(NamedTuple):
    """Hold the centres of boxes, and how large a plane they take."""

    centres: tuple[tuple[int, int], ...]  # pixels, x and y, from the top left corner
    width: int
    height: int


def place(sizes: Sequence[Size], joined: Sequence[tuple[int, int]]) -> Placed:
    """Place boxes by springs between those that are joined, then push them apart.

    Args:
        sizes: of the boxes; a label of a relation is a box, too.
        joined: pairs of places in `sizes`.

    Returns:
        Whole pixels. The springs are those of Fruchterman and Reingold 1991, as networkx has them.
    """
    from networkx import Graph, connected_components  # noqa: PLC0415  costs time to import

    graph = Graph()
    graph.add_nodes_from(range(len(sizes)))
    graph.add_edges_from(joined)
    parts = sorted((sorted(part) for part in connected_components(graph)),
                   key=lambda part: (-len(part), part[0]))  # fmt: skip
    blocks = [_block(part, [(a, b) for a, b in graph.edges if a in set(part)], sizes)
              for part in parts]  # fmt: skip
    return _packed(parts, blocks, sizes)


def _block(
    part: Sequence[int], joined: Sequence[tuple[int, int]], sizes: Sequence[Size]
) -> NDArray[np.float64]:
    """Return the centres of one part that hangs together; its top left corner is (0, 0)."""
    from networkx import Graph, spring_layout  # noqa: PLC0415  costs time to import

    springs = Graph()
    springs.add_nodes_from(part)
    springs.add_edges_from(joined)
    found = spring_layout(springs, seed=_SEED, iterations=_ROUNDS)
    size = np.array([sizes[one] for one in part]) + np.array(_GAP)
    side = sqrt(float((size[:, 0] * size[:, 1]).sum()) * _ROOM)
    centre = np.array([found[one] for one in part])
    if np.ptp(centre[:, 1]) > np.ptp(centre[:, 0]):  # texts are wide, and so are pages
        centre = centre[:, ::-1]
    centre = centre * np.array([0.75 * side, 0.5 * side])
    centre = np.round(_apart(np.round(centre, 3), size))
    return np.asarray(centre - (centre - size / 2).min(axis=0), dtype=np.float64)


def _apart(centre: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give boxes room, then push those apart that overlap still; swell again where it must be."""
    for _ in range(_ROOMY):  # swelling keeps the directions, pushing does not
        if np.count_nonzero(_pushes(centre, size).any(axis=1)) <= len(centre) * _CROWD:
            break
        centre = centre * _SWELL
    for _ in range(_TRIES):
        for _ in range(_PASSES):
            push = _pushes(centre, size)
            if not push.any():
                return centre
            centre = centre + push
        centre = centre * _SWELL
    return centre


def _pushes(centre: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far each box moves: half of each overlap, along the axis where it is less."""
    away = centre[:, None, :] - centre[None, :, :]
    over = (size[:, None, :] + size[None, :, :]) / 2 - np.abs(away)
    count = len(centre)
    hit = np.asarray((over > 0.5).all(axis=2)) & ~np.eye(count, dtype=np.bool_)
    earlier = np.where(np.arange(count)[:, None] < np.arange(count)[None, :], -1.0, 1.0)
    sign = np.where(away == 0, earlier[:, :, None], np.sign(away))
    sideways = over[:, :, 0] <= over[:, :, 1]
    axis = np.stack([sideways, ~sideways], axis=2)
    push = np.where(hit[:, :, None] & axis, sign * (over / 2 + 0.5), 0.0)
    return np.asarray(push.sum(axis=1), dtype=np.float64)


def _packed(
    parts: Sequence[Sequence[int]], blocks: Sequence[NDArray[np.float64]], sizes: Sequence[Size]
) -> Placed:
    """Put part after part where it comes to stand highest, then leftmost."""
    centres: list[tuple[int, int]] = [(0, 0)] * len(sizes)
    taken: list[tuple[float, float, float]] = []  # left, right, bottom
    for part, block in zip(parts, blocks, strict=True):
        half = (np.array([sizes[one] for one in part]) + np.array(_GAP)) / 2
        wide, high = (float(side) for side in (block + half).max(axis=0))
        top, left = min(
            (
                max((low for a, b, low in taken if a < begin + wide and begin < b), default=0.0),
                begin,
            )
            for begin in (0.0, *(right for _, right, _ in taken))
            if begin == 0 or begin + wide <= _WIDE
        )
        taken.append((left, left + wide, top + high))
        for one, (x, y) in zip(part, block, strict=True):
            centres[one] = (round(left + x), round(top + y))
    right = max((one[1] for one in taken), default=0.0)
    return Placed(tuple(centres), round(right), round(max((t[2] for t in taken), default=0.0)))


def _free(taken: Sequence[tuple[float, float, float]], begin: float, wide: float) -> float:
    """Return how far down a place of this width is taken."""
    return max((low for a, b, low in taken if a < begin + wide and begin < b), default=0.0)
