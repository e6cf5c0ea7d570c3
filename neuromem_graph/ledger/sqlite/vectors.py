"""Keep the vector cache: named by the hash of the text, checked before anything is written."""

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from neuromem_graph.errors import InvalidVector
from neuromem_graph.ledger.sqlite.statements import QUERIES, WRITES
from neuromem_graph.types.ledger import Vectors


def text_hash(text: str) -> str:
    """Name a text in the vector cache: hex SHA-256 of its UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def to_vectors(rows: list[tuple[Any, ...]]) -> Vectors:
    """Read the rows of `open_vectors`."""
    have = [(memory, vector) for memory, _, vector in rows if vector is not None]
    lack = [(memory, words) for memory, words, vector in rows if vector is None]
    flat = np.frombuffer(b"".join(v for _, v in have), dtype="<f4")
    width = flat.size // len(have) if have else 0
    return Vectors(
        memories=tuple(m for m, _ in have), matrix=flat.reshape(len(have), width), missing=lack
    )


def store(conn: sqlite3.Connection, model: str, vectors: Mapping[str, Sequence[float]]) -> None:
    """Store one vector per text, in the caller's transaction.

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
    conn.executemany(WRITES["add_vector"], rows)


def _coded(vector: Sequence[float]) -> tuple[bytes, int]:
    """Return a vector as float32, little-endian, with its width."""
    with np.errstate(over="ignore"):
        row = np.asarray(vector, dtype=np.float64).astype("<f4")
    if row.ndim != 1 or not row.size or not np.isfinite(row).all():
        raise InvalidVector("a vector must be a row of finite numbers")
    return row.tobytes(), row.size
