"""Ordinary talk raises no alarm."""

import importlib
from pathlib import Path

import pytest

from neuromem_graph import Settings

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_generated_chats_raise_no_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of thousands of sentences in both sets of wordings none is taken for hostile."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    measured = importlib.import_module("safety")
    total, found = measured.count(measured.chats(), Settings())
    page = (BENCHMARKS.parent / "docs" / "safety.md").read_text("utf-8")
    assert f"| generated chats | {total} | 0 | 0 | 0 | 0 |" in page
    assert dict(found) == {}
