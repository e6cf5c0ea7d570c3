"""Take the embedder of an `IndexConfig`, whatever it is, and give it a name that vectors carry."""

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple

from langchain_core.embeddings import Embeddings
from langgraph.store.base import ensure_embeddings
from langgraph.store.base.embed import EmbeddingsLambda

from neuromem_graph.errors import ConfigError
from neuromem_graph.providers import asking
from neuromem_graph.providers.ollama import OllamaEmbedder
from neuromem_graph.stores.driving import Embedded, Texts
from neuromem_graph.stores.ops import encodable
from neuromem_graph.types.items import ItemIndex

_KEYS = frozenset({"dims", "embed", "fields", "text_fields", "model", "distance_type"})
_OLLAMA = "ollama:"


class IndexChanged(UserWarning):
    """Items of the store are embedded by another model than the one in use; see `reindex`."""


class Indexing(NamedTuple):
    """Hold how a store embeds: what is recorded of it, and whom it asks."""

    named: ItemIndex
    embedding: "LangChainEmbedding"


def indexing_of(config: Mapping[str, Any] | None) -> Indexing | None:
    """Read an `IndexConfig`.

    Args:
        config: `embed` (an `Embeddings`, a sync or async function of texts, an embedder of ours,
            or "provider:model"), `dims`, `fields` (paths, ["$"] by default), and optionally
            `model`, the name by which vectors of this embedder are told from others.

    Raises:
        ConfigError: something in it is missing, unknown or contradicts the rest.
    """
    if config is None:
        return None
    if not isinstance(config, Mapping) or set(config) - _KEYS:
        raise ConfigError(f"index={config!r:.200}: an index has the keys {sorted(_KEYS)}")
    if config.get("distance_type", "cosine") != "cosine":
        raise ConfigError(
            f"index distance_type={config['distance_type']!r:.40}: vectors are compared by "
            "'cosine'; for unit vectors the others give the same order"
        )
    embed, dims = config.get("embed"), config.get("dims")
    if embed is None:
        raise ConfigError(
            "the index has no 'embed': give Embeddings, a function or 'provider:model'"
        )
    if dims is not None and (type(dims) is not int or dims < 1):
        raise ConfigError(f"index dims={dims!r:.40}: give the width of the vectors as an integer")
    fields = config.get("fields") or config.get("text_fields") or ["$"]
    if not isinstance(fields, list | tuple) or not all(isinstance(path, str) for path in fields):
        raise ConfigError(f"index fields={fields!r:.100}: give a list of paths such as ['text']")
    name = config.get("model") or _name_of(embed)
    if not isinstance(name, str) or not all(map(encodable, (name, *fields))):
        raise ConfigError("index model and fields are text, without lone surrogates")
    index = ItemIndex(f"{name}/{dims}" if dims else str(name), dims, tuple(fields))
    return Indexing(index, LangChainEmbedding(_embeddings(embed)))


def _name_of(embed: Any) -> str:
    if isinstance(embed, str):
        return embed
    model = getattr(embed, "model", None) or getattr(embed, "model_name", None)
    kind = embed if callable(embed) and hasattr(embed, "__qualname__") else type(embed)
    named = f"{kind.__module__}.{kind.__qualname__}"
    return f"{named}:{model}" if isinstance(model, str) else named


def _embeddings(embed: Any) -> Embeddings:
    if isinstance(embed, str) and embed.startswith(_OLLAMA):
        embed = OllamaEmbedder(embed.removeprefix(_OLLAMA)).embed
    elif not isinstance(embed, Embeddings) and hasattr(embed, "embed"):
        embed = embed.embed
    if not isinstance(embed, str | Embeddings) and not callable(embed):
        raise ConfigError(
            f"index embed={embed!r:.80}: give Embeddings, a function or 'provider:model'"
        )
    try:
        return ensure_embeddings(embed)
    except (ValueError, ImportError) as exc:
        raise ConfigError(f"the embedder {embed!r:.80} can't be used: {exc}") from exc


class LangChainEmbedding:
    """Ask LangChain `Embeddings`; each question by itself, as some models embed them otherwise."""

    def __init__(self, embeddings: Embeddings) -> None:
        self.embeddings = embeddings

    def embed(self, texts: Texts) -> Embedded:
        """Return the vectors.

        Raises:
            ProviderError: from the embedder's own error.
            ConfigError: it is an async function.
        """
        if isinstance(self.embeddings, EmbeddingsLambda) and not hasattr(self.embeddings, "func"):
            raise ConfigError(
                "the embedder is an async function: use the async methods of the store, or give "
                "Embeddings that can do both"
            )
        with asking("the embedder"):
            documents = (
                self.embeddings.embed_documents(list(texts.documents)) if texts.documents else []
            )
            return Embedded(documents, [self.embeddings.embed_query(q) for q in texts.queries])

    async def aembed(self, texts: Texts) -> Embedded:
        """Return the vectors.

        Raises:
            ProviderError: from the embedder's own error.
        """
        with asking("the embedder"):
            documents = (
                await self.embeddings.aembed_documents(list(texts.documents))
                if texts.documents
                else []
            )
            queries = await asyncio.gather(*map(self.embeddings.aembed_query, texts.queries))
            return Embedded(documents, queries)
