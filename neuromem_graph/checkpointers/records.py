"""Map LangGraph's records to rows and back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    DeltaChannelHistory,
    PendingWrite,
    get_checkpoint_metadata,
)
from langgraph.checkpoint.serde.types import INTERRUPT

from neuromem_graph.checkpointers.codec import Codec
from neuromem_graph.checkpointers.config import config_of, text_of
from neuromem_graph.errors import InvalidValue
from neuromem_graph.ledger.sqlite.checkpoint_rows import (
    History,
    NewCheckpoint,
    NewValue,
    Place,
    Stored,
    Value,
    Write,
)
from neuromem_graph.ledger.sqlite.checkpoint_statements import whole
from neuromem_graph.types.base import to_micros

_SEEN = "memory_seq"  # the channel that memory nodes write
_FORK = "memory_as_of"  # the channel of a run that went on from the past
_FIRST_VERSION = f"{1:032}.{0:016}"
_DELTA_COUNTERS = "counters_since_delta_snapshot"
_DELTA_SNAPSHOT = "_DeltaSnapshot"
_SMALL = 100  # characters, or bytes
_FEW = 4  # of what may be small


def new_checkpoint(
    place: Place, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata,
    new_versions: ChannelVersions, codec: Codec,
) -> NewCheckpoint:  # fmt: skip
    """Make the row of a checkpoint; `place.id` is its parent.

    Raises:
        InvalidInput: if it has no id, or can't be serialized.
    """
    if not isinstance(checkpoint, Mapping) or not isinstance(checkpoint.get("id"), str):
        raise InvalidValue(f"checkpoint={checkpoint!r:.80} is not a checkpoint with an id")
    merged: dict[str, Any] = dict(get_checkpoint_metadata(config, metadata or {}))
    values, changed = checkpoint.get("channel_values") or {}, new_versions or {}
    versions = checkpoint.get("channel_versions") or {}
    small = {name: value for name, value in values.items() if _is_small(value, codec)}
    seen = values.get(_FORK, values.get(_SEEN))
    run, parents = merged.get("run_id"), merged.get("parents")
    return NewCheckpoint(
        thread_id=place.thread_id,
        ns=place.ns,
        id=text_of(checkpoint["id"], "checkpoint id"),
        parent=place.id,
        origin=parents.get("") if isinstance(parents, Mapping) else None,
        run=None if run is None else text_of(run, "run_id"),
        seen=seen if type(seen) is int else None,
        aware=_SEEN in versions,
        made_at=_made_at(checkpoint.get("ts")),
        inherits=merged.get("source") in ("update", "fork"),
        deltas=_deltas(merged, values),
        inline=tuple(text_of(channel, "channel") for channel in small),
        body=codec.dump({**checkpoint, "channel_values": small}),
        metadata=codec.dump(merged),
        values=tuple(
            NewValue(
                channel=text_of(channel, "channel"),
                version=_version(versions.get(channel)),
                content=(
                    codec.dump_value(value, (*place[:2], channel))
                    if channel in changed or channel not in versions
                    else None
                ),
            )
            for channel, value in values.items() if channel not in small
        ),
    )  # fmt: skip


def _made_at(ts: object) -> int | None:
    """Read when a checkpoint was made; None if it does not say so."""
    try:
        return to_micros(datetime.fromisoformat(ts)) if isinstance(ts, str) else None
    except ValueError:
        return None


def _is_small(value: Any, codec: Codec) -> bool:
    """Tell whether a value costs less inside its checkpoint than in a row that others share."""
    if type(value) is str:
        return len(value) <= _SMALL
    if type(value) in (dict, list) and len(value) <= _FEW:
        return len(codec.dump(value).body) <= _SMALL
    return value is None or type(value) in (bool, int, float)


def _version(given: object) -> str | None:
    """Write a version so that 1, 1.0 and "1" stay different."""
    return None if given is None else text_of(f"{type(given).__name__}:{given}", "version")


def _deltas(metadata: Mapping[str, Any], values: Mapping[str, Any]) -> tuple[str, ...]:
    counted = metadata.get(_DELTA_COUNTERS) or ()
    snapshots = (name for name, one in values.items() if type(one).__name__ == _DELTA_SNAPSHOT)
    return tuple(dict.fromkeys((*counted, *snapshots)))


def checkpoint_tuple(stored: Stored, codec: Codec) -> CheckpointTuple:
    """Read a checkpoint back from its row.

    Raises:
        LedgerError: if the serializer can't read it.
    """
    checkpoint, metadata = codec.load(stored.body), codec.load(stored.metadata)
    with whole():
        if not isinstance(metadata, dict):
            raise TypeError("its metadata is no dictionary")
        values = {one.channel: codec.load(one.content) for one in stored.values}
        checkpoint["channel_values"] = {**checkpoint["channel_values"], **values}
    parent = stored.parent and config_of(stored.place._replace(id=stored.parent))
    return CheckpointTuple(
        config_of(stored.place),
        cast(Checkpoint, checkpoint),
        cast(CheckpointMetadata, metadata),
        parent or None,
        [_pending(write, codec) for write in stored.writes],
    )


def seen_from_the_past(found: CheckpointTuple, moment: int) -> CheckpointTuple:
    """Let a run that goes on from an earlier checkpoint know what was known there.

    Args:
        found: the checkpoint.
        moment: its memory_seq.
    """
    checkpoint = found.checkpoint
    if _FORK in checkpoint["channel_values"]:
        return found  # it is part of a fork already
    checkpoint["channel_values"][_FORK] = moment
    checkpoint["channel_versions"][_FORK] = _FIRST_VERSION
    # A graph that does not declare the channel would take it for news after each interrupt.
    checkpoint["versions_seen"].setdefault(INTERRUPT, {})[_FORK] = _FIRST_VERSION
    return found


def delta_history(channel: str, history: History, codec: Codec) -> DeltaChannelHistory:
    """Read back what a delta channel is made from."""
    writes = [_pending(write, codec) for write in history.writes]
    if history.seed is None:
        return {"writes": writes}
    if isinstance(history.seed, Value):
        return {"writes": writes, "seed": codec.load(history.seed.content)}
    body = codec.load(history.seed)
    with whole():
        return {"writes": writes, "seed": body["channel_values"][channel]}


def _pending(write: Write, codec: Codec) -> PendingWrite:
    return write.task, write.channel, codec.load(write.content)
