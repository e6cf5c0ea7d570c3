"""Order what was gathered: fuse, put asked values in order, let a reranker read the best."""

from collections.abc import Sequence

from neuromem_graph.core import fusion
from neuromem_graph.ports import Searchable
from neuromem_graph.providers import asking
from neuromem_graph.resources import Resources
from neuromem_graph.types.ledger import MemoryRow
from neuromem_graph.types.recall import Gathered, Ranking, RecallPlan

__all__ = ["fused", "offered", "reranked", "rows_of"]

_SPARE = 10  # ranked beyond twice `k`: some share their event, some don't fit


def fused(gathered: Gathered, resources: Resources) -> Ranking:
    """Fuse the channels into one order.

    Args:
        gathered: what every channel found.
        resources: the weights.
    """
    ranked = fusion.fuse(gathered.channels, resources.settings.retrieval, offered(gathered.plan))
    ranked = fusion.led(ranked, gathered.tellers)
    outdated = frozenset(gathered.outdated)
    ranked = tuple(one for one in ranked if one.memory not in outdated)
    return Ranking(
        plan=gathered.plan, ranked=ranked, beliefs=gathered.beliefs, stored=gathered.stored,
        considered=gathered.considered,
    )  # fmt: skip


def offered(plan: RecallPlan) -> int:
    """Return how many memories are offered to the packer."""
    return 2 * plan.query.k + _SPARE


def rows_of(ranking: Ranking, reader: Searchable) -> tuple[MemoryRow, ...]:
    """Read the memories of a ranking, oldest first."""
    wanted = [one.memory for one in ranking.ranked]
    return reader.memories(ranking.plan.query.namespace, wanted) if wanted else ()


def reranked(ranking: Ranking, rows: Sequence[MemoryRow], resources: Resources) -> Ranking:
    """Let a reranker, if there is one, read the memories and order them anew.

    Raises:
        ProviderError: the reranker answered nonsense.
    """
    texts = {row.memory: row.text for row in rows if row.text is not None}
    if resources.reranker is None or not texts:
        return ranking
    with asking("the reranker"):
        scores = resources.reranker.rerank(ranking.plan.query.text, tuple(texts.values()))
    ranked = fusion.reordered(ranking.ranked, tuple(texts), scores)
    return ranking.model_copy(update={"ranked": ranked})
