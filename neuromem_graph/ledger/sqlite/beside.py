"""Keep vectors beside the chain: a cache by model and text, in the same file."""

from collections.abc import Mapping, Sequence

from neuromem_graph.ledger.sqlite import vectors as cache
from neuromem_graph.ledger.sqlite.connection import Connections


class VectorCaching:
    """Store vectors; `SqliteLedger` adds the rest."""

    _connections: Connections
    _models_kept: int

    def store_vectors(self, model: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """Store one unit vector per text (keyed by its SHA-256) for this model.

        Raises:
            InvalidVector: if one holds NaN or infinity, or widths differ; nothing was written.
        """
        with self._connections.write() as conn:
            cache.store(conn, model, vectors, self._models_kept)
