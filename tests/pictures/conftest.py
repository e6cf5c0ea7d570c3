"""The memory that is drawn."""

from collections.abc import Iterator

import pytest

from neuromem_graph import MemoryRuntime

from .told import remembered


@pytest.fixture(scope="module")
def memory() -> Iterator[MemoryRuntime]:
    """A memory that is only read."""
    with remembered() as opened:
        yield opened
