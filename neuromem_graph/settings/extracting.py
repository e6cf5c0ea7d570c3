"""What a model is asked when it extracts, and how much of a text at a time."""

from pydantic import Field

from neuromem_graph.types.base import Record

__all__ = ["Extracting"]


class Extracting(Record):
    """Bound what one call to a model holds, and how often it is asked."""

    characters: int = Field(default=6_000, ge=200)  # of messages in one call, about
    facts: int = Field(default=40, ge=1)  # asked for in one call, at most
    reply_tokens: int = Field(default=1_500, ge=64)  # kept free for the reply
    tries: int = Field(default=2, ge=1)  # of a call whose reply can't be used
    give_up: int = Field(default=3, ge=1)  # failures in a row, when waiting turns are tried again
    reply_characters: int = Field(default=200_000, ge=1_000)  # of a reply that are read
    predicates: int = Field(default=120, ge=0)  # named in the prompt, at most
