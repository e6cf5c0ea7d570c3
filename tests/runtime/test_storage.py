"""Compacting makes a file smaller and changes no answer; what a file takes can be told."""

import asyncio
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.errors import InvalidInput, ReadOnlyStore
from neuromem_graph.settings.upkeep import Storage

START = datetime(2025, 1, 1, tzinfo=UTC)


def opened(path: Any, clock: Any = None, **settings: Any) -> MemoryRuntime:
    given = Settings(durability="relaxed", **settings)
    return MemoryRuntime.local(("app", "ann"), path, settings=given,
                               **({"clock": clock} if clock else {}))  # fmt: skip


def filled(memory: MemoryRuntime, turns: int = 60) -> None:
    memory.observe_many(f"The kettle number {n} is in room {n * 7}." for n in range(turns))
    memory.ingest(user="I live in Ghent.")


def test_it_shrinks_and_answers_the_same(tmp_path: Path) -> None:
    """The log is emptied and explanations above the bound go; records and answers stay."""
    with opened(tmp_path / "m.db", traces_kept=200) as memory:
        filled(memory)
        for n in range(203):  # the bound is looked for now and then only
            memory.query(f"Where is kettle {n}?")
        before = memory.query("Where do I live?", record=False)
        head = memory.stats().head
        told = memory.compact()
        after = memory.query("Where do I live?", record=False)
        again = asyncio.run(memory.acompact())

        assert told.before.wal > told.after.wal == 0 and told.log_emptied
        assert told.after.total < told.before.total
        assert told.explanations in range(1, 4)
        assert memory.stats().head == head and memory.verify(deep=True).ok
        assert after.text == before.text
        assert (again.explanations, again.before.total) == (0, again.after.total)
        assert "explanations dropped" in str(told)
        assert memory.db_stats().groups[6].rows == 200


def test_old_explanations_go(tmp_path: Path) -> None:
    """Those older than `Settings.storage.trace_days`, in every namespace of the file."""
    now = [START]
    storage = Storage(trace_days=30)
    with opened(tmp_path / "m.db", lambda: now[0], storage=storage) as memory:
        filled(memory, 3)
        other = memory.within(("app", "bob"))
        other.ingest(user="I live in Porto.")
        old = [memory.query("kettle?").trace_id, other.query("Where do I live?").trace_id]
        now[0] += timedelta(days=31)
        kept = memory.query("Where is kettle 1?").trace_id
        told = memory.compact()

        assert told.explanations == len(old)
        assert memory.replay_trace(str(kept)).items


def test_models_above_the_bound_go(tmp_path: Path) -> None:
    """Vectors of the models that were written to last are kept."""
    with opened(tmp_path / "m.db") as memory:
        filled(memory, 3)
        ledger: Any = memory.resources.ledger
        for model in ("one", "two", "three"):
            ledger.store_vectors(model, {"tea": [1.0, 0.0]})
        ledger._models_kept = 2

        assert memory.compact().models == ("one",)
        assert memory.compact().models == ()


def test_a_copy_is_whole_and_goes_on(tmp_path: Path) -> None:
    """It is checked, holds all answers, and can be written to."""
    copy = tmp_path / "copy.db"
    with opened(tmp_path / "m.db") as memory:
        filled(memory)
        told = memory.compact(into=copy)
        head = memory.stats().head
    assert (told.into, told.into_bytes, told.records) == (str(copy), copy.stat().st_size, head.seq)
    assert copy.stat().st_mode & 0o077 == 0
    os.replace(copy, tmp_path / "m.db")  # nobody has it open
    with opened(tmp_path / "m.db") as memory:
        assert memory.stats().head == head and memory.verify(deep=True).ok
        assert memory.query("Where do I live?").worldview[0].value == "Ghent"
        memory.ingest(user="I moved to Porto.")
        assert memory.verify(deep=True).ok


def test_a_memory_without_a_file_can_be_copied_to_one(tmp_path: Path) -> None:
    """And be measured: it has no log."""
    with opened(":memory:") as memory:
        filled(memory, 3)
        told = memory.compact(into=tmp_path / "copy.db")
        assert (told.before.wal, memory.db_stats().path) == (0, None)
    with opened(tmp_path / "copy.db") as memory:
        assert memory.query("Where do I live?").worldview[0].value == "Ghent"


@pytest.mark.parametrize("into", ["m.db", "there.db", "no/such/folder.db", "", 3])
def test_nothing_is_written_over(tmp_path: Path, into: Any) -> None:
    """A file that is there, the ledger itself, no folder, no path: refused, and nothing done."""
    (tmp_path / "there.db").write_text("mine")
    with opened(tmp_path / "m.db", traces_kept=1) as memory:
        filled(memory, 3)
        for n in range(3):
            memory.query(f"kettle {n}?")
        before = memory.db_stats().groups
        with pytest.raises(InvalidInput):
            memory.compact(into=tmp_path / into if isinstance(into, str) and into else into)
        assert memory.db_stats().groups == before
    assert (tmp_path / "there.db").read_text() == "mine"


def test_a_reader_keeps_its_log(tmp_path: Path) -> None:
    """While somebody reads an older moment the log can't be cut; the report says so."""
    with opened(tmp_path / "m.db") as memory, opened(tmp_path / "m.db") as other:
        filled(memory, 3)
        with other.resources.ledger.reader():
            memory.ingest(user="I moved to Porto.")
            told = memory.compact()
        assert not told.log_emptied and "in use" in str(told)
        assert memory.compact().log_emptied


def test_read_only_is_read_only(tmp_path: Path) -> None:
    """Such a memory can be measured, not compacted."""
    with opened(tmp_path / "m.db") as memory:
        filled(memory, 3)
    with MemoryRuntime.local(("app", "ann"), tmp_path / "m.db", read_only=True) as memory:
        with pytest.raises(ReadOnlyStore):
            memory.compact()
        assert memory.db_stats().groups[0].rows > 0


def test_a_file_is_measured(tmp_path: Path) -> None:
    """Groups hold all tables: their bytes and the free pages are the file."""
    with opened(tmp_path / "m.db") as memory:
        filled(memory)
        memory.within(("app", "b/c")).ingest(user="I live in Porto.")
        memory.query("kettle?")
        memory.compact()
        plain, told = memory.db_stats(), memory.db_stats(namespaces=True)

    size = os.path.getsize(tmp_path / "m.db")
    assert told.size.file == told.pages * told.page_size == size
    measured = [one.bytes or 0 for one in told.groups]
    assert sum(measured) + told.size.free == size
    assert plain.namespaces == {}
    assert told.namespaces[("app", "ann")] == {
        "events": 61, "memories": 61, "items": 0, "explanations": 1,
    }  # fmt: skip
    assert told.namespaces[("app", "b/c")]["events"] == 1
    assert "records: " in str(told)


def test_checkpoints_are_measured_apart(tmp_path: Path) -> None:
    """What a saver keeps in the same file is not compacted: `LedgerSaver.prune` does that."""
    with opened(tmp_path / "m.db") as memory:
        saver = LedgerSaver(memory)
        config: Any = {"configurable": {"thread_id": "t", "checkpoint_ns": ""}}
        for step in range(3):
            made: Any = {"v": 4, "id": f"1f00000000000{step}", "ts": "2025-01-01T00:00:00+00:00",
                         "channel_values": {}, "channel_versions": {}, "versions_seen": {},
                         "updated_channels": None}  # fmt: skip
            config = saver.put(config, made, {"source": "loop", "step": step, "parents": {}}, {})
        kept = {one.name: one.rows for one in memory.db_stats().groups}["checkpoints"]
        memory.compact()
        same = {one.name: one.rows for one in memory.db_stats().groups}["checkpoints"]
        saver.prune(["t"])
        fewer = {one.name: one.rows for one in memory.db_stats().groups}["checkpoints"]

    assert (kept, same, fewer) == (3, 3, 1)
