"""Read from the run whose memory is meant, which thread it is, and what was said."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import BaseMessage, convert_to_messages
from langchain_core.runnables import RunnableConfig
from langgraph.runtime import get_runtime

from neuromem_graph.errors import InvalidInput, InvalidNamespace
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.ingest import Turns

_FIELD = re.compile(r"\{(\w+)\}")
LOOKBACK = 50
"""Messages of a thread that are looked at for ones not remembered yet."""


def scoped(
    runtime: MemoryRuntime, template: Sequence[str] | None, config: RunnableConfig
) -> MemoryRuntime:
    """Return the runtime for the namespace of this run.

    Args:
        runtime: the one the node was made with.
        template: segments such as ("memories", "{user_id}"), filled from the run's context or
            `configurable`; None keeps the runtime's own namespace.
        config: of the run.

    Raises:
        InvalidNamespace: if a field has no value; nobody's memory is used instead.
    """
    if template is None:
        return runtime
    values = {**(config.get("configurable") or {}), **_context()}
    return runtime.within(tuple(_fill(segment, values) for segment in template))


def _fill(segment: str, values: Mapping[str, Any]) -> str:
    """Fill one segment; what is filled in never becomes two."""

    def value(match: re.Match[str]) -> str:
        found = values.get(match[1])
        if not isinstance(found, str | int) or not str(found).strip():
            raise InvalidNamespace(
                f"{{{match[1]}}} has no value in this run: pass it as "
                f'config={{"configurable": {{"{match[1]}": ...}}}} or in the context'
            )
        return str(found)

    return _FIELD.sub(value, segment)


def _context() -> dict[str, Any]:
    try:
        runtime = get_runtime()
    except (RuntimeError, KeyError):
        return {}  # not inside a graph
    context = None if runtime is None else runtime.context
    if context is None:
        return {}
    return dict(context) if isinstance(context, Mapping) else dict(getattr(context, "__dict__", {}))


def thread_of(config: RunnableConfig) -> str | None:
    """Return the id of the thread that runs, if it has one."""
    thread = (config.get("configurable") or {}).get("thread_id")
    return None if thread is None else str(thread)


def messages_of(state: Any) -> list[BaseMessage]:
    """Return the messages in a state.

    Raises:
        InvalidInput: if it holds none that can be read.
    """
    values = state if isinstance(state, Mapping) else vars(state)
    if values.get("messages") is None:
        raise InvalidInput("the state has no 'messages': memory nodes read the conversation there")
    return convert_to_messages(values["messages"])


def unremembered(
    runtime: MemoryRuntime, messages: Sequence[BaseMessage], thread: str | None
) -> Turns:
    """Make turns of the latest messages that the ledger does not hold yet.

    A message without an id gets one from its thread, place and words: running again adds nothing.
    """
    first = max(0, len(messages) - LOOKBACK)
    named = [_named(m, thread, first + i) for i, m in enumerate(messages[first:])]
    turns = runtime.turns(named, thread=thread)
    with runtime.resources.ledger.reader() as reader:
        known = reader.turns(runtime.namespace, [turn.id for turn in turns.turns])
    done = {key for key, state in known.items() if state.step == "committed"}
    return turns.model_copy(update={"turns": tuple(t for t in turns.turns if t.id not in done)})


def _named(message: BaseMessage, thread: str | None, place: int) -> BaseMessage:
    if message.id is not None:
        return message
    words = hashlib.sha256(f"{message.type}\0{message.text}".encode(errors="replace")).hexdigest()
    return message.model_copy(update={"id": f"{thread or ''}#{place}#{words}"})


def question(messages: Sequence[BaseMessage]) -> str | None:
    """Return the latest text a human said, or None."""
    for message in reversed(messages):
        if message.type == "human" and message.text.strip():
            return str(message.text)
    return None
