"""Embed texts and keep their vectors; what is not embedded now is when a query needs it."""

from collections.abc import Sequence

from neuromem_graph.core import dense
from neuromem_graph.errors import InvalidVector, ProviderError, StorageError
from neuromem_graph.ports import VectorCache
from neuromem_graph.providers import asking
from neuromem_graph.resources import Resources
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.drafts import EventDraft, MemoryDraft


def texts_of(batch: Batch) -> list[str]:
    """Return the texts of the memories that a batch makes, each once."""
    found: dict[str, None] = {}
    for group in batch.groups:
        said = next((d.payload.text for d in group.drafts if isinstance(d, EventDraft)), "")
        for draft in group.drafts:
            if isinstance(draft, MemoryDraft):
                found[said[draft.start : draft.end]] = None
    return list(found)


def embed(texts: Sequence[str], resources: Resources) -> str | None:
    """Embed texts in one call, after their memories are durable.

    Returns:
        None, or why it could not be done; recall then makes the vectors when it needs them.
    """
    embedder, cache = resources.embedder, resources.ledger
    if embedder is None or not texts or not isinstance(cache, VectorCache):
        return None
    try:
        with asking("the embedder"):
            given = embedder.embed(texts)
        units = dense.unit_rows(given, len(texts), None)
        made = {text: row.tolist() for text, row in zip(texts, units, strict=True)}
        cache.store_vectors(embedder.model, made)
    except (ProviderError, InvalidVector, StorageError) as exc:
        return str(exc)
    return None
