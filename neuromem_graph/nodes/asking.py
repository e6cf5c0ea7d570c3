"""Hold how a recall node asks, checked once when the node is built."""

import time
from collections.abc import Mapping
from typing import Any

from langchain_core.runnables import RunnableConfig

from neuromem_graph.core.text import clean
from neuromem_graph.errors import InvalidInput
from neuromem_graph.nodes.context import messages_of, said_since, value_of
from neuromem_graph.nodes.scope import thread_of
from neuromem_graph.nodes.state import Recalled
from neuromem_graph.pipeline import recall
from neuromem_graph.ports import CheckpointMoments
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.base import Lens
from neuromem_graph.types.recall import Filters, Query

_TRIES, _PAUSE = 500, 0.01  # seconds; a busy disk may take long
_UNDECLARED = (
    "time_travel=True needs 'memory_as_of' and 'memory_seq' in the state, and in those of the "
    "graphs around a subgraph, else a fork would see the future: let them inherit MemoryState, or "
    "give them these fields (integers, memory_as_of None by default)"
)

Narrowing = Filters | Mapping[str, Any] | None
"""What `filters=` takes: kinds, channels, thread, states."""


class Asking:
    """Make the query of each run.

    Args:
        k: memories at most.
        budget_tokens: tokens of the rendered prompt at most.
        lens: the surface of memory that is looked at.
        filters: what narrows it.
        time_travel: a run that goes on from the past sees what was known then.

    Raises:
        InvalidInput: if one of them can't be used.
    """

    def __init__(
        self, k: int, budget_tokens: int, lens: Lens, filters: Narrowing, time_travel: bool
    ) -> None:
        self._travels = time_travel
        self._like = recall.make_query(
            text="?", namespace=("?",), k=k, budget_tokens=budget_tokens, lens=lens,
            filters=Filters() if filters is None else filters,
        )  # fmt: skip

    def query(self, text: str, memory: MemoryRuntime, state: Any, config: RunnableConfig) -> Query:
        """Ask this text of that memory, at the moment that the run is at."""
        asked = {"text": clean(text), "namespace": memory.namespace}
        fork = value_of(state, "memory_as_of") if self._travels else None
        if fork is not None and (type(fork) is not int or not 0 <= fork < 1 << 63):
            raise InvalidInput(
                f"memory_as_of={fork!r:.80} in the state is no ledger sequence number: let nothing "
                "but LedgerSaver write this key"
            )
        if fork is None and self._travels:
            if not isinstance(state, Mapping) and not hasattr(state, "memory_as_of"):
                raise InvalidInput(_UNDECLARED)
            _refuse_the_past(memory, config)
        if fork is None:
            return self._like.model_copy(update=asked)
        own = said_since(memory, messages_of(state), thread_of(config), fork)
        return self._like.model_copy(update={**asked, "as_of": fork, "also": own})


def _refuse_the_past(memory: MemoryRuntime, config: RunnableConfig) -> None:
    """Refuse a run from the past whose state does not say that it is one: it would see the future.

    Raises:
        InvalidInput: the state can't hold it, or the checkpoints are kept elsewhere.
    """
    ledger, named = memory.resources.ledger, config.get("metadata") or {}
    thread, began = named.get("thread_id"), named.get("checkpoint_id")
    if not isinstance(ledger, CheckpointMoments) or not (thread and began):
        return
    at = (config.get("configurable") or {}).get("checkpoint_map") or {}
    stands = ledger.standing(str(thread), str(began), str(at.get("", "")))
    for _ in range(_TRIES):  # its own checkpoints may still be on their way to the file
        if stands != "unsure":
            break
        time.sleep(_PAUSE)
        stands = ledger.standing(str(thread), str(began), str(at.get("", "")))
    if stands == "absent":
        raise InvalidInput(
            "time_travel=True needs the checkpoints beside the memory: compile the graph with "
            "LedgerSaver on the same file"
        )
    if stands != "latest":
        raise InvalidInput(_UNDECLARED)


def nothing_asked() -> dict[str, Any]:
    """Return what a recall node writes when there is no question."""
    recalled = Recalled(text="", trace_id=None, abstained="nothing was asked")
    return {"memory": recalled}
