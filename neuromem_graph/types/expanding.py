"""What a question is widened by: other words for it, texts that would answer it, other names."""

from typing import NamedTuple

from pydantic import Field

from neuromem_graph.types.base import Record

__all__ = ["Alias", "Expanded", "Expansion"]


class Expansion(Record):
    """Hold what an expander says of a question. None of it is evidence, and none is remembered."""

    rewrites: tuple[str, ...] = ()  # the question in other words
    passages: tuple[str, ...] = ()  # texts such as the memory that answers it


class Alias(NamedTuple):
    """Hold another name of whom a name means."""

    key: str  # the folded name that was asked for
    name: str  # another one, as it was written


class Expanded(Record):
    """Hold what one question was widened by, for its trace."""

    aliases: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # name -> other names
    asked: str | None = None  # whom: the name of the expander
    rewrites: tuple[str, ...] = ()  # those that were used
    passages: tuple[str, ...] = ()
    failed: str | None = None  # why (a part of) what was asked for is missing
