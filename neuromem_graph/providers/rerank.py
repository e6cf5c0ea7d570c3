"""Take whatever orders texts by reading them, and ask it, sync or async.

What it is, is told by its methods: `rerank(query, texts)` as in our port, `score(pairs)` as a
LangChain cross-encoder, `compress_documents(documents, query)` as a LangChain document compressor,
or a plain function of a question and texts. The async twins (`arerank`, `ascore`,
`acompress_documents`) are awaited by async callers where they exist.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol

from neuromem_graph.core.text import index_tokens, query_tokens
from neuromem_graph.errors import ConfigError, ProviderError
from neuromem_graph.ports import Reranker
from neuromem_graph.providers import asking, plugins
from neuromem_graph.providers.embedding import is_async
from neuromem_graph.providers.langchain import INDEX, documents

Scores = Sequence[float]
Function = Callable[[str, Sequence[str]], Scores | Awaitable[Scores]]

_WHO = "the reranker"
_ASYNC = (
    "the reranker can only be awaited: use the async methods (aquery, ainvoke of a graph), or give "
    "one that can do both"
)


class Pairs(NamedTuple):
    """Ask for scores: how well each text answers a question."""

    query: str
    texts: tuple[str, ...]


class Bm25Reranker:
    """Score candidates by BM25+ (Lv & Zhai 2011) within the pool, by `rank_bm25`.

    The statistics are those of the pool, so a word that every candidate holds tells nothing. It
    suits small pools; the channels of recall score the whole namespace.
    """

    def rerank(self, query: str, texts: Sequence[str]) -> Scores:
        """Return one score per text; higher is better."""
        from rank_bm25 import BM25Plus  # noqa: PLC0415  loads with numpy, only when used

        corpus = [index_tokens(text) for text in texts]
        if not any(corpus):
            return [0.0] * len(texts)
        scores: Scores = BM25Plus(corpus).get_scores(query_tokens(query)).tolist()
        return scores


class CallableReranker:
    """Score with a function of a question and texts, sync or async.

    Args:
        function: returns one number per text; higher is better.

    Raises:
        ConfigError: it is no function.
    """

    def __init__(self, function: Function) -> None:
        if not callable(function):
            raise ConfigError(f"{function!r:.80} is no function of a question and texts")
        self._function, self._awaited = function, is_async(function)

    def rerank(self, query: str, texts: Sequence[str]) -> Scores:
        """Return one score per text.

        Raises:
            ConfigError: the function is async.
        """
        if self._awaited:
            raise ConfigError(_ASYNC)
        return self._function(query, list(texts))  # type: ignore[return-value]

    async def arerank(self, query: str, texts: Sequence[str]) -> Scores:
        """Return one score per text; a sync function runs in a worker thread."""
        if self._awaited:
            return await self._function(query, list(texts))  # type: ignore[misc,no-any-return]
        return await asyncio.to_thread(self.rerank, query, texts)


class CrossEncoderReranker:
    """Score with a LangChain cross-encoder, or anything that has `score(pairs)`.

    Args:
        encoder: takes (question, text) pairs, returns one number per pair.
    """

    def __init__(self, encoder: Any) -> None:
        if not callable(getattr(encoder, "score", None)):
            raise ConfigError(f"{encoder!r:.80} has no score(pairs)")
        self._encoder = encoder

    def rerank(self, query: str, texts: Sequence[str]) -> Scores:
        """Return one score per text."""
        scores: Scores = self._encoder.score([(query, text) for text in texts])
        return scores

    async def arerank(self, query: str, texts: Sequence[str]) -> Scores:
        """Do as `rerank`; awaited, if it can be."""
        if not hasattr(self._encoder, "ascore"):
            return await asyncio.to_thread(self.rerank, query, texts)
        scores: Scores = await self._encoder.ascore([(query, text) for text in texts])
        return scores


class CompressorReranker:
    """Order by a LangChain document compressor, or anything with `compress_documents`.

    What it returns comes in its order, what it leaves out behind that: nothing is lost.

    Args:
        compressor: takes documents and a question, returns some of the documents, best first, with
            their metadata.
    """

    def __init__(self, compressor: Any) -> None:
        if not callable(getattr(compressor, "compress_documents", None)):
            raise ConfigError(f"{compressor!r:.80} has no compress_documents(documents, query)")
        self._compressor = compressor

    def rerank(self, query: str, texts: Sequence[str]) -> Scores:
        """Return one score per text, made of the order it gives.

        Raises:
            ProviderError: it returned something else than documents it was given.
        """
        return places(self._compressor.compress_documents(documents(texts), query), len(texts))

    async def arerank(self, query: str, texts: Sequence[str]) -> Scores:
        """Do as `rerank`; awaited, if it can be."""
        if not hasattr(self._compressor, "acompress_documents"):
            return await asyncio.to_thread(self.rerank, query, texts)
        given = await self._compressor.acompress_documents(documents(texts), query)
        return places(given, len(texts))


class CrossEncoder(Protocol):
    """Score pairs, as a LangChain cross-encoder does."""

    def score(self, text_pairs: list[tuple[str, str]]) -> Any:
        """Return one number per (question, text)."""


class Compressor(Protocol):
    """Choose documents, as a LangChain document compressor does."""

    def compress_documents(self, documents: Any, query: str) -> Any:
        """Return documents, best first."""


Reranking = Reranker | CrossEncoder | Compressor | Function | str
"""What `reranker=` takes: see `reranker_from`."""


def places(given: Any, count: int) -> Scores:
    """Return scores that put documents in the order in which they were returned, the others behind.

    Args:
        given: documents, best first.
        count: how many texts there were.

    Raises:
        ProviderError: these are no documents that were made of the texts.
    """
    try:
        order = [one.metadata[INDEX] for one in given]
    except (TypeError, AttributeError, KeyError) as exc:
        raise ProviderError(
            f"the compressor returned {given!r:.80}: let it return documents it was given, with "
            "their metadata"
        ) from exc
    if len(set(order)) != len(order) or not set(order) <= set(range(count)):
        raise ProviderError(f"the compressor returned documents {order!r:.80} of {count}")
    scores = [-float(at + 1) for at in range(count)]
    for place, at in enumerate(order):
        scores[at] = float(len(order) - place)
    return scores


def reranker_from(given: Any) -> Reranker | None:
    """Make a reranker of what a caller gave.

    Args:
        given: None; "name:model" of a plugin; an object with `rerank(query, texts)`,
            `score(pairs)` or `compress_documents(documents, query)`; a function of a question and
            texts; or an object with nothing but `arerank(query, texts)`, for async callers only.

    Raises:
        ConfigError: it is none of these.
    """
    if given is None or callable(getattr(given, "rerank", None)):
        return given  # type: ignore[no-any-return]
    if isinstance(given, str):
        return _named(given)
    if callable(getattr(given, "compress_documents", None)):
        return CompressorReranker(given)
    if callable(getattr(given, "score", None)):
        return CrossEncoderReranker(given)
    if is_async(getattr(given, "arerank", None)):
        return CallableReranker(given.arerank)
    if callable(given) and not isinstance(given, type):
        return CallableReranker(given)
    raise ConfigError(
        f"reranker={given!r:.80}: give an object with rerank(query, texts), a LangChain "
        "cross-encoder or document compressor, or a function of a question and texts"
    )


def _named(name: str) -> Reranker:
    made = plugins.make("rerankers", name) if name.partition(":")[2] else None
    if made is None:
        raise ConfigError(
            f"reranker={name!r:.80} is no plugin: give 'name:model' of an installed one, a "
            f"LangChain cross-encoder, an object or a function{plugins.others('rerankers')}"
        )
    if made.value is None or isinstance(made.value, str | type):
        raise ConfigError(f"{made.by} made {made.value!r:.80}, which is no reranker")
    try:
        found = reranker_from(made.value)
    except ConfigError as exc:
        raise ConfigError(f"{made.by} made no reranker: {exc}") from exc
    assert found is not None
    return found


def ask(reranker: Reranker, pairs: Pairs) -> tuple[float, ...]:
    """Ask a reranker.

    Raises:
        ProviderError: it failed, or gave no number for each text.
    """
    with asking(_WHO):
        given = reranker.rerank(pairs.query, pairs.texts)
    return checked(given, len(pairs.texts))


async def aask(reranker: Reranker, pairs: Pairs) -> tuple[float, ...]:
    """Do as `ask`, without blocking the event loop; awaited, if it can be."""
    with asking(_WHO):
        if hasattr(reranker, "arerank"):
            given = await reranker.arerank(pairs.query, pairs.texts)
        else:
            given = await asyncio.to_thread(reranker.rerank, pairs.query, pairs.texts)
    return checked(given, len(pairs.texts))


def checked(given: Any, count: int) -> tuple[float, ...]:
    """Return scores as numbers.

    Args:
        given: what a reranker answered: a sequence, or an array of one dimension.
        count: how many texts there were.

    Raises:
        ProviderError: there are not as many finite numbers as texts.
    """
    try:
        scores = tuple(float(one) for one in given)
    except (TypeError, ValueError, OverflowError) as exc:
        raise ProviderError(f"the reranker gave no numbers: {given!r:.80}") from exc
    if len(scores) != count or not all(map(math.isfinite, scores)):
        raise ProviderError(
            f"the reranker gave {given!r:.80} for {count} texts: let it give one finite number "
            "for each, higher for better"
        )
    return scores
