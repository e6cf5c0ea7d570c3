"""Register a factory of stores, and open what it returns."""

import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
)
from dataclasses import dataclass
from typing import Any

from langgraph.store.base import BaseStore

from neuromem_graph.testing.store_suite.capabilities import Capability, Mode, named
from neuromem_graph.testing.store_suite.driver import THREADS, Driver, ManualClock

Factory = Callable[..., Any]
"""Take any of `index`, `ttl` and `clock` by keyword; return a store or a context manager of one."""


class NoStore(TypeError):
    """The factory gave something that is no store."""


@dataclass(frozen=True)
class Registered:
    """Hold a factory of stores under a name."""

    name: str
    factory: Factory
    skip_capabilities: frozenset[Capability] = frozenset()

    def takes(self, argument: str) -> bool:
        """Tell whether the factory takes an argument.

        Args:
            argument: its name.

        Returns:
            False if a call with it can only be a TypeError.
        """
        try:
            given = inspect.signature(self.factory).parameters.values()
        except ValueError:  # as of some builtins
            return False
        return any(
            one.kind is one.VAR_KEYWORD
            or (one.name == argument and one.kind in (one.KEYWORD_ONLY, one.POSITIONAL_OR_KEYWORD))
            for one in given
        )

    @asynccontextmanager
    async def open(
        self, mode: Mode, *, clock: ManualClock | None = None, **options: Any
    ) -> AsyncIterator[Driver]:
        """Open a fresh store.

        Args:
            mode: how it will be used; what can be entered in both ways is entered in this one.
            clock: passed on if given.
            **options: `index` and `ttl`, passed on if not None.

        Yields:
            The store, driven in that mode.

        Raises:
            NoStore: the factory gave something else.
        """
        given = {name: option for name, option in options.items() if option is not None}
        if clock is not None:
            given["clock"] = clock
        async with _entered(_made(self.factory, given), mode) as store:
            if not isinstance(store, BaseStore):
                raise NoStore(f"{self.name}: {type(store).__name__} is not a BaseStore")
            with ThreadPoolExecutor(THREADS) as pool:
                yield Driver(store, mode, clock, pool)


def store_test(
    *, name: str, skip_capabilities: Iterable[str] = ()
) -> Callable[[Factory], Registered]:
    """Register a factory of stores for `validate`.

    Args:
        name: what the report calls the store.
        skip_capabilities: what is not to be checked.

    Returns:
        A decorator for a function that takes any of the keywords `index`, `ttl` and `clock`, and
        returns a store or yields one (sync or async).

    Raises:
        ValueError: a capability is unknown.
    """
    skipped = frozenset(named(one) for one in skip_capabilities)
    return lambda factory: Registered(name, factory, skipped)


def registered(factory: Factory | Registered) -> Registered:
    """Return what is registered as it is, and anything else under its own name.

    Args:
        factory: a factory, registered or not.

    Returns:
        The registered factory.
    """
    if isinstance(factory, Registered):
        return factory
    return Registered(getattr(factory, "__name__", type(factory).__name__), factory)


def _made(factory: Factory, options: dict[str, Any]) -> Any:
    if inspect.isasyncgenfunction(factory):
        return asynccontextmanager(factory)(**options)
    if inspect.isgeneratorfunction(factory):
        return contextmanager(factory)(**options)
    return factory(**options)


@asynccontextmanager
async def _entered(made: Any, mode: Mode) -> AsyncGenerator[Any, None]:
    """Enter what the factory made in the way of the mode if it can be, else in the other."""
    if inspect.isawaitable(made):
        made = await made
    asynchronous = isinstance(made, AbstractAsyncContextManager)
    synchronous = isinstance(made, AbstractContextManager)
    if asynchronous and (mode == "async" or not synchronous):
        async with made as store:
            yield store
    elif synchronous:
        with made as store:
            yield store
    else:
        yield made
