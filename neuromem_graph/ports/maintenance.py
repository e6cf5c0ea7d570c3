"""What a backend can do besides: prove that it is whole, erase, keep traces and vectors."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol, runtime_checkable

from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ledger import Erasure, Head, Verification


@runtime_checkable
class Auditable(Protocol):
    """Prove that a ledger is whole, and make its projections anew."""

    def verify(self, *, deep: bool = False, expected_head: Head | None = None) -> Verification:
        """Check every record, the chain, the payloads and the head; name the first problem."""

    def rebuild(self) -> int:
        """Drop every projection and fold the records again; return how many were folded."""


@runtime_checkable
class Erasable(Protocol):
    """Remove content for good."""

    def erase(self, seqs: Iterable[int], reason: str) -> Erasure:
        """Erase these payloads and all that was derived from them alone."""


@runtime_checkable
class TraceJournal(Protocol):
    """Keep the explanations of queries, outside the chain."""

    def record_trace(self, namespace: Namespace, trace_id: str, body: str, at: datetime) -> None:
        """Write one explanation; the oldest above the bound are dropped."""


@runtime_checkable
class VectorCache(Protocol):
    """Keep embeddings by model and text."""

    def store_vectors(self, model: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """Store one unit vector per text.

        Raises:
            InvalidVector: if one holds NaN or infinity, or widths differ, also from those that
                are stored for the model; nothing was written.
        """
