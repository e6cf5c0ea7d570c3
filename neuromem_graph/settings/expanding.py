"""How far a question is widened before it is looked for."""

from typing import Literal

from pydantic import Field

from neuromem_graph.types.base import Record

__all__ = ["Expanding"]


class Expanding(Record):
    """Bound what widens a question; its channels are weighed in `Retrieval.weights`."""

    aliases: int = Field(default=16, ge=0, le=100)  # other names looked for, at most; 0: none
    question: int = Field(default=4_000, ge=1)  # characters; a longer text has words enough
    rewrites: int = Field(default=4, ge=0, le=20)  # of an expander that are used, at most
    passages: int = Field(default=2, ge=0, le=20)  # of an expander that are used, at most
    characters: int = Field(default=1_000, ge=1)  # of each of these; the rest is cut off
    terms: int = Field(default=64, ge=1, le=256)  # looked for of all rewrites, or all passages
    dense: Literal["mean", "max"] = "mean"  # how the vectors of passages join the question's
    reply_tokens: int = Field(default=300, ge=16)  # kept free for the reply of a chat model
