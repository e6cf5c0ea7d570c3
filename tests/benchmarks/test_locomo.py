"""The LoCoMo benchmark runs, on a tiny sample of our own making."""

import json
import subprocess
import sys
from pathlib import Path

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
