"""Run the flows of a store: they ask for vectors, and only who awaits the embedder differs."""

from typing import TypeVar

from neuromem_graph.pipeline import driving
from neuromem_graph.ports import Embedder
from neuromem_graph.providers import embedding
from neuromem_graph.providers.embedding import Embedded, Texts

__all__ = ["Embedded", "Flow", "Texts", "adrive", "drive"]

T = TypeVar("T")

Flow = driving.Flow[Texts, Embedded, T]


def drive(flow: Flow[T], embedder: Embedder | None) -> T:
    """Run a flow to its end."""

    def answer(texts: Texts) -> Embedded:
        assert embedder is not None  # only a store with an index asks
        return embedding.embed(embedder, texts)

    return driving.drive(flow, answer)


async def adrive(flow: Flow[T], embedder: Embedder | None) -> T:
    """Run a flow to its end in worker threads; a step that was begun is finished, if cancelled."""

    async def answer(texts: Texts) -> Embedded:
        assert embedder is not None
        return await embedding.aembed(embedder, texts)

    return await driving.adrive(flow, answer)
