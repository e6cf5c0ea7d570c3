"""How a ranking becomes a prompt: what is too alike, what an entry is worth, when to abstain."""

from pydantic import Field

from neuromem_graph.types.base import Record


class Packing(Record):
    """Hold what decides which memories of a ranking are served."""

    floor: float = Field(default=0.1, ge=0, le=1)  # share of the question that must be known here
    alike: float = Field(default=0.85, ge=0, le=1)  # from here on one text says what another says
    relevance: float = Field(default=1.0, ge=0, le=1)  # against novelty: lambda of MMR
    listing_relevance: float = Field(default=0.9, ge=0, le=1)  # the same, for list questions
    listing_thread: float = Field(default=0.9, ge=0, le=1)  # of a score, per memory of its thread
    sure: float = Field(default=0.5, ge=0, le=1)  # relevance of beliefs that come before memories
    steepness: float = Field(default=8.0, gt=0)  # how fast an entry's worth falls with its score
    misses: int = Field(default=8, ge=0)  # entries that did not fit, before no more are tried
    explained: int = Field(default=10, ge=0)  # memories left out that a context explains
