"""The demo of sleep: the same output every time, and nothing twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*args: str, seed: str = "0") -> str:
    """Run the demo in a process of its own."""
    argv = [sys.executable, "-W", "error", str(EXAMPLES / "sleeping.py"), *args]
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("seed", ["3"])
def test_same_output(seed: str) -> None:
    """It prints what examples/sleeping.txt holds, recorded under another hash seed."""
    assert run(seed=seed) == (EXAMPLES / "sleeping.txt").read_text(encoding="utf-8")


def test_a_folder_keeps_it(tmp_path: Path) -> None:
    """Run twice on one folder, the second run finds nothing to do."""
    first, second = (run(str(tmp_path / "kept")) for _ in range(2))

    assert "= merged: I live in Ghent." in first
    assert "merged" not in second
    assert first.partition("Again:")[2] == second.partition("Again:")[2]
