"""What is kept at hand between queries, and for how long."""

from pydantic import Field

from neuromem_graph.types.base import Record


class Caching(Record):
    """Bound what is kept at hand; nothing of it changes an answer."""

    answers: int = Field(default=128, ge=0)  # of queries, the least recently used go; 0: none kept
    seconds: float = Field(default=300.0, gt=0)  # an answer is served again
    wait_seconds: float = Field(default=30.0, ge=0)  # for an equal query that is being answered
    vector_bytes: int = Field(default=1 << 30, ge=0)  # of resident vectors, over all namespaces
    exact_rows: int = Field(default=50_000, ge=0)  # a namespace with more is prefiltered by signs
    rescored: int = Field(default=4_096, ge=1)  # rows that the signs leave, scored exactly
    models: int = Field(default=4, ge=1)  # whose vectors the file keeps: the least recently written
    #   goes when another begins, never the one in use
    batch: int = Field(default=128, ge=1)  # texts per call of the embedder, while nobody waits
    prewarm: int = Field(default=1_024, ge=0)  # texts that `prewarm_embeddings` embeds at most
    timed: int = Field(default=512, ge=1)  # recent queries that percentiles are taken of
