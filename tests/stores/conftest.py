"""Stores in memory and in a file, called from sync and from async code."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from .helpers import WAYS, Calls, calls


@pytest.fixture(params=WAYS, ids="-".join)
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Calls]]:
    """Open stores on the same place: one in a file can be opened again."""
    mode, place = request.param
    with ExitStack() as stack:

        def opening(**options: Any) -> Calls:
            where = ":memory:" if place == "memory" else tmp_path / "store.db"
            return stack.enter_context(calls(mode, where, **options))

        yield opening
