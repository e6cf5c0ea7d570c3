"""The facade: `MemoryRuntime` binds a namespace to a ledger and to the stages.

This is the one place that picks concrete classes. Every method has an `a` twin that does the same
from a running event loop without blocking it.
"""

import os
from typing import TYPE_CHECKING, Any, Self

from neuromem_graph.core import lifecycle
from neuromem_graph.core import turns as making
from neuromem_graph.core.text import estimate_tokens
from neuromem_graph.errors import ConfigError, InvalidInput, NotFound
from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.pipeline import clearing, guarding, recall, review
from neuromem_graph.pipeline import graph as drawing
from neuromem_graph.pipeline.background import Worker
from neuromem_graph.pipeline.discreet import discreet
from neuromem_graph.pipeline.moments import AsOf, moment_of
from neuromem_graph.pipeline.twin import Closing, twin_of
from neuromem_graph.ports import (
    Clock,
    Entropy,
    TokenCounter,
)
from neuromem_graph.providers.embedding import Embedding, embedder_from
from neuromem_graph.providers.expanding import Expands, expander_from
from neuromem_graph.providers.extractors import extractor_from
from neuromem_graph.providers.rerank import Reranking, reranker_from
from neuromem_graph.resources import Resources, utc_now
from neuromem_graph.runtime.believing import Believing
from neuromem_graph.runtime.entities import Naming
from neuromem_graph.runtime.explaining import Explaining
from neuromem_graph.runtime.exploring import Exploring
from neuromem_graph.runtime.governing import Governing
from neuromem_graph.runtime.keeping import Keeping
from neuromem_graph.runtime.looking_after import Upkeep
from neuromem_graph.runtime.moving import Moving
from neuromem_graph.runtime.performing import Performing
from neuromem_graph.runtime.picturing import Picturing
from neuromem_graph.runtime.queueing import Queueing, worker
from neuromem_graph.runtime.sleeping import Sleeping
from neuromem_graph.runtime.sources import clock_from, entropy_from, redacting_from
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import HeldItem, Receipt, Verdict
from neuromem_graph.types.ledger import Head, LedgerStats, MemoryRow, Verification
from neuromem_graph.types.recall import MemoryContext

if TYPE_CHECKING:
    from networkx import MultiDiGraph


@discreet
class MemoryRuntime(
    Performing, Exploring, Explaining, Picturing, Naming, Believing, Governing, Keeping, Moving,
    Sleeping, Queueing, Upkeep, Closing,
):  # fmt: skip
    """Remember and recall for one namespace; open it with `local` and close it after use.

    Args:
        namespace: the isolated memory this runtime reads and writes.
        ledger: where it is kept.
        resources: what the stages may use.
    """

    def __init__(
        self, namespace: Namespace, ledger: SqliteLedger, resources: Resources,
        background: Worker | None = None,
    ) -> None:  # fmt: skip
        self.namespace = namespace
        self.resources = resources
        self._ledger = ledger
        self._worker = background or worker(resources)

    @classmethod
    def local(
        cls, namespace: str | tuple[str, ...] = "default",
        path: str | os.PathLike[str] = ".neuromem", *, settings: Settings | None = None,
        extractor: Any = None, embedder: Embedding | None = None,
        reranker: Reranking | None = None, expander: Expands | None = None,
        count_tokens: TokenCounter = estimate_tokens, clock: Clock = utc_now,
        entropy: Entropy = os.urandom, read_only: bool = False,
    ) -> Self:  # fmt: skip
        """Open a memory on this machine; needs no server, key, model or download.

        Args:
            namespace: a tuple of segments, or a literal such as "acme/ann".
            path: a folder (holds `memory.sqlite3`), a file, or ":memory:".
            settings: thresholds, weights and limits.
            extractor: finds claims; the deterministic rules by default. "provider:model" such as
                "ollama:llama3.1:8b", a LangChain chat model, a function (`CallableExtractor`), or
                an object with `extract(turns)`.
            embedder: adds a dense channel to recall; none by default. LangChain `Embeddings`, a
                function in `CallableEmbedder`, an object with `model` and `embed(texts)`, or
                "provider:model" such as "ollama:nomic-embed-text".
            reranker: orders candidates anew; none by default. A LangChain cross-encoder or document
                compressor, an object with `rerank(query, texts)`, a function of both, or
                "name:model" of a plugin.
            expander: says a question in other words, or writes what its answer may look like; none
                by default. See `providers.expanding.expander_from`.
            count_tokens: counts the budget as your model does; by default an estimate.
            clock: tells the time.
            entropy: gives random bytes for ids and salts.
            read_only: open an existing file and write nothing to it.

        Raises:
            InvalidNamespace: the namespace is empty or holds something other than text.
            NotALedger: the path holds something else.
            SchemaTooNew: a newer version of this package wrote the file.
            ReadOnlyStore: the file or its folder can't be written.
            LedgerRolledBack: the file ends before the head that was acknowledged.
            ConfigError: the settings, the clock or the embedder can't be used.
        """
        chosen = settings or Settings()
        if not isinstance(chosen, Settings):
            raise ConfigError(f"settings={settings!r:.80} is not a Settings")
        checked = making.namespace_from(namespace, chosen.limits)
        clearing.namespace(checked, chosen.redacting)
        clock, entropy, embeds = clock_from(clock), entropy_from(entropy), embedder_from(embedder)
        finds, orders = extractor_from(extractor, chosen), reranker_from(reranker)
        widens = expander_from(expander, chosen.expanding)
        ledger = SqliteLedger(
            path, durability=chosen.durability, clock=clock, entropy=entropy,
            read_only=read_only, traces_kept=chosen.traces_kept,
            models_kept=chosen.caching.models,
        )  # fmt: skip
        chosen = redacting_from(chosen, ledger.path, entropy, read_only=read_only)
        resources = Resources(
            ledger=ledger, extractor=finds, embedder=embeds,
            reranker=orders, expander=widens, count_tokens=count_tokens, clock=clock,
            entropy=entropy, settings=chosen,
        )  # fmt: skip
        return cls(checked, ledger, resources)

    def within(self, namespace: str | tuple[str, ...]) -> "MemoryRuntime":
        """Return a runtime for another namespace on the same ledger; closing either closes both."""
        checked = making.namespace_from(namespace, self.resources.settings.limits)
        clearing.namespace(checked, self.resources.settings.redacting)
        return MemoryRuntime(checked, self._ledger, self.resources, self._worker)

    # ------------------------------------------------------------------ recall

    def replay_trace(self, trace_id: str) -> MemoryContext:
        """Return what a query answered, as it was recorded.

        Raises:
            NotFound: if this namespace holds no such trace.
        """
        return recall.replay_trace(self.namespace, trace_id, self.resources)

    def get(self, memory_id: str, *, as_of: AsOf = None) -> MemoryRow:
        """Return one memory by its id.

        Raises:
            NotFound: if this namespace holds no such memory (at that moment).
        """
        with self._ledger.reader(moment_of(as_of, self._ledger)) as reader:
            row = reader.memory(self.namespace, memory_id)
            then = reader.head.recorded_at if as_of is not None else None
        if row is None:
            raise NotFound(f"no memory {memory_id!r} in {self.namespace!r}")
        return lifecycle.dated([row], then or self.resources.clock())[0]

    def graph(self, *, as_of: AsOf = None) -> "MultiDiGraph[Any]":
        """Export what is believed as a networkx graph: entities and values, beliefs between them.

        Args:
            as_of: what was known then; see `query`.
        """
        return drawing.graph(self.namespace, self.resources, moment_of(as_of, self._ledger))

    # ------------------------------------------------------------------ review

    def pending(self, reason: str | None = None) -> tuple[HeldItem, ...]:
        """Return what waits for a decision, oldest first, each with the answers that fit.

        Args:
            reason: only what waits for it: ambiguous_entity, near_name, conflict, clarification,
                high_impact or quarantined.
        """
        return review.pending(self.namespace, self.resources, reason)

    def decide(
        self, held_id: str, decision: Verdict, *, entity: int | None = None,
        text: str | None = None, by: str = "human",
    ) -> Receipt:  # fmt: skip
        """Answer a held item: for people, never for a tool that an agent may call.

        Args:
            held_id: its id, from a receipt or from `pending`.
            decision: one of the item's `allowed`: "merge" (it means `entity`), "new" (none of the
                known ones), "accept" (it is so), "reject", or "edit" (`text` is right instead).
            entity: one of the item's choices; for "edit" where several bear the name.
            text: for "edit": the right sentence, or the right value alone.
            by: who answers; kept with the answer.

        Raises:
            NotFound, InvalidInput, ProviderError: nothing was written.
        """
        answer = review.answer_of(decision, entity, text, by)
        return review.settle(self.namespace, held_id, answer, self.resources)

    # ------------------------------------------------------------------ look after

    def stats(self) -> LedgerStats:
        """Count what this namespace holds."""
        with self._ledger.reader() as reader:
            found = reader.stats(self.namespace)
            alarms = guarding.busy(self.namespace, reader, self.resources)
        told = {one.name: one.events for one in alarms}
        return found.model_copy(update={"alarms": told}) if told else found

    def verify(self, *, deep: bool = False, expected_head: Head | None = None) -> Verification:
        """Check the whole ledger and name the first problem; changes nothing.

        Args:
            deep: also fold everything anew and compare every projection.
            expected_head: a head kept elsewhere; detects a rollback of the file.
        """
        if not isinstance(expected_head, Head | None):
            raise InvalidInput(f"expected_head={expected_head!r:.80} is not a Head")
        return self._ledger.verify(deep=bool(deep), expected_head=expected_head)

    def rebuild(self) -> int:
        """Drop every projection and fold the ledger again; return the number of records.

        It heals what was edited in projections. Edited records can't be healed.

        Raises:
            LedgerCorrupt: a record or payload was edited or is missing; restore a backup.
        """
        return self._ledger.rebuild()

    def close(self) -> None:
        """Close the ledger; what is queued and not finished waits in it."""
        self._worker.close()
        self._ledger.close()

    areplay_trace = twin_of(replay_trace)
    aget = twin_of(get)
    agraph = twin_of(graph)
    apending = twin_of(pending)
    adecide = twin_of(decide)
    astats = twin_of(stats)
    averify = twin_of(verify)
    arebuild = twin_of(rebuild)
    aclose = twin_of(close)
