"""The LoCoMo benchmark runs, on a tiny sample of our own making."""

import json
import subprocess
import sys
from pathlib import Path

from neuromem_graph.settings import Settings

ROOT = Path(__file__).parents[2]
SAMPLE = Path(__file__).with_name("sample.json")
METRICS = {
    "recall@5", "recall@10", "recall@20", "ndcg@10",
    "recall@500tok", "recall@1000tok", "recall@2000tok", "questions",
}  # fmt: skip


def test_benchmark_measures_all_systems(tmp_path: Path) -> None:
    """Every system is measured per category and overall; what can't be scored is counted apart."""
    out = tmp_path / "out.json"
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "locomo.py", "--data", SAMPLE, "--json", out],
        cwd=tmp_path, check=True, capture_output=True, text=True,
    )  # fmt: skip
    written = json.loads(out.read_text(encoding="utf-8"))

    assert set(written) == {"ours", "bm25", "inmemory"}
    for result in written.values():
        assert result["title"] in done.stdout
        assert {name for name in result if name.startswith("category")} == {
            f"category {n}" for n in range(1, 5)
        }
        assert set(result["overall"]) == METRICS
        assert result["overall"]["questions"] == 4
    ours = written["ours"]["overall"]
    assert ours["recall@5"] == ours["recall@500tok"] == 1.0
    assert written["ours"]["not_counted"] == {"category 5": 1, "unresolved evidence": 1}
    assert "1 x category 5, 1 x unresolved evidence" in done.stdout


def ran(sample: Path, *options: str) -> str:
    """Run the benchmark and return what it prints."""
    command = [sys.executable, ROOT / "benchmarks" / "locomo.py", "--data", sample, *options]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_every_signal_is_left_out_once() -> None:
    """The table of signals has a row for all, one without each, and one with each alone."""
    told = ran(SAMPLE, "--ablation", "--splits")
    rows = {line.split("|")[1].strip(): line for line in told.splitlines() if "|" in line}
    usual = Settings().retrieval
    asked_elsewhere = {"rewrite", "passage", "recent"}
    for name in {*usual.weights, *usual.signals, *usual.agreement} - asked_elsewhere:
        assert f"without `{name}`" in rows
    assert rows["all signals"].split("|")[2].strip() == "1.000"
    assert "splits need 3 conversations" in told


def test_weights_are_judged_on_what_is_held_back(tmp_path: Path) -> None:
    """With three conversations, weights are fitted on one and judged on two, three times."""
    one = json.loads(SAMPLE.read_text(encoding="utf-8"))[0]
    three = [{**one, "sample_id": f"talk-{n}"} for n in range(3)]
    sample = tmp_path / "three.json"
    sample.write_text(json.dumps(three), encoding="utf-8")
    told = ran(sample, "--splits")
    assert {line.split("|")[1].strip() for line in told.splitlines() if "|" in line} >= {
        "round", "fitted",
    }  # fmt: skip
    assert "nan" not in told.partition("fitted")[2]
