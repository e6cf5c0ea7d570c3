"""Every test of the agents runs in memory and in a file, by invoke and by ainvoke."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from neuromem_graph.runtime import MemoryRuntime
from tests.agents.scripted import Clock, Run, ainvoke, invoke


@pytest.fixture(params=["memory", "file"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MemoryRuntime]:
    """A runtime in memory and in a file."""
    path = ":memory:" if request.param == "memory" else tmp_path / "m"
    made = MemoryRuntime.local(("app", "ann"), path, clock=Clock(), entropy=Random(1).randbytes)
    with made:
        yield made


@pytest.fixture(params=[invoke, ainvoke], ids=["sync", "async"])
def run(request: pytest.FixtureRequest) -> Run:
    """Run what is given, by invoke and by ainvoke."""
    return request.param  # type: ignore[no-any-return]
