"""The ingest benchmark runs, at a tiny size, and knows when a target is missed."""

import json
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def run(*args: object) -> subprocess.CompletedProcess[str]:
    """Run the benchmark in a process of its own."""
    argv = [sys.executable, BENCHMARKS / "ingest.py", *map(str, args)]
    return subprocess.run(argv, capture_output=True, text=True)


def test_benchmark_measures_every_size(tmp_path: Path) -> None:
    """Each size has its row; a peer that can't be imported is left out and named."""
    out = tmp_path / "out.json"
    done = run("--sizes", "10,30", "--turns", 5, "--rounds", 2, "--peer-sizes", 10, "--json", out)
    assert done.returncode == 0, done.stderr
    rows = [row for row in json.loads(out.read_text("utf-8")) if row["system"] != "nomem"]

    assert [(row["size"], row["turns"]) for row in rows] == [(10, 10), (30, 10)]
    assert all(0 < row["median"] <= row["p95"] for row in rows)
    assert "neuromem-graph" in done.stdout
    assert "nomem" in done.stdout


@pytest.fixture
def ingest(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return the names in benchmarks/ingest.py."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return SimpleNamespace(**runpy.run_path(str(BENCHMARKS / "ingest.py")))


def test_check_knows_its_targets(ingest: SimpleNamespace) -> None:
    """Growth counts from the smallest to the largest size, the time at 10,000 memories."""

    def missed(*medians: tuple[int, float]) -> list[str]:
        return ingest.missed([ingest.row("neuromem-graph", n, [ms] * 3) for n, ms in medians])

    assert missed((100, 2.0), (10_000, 3.0), (50_000, 4.0)) == []
    assert missed((100, 2.0), (50_000, 4.1)) == ["2.05 times from 100 to 50,000, 2 at most"]
    assert missed((100, 4.0), (10_000, 5.1)) == ["5.10 ms at 10,000 memories, 5 at most"]


def test_the_conversation_is_seeded(ingest: SimpleNamespace) -> None:
    """The same seed gives the same turns, longer ones begin alike; facts, chat and repeats."""
    said = ingest.conversation(400, 1)

    assert said == ingest.conversation(400, 1) == ingest.conversation(500, 1)[:400]
    assert said != ingest.conversation(400, 2)
    assert 80 < sum(one.fact is not None for one in said) < 200
    assert len({one.text for one in said}) < len(said)
