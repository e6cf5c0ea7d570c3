"""`MemoryStore`: a LangGraph store on the ledger, one class for sync and async."""

import os
import warnings
from collections.abc import Iterable, Mapping
from typing import Any, Self

from langgraph.store.base import IndexConfig, Op, Result, TTLConfig

from neuromem_graph.errors import ConfigError
from neuromem_graph.pipeline import items
from neuromem_graph.pipeline.discreet import discreet
from neuromem_graph.pipeline.item_search import Searcher
from neuromem_graph.pipeline.moments import AsOf, moment_of
from neuromem_graph.pipeline.performance import tables_of
from neuromem_graph.pipeline.twin import Closing, Done, twin_of
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.stores import flows
from neuromem_graph.stores.driving import Flow, adrive, drive
from neuromem_graph.stores.embedding import IndexChanged, indexing_of
from neuromem_graph.stores.lifetime import Count, Sweeper
from neuromem_graph.stores.ops import MOST_MINUTES, work_of
from neuromem_graph.stores.single import Ranking
from neuromem_graph.stores.versions import Versions
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.items import IndexState

_TTL_KEYS = frozenset({"refresh_on_read", "omit_expired", "default_ttl", "sweep_interval_minutes"})
_SWEEP_MINUTES = 5


@discreet
class MemoryStore(Versions, Closing):
    """Keep items in the ledger of a memory, with their whole history.

    Every put and delete is a record of the ledger. Sync and async calls work from any thread and
    any event loop; what a cancelled call was to write is whole or absent.

    Args:
        source: a `MemoryRuntime`, or a path as `MemoryRuntime.local` takes it.
        index: how items are embedded, as LangGraph's `IndexConfig`; without it a search ranks by
            words. An optional key `model` names the embedder.
        ttl: when items expire, as LangGraph's `TTLConfig`.
        ranking: what a search with a query does by default where there is an index: "similarity"
            of vectors, or "recall", which weighs words and vectors as memories are recalled.
        periods: allow "." in namespace labels, for e-mail addresses.
        options: for a path, those of `MemoryRuntime.local`: `settings`, `clock`, `read_only`, ...

    Raises:
        ConfigError: the index, the TTL or the clock can't be used.
        NotALedger: the path holds something else.
        SchemaTooNew: a newer version of this package wrote the file.
        ReadOnlyStore: the file or its folder can't be written.
        LedgerRolledBack: the file ends before the head that was acknowledged.
    """

    supports_ttl = True

    def __init__(
        self, source: MemoryRuntime | str | os.PathLike[str] = ".neuromem", *,
        index: IndexConfig | None = None, ttl: TTLConfig | None = None,
        ranking: Ranking = "similarity", periods: bool = False, **options: Any,
    ) -> None:  # fmt: skip
        self._indexing = indexing_of(index)
        self.index_config = index
        self.embeddings = None if self._indexing is None else self._indexing.embeddings
        self.ttl_config = _ttl_of(ttl)
        self._recall = _recalls(ranking)
        self._periods = periods
        self._owned = not isinstance(source, MemoryRuntime)
        self._sweeper: Sweeper | None = None
        self._warned = False
        if isinstance(source, MemoryRuntime):
            if options:
                raise ConfigError(f"{sorted(options)} belong to the runtime that is given")
            self._runtime = source
        else:
            self._runtime = MemoryRuntime.local("store", source, **options)
        self._setup = self._made()

    def _made(self) -> flows.Setup:
        resources = self._runtime.resources
        index = None if self._indexing is None else self._indexing.named
        return flows.Setup(
            resources=resources, index=index, warn=self._warn,
            searcher=Searcher(resources=resources, index=index, tables=tables_of(resources)),
            omit_expired=bool((self.ttl_config or {}).get("omit_expired", False)),
        )  # fmt: skip

    @classmethod
    def from_conn_string(
        cls, conn_string: str | os.PathLike[str], *, index: IndexConfig | None = None,
        ttl: TTLConfig | None = None, **options: Any,
    ) -> Self:  # fmt: skip
        """Open a store by its path, for `with` and for `async with`.

        Args:
            conn_string: a file, a folder or ":memory:".
            index: how items are embedded.
            ttl: when items expire.
            options: the others of the class.
        """
        return cls(conn_string, index=index, ttl=ttl, **options)

    # ------------------------------------------------------------------ operations

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run operations as one: reads see what was there before, puts are all made or none.

        Args:
            ops: any mix; of several puts of one key the last counts.

        Returns:
            One result per operation, in order.

        Raises:
            InvalidNamespaceError, InvalidInput, InvalidVector, ProviderError, StorageError: nothing
                was changed.
        """
        results: list[Result] = self._drive(self._batch(ops))
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do as `batch`, without blocking the event loop."""
        results: list[Result] = await self._adrive(self._batch(ops))
        return results

    def _batch(
        self, ops: Iterable[Op], as_of: AsOf = None, ranking: Ranking | None = None
    ) -> Flow[list[Result]]:
        recall = self._recall if ranking is None else _recalls(ranking)
        work = work_of(ops, self._periods, self._setup.resources.settings.limits)
        moment = moment_of(as_of, self._setup.resources.ledger)
        asking = flows.Asking(as_of=moment, recall=recall)
        return (yield from flows.batch(self._setup, work, asking))

    def _drive(self, flow: Flow[Any]) -> Any:
        return drive(flow, self._indexing and self._indexing.embedder)

    async def _adrive(self, flow: Flow[Any]) -> Any:
        return await adrive(flow, self._indexing and self._indexing.embedder)

    def _run(self, op: Op, as_of: AsOf = None, ranking: Ranking | None = None) -> Any:
        return self._drive(self._batch([op], as_of, ranking))[0]

    async def _arun(self, op: Op, as_of: AsOf = None, ranking: Ranking | None = None) -> Any:
        return (await self._adrive(self._batch([op], as_of, ranking)))[0]

    # ------------------------------------------------------------------ index

    def index_state(self) -> IndexState:
        """Tell which model embeds, which others did, and how many items it can't find."""
        return flows.state(self._setup)

    def reindex(self, progress: flows.Progress | None = None) -> int:
        """Embed what the index in use can't find: after a change of model or fields.

        A run that was broken off goes on where it stopped.

        Args:
            progress: called with how many items were looked at and how many there are.

        Returns:
            How many items are found by other vectors than before.

        Raises:
            ConfigError: the store has no index.
        """
        count: int = self._drive(self._reindex(progress))
        return count

    async def areindex(self, progress: flows.Progress | None = None) -> int:
        """Do as `reindex`, without blocking the event loop."""
        count: int = await self._adrive(self._reindex(progress))
        return count

    def _reindex(self, progress: flows.Progress | None) -> Flow[int]:
        if self._setup.index is None:
            raise ConfigError("this store has no index: open it with index={...}")
        self._warned = False
        return (yield from flows.reindex(self._setup, self._setup.index, progress))

    def _warn(self, unseen: int) -> None:
        if self._warned or self._indexing is None:
            return
        self._warned = True
        with self._setup.resources.ledger.reader() as reader:
            others = [m for m in reader.store.models() if m != self._indexing.named.model]
        message = (
            f"{unseen} items are not embedded by {self._indexing.named.model!r} and follow "
            f"without a score; this file has vectors of {others}: call reindex(), "
            "or open the store with that model"
        )
        warnings.warn(message, IndexChanged, stacklevel=2)

    # ------------------------------------------------------------------ life

    def setup(self) -> Done:
        """Do nothing: the store is ready once it is made; `await store.setup()` works, too."""
        return Done()

    def sweep_ttl(self) -> Count:
        """Record the end of every item whose time is up; return how many there were."""
        now = to_micros(self._setup.resources.clock())
        return Count(items.expire(now, self._setup.resources.ledger))

    def start_ttl_sweeper(self, sweep_interval_minutes: float | None = None) -> Sweeper:
        """Sweep now and then in a thread, until `stop_ttl_sweeper` or `close`.

        Args:
            sweep_interval_minutes: 5 by default, or what the TTL config says.

        Returns:
            A future that is done when sweeping has ended; awaiting it gives itself at once.
        """
        if self._sweeper is None or self._sweeper.done():
            said = (self.ttl_config or {}).get("sweep_interval_minutes")
            asked = said if sweep_interval_minutes is None else sweep_interval_minutes
            minutes = _SWEEP_MINUTES if asked is None else asked
            if not _is_minutes(minutes, 1e-3):
                raise ConfigError(f"sweep_interval_minutes={minutes!r:.40}: give 0.001 or more")
            self._sweeper = Sweeper(self, minutes * 60)
        return self._sweeper

    def stop_ttl_sweeper(self, timeout: float | None = None) -> Count:
        """Stop sweeping; return 1 once it has ended, 0 if it still goes on after `timeout` s."""
        if self._sweeper is not None and self._sweeper.join(timeout):
            self._sweeper = None
        return Count(self._sweeper is None)

    def close(self) -> None:
        """Stop sweeping, and close the file unless it belongs to a runtime that was given."""
        self.stop_ttl_sweeper(timeout=1)
        if self._owned:
            self._runtime.close()

    aclose = twin_of(close)


def _ttl_of(config: TTLConfig | None) -> TTLConfig | None:
    if config is None:
        return None
    if not isinstance(config, Mapping) or set(config) - _TTL_KEYS:
        raise ConfigError(f"ttl={config!r:.200}: a TTL config has the keys {sorted(_TTL_KEYS)}")
    for name, least in (("default_ttl", 0), ("sweep_interval_minutes", 1e-3)):
        minutes: Any = config.get(name)
        if minutes is not None and not _is_minutes(minutes, least):
            raise ConfigError(f"ttl {name}={minutes!r:.40}: give minutes, from {least} on")
    return config


def _is_minutes(given: Any, least: float) -> bool:
    """Tell whether these are minutes that a timer can wait for."""
    number = isinstance(given, int | float) and not isinstance(given, bool)
    return number and least <= given <= MOST_MINUTES


def _recalls(ranking: str) -> bool:
    if ranking not in ("similarity", "recall"):
        raise ConfigError(f"ranking={ranking!r:.40}: choose 'similarity' or 'recall'")
    return ranking == "recall"
