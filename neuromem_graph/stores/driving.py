"""Run one flow of steps from sync and from async code: only who awaits the embedder differs.

A flow is a generator. It yields the texts it needs embedded, while no transaction is open, gets
their vectors back and returns its result.
"""

import asyncio
from collections.abc import Generator, Sequence
from typing import NamedTuple, Protocol, TypeVar

T = TypeVar("T")
Vectors = Sequence[Sequence[float]]


class Texts(NamedTuple):
    """Ask for vectors: of texts that are stored, and of questions."""

    documents: Sequence[str]
    queries: Sequence[str]


class Embedded(NamedTuple):
    """Answer `Texts`: one vector per text, in order."""

    documents: Vectors
    queries: Vectors


class Embedding(Protocol):
    """Embed texts, from sync and from async code."""

    def embed(self, texts: Texts) -> Embedded:
        """Return the vectors."""

    async def aembed(self, texts: Texts) -> Embedded:
        """Return the vectors."""


Flow = Generator[Texts, Embedded, T]


class _Step(NamedTuple):
    """Hold what a flow asks for next; None once it is done."""

    asked: Texts | None
    result: object


def _advance(flow: Flow[object], given: Embedded | None) -> _Step:
    try:
        return _Step(next(flow) if given is None else flow.send(given), None)
    except StopIteration as done:
        return _Step(None, done.value)


def drive(flow: Flow[T], embedding: Embedding | None) -> T:
    """Run a flow to its end."""
    step = _advance(flow, None)
    while step.asked is not None:
        assert embedding is not None  # only a store with an index asks
        step = _advance(flow, embedding.embed(step.asked))
    return step.result  # type: ignore[return-value]


async def adrive(flow: Flow[T], embedding: Embedding | None) -> T:
    """Run a flow to its end in worker threads; a step that was begun is finished, if cancelled."""
    step = await asyncio.to_thread(_advance, flow, None)
    while step.asked is not None:
        assert embedding is not None
        given = await embedding.aembed(step.asked)
        step = await asyncio.to_thread(_advance, flow, given)
    return step.result  # type: ignore[return-value]
