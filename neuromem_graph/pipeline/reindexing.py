"""Embed what has no vector of the model in use: after a change of model, or before anyone asks.

Each batch is kept before the next begins, so that a run that was broken off goes on where it
stopped.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from neuromem_graph.core import dense
from neuromem_graph.errors import ConfigError, InvalidInput
from neuromem_graph.pipeline import driving, meaning
from neuromem_graph.pipeline.measuring import asked_of
from neuromem_graph.ports import Embedder, VectorCache
from neuromem_graph.providers.embedding import Embedded, Texts
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace

Flow = driving.Flow[Texts, Embedded, int]

_WARM = "warm"


@runtime_checkable
class Bar(Protocol):
    """Show progress, as a tqdm bar does."""

    total: float | None

    def update(self, n: float | None = 1) -> object:
        """Go on by so many."""


Progress = Callable[[int, int], object] | Bar
"""Is told how many memories are done and how many there are; or a bar such as tqdm's."""


def reindexing(namespace: Namespace, resources: Resources, progress: Progress | None) -> Flow:
    """Embed every memory of a namespace that has no vector of the model in use.

    Args:
        namespace: whose memories.
        resources: the embedder, and the size of a batch.
        progress: told after each batch.

    Returns:
        How many memories are found by meaning that were not before.

    Raises:
        ConfigError: there is no embedder.
        InvalidInput: `progress` is neither a function nor a bar.
        InvalidVector, ProviderError, StorageError: what was embedded before is kept.
    """
    embedder = _embedder(resources)
    tell = teller(progress)
    with resources.ledger.reader() as reader:
        total = reader.resident.unembedded(namespace, embedder.model)
    done = yield from _embedding(namespace, embedder, resources, total, tell)
    return done


def prewarming(namespace: Namespace, resources: Resources, most: int | None) -> Flow:
    """Load the model and the vectors of a namespace, and embed what is missing up to a bound.

    Args:
        namespace: whose memories.
        resources: the embedder.
        most: memories that are embedded; `Settings.caching.prewarm` by default.

    Returns:
        How many were embedded.

    Raises:
        ConfigError: there is no embedder.
        InvalidInput: `most` is no number.
        InvalidVector, ProviderError, StorageError: what was embedded before is kept.
    """
    embedder = _embedder(resources)
    bound = resources.settings.caching.prewarm if most is None else most
    if isinstance(bound, bool) or not isinstance(bound, int) or bound < 0:
        raise InvalidInput(f"limit={most!r:.80} is not a number of memories from 0 on")
    done = yield from _embedding(namespace, embedder, resources, bound, lambda *_: None)
    if not done:
        yield Texts((), (_WARM,))  # a local model is loaded when it is first asked
    with resources.ledger.reader() as reader:
        version = reader.resident.version(namespace, 0)
        meaning.matrices_of(resources).view(reader.resident, namespace, embedder.model, version)
    return done


def _embedding(
    namespace: Namespace, embedder: Embedder, resources: Resources, total: int,
    tell: Callable[[int, int], object],
) -> Flow:  # fmt: skip
    done, after, size = 0, 0, resources.settings.caching.batch
    while done < total:
        with resources.ledger.reader() as reader:
            most = min(size, total - done)
            rows = reader.resident.lacking(namespace, embedder.model, after, most)
        if not rows:
            break
        texts = {hashed: text for _, hashed, text in rows}
        given = yield Texts(tuple(texts.values()))
        _keep(texts, given, namespace, embedder, resources)
        done, after = done + len(rows), rows[-1][0]
        tell(done, total)
    return done


def _keep(
    texts: Mapping[str, str], given: Embedded, namespace: Namespace, embedder: Embedder,
    resources: Resources,
) -> None:  # fmt: skip
    """Keep vectors; unlike in a query, nothing was gained if that fails."""
    units = dense.unit_rows(given.documents, len(texts))
    made = dict(zip(texts, units, strict=True))
    if isinstance(resources.ledger, VectorCache):
        vectors = {texts[hashed]: unit.tolist() for hashed, unit in made.items()}
        resources.ledger.store_vectors(embedder.model, vectors)
    meaning.matrices_of(resources).fill(namespace, embedder.model, made)
    asked_of(resources).missed(len(made))


def _embedder(resources: Resources) -> Embedder:
    if resources.embedder is None:
        raise ConfigError(
            "this memory has no embedder: open it with embedder=..., as docs/embeddings.md shows"
        )
    return resources.embedder


def teller(progress: Progress | None) -> Callable[[int, int], object]:
    """Return a function that tells how far it is."""
    if progress is None:
        return lambda done, total: None
    if isinstance(progress, Bar) and not isinstance(progress, type):
        return _Moving(progress)
    if not callable(progress) or isinstance(progress, type):
        raise InvalidInput(
            f"progress={progress!r:.80}: give a function of (done, total), or a bar with `update`"
        )
    return progress


class _Moving:
    """Move a bar to where the work is."""

    def __init__(self, bar: Bar) -> None:
        self._bar, self._done = bar, 0

    def __call__(self, done: int, total: int) -> None:
        self._bar.total = total
        self._bar.update(done - self._done)
        self._done = done
