"""Many processes and threads on one file: whole turns, one schema, one valid chain."""

import os
import subprocess
import sys
import threading
from pathlib import Path

from langchain_core.messages import HumanMessage

from neuromem_graph.runtime import MemoryRuntime

TURNS = 200 if os.environ.get("NEUROMEM_LONG_TESTS") else 40
WORKER = """
import sys
from langchain_core.messages import HumanMessage
from neuromem_graph.runtime import MemoryRuntime
path, worker, turns = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with MemoryRuntime.local("app", path) as memory:
    for n in range(turns):
        text = f"I live in Town{worker}x{n}. Nina{worker} likes tea{n}."
        receipt = memory.ingest([HumanMessage(text, id=f"{worker}-{n}")])
        assert receipt.events[0].added
"""


def test_processes_ingest_at_once(tmp_path: Path) -> None:
    """Four processes ingest into one file that none had made: nothing is lost or doubled."""
    path = tmp_path / "shared"
    argv = [sys.executable, "-c", WORKER, str(path)]
    running = [
        subprocess.Popen([*argv, str(worker), str(TURNS)], stderr=subprocess.PIPE, text=True)
        for worker in range(4)
    ]
    failures = [process.communicate()[1] for process in running]

    assert failures == [""] * 4
    with MemoryRuntime.local("app", path) as memory:
        assert memory.stats().events == 4 * TURNS
        assert memory.verify(deep=True).ok
        with memory.resources.ledger.reader() as reader:
            (home,) = (s for s in reader.all_slots(("app",)) if s.attribute == "lives_in")
        assert len([b for b in home.beliefs if b.valid_to is None]) == 1


def test_threads_open_a_new_file(tmp_path: Path) -> None:
    """Eight threads that first open one new file find one schema, and all can write."""
    errors: list[BaseException] = []
    together = threading.Barrier(8)

    def work(number: int) -> None:
        try:
            together.wait()
            with MemoryRuntime.local("app", tmp_path / "new") as memory:
                memory.ingest([HumanMessage(f"Item{number} is blue.", id=str(number))])
        except BaseException as exc:
            errors.append(exc)
            raise

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert errors == []
    with MemoryRuntime.local("app", tmp_path / "new") as memory:
        assert memory.stats().events == 8
        assert memory.verify(deep=True).ok
