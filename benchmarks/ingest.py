"""Measure the CPU time of an ingested turn as a memory grows, beside nomem in the same run.

    python benchmarks/ingest.py [--sizes 100,1000,10000,50000] [--turns 200] [--rounds 3]
                                [--peer-python PYTHON] [--peer-sizes 100,1000,10000]
                                [--peer-turns 5] [--seed 1] [--check] [--json OUT] [--profile]

A generated conversation of one user is loaded into one namespace: facts about some hundred people,
small events, chat and questions, changes of facts, repeats. Then the next turns are ingested one by
one, each with its own message id, and the CPU time of the process is taken, so that what else the
machine does and the disk don't count. No model is asked: facts are found by the patterns. All sizes
are measured `--rounds` times in turns, and the figures are over all measured turns.

nomem (PyPI) gets the same turns. Its model call is answered by canned JSON, with the sentence and
the relation that a perfect model would find; its embedder hashes words to 384 numbers. Its graph is
filled through its backend, since ingesting so much would take hours. It must be importable by
`--peer-python`; where it is not, it is left out. Its size is the number of nodes.

`--check` exits 1 unless a turn costs at most twice as much at the largest size as at the smallest,
and at most 5 ms at 10,000 memories.
"""

import argparse
import cProfile
import json
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from ingest_data import START, Said, conversation

from neuromem_graph import MemoryRuntime

WORKER = Path(__file__).with_name("ingest_nomem.py")
FLAT, MOST_MS, AT = 2.0, 5.0, 10_000  # the targets: growth, milliseconds, and at which size
BATCH = 1000
Row = dict[str, Any]


def events(said: list[Said], first: int) -> Iterator[dict[str, Any]]:
    """Write turns as events, a minute apart."""
    for place, one in enumerate(said, start=first):
        yield {"role": "user", "content": one.text, "id": f"turn-{place}", "at": _at(place)}


def _at(place: int) -> datetime:
    return START + timedelta(minutes=place)


def loaded(size: int, said: list[Said], folder: Path) -> MemoryRuntime:
    """Open a memory on a file that holds `size` memories."""
    memory = MemoryRuntime.local("bench", folder, clock=lambda: datetime(2030, 1, 1, tzinfo=UTC))
    done = 0
    while (held := sum(memory.stats().memories.values())) < size:
        upto = done + min(BATCH, size - held)
        memory.observe_many(events(said[done:upto], done))
        done = upto
    return memory


def ours(size: int, turns: int, seed: int) -> list[float]:
    """Return the CPU milliseconds of each of the next turns, after `size` memories."""
    said = conversation(2 * size + turns + 50, seed)
    times = []
    with tempfile.TemporaryDirectory() as folder, loaded(size, said, Path(folder)) as memory:
        first = memory.stats().events
        for place, event in enumerate(events(said[first : first + turns + 10], first)):
            start = time.process_time()
            memory.ingest(event, at=event["at"])
            spent = (time.process_time() - start) * 1e3
            times += [spent] if place >= 10 else []  # caches are warm by then
    return times


def measure(sizes: list[int], turns: int, rounds: int, seed: int) -> list[Row]:
    """Measure all sizes in turns, so that what else the machine does hits all alike."""
    times: dict[int, list[float]] = {size: [] for size in sizes}
    for number in range(rounds):
        for size in sizes:
            times[size] += ours(size, turns, seed + number)
    return [row("neuromem-graph", size, times[size]) for size in sizes]


def row(system: str, size: int, times: list[float]) -> Row:
    """Make a row of the table."""
    p95 = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    return {"system": system, "size": size, "turns": len(times),
            "median": statistics.median(times), "p95": p95}  # fmt: skip


def peer(python: str, sizes: list[int], turns: int, seed: int) -> Iterator[Row]:
    """Ask nomem in a process of its own; one that can't run is named."""
    for size in sizes:
        asked = [python, str(WORKER), str(size), str(turns), str(seed)]
        done = subprocess.run(asked, capture_output=True, text=True)
        if done.returncode:
            why = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
            print(f"nomem is left out: {why[0]}")
            return
        yield row("nomem", size, json.loads(done.stdout))


def missed(rows: list[Row]) -> list[str]:
    """Name the targets that are missed."""
    mine = {one["size"]: one["median"] for one in rows if one["system"] == "neuromem-graph"}
    growth = mine[max(mine)] / mine[min(mine)]
    problems = []
    if growth > FLAT:
        problems.append(f"{growth:.2f} times from {min(mine):,} to {max(mine):,}, {FLAT:g} at most")
    if mine.get(AT, 0.0) > MOST_MS:
        problems.append(f"{mine[AT]:.2f} ms at {AT:,} memories, {MOST_MS:g} at most")
    return problems


def line_of(one: Row, rows: list[Row]) -> str:
    """Write a row of the table."""
    base = next(r["median"] for r in rows if r["system"] == one["system"])
    return (f"{one['system']:15} {one['size']:8,} {one['turns']:6} {one['median']:11.2f} "
            f"{one['p95']:9.2f} {one['median'] / base:8.2f}")  # fmt: skip


def show_profile(size: int, turns: int, seed: int) -> None:
    """Print where our time goes."""
    said = conversation(2 * size + turns, seed)
    profile = cProfile.Profile()
    with tempfile.TemporaryDirectory() as folder, loaded(size, said, Path(folder)) as memory:
        first = memory.stats().events
        for event in events(said[first : first + turns], first):
            profile.runcall(memory.ingest, event, at=event["at"])
    pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


def main() -> None:
    """Print the table and write it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100,1000,10000,50000", help="memories")
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peer-python", default=sys.executable, help="one that can import nomem")
    parser.add_argument("--peer-sizes", default="100,1000,10000", help="nodes; empty for none")
    parser.add_argument("--peer-turns", type=int, default=5, help="measured per size, it is slow")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--profile", action="store_true", help="show where our time goes")
    args = parser.parse_args()
    sizes = sorted(int(size) for size in args.sizes.split(","))
    if args.profile:
        show_profile(sizes[-1], args.turns, args.seed)
        return
    print(f"{'':15} {'memories':>8} {'turns':>6} {'median ms':>11} {'p95 ms':>9} {'growth':>8}")
    rows = measure(sizes, args.turns, args.rounds, args.seed)
    for one in rows:
        print(line_of(one, rows), flush=True)
    peers = [int(size) for size in args.peer_sizes.split(",") if size]
    for one in peer(args.peer_python, peers, args.peer_turns, args.seed):
        rows.append(one)
        print(line_of(one, rows), flush=True)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))
    problems = missed(rows) if args.check else []
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
