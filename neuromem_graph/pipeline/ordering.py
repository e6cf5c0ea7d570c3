"""Order what was gathered: fuse, put asked values in order, let a reranker read the best."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from neuromem_graph.core import explaining, fusion, lenses
from neuromem_graph.ports import Searchable
from neuromem_graph.providers import rerank
from neuromem_graph.providers.rerank import Pairs
from neuromem_graph.resources import Resources
from neuromem_graph.types.ledger import MemoryRow
from neuromem_graph.types.recall import Gathered, MemoryContext, Ranking, RecallPlan

__all__ = ["Unpacked", "areranked", "fused", "offered", "read", "reranked", "rescored", "rows_of"]

_SPARE = 10  # ranked beyond twice `k`: some share their event, some don't fit


class Unpacked(NamedTuple):
    """Hold what is ranked and read, still to be reranked and packed."""

    plan: RecallPlan  # with what it was widened by
    pairs: Pairs | None  # what a reranker is asked, if there is one
    pack: Callable[[Sequence[float] | None], MemoryContext]  # with its scores


def fused(gathered: Gathered, resources: Resources) -> Ranking:
    """Fuse the channels into one order.

    Args:
        gathered: what every channel found.
        resources: the weights.
    """
    how = lenses.weighing(gathered.plan.lens, resources.settings.retrieval)
    ranked = fusion.fuse(gathered.channels, how, offered(gathered.plan))
    ranked = fusion.led(ranked, gathered.tellers)
    outdated = frozenset(gathered.outdated)
    ranked = tuple(one for one in ranked if one.memory not in outdated)
    return Ranking(
        plan=gathered.plan, ranked=ranked, beliefs=gathered.beliefs, stored=gathered.stored,
        considered=gathered.considered, paths=gathered.paths, covered=gathered.covered,
        weighed=explaining.weighed(gathered.channels, how),
    )  # fmt: skip


def offered(plan: RecallPlan) -> int:
    """Return how many memories are offered to the packer."""
    return 2 * plan.query.k + _SPARE


def rows_of(ranking: Ranking, reader: Searchable) -> tuple[MemoryRow, ...]:
    """Read the memories of a ranking, oldest first."""
    wanted = [one.memory for one in ranking.ranked]
    return reader.memories(ranking.plan.query.namespace, wanted) if wanted else ()


def read(ranking: Ranking, rows: Sequence[MemoryRow], resources: Resources) -> Pairs | None:
    """Return what a reranker is asked to read, the best first; None if there is none, or nothing.

    Args:
        ranking: the fused order.
        rows: its memories.
        resources: the reranker.
    """
    texts = _texts(ranking, rows)
    if resources.reranker is None or not texts:
        return None
    return Pairs(ranking.plan.query.text, tuple(texts.values()))


def rescored(
    ranking: Ranking, rows: Sequence[MemoryRow], scores: Sequence[float]
) -> Ranking:  # fmt: skip
    """Order memories by what a reranker says of them.

    Args:
        ranking: the fused order.
        rows: its memories.
        scores: one for each text of `read`.
    """
    ranked = fusion.reordered(ranking.ranked, tuple(_texts(ranking, rows)), scores)
    return ranking.model_copy(update={"ranked": ranked})


def reranked(ranking: Ranking, rows: Sequence[MemoryRow], resources: Resources) -> Ranking:
    """Let a reranker, if there is one, read the memories and order them anew.

    Raises:
        ProviderError: the reranker failed, or answered nonsense.
    """
    pairs = read(ranking, rows, resources)
    if pairs is None or resources.reranker is None:
        return ranking
    return rescored(ranking, rows, rerank.ask(resources.reranker, pairs))


async def areranked(ranking: Ranking, rows: Sequence[MemoryRow], resources: Resources) -> Ranking:
    """Do as `reranked`, without blocking the event loop; a reranker that can be awaited is."""
    pairs = read(ranking, rows, resources)
    if pairs is None or resources.reranker is None:
        return ranking
    return rescored(ranking, rows, await rerank.aask(resources.reranker, pairs))


def _texts(ranking: Ranking, rows: Sequence[MemoryRow]) -> dict[int, str]:
    known = {row.memory: row.text for row in rows}
    texts = ((one.memory, known.get(one.memory)) for one in ranking.ranked)
    return {memory: text for memory, text in texts if text is not None}
