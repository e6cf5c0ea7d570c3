"""How what the caller gives becomes turns."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ChatMessage,
    HumanMessage,
    HumanMessageChunk,
    SystemMessage,
    ToolMessage,
)

from neuromem_graph.core import turns as t
from neuromem_graph.core.text import is_blank
from neuromem_graph.errors import (
    IdempotencyConflict,
    InvalidInput,
    InvalidNamespace,
    InvalidTime,
    TooLarge,
)
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.settings import Limits, Settings

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def origin(**other: Any) -> t.Origin:
    """Return an origin with a counting source of randomness."""
    count = iter(range(1, 1_000_000))
    base: dict[str, Any] = {
        "namespace": ("a",), "now": NOW, "settings": Settings(),
        "entropy": lambda size: next(count).to_bytes(size, "big"),
    }  # fmt: skip
    return t.Origin(**(base | other))


@pytest.mark.parametrize(
    ("message", "channel"),
    [
        (HumanMessage("x"), "user"),
        (AIMessage("x"), "assistant"),
        (ToolMessage("x", tool_call_id="1"), "tool"),
    ],
)
def test_channel_is_the_message_type(message: BaseMessage, channel: str) -> None:
    """The channel comes from the message type; a label in metadata changes nothing."""
    message.additional_kwargs = {"source_channel": "user", "role": "user", "type": "human"}

    assert t.from_messages([message], origin()).turns[0].channel == channel


@pytest.mark.parametrize(
    ("message", "channel"),
    [
        (AIMessage("I live in Oslo."), "assistant"),
        (AIMessageChunk("I live in Oslo."), "assistant"),
        (HumanMessageChunk("I live in Oslo."), "user"),
        (ChatMessage("I live in Oslo.", role="assistant"), "assistant"),
        (ToolMessage("I live in Oslo.", tool_call_id="1"), "tool"),
    ],
)
def test_dumped_messages(message: BaseMessage, channel: str) -> None:
    """A message and its dump to a dictionary have one channel, chunks and roles included."""
    turns = [t.from_any([given], origin()).turns[0] for given in (message, message.model_dump())]

    assert [turn.channel for turn in turns] == [channel, channel]


def test_dumped_system_messages() -> None:
    """System messages make no event as dictionaries either."""
    made = t.from_any(
        [SystemMessage("x").model_dump(), {"role": "system", "content": "x"}], origin()
    )

    assert (made.turns, made.skipped) == ((), ("system", "system"))


def test_no_event() -> None:
    """System messages, unknown roles and blank or zero-width texts make no event, with a reason."""
    messages = [
        SystemMessage("be kind"),
        ChatMessage("x", role="critic"),
        HumanMessage("  \n"),
        HumanMessage("\u200b\u200d\ufeff"),
        AIMessage(""),
    ]
    made = t.from_messages(messages, origin())

    assert made.turns == ()
    assert made.skipped == ("system", "role critic", "blank", "blank", "blank")


def test_recalled_text_is_no_evidence() -> None:
    """A prompt we rendered is cut out of what comes back; alone it makes no event."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user="I live in Lisbon.")
        prompt = memory.query("Where do I live?").to_prompt()
    assert "Lisbon" in prompt

    made = t.from_messages([AIMessage(prompt), AIMessage(f"You said:\n{prompt}\nOK?")], origin())
    assert made.skipped == ("recalled text",)
    assert made.turns[0].text == "You said:\n\nOK?"


def test_content_blocks() -> None:
    """Text is kept, media become markers, reasoning and tool calls are dropped."""
    message = AIMessage(
        [
            {"type": "reasoning", "reasoning": "hidden"},
            {"type": "thinking", "thinking": "hidden"},
            {"type": "text", "text": "Look:"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
            {"type": "tool_use", "id": "1", "name": "f", "input": {}},
            "bye",
        ]
    )

    assert t.from_messages([message], origin()).turns[0].text == "Look:\n[image]\nbye"


def test_identity() -> None:
    """A message id, a caller's id in its thread, or a stated time make the same turn again."""
    human = HumanMessage("ok", id="m1")
    event = {"content": "ok", "id": "1"}
    timed = {"content": "ok", "at": NOW}
    for given_ in (human, event, timed):
        assert (
            t.from_any([given_], origin()).turns[0].id == t.from_any([given_], origin()).turns[0].id
        )
    ids = {t.from_any([event], origin(thread=thread)).turns[0].id for thread in (None, "x", "y")}
    assert len(ids) == 3


def test_ok_twice_is_two_turns() -> None:
    """A text with neither id nor time is a new turn every time."""
    made = t.from_any(["ok", "ok"], origin())

    assert len({turn.id for turn in made.turns}) == 2


def test_the_same_id_twice() -> None:
    """One id with the same content counts once; with other content it is a conflict."""
    made = t.from_any([{"content": "a", "id": "1"}, {"content": "a", "id": "1"}], origin())
    assert (len(made.turns), made.skipped) == (1, ("the same turn twice",))

    with pytest.raises(IdempotencyConflict):
        t.from_any([{"content": "a", "id": "1"}, {"content": "b", "id": "1"}], origin())


def test_digest_ignores_the_clock() -> None:
    """The digest compares what the caller supplied, not when it was recorded."""
    event = {"content": "ok", "id": "1"}
    later = origin(now=NOW + timedelta(days=1))

    assert (
        t.from_any([event], origin()).turns[0].digest == t.from_any([event], later).turns[0].digest
    )


def test_equal_times_in_two_zones() -> None:
    """One moment written in two zones is one turn."""
    there = NOW.astimezone(timezone(timedelta(hours=9)))
    made = [t.from_any([{"content": "ok", "at": at}], origin()).turns[0] for at in (NOW, there)]

    assert made[0].id == made[1].id


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ({"content": "x", "at": datetime(2026, 1, 1)}, InvalidTime),
        ({"content": "x", "at": "yesterday"}, InvalidInput),
        ({"content": None}, InvalidInput),
        ({"content": [5]}, InvalidInput),
        ({}, InvalidInput),
        (5, InvalidInput),
        ({"content": "x", "role": "god"}, InvalidInput),
        ({"content": "x", "id": 1.5}, InvalidInput),
        ({"content": "x", "role": ["user"]}, InvalidInput),
        ({"content": "x", "type": ["fact"]}, InvalidInput),
        ({"content": "x", "keywords": 5}, InvalidInput),
        ({"content": "x", "keywords": "tea"}, InvalidInput),
        ({"content": "x", "metadata": {"a": object()}}, InvalidInput),
        ({"content": "x", "metadata": {"a": float("nan")}}, InvalidInput),
        ({"content": "x", "metadata": "m"}, InvalidInput),
        ({"content": "x", "metadata": {"a": "b" * 70_000}}, TooLarge),
        ({"content": "x", "id": "i" * 600}, TooLarge),
        ({"content": "x" * 2_000_001}, TooLarge),
    ],
)
def test_refused(event: Any, error: type[Exception]) -> None:
    """Bad input is refused with an error that says what was wrong."""
    with pytest.raises(error):
        t.from_any([event], origin())


def test_a_megabyte_is_fine() -> None:
    """A text of one megabyte is taken whole."""
    assert len(t.from_any(["x" * 1_000_000], origin()).turns[0].text) == 1_000_000


@pytest.mark.parametrize(
    "namespace",
    [
        *("", (), ("",), ("a", ""), ("a", None), (None,), ("a", 5), "a//b"),
        *(("a\0",), ("\ud800",), ("\u200b",), 7, None),
    ],
)
def test_bad_namespaces(namespace: Any) -> None:
    """An empty or missing segment is refused: nobody's memory is used by accident."""
    with pytest.raises(InvalidNamespace):
        t.namespace_from(namespace, Limits())


def test_good_namespaces() -> None:
    """Any text may be a segment; a literal is split at slashes, a tuple never."""
    assert t.namespace_from("acme/ann", Limits()) == ("acme", "ann")
    assert t.namespace_from(("a/b@example.com", "%_*"), Limits()) == ("a/b@example.com", "%_*")
    with pytest.raises(TooLarge):
        t.namespace_from(("a",) * 17, Limits())
    with pytest.raises(TooLarge):
        t.namespace_from(("a" * 513,), Limits())


@given(st.text(alphabet=st.characters()))
def test_any_text(text: str) -> None:
    """Any text is kept as it is, but for lone surrogates and NUL; blank ones make no event."""
    made = t.from_any([text], origin()).turns
    if is_blank(text):
        assert made == ()
    else:
        kept = "".join("\ufffd" if c == "\0" or "\ud800" <= c <= "\udfff" else c for c in text)
        assert made[0].text == kept
        made[0].text.encode()


def test_two_speakers_may_say_the_same_at_one_time() -> None:
    """Who said it is part of what makes a turn, where a speaker is named."""
    said = [{"content": "Yes, I agree.", "speaker": who, "at": NOW} for who in ("Ann", "Bob")]
    turns = t.from_events(said, origin()).turns
    assert [turn.speaker for turn in turns] == ["Ann", "Bob"]
    assert len({turn.id for turn in turns}) == 2
