"""Recall memories and, beside them, what a store holds in the same namespace."""

from collections.abc import Sequence

from neuromem_graph.core import lenses
from neuromem_graph.core.explaining_words import STORE
from neuromem_graph.pipeline import answering, driving, item_recall, ordering, recall, trusting
from neuromem_graph.pipeline.items import is_expired
from neuromem_graph.pipeline.needs import Given, Need, agive, give
from neuromem_graph.ports import Reader
from neuromem_graph.providers.embedding import Embedded
from neuromem_graph.providers.expanding import Told
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.ledger import MemoryRow
from neuromem_graph.types.recall import MemoryContext, Query, Ranking


def recall_with_items(query: Query, resources: Resources, *, record: bool = True) -> MemoryContext:
    """Answer a query from memories and items together, ranked by the same stages.

    Items are found by their words, at any valid time. One whose time is up is left out, and all of
    them by a filter that no item can pass.

    Args:
        query: the question.
        resources: what the stages use.
        record: keep a trace, to be found by `replay_trace`.

    Raises:
        InvalidInput, InvalidTime, TooLarge: the query can't be answered.
    """
    query = lenses.check(query, resources.settings)
    flow = _with_items(query, recall.prepared(query, resources), record=record)
    return driving.drive(flow, lambda need: give(need, resources))


async def arecall_with_items(
    query: Query, resources: Resources, *, record: bool = True
) -> MemoryContext:
    """Do as `recall_with_items`; an embedder, expander or reranker that can be awaited is."""
    query = lenses.check(query, resources.settings)
    known = await recall.aprepared(query, resources)
    flow = _with_items(query, known, record=record)
    return await driving.adrive(flow, lambda need: agive(need, resources))


def _with_items(
    query: Query, resources: Resources, *, record: bool
) -> driving.Flow[Need, Given, MemoryContext]:
    with resources.ledger.reader(query.as_of) as reader:
        sight = recall.sighted(query, reader, resources)
        ranking = recall.found(query, reader, resources, sight)
        told = answering.uncached(ranking.plan, reader)
        found = reader.memories(query.namespace, [one.memory for one in ranking.ranked])
        rows = trusting.judged(found, query.namespace, reader, resources)
        now = to_micros(resources.clock()) if query.as_of is None else None
        items, item_rows = _items(query, reader, resources, now)
    merged = yield from _reranked(ranking, rows, resources)
    if items is not None:
        merged = _merged(merged, (yield from _reranked(items, item_rows, resources)))
    return recall.packed(merged, (*rows, *item_rows), resources, record=record, told=told)


def _reranked(
    ranking: Ranking, rows: Sequence[MemoryRow], resources: Resources
) -> driving.Flow[Need, Given, Ranking]:
    """Let a reranker read what was found, outside the snapshot."""
    pairs = ordering.read(ranking, rows, resources)
    if pairs is None:
        return ranking
    scores = yield pairs
    assert not isinstance(scores, Embedded | Told)
    return ranking if scores is None else ordering.rescored(ranking, rows, scores)


def _merged(memories: Ranking, items: Ranking) -> Ranking:
    """Put two rankings into one by their scores; what found an item is named apart."""
    found = [
        one.model_copy(update={"channels": {STORE + name: w for name, w in one.channels.items()}})
        for one in items.ranked
    ]
    weighed = [one.model_copy(update={"channel": STORE + one.channel}) for one in items.weighed]
    order = sorted((*memories.ranked, *found), key=lambda one: (-one.score, one.memory))
    return memories.model_copy(
        update={
            "ranked": tuple(order),
            "stored": memories.stored + items.stored,
            "covered": max(memories.covered, items.covered),
            "weighed": (*memories.weighed, *weighed),
        }
    )


def _items(
    query: Query, reader: Reader, resources: Resources, now: int | None
) -> tuple[Ranking | None, tuple[MemoryRow, ...]]:
    within = reader.store.spaces(query.namespace).items()
    own = [ns for ns, name in within if name == query.namespace]
    narrow = query.filters
    kinds = narrow.kinds is None or item_recall.KIND in narrow.kinds
    channels = narrow.channels is None or item_recall.CHANNEL in narrow.channels
    states = narrow.states is None or "active" in narrow.states
    if not own or not (kinds and channels and states) or narrow.thread is not None:
        return None, ()
    view = item_recall.ItemView(reader, own, lambda row: now is None or not is_expired(row, now))
    found = item_recall.found(query.text, query.k, view, resources)
    return found, view.memories(query.namespace, [one.memory for one in found.ranked])
