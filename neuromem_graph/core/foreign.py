"""Read what other memories hold: items of LangGraph stores, and memories of mem0."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import Any

from neuromem_graph.core.chats import moment
from neuromem_graph.errors import InvalidInput

_TEXTS = ("content", "text", "memory", "data", "value")
_OWNERS = ("user_id", "agent_id", "run_id")


def memories_of_mem0(found: Any, user_id: str | None) -> Iterator[Mapping[str, Any]]:
    """Return the memories in what mem0's `get_all` gave.

    Args:
        found: a list of memories, or an object with `results`.
        user_id: whose memories; needed where they are of several.

    Raises:
        InvalidInput: it is neither, or holds memories of several users.
    """
    held = found.get("results") if isinstance(found, Mapping) else found
    if not isinstance(held, list) or not all(isinstance(one, Mapping) for one in held):
        raise InvalidInput("not what mem0's get_all gives: a list, or an object with 'results'")
    users = sorted({str(one["user_id"]) for one in held if one.get("user_id") is not None})
    if user_id is None and len(users) > 1:
        raise InvalidInput(
            f"it holds memories of {len(users)} users: choose one by "
            f"user_id={'|'.join(users[:5])}, each into a namespace of its own"
        )
    for one in held:
        if user_id is None or one.get("user_id") == user_id:
            yield one


def event_of_mem0(memory: Mapping[str, Any], role: str) -> dict[str, Any]:
    """Return a memory of mem0 as an event, with the time when it was last written.

    Raises:
        InvalidInput: it has no text, or its time is none.
    """
    text = memory.get("memory", memory.get("text"))
    if not isinstance(text, str):
        raise InvalidInput(f"{_named(memory.get('id'))} has no text: it needs 'memory'")
    at = moment(memory.get("updated_at") or memory.get("created_at"), UTC)
    extra = {name: memory[name] for name in (*_OWNERS, "categories") if memory.get(name)}
    metadata = memory.get("metadata")
    kept = {**metadata, **extra} if isinstance(metadata, Mapping) else extra
    event = {"content": text, "role": role}
    return {**event, **({"at": at} if at else {}), **({"metadata": kept} if kept else {})}


def event_of_item(item: Any, role: str) -> dict[str, Any] | None:
    """Return an item of a LangGraph store as an event; None if it holds no text.

    Args:
        item: with `namespace`, `key`, `value` and times, as `BaseStore.search` gives it.
        role: whose word it is.
    """
    text = "\n".join(_texts(item.value))
    if not text.strip():
        return None
    at = moment(item.updated_at or item.created_at, UTC)
    kept = {"namespace": list(item.namespace), "key": item.key}
    event = {"content": text, "role": role, "metadata": kept}
    return {**event, **({"at": at} if at else {})}


def _texts(value: Any) -> Iterator[str]:
    """Return the words of a value: its text if it has one, else a line for each of its fields."""
    if isinstance(value, str):
        yield value
        return
    if not isinstance(value, Mapping):
        return
    held = next((value[name] for name in _TEXTS if value.get(name)), None)
    if isinstance(held, str | Mapping):  # langmem: {"kind": ..., "content": {"content": ...}}
        yield from _texts(held)
        return
    for name, one in sorted(value.items()):
        if one not in (None, "", [], {}):
            words = one if isinstance(one, str) else json.dumps(one, ensure_ascii=False)
            yield f"{name.replace('_', ' ')}: {words}"


def _named(given: object) -> str:
    return "a memory" if given is None else f"memory {given!r:.60}"
