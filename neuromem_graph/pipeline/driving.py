"""Run one flow of steps from sync and from async code: only who awaits what it asks for differs.

A flow is a generator. It yields what it needs (vectors of texts, the end of another query) while no
transaction is open, gets the answer back and returns its result.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Generator
from typing import Any, NamedTuple, TypeVar

from neuromem_graph.errors import MemoryGraphError

A = TypeVar("A")
G = TypeVar("G")
T = TypeVar("T")

Flow = Generator[A, G, T]


class _Step(NamedTuple):
    """Hold what a flow asks for next; at its end, its result."""

    asked: Any
    result: Any
    over: bool


class _Running:
    """Advance a flow, and close it wherever it stands once it is given up."""

    def __init__(self, flow: Flow[Any, Any, Any]) -> None:
        self._flow = flow
        self._lock = threading.Lock()
        self._given_up = False

    def advance(self, given: Any) -> _Step:
        """Run to what the flow asks for next."""
        return self._run(lambda: self._flow.send(given))

    def _run(self, step: Callable[[], Any]) -> _Step:
        try:
            with self._lock:
                return _Step(step(), None, False)
        except StopIteration as done:
            return _Step(None, done.value, True)
        finally:
            if self._given_up:
                self.give_up()

    def fail(self, error: MemoryGraphError) -> _Step:
        """Tell the flow that what it asked for failed; it may go on without."""
        return self._run(lambda: self._flow.throw(error))

    def give_up(self) -> None:
        """Close the flow, or let the thread that runs it do so when it comes to its next step."""
        self._given_up = True
        if self._lock.acquire(blocking=False):
            try:
                self._flow.close()
            finally:
                self._lock.release()


def drive(flow: Flow[A, G, T], answer: Callable[[A], G]) -> T:
    """Run a flow to its end.

    Args:
        flow: what is run.
        answer: gives what it asks for; an error of ours is raised inside the flow.
    """
    running = _Running(flow)
    try:
        step = running.advance(None)
        while not step.over:
            try:
                given = answer(step.asked)
            except MemoryGraphError as exc:
                step = running.fail(exc)
            else:
                step = running.advance(given)
        return step.result  # type: ignore[no-any-return]
    finally:
        running.give_up()


async def adrive(flow: Flow[A, G, T], answer: Callable[[A], Awaitable[G]]) -> T:
    """Run a flow to its end in worker threads; a step that was begun is finished, if cancelled.

    Args:
        flow: what is run.
        answer: is awaited for what it asks for; an error of ours is raised inside the flow.
    """
    running = _Running(flow)
    try:
        step = await asyncio.to_thread(running.advance, None)
        while not step.over:
            try:
                given = await answer(step.asked)
            except MemoryGraphError as exc:
                step = await asyncio.to_thread(running.fail, exc)
            else:
                step = await asyncio.to_thread(running.advance, given)
        return step.result  # type: ignore[no-any-return]
    finally:
        running.give_up()
