"""Keep the explanation of a query, and find it again."""

import base64
import binascii
import json
import zlib
from datetime import datetime

from pydantic import ValidationError

from neuromem_graph.core import explaining, packing
from neuromem_graph.errors import InvalidInput, LedgerCorrupt, NotFound, StorageError
from neuromem_graph.ports import TraceJournal
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace, to_micros
from neuromem_graph.types.explaining import Explanation
from neuromem_graph.types.recall import MemoryContext, RecallPlan, Trace

__all__ = ["explain", "found", "read", "recorded", "replay_trace", "served", "written"]

_TRACE_ID_BYTES = 12
_PACKED = "z1:"  # what follows is zlib in base64; older traces are plain JSON
_FAST = 1


def replay_trace(namespace: Namespace, trace_id: str, resources: Resources) -> MemoryContext:
    """Return what a recorded query was given, whatever was recorded since.

    Raises:
        InvalidInput: the id is no text.
        NotFound: this namespace holds no such trace: it never did, or it was dropped or erased.
    """
    return found(namespace, trace_id, resources).context


def explain(namespace: Namespace, trace_id: str, resources: Resources) -> Explanation:
    """Explain a recorded query from its trace alone, whatever was recorded since.

    Raises:
        InvalidInput, NotFound: see `replay_trace`.
    """
    return explaining.explain(found(namespace, trace_id, resources))


def found(namespace: Namespace, trace_id: str, resources: Resources) -> Trace:
    """Return the trace of a query.

    Raises:
        InvalidInput, NotFound: see `replay_trace`.
    """
    check(trace_id)
    with resources.ledger.reader() as reader:
        body = reader.trace(namespace, trace_id)
    if body is None:
        raise NotFound(f"no trace {trace_id!r} in namespace {namespace!r}")
    return read(body)


def check(trace_id: object) -> None:
    """Refuse what is no id of a trace.

    Raises:
        InvalidInput: it is no text; of None it is said which answers have no trace.
    """
    if trace_id is None:
        raise InvalidInput(
            "trace_id=None: this answer has no trace. None is kept of a namespace in which nothing "
            "is stored, with record=False or traces_kept=0, or when the file can't be written"
        )
    if not isinstance(trace_id, str):
        raise InvalidInput(f"trace_id={trace_id!r:.80} is not the id of a trace")


def recorded(context: MemoryContext, plan: RecallPlan, resources: Resources) -> MemoryContext:
    """Write the trace of a query; an empty ledger, or one that can't be written, keeps none."""
    journal = resources.ledger
    if not isinstance(journal, TraceJournal) or not resources.settings.traces_kept:
        return context
    if context.abstained == packing.NOTHING_STORED:  # the namespace does not exist: see `check`
        return context
    trace_id = resources.entropy(_TRACE_ID_BYTES).hex()
    traced = context.model_copy(update={"trace_id": trace_id})
    told = context.diagnostics
    trace = Trace(
        plan=plan, context=traced, cache=None if told is None else told.cache,
        miss_reason=None if told is None else told.miss_reason,
    )  # fmt: skip
    try:
        journal.record_trace(context.namespace, trace_id, written(trace), resources.clock())
    except StorageError:
        return context
    return traced


def written(trace: Trace) -> str:
    """Write a trace in few bytes."""
    plain = trace.model_dump_json().encode()
    return _PACKED + base64.b64encode(zlib.compress(plain, _FAST)).decode()


def read(body: str) -> Trace:
    """Read what `written` wrote, or the plain JSON of an older trace.

    Raises:
        LedgerCorrupt: it is neither.
    """
    try:
        return Trace.model_validate_json(_unpacked(body))
    except (binascii.Error, zlib.error, ValidationError) as exc:
        raise _damaged(exc) from exc


def served(body: str) -> tuple[int, tuple[str, ...]]:
    """Return when a query was asked, in microseconds, and the memories it served.

    Raises:
        LedgerCorrupt: it is no trace.
    """
    try:
        trace = json.loads(_unpacked(body))
        now = datetime.fromisoformat(trace["plan"]["now"])
        return to_micros(now), tuple(item["id"] for item in trace["context"]["items"])
    except (binascii.Error, zlib.error, ValueError, KeyError, TypeError) as exc:
        raise _damaged(exc) from exc


def _unpacked(body: str) -> str | bytes:
    if not body.startswith(_PACKED):
        return body
    return zlib.decompress(base64.b64decode(body[len(_PACKED) :], validate=True))


def _damaged(exc: Exception) -> LedgerCorrupt:
    return LedgerCorrupt(f"a trace is damaged ({exc!s:.80}): ask the question again")
