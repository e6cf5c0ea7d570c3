"""What is asked of whoever says a question in other words."""

from datetime import date
from typing import Protocol

from neuromem_graph.types.expanding import Expansion


class QueryExpander(Protocol):
    """Say a question in other words, or write what its answer might look like.

    One that awaits a model also has `async def aexpand(self, question, at)`; async callers use it.
    A `model` tells in traces who was asked.
    """

    def expand(self, question: str, at: date, /) -> Expansion:
        """Return what widens a question.

        Args:
            question: its text.
            at: the day, in UTC, that "now" falls on for the question.
        """
