"""Finish queued turns in a worker thread: the queue is the ledger, the thread only empties it.

What is queued is durable before anyone is told so; a process that dies loses nothing, since the
next one that works, or calls `retry_deferred`, goes on where it stopped.
"""

import asyncio
import os
import threading
from collections.abc import Callable

from neuromem_graph.errors import LedgerClosed, MemoryGraphError
from neuromem_graph.types.base import Namespace

__all__ = ["Worker"]

Finish = Callable[[Namespace], tuple[str, ...]]
"""Finish what waits in a namespace, and return why some of it goes on waiting."""


class Worker:
    """Finish the waiting turns of namespaces one after the other, in one thread.

    Args:
        finish: finishes all that waits in a namespace.
    """

    def __init__(self, finish: Finish) -> None:
        self._finish = finish
        self._changed = threading.Condition()
        self._wanted: dict[Namespace, None] = {}  # in order; each at most once
        self._busy = False
        self._closing = False
        self._thread: threading.Thread | None = None
        self._pid = os.getpid()
        self.failure: str | None = None  # why the last namespace could not be finished
        self.left: dict[Namespace, tuple[str, ...]] = {}  # why turns go on waiting, one by one

    def wake(self, namespace: Namespace) -> None:
        """Have a namespace finished, soon.

        Raises:
            LedgerClosed: the worker was closed.
        """
        with self._changed:
            if self._closing:
                raise LedgerClosed("the memory is closed: open it again")
            self._wanted[namespace] = None
            if not self._is_alive():
                self._pid, self._busy = os.getpid(), False
                self._thread = threading.Thread(target=self._work, name="memory", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def check(self) -> None:
        """Refuse to take more once it was closed.

        Raises:
            LedgerClosed: the worker was closed.
        """
        if self._closing:
            raise LedgerClosed("the memory is closed: open it again")

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until nothing is left to do.

        Args:
            timeout: seconds at most; None waits as long as it takes.

        Returns:
            Whether everything was tried; False if the time ran out, or the ledger failed last (see
            `failure`). What failed goes on waiting in it.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._is_idle() or not self._is_alive(), timeout)
            return self._is_idle() and self.failure is None

    def close(self) -> None:
        """Finish the namespace at hand, leave the others in the ledger, and end the thread."""
        with self._changed:
            self._closing = True
            self._wanted.clear()
            self._changed.notify_all()
            thread = self._thread if self._pid == os.getpid() else None
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    @property
    def closing(self) -> bool:
        """Tell whether it was asked to end."""
        return self._closing

    def _is_alive(self) -> bool:
        """Tell whether there is a thread: a fork has none, and one that failed has ended."""
        return self._thread is not None and self._pid == os.getpid() and self._thread.is_alive()

    def _is_idle(self) -> bool:
        busy = self._busy and self._pid == os.getpid()
        return not self._wanted and not busy

    def _work(self) -> None:
        while (namespace := self._next()) is not None:
            try:
                self.left[namespace] = self._finish(namespace)
            except (MemoryGraphError, asyncio.CancelledError) as exc:
                self._over(exc)  # it waits in the ledger; the next wake tries again
            except BaseException as exc:
                self._over(exc, ended=True)
                raise
            else:
                self._over(None)

    def _over(self, failure: BaseException | None, *, ended: bool = False) -> None:
        """Tell that a namespace was tried; whoever waits sees a thread that ends as ended."""
        with self._changed:
            self.failure = None if failure is None else f"{type(failure).__name__}: {failure}"
            self._busy = False
            self._thread = None if ended else self._thread
            self._changed.notify_all()

    def _next(self) -> Namespace | None:
        with self._changed:
            self._changed.wait_for(lambda: self._wanted or self._closing)
            if self._closing:
                return None
            namespace = next(iter(self._wanted))
            del self._wanted[namespace]
            self._busy = True
            return namespace
