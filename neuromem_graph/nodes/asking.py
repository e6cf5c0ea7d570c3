"""Hold how a recall node asks, checked once when the node is built."""

from collections.abc import Mapping
from typing import Any

from neuromem_graph.nodes.state import Recalled
from neuromem_graph.pipeline import recall
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.base import Lens
from neuromem_graph.types.recall import Filters, Query

Narrowing = Filters | Mapping[str, Any] | None
"""What `filters=` takes: kinds, channels, thread, states."""


class Asking:
    """Make the query of each run.

    Args:
        k: memories at most.
        budget_tokens: tokens of the rendered prompt at most.
        lens: the surface of memory that is looked at.
        filters: what narrows it.

    Raises:
        InvalidInput: if one of them can't be used.
    """

    def __init__(self, k: int, budget_tokens: int, lens: Lens, filters: Narrowing) -> None:
        self._like = recall.make_query(
            text="?", namespace=("?",), k=k, budget_tokens=budget_tokens, lens=lens,
            filters=Filters() if filters is None else filters,
        )  # fmt: skip

    def query(self, text: str, memory: MemoryRuntime) -> Query:
        """Ask this text of that memory."""
        return self._like.model_copy(update={"text": text, "namespace": memory.namespace})


def nothing_asked() -> dict[str, Any]:
    """Return what a recall node writes when there is no question."""
    recalled = Recalled(text="", trace_id=None, abstained="nothing was asked")
    return {"memory": recalled, "memory_seq": 0}
