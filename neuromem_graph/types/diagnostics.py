"""What tells how an answer came about, and how a runtime performs. Nothing here is an answer."""

from typing import Literal, NamedTuple

from pydantic import Field

from neuromem_graph.types.base import Namespace, Record

CacheUse = Literal["hit", "miss", "off"]
"""`off`: this query is not cached at all."""

MissReason = Literal["cold", "version", "expired", "time", "disabled"]
"""Why no cached answer was served: see `MISSES`."""

MISSES: dict[MissReason, str] = {
    "cold": "this question was not asked before, or not lately",
    "version": "what the namespace holds has changed since, or something was erased",
    "expired": "the answer is older than `Settings.caching.seconds`",
    "time": "time has changed it: something began, ended or expired, a day of UTC is over, or the "
    "question names times that are seen from now",
    "disabled": "`Settings.caching.answers` is 0, or this query is never cached: with store items, "
    "in a forked run, while texts wait for their vectors, where an expander failed",
}
"""What each reason means."""


class Version(NamedTuple):
    """Hold which records last changed what a namespace holds, at one moment."""

    seq: int = 0  # the moment
    semantic: int = 0  # the last record up to it that changed what is recalled
    worldview: int = 0  # the last one that changed what is believed
    erased: int = 0  # the last erasure in the file, whatever the moment
    turns_at: int | None = None  # microseconds: when next something starts, ends or expires


class Diagnostics(Record):
    """Tell at which versions a query was answered, and whether from the cache.

    Answers are compared and kept without `cache`, `miss_reason`, `expansion_failed` and
    `milliseconds`: a cached answer equals a computed one, and none depends on how long it took. The
    trace tells the first three.
    """

    namespace: Namespace
    semantic_version: int  # sequence of the last record that changed what is recalled here
    worldview_version: int  # of the last one that changed what is believed here
    filter_hash: str  # of `filters`: equal filters, equal hash
    cache: CacheUse = Field(default="off", exclude=True)
    miss_reason: MissReason | None = Field(default=None, exclude=True)
    expansion_failed: str | None = Field(default=None, exclude=True)  # what an expander raised
    milliseconds: dict[str, float] = Field(default_factory=dict, exclude=True)  # by stage

    def __eq__(self, other: object) -> bool:
        """Tell whether both were answered at the same versions."""
        return isinstance(other, Diagnostics) and self._compared() == other._compared()

    def __hash__(self) -> int:
        """Return a hash of what is compared."""
        return hash(self._compared())

    def _compared(self) -> tuple[object, ...]:
        return self.namespace, self.semantic_version, self.worldview_version, self.filter_hash


class CacheStats(Record):
    """Count what the cache of answers did since the runtime was opened."""

    entries: int
    max_entries: int
    ttl_seconds: float
    hits: int
    misses: int
    hit_rate: float  # of 0 to 1
    miss_reasons: dict[MissReason, int]
    last_miss_reason: MissReason | None


class FlightStats(Record):
    """Count equal queries that were asked at once."""

    inflight: int  # being answered now
    leaders: int  # answered for all
    joins: int  # waited for one of these


class EmbeddingStats(Record):
    """Count what was asked of the embedder, and what the file spared it."""

    model: str | None  # None: there is no embedder
    width: int | None  # numbers per vector, as far as known
    other_models: tuple[str, ...]  # that embedded something in this file, too
    stored: int  # vectors of this model in the file
    bytes: int = 0  # of these
    hits: int  # texts whose vector was in the file
    misses: int  # texts that were embedded
    batches: int
    last_batch_size: int
    average_batch_ms: float


class IndexSizes(NamedTuple):
    """Hold how large the index of words of one namespace is; for the terms, see `file_bytes`."""

    memories: int = 0  # that are indexed
    blocks: int = 0  # of packed columns: a wide one has 4,096 memories, others 256
    tail: int = 0  # memories that are in no block yet
    bytes: int = 0  # of the columns of all blocks: read by every query
    file_bytes: int = 0  # of the whole ledger: records, all namespaces, terms, vectors


class MatrixStats(Record):
    """Describe resident vectors of one namespace."""

    namespace: Namespace
    model: str
    rows: int
    width: int
    bytes: int
    missing: int  # memories without a vector of this model


class QueryTimes(Record):
    """Summarise how long recent queries took, in milliseconds."""

    count: int  # since the runtime was opened
    recent: int  # of these, how many the rest is about
    p50: float
    p95: float
    p99: float
    slowest: float


class PerformanceStats(Record):
    """Tell how a runtime performs: its caches, its embedder, what is resident, how long it took."""

    namespace: Namespace
    semantic_version: int
    worldview_version: int
    settings_version: str
    retrieval_cache: CacheStats
    singleflight: FlightStats
    embeddings: EmbeddingStats
    postings: IndexSizes
    matrices: tuple[MatrixStats, ...]
    matrix_bytes: int
    store_matrix_bytes: int  # of store items
    queries: QueryTimes
    stages: dict[str, QueryTimes]  # plan, expand, embed, gather, rank, pack
