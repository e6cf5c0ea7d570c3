"""Let chat models say a question in other words, or write the note that would answer it."""

import asyncio
from abc import ABC, abstractmethod
from datetime import date
from typing import Any

from neuromem_graph.core import expanding
from neuromem_graph.errors import ProviderError
from neuromem_graph.providers.chatting import chat_from
from neuromem_graph.settings.expanding import Expanding
from neuromem_graph.types.chat import ChatReply, ChatRequest
from neuromem_graph.types.expanding import Expansion

__all__ = ["ChatHyde", "ChatRewriter"]

_REWRITE = """\
You help to find notes in a diary. Say the question below in {most} other ways, each on a line \
of its own. Use other words that the notes may hold: synonyms, what things are called, names of \
kinds. Keep all names and numbers. Do not answer the question. Write nothing else."""
_HYDE = """\
You help to find notes in a diary. Write one note, of one or two short sentences, that would \
answer the question below, as its owner would have written it. Invent what you do not know. Write \
nothing else."""
_ASK = "Today is {at}.\nQuestion: {question}"


class _Chatting(ABC):
    """Ask a chat model, and make an expansion of its reply."""

    def __init__(self, model: Any, settings: Expanding | None = None) -> None:
        self._chat, self._settings = chat_from(model), settings or Expanding()
        self.model = str(getattr(self._chat, "model", None) or type(self._chat).__name__)

    def expand(self, question: str, at: date) -> Expansion:
        """Return what the model says.

        Raises:
            ProviderError: it failed, or said nothing.
        """
        return self._told(self._chat.complete(self._request(question, at)))

    async def aexpand(self, question: str, at: date) -> Expansion:
        """Do as `expand`; the model is awaited, if it can be."""
        request, own = self._request(question, at), getattr(self._chat, "acomplete", None)
        if own is not None:
            return self._told(await own(request))
        return self._told(await asyncio.to_thread(self._chat.complete, request))

    def _request(self, question: str, at: date) -> ChatRequest:
        return ChatRequest(
            system=self._system(), user=_ASK.format(at=at.isoformat(), question=question),
            reply_tokens=self._settings.reply_tokens,
        )  # fmt: skip

    @abstractmethod
    def _system(self) -> str:
        """Return what the model is told to do."""

    @abstractmethod
    def _told(self, reply: ChatReply) -> Expansion:
        """Read its reply."""


class ChatRewriter(_Chatting):
    """Let a chat model say a question in other words.

    Args:
        model: "provider:model" such as "ollama:llama3.1:8b", a LangChain chat model, or an object
            with `complete(request)`.
        settings: how many rewrites it is asked for.

    Raises:
        ConfigError: it is no chat model.
    """

    def _system(self) -> str:
        return _REWRITE.format(most=self._settings.rewrites)

    def _told(self, reply: ChatReply) -> Expansion:
        found = expanding.lines(reply.text)
        if not found:
            raise ProviderError(f"{self.model} wrote no question: {reply.text!r:.80}")
        return Expansion(rewrites=found)


class ChatHyde(_Chatting):
    """Let a chat model write the note that would answer a question (HyDE, Gao et al. 2022).

    Args:
        model: "provider:model" such as "ollama:llama3.1:8b", a LangChain chat model, or an object
            with `complete(request)`.
        settings: how long the note may be.

    Raises:
        ConfigError: it is no chat model.
    """

    def _system(self) -> str:
        return _HYDE

    def _told(self, reply: ChatReply) -> Expansion:
        found = expanding.passage(reply.text)
        if not found:
            raise ProviderError(f"{self.model} wrote no note: {reply.text!r:.80}")
        return Expansion(passages=(found,))
