"""What LangChain's own classes are needed for: chat models, documents."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from neuromem_graph.core.contents import flatten
from neuromem_graph.errors import ConfigError
from neuromem_graph.providers import asking, plugins
from neuromem_graph.types.chat import ChatReply, ChatRequest

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from langchain_core.language_models import BaseChatModel

__all__ = ["INDEX", "LangChainChat", "chat_model", "documents"]

INDEX = "neuromem_graph_index"
"""Under this name the metadata of a document tells which text it is."""

_CUT = frozenset({"length", "max_tokens", "MAX_TOKENS"})
_REASONS = ("finish_reason", "done_reason", "stop_reason", "stopReason")
_CONFIG: Any = {"tags": ["nostream"], "run_name": "extract"}  # streams nothing to the user


class LangChainChat:
    """Ask a LangChain chat model; its reply is read as text, whatever the provider.

    Args:
        model: any `BaseChatModel`.
        structured: also ask the provider to hold the reply to the JSON schema, by the model's
            `with_structured_output`; where the model has none, it is asked in words alone.
    """

    def __init__(self, model: "BaseChatModel", *, structured: bool = False) -> None:
        self._model, self._structured = model, structured
        self.model = str(getattr(model, "model", None) or getattr(model, "model_name", None)
                         or type(model).__name__)  # fmt: skip

    def complete(self, request: ChatRequest) -> ChatReply:
        """Return what the model answers.

        Raises:
            ProviderError: the model failed.
        """
        with asking(f"the chat model {self.model!r}"):
            return _reply(self._runnable(request).invoke(_messages(request), _CONFIG))

    async def acomplete(self, request: ChatRequest) -> ChatReply:
        """Do as `complete`, awaiting the model."""
        with asking(f"the chat model {self.model!r}"):
            return _reply(await self._runnable(request).ainvoke(_messages(request), _CONFIG))

    def _runnable(self, request: ChatRequest) -> Any:
        if not (self._structured and request.answer):
            return self._model
        schema = {"title": "Facts", "description": "Facts of messages.", **request.answer}
        try:
            return self._model.with_structured_output(schema, include_raw=True)
        except NotImplementedError:
            return self._model


def chat_model(name: str, **options: Any) -> "LangChainChat":
    """Return a chat model by its name, "provider:model".

    Args:
        name: as LangChain's `init_chat_model` takes it: "openai:gpt-4o-mini".
        options: for the model, such as `temperature`.

    Raises:
        ConfigError: `langchain`, or the package of the provider, is not installed, or the model
            can't be made.
    """
    try:
        from langchain.chat_models import init_chat_model  # noqa: PLC0415
    except ImportError as exc:
        raise ConfigError(
            f"{name!r} needs LangChain; run: pip install langchain, and the provider's package"
            + plugins.others("extractors", "chat_models")
        ) from exc
    try:
        return LangChainChat(init_chat_model(name, **options))
    except Exception as exc:  # whatever the package of the provider raises: a key is missing, say
        known = plugins.others("extractors", "chat_models")
        raise ConfigError(f"no chat model {name!r}: {exc}{known}") from exc


def _messages(request: ChatRequest) -> list[tuple[str, str]]:
    return [("system", request.system), ("human", request.user)]


def _reply(answer: Any) -> ChatReply:
    """Read the answer: a message, or with a schema the raw message beside what was parsed."""
    if not isinstance(answer, dict):
        return ChatReply(text=_said(answer), truncated=_is_cut(answer))
    raw, parsed = answer.get("raw"), answer.get("parsed")
    # The schema may have gone along as a tool; models call it once or once per fact, some badly.
    called = [_json(call["args"]) for call in getattr(raw, "tool_calls", None) or ()]
    called += [call["args"] or "" for call in getattr(raw, "invalid_tool_calls", None) or ()]
    text = "\n".join(called) or _said(raw)
    if not text.strip() and parsed is not None:
        text = _json(parsed)
    return ChatReply(text=text, truncated=_is_cut(raw))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _said(message: Any) -> str:
    content = getattr(message, "content", message)
    return content if isinstance(content, str) else _text(content)


def _text(blocks: Any) -> str:
    """Join the text of content blocks; reasoning and media are left out."""
    return flatten(blocks) if isinstance(blocks, list) else ""


def _is_cut(message: Any) -> bool:
    told = getattr(message, "response_metadata", None) or {}
    reasons = (told.get(name) for name in _REASONS)
    return any(reason in _CUT for reason in reasons)


def documents(texts: Sequence[str]) -> "list[Document]":
    """Return texts as documents that know their place."""
    from langchain_core.documents import Document  # noqa: PLC0415  only when used

    return [Document(page_content=text, metadata={INDEX: at}) for at, text in enumerate(texts)]
