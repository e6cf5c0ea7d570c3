"""Tables in the docs that show data of the code say what the code says.

Run this file as a program to write them anew.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph import Settings
from neuromem_graph.core import explaining_words as words
from neuromem_graph.core import lenses as lenses_
from neuromem_graph.core import packing, scoring, snapshot, views
from neuromem_graph.core.lenses import LENSES, RULES
from neuromem_graph.settings import Limits
from neuromem_graph.settings.predicates import PREDICATES
from neuromem_graph.types.diagnostics import MISSES

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
            ", ".join(f"{name} x {times:g}" for name, times in one.weighs.items()) or "-",
        )
        for name, one in LENSES.items()
    )
    return ("lens", "for", "valid time", "states", "favours", "weighs"), rows


def lens_rules() -> tuple[Row, Iterable[Row]]:
    """The rules by which a lens is read from a question, in their order."""
    rows = ((lens, ", ".join(f"`{one}`" for one in wordings(rule))) for rule, lens in RULES)
    return ("lens", "words of the question"), rows


def wordings(pattern: str) -> Iterator[str]:
    """Write a pattern for people, its alternatives one by one."""
    pattern = pattern.replace(lenses_._PART, "").replace(lenses_._MONTH, "(a month or season)")
    for part in re.split(r"\|(?![^(]*\))", pattern):
        plain = re.sub(r"\\b|\?:", "", re.sub(r"\.\{\d*,?\d+\}", " \u2026 ", part))
        plain = plain.replace(r"(19|20)\d\d", "2019").replace(r"2019-\d\d-\d\d", "2019-05-04")
        yield " ".join(plain.replace("^", "\u2026 begins: ").replace("|", "/").split())


def channels() -> tuple[Row, Iterable[Row]]:
    """Every channel with what it does and what it says of a memory."""
    settings = Settings().retrieval
    does = {name: f"finds, weight {weight}" for name, weight in settings.weights.items()}
    does |= {name: f"adds {weight}" for name, weight in settings.signals.items()}
    does |= {name: f"adds {weight}" for name, weight in settings.signals.items()}
    does |= {name: f"raises by {weight}" for name, weight in settings.agreement.items()}
    does |= dict.fromkeys(("lexical", "window"), "chooses what is looked at")
    rows = ((name, does.get(name, "orders anew"), what) for name, what in words.CHANNELS.items())
    return ("channel", "does", "a memory is found, or raised, because"), rows


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


def limits() -> tuple[Row, Iterable[Row]]:
    """Every limit with its default."""
    rows = (
        (f"`{name}`", f"{one.default:,}", one.description)
        for name, one in Limits.model_fields.items()
    )
    return ("`Settings.limits`", "default", "at most"), rows


def explained(
    first: str, told: Mapping[Any, str], second: str = "when"
) -> Callable[[], tuple[Row, Iterable[Row]]]:
    """Words and what they mean."""
    return lambda: ((first, second), told.items())


TABLES: dict[str, tuple[str, Callable[[], tuple[Row, Iterable[Row]]]]] = {
    "lenses": ("recall.md", lenses),
    "lens rules": ("recall.md", lens_rules),
    "channels": ("recall.md", channels),
    "gates": ("recall.md", explained("gate", words.GATES, "asks for")),
    "decisions": ("recall.md", explained("decision", packing.DECISIONS)),
    "cache misses": ("recall.md", explained("reason", MISSES)),
    "limits": ("limits.md", limits),
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


def explanation() -> str:
    """How the explanation of the example begins: all but the last memories."""
    lines = (DOCS.parent / "examples" / "explained.txt").read_text("utf-8").split("\n")
    begin = next(at for at, line in enumerate(lines) if line.startswith("Question:"))
    end = next(at for at, line in enumerate(lines) if line.startswith("3. "))
    return "\n".join(["```text", *lines[begin:end], "...", "```", ""])


def parts(name: str) -> tuple[Path, str, str, str]:
    """The page of a table: what stands before it, the table, what stands after it."""
    page = DOCS / (TABLES[name][0] if name in TABLES else "recall.md")
    before, found, rest = page.read_text("utf-8").partition(f"<!-- table: {name} -->\n")
    table, end, after = rest.partition("<!-- end -->\n")
    assert found and end, f"{page.name} has no place for {name}"
    return page, before + found, table, end + after


@pytest.mark.parametrize("name", sorted(TABLES))
def test_the_table_is_what_the_code_says(name: str) -> None:
    """A page shows every row of its table, and no other."""
    _, _, table, _ = parts(name)

    assert table == written(TABLES[name][1])


def test_the_explanation_is_what_the_example_prints() -> None:
    """The page on recall shows what examples/explained.py prints."""
    assert parts("explanation")[2] == explanation()


if __name__ == "__main__":
    for name in (*TABLES, "explanation"):
        page, before, _, after = parts(name)
        made = written(TABLES[name][1]) if name in TABLES else explanation()
        page.write_text(before + made + after, "utf-8")
