"""Measure the ledger: appends beside the raw floor, verify, rebuild, memory.

    python benchmarks/ledger.py [--records 100000] [--json OUT]

The raw floor is the same number of 200-byte rows inserted into a plain SQLite table with the same
durability, one transaction each or a thousand in one. Verify is measured on observed events with
200-byte payloads; its memory is the peak that tracemalloc sees above the start.
"""

import argparse
import json
import sqlite3
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import EventDraft, EventPayload

SPACE = ("bench",)


def group(number: int) -> Group:
    """Return one observed event whose payload is about 200 bytes."""
    key = f"event {number}"
    payload = EventPayload(key=key, digest="d", text=f"{key} ".ljust(150, "x"))
    draft = EventDraft(channel="user", happened_at=number, step="observed", payload=payload)
    return Group(key=key, digest="d", step="observed", drafts=(draft,))


def seconds(work: Callable[[], object]) -> float:
    """Return how long a piece of work took."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def floor(path: Path, count: int, batch: int) -> float:
    """Return rows per second of the raw floor."""
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("PRAGMA journal_mode = WAL").fetchone()
    conn.execute("PRAGMA synchronous = FULL")
    conn.execute("CREATE TABLE rows (n INTEGER PRIMARY KEY, text TEXT)")

    def work() -> None:
        for first in range(0, count, batch):
            conn.execute("BEGIN IMMEDIATE")
            for n in range(first, first + batch):
                conn.execute("INSERT INTO rows VALUES (?, ?)", (n, "x" * 200))
            conn.execute("COMMIT")

    rate = count / seconds(work)
    conn.close()
    return rate


def append(ledger: SqliteLedger, first: int, count: int, batch: int) -> float:
    """Return appended events per second."""

    def work() -> None:
        for begin in range(first, first + count, batch):
            groups = tuple(group(n) for n in range(begin, begin + batch))
            ledger.append([Batch(namespace=SPACE, groups=groups)])

    return count / seconds(work)


def measure(folder: Path, records: int) -> dict[str, float]:
    """Return every figure."""
    found: dict[str, float] = {
        "floor, one by one, rows/s": floor(folder / "one.db", 2000, 1),
        "floor, by thousands, rows/s": floor(folder / "many.db", 100_000, 1000),
    }
    with SqliteLedger(folder / "ledger.sqlite3") as ledger:
        found["append, one by one, records/s"] = append(ledger, 0, 2000, 1)
        found["append, by thousands, records/s"] = append(ledger, 2000, records - 2000, 1000)
        found["verify, records/s"] = (records + 1) / seconds(ledger.verify)
        tracemalloc.start()
        ledger.verify()
        found["verify, peak KiB"] = tracemalloc.get_traced_memory()[1] / 1024
        tracemalloc.stop()
        found["rebuild, records/s"] = (records + 1) / seconds(ledger.rebuild)
        assert ledger.verify().ok
    found["file, bytes per event"] = (folder / "ledger.sqlite3").stat().st_size / records
    return found


def main() -> None:
    """Print the figures and write them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder), args.records)
    for name, value in found.items():
        print(f"{name:34} {value:14,.0f}")
    if args.json:
        args.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
