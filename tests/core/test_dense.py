"""Cosines: which rows are found, in which order, and that nothing else moves a score."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from neuromem_graph.core import dense
from neuromem_graph.core.dense import Sight


def units(rows: int, width: int, seed: int = 0) -> NDArray[np.float32]:
    made = np.random.default_rng(seed).normal(size=(rows, width))
    return dense.unit_rows(made.tolist(), rows)


def sight(matrix: NDArray[np.float32], query: NDArray[np.float32], memories: Any = None) -> Sight:
    owners = np.arange(1, len(matrix) + 1) if memories is None else np.asarray(memories, np.int64)
    return Sight(owners, matrix @ query, lambda rows: dense.cosines(matrix[rows], query))


def brute(matrix: NDArray[np.float32], query: NDArray[np.float32], memories: Any) -> list[Any]:
    """Sort all rows by what they score alone."""
    scored = [(-float(dense.cosines(row[None, :], query)[0]), int(memory))
              for row, memory in zip(matrix, memories, strict=True)]  # fmt: skip
    return [(memory, -score) for score, memory in sorted(scored)]


@given(
    rows=st.integers(0, 40), count=st.integers(1, 50), width=st.integers(1, 5),
    seed=st.integers(0, 50), floor=st.sampled_from([-1.0, 0.0, 0.2, 0.7]),
)  # fmt: skip
def test_nearest_is_a_sort(rows: int, count: int, width: int, seed: int, floor: float) -> None:
    """The nearest are the first of all rows sorted by score, then by age, above the floor."""
    matrix = units(rows, width, seed) if rows else np.zeros((0, width), np.float32)
    coarse = np.random.default_rng(seed).integers(-1, 2, size=(rows, width)).astype(np.float32)
    for candidates in (matrix, coarse / np.maximum(1, np.linalg.norm(coarse, axis=1))[:, None]):
        query = units(1, width, seed + 1)[0]
        memories = np.random.default_rng(seed).permutation(rows) + 1
        near = dense.nearest(sight(candidates.astype(np.float32), query, memories), count, floor)
        wanted = [one for one in brute(candidates.astype(np.float32), query, memories)
                  if one[1] > floor]  # fmt: skip
        assert (
            list(zip(near.memories.tolist(), near.scores.tolist(), strict=True)) == (wanted[:count])
        )
        assert near.more or len(wanted) <= count


def test_a_memory_counts_once() -> None:
    """Of several rows of a memory the best counts."""
    matrix = np.array([[1, 0], [0.6, 0.8], [0, 1], [0.8, 0.6]], np.float32)
    near = dense.nearest(sight(matrix, matrix[0], [7, 7, 8, 9]), 4, -1.0)
    assert near.memories.tolist() == [7, 9, 8]
    assert near.scores.tolist() == [1.0, 0.8, 0.0]


def test_rows_left_out_are_never_found() -> None:
    """A row whose score is -inf is not found, however many are asked for."""
    matrix = units(5, 4)
    seen = sight(matrix, matrix[0])
    hidden = seen._replace(scores=np.where(np.arange(5) < 2, -np.inf, seen.scores))
    assert set(dense.nearest(hidden, 10, -2.0).memories.tolist()) == {3, 4, 5}


def test_a_score_depends_on_two_vectors_alone() -> None:
    """A row scores the same alone, among others, and wherever it stands."""
    matrix, query = units(257, 768), units(1, 768, 9)[0]
    whole = dense.cosines(matrix, query)
    assert [float(dense.cosines(row[None, :], query)[0]) for row in matrix] == whole.tolist()
    assert dense.cosines(matrix[::-1], query).tolist() == whole[::-1].tolist()


@given(rows=st.integers(1, 20), width=st.integers(1, 200), seed=st.integers(0, 20))
def test_signs_are_compared_bit_by_bit(rows: int, width: int, seed: int) -> None:
    """Two vectors differ in as many signs as a naive count finds."""
    matrix, query = units(rows, width, seed), units(1, width, seed + 1)[0]
    naive = ((matrix > 0) != (query > 0)).sum(axis=1)
    assert dense.alike(dense.signs(matrix), query).tolist() == naive.tolist()


@given(distances=st.lists(st.integers(-1, 4), max_size=30), count=st.integers(1, 35))
def test_fewest_takes_the_oldest_of_equals(distances: list[int], count: int) -> None:
    """The smallest distances are kept; where the bound cuts equal ones, the oldest memories."""
    memories = np.arange(len(distances))[::-1] + 1
    given, seen = np.maximum(distances, 0).astype(np.uint16), np.asarray(distances) >= 0
    rows = dense.fewest(given, seen, memories, count)
    order = sorted((d, m, at) for at, (d, m) in enumerate(zip(distances, memories, strict=True))
                   if d >= 0)  # fmt: skip
    assert sorted(rows.tolist()) == sorted(at for _, _, at in order[:count])


def test_signs_choose_well() -> None:
    """Of 4,000 clustered vectors, 400 chosen by sign hold nearly all of the true best ten."""
    rng = np.random.default_rng(1)
    centres = rng.normal(size=(40, 256))
    rows = centres[rng.integers(0, 40, 4000)] + 0.7 * rng.normal(size=(4000, 256))
    matrix = dense.unit_rows(rows.tolist(), 4000)
    hits, bits = 0, dense.signs(matrix)
    for at in range(0, 4000, 200):
        query = matrix[at]
        best = set(np.argsort(-(matrix @ query))[:10].tolist())
        chosen = dense.fewest(dense.alike(bits, query), np.ones(4000, bool), np.arange(4000), 400)
        hits += len(best & set(chosen.tolist()))
    assert hits / 200 >= 0.95


def test_vectors_are_checked() -> None:
    """A vector of zeros is like nothing; other widths and odd values are refused."""
    made = dense.unit_rows([[0.0, 0.0], [3.0, 4.0]], 2)
    assert np.allclose(made, [[0, 0], [0.6, 0.8]])
    for bad in ([[1.0], [1.0, 2.0]], [[float("nan")]], [["a"]], [[]]):
        with pytest.raises(ValueError, match=r"embedd|vector"):
            dense.unit_rows(bad, len(bad))  # type: ignore[arg-type]
