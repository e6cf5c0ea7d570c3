"""One-node forms: a whole recall or ingest in one node."""

import asyncio
from collections.abc import Callable
from typing import Any

from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langgraph.config import get_stream_writer
from langgraph.errors import GraphBubbleUp

from neuromem_graph.nodes.asking import Asking, Narrowing, nothing_asked
from neuromem_graph.nodes.context import messages_of, question, unremembered
from neuromem_graph.nodes.scope import Scope, Template, thread_of
from neuromem_graph.nodes.state import recalled
from neuromem_graph.pipeline import ingest
from neuromem_graph.pipeline import recall as recalling
from neuromem_graph.pipeline.discreet import discreetly
from neuromem_graph.resources import Resources
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.base import Lens
from neuromem_graph.types.ingest import Receipt
from neuromem_graph.types.recall import MemoryContext, Query


@discreetly
def recall_node(
    runtime: MemoryRuntime, *, namespace: Template = None, k: int = 10, budget_tokens: int = 800,
    lens: Lens = "auto", filters: Narrowing = None, time_travel: bool = False,
) -> Runnable[Any, Any]:  # fmt: skip
    """Make a node that recalls what is relevant to the last human message.

    Args:
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"); the runtime's own by default.
        k: memories at most.
        budget_tokens: tokens of the rendered prompt at most.
        lens: auto, associative, logical, procedural, historical or audit.
        filters: kinds, channels, thread, states; see `Filters`.
        time_travel: a run that goes on from an earlier checkpoint recalls what was known there and
            what its own conversation said since; this needs `LedgerSaver` on the file of the
            memory, and `MemoryState` in the state.

    Returns:
        A node that writes `memory` (see `Recalled`; its text is empty when nobody asked anything)
        and, if it read, `memory_seq`; it runs under invoke and ainvoke and streams nothing to the
        user.

    Raises:
        InvalidInput, InvalidNamespace: an argument can't be used.
    """
    scope = Scope(runtime, namespace)
    asking = Asking(k, budget_tokens, lens, filters, time_travel)

    def recall(state: Any, config: RunnableConfig) -> dict[str, Any]:
        memory, query = _asked(state, config)
        return _found(None if query is None else recalling.recall(query, memory.resources))

    async def arecall(state: Any, config: RunnableConfig) -> dict[str, Any]:
        memory, query = await asyncio.to_thread(_asked, state, config)
        return _found(None if query is None else await recalling.arecall(query, memory.resources))

    def _asked(state: Any, config: RunnableConfig) -> tuple[MemoryRuntime, Query | None]:
        memory, asked = scope.memory(config), question(messages_of(state))
        return memory, None if asked is None else asking.query(asked, memory, state, config)

    return quiet(runtime.resources, recall, arecall)


def _found(context: MemoryContext | None) -> dict[str, Any]:
    if context is None:
        return nothing_asked()
    return {"memory": recalled(context), "memory_seq": context.seq}


@discreetly
def remember_node(
    runtime: MemoryRuntime, *, namespace: Template = None, background: bool = False
) -> Runnable[Any, Any]:
    """Make a node that remembers the messages of the thread that it has not remembered yet.

    Args:
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"); the runtime's own by default.
        background: return as soon as the events are durable; a worker thread extracts, and
            `runtime.flush()` waits for it. Its receipts are read by `stats().deferred` only.

    Returns:
        A node that writes `memory_seq` and sends its receipt to `stream_mode="custom"`. Running it
        again (retry, resume, the same thread) adds nothing. Held items wait in `pending`.

    Raises:
        InvalidInput, InvalidNamespace: an argument can't be used.
    """
    scope = Scope(runtime, namespace)

    def remember(state: Any, config: RunnableConfig) -> dict[str, Any]:
        memory, turns = _new(state, config)
        if background:
            return _told(memory.enqueue_turns(turns))
        return _told(ingest.ingest(turns, memory.resources))

    async def aremember(state: Any, config: RunnableConfig) -> dict[str, Any]:
        memory, turns = await asyncio.to_thread(_new, state, config)
        if background:
            return _told(await memory.aenqueue_turns(turns))
        return _told(await ingest.aingest(turns, memory.resources))

    def _new(state: Any, config: RunnableConfig) -> tuple[MemoryRuntime, Any]:
        memory = scope.memory(config)
        return memory, unremembered(memory, messages_of(state), thread_of(config))

    return quiet(runtime.resources, remember, aremember)


def _told(receipt: Receipt) -> dict[str, Any]:
    write(receipt)
    return {"memory_seq": receipt.seq}


def write(receipt: Receipt) -> None:
    """Send a receipt to whoever streams in mode "custom"."""
    try:
        writer = get_stream_writer()
    except (RuntimeError, KeyError):
        return  # not inside a graph
    writer({"memory_receipt": receipt.model_dump(mode="json")})


def quiet(
    resources: Resources | None, sync: Callable[..., Any], afunc: Callable[..., Any] | None = None
) -> Runnable[Any, Any]:
    """Make a node of a function and its async twin; no token of a model in it reaches the user.

    Nor does a secret in an error. What LangGraph raises to pause a run is left as it is.
    """
    told = discreetly(sync, resources, (GraphBubbleUp,))
    atold = None if afunc is None else discreetly(afunc, resources, (GraphBubbleUp,))
    made: Runnable[Any, Any] = RunnableLambda(told, afunc=atold) if atold else RunnableLambda(told)
    return made.with_config(tags=["nostream"])
