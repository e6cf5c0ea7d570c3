"""The store benchmark runs, at a tiny size, and knows when a target is missed."""

import json
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SYSTEMS = {"ours", "sqlite", "in memory"}


def run(*args: object) -> subprocess.CompletedProcess[str]:
    """Run the benchmark in a process of its own."""
    argv = [sys.executable, BENCHMARKS / "store.py", *map(str, args)]
    return subprocess.run(argv, capture_output=True, text=True)


def test_benchmark_measures_all_systems(tmp_path: Path) -> None:
    """Every operation is measured for every system that can do it; who can't is named."""
    out = tmp_path / "out.json"
    small = ("--sizes", 20, "--rounds", 1, "--calls", 1, "--messages", 5)
    done = run(*small, "--folder", tmp_path, "--json", out)
    assert done.returncode == 0, done.stderr
    rows = {row["what"]: row for row in json.loads(out.read_text(encoding="utf-8"))}

    assert "fsync" in done.stdout
    assert {what.partition(":")[0] for what in rows} >= {"get", "filter", "vectors", "saver"}
    for what, row in rows.items():
        assert what in done.stdout
        assert row["size"] == 20
        assert "ours" in row["ms"]
        assert set(row["ms"]) | set(row["missing"]) == SYSTEMS
        assert all(ms > 0 for ms in row["ms"].values())
    assert set(rows["put, durable"]["ms"]) == set(rows["saver: small state"]["ms"]) == SYSTEMS
    assert rows["vectors: first after opening"]["missing"]["in memory"] == "no file"
    assert list(tmp_path.iterdir()) == [out]


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return the names in benchmarks/store.py."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return SimpleNamespace(**runpy.run_path(str(BENCHMARKS / "store.py")))


def row(what: str, size: int, ours: float, sqlite: float | None) -> dict:
    """Return a row of the table."""
    peer = {} if sqlite is None else {"sqlite": sqlite}
    return {"what": what, "size": size, "ms": {"ours": ours, **peer}, "missing": {}}


def test_check_looks_at_the_largest_size(store: SimpleNamespace) -> None:
    """A target counts at the largest size; what a peer can't do there misses none."""
    what = "vectors: 10 nearest"

    assert store.missed([row(what, 10, 1, 2), row(what, 99, 1, 50)]) == []
    assert store.missed([row(what, 99, 1, None)]) == []
    assert store.missed([row(what, 10, 1, 50), row(what, 99, 1, 2)]) == [
        "vectors: 10 nearest: 2.0 x sqlite, 20 x at least"
    ]
