"""Keep the explanation of a query, and find it again."""

from neuromem_graph.core import packing
from neuromem_graph.errors import NotFound, StorageError
from neuromem_graph.ports import TraceJournal
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.recall import MemoryContext, RecallPlan, Trace

__all__ = ["recorded", "replay_trace"]

_TRACE_ID_BYTES = 12


def replay_trace(namespace: Namespace, trace_id: str, resources: Resources) -> MemoryContext:
    """Return what a recorded query was given, whatever was recorded since.

    Raises:
        NotFound: this namespace holds no such trace: it never did, or it was dropped or erased.
    """
    with resources.ledger.reader() as reader:
        body = reader.trace(namespace, trace_id)
    if body is None:
        raise NotFound(f"no trace {trace_id!r} in namespace {namespace!r}")
    return Trace.model_validate_json(body).context


def recorded(context: MemoryContext, plan: RecallPlan, resources: Resources) -> MemoryContext:
    """Write the trace of a query; an empty ledger, or one that can't be written, keeps none."""
    journal = resources.ledger
    if not isinstance(journal, TraceJournal) or context.abstained == packing.NOTHING_STORED:
        return context
    trace_id = resources.entropy(_TRACE_ID_BYTES).hex()
    traced = context.model_copy(update={"trace_id": trace_id})
    body = Trace(plan=plan, context=traced).model_dump_json()
    try:
        journal.record_trace(context.namespace, trace_id, body, resources.clock())
    except StorageError:
        return context
    return traced
