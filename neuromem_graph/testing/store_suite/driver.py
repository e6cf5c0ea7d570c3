"""Run the operations of a store through its sync methods or its async ones."""

import asyncio
import inspect
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from langgraph.store.base import BaseStore, Item, SearchItem

from neuromem_graph.testing.store_suite.capabilities import Mode

THREADS = 8
"""How many threads use a store at the same time."""

START = datetime(2024, 1, 31, 12, tzinfo=UTC)


class ManualClock:
    """Tell a time that moves a millisecond whenever it is read, and otherwise on demand."""

    def __init__(self, now: datetime = START) -> None:
        self._now = now

    def __call__(self) -> datetime:
        """Return the time."""
        self._now += timedelta(milliseconds=1)
        return self._now

    def advance(self, *, minutes: float) -> None:
        """Let time pass.

        Args:
            minutes: how much of it.
        """
        self._now += timedelta(minutes=minutes)


@dataclass(frozen=True)
class Driver:
    """Offer the five pairs of operations of a store, and its batches, in one mode.

    What is given to it is passed on as it is: wrong arguments are for the store to refuse.
    """

    raw: BaseStore
    mode: Mode
    clock: ManualClock | None = None

    pool: Executor | None = None
    """The threads of `apart`; None for those of the event loop."""

    async def call(self, name: str, /, *args: Any, **kwargs: Any) -> Any:
        """Call a method of the store, or its async twin.

        Args:
            name: the name of the sync one.
            *args: passed on.
            **kwargs: passed on.

        Returns:
            What it returns.
        """
        twin = f"a{name}"
        method = getattr(self.raw, twin if self.mode == "async" else name, None)
        result = (method or getattr(self.raw, name))(*args, **kwargs)
        return await result if inspect.isawaitable(result) else result

    async def apart(self, name: str, /, *args: Any, **kwargs: Any) -> Any:
        """Call a method as `call` does; in sync mode in another thread.

        Args:
            name: the name of the sync one.
            *args: passed on.
            **kwargs: passed on.

        Returns:
            What it returns.
        """
        if self.mode == "async":
            return await self.call(name, *args, **kwargs)
        method = partial(getattr(self.raw, name), *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self.pool, method)

    async def put(self, namespace: Any, key: Any, value: Any, *args: Any, **options: Any) -> None:
        """Put an item.

        Args:
            namespace: where.
            key: under which name.
            value: what.
            *args: `index`.
            **options: `index`, `ttl`.
        """
        await self.call("put", namespace, key, value, *args, **options)

    async def get(self, namespace: Any, key: Any, **options: Any) -> Item | None:
        """Get an item.

        Args:
            namespace: where.
            key: under which name.
            **options: `refresh_ttl`.

        Returns:
            The item, or None if there is none.
        """
        item: Item | None = await self.call("get", namespace, key, **options)
        return item

    async def value(self, namespace: Any, key: Any, **options: Any) -> Any:
        """Get the value of an item.

        Args:
            namespace: where.
            key: under which name.
            **options: `refresh_ttl`.

        Returns:
            Its value, or None if there is no item.
        """
        item = await self.get(namespace, key, **options)
        return None if item is None else item.value

    async def delete(self, namespace: Any, key: Any) -> None:
        """Delete an item.

        Args:
            namespace: where.
            key: under which name.
        """
        await self.call("delete", namespace, key)

    async def search(self, prefix: Any = (), **options: Any) -> list[SearchItem]:
        """Search below a prefix.

        Args:
            prefix: the namespaces that begin so.
            **options: `query`, `filter`, `limit`, `offset`, `refresh_ttl`.

        Returns:
            The items.
        """
        found: list[SearchItem] = await self.call("search", prefix, **options)
        return found

    async def keys(self, prefix: Any = (), **options: Any) -> list[str]:
        """Search below a prefix for keys.

        Args:
            prefix: the namespaces that begin so.
            **options: as for `search`.

        Returns:
            The keys of the items, in their order.
        """
        return [item.key for item in await self.search(prefix, **options)]

    async def list_namespaces(self, **options: Any) -> list[tuple[str, ...]]:
        """List namespaces.

        Args:
            **options: `prefix`, `suffix`, `max_depth`, `limit`, `offset`.

        Returns:
            The namespaces.
        """
        found: list[tuple[str, ...]] = await self.call("list_namespaces", **options)
        return found

    async def batch(self, ops: Iterable[Any]) -> list[Any]:
        """Run operations together.

        Args:
            ops: any operations.

        Returns:
            Their results.
        """
        results: list[Any] = await self.call("batch", ops)
        return results

    async def sweep(self) -> int:
        """Remove what has expired.

        Returns:
            How many items that were.
        """
        count: int = await self.call("sweep_ttl")
        return count

    async def later(self, *, minutes: float = 0) -> None:
        """Let time pass: the store's clock moves; a store without one waits for the next tick.

        Args:
            minutes: how much; only for a store that takes a clock.
        """
        if self.clock is not None:
            self.clock.advance(minutes=minutes)
            return
        before = datetime.now(UTC)
        while datetime.now(UTC) <= before:
            await asyncio.sleep(0)
