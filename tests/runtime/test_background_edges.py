"""What is erased while it waits stays erased; a worker that is cancelled is no dead one."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.types.ingest import Turn

SAID = [("user", "First thing, I say."), ("user", "Code Zebra77 is mine."), ("user", "A third.")]


class Held:
    """An extractor that waits in its first call until it is let go."""

    def __init__(self) -> None:
        self.started, self.go = threading.Event(), threading.Event()

    def __call__(self, turns: Sequence[Turn]) -> list[Any]:
        self.started.set()
        assert self.go.wait(30)
        return []


def one(memory: MemoryRuntime, event: str) -> None:
    memory.erase(event)


def everything(memory: MemoryRuntime, event: str) -> None:
    memory.erase_all(memory.namespace)


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(("erase", "left"), [(one, 3), (everything, 0)])
@pytest.mark.parametrize("file", [False, True])
def test_an_erased_turn_does_not_come_back(
    erase: Callable[[MemoryRuntime, str], None], left: int, place: int, file: bool, tmp_path: Path
) -> None:
    """Neither the turn that an extractor holds nor one that was read to come next."""
    held = Held()
    path = tmp_path / "a.sqlite3" if file else ":memory:"
    with MemoryRuntime.local("b", path, extractor=held) as memory:
        queued = memory.enqueue(SAID)
        assert held.started.wait(30)
        erase(memory, queued.events[place].id)
        held.go.set()
        assert memory.flush(30)
        assert SAID[place][1] not in memory.query(SAID[place][1]).text
        assert memory.stats().events == left
        assert memory.stats().deferred == 0
        assert memory.verify(deep=True).ok


def test_a_failed_turn_that_was_erased_is_told_as_erased() -> None:
    """There is nothing left that could wait."""

    def fail(turns: Sequence[Turn]) -> list[Any]:
        memory.erase_all("b")
        raise ConnectionError("the model is away")

    with MemoryRuntime.local("b", ":memory:", extractor=fail) as memory:
        memory.observe("x")
        memory._worker.wake = lambda namespace: None  # type: ignore[method-assign]
        memory.enqueue(user="Code Zebra77 is mine.")
        assert [item.reason for item in memory.retry_deferred().items] == ["erased"]


@pytest.mark.parametrize("raised", [asyncio.CancelledError, KeyboardInterrupt, SystemExit])
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_interrupted_worker_goes_on(raised: type[BaseException]) -> None:
    """What it left is finished with the next turn, and `background_failure` says what happened."""
    asked: list[int] = []

    def bad(turns: Sequence[Turn]) -> list[Any]:
        asked.append(1)
        if len(asked) == 1:
            raise raised("stop")
        return []

    with MemoryRuntime.local("a", ":memory:", extractor=bad) as memory:
        memory.enqueue(user="I live in Porto.")
        assert memory.flush(30) is False
        assert memory.background_failure == f"{raised.__name__}: stop"
        memory.enqueue(user="I live in Rome.")
        assert memory.flush(30) is True
        assert memory.stats().deferred == 0
        assert memory.background_failure is None


def test_the_next_receipt_says_why_a_turn_waits() -> None:
    """How many turns were tried and left, and the reason; no more once they are finished."""
    away = [True]

    def extract(turns: Sequence[Turn]) -> list[Any]:
        if away[0]:
            raise ConnectionError("the model is away")
        return []

    with MemoryRuntime.local("a", ":memory:", extractor=extract) as memory:
        assert memory.enqueue(user="I live in Porto.").items == ()
        assert memory.flush(30)
        (told,) = memory.enqueue(user="I like tea.").items
        assert (told.what, told.text) == ("deferred", "1 earlier turns")
        assert "the model is away" in str(told.reason)
        assert "the model is away" in str(memory.background_failure)
        away[0] = False
        assert memory.flush(30)
        memory.retry_deferred()
        assert memory.background_failure is None
        assert memory.enqueue(user="I like rum.").items == ()
