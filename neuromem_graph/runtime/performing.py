"""The methods that ask and embed without blocking, and tell how that performs."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline import combined, performance, recall, reindexing, vectors
from neuromem_graph.pipeline.moments import AsOf, moment_of
from neuromem_graph.pipeline.reindexing import Progress
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Lens, Namespace
from neuromem_graph.types.diagnostics import PerformanceStats
from neuromem_graph.types.recall import Filters, MemoryContext, Query


class Performing:
    """Ask and embed for one namespace; `MemoryRuntime` adds the rest."""

    namespace: Namespace
    resources: Resources

    def query(
        self, text: str, *, k: int = 10, budget_tokens: int = 800, lens: Lens = "auto",
        as_of: AsOf = None, valid_at: datetime | None = None,
        filters: Filters | Mapping[str, Any] | None = None, include_items: bool = False,
        record: bool = True,
    ) -> MemoryContext:  # fmt: skip
        """Recall what is relevant to a question, packed into a bounded prompt.

        Args:
            text: the question.
            k: memories at most.
            budget_tokens: tokens of the rendered prompt at most.
            lens: auto, associative, logical, procedural, historical or audit.
            as_of: what we knew then: a ledger sequence number, an aware datetime, or the config of
                a checkpoint that `LedgerSaver` keeps in the same file.
            valid_at: what was true then: an aware datetime.
            filters: kinds, channels, thread, states; see `Filters`.
            include_items: also look at what a `MemoryStore` holds in this namespace.
            record: keep the explanation under `trace_id`.

        Raises:
            InvalidInput: if the question is blank, the lens unknown or a number out of range.
            InvalidTime: if a datetime is naive.
            NotFound: if there is no such checkpoint.
            InvalidVector, ProviderError, ConfigError: the embedder or the reranker failed.
        """
        asked = self._asked(as_of, include_items, text=text, k=k, budget_tokens=budget_tokens,
                            lens=lens, valid_at=valid_at, filters=filters or Filters())  # fmt: skip
        if include_items:
            return combined.recall_with_items(asked, self.resources, record=record)
        return recall.recall(asked, self.resources, record=record)

    async def aquery(
        self, text: str, *, k: int = 10, budget_tokens: int = 800, lens: Lens = "auto",
        as_of: AsOf = None, valid_at: datetime | None = None,
        filters: Filters | Mapping[str, Any] | None = None, include_items: bool = False,
        record: bool = True,
    ) -> MemoryContext:  # fmt: skip
        """Do as `query`, without blocking the event loop; an embedder that can be awaited is."""
        asked = await asyncio.to_thread(
            self._asked, as_of, include_items, text=text, k=k, budget_tokens=budget_tokens,
            lens=lens, valid_at=valid_at, filters=filters or Filters(),
        )  # fmt: skip
        if include_items:
            return await combined.arecall_with_items(asked, self.resources, record=record)
        return await recall.arecall(asked, self.resources, record=record)

    def _asked(self, as_of: AsOf, include_items: object, **fields: Any) -> Query:
        moment = moment_of(as_of, self.resources.ledger)
        asked = recall.make_query(namespace=self.namespace, as_of=moment, **fields)
        if not isinstance(include_items, bool):
            raise InvalidInput(f"include_items={include_items!r:.80}: give True or False")
        return asked

    def reindex(self, progress: Progress | None = None) -> int:
        """Embed every memory of this namespace that has no vector of the embedder's model.

        Until then such memories are found by their words; each query embeds some of them
        (`Settings.retrieval.backfill`). A run that was broken off goes on where it stopped.

        Args:
            progress: called with how many memories are done and how many there are, after each
                batch (`Settings.caching.batch`); or a bar such as `tqdm()`.

        Returns:
            How many memories were embedded.

        Raises:
            ConfigError: there is no embedder.
            InvalidVector, ProviderError, StorageError: what was embedded before is kept.
        """
        flow = reindexing.reindexing(self.namespace, self.resources, progress)
        return vectors.drive(flow, self.resources)

    async def areindex(self, progress: Progress | None = None) -> int:
        """Do as `reindex`, without blocking the event loop; an embedder that can be awaited is."""
        flow = reindexing.reindexing(self.namespace, self.resources, progress)
        return await vectors.adrive(flow, self.resources)

    def prewarm_embeddings(self, limit: int | None = None) -> int:
        """Make ready for the first question: load the model and the vectors of this namespace.

        Args:
            limit: memories without a vector that are embedded at most; by default
                `Settings.caching.prewarm`.

        Returns:
            How many memories were embedded.

        Raises:
            ConfigError: there is no embedder.
            InvalidInput: `limit` is no number from 0 on.
            InvalidVector, ProviderError, StorageError: what was embedded before is kept.
        """
        flow = reindexing.prewarming(self.namespace, self.resources, limit)
        return vectors.drive(flow, self.resources)

    async def aprewarm_embeddings(self, limit: int | None = None) -> int:
        """Do as `prewarm_embeddings`, without blocking the event loop."""
        flow = reindexing.prewarming(self.namespace, self.resources, limit)
        return await vectors.adrive(flow, self.resources)

    def performance_stats(self) -> PerformanceStats:
        """Tell how this runtime performs: caches, embedder, resident vectors, query times.

        Counts are of this process since the runtime was opened; runtimes made by `within` share
        them.
        """
        return performance.stats(self.namespace, self.resources)

    aperformance_stats = twin_of(performance_stats)
