"""Serve async callers: the same code in a worker thread, and calls that may be awaited."""

import asyncio
import functools
from collections.abc import Callable, Coroutine, Generator
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def twin_of(method: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Make the async twin of a method.

    A call that is cancelled after it started goes on to its end: a write is whole or absent.
    """

    @functools.wraps(method)
    async def twin(*args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(method, *args, **kwargs)

    twin.__name__ = twin.__qualname__ = f"a{method.__name__}"
    twin.__doc__ = f"Do as `{method.__name__}`, without blocking the event loop."
    return twin


class Done:
    """Answer a call that is over: it may be awaited and need not be."""

    def __await__(self) -> Generator[None, None, None]:
        """Return at once."""
        yield from ()
