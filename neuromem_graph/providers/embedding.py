"""Take whatever embeds texts, give it a name that vectors carry, and ask it, sync or async."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol

from neuromem_graph.errors import ConfigError, ProviderError
from neuromem_graph.ports import Embedder
from neuromem_graph.providers import asking, plugins
from neuromem_graph.providers.ollama import OllamaEmbedder

Vectors = Sequence[Sequence[float]]
Function = Callable[[Sequence[str]], Vectors | Awaitable[Vectors]]

_OLLAMA = "ollama:"
_WHO = "the embedder"


class Embeddings(Protocol):
    """Embed texts and questions as LangChain's `Embeddings` do."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector per text that is stored."""

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a question."""


class IndexChanged(UserWarning):
    """Texts are embedded by another model than the one in use; see `reindex`."""


class Texts(NamedTuple):
    """Ask for vectors: of texts that are stored, and of questions."""

    documents: Sequence[str]
    queries: Sequence[str] = ()


class Embedded(NamedTuple):
    """Answer `Texts`: one vector per text, in order."""

    documents: Vectors
    queries: Vectors


class CallableEmbedder:
    """Embed with a function of texts, sync or async.

    Args:
        function: takes a list of texts, returns as many vectors of one width.
        model: a name for its vectors; another function, or a changed one, needs another name.

    Raises:
        ConfigError: it is no function, or the name is blank.
    """

    def __init__(self, function: Function, model: str) -> None:
        if not callable(function):
            raise ConfigError(f"{function!r:.80} is no function of texts")
        self.model = named(model)
        self._function = function
        self._awaited = is_async(function)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector per text.

        Raises:
            ConfigError: the function is async.
        """
        if self._awaited:
            raise ConfigError(
                "the embedder is an async function: use the async methods (aquery, aingest), or "
                "give one that can do both"
            )
        return self._function(list(texts))  # type: ignore[return-value]

    async def aembed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector per text; a sync function runs in a worker thread."""
        if self._awaited:
            return await self._function(list(texts))  # type: ignore[misc,no-any-return]
        return await asyncio.to_thread(self.embed, texts)


class LangChainEmbedder:
    """Embed with LangChain `Embeddings`, or anything that has its methods.

    Args:
        embeddings: has `embed_documents` and `embed_query`; `aembed_documents` and `aembed_query`
            are awaited by async callers where it has them.
        model: a name for its vectors; by default its class and the model it names.

    Raises:
        ConfigError: it lacks a method.
    """

    def __init__(self, embeddings: Any, model: str | None = None) -> None:
        if not is_embeddings(embeddings):
            raise ConfigError(f"{embeddings!r:.80} has no embed_documents and embed_query")
        self.embeddings = embeddings
        self.model = named(name_of(embeddings) if model is None else model)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector per text that is stored."""
        given: Vectors = self.embeddings.embed_documents(list(texts))
        return given

    def embed_query(self, text: str) -> Sequence[float]:
        """Return the vector of a question: some models embed it otherwise."""
        given: Sequence[float] = self.embeddings.embed_query(text)
        return given

    async def aembed(self, texts: Sequence[str]) -> Vectors:
        """Do as `embed`; awaited, if it can be."""
        if not hasattr(self.embeddings, "aembed_documents"):
            return await asyncio.to_thread(self.embed, texts)
        given: Vectors = await self.embeddings.aembed_documents(list(texts))
        return given

    async def aembed_query(self, text: str) -> Sequence[float]:
        """Do as `embed_query`; awaited, if it can be."""
        if not hasattr(self.embeddings, "aembed_query"):
            return await asyncio.to_thread(self.embed_query, text)
        given: Sequence[float] = await self.embeddings.aembed_query(text)
        return given


Embedding = Embedder | Embeddings | CallableEmbedder | str
"""What `embedder=` takes: see `embedder_from`."""


def embedder_from(given: Any) -> Embedder | None:
    """Make an embedder of what a caller gave.

    Args:
        given: None; "provider:model" ("ollama:nomic-embed-text", or that of a plugin); LangChain
            `Embeddings`; an object with `model` and `embed(texts)`; a function with a `model`.

    Raises:
        ConfigError: it is none of these, or has no name; the message says what to do.
    """
    if given is None:
        return None
    if isinstance(given, str):
        return from_name(given)
    if is_embeddings(given):
        return LangChainEmbedder(given)
    model = getattr(given, "model", None)
    if not callable(getattr(given, "embed", None)) and not callable(given):
        raise ConfigError(
            f"embedder={given!r:.80}: give LangChain Embeddings, a function in CallableEmbedder, "
            "an object with `model` and `embed(texts)`, or 'provider:model'"
        )
    if not isinstance(model, str) or not model.strip():
        raise ConfigError(
            f"embedder={given!r:.80} has no name: vectors are kept under the name of their model, "
            "so that those of another are never mixed in; give "
            "CallableEmbedder(function, model='a-name'), or an object with a `model`"
        )
    return given if callable(getattr(given, "embed", None)) else CallableEmbedder(given, model)


def from_name(name: str) -> Embedder:
    """Make the embedder that "provider:model" names.

    Raises:
        ConfigError: it names none, or what it needs is not installed.
    """
    provider, colon, model = name.partition(":")
    if not colon or not provider.strip() or not model.strip():
        raise ConfigError(
            f"embedder={name!r:.80}: name it as 'provider:model', for example "
            "'ollama:nomic-embed-text' or 'openai:text-embedding-3-small'"
        )
    if name.startswith(_OLLAMA):
        return OllamaEmbedder(model)
    made = plugins.make("embedders", name)
    return LangChainEmbedder(_initialised(name), name) if made is None else _plugged(made, name)


def _plugged(made: plugins.Made, name: str) -> Embedder:
    """Return what a plugin made, under the name that was asked for if it has none of its own."""
    given = made.value
    if is_embeddings(given):
        return LangChainEmbedder(given, name)
    own: Embedder = given
    if callable(getattr(given, "embed", None)) and isinstance(getattr(given, "model", None), str):
        return own
    function = getattr(given, "embed", given)
    if isinstance(given, str | type) or not callable(function):
        raise ConfigError(f"{made.by} made {given!r:.80}, which is no embedder")
    return CallableEmbedder(function, name)


def _initialised(name: str) -> Any:
    try:
        from langchain.embeddings import init_embeddings  # noqa: PLC0415  optional, and slow
    except ImportError as exc:
        raise ConfigError(
            f"embedder={name!r:.80} is made by langchain, which is not installed: "
            "pip install langchain and the package of the provider (langchain-openai, ...)"
            + plugins.others("embedders")
        ) from exc
    try:
        return init_embeddings(name)
    except Exception as exc:  # whatever the package of the provider raises: a key is missing, say
        known = plugins.others("embedders")
        raise ConfigError(f"embedder={name!r:.80} can't be made: {exc}{known}") from exc


def is_embeddings(given: Any) -> bool:
    """Tell whether something has the methods of LangChain `Embeddings`."""
    return all(callable(getattr(given, name, None)) for name in ("embed_documents", "embed_query"))


def is_async(function: Any) -> bool:
    """Tell whether calling it gives something to await."""
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004  its own method is what matters
    )


def name_of(given: Any) -> str:
    """Return a name for the vectors of an embedder: its class or function, and its model."""
    if isinstance(given, str):
        return given
    model = getattr(given, "model", None) or getattr(given, "model_name", None)
    kind = given if callable(given) and hasattr(given, "__qualname__") else type(given)
    called = f"{kind.__module__}.{kind.__qualname__}"
    return f"{called}:{model}" if isinstance(model, str) else called


def named(model: object) -> str:
    """Return the name of a model, if vectors can be kept under it.

    Raises:
        ConfigError: it is blank, no text, or holds a lone surrogate.
    """
    if not isinstance(model, str) or not model.strip():
        raise ConfigError(f"model={model!r:.80}: give the embedder a name")
    try:
        model.encode()
    except UnicodeEncodeError as exc:
        raise ConfigError(f"model={model!a:.80} holds a lone surrogate") from exc
    return model


def embed(embedder: Embedder, texts: Texts) -> Embedded:
    """Ask an embedder: questions by themselves if it embeds them otherwise, else in one batch.

    Raises:
        ProviderError: from the embedder's own error, or it gave another number of vectors.
        ConfigError: it is an async function.
    """
    own: Callable[[str], Sequence[float]] | None = getattr(embedder, "embed_query", None)
    with asking(_WHO):
        if own is not None:
            documents = embedder.embed(list(texts.documents)) if texts.documents else []
            return Embedded(documents, [own(query) for query in texts.queries])
        given = embedder.embed([*texts.queries, *texts.documents])
    return _split(given, texts)


async def aembed(embedder: Embedder, texts: Texts) -> Embedded:
    """Do as `embed`; its async methods are awaited, if it has them.

    Raises:
        ProviderError: from the embedder's own error, or it gave another number of vectors.
    """
    awaited: Callable[[Sequence[str]], Awaitable[Vectors]] | None
    awaited = getattr(embedder, "aembed", None)
    if awaited is None:
        return await asyncio.to_thread(embed, embedder, texts)
    own: Callable[[str], Awaitable[Sequence[float]]] | None
    own = getattr(embedder, "aembed_query", None)
    with asking(_WHO):
        if own is not None:
            documents = await awaited(list(texts.documents)) if texts.documents else []
            return Embedded(documents, await asyncio.gather(*map(own, texts.queries)))
        given = await awaited([*texts.queries, *texts.documents])
    return _split(given, texts)


def _split(given: Vectors, texts: Texts) -> Embedded:
    try:
        vectors, count = list(given), len(texts.queries) + len(texts.documents)
    except TypeError as exc:
        raise ProviderError(f"the embedder gave {given!r:.80}, no list of vectors") from exc
    if len(vectors) != count:
        raise ProviderError(f"the embedder gave {len(vectors)} vectors for {count} texts")
    return Embedded(vectors[len(texts.queries) :], vectors[: len(texts.queries)])
