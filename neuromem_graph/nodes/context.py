"""Read what was said from a state: its messages, the question, what is not remembered yet."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import BaseMessage, convert_to_messages, message_chunk_to_message
from langchain_core.messages.base import BaseMessageChunk

from neuromem_graph.core.text import is_blank
from neuromem_graph.errors import InvalidInput
from neuromem_graph.ports import Reader
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.ingest import Turn, Turns
from neuromem_graph.types.ledger import TurnState

CHUNK = 50
"""Messages of a thread that are looked up at once, from its end."""

BEFORE = 2
"""Remembered messages that new ones are read by: "I meant Porto", after an answer."""

EDITED = "edited after it was remembered"

ANOTHERS = "remembered in another namespace"


def value_of(state: Any, name: str) -> Any:
    """Return a value of a state, whatever it is made of; None if it has none."""
    return state.get(name) if isinstance(state, Mapping) else getattr(state, name, None)


def messages_of(state: Any) -> list[BaseMessage]:
    """Return the messages in a state.

    Raises:
        InvalidInput: if it holds none that can be read.
    """
    given = value_of(state, "messages")
    if given is None:
        raise InvalidInput("the state has no 'messages': memory nodes read the conversation there")
    return converted(given)


def converted(given: Any) -> list[BaseMessage]:
    """Make messages of what a reducer of messages takes: one or many, objects, pairs, dictionaries.

    Raises:
        InvalidInput: if something is no message.
    """
    many = isinstance(given, list) or (
        isinstance(given, tuple) and all(isinstance(one, BaseMessage) for one in given)
    )
    try:
        found = convert_to_messages(given if many else [given])
    except (ValueError, TypeError, KeyError, NotImplementedError) as exc:
        raise InvalidInput(f"'messages' holds something that is no chat message: {exc}") from exc
    return [message_chunk_to_message(m) if isinstance(m, BaseMessageChunk) else m for m in found]


def question(messages: Sequence[BaseMessage]) -> str | None:
    """Return the latest text a human said, or None."""
    for message in reversed(messages):
        if message.type == "human" and not is_blank(message.text):
            return str(message.text)
    return None


def unremembered(
    runtime: MemoryRuntime, messages: Sequence[BaseMessage], thread: str | None
) -> Turns:
    """Make turns of the messages that the ledger does not hold yet.

    It looks back until a chunk is known as a whole. A message without an id is known by its thread,
    place and words, so that running again adds nothing; without a thread it is new every time. Of a
    message that was edited since, the first words stand. What was said just before them comes along
    to read them by. Of what was said before the last exchange, nothing that another namespace of
    the file remembers is taken over: the thread was another user's then.
    """
    with runtime.resources.ledger.reader() as reader:
        first = len(messages)
        while first > 0:
            start = max(0, first - CHUNK)
            if _known(runtime, reader, messages[start:first], start, thread):
                break
            first = start
        named, edited = _named(messages[first:], thread, first)
        turns = runtime.turns(named, thread=thread)
        known = reader.turns(runtime.namespace, [turn.id for turn in turns.turns])
        theirs = _of_others(runtime, messages, reader, turns, known, thread)
    new: list[Turn] = []
    before = [] if first == 0 else _before(runtime, messages, first, thread)
    for turn in turns.turns:
        if turn.id in theirs:
            continue
        state = known.get(turn.id)
        if state is not None and not new and _same(turn, state):
            before.append(turn)
        if state is not None and not state.erased and state.digest != turn.digest:
            edited += 1
        elif state is None or state.step != "committed":
            new.append(turn)
    skipped = (*turns.skipped, *[EDITED] * edited, *[ANOTHERS] * len(theirs))
    return turns.model_copy(
        update={"turns": tuple(new), "before": tuple(before[-BEFORE:]), "skipped": skipped}
    )


def _of_others(
    runtime: MemoryRuntime, messages: Sequence[BaseMessage], reader: Reader, turns: Turns,
    known: Mapping[str, TurnState], thread: str | None,
) -> frozenset[str]:  # fmt: skip
    """Return what another namespace remembers of what was said before the last exchange."""
    if thread is None:
        return frozenset()
    start = _exchange(messages)
    named, _ = _named(messages[start:], thread, start)
    now = {turn.id for turn in runtime.turns(named, thread=thread).turns}
    old = [turn.id for turn in turns.turns if turn.id not in now and turn.id not in known]
    if not old:
        return frozenset()
    return reader.safety.elsewhere(runtime.namespace, thread, old)


def _exchange(messages: Sequence[BaseMessage]) -> int:
    """Return where the last exchange begins: with the last human's messages in a row."""
    start = max((n for n, one in enumerate(messages) if one.type == "human"), default=0)
    while start > 0 and messages[start - 1].type in ("human", "system"):
        start -= 1
    return start


def _before(
    runtime: MemoryRuntime, messages: Sequence[BaseMessage], first: int, thread: str | None
) -> list[Turn]:
    """Return the turns just before a message, all of them remembered."""
    start = max(0, first - BEFORE)
    named, _ = _named(messages[start:first], thread, start)
    return list(runtime.turns(named, thread=thread).turns)


def said_since(
    runtime: MemoryRuntime, messages: Sequence[BaseMessage], thread: str | None, as_of: int
) -> tuple[int, ...]:
    """Return the events of a conversation that were recorded after a moment, as they now read.

    The turn that is going on does not count: its messages are remembered at its end.
    """
    humans = [place for place, message in enumerate(messages) if message.type == "human"]
    named, _ = _named(messages[: humans[-1] if humans else None], thread, 0)
    turns = runtime.turns(named, thread=thread).turns
    with runtime.resources.ledger.reader() as reader:
        known = reader.turns(runtime.namespace, [turn.id for turn in turns])
    states = ((turn, known.get(turn.id)) for turn in turns)
    found = {state.event for turn, state in states if state is not None and _same(turn, state)}
    return tuple(sorted(event for event in found if event > as_of))


def _known(
    runtime: MemoryRuntime, reader: Reader, chunk: Sequence[BaseMessage], first: int,
    thread: str | None,
) -> bool:  # fmt: skip
    """Tell whether a chunk is remembered whole, as it is; messages without a turn are no proof."""
    named, edited = _named(chunk, thread, first)
    turns = runtime.turns(named, thread=thread).turns
    known = reader.turns(runtime.namespace, [turn.id for turn in turns])
    return bool(turns) and not edited and all(_same(turn, known.get(turn.id)) for turn in turns)


def _same(turn: Turn, state: TurnState | None) -> bool:
    if state is None or state.erased:
        return state is not None
    return state.step == "committed" and state.digest == turn.digest


def _named(
    messages: Sequence[BaseMessage], thread: str | None, first: int
) -> tuple[list[BaseMessage], int]:
    """Give ids to messages that have none; count those that say other words under one id."""
    kept: dict[str, BaseMessage] = {}
    named, edited = [], 0
    for place, given in enumerate(messages, start=first):
        if given.type == "remove" or _is_summary(given):
            continue  # the one bears the id of another message, the other says nothing new
        message = given if given.id or thread is None else _with_id(given, thread, place)
        before = kept.setdefault(message.id, message) if message.id else message
        if before is message:
            named.append(message)
        elif (before.type, before.content) != (message.type, message.content):
            edited += 1
    return named, edited


def _is_summary(message: BaseMessage) -> bool:
    """Tell whether LangChain's summarization wrote it, though it bears the type of a human's."""
    return bool(message.additional_kwargs.get("lc_source") == "summarization")


def _with_id(message: BaseMessage, thread: str, place: int) -> BaseMessage:
    words = hashlib.sha256(f"{message.type}\0{message.text}".encode(errors="replace")).hexdigest()
    return message.model_copy(update={"id": f"{thread}#{place}#{words}"})
