"""Finish turns that wait for an extractor, one transaction each, in the order they were said.

A turn is finished by the stages of any ingest, keyed by its own id: whoever else finishes it
meanwhile, in this process or another, it is remembered once.
"""

import asyncio
from collections.abc import Callable

from neuromem_graph.errors import IdempotencyConflict, InvalidInput
from neuromem_graph.pipeline import clearing, extracting, ingest, receipts
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import Extraction, Receipt, Turns
from neuromem_graph.types.waiting import Waiting

__all__ = ["aretry", "queue", "retry"]

_PAGE = 32  # waiting turns read at once


def queue(turns: Turns, resources: Resources) -> Receipt:
    """Make the events of turns durable; what follows from them is found later.

    Args:
        turns: what was said.
        resources: the ledger.

    Returns:
        A receipt whose events are deferred, for the reason "queued".
    """
    return ingest.observe(turns, resources, step="deferred")


def retry(
    namespace: Namespace, resources: Resources, limit: int | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Receipt:  # fmt: skip
    """Extract from waiting turns and commit what follows.

    Args:
        namespace: whose turns.
        resources: the ledger and the extractor.
        limit: turns at most; None for all.
        stop: asked before each turn; once it says so, the rest is left waiting.

    Returns:
        One receipt for all of them. What fails again goes on waiting, and the receipt says why;
        after `Settings.extracting.give_up` failures in a row the rest is not tried.
    """
    queue = _Queue(namespace, resources, limit)
    while not stop() and (turns := queue.next()) is not None:
        queue.settle(turns, extracting.extract(turns, resources))
    return queue.receipt()


async def aretry(
    namespace: Namespace, resources: Resources, limit: int | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Receipt:  # fmt: skip
    """Do as `retry`; a model is awaited, all else runs in a worker thread."""
    queue = _Queue(namespace, resources, limit)
    while not stop() and (turns := await asyncio.to_thread(queue.next)) is not None:
        found = await extracting.aextract(turns, resources)
        await asyncio.to_thread(queue.settle, turns, found)
    return await asyncio.to_thread(queue.receipt)


class _Queue:
    """Give the waiting turns one by one, and take what was found in each."""

    def __init__(self, namespace: Namespace, resources: Resources, limit: int | None) -> None:
        self._namespace, self._resources, self._limit = namespace, resources, limit
        self._page: list[Waiting] = []
        self._after = self._failures = 0
        self._told: list[Receipt] = []

    def next(self) -> Turns | None:
        """Return the next turn; None if there is none, or it is no use to go on."""
        enough = self._limit is not None and len(self._told) >= self._limit
        if enough or self._failures >= self._resources.settings.extracting.give_up:
            return None
        if not self._page:
            with self._resources.ledger.reader() as reader:
                self._page = list(reader.waiting.waiting(self._namespace, self._after, _PAGE))
        if not self._page:
            return None
        first = self._page.pop(0)
        self._after = first.event
        return Turns(namespace=self._namespace, turns=(first.turn,), waited=True)

    def settle(self, turns: Turns, found: Extraction) -> None:
        """Commit what was found, or tell why the turn goes on waiting."""
        (turn,) = turns.turns
        if found.deferred:
            self._failures += 0 not in found.unreadable
            self._told.append(receipts.waiting(turn, found.deferred[0], self._resources))
            return
        self._failures = 0
        resources = ingest.explicit(self._resources) if turn.explicit else self._resources
        try:
            self._told.append(ingest.finish(turns, found, resources))
        except (InvalidInput, IdempotencyConflict) as exc:  # of this turn alone: others go on
            why = clearing.failure(str(exc), self._resources)
            self._told.append(receipts.waiting(turn, why, self._resources))

    def receipt(self) -> Receipt:
        """Return one receipt for all that was tried."""
        return receipts.joined(self._namespace, self._told, self._resources)
