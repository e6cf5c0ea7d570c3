"""Each sentence of docs/guarantees.md names a test that would fail if it were not so."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "guarantees.md"
ITEM = re.compile(r"- (?P<said>[^\n]+)\n  (?P<named>[^\n]+)")
NAMED = re.compile(r"`([\w/]+\.py)::(test_\w+)`")


def items() -> list[tuple[str, str]]:
    """The sentences of the page, each with the line below it."""
    return [(one["said"], one["named"]) for one in ITEM.finditer(PAGE.read_text("utf-8"))]


@cache
def standing_in(file: str) -> frozenset[str]:
    """The tests of a file, without running or importing it."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, functions) and node.name.startswith("test_")
    )


def test_no_sentence_stands_without_a_test() -> None:
    """Below the introduction there are headings and items, and each item ends with its tests."""
    _, _, body = PAGE.read_text("utf-8").partition("\n## ")
    lines = [line for line in body.splitlines()[1:] if line and not line.startswith("## ")]

    assert len(items()) > 80
    assert len(lines) == 2 * len(items())
    for said, named in items():
        assert re.fullmatch(r"[A-Z`].+\.", said), said
        assert re.fullmatch(rf"{NAMED.pattern}(, {NAMED.pattern})*", named), named


def test_no_sentence_is_said_twice() -> None:
    """Each says something else."""
    said = [one for one, _ in items()]

    assert len(set(said)) == len(said)


@pytest.mark.parametrize("heading", re.findall(r"^## (.+)$", PAGE.read_text("utf-8"), re.M))
def test_every_test_exists(heading: str) -> None:
    """Each test that is named stands in the file that is named."""
    _, _, part = PAGE.read_text("utf-8").partition(f"\n## {heading}\n")
    named = NAMED.findall(part.partition("\n## ")[0])

    assert named
    assert [f"{file}::{name}" for file, name in named if name not in standing_in(file)] == []
