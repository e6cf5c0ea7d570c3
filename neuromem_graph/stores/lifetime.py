"""Serve both spellings of a store's life: `store.setup()` and `await store.setup()`."""

import logging
import threading
import weakref
from collections.abc import Callable, Generator
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from neuromem_graph.errors import LedgerClosed, StorageError

log = logging.getLogger("neuromem_graph.stores")


class Done:
    """Answer a call that is over; awaiting it changes nothing."""

    def __await__(self) -> Generator[Any, Any, None]:
        """Return at once."""
        return _at_once(None)


class Count(int):
    """Count something; awaiting it gives the same number."""

    def __await__(self) -> Generator[Any, Any, int]:
        """Return at once."""
        return _at_once(int(self))


def _at_once(value: Any) -> Generator[Any, Any, Any]:
    yield from ()
    return value


class Closable(Protocol):
    """Be closed after use."""

    def close(self) -> None:
        """Close it."""


C = TypeVar("C", bound=Closable)


class Opening(Generic[C]):
    """Open something for a `with` or `async with` block and close it after."""

    def __init__(self, opening: Callable[[], C]) -> None:
        self._opening = opening
        self._opened: C | None = None

    def __enter__(self) -> C:
        """Open it."""
        self._opened = self._opening()
        return self._opened

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        """Close it."""
        if self._opened is not None:
            self._opened.close()

    async def __aenter__(self) -> C:
        """Open it."""
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        """Close it."""
        self.__exit__(kind, exc, trace)


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
    while not stop.wait(seconds):
        alive = store()
        if alive is None:
            break
        try:
            alive.sweep_ttl()
        except LedgerClosed:
            break
        except StorageError:  # busy or full now; the items are still there next time
            log.exception("expired items could not be swept")
        del alive
    done.set_result(None)
