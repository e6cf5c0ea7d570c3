"""Rerankers: any cross-encoder, compressor or function orders what was found; nothing is lost."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.callbacks import Callbacks
from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents import BaseDocumentCompressor, Document

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import ConfigError, ProviderError
from neuromem_graph.providers.langchain import INDEX
from neuromem_graph.providers.rerank import (
    CompressorReranker,
    CrossEncoderReranker,
    Pairs,
    aask,
    ask,
    reranker_from,
)

SAID = ("Tea is green.", "Tea is black and strong.", "Tea from Assam.")


class Shortest(BaseCrossEncoder):
    """Prefer short texts."""

    def score(self, text_pairs: list[tuple[str, str]]) -> list[float]:
        """Score pairs."""
        return [-float(len(text)) for _, text in text_pairs]


class First(BaseDocumentCompressor):
    """Keep the two shortest documents, copied as LangChain's own compressors do."""

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        """Choose documents."""
        best = sorted(documents, key=lambda one: len(one.page_content))[:2]
        return [
            Document(one.page_content, metadata={**one.metadata, "relevance_score": 1.0})
            for one in best
        ]


class Twins:
    """Tell which of the two was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score texts."""
        self.asked.append("sync")
        return [-float(len(text)) for text in texts]

    async def arerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score texts."""
        self.asked.append("async")
        return [-float(len(text)) for text in texts]


async def awaited(query: str, texts: Sequence[str]) -> list[float]:
    """Prefer short texts, some time."""
    await asyncio.sleep(0)
    return [-float(len(text)) for text in texts]


def plain(query: str, texts: Sequence[str]) -> list[float]:
    """Prefer short texts."""
    return [-float(len(text)) for text in texts]


def recalled(reranker: Any, *, sync: bool = True) -> list[str]:
    with MemoryRuntime.local("x", ":memory:", reranker=reranker) as memory:
        memory.observe_many(SAID)
        context = memory.query("tea?") if sync else asyncio.run(memory.aquery("tea?"))
    assert {"reranker"} <= set(context.items[0].why)
    return [item.text for item in context.items]


@pytest.mark.parametrize("sync", [True, False])
@pytest.mark.parametrize(
    "reranker", [Shortest(), First(), Twins(), plain, lambda q, t: plain(q, t)]
)
def test_whatever_reranks_is_recognised(reranker: Any, sync: bool) -> None:
    """A cross-encoder, compressor, object or function orders what was found, sync and async."""
    assert recalled(reranker, sync=sync) == sorted(SAID, key=len)


def test_async_functions_are_awaited() -> None:
    """An async function serves async callers; a sync one is told to use them."""
    assert recalled(awaited, sync=False) == sorted(SAID, key=len)
    with pytest.raises(ConfigError, match="aquery"):
        recalled(awaited)


def test_async_twins_are_preferred() -> None:
    """An object that can be awaited is awaited by async callers, and only by them."""
    one, other = Twins(), Twins()
    recalled(one)
    recalled(other, sync=False)

    assert (one.asked, other.asked) == (["sync"], ["async"])


def test_async_twins_of_langchain() -> None:
    """`ascore` and `acompress_documents` are awaited where they exist."""

    class Encoder:
        async def ascore(self, pairs: Any) -> list[float]:
            return [1.0 for _ in pairs]

        def score(self, pairs: Any) -> list[float]:
            raise AssertionError

    class Compressor:
        async def acompress_documents(self, documents: Any, query: str) -> Any:
            return documents

        def compress_documents(self, documents: Any, query: str) -> Any:
            raise AssertionError

    assert asyncio.run(CrossEncoderReranker(Encoder()).arerank("q", ["a", "b"])) == [1.0, 1.0]
    assert asyncio.run(CompressorReranker(Compressor()).arerank("q", ["a", "b"])) == [2.0, 1.0]


def test_what_a_compressor_leaves_out_comes_last() -> None:
    """A text that is dropped keeps its place behind those that are kept."""
    assert CompressorReranker(First()).rerank("q", ["long one", "b", "longer one", "c"]) == [
        -1.0,
        2.0,
        -3.0,
        1.0,
    ]


NONSENSE = [
    lambda q, t: None, lambda q, t: "x", lambda q, t: [1.0], lambda q, t: [float("nan")] * len(t),
    lambda q, t: ["high"] * len(t), lambda q, t: [10**400] * len(t), lambda q, t: [[1.0]] * len(t),
    lambda q, t: 1 / 0,
]  # fmt: skip


@pytest.mark.parametrize("reranker", NONSENSE)
def test_nonsense_is_an_error(reranker: Any) -> None:
    """A reranker that fails, or gives no number per text, is named; the memory stays usable."""
    with MemoryRuntime.local("x", ":memory:", reranker=reranker) as memory:
        memory.observe_many(SAID)
        for asked in (lambda: memory.query("tea?"), lambda: asyncio.run(memory.aquery("tea?"))):
            with pytest.raises(ProviderError, match="the reranker"):
                asked()
        assert memory.stats().memories == {"active": 3}


@pytest.mark.parametrize(
    "given", [[1], [Document("made up")], None, [Document("x", metadata={INDEX: 9})],
              [Document("x", metadata={INDEX: 0})] * 2],
)  # fmt: skip
def test_compressors_that_make_documents_up(given: Any) -> None:
    """What a compressor returns must be documents it was given, each once."""

    class Odd:
        def compress_documents(self, documents: Any, query: str) -> Any:
            return given

    with pytest.raises(ProviderError, match="compressor"):
        ask(CompressorReranker(Odd()), Pairs("q", ("a", "b")))
    with pytest.raises(ProviderError, match="compressor"):
        asyncio.run(aask(CompressorReranker(Odd()), Pairs("q", ("a", "b"))))


@pytest.mark.parametrize("given", [3, "bm25", object(), dict])
def test_what_is_no_reranker_is_refused(given: Any) -> None:
    """Anything else is refused before anything is opened, with what to give."""
    with pytest.raises(ConfigError, match="cross-encoder"):
        MemoryRuntime.local("x", ":memory:", reranker=given)
    assert reranker_from(None) is None
