"""Let threads that append at once share one transaction, and so one fsync.

The first to get its turn leads: it appends what the others wait with, too. If that fails it may be
anyone's fault, so everything is rolled back and each appends alone; then its errors are its own.
"""

import os
import threading
from collections.abc import Callable, Sequence

from neuromem_graph.errors import MemoryGraphError
from neuromem_graph.ports import Plan
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.ledger import Appended, Expected


class Request:
    """Hold what one caller appends, and what became of it."""

    def __init__(self, batches: Sequence[Batch | Plan], expected: Expected | None) -> None:
        self.batches, self.expected = batches, expected
        self.alone = False
        self.results: tuple[Appended, ...] | None = None


class GroupCommit:
    """Append requests in groups.

    Args:
        run: appends all of some requests in one transaction and sets their results, or raises and
            changes nothing.
        most: requests in one group.
    """

    def __init__(self, run: Callable[[Sequence[Request]], None], most: int = 64) -> None:
        self._run, self._most = run, most
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._guard, self._turn = threading.Lock(), threading.RLock()
        self._waiting: list[Request] = []

    def submit(self, request: Request) -> tuple[Appended, ...]:
        """Append a request, alone or with others; return its results once they are durable."""
        if self._pid != os.getpid():  # after a fork nobody is left who could give a lock back
            self._begin()
        with self._guard:
            self._waiting.append(request)
        try:
            with self._turn:
                if request.results is None:
                    self._lead(request)
        finally:
            self._forget(request)  # whoever is interrupted while waiting appends nothing later
        assert request.results is not None
        return request.results

    def _forget(self, request: Request) -> None:
        with self._guard:
            if request in self._waiting:
                self._waiting.remove(request)

    def _lead(self, own: Request) -> None:
        group = self._take(own)
        try:
            self._run(group)
            return
        except MemoryGraphError:
            if len(group) == 1:
                raise
        finally:
            self._give_back(own, group)
        self._run([own])

    def _take(self, own: Request) -> list[Request]:
        """Take a request and those that may join it out of the queue."""
        with self._guard:
            joining = (
                [] if own.alone else [r for r in self._waiting if not r.alone and r is not own]
            )
            group = [own, *joining[: self._most - 1]]
            self._waiting = [r for r in self._waiting if r not in group]
        return group

    def _give_back(self, own: Request, group: Sequence[Request]) -> None:
        """Let those that were not served have their turns, each by itself."""
        with self._guard:
            for request in group:
                if request is not own and request.results is None:
                    request.alone = True
                    self._waiting.append(request)
