"""Embed texts and keep their vectors; what is not embedded now is when a query needs it."""

from collections.abc import Sequence
from typing import TypeVar

from neuromem_graph.core import dense
from neuromem_graph.errors import ConfigError, InvalidVector, ProviderError, StorageError
from neuromem_graph.pipeline import driving, meaning
from neuromem_graph.pipeline.measuring import asked_of
from neuromem_graph.ports import VectorCache
from neuromem_graph.providers.embedding import Embedded, Texts
from neuromem_graph.resources import Resources
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.drafts import EventDraft, MemoryDraft

T = TypeVar("T")

Flow = driving.Flow[Texts, Embedded, T]
"""Steps that ask for vectors; see `driving`."""


def texts_of(batch: Batch) -> list[str]:
    """Return the texts of the memories that a batch makes, each once."""
    found: dict[str, None] = {}
    for group in batch.groups:
        said = next((d.payload.text for d in group.drafts if isinstance(d, EventDraft)), "")
        for draft in group.drafts:
            if isinstance(draft, MemoryDraft):
                found[said[draft.start : draft.end]] = None
    return list(found)


def embedding(texts: Sequence[str], resources: Resources) -> Flow[str | None]:
    """Embed texts that have no vector yet in one call, after their memories are durable.

    Returns:
        None, or why it could not be done; recall then makes the vectors when it needs them.
    """
    embedder, cache = resources.embedder, resources.ledger
    if embedder is None or not texts or not isinstance(cache, VectorCache):
        return None
    try:
        with resources.ledger.reader() as reader:
            wanted = reader.store.unembedded(embedder.model, texts)
        asked_of(resources).found(len(texts) - len(wanted))
        if not wanted:
            return None
        given = yield Texts(tuple(wanted))
        units = dense.unit_rows(given.documents, len(wanted))
        made = {text: row.tolist() for text, row in zip(wanted, units, strict=True)}
        cache.store_vectors(embedder.model, made)
    except (ConfigError, ProviderError, InvalidVector, StorageError) as exc:
        return str(exc)
    asked_of(resources).missed(len(made))
    return None


def embed(texts: Sequence[str], resources: Resources) -> str | None:
    """Do as `embedding` says; what needs an event loop is left to recall."""
    return drive(embedding(texts, resources), resources)


def drive(flow: Flow[T], resources: Resources) -> T:
    """Run steps that ask for vectors."""
    return driving.drive(flow, lambda texts: meaning.ask(texts, resources))


async def adrive(flow: Flow[T], resources: Resources) -> T:
    """Do as `drive`, without blocking the event loop; an embedder that can be awaited is."""
    return await driving.adrive(flow, lambda texts: meaning.aask(texts, resources))
