"""Read the fields of an event as a caller gives it: where it came from, labels, metadata."""

import json
from collections.abc import Mapping
from typing import Any

from neuromem_graph.core import expiry
from neuromem_graph.core.text import clean
from neuromem_graph.errors import InvalidInput, TooLarge
from neuromem_graph.settings import Limits
from neuromem_graph.types.base import Channel

CHANNELS: Mapping[str, Channel] = {
    "human": "user", "user": "user", "ai": "assistant", "assistant": "assistant",
    "tool": "tool", "function": "tool", "system": "system", "developer": "system",
    "HumanMessageChunk": "user", "AIMessageChunk": "assistant", "ToolMessageChunk": "tool",
    "FunctionMessageChunk": "tool", "SystemMessageChunk": "system",
}  # fmt: skip
SOURCES: Mapping[str, Channel] = {
    **CHANNELS, "tool_result": "tool", "model": "assistant", "small_llm": "assistant",
    "assistant_answer": "assistant", "retrieved": "retrieved", "retrieved_memory": "retrieved",
    "short_term_context": "retrieved",
}  # fmt: skip
"""What `source` of an event may name where no role or message type does."""

_TOOL_TYPES = frozenset({"task_result", "tool_result", "failure"})
EVENT_KEYS = frozenset(
    {"content", "type", "role", "speaker", "id", "at", "thread", "keywords", "metadata", "task"}
).union(expiry.KEYS)
"""What an event may say of itself; all else is kept as metadata."""


def channel_of(event: Mapping[str, Any]) -> Channel:
    """Return where an event comes from: its role, the type of a chat message, or its source.

    Nothing in its metadata counts.

    Raises:
        InvalidInput: the role is unknown.
    """
    role, kind = event.get("role"), event.get("type")
    if role is None and isinstance(kind, str) and kind in CHANNELS:
        return CHANNELS[kind]  # a chat message dumped to a dictionary
    if role is None and (source := source_of(event)) is not None:
        return source
    if role is None:
        return "tool" if isinstance(kind, str) and kind in _TOOL_TYPES else "user"
    if not isinstance(role, str) or role not in CHANNELS:
        raise InvalidInput(f"role {role!r} is unknown: use one of {sorted(CHANNELS)}")
    return CHANNELS[role]


def source_of(event: Mapping[str, Any]) -> Channel | None:
    """Return the channel that `source` names, where nothing else names one; else it is a label."""
    kind, source = event.get("type"), event.get("source")
    if event.get("role") is not None or (isinstance(kind, str) and kind in CHANNELS):
        return None
    return SOURCES.get(source) if isinstance(source, str) else None


def keywords_of(event: Mapping[str, Any], limits: Limits) -> tuple[str, ...]:
    """Return the keywords of an event.

    Raises:
        InvalidInput: they are no list of texts.
        TooLarge: they are above `limits.keywords`, or one above `limits.key_characters`.
    """
    words = event.get("keywords") or ()
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise InvalidInput(f"keywords={words!r:.80} is not a list of texts")
    if len(words) > limits.keywords:
        raise TooLarge(f"{len(words)} keywords: limits.keywords={limits.keywords} at most")
    longest, most = max(map(len, words), default=0), limits.key_characters
    if longest > most:
        raise TooLarge(f"a keyword of {longest} characters: limits.key_characters={most} at most")
    return tuple(clean(word) for word in words)


def metadata_of(event: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
    """Return the metadata of an event, with all that it says besides EVENT_KEYS.

    Raises:
        InvalidInput: it is not plain JSON, or says something else than the event itself.
        TooLarge: it is above `limits.metadata_bytes`.
    """
    extra = {key: value for key, value in event.items() if key not in EVENT_KEYS}
    given = event.get("metadata") or {}
    if not isinstance(given, Mapping):
        raise InvalidInput("metadata is not a dictionary")
    if event.get("task") is not None:
        extra["task"] = event["task"]
    words = list(keywords_of(event, limits))
    said = {**extra, "keywords": words} if words else extra
    twice = sorted(str(key) for key in said.keys() & given.keys() if said[key] != given[key])
    if twice:
        raise InvalidInput(f"{', '.join(twice)}: the event says one thing, its metadata another")
    merged = {**given, **extra}
    if not merged:
        return {}
    try:
        coded = json.dumps(merged, allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as exc:
        raise InvalidInput(f"metadata is not plain JSON: {exc}") from exc
    size, most = len(coded.encode(errors="surrogatepass")), limits.metadata_bytes
    if size > most:
        raise TooLarge(f"metadata of {size} bytes: limits.metadata_bytes={most} at most")
    loaded: dict[str, Any] = json.loads(clean(coded))
    return loaded


def kept_of(event: Mapping[str, Any], metadata: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """Return what the event keeps: its keywords too, but no source that became the channel."""
    kept = {
        key: value
        for key, value in metadata.items()
        if key != "source" or source_of(event) is None or "source" in (event.get("metadata") or {})
    }
    words = list(keywords_of(event, limits))
    return {**kept, "keywords": words} if words else kept
