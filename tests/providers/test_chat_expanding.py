"""Chat models that rewrite a question, or write the note that would answer it."""

import asyncio
from datetime import date
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import ConfigError, ProviderError
from neuromem_graph.providers.chat_expanding import ChatHyde, ChatRewriter
from neuromem_graph.providers.expanding import Expanders, called, expander_from
from neuromem_graph.providers.ollama_chat import OllamaChat
from neuromem_graph.settings.expanding import Expanding
from neuromem_graph.types.chat import ChatReply, ChatRequest
from tests.providers.ollama_server import serving

DAY = date(2026, 3, 2)
ASKED = "Who wags?"
REWRITES = [
    "Which dog do we have?\nWhat is our puppy called?",
    "1. Which dog do we have?\n2) What is our puppy called?",
    '- "Which dog do we have?"\n\n* What is our puppy called?',
    "Here are two other ways to ask:\n\n**Which dog do we have?**\nWhat is our puppy called?\n",
    "<think>A dog?\nOr a cat?</think>```\nWhich dog do we have?\nWhat is our puppy called?\n```",
]


class Chat:
    """Answer what it is told to, and keep what it was asked."""

    model = "tiny"

    def __init__(self, reply: str) -> None:
        self.reply, self.asked = reply, list[ChatRequest]()

    def complete(self, request: ChatRequest) -> ChatReply:
        self.asked.append(request)
        return ChatReply(text=self.reply)


@pytest.mark.parametrize("reply", REWRITES)
def test_rewrites_are_read_however_they_are_written(reply: str) -> None:
    """One question a line, whatever stands around it."""
    told = ChatRewriter(Chat(reply)).expand(ASKED, DAY)

    assert told.rewrites == ("Which dog do we have?", "What is our puppy called?")
    assert told.passages == ()


@pytest.mark.parametrize("reply", ["Our puppy\nwags.", '"Our puppy wags."',
                                   "<think>hm</think>\n Our puppy wags."])  # fmt: skip
def test_a_note_is_one_passage(reply: str) -> None:
    """What a model writes becomes one line."""
    told = ChatHyde(Chat(reply)).expand(ASKED, DAY)

    assert told.passages == ("Our puppy wags.",)
    assert told.rewrites == ()


@pytest.mark.parametrize("make", [ChatRewriter, ChatHyde])
@pytest.mark.parametrize("reply", ["", " \n", "<think>for ever", "I'm sorry, I can't help."])
def test_a_reply_that_says_nothing_is_a_failure(make: Any, reply: str) -> None:
    """An empty reply, an endless thought or an excuse is told, and costs no answer."""
    with pytest.raises(ProviderError, match="tiny wrote no"):
        make(Chat(reply)).expand(ASKED, DAY)
    with MemoryRuntime.local("x", ":memory:", expander=make(Chat(reply))) as memory:
        memory.observe_many(["The cat wags its tail."])
        context = memory.query(ASKED)
        assert context.items
        assert context.diagnostics is not None
        assert "tiny wrote no" in str(context.diagnostics.expansion_failed)


def test_what_a_model_is_asked() -> None:
    """It gets the question and the day, and how many rewrites; nothing of the memory."""
    chat = Chat("x")
    ChatRewriter(chat, Expanding(rewrites=7, reply_tokens=99)).expand(ASKED, DAY)
    (request,) = chat.asked
    assert request.user == "Today is 2026-03-02.\nQuestion: Who wags?"
    assert "in 7 other ways" in request.system
    assert (request.reply_tokens, request.answer) == (99, {})


@pytest.mark.parametrize("sync", [True, False])
def test_langchain_models_rewrite(sync: bool) -> None:
    """A chat model of LangChain is taken as it is, sync and async, and streams nothing."""
    model = GenericFakeChatModel(messages=iter(["Which puppy did we adopt?"]))
    with MemoryRuntime.local("x", ":memory:", expander=model) as memory:
        memory.observe_many(["We adopted a puppy.", "The rent was raised."])
        context = memory.query(ASKED) if sync else asyncio.run(memory.aquery(ASKED))
        assert context.items[0].text == "We adopted a puppy."


def test_a_local_server_is_asked_once() -> None:
    """Ollama is asked by its name; while somebody waits, a failure is not tried again."""
    with serving("Which puppy did we adopt?") as server:
        chat = OllamaChat("tiny", server.url)
        told = ChatRewriter(chat).expand(ASKED, DAY)
        assert told.rewrites == ("Which puppy did we adopt?",)
        assert len(server.asked) == 1
    assert called(expander_from("ollama:tiny") or chat) == "ChatRewriter:tiny"  # type: ignore[arg-type]


def test_several_know_their_settings() -> None:
    """Models in a list are asked as the settings say."""
    made = expander_from(["ollama:a", lambda q: []], Expanding(rewrites=2))
    assert isinstance(made, Expanders)
    assert "in 2 other ways" in made.parts[0]._system()  # type: ignore[attr-defined]
    assert expander_from([]) is None


@pytest.mark.parametrize("wrong", [3, "tiny", "a:", ":b", "", object()])
def test_what_is_no_model_is_refused(wrong: Any) -> None:
    """A name without a provider, or an object that can't chat."""
    with pytest.raises(ConfigError, match="provider:model"):
        ChatHyde(wrong)
