"""Let threads that append at once share one transaction, and so one fsync.

The first to get its turn leads: it appends what the others wait with, too. If one of them can't be
appended, all is rolled back, that one is told, and the others are appended without it. If the disk
refuses, all are told: nobody tries again what may be durable already.
"""

import os
import threading
from collections.abc import Callable, Sequence

from neuromem_graph.errors import StorageError
from neuromem_graph.ports import Plan
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.ledger import Appended, Embedded, Expected


class Request:
    """Hold what one caller appends, and what became of it."""

    def __init__(
        self, batches: Sequence[Batch | Plan], expected: Expected | None, embedded: Embedded | None
    ) -> None:
        self.batches, self.expected, self.embedded = batches, expected, embedded
        self.results: tuple[Appended, ...] | None = None
        self.error: BaseException | None = None
        self.left = False  # its caller waits no more

    @property
    def done(self) -> bool:
        """Tell whether anything became of it."""
        return self.results is not None or self.error is not None


class Broken(Exception):
    """One request of a group can't be appended; the cause says why."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.request = request


class GroupCommit:
    """Append requests in groups.

    Args:
        run: appends all of some requests in one transaction and sets their results; else it changes
            nothing and raises `Broken`, or what was not the fault of one of them.
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
                if not request.done:
                    self._lead(request)
        finally:
            self._forget(request)  # whoever is interrupted while waiting appends nothing later
        if request.error is not None:
            raise request.error
        assert request.results is not None
        return request.results

    def _forget(self, request: Request) -> None:
        with self._guard:
            request.left = True
            if request in self._waiting:
                self._waiting.remove(request)

    def _lead(self, own: Request) -> None:
        group = self._take(own)
        try:
            while not own.done:
                self._attempt(group)
        finally:
            self._give_back(group)

    def _attempt(self, group: list[Request]) -> None:
        try:
            self._run(group)
        except Broken as broken:
            broken.request.error = broken.__cause__
            group.remove(broken.request)
        except StorageError as exc:
            for request in group:
                request.error = exc

    def _take(self, own: Request) -> list[Request]:
        """Take a request and those that may join it out of the queue."""
        with self._guard:
            others = [request for request in self._waiting if request is not own]
            group = [own, *others[: self._most - 1]]
            self._waiting = [request for request in self._waiting if request not in group]
        return group

    def _give_back(self, group: Sequence[Request]) -> None:
        """Let those that nothing became of wait for their own turns."""
        with self._guard:
            self._waiting += [one for one in group if not one.done and not one.left]
