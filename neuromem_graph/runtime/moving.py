"""The methods that let a memory move: export, import, backup, and a look at its records."""

import os
from datetime import UTC, tzinfo
from pathlib import Path

from neuromem_graph.core.chats import Log
from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline import import_sources, importing, moving
from neuromem_graph.pipeline.import_sources import Items
from neuromem_graph.pipeline.importing import Mode
from neuromem_graph.pipeline.json_files import Source, Target
from neuromem_graph.pipeline.reindexing import Progress
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.moving import Copied, Exported, Imported, ImportedEvents, LogEntry


class Moving:
    """Move memories in and out of one namespace; `MemoryRuntime` adds the rest."""

    namespace: Namespace
    resources: Resources

    def export_jsonl(
        self, target: Target, *, everything: bool = False, progress: Progress | None = None
    ) -> Exported:
        """Write this namespace as JSON lines, so that `import_jsonl` gives equal answers from them.

        Written are the records with their content, of one snapshot; not the explanations of
        queries, vectors, and checkpoints (see docs/export.md).

        Args:
            target: a path, which holds all of it at the end or is as it was; or an open file.
            everything: all namespaces of the ledger, and its very chain.
            progress: called with how many records are done and how many there are.

        Raises:
            InvalidInput: it is nothing that can be written to.
            ReadOnlyStore: the file or its folder can't be written.
            LedgerCorrupt: a record or payload was edited or is missing; nothing was written.
        """
        namespace = None if _flag(everything) else self.namespace
        return moving.export(namespace, target, self.resources, progress)

    def import_jsonl(
        self, source: Source, *, everything: bool = False, progress: Progress | None = None
    ) -> Imported:
        """Take in what `export_jsonl` wrote: all that is not there yet, in one transaction.

        Into an empty file it comes with its numbers, times and ids. What is there already is
        compared and stays; importing twice adds nothing.

        Args:
            source: a path, an open file, or its lines.
            everything: also namespaces other than this one.
            progress: called with how many records are done and how many there are.

        Raises:
            InvalidInput: the export is damaged, is of another namespace, or this ledger and the
                export went different ways. The line is named; nothing was written.
            SchemaTooNew: a newer version of this package wrote it.
        """
        namespace = None if _flag(everything) else self.namespace
        return moving.import_(namespace, source, self.resources, progress)

    def import_chat(
        self, source: Source, *, mode: Mode = "ingest", thread: str | None = None,
        zone: tzinfo = UTC, sample: str | None = None, progress: Progress | None = None,
    ) -> ImportedEvents:  # fmt: skip
        """Take in a log of a chat, batch by batch: JSON, JSON lines, LoCoMo, ChatGPT's export.

        A message keeps its time and its id; one without an id is known by its words, time, role
        and thread, so that importing again adds only what is new.

        Args:
            source: a path, an open file, or its lines.
            mode: "observe" (events alone), "commit" (memories, whatever their impact), "route" (how
                each would be routed), or "ingest".
            thread: of messages that name none.
            zone: of times that name none.
            sample: which conversation, of a file of LoCoMo with several.
            progress: called with how many messages are done; the second number is 0.

        Raises:
            InvalidInput: naming file, line and column; what stands before it is kept and counted.
        """
        log = _log(thread, zone, sample)
        importing.mode_of(mode)
        events = import_sources.chat(source, log)
        flow = importing.flow(events, self.namespace, self.resources, progress)
        return importing.run(flow, mode, self.resources)

    async def aimport_chat(
        self, source: Source, *, mode: Mode = "ingest", thread: str | None = None,
        zone: tzinfo = UTC, sample: str | None = None, progress: Progress | None = None,
    ) -> ImportedEvents:  # fmt: skip
        """Do as `import_chat`; a model is awaited, everything else runs in a worker thread."""
        log = _log(thread, zone, sample)
        events = import_sources.chat(source, log)
        flow = importing.flow(events, self.namespace, self.resources, progress)
        return await importing.arun(flow, mode, self.resources)

    def import_mem0(
        self, source: Source, *, user_id: str | None = None, role: str = "assistant",
        progress: Progress | None = None,
    ) -> ImportedEvents:  # fmt: skip
        """Take in what mem0's `get_all` gave, saved as JSON, with the times of its memories.

        Args:
            source: a path, an open file, or its lines.
            user_id: whose memories; needed if they are of several.
            role: whose word they are. A model wrote them, so by default they are recalled and
                marked, and make no facts; "user" trusts them as if the user had said so.
            progress: called with how many are done; the second number is 0.

        Raises:
            InvalidInput: naming the memory; what stands before it is kept and counted.
        """
        events = import_sources.mem0(source, user_id, importing.role_of(role))
        flow = importing.flow(events, self.namespace, self.resources, progress)
        return importing.run(flow, "commit", self.resources)

    def import_store(
        self, store: Items, namespace_prefix: tuple[str, ...], *, role: str = "assistant",
        progress: Progress | None = None,
    ) -> ImportedEvents:  # fmt: skip
        """Take in the items of a LangGraph store that hold text, with their times.

        Args:
            store: any `BaseStore`.
            namespace_prefix: whose items; those of namespaces below it, too.
            role: whose word they are; see `import_mem0`.
            progress: called with how many are done; the second number is 0.

        Raises:
            InvalidInput: naming the item; what came before it is kept and counted.
        """
        if not isinstance(namespace_prefix, tuple) or not hasattr(store, "search"):
            raise InvalidInput("give a LangGraph store and a namespace such as ('memories', 'ann')")
        events = import_sources.items(store, namespace_prefix, importing.role_of(role))
        flow = importing.flow(events, self.namespace, self.resources, progress)
        return importing.run(flow, "commit", self.resources)

    def backup(self, target: str | os.PathLike[str], *, progress: Progress | None = None) -> Copied:
        """Copy the whole file, all namespaces and checkpoints, while it is in use; verify the copy.

        Args:
            target: a new file. The key that marks secrets is copied beside it.
            progress: called with how many pages are done and how many there are.

        Raises:
            InvalidInput: something stands there.
            ReadOnlyStore, StorageFull, LedgerCorrupt: no copy is left behind.
        """
        path = getattr(self.resources.ledger, "path", None)
        keyed = path if isinstance(path, Path) else None
        return moving.backup(target, self.resources, keyed, progress)

    def log(
        self, *, after: int = 0, before: int | None = None, limit: int = 20
    ) -> tuple[LogEntry, ...]:
        """Return the last records of this namespace as they stand in the ledger, oldest first.

        Args:
            after: only those with a greater sequence number.
            before: only those with a smaller one.
            limit: records at most. Records of other namespaces between them are passed over.

        Raises:
            InvalidInput: one of the numbers is none.
        """
        return moving.log(self.namespace, self.resources, after=after, before=before, limit=limit)

    aexport_jsonl = twin_of(export_jsonl)
    aimport_jsonl = twin_of(import_jsonl)
    aimport_mem0 = twin_of(import_mem0)
    aimport_store = twin_of(import_store)
    abackup = twin_of(backup)
    alog = twin_of(log)


def _flag(everything: object) -> bool:
    if not isinstance(everything, bool):
        raise InvalidInput(f"everything={everything!r:.80}: give True or False")
    return everything


def _log(thread: object, zone: object, sample: object) -> Log:
    if not isinstance(thread, str | None) or not isinstance(sample, str | None):
        raise InvalidInput(f"thread={thread!r:.40}, sample={sample!r:.40}: give texts")
    if not isinstance(zone, tzinfo):
        raise InvalidInput(f"zone={zone!r:.40} is no time zone: give ZoneInfo('Europe/Lisbon')")
    return Log(thread, zone, sample)
