"""The demo of the worldview: the same output every time, and nothing twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*args: str, seed: str = "0") -> str:
    """Run the demo in a process of its own."""
    argv = [sys.executable, "-W", "error", str(EXAMPLES / "changing_mind.py"), *args]
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("seed", ["3"])
def test_same_output(seed: str) -> None:
    """It prints what examples/changing_mind.txt holds, recorded under another hash seed."""
    assert run(seed=seed) == (EXAMPLES / "changing_mind.txt").read_text(encoding="utf-8")


def test_tells_the_story() -> None:
    """A move, a correction, a guess, a late import and a supposition all show."""
    output = (EXAMPLES / "changing_mind.txt").read_text(encoding="utf-8")

    for line in (
        "    active       0.73  Lisbon  2025-03-10 to -",
        "    provisional  0.26  Bruges  2025-05-05 to -",
        "    historical   0.58  Leuven  2024-11-04 to 2025-01-06",
        "    only supposed: lives_in Oslo",
        "    2025-04-07  Porto rejected",
    ):
        assert line in output.splitlines()


def test_a_folder_keeps_it(tmp_path: Path) -> None:
    """Run twice on one folder, everything is there and nothing was added."""
    first, second = (run(str(tmp_path / "kept")) for _ in range(2))

    assert first.splitlines()[-1] == second.splitlines()[-1]
    assert "created" in first
    assert "created" not in second
