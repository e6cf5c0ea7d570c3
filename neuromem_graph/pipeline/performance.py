"""Tell how a runtime performs, and drop what it keeps at hand."""

from neuromem_graph.pipeline import caching, flights, meaning
from neuromem_graph.pipeline.item_vectors import VectorTables
from neuromem_graph.pipeline.measuring import asked_of, times_of
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.diagnostics import EmbeddingStats, MatrixStats, PerformanceStats

_NUMBER = 4  # bytes: float32


def stats(namespace: Namespace, resources: Resources) -> PerformanceStats:
    """Tell how a runtime performs.

    Args:
        namespace: whose versions are told.
        resources: what the stages use.
    """
    matrices = meaning.matrices_of(resources).stats()
    with resources.ledger.reader() as reader:
        version = reader.resident.version(namespace, 0)
        embeddings = _embeddings(reader, matrices, resources)
        postings = reader.resident.sizes(namespace)
    times = times_of(resources)
    return PerformanceStats(
        namespace=namespace, semantic_version=version.semantic,
        worldview_version=version.worldview, settings_version=resources.settings.version,
        retrieval_cache=caching.cache_of(resources).stats(),
        singleflight=flights.flights_of(resources).stats(), embeddings=embeddings,
        postings=postings, matrices=matrices, matrix_bytes=sum(one.bytes for one in matrices),
        store_matrix_bytes=tables_of(resources).bytes, queries=times.totals(),
        stages={name: one for name, one in times.stages().items() if name != "total"},
    )  # fmt: skip


def _embeddings(
    reader: Reader, matrices: tuple[MatrixStats, ...], resources: Resources
) -> EmbeddingStats:
    asked, embedder = asked_of(resources), resources.embedder
    model = None if embedder is None else embedder.model
    widths = [one.width for one in matrices if one.model == model and one.rows]
    width = widths[0] if widths else None if model is None else reader.resident.width(model)
    stored = 0 if model is None else reader.resident.stored(model)
    return EmbeddingStats(
        model=model, width=width, bytes=stored * (width or 0) * _NUMBER,
        other_models=tuple(one for one in reader.store.models() if one != model),
        stored=stored, hits=asked.hits, misses=asked.misses,
        batches=asked.batches, last_batch_size=asked.last,
        average_batch_ms=asked.average(),
    )  # fmt: skip


def tables_of(resources: Resources) -> VectorTables:
    """Return the resident vectors of store items."""
    most = resources.settings.store.vector_bytes
    return resources.at_hand.get(VectorTables, lambda: VectorTables(most))


def forget(resources: Resources) -> None:
    """Drop answers and vectors that are kept at hand: content was erased."""
    caching.cache_of(resources).clear()
    meaning.matrices_of(resources).clear()
    tables_of(resources).clear()
