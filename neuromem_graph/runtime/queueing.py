"""The methods that remember later: durable at once, extracted in the background."""

import asyncio
from collections.abc import Iterable
from datetime import datetime

from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline import clearing, receipts, waiting
from neuromem_graph.pipeline.background import Worker
from neuromem_graph.pipeline.discreet import discreetly
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.providers.extractors import CallableExtractor
from neuromem_graph.resources import Resources
from neuromem_graph.runtime.remember import Event, Remembering
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import Receipt, Turns


class Queueing(Remembering):
    """Queue and finish turns of one namespace; `MemoryRuntime` adds the rest."""

    _worker: Worker

    def enqueue(
        self, messages: Event | Iterable[Event] = (), *, user: str | None = None,
        assistant: str | None = None, thread: str | None = None, at: datetime | None = None,
    ) -> Receipt:  # fmt: skip
        """Take in a turn without waiting for its extraction: its events are durable on return.

        A worker thread extracts, in the order of the namespace. What it has not finished when the
        process ends waits in the ledger: see `stats().deferred` and `retry_deferred`.

        Args:
            messages: as for `ingest`.
            user: what the user said, instead of messages.
            assistant: what the assistant said.
            thread: the conversation it belongs to.
            at: when it was said, aware; now by default.

        Returns:
            A receipt whose events are deferred. It also says how many turns the background has
            tried before and could not finish, and why.
        """
        turns = self.turns(messages, user=user, assistant=assistant, thread=thread, at=at)
        return self.enqueue_turns(turns)

    def enqueue_turns(self, turns: Turns) -> Receipt:
        """Do as `enqueue` with turns that are made already.

        Raises:
            InvalidInput: they were made for another namespace.
        """
        self._worker.check()
        if turns.namespace != self.namespace:
            raise InvalidInput(
                f"these turns were made for {turns.namespace!r}, not for {self.namespace!r}: "
                "nothing was queued; hand them to the memory that made them"
            )
        clearing.turns(turns, self.resources)
        left = self._worker.left.get(self.namespace, ())
        receipt = receipts.with_left(waiting.queue(turns, self.resources), left)
        if any(event.step == "deferred" for event in receipt.events):
            self._worker.wake(self.namespace)
        return receipt

    def retry_deferred(self, limit: int | None = None) -> Receipt:
        """Extract from the turns that wait, and commit what follows, oldest first.

        Args:
            limit: turns at most; all by default.

        Returns:
            One receipt for all of them; what fails again goes on waiting, and its items say why.

        Raises:
            InvalidInput: the limit is no positive number.
        """
        _check(limit)
        return self._tried(waiting.retry(self.namespace, self.resources, limit))

    async def aretry_deferred(self, limit: int | None = None) -> Receipt:
        """Do as `retry_deferred`, awaiting the model."""
        _check(limit)
        return self._tried(await waiting.aretry(self.namespace, self.resources, limit))

    def _tried(self, receipt: Receipt) -> Receipt:
        self._worker.left[self.namespace] = receipts.reasons(receipt)
        return receipt

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until all that was enqueued in this process was tried.

        Args:
            timeout: seconds at most; None waits as long as it takes.

        Returns:
            Whether it was; False if the time ran out or the ledger failed, see
            `background_failure`. What could not be read goes on waiting, see `stats().deferred`.
        """
        return self._worker.wait(timeout)

    @property
    def background_failure(self) -> str | None:
        """Return why the background could not finish what it did last; None if it could.

        Of turns that the extractor could not read it is the reason that was given last.
        """
        left = self._worker.left.get(self.namespace, ())
        return self._worker.failure or (left[-1] if left else None)

    aenqueue = twin_of(enqueue)
    aenqueue_turns = twin_of(enqueue_turns)
    aflush = twin_of(flush)


def _check(limit: int | None) -> None:
    if limit is not None and (type(limit) is not int or limit < 1):
        raise InvalidInput(f"limit={limit!r:.80}: give a positive number, or None for all")


def worker(resources: Resources) -> Worker:
    """Make the worker that all runtimes on one ledger share."""

    def finish(
        namespace: Namespace,
    ) -> tuple[str, ...]:  # its failure is told by `background_failure`
        extractor = resources.extractor
        if isinstance(extractor, CallableExtractor) and extractor.awaited:  # in a loop of its own
            told = asyncio.run(waiting.aretry(namespace, resources, stop=lambda: made.closing))
        else:
            told = waiting.retry(namespace, resources, stop=lambda: made.closing)
        return receipts.reasons(told)

    made = Worker(discreetly(finish, resources))
    return made
