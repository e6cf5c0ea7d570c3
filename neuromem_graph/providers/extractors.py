"""Take whatever finds facts, and make an extractor of it."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from neuromem_graph.core import prompting, proposing
from neuromem_graph.core.rules import RuleExtractor
from neuromem_graph.errors import ConfigError, ProviderError
from neuromem_graph.ports import Extractor
from neuromem_graph.providers import plugins
from neuromem_graph.providers.extracting import ModelExtractor
from neuromem_graph.providers.langchain import LangChainChat, chat_model
from neuromem_graph.providers.ollama_chat import OllamaChat
from neuromem_graph.settings import Settings
from neuromem_graph.types.ingest import Claim, Extraction, Rejection, Turns

__all__ = ["CallableExtractor", "Extracts", "extractor_from"]

Facts = Iterable[Mapping[str, Any]]
Function = Callable[[str], Facts | Awaitable[Facts]]

_OLLAMA = "ollama:"


class CallableExtractor:
    """Extract with a function of a text, sync or async.

    What it returns is grounded as the reply of a model is: a quote or a value that does not stand
    in the text is rejected and counted.

    Args:
        function: takes the text of a message, returns dictionaries with `attribute` and `value`,
            and if it likes `quote` (else the whole text), `about` ("user" by default), `relation`,
            `status` (see `core.prompting.STATUSES`; "current" by default), `since` and `until`.

    Raises:
        ConfigError: it is no function.
    """

    def __init__(self, function: Function) -> None:
        if not callable(function):
            raise ConfigError(f"{function!r:.80} is no function of a text")
        self._function = function
        self._awaited = inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
            type(function).__call__
        )

    @property
    def awaited(self) -> bool:
        """Tell whether the function is async: then only `aextract` works."""
        return self._awaited

    def extract(self, turns: Turns) -> Extraction:
        """Return the claims of every turn.

        Raises:
            ConfigError: the function is async.
        """
        if self._awaited:
            raise ConfigError(
                "the extractor is an async function: use the async methods (aingest), or give one "
                "that can do both"
            )
        given = [self._function(turn.text) for turn in turns.turns]
        return _grounded(given, turns)

    async def aextract(self, turns: Turns) -> Extraction:
        """Do as `extract`; a sync function runs in a worker thread."""
        if not self._awaited:
            return await asyncio.to_thread(self.extract, turns)
        given = [await self._function(turn.text) for turn in turns.turns]  # type: ignore[misc]
        return _grounded(given, turns)


def _grounded(given: list[Any], turns: Turns) -> Extraction:
    claims: list[Claim] = []
    rejected: list[Rejection] = []
    for index, facts in enumerate(given):
        if isinstance(facts, str | Mapping) or not isinstance(facts, Iterable):
            raise ProviderError(f"the extractor answered {facts!r:.80}, no list of dictionaries")
        text = turns.turns[index].text
        listed = [_fact(fact, text) for fact in facts]
        piece = prompting.Piece(index, 0, text)
        found = proposing.claims(listed, [piece], turns)
        claims += found.claims
        rejected += found.rejected
    claims += proposing.covered(turns, range(len(turns.turns)), tuple(claims))
    claims.sort(key=lambda claim: (claim.turn, claim.start, claim.end))
    return Extraction(claims=tuple(claims), rejected=tuple(rejected))


def _fact(fact: Any, text: str) -> Mapping[str, Any]:
    if not isinstance(fact, Mapping):
        raise ProviderError(f"the extractor gave {fact!r:.80} for a fact, no dictionary")
    return {"quote": text, **fact, "message": 0}


Extracts = Extractor | Function | str
"""What `extractor=` takes, besides LangChain chat models: see `extractor_from`."""


def extractor_from(given: Any, settings: Settings) -> Extractor:
    """Make an extractor of what a caller gave.

    Args:
        given: None or "rules" for the deterministic rules; "provider:model"
            ("ollama:llama3.1:8b", or that of a plugin); a LangChain chat model; an object with
            `extract(turns)`; a function, see `CallableExtractor`.
        settings: what a model is asked, see `Settings.extracting`.

    Raises:
        ConfigError: it is none of these; the message says what to do.
    """
    if given is None or given == "rules":
        return RuleExtractor()
    if isinstance(given, str):
        return _named(given, settings)
    if callable(getattr(given, "extract", None)):
        made: Extractor = given
        return made
    if _is_chat_model(given):
        return ModelExtractor(LangChainChat(given), settings)
    if callable(given):
        return CallableExtractor(given)
    raise ConfigError(
        f"extractor={given!r:.80}: give 'provider:model' such as 'ollama:llama3.1:8b', a LangChain "
        "chat model, a function of a text, or an object with extract(turns)"
    )


def _named(name: str, settings: Settings) -> Extractor:
    provider, colon, model = name.partition(":")
    if not colon or not provider or not model:
        raise ConfigError(
            f"extractor={name!r:.80}: give 'rules' or 'provider:model', such as "
            "'ollama:llama3.1:8b' or 'openai:gpt-4o-mini'"
        )
    if name.startswith(_OLLAMA):
        return ModelExtractor(OllamaChat(model), settings)
    made = plugins.make("extractors", name)
    if made is not None:
        return _plugged(made, settings)
    chat = plugins.make("chat_models", name)
    if chat is None:
        return ModelExtractor(chat_model(name), settings)
    if callable(getattr(chat.value, "complete", None)):
        return ModelExtractor(chat.value, settings)
    if not _is_chat_model(chat.value):
        raise ConfigError(f"{chat.by} made {chat.value!r:.80}, which is no chat model")
    return ModelExtractor(LangChainChat(chat.value), settings)


def _plugged(made: plugins.Made, settings: Settings) -> Extractor:
    """Return what a plugin made, checked as if the caller had given it."""
    if made.value is None or isinstance(made.value, str | type):
        raise ConfigError(f"{made.by} made {made.value!r:.80}, which is no extractor")
    try:
        return extractor_from(made.value, settings)
    except ConfigError as exc:
        raise ConfigError(f"{made.by} made no extractor: {exc}") from exc


def _is_chat_model(given: Any) -> bool:
    """Tell whether something is a chat model, without loading LangChain to find out."""
    return callable(getattr(given, "invoke", None)) and callable(getattr(given, "ainvoke", None))
