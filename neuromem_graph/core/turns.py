"""Make turns of what the caller gives: messages, plain text, event dictionaries.

The channel comes from the type of the message. Nothing in metadata can change it.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from neuromem_graph.core import expiry
from neuromem_graph.core.clearing import Cleaner
from neuromem_graph.core.echoes import without_recalled
from neuromem_graph.core.event_fields import (
    CHANNELS,
    channel_of,
    kept_of,
    keywords_of,
    metadata_of,
)
from neuromem_graph.core.secrets import unmarked
from neuromem_graph.core.text import clean, is_blank
from neuromem_graph.errors import (
    IdempotencyConflict,
    InvalidInput,
    InvalidNamespace,
    TooLarge,
)
from neuromem_graph.ports import Entropy, Message
from neuromem_graph.settings import Limits, Settings
from neuromem_graph.types.base import Channel, Namespace, to_micros
from neuromem_graph.types.ingest import Turn, Turns
from neuromem_graph.types.policies import MemoryEvent

_MEDIA = {
    "image": "[image]", "image_url": "[image]", "audio": "[audio]", "input_audio": "[audio]",
    "video": "[video]", "file": "[file]", "document": "[file]",
}  # fmt: skip
_EVENTS = (str, Mapping, MemoryEvent)


class Origin(NamedTuple):
    """Hold what all turns of one call share."""

    namespace: Namespace
    now: datetime  # the clock, where the caller gives no time
    entropy: Entropy
    settings: Settings
    thread: str | None = None
    at: datetime | None = None


def namespace_from(given: str | Iterable[str], limits: Limits) -> Namespace:
    """Check a namespace and return it as a tuple of segments.

    Args:
        given: a tuple of segments, or a literal such as "acme/ann" for ("acme", "ann").
        limits: how many segments there may be, and how long each.

    Raises:
        InvalidNamespace: if it is empty, or a segment is not text, is empty or holds NUL.
        TooLarge: if it is above a limit.
    """
    parts = tuple(given.split("/")) if isinstance(given, str) else given
    if not isinstance(parts, tuple | list) or not parts:
        raise InvalidNamespace(f"{given!r} is not a namespace: give a tuple such as ('app', 'ann')")
    for part in parts:
        if not isinstance(part, str) or is_blank(part) or clean(part) != part:
            raise InvalidNamespace(
                f"{part!r} in namespace {given!r} is not a segment: give text that is not blank "
                "and holds neither NUL nor lone surrogates (was a user id missing?)"
            )
        if len(part) > limits.segment_characters:
            raise TooLarge(
                f"a segment of {len(part)} characters: {limits.segment_characters} at most"
            )
    if len(parts) > limits.namespace_segments:
        raise TooLarge(f"a namespace of {len(parts)} segments: {limits.namespace_segments} at most")
    return tuple(parts)


def from_messages(messages: Iterable[Message], origin: Origin) -> Turns:
    """Make turns of chat messages, in order.

    System messages and blank ones make no event. Images and other media become `[image]` and the
    like, reasoning is dropped, lone surrogates and NUL become U+FFFD.

    Raises:
        InvalidInput: if something is not a message.
    """
    turns: list[Turn] = []
    skipped: list[str] = []
    for message in messages:
        kind, content = getattr(message, "type", None), getattr(message, "content", None)
        if not isinstance(kind, str) or not isinstance(content, str | list):
            raise InvalidInput(
                f"{type(message).__name__} is not a chat message: it has no type and content"
            )
        role = getattr(message, "role", None) if kind.startswith(("chat", "Chat")) else kind
        channel = CHANNELS.get(str(role))
        if channel is None or channel == "system":
            skipped.append("system" if channel else f"role {role}")
            continue
        text = content if isinstance(content, str) else flatten(content)
        event = {"content": text, "id": getattr(message, "id", None),
                 "speaker": getattr(message, "name", None)}  # fmt: skip
        turn = _turn(event, channel, origin, scope=())
        turns.append(turn) if isinstance(turn, Turn) else skipped.append(turn)
    return _distinct(turns, skipped, origin)


def from_events(events: Iterable[str | Mapping[str, Any] | MemoryEvent], origin: Origin) -> Turns:
    """Make turns of plain texts or event dictionaries, in order.

    Args:
        events: a text (said by the user), a `MemoryEvent`, or a dictionary with `content` and any
            of EVENT_KEYS; other keys are kept as metadata.
        origin: what they share.

    Raises:
        InvalidInput: if `content` is missing or not text, or a value has the wrong type.
    """
    turns: list[Turn] = []
    skipped: list[str] = []
    for given in events:
        event: Any = {"content": given} if isinstance(given, str) else given
        event = event.as_dictionary() if isinstance(event, MemoryEvent) else event
        if not isinstance(event, Mapping) or not isinstance(event.get("content"), str):
            raise InvalidInput("an event is a text, or a dictionary whose 'content' is a text")
        thread, channel = event.get("thread", origin.thread), channel_of(event)
        if channel == "system":
            skipped.append("system")
            continue
        turn = _turn(event, channel, origin, scope=(thread,))
        turns.append(turn) if isinstance(turn, Turn) else skipped.append(turn)
    return _distinct(turns, skipped, origin)


def listed(events: Any) -> list[Any]:
    """Return events as a list: one text, dictionary or message is a list of one.

    Raises:
        InvalidInput: if it is neither an event nor several.
    """
    if isinstance(events, str | Mapping) or hasattr(events, "content"):
        return [events]
    if not isinstance(events, Iterable):
        raise InvalidInput(f"{events!r:.80} is neither a text, a dictionary nor a chat message")
    return list(events)


def from_any(events: Iterable[Any], origin: Origin) -> Turns:
    """Make turns of texts, dictionaries and chat messages, mixed, in order.

    Raises:
        InvalidInput: if something is none of these.
    """
    parts = [
        (from_events if isinstance(event, _EVENTS) else from_messages)([event], origin)
        for event in events
    ]
    turns = [turn for part in parts for turn in part.turns]
    return _distinct(turns, [reason for part in parts for reason in part.skipped], origin)


def _distinct(turns: list[Turn], skipped: list[str], origin: Origin) -> Turns:
    """Keep each turn id once; the same id with other content is a conflict."""
    kept: dict[str, Turn] = {}
    for turn in turns:
        first = kept.setdefault(turn.id, turn)
        if first.digest != turn.digest:
            raise IdempotencyConflict(
                f"turn {turn.id!r} stands twice in one call, with other content"
            )
        if first is not turn:
            skipped.append("the same turn twice")
    return Turns(namespace=origin.namespace, turns=tuple(kept.values()), skipped=tuple(skipped))


def flatten(blocks: Iterable[Any]) -> str:
    """Return the text of content blocks: media as markers, reasoning and tool calls left out."""
    parts = []
    for block in blocks:
        if isinstance(block, str):
            parts.append(block)
        elif isinstance(block, Mapping):
            kind = block.get("type")
            if kind in ("text", "input_text", "output_text") and isinstance(block.get("text"), str):
                parts.append(block["text"])
            elif kind in _MEDIA:
                parts.append(_MEDIA[kind])
    return "\n".join(parts)


def _turn(
    event: Mapping[str, Any], channel: Channel, origin: Origin, scope: tuple[Any, ...]
) -> Turn | str:
    """Return the turn, or why there is none."""
    limits, cleaner = origin.settings.limits, Cleaner(origin.settings.redacting)
    text = without_recalled(clean(event["content"]))
    if is_blank(event["content"]) or is_blank(text):
        return "blank" if is_blank(event["content"]) else "recalled text"
    if len(text) > limits.text_characters:
        raise TooLarge(f"a text of {len(text)} characters: {limits.text_characters} at most")
    text = cleaner.text(text)
    at = event.get("at", origin.at)
    if at is not None and not isinstance(at, datetime):
        raise InvalidInput(f"at={at!r} is not a datetime")
    stated = None if at is None else to_micros(at)
    speaker, thread, given_id, sort = (
        _cleared(cleaner, _label(event.get(name), name, limits), name)
        for name in ("speaker", "thread", "id", "type")
    )
    thread = thread or _cleared(cleaner, _label(origin.thread, "thread", limits), "thread")
    metadata = cleaner.json(metadata_of(event, limits))
    said_at = at if at is not None else origin.now.astimezone(UTC)
    expires, told = expiry.expiry(event, said_at)
    supplied = [channel, unmarked(text), speaker, stated, metadata, *told]
    identity = f"new:{origin.entropy(16).hex()}"
    if given_id is not None:  # a message's own id, or the caller's within its thread
        identity = f"id:{json.dumps([*scope, given_id])}" if scope else f"message:{given_id}"
    elif stated is not None:
        who = [speaker] if speaker else []
        identity = f"said:{_sha([channel, thread, unmarked(text), stated, *who])}"
    return Turn(
        id=identity, namespace=origin.namespace, text=text,
        channel=channel, at=said_at, speaker=speaker, expires_at=expires,
        thread=thread, message=given_id, type=sort,
        keywords=tuple(map(cleaner.text, keywords_of(event))),
        metadata=cleaner.json(kept_of(event, metadata)), digest=_sha(supplied),
        redacted=tuple(cleaner.kinds),
    )  # fmt: skip


def _cleared(cleaner: Cleaner, text: str | None, name: str) -> str | None:
    if text is None:
        return None
    return cleaner.label(text) if name in ("id", "thread") else cleaner.text(text)


def _sha(value: object) -> str:
    coded = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(coded.encode()).hexdigest()


def _label(value: object, name: str, limits: Limits) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str | int):
        raise InvalidInput(f"{name}={value!r} is not text")
    text = clean(str(value))
    if len(text) > limits.key_characters:
        raise TooLarge(f"{name} of {len(text)} characters: {limits.key_characters} at most")
    return None if is_blank(text) else text
