"""A sleep that is killed in any phase, at any moment, is finished by the next; nothing doubles."""

import shutil
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from neuromem_graph import MemoryRuntime

START = datetime(2025, 1, 1, tzinfo=UTC)
LATER = START + timedelta(days=365)
WORKER = """
import os, signal, sys
from datetime import UTC, datetime
from neuromem_graph import MemoryRuntime, Settings
path, phase, after = sys.argv[1], sys.argv[2], float(sys.argv[3])
def die(now, done, there):
    if now == phase:
        os.kill(os.getpid(), signal.SIGKILL)
with MemoryRuntime.local("x", path, settings=Settings(sleeping={"batch": 4})) as memory:
    if after:
        signal.setitimer(signal.ITIMER_REAL, after)  # its signal ends the process
    memory.sleep(at=datetime(2026, 1, 1, tzinfo=UTC), progress=die)
"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with something to do for every phase."""
    path = tmp_path_factory.mktemp("sleep") / "a.sqlite3"
    with MemoryRuntime.local("x", path) as memory:
        said = [
            f"{small}the lamp {n} is red." for n in range(8) for small in ("", "Well, ", "Oh, ")
        ]
        said += ["The hall lamp hangs low.", "the hall lamp hangs low"]
        assistant = {"content": "The hall lamp hangs low.", "role": "assistant"}
        weak = {"content": "The staging server is unhealthy today.", "role": "assistant"}
        results = [
            {
                "content": f"Ran step {n}.",
                "type": "task_result",
                "task": "Deploy the site",
                "outcome": "success" if n else "failure",
                "role": "tool",
            }
            for n in range(3)
        ]
        for hour, one in enumerate([assistant, *said, "The staging server is healthy today.", weak,
                                    *results]):  # fmt: skip
            event = one if isinstance(one, dict) else {"content": one}
            memory.ingest({**event, "id": str(hour), "at": START + timedelta(hours=hour)})
    return path


def state(memory: MemoryRuntime) -> Counter[tuple[str, str, str, int]]:
    """Return what is remembered, in which state, how firmly, and by how many events."""
    with memory.resources.ledger.reader() as reader:
        page = reader.sleeping.page(("x",), 0, 1_000)
        archived = reader.sleeping.archived(("x",), range(1, reader.seq))
        rows = reader.memories(("x",), [one.memory for one in (*page, *archived)])
    return Counter((row.text or "", row.state, row.commitment, row.support) for row in rows)


def copied(filled: Path, tmp_path: Path) -> Path:
    """Copy the filled file, with what stands beside it."""
    for part in filled.parent.iterdir():
        shutil.copy(part, tmp_path)
    return tmp_path / filled.name


@pytest.mark.parametrize(
    ("phase", "after"),
    [("plan", 0), ("consolidation", 0), ("promotion", 0), ("suppression", 0), ("compilation", 0),
     ("", 0.005), ("", 0.02), ("", 0.05)],
)  # fmt: skip
def test_the_next_sleep_finishes_it(filled: Path, tmp_path: Path, phase: str, after: float) -> None:
    """Killed in a phase or at some moment, it leaves a whole file, which the next sleep ends."""
    whole = tmp_path / "whole"
    whole.mkdir()
    with MemoryRuntime.local("x", copied(filled, whole)) as memory:
        report = memory.sleep(at=LATER)
        assert {item.what for item in report.items} == {
            "merged", "promoted", "settled", "compiled",
        }  # fmt: skip
        wanted = state(memory)
    path = copied(filled, tmp_path)
    argv = [sys.executable, "-c", WORKER, str(path), phase, str(after)]
    done = subprocess.run(argv, capture_output=True, text=True)
    assert done.returncode != 0 or after, done.stderr

    with MemoryRuntime.local("x", path) as memory:
        assert memory.verify(deep=True).problem is None
        memory.sleep(at=LATER)
        assert state(memory) == wanted
        again = memory.sleep(at=LATER)
        assert (again.unchanged, again.written) == (True, 0)
        assert memory.verify(deep=True).problem is None
