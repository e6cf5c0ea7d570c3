"""Tell whose memory a run means: a template, filled from its context or `configurable`."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import get_runtime

from neuromem_graph.core.text import is_blank
from neuromem_graph.core.turns import namespace_from
from neuromem_graph.errors import InvalidInput, InvalidNamespace
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.settings import Limits

Template = str | Sequence[str] | None
"""Segments such as ("memories", "{user_id}"), or "memories/{user_id}"."""

_FIELD = re.compile(r"\{(\w+)\}")
_ABSENT: Any = object()


class Scope:
    """Give the runtime for the namespace of a run.

    Args:
        runtime: the one the node is made with.
        template: what the namespace looks like; None keeps the runtime's own.

    Raises:
        InvalidInput: if `runtime` is none.
        InvalidNamespace: if the template can never become a namespace.
    """

    def __init__(self, runtime: MemoryRuntime, template: Template) -> None:
        if not isinstance(runtime, MemoryRuntime):
            raise InvalidInput(
                f"{type(runtime).__name__} is not a MemoryRuntime: open one with "
                "MemoryRuntime.local(...)"
            )
        self.runtime = runtime
        limits = runtime.resources.settings.limits
        self._segments = None if template is None else _checked(template, limits)

    def memory(self, config: RunnableConfig) -> MemoryRuntime:
        """Return the runtime for this run.

        Raises:
            InvalidNamespace: if a field has no value; nobody's memory is used instead.
        """
        if self._segments is None:
            return self.runtime
        return self.runtime.within(tuple(_fill(segment, config) for segment in self._segments))


def _checked(template: str | Sequence[str], limits: Limits) -> tuple[str, ...]:
    """Split a text at "/" as namespaces are, and check what is not a field."""
    parts = template.split("/") if isinstance(template, str) else template
    if not isinstance(parts, tuple | list):
        return namespace_from(parts, limits)  # says what is wrong
    literal = [_FIELD.sub("x", part) if isinstance(part, str) else part for part in parts]
    for part, rest in zip(parts, namespace_from(literal, limits), strict=True):
        if "{" in rest or "}" in rest:
            raise InvalidNamespace(
                f"{part!r} in the template {template!r} holds a brace that belongs to no field: "
                "write fields as {user_id}"
            )
    return tuple(parts)


def _fill(segment: str, config: RunnableConfig) -> str:
    """Fill one segment; what is filled in never becomes two."""

    def value(match: re.Match[str]) -> str:
        name = match[1]
        found = _value(name, config)
        text = str.__str__(found) if isinstance(found, str) else str(found)
        if not isinstance(found, str | int | UUID) or isinstance(found, bool) or is_blank(text):
            raise InvalidNamespace(
                f"{{{name}}} has no value in this run that is text, a whole number or a UUID: pass "
                f'it as config={{"configurable": {{"{name}": ...}}}} or in the context'
            )
        return text

    return _FIELD.sub(value, segment)


def _value(name: str, config: RunnableConfig) -> Any:
    """Return what the context calls so, whatever it is made of; `configurable` comes second."""
    context = _context()
    if isinstance(context, Mapping):
        found = context.get(name, _ABSENT)
    else:
        found = _ABSENT if name.startswith("__") else getattr(context, name, _ABSENT)
    return (config.get("configurable") or {}).get(name) if found is _ABSENT else found


def _context() -> Any:
    try:
        runtime = get_runtime()
    except (RuntimeError, KeyError):
        return None  # not inside a graph
    return None if runtime is None else runtime.context


def thread_of(config: RunnableConfig) -> str | None:
    """Return the id of the thread that runs, if it has one."""
    thread = (config.get("configurable") or {}).get("thread_id")
    return None if thread is None else str(thread)
