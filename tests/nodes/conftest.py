"""A runtime that tells its own time, for every test of the nodes."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from neuromem_graph.runtime import MemoryRuntime


class Clock:
    """Tick a minute per look."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> datetime:
        self.minutes += 1
        return datetime(2026, 3, 1, 9, tzinfo=UTC) + timedelta(minutes=self.minutes)


@pytest.fixture
def memory() -> Iterator[MemoryRuntime]:
    """A runtime in memory."""
    made = MemoryRuntime.local(
        ("app", "ann"), ":memory:", clock=Clock(), entropy=Random(1).randbytes
    )
    with made:
        yield made
