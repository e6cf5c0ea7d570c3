"""The demo of the README: the same output every time, and nothing twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*args: str, seed: str = "0") -> str:
    """Run the demo in a process of its own."""
    argv = [sys.executable, "-W", "error", str(EXAMPLES / "moving_house.py"), *args]
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("seed", ["3"])
def test_same_output(seed: str) -> None:
    """It prints what examples/moving_house.txt holds, recorded under another hash seed."""
    assert run(seed=seed) == (EXAMPLES / "moving_house.txt").read_text(encoding="utf-8")


def test_tells_the_story() -> None:
    """A move, a changed preference, two people with one name and a correction all show."""
    output = (EXAMPLES / "moving_house.txt").read_text(encoding="utf-8")

    for line in (
        "superseded  user lives_in: Ghent  (change by 'user lives_in: Bruges')",
        "superseded  user likes: black coffee",
        "another Nina is known, not merged",
        "held  Nina lives in Leuven now.",
        "superseded  user lives_in: Bruges  (correct by 'user lives_in: Brussels')",
        "Assistant: user lives in: Brussels (since 2025-06-02); user likes: green tea",
        "- user lives in: Bruges (since 2025-06-02)",
    ):
        assert line in output


def test_a_folder_keeps_it(tmp_path: Path) -> None:
    """Run twice on one folder, everything is there and nothing was added."""
    first, second = (run(str(tmp_path / "kept")) for _ in range(2))

    assert first.splitlines()[-1] == second.splitlines()[-1]
    assert "created" in first
    assert "created" not in second
