"""Tell which moment of the ledger is meant by a number, a time or the config of a checkpoint."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.ports import CheckpointMoments, Ledger

AsOf = int | datetime | Mapping[str, Any] | None
"""What was known then: a sequence number, an aware datetime, or a LangGraph checkpoint config."""


def moment_of(as_of: AsOf, ledger: Ledger) -> int | datetime | None:
    """Turn the config of a checkpoint into what its memory nodes had seen; pass on the rest.

    Args:
        as_of: the moment, or a config as `get_state(...).config` gives it. Without a checkpoint_id
            the latest checkpoint of its thread is meant.
        ledger: where the checkpoints are, too.

    Raises:
        InvalidInput: the config names no thread.
        NotFound: this file holds no such checkpoint.
    """
    if as_of is None or isinstance(as_of, datetime):
        return as_of
    if type(as_of) is int:
        if not 0 <= as_of < 1 << 63:
            raise InvalidInput("as_of is a number that no record of a ledger has")
        return as_of
    if not isinstance(as_of, Mapping):
        raise InvalidInput(
            f"as_of is of type {type(as_of).__name__}: give a sequence number, an aware datetime "
            "or the config of a checkpoint"
        )
    given = as_of.get("configurable")
    named = given if isinstance(given, Mapping) else as_of
    thread = named.get("thread_id")
    if thread is None:
        raise InvalidInput(
            "as_of is a config without a thread_id: give get_state(...).config, "
            "a sequence number or an aware datetime"
        )
    checkpoint = named.get("checkpoint_id")
    if not isinstance(checkpoint, str | None):
        raise InvalidInput("as_of is a config whose checkpoint_id is no text")
    place = (str(thread), str(named.get("checkpoint_ns") or ""), checkpoint)
    found = ledger.moment(*place) if isinstance(ledger, CheckpointMoments) else None
    if found is None:
        raise NotFound(
            f"no checkpoint {place} beside this memory: compile the graph with "
            "LedgerSaver on the same file"
        )
    return found
