"""Extraction through any LangChain chat model."""

import asyncio
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import ConfigError
from neuromem_graph.nodes import remember_node
from neuromem_graph.providers.extracting import ModelExtractor
from neuromem_graph.providers.langchain import LangChainChat, chat_model

AT = datetime(2025, 5, 1, tzinfo=UTC)
SAID = "I moved to Porto."
FACT = {"message": 0, "quote": SAID, "about": "user", "attribute": "lives_in", "value": "Porto",
        "status": "changed"}  # fmt: skip
GOOD = json.dumps({"facts": [FACT]})


def opened(*replies: AIMessage | str) -> MemoryRuntime:
    """Open a memory whose model gives these replies."""
    model = GenericFakeChatModel(messages=iter(replies))
    return MemoryRuntime.local("x", ":memory:", extractor=ModelExtractor(LangChainChat(model)))


REPLIES = {
    "text": GOOD,
    "blocks": AIMessage(content=[{"type": "reasoning", "reasoning": "Porto {"},
                                 {"type": "text", "text": GOOD}]),
}  # fmt: skip


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
def test_facts_come_from_the_model(reply: AIMessage | str, asynchronous: bool) -> None:
    """Text and content blocks are read; reasoning is not."""
    with opened(reply) as memory:
        if asynchronous:
            asyncio.run(memory.aingest(user=SAID, at=AT))
        else:
            memory.ingest(user=SAID, at=AT)
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


def test_a_reply_that_was_cut_is_seen() -> None:
    """What the provider calls cut is asked for again."""
    cut = AIMessage(content=GOOD, response_metadata={"finish_reason": "length"})
    with opened(cut, GOOD) as memory:
        memory.ingest(user=SAID, at=AT)
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


def test_a_model_that_raises_defers_the_turn() -> None:
    """An error of the model is told in the receipt, and the event is kept."""

    def failing() -> Any:
        raise RuntimeError("no quota left")
        yield

    model = GenericFakeChatModel(messages=failing())
    extractor = ModelExtractor(LangChainChat(model))
    with MemoryRuntime.local("x", ":memory:", extractor=extractor) as memory:
        receipt = memory.ingest(user=SAID, at=AT)
        (told,) = [item for item in receipt.items if item.what == "deferred"]
        assert "no quota left" in str(told.reason)
        assert memory.stats().events == 1


def test_nothing_streams_to_the_user() -> None:
    """A model asked inside a graph adds no token to the stream of messages."""
    with opened(GOOD) as memory:
        builder = StateGraph(MessagesState)
        builder.add_node("remember", remember_node(memory))
        builder.add_edge(START, "remember")
        graph = builder.compile()
        said = {"messages": [("user", SAID)]}
        streamed = [str(part[0].content) for part in graph.stream(said, stream_mode="messages")]
        assert not [text for text in streamed if "facts" in text]
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


class Tooled(GenericFakeChatModel):
    """A model that takes tools."""

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        """Go on as it is."""
        return self


def called(*facts: Any) -> AIMessage:
    """Return a reply that calls the schema once per fact."""
    return AIMessage("", tool_calls=[{"name": "Facts", "args": {"facts": [fact]}, "id": str(at)}
                                     for at, fact in enumerate(facts)])  # fmt: skip


STRUCTURED: dict[str, tuple[Any, Any]] = {
    "a call": (Tooled, called(FACT)),
    "two calls": (Tooled, called({**FACT, "attribute": "pet", "value": "Rex"}, FACT)),
    "a call without facts beside": (Tooled, called("nonsense", FACT)),
    "an invalid call": (Tooled, AIMessage("", invalid_tool_calls=[
        {"name": "Facts", "args": GOOD.replace("}]", "},]"), "id": "1", "error": "no JSON"}])),
    "text": (Tooled, AIMessage(GOOD)),
    "blocks": (Tooled, AIMessage([{"type": "reasoning", "reasoning": GOOD.replace("Porto", "x")},
                                  {"type": "text", "text": GOOD}])),
    "no tools at all": (GenericFakeChatModel, AIMessage(GOOD)),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "reply"), STRUCTURED.values(), ids=STRUCTURED)
@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
def test_structured(kind: Any, reply: AIMessage, asynchronous: bool) -> None:
    """A schema is answered by one call, several, an invalid one, or in words: no fact is lost."""
    chat = LangChainChat(kind(messages=iter([reply])), structured=True)
    with MemoryRuntime.local("x", ":memory:", extractor=ModelExtractor(chat)) as memory:
        if asynchronous:
            asyncio.run(memory.aingest(user=SAID, at=AT))
        else:
            memory.ingest(user=SAID, at=AT)
        assert memory.query("Where do I live?").worldview[0].value == "Porto"
        assert memory.stats().deferred == 0


def test_structured_errors_are_ours() -> None:
    """An error of a model that was asked with a schema defers the turn, too."""

    def failing() -> Any:
        raise RuntimeError("no quota left")
        yield

    chat = LangChainChat(Tooled(messages=failing()), structured=True)
    with MemoryRuntime.local("x", ":memory:", extractor=ModelExtractor(chat)) as memory:
        assert "no quota left" in memory.ingest(user=SAID, at=AT).of("deferred")[0].reason


def test_an_unknown_provider_says_what_to_install() -> None:
    """A name that no installed provider knows is refused with what to do."""
    with pytest.raises(ConfigError, match="nowhere"):
        chat_model("nowhere:model")
