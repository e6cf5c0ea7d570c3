"""A writer and verifier for a fault harness: `append DIR START COUNT W` or `verify DIR`.

It speaks a line protocol: `ACK n` once event n is durable, `ERR n text` when it was not stored,
`HAVE n sha256` for each stored event, then `OK` or `CORRUPT why`.
"""

import hashlib
import os
import sqlite3
import sys
from pathlib import Path

from neuromem_graph.errors import MemoryGraphError
from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.testing.ledger_builders import batch, turn

NAMESPACE = ("fault",)
CHUNK = 500


def payload(n: int) -> str:
    """Return the text of event n."""
    size = int(os.environ.get("FAULT_PAYLOAD", "200"))
    h = hashlib.sha256(b"fault:%d" % n).hexdigest()
    return (f"event {n} " + h * (size // 64 + 1))[: max(size, 24)]


def append(folder: str, start: int, count: int) -> None:
    """Append one turn per event and acknowledge each."""
    n = start
    try:
        with SqliteLedger(folder) as ledger:
            for n in range(start, start + count):
                ledger.append([batch(turn(f"event-{n}", payload(n)), namespace=NAMESPACE)])
                print(f"ACK {n}", flush=True)
    except MemoryGraphError as exc:
        print(f"ERR {n} {type(exc).__name__}: {exc}", flush=True)
        sys.exit(3)


def verify(folder: str) -> None:
    """Print what every event says, by the memory made of it, then the verdict."""
    if not any(Path(folder).iterdir()):
        print("OK")  # killed before anything was created
        return
    try:
        with SqliteLedger(folder) as ledger:
            report = ledger.verify(deep=True)
            with ledger.reader() as reader:
                ids = range(1, reader.head.seq + 1)
                for first in range(0, len(ids), CHUNK):
                    for row in reader.memories(NAMESPACE, ids[first : first + CHUNK]):
                        words = row.text or ""
                        digest = hashlib.sha256(words.encode()).hexdigest()
                        print(f"HAVE {words.split()[1]} {digest}")
        if report.problem is None:
            print("OK")
            return
        print(f"CORRUPT {report.problem.seq} {report.problem.code} {report.problem.message}")
    except (MemoryGraphError, sqlite3.Error) as exc:
        print(f"CORRUPT {type(exc).__name__} {exc}")
    sys.exit(1)


if __name__ == "__main__":
    command, directory, *numbers = sys.argv[1:]
    if command == "append":
        append(directory, int(numbers[0]), int(numbers[1]))
    else:
        verify(directory)
