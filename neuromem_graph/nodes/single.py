"""One-node forms: a whole recall or ingest in one node, and memory around an agent in one."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langgraph.config import get_stream_writer
from langgraph.graph import StateGraph

from neuromem_graph.nodes.context import messages_of, question, scoped, thread_of, unremembered
from neuromem_graph.nodes.state import MemoryState, recalled
from neuromem_graph.pipeline import ingest
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.ingest import Receipt

Template = Sequence[str] | None


def recall_node(
    runtime: MemoryRuntime, *, namespace: Template = None, k: int = 10, budget_tokens: int = 800
) -> Runnable[Any, Any]:
    """Make a node that recalls what is relevant to the last human message.

    Args:
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"); the runtime's own by default.
        k: memories at most.
        budget_tokens: tokens of the rendered prompt at most.

    Returns:
        A node that writes `memory` (see `Recalled`) and `memory_seq`; it runs under invoke and
        ainvoke and streams nothing to the user.
    """

    def recall(state: Any, config: RunnableConfig) -> dict[str, Any]:
        asked = question(messages_of(state))
        if asked is None:
            return {}
        memory = scoped(runtime, namespace, config)
        context = memory.query(asked, k=k, budget_tokens=budget_tokens)
        return {"memory": recalled(context), "memory_seq": context.seq}

    return quiet(recall)


def remember_node(runtime: MemoryRuntime, *, namespace: Template = None) -> Runnable[Any, Any]:
    """Make a node that remembers the messages of the thread that it has not remembered yet.

    Args:
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"); the runtime's own by default.

    Returns:
        A node that writes `memory_seq` and sends its receipt to `stream_mode="custom"`. Running it
        again (retry, resume, the same thread) adds nothing. Held items wait in `pending`.
    """

    def remember(state: Any, config: RunnableConfig) -> dict[str, Any]:
        memory, turns = _new(state, config)
        return _told(ingest.ingest(turns, memory.resources))

    async def aremember(state: Any, config: RunnableConfig) -> dict[str, Any]:
        memory, turns = await asyncio.to_thread(_new, state, config)
        return _told(await ingest.aingest(turns, memory.resources))

    def _new(state: Any, config: RunnableConfig) -> tuple[MemoryRuntime, Any]:
        memory = scoped(runtime, namespace, config)
        return memory, unremembered(memory, messages_of(state), thread_of(config))

    return quiet(remember, aremember)


def with_memory(
    agent: Any, runtime: MemoryRuntime, *, namespace: Template = None, k: int = 10,
    budget_tokens: int = 800,
) -> Runnable[Any, Any]:  # fmt: skip
    """Put memory around an agent node: recall before it, remember what was said after it.

    Unlike separate nodes it adds no step to the graph, so checkpoints hardly grow.

    Args:
        agent: a node (function, async function, runnable or compiled graph) that finds what was
            recalled in `state["memory"]["text"]` and returns `messages`.
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"); the runtime's own by default.
        k: memories at most.
        budget_tokens: tokens of the rendered prompt at most.

    Returns:
        A node that returns the agent's update and `memory_seq`.
    """
    # Through a builder, so that the agent gets config, runtime and store injected as any node.
    inner: Any = StateGraph(MemoryState).add_node("agent", agent).nodes["agent"].runnable
    before = recall_node(runtime, namespace=namespace, k=k, budget_tokens=budget_tokens)
    after = remember_node(runtime, namespace=namespace)

    def around(state: Any, config: RunnableConfig) -> Any:
        found = before.invoke(state, config)
        update = inner.invoke({**state, **found}, config)
        return _join(update, after.invoke(_heard(state, update, runtime), config))

    async def aaround(state: Any, config: RunnableConfig) -> Any:
        found = await before.ainvoke(state, config)
        update = await inner.ainvoke({**state, **found}, config)
        return _join(update, await after.ainvoke(_heard(state, update, runtime), config))

    return RunnableLambda(around, afunc=aaround, name="with_memory")


def _heard(state: Any, update: Any, runtime: MemoryRuntime) -> dict[str, Any]:
    """Return the conversation with what the agent said; its messages get their ids here."""
    old = messages_of(state)
    said = update.get("messages", []) if isinstance(update, Mapping) else []
    known = {message.id for message in old}
    new = [m for m in (said if isinstance(said, list) else [said]) if isinstance(m, BaseMessage)]
    for message in new:
        if message.id is None:  # else the reducer would give another one later
            message.id = runtime.resources.entropy(16).hex()
    return {"messages": [*old, *(m for m in new if m.id not in known)]}


def _join(update: Any, told: dict[str, Any]) -> Any:
    return {**update, **told} if isinstance(update, Mapping) else update


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
    sync: Callable[..., Any], afunc: Callable[..., Any] | None = None, name: str | None = None
) -> Runnable[Any, Any]:
    """Make a node of a function and its async twin; no token of a model in it reaches the user."""
    made: Runnable[Any, Any] = (
        RunnableLambda(sync, afunc=afunc, name=name) if afunc else RunnableLambda(sync, name=name)
    )
    return made.with_config(tags=["nostream"])
