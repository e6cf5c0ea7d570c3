"""The scale benchmark runs, at a tiny size, goes on where it stopped, and knows what is missed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def run(*args: object) -> subprocess.CompletedProcess[str]:
    """Run the benchmark in a process of its own."""
    argv = [sys.executable, BENCHMARKS / "scale.py", *map(str, args)]
    return subprocess.run(argv, capture_output=True, text=True)


def test_every_size_is_measured_once(tmp_path: Path) -> None:
    """Each size has its figures and its rows; a second run measures nothing anew."""
    work, out = tmp_path / "work", tmp_path / "out.json"
    few = ("--questions", 3, "--singles", 3, "--batches", 1, "--width", 8, "--elsewhere", 20,
           "--direct", 40, "--work", work, "--json", out, "--peers", "in-memory,nothing",
           "--peer-questions", 2)  # fmt: skip
    done = run("--sizes", "30", *few)
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text("utf-8"))
    again = run("--sizes", "30", *few)

    one = found["ours 30"]
    assert 0 < one["cpu"][0] <= one["cpu"][1]
    assert one["ratio"] == pytest.approx(one["cpu"][0] / one["raw"][0])
    assert min(one["embedded"]["raw"][0], one["cold"], one["rss"], one["file"]) > 0
    assert one["ingest"]["single"]["rows"] > 5
    assert found["elsewhere"]["size"] == 20
    assert found["in-memory 30"]["rate"] > 0
    assert "missing" in found["nothing 30"]
    assert "| 30, embedded |" in done.stdout
    assert again.stdout == done.stdout


def test_missed_targets_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A query above 2.5 times the floor and an ingest below 60 % of it are named."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    from scale_report import missed  # noqa: PLC0415  a folder of programs

    good = {"ratio": 2.4, "ingest": {"batch": {"wall": 61, "raw_wall": 100}}}
    bad = {"ratio": 2.6, "ingest": {"batch": {"wall": 59, "raw_wall": 100}}}

    assert missed([(10, good)]) == []
    assert len(missed([(10, good), (1_000, bad)])) == 2
