"""Order the steps of one query: plan, gather, rank, pack. Each reads, decides by core, hands on.

`recall` runs all of them on one snapshot of the ledger. A graph may run them one by one: later
stages read the moment that the plan names, so nothing recorded in between can be seen.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from neuromem_graph.core import lenses, packing
from neuromem_graph.core.dense import Sight
from neuromem_graph.core.lenses import make_query
from neuromem_graph.errors import ProviderError
from neuromem_graph.pipeline import (
    answering,
    expanding,
    gathering,
    meaning,
    ordering,
    preparing,
    tracing,
    trusting,
)
from neuromem_graph.pipeline.branch import BranchReader
from neuromem_graph.pipeline.measuring import Watch
from neuromem_graph.pipeline.ordering import Unpacked
from neuromem_graph.pipeline.tracing import replay_trace
from neuromem_graph.ports import Recallable, Searchable, TokenCounter
from neuromem_graph.providers import asking
from neuromem_graph.resources import Resources
from neuromem_graph.types.diagnostics import Diagnostics
from neuromem_graph.types.ledger import MemoryRow
from neuromem_graph.types.recall import (
    Gathered,
    MemoryContext,
    Query,
    Ranking,
    RecallPlan,
)

__all__ = [
    "agather",
    "arank",
    "arecall",
    "found",
    "gather",
    "make_query",
    "pack",
    "packed",
    "plan",
    "rank",
    "recall",
    "replay_trace",
    "search",
]


def recall(query: Query, resources: Resources, *, record: bool = True) -> MemoryContext:
    """Answer a query from one snapshot.

    Args:
        query: the question.
        resources: what the stages use.
        record: keep a trace, to be found by `replay_trace`.

    Returns:
        The packed context; `abstained` says why when it is empty.

    Raises:
        InvalidInput, InvalidTime, TooLarge: the query can't be answered.
        InvalidVector, ProviderError: the embedder answered nonsense; nothing was written.
    """
    return answering.answer(query, resources, _STEPS, record=record)


async def arecall(query: Query, resources: Resources, *, record: bool = True) -> MemoryContext:
    """Do as `recall`, without blocking the event loop; an embedder that can be awaited is."""
    return await answering.aanswer(query, resources, _STEPS, record=record)


def _ranked(
    plan: RecallPlan, reader: Recallable, resources: Resources, sight: Sight | None, watch: Watch
) -> Unpacked:
    """Run the stages up to reranking and packing, which need no snapshot."""
    with watch.stage("gather"):
        gathered = gathering.gather(plan, reader, resources, sight)
    with watch.stage("rank"):
        fused = ordering.fused(gathered, resources)
        rows = ordering.rows_of(fused, reader)
        rows = trusting.judged(rows, plan.query.namespace, reader, resources)

    def pack(scores: Sequence[float] | None) -> MemoryContext:
        ranking = fused if scores is None else ordering.rescored(fused, rows, scores)
        return packing.pack(ranking, rows, counting(resources), resources.settings)

    return Unpacked(fused.plan, ordering.read(fused, rows, resources), pack)


def packed(
    ranking: Ranking, rows: Sequence[MemoryRow], resources: Resources, *, record: bool = True,
    told: Diagnostics | None = None,
) -> MemoryContext:  # fmt: skip
    """Pack ranked memories that are read already, and keep a trace of the query."""
    context = packing.pack(ranking, rows, counting(resources), resources.settings)
    context = context.model_copy(update={"diagnostics": told})
    return tracing.recorded(context, ranking.plan, resources) if record else context


def search(
    query: Query, reader: Searchable, resources: Resources, sight: Sight | None = None
) -> Ranking:
    """Rank whatever a reader offers, by the stages of a recall, without packing it.

    Args:
        query: the question.
        reader: one moment of memories, or of items seen as memories.
        resources: what the stages use.
        sight: what is near to the question by meaning, if anything embeds.

    Raises:
        InvalidInput, InvalidTime, TooLarge: the query can't be answered.
        InvalidVector, ProviderError: a model answered nonsense.
    """
    fused = found(query, reader, resources, sight)
    return ordering.reranked(fused, ordering.rows_of(fused, reader), resources)


def found(
    query: Query, reader: Searchable, resources: Resources, sight: Sight | None = None
) -> Ranking:
    """Do as `search`, and leave what a reranker reads to the caller.

    Raises:
        InvalidInput, InvalidTime, TooLarge: the query can't be answered.
    """
    query = lenses.check(query, resources.settings)
    planned = expanding.widened(_plan(query, reader, resources), resources)
    return ordering.fused(gathering.gather(planned, reader, resources, sight), resources)


def plan(query: Query, resources: Resources) -> RecallPlan:
    """Choose the lens, the terms, the gate and the moment that all later stages read.

    Raises:
        InvalidInput, InvalidTime, TooLarge: the query can't be answered.
    """
    query = lenses.check(query, resources.settings)
    with _reading(query, query.as_of, resources) as reader:
        return _plan(query, reader, resources)


def gather(plan: RecallPlan, resources: Resources) -> Gathered:
    """Collect what every channel finds, and the beliefs the question asks for.

    Raises:
        InvalidVector, ProviderError: the embedder answered nonsense; nothing was written.
    """
    return _gathered(plan, preparing.prepared(plan, resources, _reading))


async def agather(plan: RecallPlan, resources: Resources) -> Gathered:
    """Do as `gather`, without blocking the event loop; an embedder that can be awaited is."""
    known = await preparing.aprepared(plan, resources, _reading)
    return await asyncio.to_thread(_gathered, plan, known)


def _gathered(plan: RecallPlan, resources: Resources) -> Gathered:
    with _reading(plan.query, plan.seq, resources) as reader:
        seen = sighted(plan.query, reader, resources)
        return gathering.gather(expanding.widened(plan, resources), reader, resources, seen)


def prepared(query: Query, resources: Resources) -> Resources:
    """Return resources that know what a question needs: nothing is asked inside a snapshot."""
    if not preparing.asks(resources):
        return resources
    return preparing.prepared(plan(query, resources), resources, _reading)


async def aprepared(query: Query, resources: Resources) -> Resources:
    """Do as `prepared`, without blocking the event loop."""
    if not preparing.asks(resources):
        return resources
    planned = await asyncio.to_thread(plan, query, resources)
    return await preparing.aprepared(planned, resources, _reading)


def sighted(query: Query, reader: Recallable, resources: Resources) -> Sight | None:
    """Return what is near to a question by meaning; None if nothing embeds."""
    if resources.embedder is None:
        return None
    version = reader.resident.version(query.namespace, 0)
    return meaning.sight(query.text, reader.resident, query.namespace, version, resources)


def rank(gathered: Gathered, resources: Resources) -> Ranking:
    """Fuse the channels into one order; a reranker reads the best and orders them anew.

    Raises:
        ProviderError: the reranker answered nonsense.
    """
    return ordering.reranked(*_fused(gathered, resources), resources)


async def arank(gathered: Gathered, resources: Resources) -> Ranking:
    """Do as `rank`, without blocking the event loop; a reranker that can be awaited is."""
    fused, rows = await asyncio.to_thread(_fused, gathered, resources)
    return await ordering.areranked(fused, rows, resources)


def _fused(gathered: Gathered, resources: Resources) -> tuple[Ranking, Sequence[MemoryRow]]:
    """Fuse the channels, and read the best if somebody reads them anew."""
    fused = ordering.fused(gathered, resources)
    if resources.reranker is None:
        return fused, ()
    with _reading(gathered.plan.query, gathered.plan.seq, resources) as reader:
        return fused, ordering.rows_of(fused, reader)


def pack(ranking: Ranking, resources: Resources, *, record: bool = True) -> MemoryContext:
    """Pack the best into the budget, and keep a trace of the query."""
    with _reading(ranking.plan.query, ranking.plan.seq, resources) as reader:
        rows = ordering.rows_of(ranking, reader)
        rows = trusting.judged(rows, ranking.plan.query.namespace, reader, resources)
        told = answering.uncached(ranking.plan, reader)
    return packed(ranking, rows, resources, record=record, told=told)


@contextmanager
def _reading(
    query: Query, moment: int | datetime | None, resources: Resources
) -> Iterator[Recallable]:
    """Read a moment; of a forked run the one of its fork, and what it wrote up to now."""
    if not query.also:
        with resources.ledger.reader(moment) as reader:
            yield reader
        return
    planned = moment if moment != query.as_of else None
    with (
        resources.ledger.reader(query.as_of) as then,
        resources.ledger.reader(planned) as now,
    ):
        yield BranchReader(query.namespace, then, now, query.also)


def counting(resources: Resources) -> TokenCounter:
    """Return the caller's token counter, its errors and odd answers turned into ours."""

    def count(text: str) -> int:
        with asking("count_tokens"):
            tokens = resources.count_tokens(text)
        if not isinstance(tokens, int) or tokens < 0:
            raise ProviderError(f"count_tokens answered {tokens!r:.80}, no number of tokens")
        return tokens

    return count


def _plan(query: Query, reader: Searchable, resources: Resources) -> RecallPlan:
    if query.as_of is None:
        now = resources.clock()
    elif isinstance(query.as_of, int):
        now = reader.head.recorded_at or resources.clock()
    else:
        now = query.as_of
    return lenses.choose(query, now, reader.seq, resources.settings)


_STEPS = answering.Steps(reading=_reading, planned=_plan, ranked=_ranked)
