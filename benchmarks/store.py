"""Measure the store and the saver beside those that LangGraph ships, all in one run.

    python benchmarks/store.py [--sizes 1000,10000,50000] [--rounds 9] [--calls 20] [--messages 200]
                               [--cpu] [--check] [--json OUT] [--profile] [--peer-python PYTHON]
                               [--folder DIR]

Each system works in a process of its own, one at a time, in turns, so that whatever else the
machine does hits all alike. A figure is the median over the rounds after a warm-up; all systems
answer the same questions and must find equally much. Vectors are precomputed: no embedder's time
is in any figure. Files are on disk and durable as each system ships: a put is acknowledged after
fsync. `--check` exits 1 when a target is missed at the largest size. On a busy machine measure
with `--cpu`, too: that is not disturbed by others, but does not see the disk.

SqliteStore searches vectors with an extension, which many builds of Python can't load. Give one
that can, or one that has pysqlite3-binary beside sqlite-vec, langgraph-checkpoint-sqlite,
langgraph and numpy, as `--peer-python`: only SqliteStore and SqliteSaver run in it. Without one
these figures are left out.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from store_systems import OPERATIONS, SYSTEMS

WORKER = Path(__file__).with_name("store_systems.py")
Row = dict[str, Any]


class Worker:
    """Ask a system in a process of its own."""

    def __init__(self, argv: list[str], how: dict[str, Any]) -> None:
        self.how = how
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(argv, text=True, **pipes)

    def ask(self, what: str, size: int, number: int, **how: Any) -> dict[str, Any]:
        """Return how long each call took; with no calls, a profile."""
        asked = {"what": what, "size": size, "round": number, **self.how, **how}
        assert self.process.stdin and self.process.stdout
        print(json.dumps(asked), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the process of a system ended during {what!r}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        """End the process: it ends when nothing more is asked."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def measure(workers: dict[str, Worker], sizes: list[int], rounds: int) -> Iterator[Row]:
    """Yield a row per operation and size."""
    for what, operation in OPERATIONS.items():
        for size in sizes if operation.all_sizes else sizes[-1:]:
            yield row_of(workers, what, size, rounds)


def row_of(workers: dict[str, Worker], what: str, size: int, rounds: int) -> Row:
    """Ask all systems in turns, after a warm-up; what they find must be the same."""
    times: dict[str, list[float]] = {name: [] for name in workers}
    missing: dict[str, str] = {}
    for number in range(rounds + 1):
        given = {name: one.ask(what, size, number) for name, one in workers.items()}
        missing = {name: one["missing"] for name, one in given.items() if "missing" in one}
        found = {name: one["found"] for name, one in given.items() if name not in missing}
        assert len({json.dumps(one) for one in found.values()}) == 1, (what, size, found)
        for name in found if number else ():
            times[name] += given[name]["ms"]
    medians = {name: statistics.median(ms) for name, ms in times.items() if ms}
    return {"what": what, "size": size, "ms": medians, "missing": missing}


def faster(row: Row, peer: str) -> float | None:
    """Tell how many times faster ours is than a peer."""
    both = "ours" in row["ms"] and peer in row["ms"]
    return row["ms"][peer] / row["ms"]["ours"] if both else None


def missed(rows: list[Row]) -> list[str]:
    """Name what is slower at the largest size than it may be; what can't run is left out."""
    largest = max(row["size"] for row in rows)
    return [
        f"{row['what']}: {ratio:.1f} x {peer}, {least:g} x at least"
        for row in rows if row["size"] == largest
        for peer, least in (OPERATIONS[row["what"]].least or {}).items()
        if (ratio := faster(row, peer)) is not None and ratio < least
    ]  # fmt: skip


def line_of(row: Row) -> str:
    """Write a row of the table."""
    times = [f"{row['ms'][n]:10.3f}" if n in row["ms"] else f"{'-':>10}" for n in SYSTEMS]
    ratios = [faster(row, name) for name in list(SYSTEMS)[1:]]
    shown = [f"{'-':>10}" if r is None else f"{r:8.1f} x" for r in ratios]
    why = "; ".join(f"{name}: {reason}" for name, reason in row["missing"].items())
    name = f"{row['what']:30} {row['size']:7,}"
    return f"{name} {' '.join(times)}   {' '.join(shown)}  {why}".rstrip()


def fsync_ms(folder: Path) -> float:
    """Return what writing 4 KiB durably costs on this disk."""
    times = []
    with open(folder / "fsync", "wb", buffering=0) as file:
        for _ in range(50):
            start = time.perf_counter()
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
            times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def show_profiles(worker: Worker, size: int) -> None:
    """Print where our time goes, per operation."""
    for what in OPERATIONS:
        answer = worker.ask(what, size, 0, calls=0)
        print(f"\n{what}, {size:,} items, 20 calls\n{answer.get('text', answer)}")


def started(name: str, folder: Path, args: argparse.Namespace) -> Worker:
    """Start the process of a system."""
    folder.mkdir()
    python = args.peer_python if name == "sqlite" else sys.executable
    argv = [python, str(WORKER), name, str(folder), str(args.messages)]
    return Worker(argv, {"calls": args.calls, "cpu": args.cpu})


def main() -> None:
    """Print the table and write it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000,10000,50000")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--calls", type=int, default=20, help="in a round, at most")
    parser.add_argument("--messages", type=int, default=200, help="of the conversation")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--cpu", action="store_true", help="time of the processor, not the clock")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--profile", action="store_true", help="show where our time goes")
    parser.add_argument("--peer-python", default=sys.executable)
    parser.add_argument("--folder", help="on the disk to measure; a temporary one by default")
    args = parser.parse_args()
    sizes = sorted(int(size) for size in args.sizes.split(","))
    rows = list[Row]()
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        folder = Path(name)
        print(f"4 KiB written with fsync: {fsync_ms(folder):.3f} ms on this disk")
        unit = "median ms of cpu" if args.cpu else "median ms"
        names = " ".join(f"{n:>10}" for n in SYSTEMS)
        print(f"{unit:30} {'items':>7} {names}   {'/ sqlite':>10} {'/ in memory':>10}")
        workers = {name: started(name, folder / name, args) for name in SYSTEMS}
        for row in measure(workers, sizes, args.rounds):
            rows.append(row)
            print(line_of(row), flush=True)
        if args.profile:
            show_profiles(workers["ours"], sizes[-1])
        for worker in workers.values():
            worker.stop()
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))
    problems = missed(rows) if args.check else []
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
