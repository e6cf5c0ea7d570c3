"""Make turns of what the caller gives: messages, plain text, event dictionaries.

The channel comes from the type of the message. Nothing in metadata can change it.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from neuromem_graph.core import contents, expiry, forms
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
from neuromem_graph.core.spaces import refuse_deep
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
    refuse_deep(parts, limits)
    return tuple(parts)


def from_messages(messages: Iterable[Message], origin: Origin) -> Turns:
    """Make turns of chat messages, in order.

    System messages, blank ones and what a memory tool answered make no event. Images and other
    media become `[image]` and the like, reasoning is dropped, lone surrogates and NUL become
    U+FFFD. What a tool answered inside a message of another role is a turn of its own, of the
    channel `tool`.

    Raises:
        InvalidInput: if something is not a message.
        TooLarge: if it is above a limit.
    """
    return _made([_message(one) for one in messages], origin)


def from_events(events: Iterable[str | Mapping[str, Any] | MemoryEvent], origin: Origin) -> Turns:
    """Make turns of plain texts or event dictionaries, in order.

    Args:
        events: a text (said by the user), a `MemoryEvent`, a pair of a role and a content, or a
            dictionary with `content` and any of EVENT_KEYS; other keys are kept as metadata, but
            for those that only a chat message has.
        origin: what they share.

    Raises:
        InvalidInput: if `content` is missing or not text, or a value has the wrong type.
        TooLarge: if it is above a limit.
    """
    return _made([_event(one, origin) for one in events], origin)


def from_any(events: Iterable[Any], origin: Origin) -> Turns:
    """Make turns of texts, pairs, dictionaries and chat messages, mixed, in order.

    Raises:
        InvalidInput: if something is none of these.
        TooLarge: if it is above a limit.
    """
    read = ((one, forms.as_event(one) is None) for one in events)
    return _made([_message(o) if is_object else _event(o, origin) for o, is_object in read], origin)


_MEMORY_TOOL = "memory tool"  # Settings.memory_tools
_Scope = tuple[Any, ...]


class _Given(NamedTuple):
    """Hold an event as it was given, and where it comes from."""

    event: Mapping[str, Any]
    channel: Channel | None  # None: `why` says what it is instead
    why: str = ""
    scope: _Scope = ()  # what its id is unique in


def _message(message: Any) -> _Given:
    """Read a message object."""
    kind, content = getattr(message, "type", None), getattr(message, "content", None)
    if not isinstance(kind, str) or not isinstance(content, str | list):
        raise InvalidInput(
            f"{type(message).__name__} is not a chat message: it has no type and content"
        )
    role = getattr(message, "role", None) if kind.startswith(("chat", "Chat")) else kind
    event = {"content": content, "id": getattr(message, "id", None),
             "speaker": getattr(message, "name", None)}  # fmt: skip
    return _Given(event, CHANNELS.get(str(role)), f"role {role}")


def _event(given: Any, origin: Origin) -> _Given:
    """Read a text, a pair, a dictionary or a `MemoryEvent`."""
    event = forms.as_event(given)
    content = None if event is None else event.get("content")
    blocks = isinstance(content, list) and all(isinstance(b, str | Mapping) for b in content)
    if event is None or not (isinstance(content, str) or blocks):
        raise InvalidInput(
            "an event is a text, or a dictionary whose 'content' is a text or a list of blocks"
        )
    if forms.is_removal(event):
        return _Given(event, None, "role remove")
    return _Given(event, channel_of(event), scope=(event.get("thread", origin.thread),))


def _made(given: Sequence[_Given], origin: Origin) -> Turns:
    most = origin.settings.limits.messages
    if len(given) > most:
        raise TooLarge(f"{len(given)} messages in one call: limits.messages={most} at most")
    turns: list[Turn] = []
    skipped: list[str] = []
    for event, channel, why, scope in given:
        if channel is None or channel == "system":
            skipped.append("system" if channel else why)
            continue
        if channel == "tool" and event.get("speaker") in origin.settings.memory_tools:
            skipped.append(_MEMORY_TOOL)
            continue
        said = contents.read(event["content"], channel)
        parts = [(event, said.text, said.media, channel)]
        shared = {key: event[key] for key in ("at", "thread") if key in event}
        parts += [({**shared, "id": _within(event.get("id"), place, one.call)}, one.text,
                   one.media, "tool") for place, one in enumerate(said.results)]  # fmt: skip
        if said.results and is_blank(said.text):
            del parts[0]
        for one, text, media, source in parts:
            turn = _turn({**one, "content": text}, source, origin, scope, media)
            turns.append(turn) if isinstance(turn, Turn) else skipped.append(turn)
    return _distinct(turns, skipped, origin)


def _within(message: Any, place: int, call: str | None) -> str | None:
    """Return an id for what a tool answered inside a message; None if that has none."""
    return None if message is None else f"{message}/{place if call is None else call}"


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


def _turn(
    event: Mapping[str, Any], channel: Channel, origin: Origin, scope: _Scope,
    media: tuple[str, ...],
) -> Turn | str:  # fmt: skip
    """Return the turn, or why there is none."""
    limits, cleaner = origin.settings.limits, Cleaner(origin.settings.redacting)
    text = without_recalled(clean(event["content"]))
    if is_blank(event["content"]) or is_blank(text):
        return "blank" if is_blank(event["content"]) else "recalled text"
    if len(text) > limits.text_characters:
        most = f"limits.text_characters={limits.text_characters}"
        raise TooLarge(f"a text of {len(text)} characters: {most} at most")
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
        keywords=tuple(map(cleaner.text, keywords_of(event, limits))),
        metadata=cleaner.json(kept_of(event, metadata, limits)), digest=_sha(supplied),
        redacted=tuple(cleaner.kinds), media=media,
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
        most = f"limits.key_characters={limits.key_characters}"
        raise TooLarge(f"{name} of {len(text)} characters: {most} at most")
    return None if is_blank(text) else text
