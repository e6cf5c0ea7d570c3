"""The example of the pictures: three pages, the same every time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGES = ("graph.html", "timeline.html", "explanation.html")


def run(*args: str, seed: str = "0") -> str:
    """Run the example in a process of its own."""
    argv = [sys.executable, "-W", "error", str(EXAMPLES / "pictures.py"), *args]
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("seed", ["0", "1"])
def test_same_output(tmp_path: Path, seed: str) -> None:
    """It prints what examples/pictures.txt holds, into a given folder or a temporary one."""
    expected = (EXAMPLES / "pictures.txt").read_text(encoding="utf-8")
    assert run(str(tmp_path), seed=seed) == expected
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(PAGES)
    assert seed == "1" or run() == expected


def test_the_pages_are_the_same(tmp_path: Path) -> None:
    """Two runs write the same bytes, and nothing in them points outside."""
    for seed in ("0", "1"):
        (tmp_path / seed).mkdir()
        run(str(tmp_path / seed), seed=seed)
    for name in PAGES:
        page = (tmp_path / "0" / name).read_bytes()
        assert page == (tmp_path / "1" / name).read_bytes()
        assert b"Brussels" in page and b"://" not in page


def test_it_is_short() -> None:
    """The program fits on a screen."""
    assert len((EXAMPLES / "pictures.py").read_text(encoding="utf-8").splitlines()) <= 60
