"""What an answer waits for: vectors, scores of a reranker, the end of an equal query."""

from neuromem_graph.pipeline import meaning
from neuromem_graph.pipeline.flights import Flight
from neuromem_graph.providers import rerank
from neuromem_graph.providers.embedding import Embedded, Texts
from neuromem_graph.providers.rerank import Pairs
from neuromem_graph.resources import Resources

Need = Texts | Pairs | Flight
Given = Embedded | tuple[float, ...] | None
"""What is given for a need: vectors for texts, scores for pairs, nothing for another query."""


def give(need: Need, resources: Resources) -> Given:
    """Ask for what is needed, and wait for it.

    Raises:
        InvalidVector, ProviderError: who is asked failed, or answered nonsense.
    """
    if isinstance(need, Texts):
        return meaning.ask(need, resources)
    if isinstance(need, Pairs):
        return None if resources.reranker is None else rerank.ask(resources.reranker, need)
    need.wait(resources.settings.caching.wait_seconds)
    return None


async def agive(need: Need, resources: Resources) -> Given:
    """Do as `give`, without blocking the event loop."""
    if isinstance(need, Texts):
        return await meaning.aask(need, resources)
    if isinstance(need, Pairs):
        return None if resources.reranker is None else await rerank.aask(resources.reranker, need)
    await need.await_(resources.settings.caching.wait_seconds)
    return None
