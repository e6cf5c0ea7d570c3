"""Tables in the docs that show data of the code say what the code says.

Run this file as a program to write them anew.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph import Settings
from neuromem_graph.core import scoring, snapshot, views
from neuromem_graph.core.lenses import LENSES
from neuromem_graph.settings.predicates import PREDICATES

DOCS = Path(__file__).parents[1] / "docs"
Row = Sequence[object]


def lenses() -> tuple[Row, Iterable[Row]]:
    """Every lens: the questions it is for, and what it reads."""
    rows = (
        (
            name,
            one.about,
            "what is true at the moment" if one.timed else "all that ever was",
            ", ".join(one.states) + (", also what has expired" if one.expired else ""),
            ", ".join(sorted(one.favours)) or "-",
        )
        for name, one in LENSES.items()
    )
    return ("lens", "for", "valid time", "states", "favours"), rows


def predicates() -> tuple[Row, Iterable[Row]]:
    """Every predicate that is declared."""
    rows = (
        (f"`{one.name}`", one.cardinality or "as it is said", one.kind, one.subject, one.value)
        for one in PREDICATES
    )
    return ("predicate", "values", "kind", "subject", "value"), rows


def components() -> tuple[Row, Iterable[Row]]:
    """Every component of a score with its weight."""
    weights = Settings().believing.weights
    rows = (
        (name, f"{'-' if name == 'against' else ''}{weights[name]}", what)
        for name, what in scoring.COMPONENTS.items()
    )
    return ("component", "weight", "what it is, in [0, 1]"), rows


def explained(first: str, words: Mapping[Any, str]) -> Callable[[], tuple[Row, Iterable[Row]]]:
    """Words and what they mean."""
    return lambda: ((first, "when"), words.items())


TABLES: dict[str, tuple[str, Callable[[], tuple[Row, Iterable[Row]]]]] = {
    "lenses": ("recall.md", lenses),
    "predicates": ("worldview.md", predicates),
    "components": ("worldview.md", components),
    "statuses": ("worldview.md", explained("status", scoring.STATUSES)),
    "verdicts": ("worldview.md", explained("verdict", views.VERDICTS)),
    "candidate events": ("worldview.md", explained("event", snapshot.EVENTS)),
}
"""Name in the page -> page and what it shows."""


def written(table: Callable[[], tuple[Row, Iterable[Row]]]) -> str:
    """Write a table as Markdown."""
    head, rows = table()
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines).replace("|---", "| ---")


def parts(name: str) -> tuple[Path, str, str, str]:
    """The page of a table: what stands before it, the table, what stands after it."""
    page = DOCS / TABLES[name][0]
    before, found, rest = page.read_text("utf-8").partition(f"<!-- table: {name} -->\n")
    table, end, after = rest.partition("<!-- end -->\n")
    assert found and end, f"{page.name} has no place for {name}"
    return page, before + found, table, end + after


@pytest.mark.parametrize("name", sorted(TABLES))
def test_the_table_is_what_the_code_says(name: str) -> None:
    """A page shows every row of its table, and no other."""
    _, _, table, _ = parts(name)

    assert table == written(TABLES[name][1])


if __name__ == "__main__":
    for name in TABLES:
        page, before, _, after = parts(name)
        page.write_text(before + written(TABLES[name][1]) + after, "utf-8")
