"""Read the forms in which chat messages come: objects, dictionaries, dumps, pairs.

What a message carries besides its words (thoughts, tool calls, counts of tokens) is no metadata of
an event: it is left out, whichever form it comes in.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from neuromem_graph.core.event_fields import CHANNELS
from neuromem_graph.errors import InvalidInput
from neuromem_graph.types.policies import MemoryEvent

__all__ = ["as_event", "is_removal", "listed"]

_CARRIED = frozenset(
    {"additional_kwargs", "response_metadata", "usage_metadata", "tool_calls", "tool_call_chunks",
     "invalid_tool_calls", "function_call", "tool_call_id", "reasoning", "reasoning_content",
     "reasoning_details", "thinking"}
)  # fmt: skip
"""Keys of a chat message that are none of an event."""

_DUMPED = frozenset({"example", "artifact", "status", "chunk_position"})
"""Keys that only a dump of a LangChain message has for this reason; else they are metadata."""


def listed(events: Any) -> list[Any]:
    """Return events as a list: one text, dictionary, pair or message is a list of one.

    Raises:
        InvalidInput: if it is neither an event nor several.
    """
    if isinstance(events, str | Mapping) or hasattr(events, "content") or _is_pair(events):
        return [events]
    if not isinstance(events, Iterable):
        raise InvalidInput(f"{events!r:.80} is neither a text, a dictionary nor a chat message")
    return list(events)


def as_event(given: Any) -> Mapping[str, Any] | None:
    """Return a text, pair, dictionary or `MemoryEvent` as an event; None for anything else.

    Args:
        given: a text (said by the user), a pair of a role and a content, a `MemoryEvent`, a chat
            message as a dictionary (of OpenAI's form, or dumped by LangChain), or an event.
    """
    if isinstance(given, str):
        return {"content": given}
    if isinstance(given, MemoryEvent):
        return given.as_dictionary()
    if _is_pair(given):
        return {"role": given[0], "content": given[1]}
    return _unwrapped(given) if isinstance(given, Mapping) else None


def is_removal(event: Mapping[str, Any]) -> bool:
    """Tell whether a dictionary is a dumped `RemoveMessage`: it says nothing."""
    return event.get("type") == "remove" and event.get("content") in ("", [])


def _is_pair(given: Any) -> bool:
    """Tell whether this is a message as ("user", "text")."""
    if not isinstance(given, tuple) or len(given) != 2 or not isinstance(given[0], str):
        return False
    return given[0] in CHANNELS and isinstance(given[1], str | list)


def _unwrapped(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Take a message out of its dump, and leave out what is no part of an event."""
    data = given.get("kwargs") if given.get("lc") else given.get("data")
    event = given
    if isinstance(data, Mapping) and "content" in data and "content" not in given:
        event = {**data, "type": data.get("type", given.get("type"))}
    if not _is_chat(event):
        return event
    dumped = "additional_kwargs" in event
    left = _CARRIED | _DUMPED if dumped else _CARRIED
    kept = {key: value for key, value in event.items() if key not in left}
    name = kept.pop("name", None)
    if name is not None and kept.get("speaker") is None:
        kept["speaker"] = name
    if kept.get("content", "") is None and {"tool_calls", "function_call"} & event.keys():
        kept["content"] = ""
    return kept


def _is_chat(event: Mapping[str, Any]) -> bool:
    """Tell whether a dictionary is a chat message: it has a role, or the type of one."""
    role, kind = event.get("role"), event.get("type")
    return (
        isinstance(role, str) or (isinstance(kind, str) and kind in CHANNELS) or is_removal(event)
    )
