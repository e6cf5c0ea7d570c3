"""The demo of the store: the same output every time, and conversations that go on in a file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*args: str, seed: str = "0") -> str:
    """Run the demo in a process of its own."""
    argv = [sys.executable, "-W", "error", str(EXAMPLES / "store_agent.py"), *args]
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("seed", ["3"])
def test_same_output(seed: str) -> None:
    """It prints what examples/store_agent.txt holds, recorded under another hash seed."""
    assert run(seed=seed) == (EXAMPLES / "store_agent.txt").read_text(encoding="utf-8")


def test_a_file_keeps_it(tmp_path: Path) -> None:
    """Run twice on one file, turns count on and a note has the versions of both runs."""
    first, second = (run(str(tmp_path / "kept.sqlite3")) for _ in range(2))

    assert "(turn 6)" in first and "(turn 7)" not in first
    assert "(turn 12)" in second
    assert first.count("    size: 42\n") == 2  # in the history, and as of the first conversation
    assert second.count("    size: 42\n") == 3
