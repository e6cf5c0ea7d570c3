"""The demo of time travel prints the same every time, in memory and in a file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(("seed", "file"), [("0", ""), ("1", "kept.sqlite3")])
def test_same_output(seed: str, file: str, tmp_path: Path) -> None:
    """It prints what examples/time_travel.txt holds, whatever the hash seed and the place."""
    argv = [sys.executable, "-W", "error", str(EXAMPLES / "time_travel.py")]
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    argv += [str(tmp_path / file)] if file else []
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)

    assert done.stderr == ""
    assert done.stdout == (EXAMPLES / "time_travel.txt").read_text(encoding="utf-8")
