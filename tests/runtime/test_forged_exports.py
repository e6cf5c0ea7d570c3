"""An export that was made by hand, with hashes that agree, is refused clearly."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import InvalidInput, MemoryGraphError
from neuromem_graph.ledger import exporting
from neuromem_graph.ledger import format as fmt
from tests.runtime.moving_life import BOB, alone, live, opened
from tests.runtime.test_export import exported

VALUES = [
    None, 0, -1, 1, 7, 90, 10**30, 1.5, True, "", "x", "\0", [], [1], [90], ["x"], {}, {"a": 1},
    [{"claim": 1}], [{"claim": 1, "wrong": True}], [[1, 2]], "x" * 300,
]  # fmt: skip


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Return the lines of an export, read."""
    with opened(tmp_path_factory.mktemp("lived") / "a") as ann:
        live(ann, ann.within(BOB))
        return [json.loads(line) for line in exported(ann)]


def forged(
    lines: list[dict[str, Any]], place: int, change: Callable[[dict[str, Any]], None]
) -> list[str]:
    """Change one line, and chain and seal all of them anew."""
    told, previous = [exporting.written(lines[0])], fmt.NO_HASH
    for number, fields in enumerate(json.loads(json.dumps(lines[1:-1])), 1):
        if number == place:
            change(fields)
        try:
            one = exporting._taken(fields)
            previous = fmt.digest(one.bytes_after(previous))
            told.append(exporting.line_of(one, previous))
        except (KeyError, TypeError, ValueError):
            told.append(f"{json.dumps(fields)}\n")
    return told


@given(chance=st.randoms(use_true_random=False))
def test_forged_records_do_no_harm(lines: list[dict[str, Any]], chance: Random) -> None:
    """Whatever field of whatever record says something else: one of our errors, and no ledger."""
    place = chance.randint(1, len(lines) - 2)
    fields = lines[place]
    part = chance.choice([name for name in ("header", "body") if name in fields] or [""])
    key = chance.choice([*(fields[part] if part else fields), "origin", "closes", "erased"])
    value = chance.choice(VALUES)

    def change(line: dict[str, Any]) -> None:
        (line[part] if part else line)[key] = value

    with MemoryRuntime.local(("acme", "ann"), ":memory:") as memory:
        with pytest.raises(MemoryGraphError) as caught:  # its end is missing at the latest
            memory.import_jsonl(forged(lines, place, change))
        assert memory.verify(deep=True).records == 0
        assert "line " in str(caught.value)


def test_a_record_of_a_namespace_that_was_not_told(
    lines: list[dict[str, Any]], tmp_path: Path
) -> None:
    """A record can't stand in a namespace that the file has not opened before it."""
    for change in (
        lambda line: line["header"].update(ns="f" * 24), lambda line: line["header"].pop("ns"),
        lambda line: line["header"].update(kind="never_heard_of"),
        lambda line: line["header"].update(at=-1), lambda line: line["header"].update(seq=9),
    ):  # fmt: skip
        with alone(tmp_path, "copy") as copy:
            with pytest.raises(MemoryGraphError):
                copy.import_jsonl(forged(lines, 2, change))
            assert copy.verify().records == 0
    with alone(tmp_path, "copy") as copy, pytest.raises(InvalidInput, match="has no name"):
        copy.import_jsonl(forged(lines, 1, lambda line: line["body"].update(name=5)))
