"""Serve async callers: the same code in a worker thread, and calls that may be awaited."""

import asyncio
import functools
from abc import abstractmethod
from collections.abc import Callable, Coroutine, Generator
from typing import Any, ParamSpec, Self, TypeVar

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


class Closing:
    """Close what a `with` or an `async with` block opened."""

    __slots__ = ()  # whatever it is mixed into has its own layout

    @abstractmethod
    def close(self) -> None:
        """Close it."""

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *exc: object) -> None:
        """Close it."""
        self.close()

    async def __aenter__(self) -> Self:
        """Return itself."""
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Close it."""
        await asyncio.to_thread(self.close)
