"""The frozen bundle that every stage is handed: what it may read, write and ask."""

import os
from dataclasses import dataclass, field
from datetime import UTC, datetime

from neuromem_graph.core.text import estimate_tokens
from neuromem_graph.ports import (
    Clock,
    Embedder,
    Entropy,
    Extractor,
    Ledger,
    Reranker,
    TokenCounter,
)
from neuromem_graph.settings import Settings


def utc_now() -> datetime:
    """Tell the time of the machine, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    """Bundle what the stages use; made once by the runtime."""

    ledger: Ledger
    extractor: Extractor
    embedder: Embedder | None = None
    reranker: Reranker | None = None
    count_tokens: TokenCounter = estimate_tokens
    clock: Clock = utc_now
    entropy: Entropy = os.urandom
    settings: Settings = field(default_factory=Settings)
