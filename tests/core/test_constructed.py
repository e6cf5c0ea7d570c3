"""A message in LangChain's constructor form is of the role that its class names."""

from typing import Any

import pytest

from neuromem_graph.core import turns as t
from neuromem_graph.errors import InvalidInput
from tests.core.test_contents import SAID, turns
from tests.core.test_turns import origin

CLASSES = {"HumanMessage": "user", "HumanMessageChunk": "user", "AIMessage": "assistant",
           "AIMessageChunk": "assistant", "ToolMessage": "tool",
           "FunctionMessage": "tool"}  # fmt: skip


def constructed(name: str, **kwargs: Any) -> dict[str, Any]:
    """Return a message as LangChain's constructor form, without its type."""
    place = ["langchain", "schema", "messages", name]
    return {"lc": 1, "type": "constructor", "id": place, "kwargs": {"content": SAID, **kwargs}}


@pytest.mark.parametrize("name", CLASSES)
def test_the_class_names_the_role(name: str) -> None:
    """A constructor form is of the role of its class, whatever its arguments say or leave out."""
    for more in (
        {},
        {"type": "constructor"},
        {"type": "human"},
        {"role": "user"},
        {"status": "success", "tool_call_id": "c", "id": "m"},
    ):
        (turn,) = turns(constructed(name, **more))
        assert (turn.text, turn.channel, turn.metadata) == (SAID, CLASSES[name], {})


def test_a_chat_message_names_its_role() -> None:
    """Of a `ChatMessage` the role counts; system messages and removals make no event."""
    for name in ("ChatMessage", "ChatMessageChunk"):
        assert turns(constructed(name, role="assistant"))[0].channel == "assistant"
    silent = [constructed("SystemMessage"), constructed("SystemMessageChunk"),
              constructed("RemoveMessage", content="", id="1")]  # fmt: skip
    assert t.from_any(silent, origin()).skipped == ("system", "system", "role remove")


@pytest.mark.parametrize("form", [
    constructed("OpenAI"), constructed("ChatMessage"), {**constructed("AIMessage"), "id": []},
    {**constructed("AIMessage"), "id": None}, {**constructed("AIMessage"), "id": [5]},
    constructed("Document", type="Document"),
])  # fmt: skip
def test_what_is_no_class_of_messages_is_refused(form: dict[str, Any]) -> None:
    """Another object of LangChain's, or a message without a role, is nobody's words."""
    with pytest.raises(InvalidInput, match=r"message class|role"):
        turns(form)


def test_a_class_of_ones_own_says_its_type() -> None:
    """A subclass that is dumped with its type is of that type."""
    assert turns(constructed("MyAnswer", type="ai"))[0].channel == "assistant"
