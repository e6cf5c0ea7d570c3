"""Take the embedder of an `IndexConfig`, whatever it is, and give it a name that vectors carry."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from langchain_core.embeddings import Embeddings
from langgraph.store.base import ensure_embeddings

from neuromem_graph.errors import ConfigError
from neuromem_graph.ports import Embedder
from neuromem_graph.providers.embedding import (
    CallableEmbedder,
    IndexChanged,
    LangChainEmbedder,
    from_name,
    is_embeddings,
    name_of,
)
from neuromem_graph.stores.ops import encodable
from neuromem_graph.types.items import ItemIndex

__all__ = ["IndexChanged", "Indexing", "indexing_of"]

_KEYS = frozenset({"dims", "embed", "fields", "text_fields", "model", "distance_type"})


class Indexing(NamedTuple):
    """Hold how a store embeds: what is recorded of it, and whom it asks."""

    named: ItemIndex
    embedder: Embedder

    @property
    def embeddings(self) -> Embeddings:
        """Return the embedder as LangChain knows it."""
        own = getattr(self.embedder, "embeddings", None)
        if isinstance(own, Embeddings):
            return own
        function: Any = self.embedder.embed
        return ensure_embeddings(function)


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
    name = config.get("model") or name_of(embed)
    if not isinstance(name, str) or not all(map(encodable, (name, *fields))):
        raise ConfigError("index model and fields are text, without lone surrogates")
    index = ItemIndex(f"{name}/{dims}" if dims else str(name), dims, tuple(fields))
    return Indexing(index, _embedder(embed, str(name)))


def _embedder(embed: Any, name: str) -> Embedder:
    """Return what embeds, under the name that its vectors get."""
    if isinstance(embed, str):
        return from_name(embed)
    if is_embeddings(embed):
        return LangChainEmbedder(embed, name)
    function = getattr(embed, "embed", embed)
    if not callable(function):
        raise ConfigError(
            f"index embed={embed!r:.80}: give Embeddings, a function or 'provider:model'"
        )
    return CallableEmbedder(function, name)
