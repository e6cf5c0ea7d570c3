"""The example of an explanation: the same output and the same page every time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(page: Path, seed: str = "0") -> str:
    """Run the example in a process of its own."""
    argv = [sys.executable, "-W", "error", str(EXAMPLES / "explained.py"), str(page)]
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("seed", ["3"])
def test_same_output(tmp_path: Path, seed: str) -> None:
    """It prints what examples/explained.txt holds, recorded under another hash seed."""
    printed = run(tmp_path / "explained.html", seed)
    assert printed == (EXAMPLES / "explained.txt").read_text(encoding="utf-8")


def test_it_writes_the_page(tmp_path: Path) -> None:
    """The page is whole, shows what was served, and is the same every time."""
    one, other = tmp_path / "1" / "explained.html", tmp_path / "2" / "explained.html"
    for seed, page in enumerate((one, other)):
        page.parent.mkdir()
        run(page, str(seed))

    assert one.read_bytes() == other.read_bytes()
    text = one.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>") and text.rstrip().endswith("</html>")
    assert "I love green tea now." in text and "://" not in text


def test_it_is_short() -> None:
    """The program fits on a screen."""
    assert len((EXAMPLES / "explained.py").read_text(encoding="utf-8").splitlines()) <= 60
