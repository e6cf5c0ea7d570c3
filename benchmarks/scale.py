"""Measure how a memory behaves as it grows, beside the raw floor of SQLite and numpy.

    python benchmarks/scale.py [--sizes 1000,10000,100000,1000000] [--questions 100] [--seed 1]
                               [--work FOLDER] [--width 768 --embedded 10000]
                               [--peers in-memory,sqlite,nomem] [--peer-python PYTHON]
                               [--peer-seconds 120] [--json OUT] [--plot PNG] [--check]

Turns of pseudo-words, distributed as words of real text are (Zipf), in threads of 25, go through
`observe_many` in batches of a thousand into one namespace of one file, which grows from size to
size. Above `--direct` memories they are appended to the ledger as event and memory, since their
extraction would take hours.

At each size a new process opens the file and asks questions, each once, so that no answer is kept
already, and after each asks the floor: the same terms in FTS5 (BM25, ten best) over a plain table,
the exact product where there are vectors, and a fetch of the rows. Then turns are ingested, in
batches and one by one, beside plain inserts of the same rows into the same tables in as many
transactions.

What was measured stands in FOLDER: a run that is stopped goes on from there. Peers get the same
turns and questions, in a process of their own, as long as they finish in time.

`--check` exits 1 unless a query costs at most 2.5 times the floor at every size, and an ingest runs
at 60 % of its floor or more.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scale_report import Found, Results, missed, plot, table

HERE = Path(__file__).parent
ELSEWHERE = 10  # times as many memories in another namespace


def worker(
    python: str, script: str, what: str, seconds: float | None = None, **asked: Any
) -> Iterator[Found]:
    """Run a measurement in a process of its own; it prints its findings line by line.

    Raises:
        RuntimeError: it failed, or took longer than it may.
    """
    argv = [python, str(HERE / script), what, json.dumps(asked)]
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    pipe = subprocess.PIPE
    with subprocess.Popen(argv, stdout=pipe, stderr=pipe, text=True, env=one_thread) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        if seconds is None:
            for line in process.stdout:
                yield json.loads(line)
            why = process.stderr.read()
        else:
            try:
                out, why = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired as exc:
                process.kill()
                raise RuntimeError(f"not within {seconds:g} s") from exc
            yield from map(json.loads, out.splitlines())
    if process.returncode:
        raise RuntimeError((why.strip().splitlines() or ["failed"])[-1])


def ours(what: str, **asked: Any) -> Iterator[Found]:
    """Run a measurement of ours."""
    return worker(sys.executable, "scale_worker.py", what, **asked)


def one(found: Iterator[Found]) -> Found:
    """Return the last finding."""
    return list(found)[-1]


def progress(text: str) -> None:
    """Tell on stderr how far it is."""
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()


def grown(
    path: Path, floor: Path | None, size: int, args: argparse.Namespace, space: int = 0
) -> None:
    """Let a file grow; what is above `args.direct` is appended to the ledger without extraction."""
    asked = {"path": str(path), "floor": str(floor or ""), "seed": args.seed, "space": space}
    for upto, direct in ((min(size, args.direct), False), (size, True)):
        turns = wall = 0.0
        for found in ours("grow", **asked, size=upto, direct=direct):
            turns, wall = turns + found.get("turns", 0), wall + found.get("wall", 0.0)
            done = int(30 * found["held"] / size)
            rate = f"{turns / wall:,.0f}/s" if wall else ""
            progress(f"[{'#' * done}{'.' * (30 - done)}] {found['held']:,} of {size:,}  {rate}")
    progress("")


def measure(size: int, results: Results, folder: Path, args: argparse.Namespace) -> Found:
    """Measure one size, unless that was done."""
    known = results.of(f"ours {size}")
    if known is not None:
        return known
    path, floor = folder / "memory.sqlite3", folder / "floor.sqlite3"
    grown(path, floor, size, args)
    asked = {"path": str(path), "floor": str(floor), "size": size, "seed": args.seed,
             "questions": args.questions}  # fmt: skip
    progress(f"{size:,}: asking")
    found = one(ours("ask", **asked))
    if args.width and size <= args.embedded:
        progress(f"{size:,}: embedding")
        one(ours("embed", path=str(path), width=args.width))
        found["embedded"] = one(ours("ask", **asked, width=args.width))
    progress(f"{size:,}: ingesting")
    with tempfile.TemporaryDirectory(dir=folder) as fresh:
        found["ingest"] = one(ours("ingest", path=str(path), folder=fresh, seed=args.seed,
                                   singles=args.singles, batches=args.batches))  # fmt: skip
    progress("")
    return results.put(f"ours {size}", found)


def elsewhere(size: int, results: Results, folder: Path, args: argparse.Namespace) -> Found:
    """Measure queries before and after another namespace gets ten times as many memories."""
    known = results.of("elsewhere")
    if known is not None:
        return known
    path, floor = folder / "elsewhere.sqlite3", folder / "elsewhere-floor.sqlite3"
    grown(path, floor, size, args)
    asked = {"path": str(path), "floor": str(floor), "size": size, "seed": args.seed,
             "questions": args.questions}  # fmt: skip
    alone = one(ours("ask", **asked))
    grown(path, None, size * ELSEWHERE, args, space=1)
    beside = one(ours("ask", **asked))
    return results.put("elsewhere", {"size": size, "alone": alone["cpu"], "beside": beside["cpu"],
                                     "floor": (alone["raw"], beside["raw"])})  # fmt: skip


def peer(name: str, size: int, results: Results, args: argparse.Namespace) -> Found:
    """Measure a peer at a size; what it can't do is told instead."""
    key = f"{name} {size}"
    known = results.of(key)
    if known is not None:
        return known
    progress(f"{name} at {size:,}")
    python = args.peer_python if name == "nomem" else sys.executable
    asked = {"size": size, "seed": args.seed, "questions": args.peer_questions}
    try:
        found = one(worker(python, "scale_peers.py", name, args.peer_seconds, **asked))
    except RuntimeError as exc:
        found = {"missing": str(exc)[:80]}
    progress("")
    return results.put(key, found)


def main() -> None:
    """Measure all sizes, print the tables, write JSON and plot."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="1000,10000,100000,1000000")
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--singles", type=int, default=300, help="turns ingested one by one")
    parser.add_argument("--batches", type=int, default=2, help="of a thousand turns")
    parser.add_argument("--direct", type=int, default=100_000, help="above, appended directly")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--work", type=Path, help="a folder for files and results; a new one by default"
    )
    parser.add_argument("--width", type=int, default=768, help="of embeddings; 0 for none")
    parser.add_argument(
        "--embedded", type=int, default=10_000, help="the largest size with embeddings"
    )
    parser.add_argument(
        "--elsewhere", type=int, default=1000, help="0: don't look at other namespaces"
    )
    parser.add_argument("--peers", default="", help="in-memory, sqlite, nomem")
    parser.add_argument("--peer-python", default=sys.executable, help="one that can import nomem")
    parser.add_argument("--peer-seconds", type=float, default=120, help="for each size")
    parser.add_argument("--peer-questions", type=int, default=20)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    sizes = sorted(int(size) for size in args.sizes.split(","))
    with tempfile.TemporaryDirectory() as fresh:
        folder = args.work or Path(fresh)
        folder.mkdir(parents=True, exist_ok=True)
        results = Results(folder)
        rows = [(size, measure(size, results, folder, args)) for size in sizes]
        if args.elsewhere:
            elsewhere(args.elsewhere, results, folder, args)
        for name in filter(None, args.peers.split(",")):
            for size in sizes:
                if "missing" in peer(name, size, results, args):
                    break
    print(table(rows, results))
    beside = results.of("elsewhere")
    if beside is not None:
        print(f"\nA query of {beside['size']:,} memories: {beside['alone'][0]:.1f} ms of CPU, and "
              f"{beside['beside'][0]:.1f} ms beside {ELSEWHERE * beside['size']:,} in another "
              "namespace.")  # fmt: skip
    if args.json:
        args.json.write_text(json.dumps(results.found, indent=1), "utf-8")
    if args.plot:
        plot(rows, results, args.plot)
    problems = missed(rows) if args.check else []
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
