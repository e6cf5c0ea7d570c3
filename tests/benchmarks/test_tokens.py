"""The table of how the built-in counter of tokens errs."""

import re
import sys
from pathlib import Path

import pytest

from neuromem_graph.core.text import estimate_tokens

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

import tokens  # noqa: E402

PAGE = (ROOT / "docs" / "recall.md").read_text(encoding="utf-8")


def shown() -> dict[str, list[str]]:
    """The rows of the table in the docs, by text."""
    table = PAGE.split("<!-- table: tokens -->")[1].split("<!-- end -->")[0]
    cells = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in table.strip().splitlines()
    ]
    return {name: rest for name, *rest in cells[2:]}


def test_the_table_is_true() -> None:
    """Every text is in the table, with its length and its estimate."""
    assert {name: row[:2] for name, row in shown().items()} == {
        name: [str(len(text)), str(estimate_tokens(text))] for name, text in tokens.TEXTS.items()
    }


@pytest.mark.parametrize(
    "name", ["Chinese", "Japanese", "Korean", "Emoji", "English", "Hindi", "Thai"]
)
def test_it_errs_high(name: str) -> None:
    """For scripts without spaces, emoji and English, no tokenizer of the table counts more."""
    estimate = int(shown()[name][1])
    real = [int(re.match(r"\d+", cell)[0]) for cell in shown()[name][2:]]

    assert max(real) <= estimate
