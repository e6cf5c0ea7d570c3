"""Let equal queries that are asked at once be answered once.

Nothing but the end of a query is waited for: what it found is looked up in the cache. So one that
fails, is cancelled or takes too long holds nobody up: the others answer for themselves.
"""

import asyncio
import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Self

from neuromem_graph.resources import Resources
from neuromem_graph.types.diagnostics import FlightStats

_LEADING: ContextVar[tuple[set[Hashable], ...]] = ContextVar("_LEADING", default=())
"""What this very call chain is answering: a model that asks the same again must not wait for it."""


@contextmanager
def leading() -> Iterator[None]:
    """Let whatever is called inside know what is being answered around it."""
    token = _LEADING.set((*_LEADING.get(), set()))
    try:
        yield
    finally:
        _LEADING.reset(token)


class Flight:
    """Be a query that is being answered; others that are equal may wait for its end.

    Args:
        awaited: whether async code drives it: then whoever holds a thread must not wait for it, as
            it may need that very thread.
    """

    def __init__(self, awaited: bool) -> None:
        self.awaited = awaited
        self._over = threading.Event()
        self._guard = threading.Lock()
        self._waiting: list[asyncio.Future[None]] = []

    def end(self) -> None:
        """Let everybody go on, whatever became of it."""
        with self._guard:
            self._over.set()
            waiting, self._waiting = self._waiting, []
        for one in waiting:
            with suppress(RuntimeError):  # its loop was closed: nobody waits any more
                one.get_loop().call_soon_threadsafe(_done, one)

    def wait(self, seconds: float) -> None:
        """Wait for its end in this thread."""
        self._over.wait(seconds)

    async def await_(self, seconds: float) -> None:
        """Wait for its end without a thread."""
        waiter = asyncio.get_running_loop().create_future()
        with self._guard:
            if self._over.is_set():
                return
            self._waiting.append(waiter)
        with suppress(TimeoutError):
            await asyncio.wait_for(waiter, seconds)


def _done(waiter: "asyncio.Future[None]") -> None:
    if not waiter.done():
        waiter.set_result(None)


class Flights:
    """Know which queries are being answered."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._flying: dict[Hashable, Flight] = {}
        self._leaders = self._joins = 0

    def lead(self, key: Hashable, awaited: bool) -> Flight | None:
        """Take the lead; None if an equal query is being answered already."""
        with self._guard:
            if key in self._flying:
                return None
            self._leaders += 1
            flight = self._flying[key] = Flight(awaited)
            return flight

    def join(self, key: Hashable, awaited: bool) -> Flight | None:
        """Return the flight to wait for, if there is one that the caller may wait for."""
        with self._guard:
            flight = self._flying.get(key)
            if flight is None or (flight.awaited and not awaited):
                return None
            self._joins += 1
            return flight

    def land(self, key: Hashable, flight: Flight) -> None:
        """End a flight."""
        with self._guard:
            if self._flying.get(key) is flight:
                del self._flying[key]
        flight.end()

    def stats(self) -> FlightStats:
        """Count what it did."""
        with self._guard:
            return FlightStats(inflight=len(self._flying), leaders=self._leaders, joins=self._joins)


class Lead:
    """Answer a query for all who ask it now, from the moment the lead is taken to the end.

    Args:
        flights: which queries are being answered.
        awaited: whether async code drives this one.
    """

    def __init__(self, flights: Flights, awaited: bool) -> None:
        self._flights, self._awaited = flights, awaited
        self._around = _LEADING.get()
        self._name: Hashable = None
        self._flight: Flight | None = None

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def take(self, name: Hashable) -> bool:
        """Try to take the lead in what has this name; once at most."""
        self._name = name
        self._flight = self._flights.lead(name, self._awaited)
        if self._flight is not None:
            self._around[-1].add(name)
        return self._flight is not None

    def other(self) -> Flight | None:
        """Return who leads instead, if one may wait for it."""
        if any(self._name in mine for mine in self._around):
            return None  # whoever leads waits for us
        return self._flights.join(self._name, self._awaited)

    def __exit__(self, *exc: object) -> None:
        """Let the others go on."""
        if self._flight is not None:
            self._around[-1].discard(self._name)
            self._flights.land(self._name, self._flight)


def flights_of(resources: Resources) -> Flights:
    """Return the queries that are being answered with these resources."""
    return resources.at_hand.get(Flights, Flights)
