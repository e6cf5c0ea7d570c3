"""Gather what every channel finds for a plan, from one reader."""

from contextlib import suppress

from neuromem_graph.core import dense, fusion, lenses, lexical, views
from neuromem_graph.errors import StorageError
from neuromem_graph.pipeline.ordering import offered
from neuromem_graph.ports import Embedder, Searchable, VectorCache
from neuromem_graph.providers import asking
from neuromem_graph.resources import Resources
from neuromem_graph.types.recall import ChannelHits, Gathered, RecallPlan

__all__ = ["gather"]


def gather(plan: RecallPlan, reader: Searchable, resources: Resources) -> Gathered:
    """Collect what every channel finds, and the beliefs the question asks for.

    Args:
        plan: what is looked for.
        reader: the moment, or items seen as memories.
        resources: settings and embedder.

    Raises:
        InvalidVector, ProviderError: the embedder answered nonsense; nothing was written.
    """
    settings, namespace = resources.settings.retrieval, plan.query.namespace
    postings = reader.postings(namespace, plan.terms, plan.gate)
    table = lexical.tabulate(postings)
    pool = max(settings.pool, offered(plan))
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
        max(resources.settings.retrieval.pool, offered(plan)),
    )  # fmt: skip


def _store(model: str, vectors: dict[str, list[float]], resources: Resources) -> None:
    if isinstance(resources.ledger, VectorCache):
        with suppress(StorageError):  # they are made again next time
            resources.ledger.store_vectors(model, vectors)
