"""The raw floors of `scale.py`: what SQLite and numpy alone need for the same work, by hand."""

import sqlite3
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scale_data import Said

from neuromem_graph.core.text import index_tokens, query_tokens
from neuromem_graph.ledger.sqlite import migrations

K = 10
Row = tuple[Any, ...]
# What an ingest writes, and by which column a row is found to be new.
TABLES = {
    "namespaces": "ns", "threads": "thread", "records": "seq", "payloads": "seq",
    "events": "event", "event_steps": "event", "entities": "entity", "entity_names": "name_id",
    "entity_blocks": "name_id", "worldview_slots": "slot", "worldview_candidates": "candidate",
    "worldview_candidate_events": "record", "claims": "claim", "beliefs": "claim",
    "memories": "memory", "memory_versions": "memory", "edge_evidence_events": "evidence",
    "impact_assessments": "impact", "touches": "seq",
}  # fmt: skip


class Floor:
    """Hold memories in a plain table, their terms in FTS5, and vectors in an array.

    Args:
        path: of a database that is made, or goes on.
    """

    def __init__(self, path: Path) -> None:
        self._conn = sqlite3.connect(path, isolation_level=None)
        self._conn.execute("PRAGMA journal_mode = WAL").fetchone()
        self._conn.execute("CREATE TABLE IF NOT EXISTS m (id INTEGER PRIMARY KEY, text TEXT)")
        self._conn.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS f "
            "USING fts5 (terms, content = '', tokenize = 'ascii')"
        )

    @property
    def size(self) -> int:
        """Return how many memories there are."""
        return int(self._conn.execute("SELECT coalesce(max(id), 0) FROM m").fetchone()[0])

    def add(self, said: Iterable[Said]) -> None:
        """Add memories in one transaction."""
        rows = [
            (one.number + 1, one.text, " ".join(_coded(index_tokens(one.text)))) for one in said
        ]
        self._conn.execute("BEGIN")
        self._conn.executemany("INSERT INTO m VALUES (?, ?)", (row[:2] for row in rows))
        self._conn.executemany("INSERT INTO f (rowid, terms) VALUES (?, ?)", (r[::2] for r in rows))
        self._conn.execute("COMMIT")

    def ask(self, question: str, vectors: "tuple[np.ndarray, np.ndarray] | None" = None) -> int:
        """Find the ten best by BM25, and by an exact product if there are vectors; read them."""
        terms = " OR ".join(f'"{term}"' for term in _coded(query_tokens(question)))
        sql = "SELECT rowid FROM f WHERE f MATCH ? ORDER BY rank LIMIT ?"
        found = [row[0] for row in self._conn.execute(sql, (terms, K))]
        if vectors is not None:
            matrix, asked = vectors
            scores = matrix @ asked
            found += (np.argpartition(scores, -K)[-K:] + 1).tolist()
        marks = ", ".join("?" * len(found))
        rows = self._conn.execute(f"SELECT id, text FROM m WHERE id IN ({marks})", found).fetchall()
        return len(rows)


def _coded(terms: Iterable[str]) -> Iterator[str]:
    """Write terms so that FTS5's tokenizer keeps them whole."""
    return (t if t.isascii() and t.isalnum() else t.encode().hex() for t in terms)


def written(ledger: Path, since: int) -> dict[str, list[Row]]:
    """Return the rows that a ledger file has gained since a record, by table.

    Those of the index of words are the rows it is made of, one per memory.
    """
    conn = sqlite3.connect(ledger)
    rows = {
        table: conn.execute(f"SELECT * FROM {table} WHERE {column} > ?", (since,)).fetchall()
        for table, column in TABLES.items()
    }
    heads = [
        description[0] for description in conn.execute("SELECT * FROM memories LIMIT 0").description
    ]
    for values in rows["memories"]:
        one = dict(zip(heads, values, strict=True))
        terms = " ".join(index_tokens(one["text"]))
        place = (one["ns"], one["row"], one["memory"], one["thread"] or 0, -1, one["length"])
        rows.setdefault("memory_tail", []).append((*place, terms))
    conn.close()
    return rows


def rewritten(rows: dict[str, list[Row]], path: Path, transactions: int) -> tuple[float, float]:
    """Insert rows into the tables of an empty file, in so many transactions of equal size.

    Returns:
        CPU and wall seconds.
    """
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("PRAGMA journal_mode = WAL").fetchone()
    conn.execute("PRAGMA synchronous = FULL")
    conn.execute("PRAGMA cache_size = -16384")
    conn.execute("BEGIN IMMEDIATE")
    migrations.create(conn)
    conn.execute("COMMIT")
    work = [[(f"INSERT INTO {table} VALUES ({', '.join('?' * len(found[0]))})",
              found[n::transactions]) for table, found in rows.items() if found]
            for n in range(transactions)]  # fmt: skip
    cpu, wall = time.process_time(), time.perf_counter()
    for part in work:
        conn.execute("BEGIN IMMEDIATE")
        for sql, some in part:
            conn.executemany(sql, some)
        conn.execute("COMMIT")
    spent = time.process_time() - cpu, time.perf_counter() - wall
    conn.close()
    return spent
