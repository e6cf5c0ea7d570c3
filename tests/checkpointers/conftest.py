"""A saver on a file of its own, and small helpers to put checkpoints by hand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.base.id import uuid6

from neuromem_graph.checkpointers import LedgerSaver


@pytest.fixture
def saver(tmp_path: Path) -> Iterator[LedgerSaver]:
    """A saver on a new file."""
    with LedgerSaver(tmp_path / "agent.sqlite3") as made:
        yield made


@pytest.fixture
def store(saver: LedgerSaver) -> Any:
    """Put a checkpoint by hand: `store(parent, values, ...)` returns its config."""

    def put(parent: Any = None, values: Any = (), **given: Any) -> Any:
        ns, thread = given.pop("ns", ""), given.pop("thread", "t")
        checkpoint: Any = empty_checkpoint()
        checkpoint["id"] = given.pop("id", None) or str(uuid6())
        checkpoint["channel_values"] = dict(values)
        checkpoint["channel_versions"] = given.pop("versions", {})
        metadata = {"source": "loop", "step": 1, "parents": {}} | given.pop("metadata", {})
        config: Any = {"configurable": {"thread_id": thread, "checkpoint_ns": ns}}
        if parent is not None:
            config["configurable"]["checkpoint_id"] = parent["configurable"]["checkpoint_id"]
        if "run" in given:
            metadata["run_id"] = given.pop("run")
        changed = given.pop("changed", checkpoint["channel_versions"])
        assert not given
        return saver.put(config, checkpoint, metadata, changed)

    return put


@pytest.fixture
def rows(saver: LedgerSaver) -> Any:
    """Count the rows of each checkpoint table, but for threads."""

    def count() -> dict[str, int]:
        tables = ("checkpoints", "checkpoint_values", "checkpoint_elements", "checkpoint_writes")
        with saver._connections.read() as conn:
            return {
                table.removeprefix("checkpoint_"): conn.execute(
                    f"SELECT count(*) FROM {table}"
                ).fetchone()[0]
                for table in tables
            }

    return count
