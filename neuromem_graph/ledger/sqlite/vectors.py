"""Keep the vector cache: named by the hash of the text, checked before anything is written."""

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence

import numpy as np

from neuromem_graph.errors import InvalidVector
from neuromem_graph.ledger.sqlite.statements import QUERIES, WRITES


def text_hash(text: str) -> str:
    """Name a text in the vector cache: hex SHA-256 of its UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def store(
    conn: sqlite3.Connection, model: str, vectors: Mapping[str, Sequence[float]], most: int
) -> None:
    """Store one vector per text, in the caller's transaction.

    Args:
        conn: a connection that holds the write lock.
        model: whose vectors.
        vectors: by text.
        most: models whose vectors are kept. When another begins, the one that was written to least
            recently goes, whole: what one model makes of the texts of this file is never cut.

    Raises:
        InvalidVector: if one holds NaN or infinity, or widths differ, also from what is stored.
    """
    known = conn.execute(QUERIES["vector_width"], (model,)).fetchone()
    width = known[0] if known else None
    rows = []
    for text, vector in vectors.items():
        blob, wide = _coded(vector)
        width = wide if width is None else width
        if wide != width:
            raise InvalidVector(
                f"vectors of {wide} and {width} numbers for the model {model!r}: one model gives "
                "one width; name a changed model differently"
            )
        rows.append((model, text_hash(text), wide, blob))
    if known is None and rows:
        bound(conn, most - 1)  # there is room for the new one
    conn.executemany(WRITES["add_vector"], rows)


def bound(conn: sqlite3.Connection, most: int) -> tuple[str, ...]:
    """Drop the vectors of models above a bound, least recently written first; return which."""
    models = [row[0] for row in conn.execute(QUERIES["index_models"]) if row[0] is not None]
    last = {one: conn.execute(QUERIES["last_of_model"], (one,)).fetchone()[0] for one in models}
    dropped = sorted(models, key=lambda one: last[one])[: max(0, len(models) - most)]
    for model in dropped:
        conn.execute(WRITES["drop_model"], (model,))
    return tuple(dropped)


def _coded(vector: Sequence[float]) -> tuple[bytes, int]:
    """Return a vector as float32, little-endian, with its width."""
    with np.errstate(over="ignore"):
        row = np.asarray(vector, dtype=np.float64).astype("<f4")
    if row.ndim != 1 or not row.size or not np.isfinite(row).all():
        raise InvalidVector("a vector must be a row of finite numbers")
    return row.tobytes(), row.size
