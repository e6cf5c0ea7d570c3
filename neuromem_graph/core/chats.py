"""Read logs of chats: find the messages in what was loaded, and make events of them.

Known are lists of messages, objects with `messages`, LoCoMo, and the export of ChatGPT.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, NamedTuple

from neuromem_graph.core import forms
from neuromem_graph.core.event_fields import CHANNELS
from neuromem_graph.core.secrets import unmarked
from neuromem_graph.errors import InvalidInput
from neuromem_graph.types.ingest import Turn

_TEXTS = ("content", "text", "message", "body")
_ROLES = ("role", "from", "sender", "author")
_TIMES = ("at", "timestamp", "created_at", "create_time", "createdAt", "date", "time", "ts")
_IDS = ("id", "message_id", "uuid", "dia_id")
_THREADS = ("thread", "thread_id", "conversation_id", "session_id", "session")
_WORDS_FOR_ROLES = {"bot": "assistant", "gpt": "assistant", "model": "assistant"}
_SESSION = re.compile(r"session_(\d+)")
_SESSION_TIME = "%I:%M %p on %d %B, %Y"  # "1:56 pm on 8 May, 2023"
_MILLISECONDS = 100_000_000_000  # a number from here on counts milliseconds: in seconds, year 5138


class Log(NamedTuple):
    """Say how a log is read."""

    thread: str | None = None  # of messages that name none
    zone: tzinfo = UTC  # of times that name none
    sample: str | None = None  # the conversation of a file that holds several people's


def messages(found: Any, log: Log) -> Iterator[Mapping[str, Any]]:
    """Return the messages in what was loaded, oldest first within each conversation.

    Args:
        found: a message, a list, or an object that holds one.
        log: how it is read.

    Raises:
        InvalidInput: there is none in it, or it holds conversations of several people.
    """
    if isinstance(found, list):
        samples = [one for one in found if _is_sample(one)]
        if samples:
            found = [_sample(samples, log)]
        for one in found:
            yield from _within(one, log)
    else:
        yield from _within(found, log)


def _within(found: Any, log: Log) -> Iterator[Mapping[str, Any]]:
    if isinstance(found, str):
        yield {"content": found}
    elif not isinstance(found, Mapping):
        raise InvalidInput(f"{type(found).__name__} is no message: give an object with 'content'")
    elif _is_sample(found):
        yield from _locomo(found.get("conversation", found))
    elif isinstance(found.get("mapping"), Mapping):
        yield from _chatgpt(found)
    elif isinstance(held := found.get("messages", found.get("events")), list):
        name = next((found[key] for key in (*_THREADS, "id") if found.get(key)), None)
        for one in held:
            message = {"content": one} if isinstance(one, str) else one
            if not isinstance(message, Mapping):
                raise InvalidInput(f"{type(one).__name__} is no message")
            yield message if name is None else {"thread": str(name), **message}
    else:
        yield found


def _is_sample(found: Any) -> bool:
    """Tell whether this is a conversation of LoCoMo: sessions with their times."""
    held = found.get("conversation", found) if isinstance(found, Mapping) else None
    return isinstance(held, Mapping) and "session_1" in held and "session_1_date_time" in held


def _sample(samples: list[Any], log: Log) -> Any:
    names = [str(one.get("sample_id", place)) for place, one in enumerate(samples, 1)]
    if log.sample is None and len(samples) == 1:
        return samples[0]
    if log.sample not in names:
        raise InvalidInput(
            f"it holds {len(names)} conversations of different people: choose one by "
            f"sample={'|'.join(names)}, each into a namespace of its own"
        )
    return samples[names.index(log.sample)]


def _locomo(dialog: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Read sessions: a turn has the time of its session plus a minute for each before it."""
    numbers = sorted(int(m[1]) for m in map(_SESSION.fullmatch, dialog) if m)
    for number in numbers:
        session = f"session_{number}"
        try:
            start = datetime.strptime(dialog[f"{session}_date_time"], _SESSION_TIME)
        except (KeyError, TypeError, ValueError) as exc:
            raise InvalidInput(f"{session} has no time such as '1:56 pm on 8 May, 2023'") from exc
        for minute, turn in enumerate(dialog[session]):
            at = (start + timedelta(minutes=minute)).replace(tzinfo=UTC)
            yield {"content": turn["text"], "id": turn.get("dia_id"), "thread": session,
                   "speaker": turn.get("speaker"), "at": at}  # fmt: skip


def _chatgpt(found: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Read one conversation of ChatGPT's export, in the order of its times."""
    nodes = [node.get("message") for node in found["mapping"].values() if isinstance(node, Mapping)]
    told = [one for one in nodes if isinstance(one, Mapping)]
    for one in sorted(told, key=lambda message: message.get("create_time") or 0.0):
        parts = (one.get("content") or {}).get("parts") or ()
        text = "\n".join(part for part in parts if isinstance(part, str))
        role = (one.get("author") or {}).get("role")
        if text.strip() and role in ("user", "assistant"):
            thread = found.get("id", found.get("title"))
            yield {"content": text, "role": role, "id": one.get("id"), "thread": thread,
                   "at": one.get("create_time")}  # fmt: skip


def event_of(message: Mapping[str, Any], log: Log) -> dict[str, Any]:
    """Return a message as an event, with its time, thread and id under the names of an event.

    Raises:
        InvalidInput: it has no text, or its time is none.
    """
    rest = dict(forms.as_event(message) or message)
    event = {name: value for name, value in (
        ("content", _first(rest, _TEXTS)), ("role", _role(_first(rest, _ROLES))),
        ("at", moment(_first(rest, _TIMES), log.zone)),
        ("thread", _first(rest, _THREADS) or log.thread), ("id", _first(rest, _IDS)),
    ) if value is not None}  # fmt: skip
    if "content" not in event and "content" not in rest:
        raise InvalidInput(f"no text: a message has one of {', '.join(_TEXTS)}")
    return {**rest, "content": "", **event}


class Naming:
    """Give turns that have no id of their own one of what was said, and how often before.

    It is made of the text without its secrets, so that it tells nothing of them.
    """

    def __init__(self) -> None:
        self._met = Counter[bytes]()

    def named(self, turn: Turn, source: str | None, stated: bool) -> Turn:
        """Return a turn with an id that is the same in every import.

        Args:
            turn: what was said.
            source: what it is called where it comes from.
            stated: its time was given.
        """
        if turn.message is not None:
            return turn
        at = turn.at.isoformat() if stated else None
        parts = [source, turn.channel, turn.thread, turn.speaker, unmarked(turn.text), at]
        digest = hashlib.sha256(json.dumps(parts).encode())
        self._met[digest.digest()[:12]] += 1
        count = self._met[digest.digest()[:12]]
        return turn.model_copy(update={"id": f"import:{count}:{digest.hexdigest()}"})


def _first(rest: dict[str, Any], names: tuple[str, ...]) -> Any:
    """Take the first of these fields that is there."""
    name = next((name for name in names if rest.get(name) is not None), None)
    return None if name is None else rest.pop(name)


def _role(given: Any) -> Any:
    """Return a role as messages name it; another name of a speaker is kept as it is."""
    named = given.get("role") if isinstance(given, Mapping) else given
    if not isinstance(named, str) or named in CHANNELS:
        return named
    return _WORDS_FOR_ROLES.get(named.casefold(), named.casefold())


def moment(given: Any, zone: tzinfo) -> datetime | None:
    """Return a time as logs write it: ISO 8601, or seconds or milliseconds since 1970.

    Args:
        given: the time, or None.
        zone: of a time that names none.

    Raises:
        InvalidInput: it is no time.
    """
    if given is None:
        return None
    try:
        if isinstance(given, int | float) and not isinstance(given, bool):
            seconds = given / 1000 if abs(given) >= _MILLISECONDS else given
            return datetime.fromtimestamp(seconds, UTC)
        at = given if isinstance(given, datetime) else datetime.fromisoformat(given)
    except (TypeError, ValueError, OverflowError, OSError) as exc:
        raise InvalidInput(
            f"{given!r:.60} is no time: give ISO 8601 such as 2025-05-01T12:00:00Z, or seconds "
            "since 1970"
        ) from exc
    return at if at.tzinfo is not None else at.replace(tzinfo=zone)
