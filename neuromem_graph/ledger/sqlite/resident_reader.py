"""Answer what caches and resident vectors ask: what changed, what is embedded."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from neuromem_graph.ledger.sqlite.part import Part, dumps
from neuromem_graph.ledger.sqlite.statements import QUERIES
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.diagnostics import IndexSizes, Version
from neuromem_graph.types.searching import MemoryVectors, TextVector

_PAGE = 128  # rows held twice, as bytes and as numbers, while they are loaded


class SqliteResidentReader(Part):
    """Read, at one moment, what has changed since another."""

    def version(self, namespace: Namespace, now: int) -> Version:
        """Tell which records last changed what this namespace holds."""
        rows = self._rows("namespace_version", named=dumps(namespace), now=now)
        if not rows:
            return Version(self.seq)
        self._names[namespace], said, believed, erased, turns_at = rows[0]
        return Version(
            seq=self.seq, semantic=max(said or 0, believed or 0), worldview=believed or 0,
            erased=erased or 0, turns_at=turns_at,
        )  # fmt: skip

    def vectors(self, namespace: Namespace, model: str, after: int) -> Iterator[MemoryVectors]:
        """Give the memories after a sequence number with their vectors, oldest first, in pages."""
        asked = {"ns": self._ns(namespace), "model": model, "after": after, "seq": self.seq}
        cursor = self._conn.execute(QUERIES["memory_vectors"], asked)
        while rows := cursor.fetchmany(_PAGE):
            have = [row for row in rows if row[2] is not None]
            flat = np.frombuffer(b"".join(row[2] for row in have), dtype="<f4")
            yield MemoryVectors(
                memories=np.fromiter((row[0] for row in have), np.int64, len(have)),
                matrix=flat.reshape(len(have), flat.size // len(have) if have else 0),
                missing=tuple(row[:2] for row in rows if row[2] is None),
            )

    def embedded(self, model: str, after: int) -> Iterator[TextVector]:
        """Give the vectors that were stored for a model after a number, oldest first."""
        asked = {"model": model, "after": after}
        for number, text_hash, vector in self._conn.execute(QUERIES["vectors_after"], asked):
            yield TextVector(number, text_hash, np.frombuffer(vector, dtype="<f4"))

    def last_vector(self) -> int:
        """Return a number that grows whenever a text is embedded."""
        return self._conn.execute(QUERIES["last_vector"]).fetchone()[0] or 0

    def models(self) -> tuple[str, ...]:
        """Return the names of all models that embedded anything."""
        return tuple(row[0] for row in self._conn.execute(QUERIES["index_models"]))

    def texts(self, namespace: Namespace, memories: Sequence[int]) -> Mapping[int, str]:
        """Return the words of these memories; none of those that were erased."""
        asked = {"ns": self._ns(namespace), "memories": dumps(memories)}
        return dict(self._rows("memory_texts", **asked))

    def lacking(
        self, namespace: Namespace, model: str, after: int, most: int
    ) -> tuple[tuple[int, str, str], ...]:
        """Return memories after a number without a vector, oldest first: number, hash, text."""
        asked = {"ns": self._ns(namespace), "model": model, "after": after, "most": most}
        rows: list[tuple[int, str, str]] = self._rows("lacking_vectors", **asked)
        return tuple(rows)

    def unembedded(self, namespace: Namespace, model: str) -> int:
        """Count the memories without a vector."""
        count: int = self._rows("count_lacking_vectors", ns=self._ns(namespace), model=model)[0][0]
        return count

    def stored(self, model: str) -> int:
        """Count the vectors of a model in the file."""
        count: int = self._conn.execute(QUERIES["stored_vectors"], {"model": model}).fetchone()[0]
        return count

    def width(self, model: str) -> int | None:
        """Return how many numbers the stored vectors of a model have; None if there are none."""
        row = self._conn.execute(QUERIES["vector_width"], (model,)).fetchone()
        return row[0] if row else None

    def sizes(self, namespace: Namespace) -> IndexSizes:
        """Tell how large the index of words is."""
        rows = self._rows("index_sizes", ns=self._ns(namespace))
        return IndexSizes._make((*rows[0], *self._conn.execute(QUERIES["file_size"]).fetchone()))
