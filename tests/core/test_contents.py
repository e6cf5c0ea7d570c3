"""What a chat message says, whatever shape its provider gives it."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.load import dumpd
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
    messages_to_dict,
)

from neuromem_graph.core import contents
from neuromem_graph.core import turns as t
from neuromem_graph.errors import InvalidInput, TooLarge
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.settings import Limits, Settings
from neuromem_graph.types.ingest import Turn
from tests.core.test_turns import origin

SAID = "I live in Porto."
PIXELS = "iVBORw0KGgo" * 40
URL = f"data:image/png;base64,{PIXELS}"


def turns(*given_: Any, **settings: Any) -> tuple[Turn, ...]:
    """Make turns of anything."""
    return t.from_any(given_, origin(settings=Settings(**settings))).turns


THOUGHTS: dict[str, Any] = {
    "anthropic": [{"type": "thinking", "thinking": "hidden", "signature": "x"},
                  {"type": "redacted_thinking", "data": "hidden"}, {"type": "text", "text": SAID}],
    "openai": [{"type": "reasoning", "id": "rs", "summary": [{"type": "summary_text",
               "text": "hidden"}]}, {"type": "output_text", "text": SAID, "annotations": []}],
    "langchain": [{"type": "reasoning", "reasoning": "hidden"}, {"type": "text", "text": SAID}],
    "bedrock": [{"type": "reasoning_content", "reasoning_content": {"text": "hidden"}},
                {"type": "text", "text": SAID}],
    "bedrock converse": [{"reasoningContent": {"reasoningText": {"text": "hidden"}}},
                         {"text": SAID}],
    "google": [{"type": "text", "text": "hidden", "thought": True}, {"text": SAID}],
    "non standard": [{"type": "non_standard", "value": {"thinking": "hidden"}}, SAID],
    "deepseek": f"<think>\nhidden\n</think>\n\n{SAID}",
    "no opening tag": f"hidden\n</think>\n{SAID}",
    "other tags": f"<Thinking>hidden</Thinking>{SAID}<thought>hidden</thought>",
    "a thought of tags": f"<think>hidden <think> hidden</think>{SAID}",
    "never closed": f"{SAID}\n<think>hidden",
}  # fmt: skip


@pytest.mark.parametrize("content", THOUGHTS.values(), ids=THOUGHTS)
def test_thoughts_are_never_stored(content: Any) -> None:
    """Reasoning is left out in the shape of every provider, and what was said stays."""
    message = AIMessage(content, additional_kwargs={"reasoning_content": "hidden"})
    forms = (message, message.model_dump(), {"role": "assistant", "content": content,
             "reasoning_content": "hidden", "reasoning_details": [{"text": "hidden"}]})  # fmt: skip
    for one in forms:
        (turn,) = turns(one)
        assert turn.text == SAID
        assert "hidden" not in turn.model_dump_json()


@pytest.mark.parametrize("text", ["Put it into <think> and say so.", "2 < 3 </b>", "<thinker>"])
def test_words_about_tags_stay(text: str) -> None:
    """A tag within a sentence that nothing closes is no thought; nor is any tag of a user's."""
    assert turns(AIMessage(text))[0].text == text
    assert turns(HumanMessage(f"<think>{text}</think>"))[0].text == f"<think>{text}</think>"


def test_only_thoughts_make_no_event() -> None:
    """A message that only thinks, or only calls a tool, says nothing."""
    call = {"name": "f", "args": {"city": "Porto"}, "id": "1", "type": "tool_call"}
    silent = [AIMessage("<think>hm</think>"), AIMessage("", tool_calls=[call]),
              AIMessage([{"type": "tool_use", "id": "1", "name": "f", "input": {}}]),
              {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
              RemoveMessage(id="1"), RemoveMessage(id="1").model_dump()]  # fmt: skip
    assert t.from_any(silent, origin()).skipped == (*["blank"] * 4, *["role remove"] * 2)


@given(st.lists(st.tuples(st.sampled_from(["", "said\n", "said "]), st.integers(0, 3)), min_size=1))
def test_any_thoughts(parts: list[tuple[str, int]]) -> None:
    """However many thoughts stand in a text, all of it that is said stays, and nothing else."""
    text = "".join(f"{said}<think>{'hidden <think>' * n}</think>" for said, n in parts)
    left = contents.without_thoughts(text)
    assert left.split() == ["said" for said, _ in parts if said]


@pytest.mark.parametrize("part", ["<think>", "</think>", "<think></think>", "data:a/b;base64,",
                                  "data:image/png;", "&lt;recalled-memory", "> > >"])  # fmt: skip
def test_hostile_texts_take_no_longer(part: str) -> None:
    """A text made of openings is read in a time that grows with its length only."""
    text = part * (500_000 // len(part))
    before = time.process_time()
    contents.without_echoes(contents.read(text, "assistant").text)
    assert time.process_time() - before < 2


MEDIA: dict[str, tuple[Any, str]] = {
    "openai url": ({"type": "image_url", "image_url": {"url": URL}}, "[image]"),
    "openai responses": ({"type": "input_image", "image_url": URL}, "[image]"),
    "anthropic": ({"type": "image", "source": {"type": "base64", "data": PIXELS}}, "[image]"),
    "langchain": ({"type": "image", "base64": PIXELS, "mime_type": "image/png"}, "[image]"),
    "google": ({"type": "media", "mime_type": "video/mp4", "data": PIXELS}, "[video]"),
    "bedrock": ({"image": {"format": "png", "source": {"bytes": PIXELS}}}, "[image]"),
    "audio": ({"type": "input_audio", "input_audio": {"data": PIXELS}}, "[audio]"),
    "pdf": ({"type": "file", "mime_type": "application/pdf", "base64": PIXELS}, "[file]"),
    "document": ({"type": "document", "source": {"data": PIXELS}}, "[file]"),
    "in a text": (f"{URL}", "[image]"),
    "in a text block": ({"type": "text", "text": f"![x]({URL})"}, "![x]([image])"),
    "with a charset": (URL.replace("png", "svg+xml;charset=utf-8"), "[image]"),
    "a pdf in a text": (URL.replace("image/png", "application/pdf"), "[file]"),
}  # fmt: skip


@pytest.mark.parametrize(("block", "kept"), MEDIA.values(), ids=MEDIA)
def test_media_are_markers(block: Any, kept: str) -> None:
    """Of an image, a sound, a film or a file a short marker is kept, never its bytes; the receipt
    counts them."""
    content = [{"type": "text", "text": "Look:"}, block, {"type": "text", "text": SAID}]
    with MemoryRuntime.local("x", ":memory:") as memory:
        receipt = memory.ingest(HumanMessage(content))
        (told,) = [item for item in receipt.items if item.reason == "media"]
        (text,) = {item.text for item in memory.query("Porto").items}
    assert text == f"Look:\n{kept}\n{SAID}"
    assert told.text == f"1 {kept[kept.find('[', 2) :].rstrip(')') if '![' in kept else kept}"


def test_text_of_files_is_kept() -> None:
    """A file that is plain text says what stands in it."""
    assert turns(HumanMessage([{"type": "text-plain", "text": SAID}]))[0].text == SAID


def test_results_of_tools() -> None:
    """A tool's answer is a tool's, as a message, inside a user's message, or as bare JSON."""
    inside = {"role": "user", "id": "m", "content": [
        {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "18 C"}]},
        {"type": "tool_result", "tool_use_id": "c2", "content": "rain"},
        {"type": "text", "text": SAID}]}  # fmt: skip
    made = turns(inside, ToolMessage("wind", tool_call_id="c3", name="weather"),
                 ToolMessage([{"city": "Porto"}], tool_call_id="c4"))  # fmt: skip
    assert [(one.channel, one.text, one.message) for one in made] == [
        ("user", SAID, "m"), ("tool", "18 C", "m/c1"), ("tool", "rain", "m/c2"),
        ("tool", "wind", None), ("tool", '{"city": "Porto"}', None),
    ]  # fmt: skip
    assert made[3].speaker == "weather"
    assert [one.id for one in turns(inside)] == [one.id for one in made[:3]]


FORMS: dict[str, Any] = {
    "text": SAID,
    "pair": ("user", SAID),
    "human pair": ("human", SAID),
    "openai": {"role": "user", "content": SAID},
    "openai blocks": {"role": "user", "content": [{"type": "text", "text": SAID}]},
    "object": HumanMessage(SAID),
    "dump": HumanMessage(SAID).model_dump(),
    "messages_to_dict": messages_to_dict([HumanMessage(SAID)])[0],
    "dumpd": dumpd(HumanMessage(SAID)),
    "json": json.loads(HumanMessage(SAID).model_dump_json()),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_is_one_turn(form: Any) -> None:
    """Text, pair, dictionary, object and dump say the same, alone and in a list, and leave nothing
    else behind."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        for given_ in (form, [form]):
            (turn,) = memory.turns(given_).turns
            assert (turn.text, turn.channel, turn.metadata) == (SAID, "user", {})


def test_a_role_is_no_text() -> None:
    """A pair whose first part is no role is two texts; a text that is a role stays a text."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        assert [one.text for one in memory.turns(("tea", "jazz")).turns] == ["tea", "jazz"]
        assert [one.text for one in memory.turns(["user", "jazz"]).turns] == ["user", "jazz"]


def test_what_a_message_carries_is_no_metadata() -> None:
    """Calls, counts and thoughts of a message are left out; what the caller adds is kept."""
    call = {"name": "f", "args": {"secret": "s"}, "id": "1", "type": "tool_call"}
    message = AIMessage(SAID, tool_calls=[call], name="bot", response_metadata={"model": "m"})
    (turn,) = turns({**message.model_dump(), "place": "home"})
    assert (turn.metadata, turn.speaker) == ({"place": "home"}, "bot")
    (event,) = turns({"content": SAID, "role": "user", "status": "urgent"})
    assert event.metadata == {"status": "urgent"}


def test_an_event_may_use_any_key() -> None:
    """Words of our own are metadata like others."""
    event = {"content": SAID, "channel": "mail", "why": "asked", "scope": 1}
    assert turns(event)[0].metadata == {"channel": "mail", "why": "asked", "scope": 1}


@pytest.mark.parametrize("content", [[5], [None], 5, None, {}])
def test_content_that_is_none(content: Any) -> None:
    """Content that is neither text nor blocks is refused."""
    with pytest.raises(InvalidInput):
        turns({"role": "user", "content": content})


def test_system_messages_make_no_event() -> None:
    """Whatever form a system or developer message has, it is not remembered."""
    given_ = [SystemMessage(SAID), ("system", SAID), {"role": "developer", "content": SAID},
              dumpd(SystemMessage(SAID)), messages_to_dict([SystemMessage(SAID)])[0]]  # fmt: skip
    assert t.from_any(given_, origin()).skipped == ("system",) * 5


def disguised(prompt: str) -> dict[str, str]:
    """Return a prompt as it may come back."""
    return {
        "as it is": prompt,
        "windows": prompt.replace("\n", "\r\n"),
        "in a mail": "\n".join(f"> {line}" for line in prompt.split("\n")),
        "twice quoted": "\n".join(f">> {line}" for line in prompt.split("\n")),
        "indented": "\n".join(f"    {line}" for line in prompt.split("\n")),
        "html": prompt.replace("<", "&lt;").replace(">", "&gt;"),
        "json": json.dumps({"system": prompt}),
        "json in json": json.dumps(json.dumps(prompt)),
        "escaped": json.dumps(prompt).replace("<", "\\u003c").replace(">", "\\u003e"),
        "cut": prompt[:-20],
    }


@pytest.mark.parametrize("disguise", disguised(""))
@pytest.mark.parametrize("kind", [HumanMessage, AIMessage])
def test_recalled_text_is_no_evidence(kind: type[BaseMessage], disguise: str) -> None:
    """A prompt we rendered is known when it comes back, quoted, escaped or cut."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user=SAID)
        prompt = memory.query("Where do I live?").to_prompt()
        before = memory.stats().memories
        memory.ingest(kind(f"As I said:\n{disguised(prompt)[disguise]}"))
        assert "Porto" not in " ".join(one.text for one in memory.query("said").items[1:])
        assert memory.stats().memories.get("active", 0) <= before["active"] + 1
        assert len([one for one in memory.query("Porto").items if "Porto" in one.text]) == 1


def test_too_many_messages() -> None:
    """As many messages as the limit are taken, one more is refused."""
    few = {"limits": Limits(messages=3)}
    assert len(turns("a", "b", "c", **few)) == 3
    with pytest.raises(TooLarge, match=r"limits\.messages=3"):
        turns("a", "b", "c", "d", **few)
