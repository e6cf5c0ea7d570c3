"""Score memories by the meaning a model sees in them: exact cosines of unit vectors."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.core.lexical import Floats, hits
from neuromem_graph.errors import InvalidVector, ProviderError
from neuromem_graph.settings import Retrieval
from neuromem_graph.types.recall import ChannelHits

Matrix = NDArray[np.float32]

_DIGITS = 6  # what float32 can tell apart, whatever the order of its sums


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
    cosines: Floats = np.asarray(matrix @ query, dtype=np.float64).round(_DIGITS)
    floor = settings.floors.get("dense", 0.0)
    found = hits("dense", np.asarray(memories, dtype=np.int64), cosines, floor)
    return found.model_copy(
        update={
            "memories": found.memories[:pool], "scores": found.scores[:pool]
        }
    )  # fmt: skip


def stacked(known: Matrix, fresh: Matrix) -> Matrix:
    """Put the rows of two matrices of one width under each other; either may be empty."""
    filled = [matrix for matrix in (known, fresh) if len(matrix)]
    return np.vstack(filled) if filled else fresh
