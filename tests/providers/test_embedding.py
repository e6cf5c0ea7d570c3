"""Whatever embeds can be plugged in: it is named, asked, awaited, and refused with advice."""

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.embeddings import Embeddings

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import ConfigError, ProviderError
from neuromem_graph.providers import embedding
from neuromem_graph.providers.embedding import (
    CallableEmbedder,
    LangChainEmbedder,
    Texts,
    embedder_from,
)
from neuromem_graph.providers.ollama import OllamaEmbedder
from neuromem_graph.testing.store_suite.embedders import WordEmbeddings, aembed, embed, vector


class Lookalike:
    """Has the methods of LangChain's `Embeddings` and is none; tells questions apart."""

    model = "small"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.asked += texts
        return [vector(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        self.asked.append(f"query: {text}")
        return vector(text)


class Awaited(Embeddings):
    """Insists on being awaited."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        raise AssertionError("not awaited")

    def embed_query(self, text: str) -> list[float]:
        raise AssertionError("not awaited")

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        await asyncio.sleep(0)
        return [vector(text) for text in texts]

    async def aembed_query(self, text: str) -> list[float]:
        await asyncio.sleep(0)
        return vector(text)


class Port:
    """Is an embedder of ours."""

    model = "port"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [vector(text) for text in texts]


def named_function(texts: Sequence[str]) -> list[list[float]]:
    return embed(texts)


named_function.model = "by attribute"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("given", "model"),
    [
        (WordEmbeddings(), "neuromem_graph.testing.store_suite.embedders.WordEmbeddings"),
        (Lookalike(), f"{Lookalike.__module__}.Lookalike:small"),
        (CallableEmbedder(embed, model="words"), "words"),
        (LangChainEmbedder(WordEmbeddings(), "mine"), "mine"),
        (Port(), "port"),
        (named_function, "by attribute"),
    ],
    ids=["Embeddings", "lookalike", "function", "renamed", "port", "attribute"],
)
def test_what_embeds_finds_memories(given: Any, model: str) -> None:
    """Each of them adds a dense channel, and its vectors carry its name."""
    with MemoryRuntime.local("x", ":memory:", embedder=given) as memory:
        memory.observe_many(["The owl sleeps.", "A cat sat there."])
        found = memory.query("koi cat owl cat").items
        stats = memory.performance_stats().embeddings

    assert found[0].text == "A cat sat there."
    assert "dense" in found[0].why
    assert (stats.model, stats.stored) == (model, 2)


@pytest.mark.parametrize(
    ("given", "advice"),
    [
        (embed, "CallableEmbedder"),
        (lambda texts: texts, "CallableEmbedder"),
        (aembed, "CallableEmbedder"),
        (type("Nameless", (), {"embed": lambda self, texts: texts})(), "CallableEmbedder"),
        (type("Blank", (), {"model": " ", "embed": lambda self, texts: texts})(), "model"),
        (7, "provider:model"),
        (["cat"], "provider:model"),
        ("nomic-embed-text", "provider:model"),
        ("ollama:", "provider:model"),
        (":x", "provider:model"),
    ],
)
def test_what_has_no_name_is_refused(given: Any, advice: str) -> None:
    """What can't embed, or gives its vectors no name, is refused with what to do."""
    with pytest.raises(ConfigError, match=advice):
        MemoryRuntime.local("x", ":memory:", embedder=given)


@pytest.mark.parametrize("model", ["", "  ", None, 3, "\ud800"])
def test_names_are_text(model: Any) -> None:
    """A name that the file can't hold is refused."""
    with pytest.raises(ConfigError):
        CallableEmbedder(embed, model=model)
    with pytest.raises(ConfigError):
        CallableEmbedder("no function", model="x")  # type: ignore[arg-type]
    with pytest.raises(ConfigError):
        LangChainEmbedder(object())


def test_ollama_by_name() -> None:
    """ "ollama:model" is our Ollama embedder; it asks nothing before it is used."""
    made = embedder_from("ollama:nomic-embed-text")
    assert isinstance(made, OllamaEmbedder)
    assert made.model == "nomic-embed-text"


def test_other_providers_need_langchain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another provider is made by langchain; without it the error says what to install."""
    monkeypatch.setitem(sys.modules, "langchain.embeddings", None)
    with pytest.raises(ConfigError, match="pip install langchain"):
        embedder_from("openai:text-embedding-3-small")


def test_langchain_makes_other_providers(monkeypatch: pytest.MonkeyPatch) -> None:
    """With langchain the name is what its `init_embeddings` takes, and what vectors carry."""
    module = type(sys)("langchain.embeddings")
    module.init_embeddings = lambda name: {"known:words": WordEmbeddings()}[name]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "langchain.embeddings", module)
    made = embedder_from("known:words")
    assert isinstance(made, LangChainEmbedder)
    assert made.model == "known:words"
    with pytest.raises(ConfigError, match="unknown:words"):
        embedder_from("unknown:words")


def test_questions_are_asked_for_by_themselves() -> None:
    """An embedder that tells questions from texts gets each as what it is; others one batch."""
    apart, together = Lookalike(), list[list[str]]()
    embedding.embed(LangChainEmbedder(apart), Texts(("owl", "cat"), ("koi",)))
    assert apart.asked == ["owl", "cat", "query: koi"]

    def noted(texts: Sequence[str]) -> list[list[float]]:
        together.append(list(texts))
        return embed(texts)

    given = embedding.embed(CallableEmbedder(noted, "x"), Texts(("owl", "cat"), ("koi",)))
    assert together == [["koi", "owl", "cat"]]
    assert (given.queries, given.documents) == ([vector("koi")], [vector("owl"), vector("cat")])


@pytest.mark.parametrize("given", [Awaited(), CallableEmbedder(aembed, "async")])
def test_what_can_be_awaited_is(given: Any) -> None:
    """An async embedder is awaited by every twin that embeds."""

    async def run() -> tuple[Any, ...]:
        async with MemoryRuntime.local("x", ":memory:", embedder=given) as memory:
            receipt = await memory.aingest(user="A cat sat there.")
            await memory.aobserve_many(["The owl sleeps."])
            found = await memory.aquery("cat cat koi")
            items = await memory.aquery("cat cat", include_items=True)
            return receipt.of("deferred"), found, items, await memory.areindex()

    deferred, found, items, left = asyncio.run(run())
    assert deferred == ()
    assert found.items[0].why["dense"][1] == 1
    assert items.items[0].why["dense"][1] == 1
    assert left == 0


def test_an_async_function_in_sync_code() -> None:
    """Sync calls refuse to ask what can only be awaited; a memory is kept all the same."""
    with MemoryRuntime.local("x", ":memory:", embedder=CallableEmbedder(aembed, "a")) as memory:
        receipt = memory.ingest(user="A cat sat there.")
        assert "aquery" in receipt.of("deferred")[0].reason
        assert memory.stats().memories == {"active": 1}
        with pytest.raises(ConfigError, match="aquery"):
            memory.query("cat")
        assert asyncio.run(memory.aquery("cat")).items[0].why["dense"][1] == 1


@pytest.mark.parametrize(
    "broken",
    [lambda texts: 1 / 0, lambda texts: None, lambda texts: [], lambda texts: [[1.0]] * 9],
    ids=["raises", "None", "too few", "too many"],
)
def test_a_broken_embedder_is_a_provider_error(broken: Any) -> None:
    """Whatever goes wrong is a `ProviderError`, in sync and in async code, and keeps the memory."""
    with MemoryRuntime.local("x", ":memory:", embedder=CallableEmbedder(broken, "b")) as memory:
        assert memory.ingest(user="A cat sat there.").of("deferred")
        for call in (
            lambda: memory.query("cat"),
            lambda: asyncio.run(memory.aquery("cat")),
            lambda: memory.reindex(),
            lambda: memory.prewarm_embeddings(),
        ):
            with pytest.raises(ProviderError):
                call()
        assert memory.stats().memories == {"active": 1}
        assert memory.verify(deep=True).ok


def test_the_core_imports_no_framework() -> None:
    """Plugging in something that looks like LangChain imports nothing of it."""
    code = (
        "import sys; from neuromem_graph import MemoryRuntime\n"
        "class E:\n"
        "  def embed_documents(self, texts): return [[1.0, 2.0] for _ in texts]\n"
        "  def embed_query(self, text): return [1.0, 2.0]\n"
        "with MemoryRuntime.local('x', ':memory:', embedder=E()) as m:\n"
        "  m.observe_many(['a cat']); assert m.query('cat').items[0].why['dense']\n"
        "assert not {'langchain_core', 'langgraph', 'langchain'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
