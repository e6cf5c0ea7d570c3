"""Take whatever chats, and ask it once."""

from typing import Any

from neuromem_graph.errors import ConfigError
from neuromem_graph.providers import plugins
from neuromem_graph.providers.extracting import Chat
from neuromem_graph.providers.langchain import LangChainChat, chat_model
from neuromem_graph.providers.ollama_chat import OllamaChat

__all__ = ["chat_from"]

_OLLAMA = "ollama:"


def chat_from(given: Any, *, timeout: float = 30.0) -> Chat:
    """Make a chat model of what a caller gave, for calls that somebody waits for.

    Args:
        given: "provider:model" such as "ollama:llama3.1:8b", or that of a plugin; a LangChain chat
            model, or any runnable that takes messages; or an object with `complete(request)`.
        timeout: seconds to wait for a local Ollama server, which is asked once.

    Raises:
        ConfigError: it is none of these.
    """
    if isinstance(given, str):
        provider, colon, model = given.partition(":")
        if colon and provider and model:
            if given.startswith(_OLLAMA):
                return OllamaChat(model, timeout=timeout, attempts=1)
            made = plugins.make("chat_models", given)
            return chat_model(given) if made is None else chat_from(made.value, timeout=timeout)
    elif callable(getattr(given, "complete", None)):
        chat: Chat = given
        return chat
    elif callable(getattr(given, "invoke", None)) and callable(getattr(given, "ainvoke", None)):
        return LangChainChat(given)
    raise ConfigError(
        f"model={given!r:.80}: give 'provider:model' such as 'ollama:llama3.1:8b', a LangChain "
        "chat model, or an object with complete(request)"
    )
