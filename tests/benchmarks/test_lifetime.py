"""The lifetime benchmark runs, goes on where it stopped, and knows what is missed."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def run(*args: object) -> subprocess.CompletedProcess[str]:
    """Run the benchmark in a process of its own."""
    argv = [sys.executable, BENCHMARKS / "lifetime.py", *map(str, args)]
    return subprocess.run(argv, capture_output=True, text=True)


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The benchmark as a module."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    spec = importlib.util.spec_from_file_location("lifetime", BENCHMARKS / "lifetime.py")
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Two days and then two more are the four days of another run."""
    few = ("--turns", 9, "--every", 2)
    first = run("--days", 2, "--work", tmp_path / "a", *few)
    assert first.returncode == 0, first.stderr
    outs = []
    for folder in ("a", "b"):
        out = tmp_path / f"{folder}.json"
        done = run("--days", 4, "--work", tmp_path / folder, "--json", out, *few)
        assert done.returncode == 0, done.stderr
        outs.append(json.loads(out.read_text("utf-8")))
        assert "| 4 | 36 |" in done.stdout
    other = run("--days", 4, "--turns", 8, "--work", tmp_path / "a")

    same = ("day", "turns", "active", "records", "current", "as_of")
    assert [[row[what] for what in same] for row in outs[0]] == [
        [row[what] for what in same] for row in outs[1]
    ]
    assert [row["day"] for row in outs[0]] == [2, 4]
    assert all(row["current"] == row["as_of"] == 1.0 for row in outs[0])
    assert other.returncode != 0 and "another seed" in other.stderr


def test_what_is_missed_is_named(module: Any) -> None:
    """Accuracy at any time, query time and size at the end; nothing, where all is well."""
    good = {"day": 10, "turns": 100, "file": 200_000, "p50": 8.0, "current": 1.0, "as_of": 0.98}
    bad = {**good, "file": 400_000, "p50": 17.0, "current": 0.9}

    assert module.missed([good, good]) == []
    assert len(module.missed([good, bad])) == 3
    assert len(module.missed([good, {**good, "as_of": 0.97}, good])) == 1


def test_a_life_is_the_same_everywhere(module: Any) -> None:
    """The same seed gives the same days; what is so changes one by one, and is told."""
    one, other = module.Life(3, 40), module.Life(3, 40)
    told = []
    for number in range(20):
        before = dict(one.now)
        turns = one.day(number)
        assert turns == other.day(number)
        moved = [fact for fact, value in one.now.items() if before.get(fact, value) != value]
        assert len(turns) == 40 and len(moved) <= 2
        told += [turn.what for turn in turns]

    assert set(told) == {"first", "change", "repeat", "correction", "noise"}
    assert len(one.now) == 45
