"""What the tests of `MemoryStore` share: a clock to turn, sync and async calls, embedders."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.settings import Settings
from neuromem_graph.stores import MemoryStore
from neuromem_graph.testing.store_suite.embedders import DIMS, VOCABULARY, embed, vector

__all__ = [
    "DIMS", "NS", "RELAXED", "VOCABULARY", "Calls", "Clock", "Counting", "calls", "embed", "head",
    "index_of", "ledger_of", "opened", "ranked", "vector",
]  # fmt: skip

NS = ("users", "ann")
RELAXED = Settings(durability="relaxed")
WAYS = [(mode, place) for mode in ("sync", "async") for place in ("memory", "file")]


class Clock:
    """Tell a time that only the test moves."""

    def __init__(self) -> None:
        self.now = datetime(2030, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def tick(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


class Calls:
    """Call a store by its sync names, in sync or in async code."""

    def __init__(self, store: MemoryStore, mode: str) -> None:
        self.store, self.mode = store, mode
        self._runner = asyncio.Runner() if mode == "async" else None

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if self._runner is None:
            return getattr(self.store, name)
        runner, method = self._runner, getattr(self.store, f"a{name}")

        def call(*args: Any, **kwargs: Any) -> Any:
            async def run() -> Any:
                return await method(*args, **kwargs)

            return runner.run(run())

        return call

    def end(self) -> None:
        if self._runner is not None:
            self._runner.close()
        self.store.close()


@contextmanager
def calls(mode: str, place: str | Path = ":memory:", **options: Any) -> Iterator[Calls]:
    """A store that is called in this mode; closed at the end."""
    made = Calls(opened(place, **options), mode)
    try:
        yield made
    finally:
        made.end()


def opened(place: str | Path = ":memory:", **options: Any) -> MemoryStore:
    """A store that does not wait for the disk."""
    return MemoryStore(place, **{"settings": RELAXED, **options})


class Counting:
    """Embed by counting words, and keep what was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.before: Callable[[Sequence[str]], None] = lambda texts: None

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        self.before(texts)
        self.asked += texts
        return embed(texts)


def index_of(embedder: Any = embed, *fields: str, **more: Any) -> Any:
    """An index over the field "text", unless others are named."""
    return {"dims": DIMS, "embed": embedder, "fields": list(fields) or ["text"], **more}


def ledger_of(store: MemoryStore) -> SqliteLedger:
    return store._runtime._ledger


def head(store: MemoryStore) -> int:
    with ledger_of(store).reader() as reader:
        return reader.head.seq


def ranked(found: Sequence[Any]) -> list[tuple[str, float | None]]:
    """Key and score of what a search found, in its order."""
    return [(one.key, one.score if one.score is None else round(one.score, 4)) for one in found]
