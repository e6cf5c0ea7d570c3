"""Look after a memory over time: decay, pins, quality, size."""

import os
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from neuromem_graph.errors import ConfigError, InvalidInput
from neuromem_graph.pipeline import auditing, decaying
from neuromem_graph.pipeline.reindexing import Progress
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.ports import Compactable
from neuromem_graph.resources import Resources
from neuromem_graph.types.auditing import AuditReport
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import Receipt
from neuromem_graph.types.storage import Compacted, DbStats
from neuromem_graph.types.upkeep import DecayReport

_LISTED = 100


class Upkeep:
    """Look after one namespace and its file; `MemoryRuntime` adds the rest."""

    namespace: Namespace
    resources: Resources

    def pin(self, memory_id: str, *, reason: str | None = None) -> Receipt:
        """Let a memory fade no more, however long nobody uses it; `unpin` takes it back.

        Args:
            memory_id: its id.
            reason: a code such as "asked_by_user" that stands in the record; no free text.

        Raises:
            InvalidInput: the reason is no code.
            NotFound: this namespace holds no such memory, or its content was erased.
        """
        return decaying.pin(self.namespace, memory_id, self.resources, pinned=True, reason=reason)

    def unpin(self, memory_id: str, *, reason: str | None = None) -> Receipt:
        """Let a memory fade with time again; the arguments and errors are as for `pin`."""
        return decaying.pin(self.namespace, memory_id, self.resources, pinned=False, reason=reason)

    def run_decay(
        self, *, dry_run: bool = False, at: datetime | None = None, listed: int = _LISTED,
        progress: Progress | None = None,
    ) -> DecayReport:  # fmt: skip
        """Record which memories went unused, and list what could be put away; deletes nothing.

        What fades ranks lower by itself: importance is computed when it is read (docs/upkeep.md).
        This adds evidence of it, one record per batch that has any; again at once it adds none.

        Args:
            dry_run: only look; nothing is written.
            at: the moment, aware; now by default.
            listed: how many memories the report shows of each sort; all are counted.
            progress: called with how many memories are done and how many there are, after each
                batch (`Settings.decaying.batch`); or a bar such as `tqdm()`.

        Raises:
            InvalidInput, InvalidTime: an argument can't be used; nothing was written.
        """
        return decaying.run_decay(
            self.namespace, self.resources, dry_run=dry_run, at=at, listed=listed,
            progress=progress,
        )  # fmt: skip

    def audit(
        self, items: Iterable[Any] | None = None, *, progress: Progress | None = None
    ) -> AuditReport:
        """Tell what makes this memory worse, as text, JSON or a page; changes nothing.

        Duplicates, echoes, contradictions, memories that nobody asked for, orphans, secrets, growth
        per day: see docs/upkeep.md. Time grows with the number of memories, up to
        `Settings.auditing.most`.

        Args:
            items: audit these instead, exported from any LangGraph store: dicts with `namespace`,
                `key`, `value` and, if known, `created_at`, or what `BaseStore.search` returns.
            progress: called with how many are done and how many there are; or a bar such as
                `tqdm()`.

        Returns:
            What was found: `print` it, `model_dump_json()` it, or write `to_html()` to a file.

        Raises:
            InvalidInput: one of the items is none; the message says which.
        """
        if items is None:
            return auditing.audit(self.namespace, self.resources, progress)
        now = self.resources.clock()
        return auditing.audit_items(items, self.resources.settings, now, progress)

    def compact(self, *, into: str | os.PathLike[str] | None = None) -> Compacted:
        """Make the file smaller; no record is touched, and no answer changes.

        Drops explanations of queries and vectors of models above their bounds
        (`Settings.traces_kept`, `storage.trace_days`, `caching.models`), merges the search indexes
        and empties the write-ahead log, for all namespaces of the file.

        Args:
            into: also write a copy without free pages to this new file, and check all its records.
                Put it in the place of the old one yourself, once nobody has that open.

        Raises:
            InvalidInput: something is at `into` already; nothing was done.
            StorageFull, StorageBusy, ReadOnlyStore, LedgerCorrupt: the copy, if any, was removed.
        """
        days = self.resources.settings.storage.trace_days
        return self._storage().compact(into=into, trace_days=days)

    def db_stats(self, *, namespaces: bool = False) -> DbStats:
        """Measure the file: pages, log, and rows and bytes of tables that belong together.

        Args:
            namespaces: also count what each namespace of the file holds.

        Raises:
            InvalidInput: `namespaces` is neither True nor False.
        """
        if not isinstance(namespaces, bool):
            raise InvalidInput("namespaces must be True or False")
        return self._storage().db_stats(namespaces=namespaces)

    def _storage(self) -> Compactable:
        ledger = self.resources.ledger
        if not isinstance(ledger, Compactable):
            raise ConfigError("this ledger can't be compacted or measured: its backend can't")
        return ledger

    apin = twin_of(pin)
    aunpin = twin_of(unpin)
    aaudit = twin_of(audit)
    arun_decay = twin_of(run_decay)
    acompact = twin_of(compact)
    adb_stats = twin_of(db_stats)
