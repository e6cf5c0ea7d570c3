"""The example of a review: the same output every time, and no tool approves."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(seed: str = "0") -> str:
    """Run the example in a process of its own."""
    argv = [sys.executable, "-W", "error", str(EXAMPLES / "review.py")]
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("seed", ["3"])
def test_same_output(seed: str) -> None:
    """It prints what examples/review.txt holds, recorded under another hash seed."""
    assert run(seed) == (EXAMPLES / "review.txt").read_text(encoding="utf-8")


def test_tells_the_story() -> None:
    """It asks, asks again after a wrong answer, and what was erased is gone."""
    lines = (EXAMPLES / "review.txt").read_text(encoding="utf-8").splitlines()

    assert "  decide_ambiguous_entity: 'Nina lives in Leuven.': ambiguous_entity" in lines[1]
    assert any(line.startswith("  asked again: {'type': 'approve'}") for line in lines)
    assert lines[-1] == "verified: True"
    assert "black tea" not in lines[-2]
