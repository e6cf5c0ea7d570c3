"""Simulate years with one memory: does it stay right, quick and small?

    python benchmarks/lifetime.py [--days 365] [--turns 40] [--seed 1] [--work FOLDER]
                                  [--every 10] [--no-sleep] [--json OUT] [--plot PNG] [--check]

Each day brings turns of one user: facts about the user and eight friends that are told, change (one
a day), are repeated and corrected, among small talk and remarks that change nothing. Days come in
order by a clock of their own, one namespace, one file, no model. Some questions a day leave
explanations and outcomes, as an agent would. Upkeep: `sleep` each night, `run_decay` and `compact`,
which drops explanations after two months, each Sunday.

At every tenth day every fact is asked: the first line that is served about its slot must hold the
present value; and as many random facts of random earlier days with `as_of` the end of that day.
What was measured stands in FOLDER, beside the file: a run that is stopped goes on from there.

`--check` also verifies (`deep`) and rebuilds at each third of the days, and exits 1 unless, at
every tenth day, both accuracies are at least .98, a query takes at most 2 x what it took after the
first week, and the file at most 3 kB per turn.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from lifetime_data import START, Fact, Life, Turn, question

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.settings.upkeep import Storage
from neuromem_graph.types.recall import MemoryContext

LEAST, SLOWER, LARGEST = 0.98, 2.0, 3_000
SLICES = 3
TRACE_DAYS = 60  # explanations are kept so long
WEEK = 6  # its last day, from 0
Row = dict[str, Any]


class World:
    """A memory, its clock, and the life that it hears of."""

    def __init__(self, folder: Path, args: argparse.Namespace) -> None:
        self.args, self.folder = args, folder
        self.now = START
        self.life = Life(args.seed, args.turns)
        self.past: list[dict[Fact, str]] = []  # what was so at the end of each day
        self.seqs: list[int] = []  # the ledger's end at the end of each day
        self.memory = MemoryRuntime.local(
            ("life", "ann"), folder / "memory.sqlite3", clock=lambda: self.now,
            settings=Settings(
                durability="relaxed", traces_kept=500, storage=Storage(trace_days=TRACE_DAYS)
            ),
        )  # fmt: skip

    def live(self, number: int, seq: int | None) -> None:
        """Live a day; one that was lived before (`seq` is where it ended) is only remembered."""
        turns = self.life.day(number)
        self.past.append(dict(self.life.now))
        self.now = START + timedelta(days=number, hours=14)
        if seq is None:
            self.tell(turns)
            self.use(number)
            self.upkeep(number)
            seq = self.memory.stats().head.seq
        self.seqs.append(seq)

    def tell(self, turns: list[Turn]) -> None:
        self.memory.observe_many(
            {"content": turn.text, "id": turn.id, "at": turn.at, "thread": f"{turn.at:%Y-%m-%d}"}
            for turn in turns
        )

    def use(self, number: int) -> None:
        """Ask as an agent does, and tell how it went."""
        random = Random(f"{self.args.seed} use {number}")
        for fact in random.sample(sorted(self.life.now), 3):
            trace = self.memory.query(question(fact)).trace_id
            if trace is not None and random.random() < 0.5:
                self.memory.after_turn(trace, "success")

    def upkeep(self, number: int) -> None:
        if self.args.sleep:
            self.memory.sleep()
        if number % 7 == 6:
            self.memory.run_decay()
            self.memory.compact()

    def measure(self, number: int) -> Row:
        """Ask all facts, now and as of earlier days."""
        random = Random(f"{self.args.seed} ask {number}")
        right, times, wrong = 0, list[float](), list[str]()
        for fact, value in sorted(self.life.now.items()):
            started = time.process_time()
            found = self.memory.query(question(fact), record=False)
            times.append(1e3 * (time.process_time() - started))
            right += (good := first(found) == value)
            wrong += [] if good else [f"{question(fact)} {first(found)!r}, not {value!r}"]
        before = [(day, random.choice(sorted(self.past[day]))) for day in
                  random.choices(range(number + 1), k=len(self.life.now))]  # fmt: skip
        past = 0
        for day, fact in before:
            found = self.memory.query(question(fact), as_of=self.seqs[day], record=False)
            past += (good := first(found) == self.past[day][fact])
            wrong += [] if good else [f"day {day}: {question(fact)} {first(found)!r}, not "
                                      f"{self.past[day][fact]!r}"]  # fmt: skip
        stats, size = self.memory.stats(), self.memory.db_stats().size
        return {
            "day": number + 1, "turns": (number + 1) * self.args.turns,
            "active": stats.memories.get("active", 0), "records": stats.head.seq,
            "file": size.total, "p50": statistics.median(times), "current": right / len(times),
            "as_of": past / len(before), "wrong": wrong[:10],
        }  # fmt: skip

    def check(self) -> str | None:
        """Verify and rebuild; return what is wrong."""
        before = self.memory.verify(deep=True)
        self.memory.rebuild()
        after = self.memory.verify(deep=True)
        for found in (before, after):
            if found.problem is not None:
                return found.problem.message
        return None


def first(found: MemoryContext) -> str | None:
    """Return the value of the first line that is served."""
    return found.worldview[0].value if found.worldview else None


def progress(text: str) -> None:
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()


def run(folder: Path, args: argparse.Namespace) -> tuple[list[Row], list[str]]:
    """Live all days, going on from where an earlier run was stopped."""
    kept = folder / "lifetime.json"
    told = json.loads(kept.read_text("utf-8")) if kept.exists() else {"rows": [], "seqs": []}
    rows, problems = told["rows"], list[str]()
    if rows and (told["seed"], told["turns"]) != (args.seed, args.turns):
        raise SystemExit(f"{kept} is of another seed or number of turns: name another folder")
    world, began = World(folder, args), datetime.now()
    with world.memory:
        for number in range(args.days):
            known = told["seqs"][number] if number < len(told["seqs"]) else None
            world.live(number, known)
            last = number + 1 == args.days
            if known is None and (number % args.every == args.every - 1 or number == WEEK or last):
                rows.append(world.measure(number))
                state = {"rows": rows, "seqs": world.seqs, "seed": args.seed, "turns": args.turns}
                kept.write_text(json.dumps(state), "utf-8")
            part = max(1, args.days // SLICES)
            if args.check and known is None and ((number + 1) % part == 0 or last):
                wrong = world.check()
                problems += [f"day {number + 1}: {wrong}"] if wrong else []
            done = int(30 * (number + 1) / args.days)
            progress(f"[{'#' * done}{'.' * (30 - done)}] day {number + 1} of {args.days}, "
                     f"{(datetime.now() - began).seconds} s")  # fmt: skip
    progress("")
    return rows, problems


def per_turn(row: Row) -> float:
    return float(row["file"] / row["turns"])


def table(rows: list[Row], every: int) -> str:
    """Write a table as Markdown, a row per `every` days and the last one."""
    lines = ["| day | turns | active | records | file | per turn | query p50, CPU | current "
             "| as of |",
             "|---|---|---|---|---|---|---|---|---|"]  # fmt: skip
    for row in rows:
        if row["day"] % every == 0 or row is rows[0] or row is rows[-1]:
            lines.append(
                f"| {row['day']} | {row['turns']:,} | {row['active']:,} | {row['records']:,} "
                f"| {row['file'] / 1e6:.1f} MB | {per_turn(row) / 1e3:.2f} kB "
                f"| {row['p50']:.1f} ms | {row['current']:.1%} | {row['as_of']:.1%} |"
            )
    return "\n".join(lines)


def missed(rows: list[Row]) -> list[str]:
    """Name the targets that are missed."""
    problems = []
    for row in rows:
        for what in ("current", "as_of"):
            if row[what] < LEAST:
                problems.append(f"day {row['day']}: {what} {row[what]:.3f}, {LEAST} at least")
    if rows[-1]["p50"] > SLOWER * rows[0]["p50"]:
        times = rows[-1]["p50"] / rows[0]["p50"]
        problems.append(
            f"a query takes {times:.1f} x what it took in the first week, {SLOWER:g} at most"
        )
    if per_turn(rows[-1]) > LARGEST:
        problems.append(f"{per_turn(rows[-1]):.0f} bytes of file per turn, {LARGEST} at most")
    return problems


def plot(rows: list[Row], target: Path) -> None:
    """Draw memories, size, query time and accuracy over the days."""
    from matplotlib import pyplot  # noqa: PLC0415  an extra

    figure, places = pyplot.subplots(2, 2, figsize=(9, 6), dpi=120, sharex=True)
    days = [row["day"] for row in rows]
    drawn = (
        ("active memories", [("", [row["active"] for row in rows])]),
        ("file, MB", [("", [row["file"] / 1e6 for row in rows])]),
        ("query p50, CPU ms", [("", [row["p50"] for row in rows])]),
        ("accuracy", [(what, [row[what] for row in rows]) for what in ("current", "as_of")]),
    )
    for axes, (title, lines) in zip(places.flat, drawn, strict=True):
        for label, values in lines:
            axes.plot(days, values, ".-", label=label.replace("_", " ") or None)
        axes.set(title=title, ylim=(0.9, 1.005) if title == "accuracy" else (0, None))
        axes.grid(alpha=0.3)
    places.flat[3].legend()
    for axes in places[1]:
        axes.set_xlabel("day")
    figure.tight_layout()
    figure.savefig(target)


def main() -> None:
    """Live, print the table, write JSON and plot."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--turns", type=int, default=40, help="a day")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=10, help="days between two measurements")
    parser.add_argument("--shown", type=int, default=30, help="days between two rows of the table")
    parser.add_argument("--work", type=Path, help="a folder for file and results")
    parser.add_argument("--sleep", action=argparse.BooleanOptionalAction, default=True,
                        help="sleep each night")  # fmt: skip
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as fresh:
        folder = args.work or Path(fresh)
        folder.mkdir(parents=True, exist_ok=True)
        rows, problems = run(folder, args)
    print(table(rows, args.shown))
    for line in [line for row in rows for line in row["wrong"]][:20]:
        print(f"- {line}")
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1), "utf-8")
    if args.plot:
        plot(rows, args.plot)
    if args.check and (problems := problems + missed(rows)):
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
