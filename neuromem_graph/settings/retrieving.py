"""Weigh what speaks for a memory that is recalled."""

from typing import Literal

from pydantic import Field

from neuromem_graph.types.base import Record

__all__ = ["Retrieval"]


class Retrieval(Record):
    """Weigh what speaks for a memory; the numbers are round, fitted ones don't carry over."""

    fusion: Literal["convex", "reciprocal"] = "convex"  # a sum of weighted scores, or of ranks
    weights: dict[str, float] = Field(  # what finds a memory
        default_factory=lambda: {
            "near": 0.4,
            "far": 0.5,
            "answer": 0.35,
            "dense": 0.2,
            "belief": 0.2,
            "activation": 0.1,
            "rewrite": 0.3,
            "passage": 0.2,
            "recent": 0.5,
            "dated": 1.5,
        }
    )
    signals: dict[str, float] = Field(  # what is added to the score of one that was found
        default_factory=lambda: {
            "speaker": 0.35, "date": 0.6, "cue": 0.2, "said": 0.2, "question": -0.1,
        }
    )  # fmt: skip
    agreement: dict[str, float] = Field(  # what raises or lowers that sum, by a share of it
        default_factory=lambda: {"kind": 0.2, "importance": 0.2}
    )
    floors: dict[str, float] = Field(  # a channel's hits below are none
        default_factory=lambda: {"dense": 0.2}
    )
    k1: float = Field(default=1.2, ge=0)  # BM25: how soon repetitions of a term saturate
    b: float = Field(default=0.75, ge=0, le=1)  # BM25: how much length counts
    reach: int = Field(default=1, ge=0, le=10)  # a window holds so many memories on either side
    near: float = Field(default=1.2, ge=0, le=10)  # spread of "near", in memories of the thread
    far: float = Field(default=4.0, ge=0, le=10)  # spread of "far"
    kin: float = Field(default=0.3, ge=0, le=1)  # of an occurrence: a word that is kin to a term
    kindred: int = Field(default=256, ge=0)  # words of kin that are looked for, at most
    reciprocal_k: int = Field(default=60, ge=1)  # of reciprocal-rank fusion
    backfill: int = Field(default=256, ge=0)  # texts embedded by one query, if no ingest did it
    pool: int = Field(default=100, ge=1)  # memories looked at closely, besides neighbours
    terms: int = Field(default=256, ge=1)  # of a query, at most
    names: int = Field(default=64, ge=1)  # of a query, at most
    beliefs: int = Field(default=12, ge=0)  # worldview lines, at most
    worldview_share: float = Field(default=0.5, ge=0, le=1)  # of the budget, beside memories
