"""`LedgerSaver`: checkpoints in the file of the ledger, for sync and async graphs alike."""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Self

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    DeltaChannelHistory,
)
from langgraph.checkpoint.serde.base import SerializerProtocol

from neuromem_graph.checkpointers import records
from neuromem_graph.checkpointers.codec import Codec, LastLists
from neuromem_graph.checkpointers.config import config_of, names_of, place_of, text_of
from neuromem_graph.checkpointers.listing import Listing
from neuromem_graph.checkpointers.schemas import SchemaSerializer
from neuromem_graph.checkpointers.source import Source, opened
from neuromem_graph.checkpointers.twins import AsyncTwins
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.ledger.sqlite import checkpoint_keeping as keeping
from neuromem_graph.ledger.sqlite import checkpoint_reading as reading
from neuromem_graph.ledger.sqlite import checkpoints
from neuromem_graph.ledger.sqlite.checkpoint_rows import NewWrite
from neuromem_graph.ledger.sqlite.checkpoint_statements import whole
from neuromem_graph.pipeline.discreet import discreet, discreetly
from neuromem_graph.pipeline.twin import Closing, Done
from neuromem_graph.runtime import MemoryRuntime


@discreet
class LedgerSaver(AsyncTwins, Closing):
    """Keep checkpoints beside the memory, in one SQLite file; safe for threads and processes.

    Args:
        source: a `MemoryRuntime`, or where its file is or shall be: a file, a folder, ":memory:".
        serde: LangGraph's serializer. By default state is read back into safe types and those
            that the schemas of the graphs name; all others come back as plain data.

    Raises:
        NotALedger, SchemaTooNew, ReadOnlyStore, LedgerRolledBack: nothing was written.
    """

    def __init__(self, source: Source, *, serde: SerializerProtocol | None = None) -> None:
        super().__init__(serde=serde or SchemaSerializer())
        self._runtime = source if isinstance(source, MemoryRuntime) else None
        self._connections, self._shared = opened(source)
        self._lists = LastLists()

    @classmethod
    def from_conn_string(
        cls, path: str | os.PathLike[str], *, serde: SerializerProtocol | None = None
    ) -> Self:
        """Open a saver by its path, for `with` and for `async with`.

        Args:
            path: a file, a folder, or ":memory:".
            serde: LangGraph's serializer.

        Raises:
            NotALedger: the path holds something else.
            SchemaTooNew: a newer version of this package wrote the file.
            ReadOnlyStore: the file or its folder can't be written.
            LedgerRolledBack: the file ends before the head that was acknowledged.
        """
        return cls(path, serde=serde)

    def setup(self) -> Done:
        """Do nothing: the file is ready once it is open. May be awaited."""
        return Done()

    # ------------------------------------------------------------------ read

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint, the latest one when the config has no checkpoint id.

        An earlier one of a thread whose memory nodes ran holds in channel `memory_as_of` what they
        had seen by then: a run that goes on from there can keep to it.

        Raises:
            InvalidInput: if the config names no thread.
        """
        place = place_of(config)
        with self._connections.look() as conn:
            found = reading.find(conn, place)
            fork = None if place.id is None else checkpoints.past(conn, place)
        if found is None:
            return None
        read = records.checkpoint_tuple(found, Codec(self.serde))
        return read if fork is None else records.seen_from_the_past(read, fork)

    def list(
        self, config: RunnableConfig | None, *, filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None, limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:  # fmt: skip
        """List checkpoints, newest first; others may write while you iterate, you too.

        Args:
            config: narrows down to its thread, namespace and checkpoint id; None lists all.
            filter: what metadata must hold: 1 is 1.0 and not True; None also means missing.
            before: only checkpoints whose id is less than the one of this config.
            limit: at most so many.

        Raises:
            InvalidInput: an argument can't be used; nothing was written.
        """
        listing = Listing(config, filter, before, limit)
        return chain.from_iterable(self._pages(listing))

    async def alist(
        self, config: RunnableConfig | None, *, filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None, limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:  # fmt: skip
        """Do as `list`, without blocking the event loop."""
        listing = Listing(config, filter, before, limit)
        pages = self._pages(listing)
        while (page := await asyncio.to_thread(next, pages, None)) is not None:
            for found in page:
                yield found

    @discreetly  # a page is read after `list` has returned
    def _pages(self, listing: Listing) -> Iterator[Sequence[CheckpointTuple]]:
        yield from listing.pages(self._connections, Codec(self.serde))

    def get_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """Read what delta channels are made from: the nearest stored value, the writes since.

        Args:
            config: the checkpoint; its own writes are pending and stay out.
            channels: names of channels.

        Raises:
            InvalidInput: if the config names no thread.
        """
        asked = names_of(channels, "channels")
        if not asked:
            return {}
        place = place_of(config)
        with self._connections.read() as conn:
            found = reading.history(conn, place, asked)
        codec = Codec(self.serde)
        return {name: records.delta_history(name, one, codec) for name, one in found.items()}

    def memory_seq(self, config: RunnableConfig) -> int:
        """Tell which record of the ledger was the last that a checkpoint had seen.

        Args:
            config: the checkpoint; the latest of its thread when it has no checkpoint id.

        Raises:
            NotFound: if there is no such checkpoint.
            InvalidInput: if the config names no thread.
        """
        place = place_of(config)
        with self._connections.read() as conn:
            seq = checkpoints.moment(conn, *place)
        if seq is None:
            raise NotFound(f"there is no checkpoint {place.id or ''} of {place.thread_id!r:.80}")
        return seq

    async def amemory_seq(self, config: RunnableConfig) -> int:
        """Do as `memory_seq`, without blocking the event loop."""
        return await asyncio.to_thread(self.memory_seq, config)

    # ------------------------------------------------------------------ write

    def put(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:  # fmt: skip
        """Store a checkpoint; of a thread deleted meanwhile, nothing is stored.

        Args:
            config: its thread and namespace, and as checkpoint id its parent.
            checkpoint: what to store.
            metadata: stored with what `config` adds to it.
            new_versions: the channels that changed; others are stored once per version.

        Returns:
            A config that names it.

        Raises:
            InvalidInput: if the config names no thread, or the state can't be serialized.
        """
        place, codec = place_of(config), Codec(self.serde, self._lists)
        new = records.new_checkpoint(place, config, checkpoint, metadata, new_versions, codec)
        values = checkpoint.get("channel_values") or {}
        with self._connections.write() as conn:
            checkpoints.put(
                conn, new, lambda channel: codec.dump_value(values[channel], (*place[:2], channel))
            )
        return config_of(place._replace(id=new.id))

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str,
        task_path: str = "",
    ) -> None:  # fmt: skip
        """Store what a task wrote; of a thread deleted meanwhile, nothing is stored.

        Args:
            config: the checkpoint, which may itself be stored later.
            writes: pairs of channel and value.
            task_id: the task; writing again changes nothing but special channels.
            task_path: where the task stands in the order of its step.

        Raises:
            InvalidInput: if the config names no checkpoint, or a value can't be serialized.
        """
        place, codec = place_of(config), Codec(self.serde)
        if place.id is None:
            raise InvalidInput("the config names no checkpoint: writes belong to one")
        task = text_of(task_id, "task_id"), text_of(task_path, "task_path")
        new = [
            NewWrite(
                WRITES_IDX_MAP.get(channel, idx), text_of(channel, "channel"), codec.dump(value)
            )
            for idx, (channel, value) in enumerate(writes)
        ]
        special = all(channel in WRITES_IDX_MAP for channel, _ in writes)
        with self._connections.write() as conn:
            checkpoints.put_writes(conn, place, task, new, replace=special)

    def get_next_version(self, current: str | int | float | None, channel: None = None) -> str:
        """Return a version that sorts after `current`, and differs in each branch of a thread."""
        last = 0 if current is None else int(str(current).partition(".")[0])
        return f"{last + 1:032}.{random.randrange(10**16):016}"

    # ------------------------------------------------------------------ look after

    def delete_thread(self, thread_id: str) -> None:
        """Delete all of a thread; a run that still writes to it does not bring it back."""
        name = text_of(thread_id, "thread_id")
        with self._connections.write() as conn:
            keeping.delete_thread(conn, name)

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Delete the checkpoints of these runs, and their writes.

        Raises:
            InvalidInput: if a checkpoint that stays makes a delta channel from one of them.
        """
        names = names_of(run_ids, "run_ids")
        with self._connections.write() as conn, whole():
            keeping.delete_runs(conn, names)

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy all of a thread; nothing happens when there is no such thread.

        Raises:
            InvalidInput: if the target holds something.
        """
        source = text_of(source_thread_id, "source_thread_id")
        target = text_of(target_thread_id, "target_thread_id")
        with self._connections.write() as conn, whole():
            keeping.copy_thread(conn, source, target)

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Delete checkpoints of threads.

        Args:
            thread_ids: the threads.
            strategy: "keep_latest" keeps the latest of each namespace and the ancestors that its
                delta channels are made from; "delete" keeps nothing.

        Raises:
            InvalidInput: if the strategy is another one, or one text was given instead of a list.
        """
        names = names_of(thread_ids, "thread_ids")
        if strategy not in ("keep_latest", "delete"):
            raise InvalidInput(f"strategy={strategy!r:.80} is not 'keep_latest' or 'delete'")
        act = keeping.keep_latest if strategy == "keep_latest" else keeping.delete_thread
        with self._connections.write() as conn, whole():
            for name in names:
                act(conn, name)

    def close(self) -> None:
        """Close the file; connections shared with a runtime stay open."""
        if not self._shared:
            self._connections.close()
