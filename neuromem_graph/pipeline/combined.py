"""Recall memories and, beside them, what a store holds in the same namespace."""

from neuromem_graph.core import lenses
from neuromem_graph.pipeline import item_recall, recall
from neuromem_graph.pipeline.items import is_expired
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.ledger import MemoryRow
from neuromem_graph.types.recall import MemoryContext, Query, Ranked


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
    lenses.check(query, resources.settings)
    with resources.ledger.reader(query.as_of) as reader:
        ranking = recall.search(query, reader, resources)
        rows = reader.memories(query.namespace, [one.memory for one in ranking.ranked])
        now = to_micros(resources.clock()) if query.as_of is None else None
        ranked, item_rows, stored = _items(query, reader, resources, now)
    order = sorted((*ranking.ranked, *ranked), key=lambda one: (-one.score, one.memory))
    merged = ranking.model_copy(update={"ranked": tuple(order), "stored": ranking.stored + stored})
    return recall.packed(merged, (*rows, *item_rows), resources, record=record)


def _items(
    query: Query, reader: Reader, resources: Resources, now: int | None
) -> tuple[tuple[Ranked, ...], tuple[MemoryRow, ...], int]:
    within = reader.store.spaces(query.namespace).items()
    own = [ns for ns, name in within if name == query.namespace]
    narrow = query.filters
    kinds = narrow.kinds is None or item_recall.KIND in narrow.kinds
    channels = narrow.channels is None or item_recall.CHANNEL in narrow.channels
    states = narrow.states is None or "active" in narrow.states
    if not own or not (kinds and channels and states) or narrow.thread is not None:
        return (), (), 0
    view = item_recall.ItemView(reader, own, lambda row: now is None or not is_expired(row, now))
    found = item_recall.rank(query.text, query.k, view, resources)
    rows = view.memories(query.namespace, [one.memory for one in found.ranked])
    return found.ranked, rows, found.stored
