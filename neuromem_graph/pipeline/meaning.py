"""Look at memories by meaning: learn the vectors that are missing, and see what is near."""

import time
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from neuromem_graph.core import dense
from neuromem_graph.core.dense import Matrix, Sight
from neuromem_graph.errors import StorageError
from neuromem_graph.pipeline.measuring import asked_of
from neuromem_graph.pipeline.memory_vectors import Matrices
from neuromem_graph.ports import Embedder, ResidentReader, Searchable, VectorCache
from neuromem_graph.providers import embedding
from neuromem_graph.providers.embedding import Embedded, IndexChanged, Texts
from neuromem_graph.resources import Resources
from neuromem_graph.settings import Retrieval
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.diagnostics import Version
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.recall import ChannelHits, RecallPlan

_GROWTH = 4  # a look at more takes so many times as many


class Known:
    """Answer with the vector of a question, which was asked for already.

    Args:
        model: whose vector.
        vectors: of unit length; those of passages that would answer it come after it.
    """

    def __init__(self, model: str, vectors: Matrix) -> None:
        self.model, self.vectors = model, vectors

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return the vector."""
        return [self.vectors[0].tolist() for _ in texts]


def matrices_of(resources: Resources) -> Matrices:
    """Return the resident vectors of memories."""
    most = resources.settings.caching.vector_bytes
    return resources.at_hand.get(Matrices, lambda: Matrices(most))


def lacking(
    reader: ResidentReader, namespace: Namespace, version: Version, resources: Resources, most: int
) -> Mapping[str, str]:
    """Return texts that have no vector of the model in use, by their hash, the oldest first.

    Args:
        reader: of the moment.
        namespace: whose memories.
        version: of the namespace, at that moment.
        resources: the embedder.
        most: how many memories are looked at.
    """
    if resources.embedder is None:
        return {}
    model, matrices = resources.embedder.model, matrices_of(resources)
    matrices.view(reader, namespace, model, version)
    missing = matrices.missing(namespace, model, version.seq)
    wanted = list(missing)[:most]
    if len(missing) > most:
        _warn(len(missing) - most, model, reader, resources)
    texts = reader.texts(namespace, wanted) if wanted else {}
    return {missing[memory]: texts[memory] for memory in wanted if memory in texts}


class _Warned:
    """Say once that another model embedded what is in the file."""

    def __init__(self) -> None:
        self.done = False


def _warn(unseen: int, model: str, reader: ResidentReader, resources: Resources) -> None:
    warned = resources.at_hand.get(_Warned, _Warned)
    others = [] if warned.done else [one for one in reader.models() if one != model]
    warned.done = True
    if others:
        message = (
            f"{unseen} memories are not embedded by {model!r}, and are found by their words "
            f"alone; this file has vectors of {others}: call reindex(), or open the memory with "
            "that model"
        )
        warnings.warn(message, IndexChanged, stacklevel=2)


def ready(namespace: Namespace, version: Version, resources: Resources) -> bool:
    """Tell whether all vectors of a namespace are at hand, at this version."""
    if resources.embedder is None:
        return True
    return matrices_of(resources).ready(namespace, resources.embedder.model, version)


def complete(namespace: Namespace, version: Version, resources: Resources) -> bool:
    """Tell whether no memory of a namespace waits for a vector."""
    if resources.embedder is None:
        return True
    return not matrices_of(resources).missing(namespace, resources.embedder.model, version.seq)


def ask(texts: Texts, resources: Resources) -> Embedded:
    """Ask the embedder, and count it.

    Raises:
        ProviderError, ConfigError
    """
    assert resources.embedder is not None  # nobody asks for vectors without one
    started = time.perf_counter()
    given = embedding.embed(resources.embedder, texts)
    asked_of(resources).asked(len(texts.documents) + len(texts.queries), started)
    return given


async def aask(texts: Texts, resources: Resources) -> Embedded:
    """Do as `ask`; an embedder that can be awaited is."""
    assert resources.embedder is not None
    started = time.perf_counter()
    given = await embedding.aembed(resources.embedder, texts)
    asked_of(resources).asked(len(texts.documents) + len(texts.queries), started)
    return given


def learn(
    wanted: Mapping[str, str], given: Embedded, namespace: Namespace, resources: Resources,
    beside: int = 0,
) -> Matrix | None:  # fmt: skip
    """Keep the vectors of texts that had none.

    Args:
        wanted: the texts, by their hash, in the order they were asked for.
        given: their vectors, and that of one question or none.
        namespace: whose memories hold them.
        resources: the embedder, and where vectors are kept.
        beside: how many other texts follow them, whose vectors are not kept.

    Returns:
        The vector of the question, of unit length, and of the other texts, as rows; None if no
        question was asked for.

    Raises:
        InvalidVector, ProviderError: the embedder answered nonsense; nothing was kept.
    """
    assert resources.embedder is not None
    model = resources.embedder.model
    asked = [*given.queries, *given.documents[len(wanted) :]]
    both = [*asked, *given.documents[: len(wanted)]]
    count = len(given.queries) + len(wanted) + beside
    units = dense.unit_rows(both, count, _width(namespace, resources))
    made = dict(zip(wanted, units[len(asked) :], strict=True))
    if made:
        matrices_of(resources).fill(namespace, model, made)
        asked_of(resources).missed(len(made))
        cache = resources.ledger
        if isinstance(cache, VectorCache):
            with suppress(StorageError):  # they are made again next time
                cache.store_vectors(model, {wanted[one]: made[one].tolist() for one in made})
    return np.ascontiguousarray(units[: len(asked)]) if given.queries else None


def _width(namespace: Namespace, resources: Resources) -> int | None:
    assert resources.embedder is not None
    return matrices_of(resources).width(namespace, resources.embedder.model)


def sight(
    question: str, reader: ResidentReader, namespace: Namespace, version: Version,
    resources: Resources,
) -> Sight | None:  # fmt: skip
    """Return the cosines of a question with all memories of a namespace at a moment.

    Args:
        question: its text.
        reader: of the moment.
        namespace: whose memories.
        version: of the namespace, at that moment.
        resources: the embedder; `Known` if the vector of the question is there already.

    Returns:
        None without an embedder.

    Raises:
        InvalidVector, ProviderError: the embedder answered nonsense.
    """
    if resources.embedder is None:
        return None
    settings, model = resources.settings.caching, resources.embedder.model
    view = matrices_of(resources).view(reader, namespace, model, version)
    vectors = _vectors(question, resources, view.width)
    return dense.joined(
        [
            view.sight(one, version.seq, settings.exact_rows, settings.rescored)
            for one in dense.blended(vectors, resources.settings.expanding.dense)
        ]
    )


def _vectors(question: str, resources: Resources, width: int | None) -> Matrix:
    if isinstance(resources.embedder, Known):
        return resources.embedder.vectors
    given = ask(Texts((), (question,)), resources)
    return np.ascontiguousarray(dense.unit_rows(given.queries, 1, width))


def knowing(vectors: Matrix | None, embedder: Embedder | None, resources: Resources) -> Resources:
    """Return resources that know the vector of the question, if there is one."""
    if vectors is None or embedder is None:
        return resources
    return replace(resources, embedder=Known(embedder.model, vectors))


def nearest(sight: Sight | None, settings: Retrieval, pool: int) -> list[int]:
    """Return the memories that are nearest by meaning, whatever may be served of them."""
    if sight is None:
        return []
    near = dense.nearest(sight, pool, _floor(settings))
    found: list[int] = near.memories.tolist()
    return found


def opened(
    sight: Sight | None, places: Places, plan: RecallPlan, reader: Searchable,
    resources: Resources, pool: int,
) -> tuple[tuple[ChannelHits, ...], Places]:  # fmt: skip
    """Rank what may be served by meaning: the nearest are walked until there are enough.

    Args:
        sight: the cosines; None if nothing embeds.
        places: what is known already, the nearest among it.
        plan: the namespace and the gate.
        reader: the moment.
        resources: the floor.
        pool: how many are wanted.

    Returns:
        The channel "dense", or nothing, and the places that were looked at besides.
    """
    if sight is None:
        return (), Places()
    floor = _floor(resources.settings.retrieval)
    passes = dict(zip(places.memory, places.open, strict=True))
    others, reach = Places(), pool
    while True:
        near = dense.nearest(sight, reach, floor)
        unseen = sorted(set(near.memories.tolist()) - passes.keys())
        if unseen:
            found = reader.places(plan.query.namespace, unseen, plan.gate)
            passes |= dict.fromkeys(unseen, False)
            passes |= dict(zip(found.memory, found.open, strict=True))
            columns: Any = [a + b for a, b in zip(others, found, strict=True)]
            others = Places(*columns)
        kept = [at for at, memory in enumerate(near.memories.tolist()) if passes[memory]][:pool]
        if len(kept) < pool and not near.more and sight.whole is not None:
            sight, reach = sight.whole(), pool
        elif len(kept) >= pool or not near.more:
            return (_channel(near, kept),), others
        else:
            reach *= _GROWTH


def _channel(near: dense.Near, kept: list[int]) -> ChannelHits:
    return ChannelHits(
        channel="dense", memories=tuple(near.memories[kept].tolist()),
        scores=tuple(near.scores[kept].tolist()),
    )  # fmt: skip


def _floor(settings: Retrieval) -> float:
    return settings.floors.get("dense", 0.0)
