"""Order the steps of one query: plan, gather, rank, pack. Each reads, decides by core, hands on.

`recall` runs all of them on one snapshot of the ledger. A graph may run them one by one: later
stages read the moment that the plan names, so nothing recorded in between can be seen.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime

from neuromem_graph.core import dense, fusion, lenses, lexical, packing, views
from neuromem_graph.core.lenses import make_query
from neuromem_graph.errors import NotFound, ProviderError, StorageError
from neuromem_graph.pipeline.branch import BranchReader
from neuromem_graph.ports import Embedder, Searchable, TokenCounter, TraceJournal, VectorCache
from neuromem_graph.providers import asking
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ledger import MemoryRow
from neuromem_graph.types.recall import (
    ChannelHits,
    Gathered,
    MemoryContext,
    Query,
    Ranking,
    RecallPlan,
    Trace,
)

__all__ = [
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

_TRACE_ID_BYTES = 12
_SPARE = 10  # ranked beyond twice `k`: some share their event, some don't fit


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
    lenses.check(query, resources.settings)
    with _reading(query, query.as_of, resources) as reader:
        gathered = _gather(_plan(query, reader, resources), reader, resources)
        fused = _fused(gathered, resources)
        rows = _rows(fused, reader)
        ranking = _reranked(fused, rows, resources)
    return packed(ranking, rows, resources, record=record)


def packed(
    ranking: Ranking, rows: Sequence[MemoryRow], resources: Resources, *, record: bool = True
) -> MemoryContext:
    """Pack ranked memories that are read already, and keep a trace of the query."""
    context = packing.pack(ranking, rows, counting(resources), resources.settings)
    return _recorded(context, ranking.plan, resources) if record else context


def search(query: Query, reader: Searchable, resources: Resources) -> Ranking:
    """Rank whatever a reader offers, by the stages of a recall, without packing it.

    Args:
        query: the question.
        reader: one moment of memories, or of items seen as memories.
        resources: what the stages use.

    Raises:
        InvalidInput, InvalidTime, TooLarge: the query can't be answered.
        InvalidVector, ProviderError: a model answered nonsense.
    """
    lenses.check(query, resources.settings)
    fused = _fused(_gather(_plan(query, reader, resources), reader, resources), resources)
    return _reranked(fused, _rows(fused, reader), resources)


def plan(query: Query, resources: Resources) -> RecallPlan:
    """Choose the lens, the terms, the gate and the moment that all later stages read.

    Raises:
        InvalidInput, InvalidTime, TooLarge: the query can't be answered.
    """
    lenses.check(query, resources.settings)
    with _reading(query, query.as_of, resources) as reader:
        return _plan(query, reader, resources)


def gather(plan: RecallPlan, resources: Resources) -> Gathered:
    """Collect what every channel finds, and the beliefs the question asks for.

    Raises:
        InvalidVector, ProviderError: the embedder answered nonsense; nothing was written.
    """
    with _reading(plan.query, plan.seq, resources) as reader:
        return _gather(plan, reader, resources)


def rank(gathered: Gathered, resources: Resources) -> Ranking:
    """Fuse the channels into one order; a reranker reads the best and orders them anew.

    Raises:
        ProviderError: the reranker answered nonsense.
    """
    fused = _fused(gathered, resources)
    if resources.reranker is None:
        return fused
    with _reading(gathered.plan.query, gathered.plan.seq, resources) as reader:
        rows = _rows(fused, reader)
    return _reranked(fused, rows, resources)


def pack(ranking: Ranking, resources: Resources, *, record: bool = True) -> MemoryContext:
    """Pack the best into the budget, and keep a trace of the query."""
    with _reading(ranking.plan.query, ranking.plan.seq, resources) as reader:
        rows = _rows(ranking, reader)
    return packed(ranking, rows, resources, record=record)


@contextmanager
def _reading(
    query: Query, moment: int | datetime | None, resources: Resources
) -> Iterator[Searchable]:
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


def replay_trace(namespace: Namespace, trace_id: str, resources: Resources) -> MemoryContext:
    """Return what a recorded query was given, whatever was recorded since.

    Raises:
        NotFound: this namespace holds no such trace: it never did, or it was dropped or erased.
    """
    with resources.ledger.reader() as reader:
        body = reader.trace(namespace, trace_id)
    if body is None:
        raise NotFound(f"no trace {trace_id!r} in namespace {namespace!r}")
    return Trace.model_validate_json(body).context


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


def _gather(plan: RecallPlan, reader: Searchable, resources: Resources) -> Gathered:
    settings, namespace = resources.settings.retrieval, plan.query.namespace
    postings = reader.postings(namespace, plan.terms, plan.gate)
    table = lexical.tabulate(postings)
    pool = max(settings.pool, _offered(plan))
    near = lexical.nearest(table, settings, pool)
    meant: tuple[ChannelHits, ...] = ()
    if resources.embedder is not None and postings.documents:
        meant = (_dense(plan, reader, resources.embedder, resources),)
        near += meant[0].memories
    about = reader.beliefs_about(namespace, plan.names, plan.gate)
    beliefs, considered, tellers, outdated = views.choose(about, plan, resources.settings)
    near += tuple(one.memory for one in beliefs[:pool] if one.memory is not None)
    places = reader.places(namespace, near, plan.gate, settings.reach)
    return Gathered(
        plan=plan, stored=postings.documents, beliefs=beliefs, considered=considered,
        tellers=tellers, outdated=tuple(sorted(outdated)),
        channels=(
            *lexical.score(table, places, settings), *meant, fusion.believed(beliefs, places),
            *fusion.agreements(plan, places, lenses.LENSES[plan.lens].favours),
        ),
    )  # fmt: skip


def _dense(
    plan: RecallPlan, reader: Searchable, embedder: Embedder, resources: Resources
) -> ChannelHits:
    """Rank by cosine; the question and texts that have no vector yet are one embedding batch."""
    known = reader.vectors(plan.query.namespace, embedder.model, plan.gate)
    most = resources.settings.retrieval.backfill
    missing = known.missing[:most]  # the others wait for the next query
    texts = list(dict.fromkeys(text for _, text in missing))
    with asking("the embedder"):
        given = embedder.embed([plan.query.text, *texts])
    width = known.matrix.shape[1] if known.memories else None
    units = dense.unit_rows(given, len(texts) + 1, width)
    row_of = {text: row for row, text in enumerate(texts, start=1)}
    if texts:
        made = {text: units[row].tolist() for text, row in row_of.items()}
        _store(embedder.model, made, resources)
    fresh = units[[row_of[text] for _, text in missing]]
    return dense.rank(
        (*known.memories, *(memory for memory, _ in missing)),
        dense.stacked(known.matrix, fresh), units[0], resources.settings.retrieval,
        max(resources.settings.retrieval.pool, _offered(plan)),
    )  # fmt: skip


def _store(model: str, vectors: dict[str, list[float]], resources: Resources) -> None:
    if isinstance(resources.ledger, VectorCache):
        with suppress(StorageError):  # they are made again next time
            resources.ledger.store_vectors(model, vectors)


def _fused(gathered: Gathered, resources: Resources) -> Ranking:
    ranked = fusion.fuse(gathered.channels, resources.settings.retrieval, _offered(gathered.plan))
    ranked = fusion.led(ranked, gathered.tellers)
    outdated = frozenset(gathered.outdated)
    ranked = tuple(one for one in ranked if one.memory not in outdated)
    return Ranking(
        plan=gathered.plan, ranked=ranked, beliefs=gathered.beliefs, stored=gathered.stored,
        considered=gathered.considered,
    )  # fmt: skip


def _offered(plan: RecallPlan) -> int:
    """Return how many memories are offered to the packer."""
    return 2 * plan.query.k + _SPARE


def _rows(ranking: Ranking, reader: Searchable) -> tuple[MemoryRow, ...]:
    wanted = [one.memory for one in ranking.ranked]
    return reader.memories(ranking.plan.query.namespace, wanted) if wanted else ()


def _reranked(ranking: Ranking, rows: Sequence[MemoryRow], resources: Resources) -> Ranking:
    texts = {row.memory: row.text for row in rows if row.text is not None}
    if resources.reranker is None or not texts:
        return ranking
    with asking("the reranker"):
        scores = resources.reranker.rerank(ranking.plan.query.text, tuple(texts.values()))
    ranked = fusion.reordered(ranking.ranked, tuple(texts), scores)
    return ranking.model_copy(update={"ranked": ranked})


def _recorded(context: MemoryContext, plan: RecallPlan, resources: Resources) -> MemoryContext:
    """Write the trace of a query; an empty ledger, or one that can't be written, keeps none."""
    journal = resources.ledger
    if not isinstance(journal, TraceJournal) or context.abstained == packing.NOTHING_STORED:
        return context
    trace_id = resources.entropy(_TRACE_ID_BYTES).hex()
    traced = context.model_copy(update={"trace_id": trace_id})
    body = Trace(plan=plan, context=traced).model_dump_json()
    try:
        journal.record_trace(context.namespace, trace_id, body, resources.clock())
    except StorageError:
        return context
    return traced
