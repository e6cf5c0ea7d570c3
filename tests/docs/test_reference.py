"""The generated pages of docs/reference say what the code says.

`WRITE_DOCS=1 python -m pytest -n 0 tests/docs/test_reference.py` writes them anew.
"""

import os
import re
from pathlib import Path

import pytest

from neuromem_graph import Settings, errors

from .reference_pages import PAGES, SCHEMA, said_of, settings, tables, tree_of

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_current(name: str) -> None:
    """A page is what its generator makes of the code as it is."""
    made = PAGES[name]()
    if os.environ.get("WRITE_DOCS"):
        (REFERENCE / name).write_text(made, "utf-8")

    assert (REFERENCE / name).read_text("utf-8") == made


def test_every_setting_has_a_meaning() -> None:
    """Each field says what it is, and there is none that the table leaves out."""
    shown = list(settings())
    plain = {f"{one.group}.{one.name}" for one in shown}

    assert [one for one in shown if not one.meaning or not one.unit] == []
    assert len(plain) == len(shown) > 150
    assert set(Settings().model_dump()) == {name.split(".")[1] for name in plain}


def test_every_error_says_what_to_do() -> None:
    """Each says in one sentence what went wrong, and below what to do about it."""
    public = {one for one in vars(errors).values() if isinstance(one, type)}
    told = {one: said_of(one) for one in tree_of(errors.MemoryGraphError)}

    assert set(told) == public
    assert [
        one for one, (wrong, todo) in told.items() if not (wrong[-1:] == todo[-1:] == ".")
    ] == []


def test_the_drawing_is_the_tree() -> None:
    """Each error stands in the drawing, as far in as it is below others."""
    drawn = re.findall(r"^    ([\s│├└─]*)(\w+)", errors.__doc__ or "", re.MULTILINE)
    depths = {name: len(before) // 4 for before, name in drawn}

    for one in tree_of(errors.MemoryGraphError):
        assert (
            depths[one.__name__]
            == len([up for up in one.__mro__ if up.__module__ == errors.__name__]) - 1
        )


def test_every_table_is_shown() -> None:
    """Each table of the schema has its heading, and each statement stands below one."""
    created = re.findall(r"^CREATE (?:VIRTUAL )?TABLE (\w+)", SCHEMA.read_text("utf-8"), re.M)
    statements = re.findall(r"^[A-Z]", SCHEMA.read_text("utf-8"), re.M)

    assert [name for name, _, _ in tables()] == [*created, "pragmas"]
    assert sum(len(body) for _, _, body in tables()) == len(statements)
