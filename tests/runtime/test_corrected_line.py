"""What was taken back is labelled where its memory is recalled."""

from datetime import datetime

import pytest

from neuromem_graph import MemoryRuntime

FIRST = datetime.fromisoformat("2025-01-10T12:00:00+00:00")
LATER = datetime.fromisoformat("2025-03-10T12:00:00+00:00")


@pytest.mark.parametrize(
    ("said", "then", "label"),
    [
        ("I live in Porto.", "Actually, I live in Lisbon.", "(corrected)"),
        ("I live in Porto.", "I never lived in Porto, it was Lisbon.", "(corrected)"),
        ("I live in Porto.", "I moved to Lisbon.", "(until 2025-03-10)"),
    ],
)
def test_a_memory_line_says_what_became_of_it(said: str, then: str, label: str) -> None:
    """Nobody reads what was never so as if it had been true; a change says when it ended."""
    memory = MemoryRuntime.local("u", ":memory:", clock=lambda: LATER)
    memory.observe_and_commit(said, at=FIRST)
    memory.observe_and_commit(then, at=LATER)
    found = memory.query("Have I been to Porto?", lens="historical")
    assert f"{label}: {said}" in found.text
