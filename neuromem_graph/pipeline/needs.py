"""What an answer waits for: other words, vectors, scores of a reranker, an equal query."""

from neuromem_graph.pipeline import meaning
from neuromem_graph.pipeline.flights import Flight
from neuromem_graph.providers import expanding, rerank
from neuromem_graph.providers.embedding import Embedded, Texts
from neuromem_graph.providers.expanding import Question, Told
from neuromem_graph.providers.rerank import Pairs
from neuromem_graph.resources import Resources
from neuromem_graph.types.expanding import Expansion

Need = Question | Texts | Pairs | Flight
Given = Told | Embedded | tuple[float, ...] | None
"""What is given for a need: what widens a question, vectors for texts, scores for pairs, nothing
for another query."""


def give(need: Need, resources: Resources) -> Given:
    """Ask for what is needed, and wait for it.

    Raises:
        InvalidVector, ProviderError: who is asked failed, or answered nonsense.
    """
    if isinstance(need, Texts):
        return meaning.ask(need, resources)
    if isinstance(need, Pairs):
        return None if resources.reranker is None else rerank.ask(resources.reranker, need)
    if isinstance(need, Question):
        who = resources.expander
        return Told(Expansion()) if who is None else expanding.ask(who, need)
    need.wait(resources.settings.caching.wait_seconds)
    return None


async def agive(need: Need, resources: Resources) -> Given:
    """Do as `give`, without blocking the event loop."""
    if isinstance(need, Texts):
        return await meaning.aask(need, resources)
    if isinstance(need, Pairs):
        return None if resources.reranker is None else await rerank.aask(resources.reranker, need)
    if isinstance(need, Question):
        who = resources.expander
        return Told(Expansion()) if who is None else await expanding.aask(who, need)
    await need.await_(resources.settings.caching.wait_seconds)
    return None
