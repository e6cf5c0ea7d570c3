"""Serve both spellings of a store's life: `store.setup()` and `await store.setup()`."""

import logging
import threading
import weakref
from collections.abc import Generator
from concurrent.futures import Future
from typing import Any, Protocol, Self

from neuromem_graph.errors import LedgerClosed, ReadOnlyStore, StorageError

log = logging.getLogger("neuromem_graph.stores")


class Count(int):
    """Count something; awaiting it gives the same number."""

    def __await__(self) -> Generator[Any, Any, int]:
        """Return at once."""
        return _at_once(int(self))


def _at_once(value: Any) -> Generator[Any, Any, Any]:
    yield from ()
    return value


class Sweeps(Protocol):
    """Remove what has expired."""

    def sweep_ttl(self) -> int:
        """Return how many items were removed."""


class Sweeper(Future[None]):
    """Sweep now and then in a thread of its own, until it is stopped or its store is gone.

    Awaiting it gives itself at once, as starting the sweeper of an async store does.
    """

    def __init__(self, store: Sweeps, seconds: float) -> None:
        super().__init__()
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=_sweep, args=(weakref.ref(store, self._gone), seconds, self._stop, self),
            name="neuromem-ttl-sweeper", daemon=True,
        )  # fmt: skip
        self._thread.start()

    def _gone(self, _: object) -> None:
        self._stop.set()

    def __await__(self) -> Generator[Any, Any, Self]:
        """Return itself."""
        return _at_once(self)

    def cancel(self) -> bool:
        """Stop sweeping."""
        self._stop.set()
        return True

    def join(self, timeout: float | None) -> bool:
        """Stop sweeping and wait; tell whether it has ended."""
        self._stop.set()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout)
        return not self._thread.is_alive()


def _sweep(
    store: "weakref.ref[Sweeps]", seconds: float, stop: threading.Event, done: Future[None]
) -> None:
    try:
        while not stop.wait(seconds) and _swept(store()):
            pass
    finally:
        done.set_result(None)


def _swept(store: Sweeps | None) -> bool:
    """Sweep once; tell whether to go on."""
    if store is None:
        return False
    try:
        store.sweep_ttl()
    except (LedgerClosed, ReadOnlyStore):
        return False
    except StorageError:  # busy or full now; the items are still there next time
        log.exception("expired items could not be swept")
    return True
