"""The notebooks: they run by nbmake, show what is stored in them, and run again on one folder."""

import json
import re
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import pytest

from tests.notebooks.running import FOLDER, NOTEBOOKS, again, executed, heads, shown
from tests.providers.ollama_server import serving

DOCS = FOLDER.parent / "docs"


class Run(NamedTuple):
    """A notebook that ran once."""

    path: Path  # a copy, in a folder of its own
    book: Any  # with what it showed


def id_of(path: Path) -> str:
    return path.stem


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=id_of)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a notebook by nbmake, in a new folder."""
    path = Path(shutil.copy(request.param, tmp_path_factory.mktemp("notebook")))
    return Run(path, executed(path))


def test_it_shows_what_is_stored(run: Run) -> None:
    """Every cell runs and shows what the notebook holds; if not, call scripts/notebooks."""
    stored = nbformat.read(FOLDER / run.path.name, 4)
    assert shown(run.book) == shown(stored)


def test_it_warns_of_nothing(run: Run) -> None:
    """No cell writes to the error stream."""
    streams = [one["name"] for cell in shown(run.book) for one in cell if "name" in one]
    assert set(streams) <= {"stdout"}


@pytest.mark.filterwarnings("ignore:Importing Send")  # what langmem needs imports it so
def test_again_it_adds_nothing(run: Run) -> None:
    """After a restart all cells run again on the same folder, and no ledger has grown."""
    before = heads(run.path.parent)
    again(run.path)

    assert before != {}
    assert heads(run.path.parent) == before


@pytest.mark.parametrize("path", NOTEBOOKS, ids=id_of)
def test_source(path: Path) -> None:
    """A stored notebook tells of no machine, ran from top to bottom, and links to what is there."""
    text = path.read_text(encoding="utf-8")
    book = json.loads(text)
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]

    assert re.findall(r"/(?:home|root|tmp|Users|work)/|[A-Z]:\\\\", text) == []
    assert book["metadata"]["language_info"] == {"name": "python"}
    assert all(cell["metadata"] == {} for cell in book["cells"])
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    for name in re.findall(r"\]\((\w+\.ipynb)\)", text):
        assert (FOLDER / name).exists()
    for name in re.findall(r"`(?:docs|examples)/[\w-]+\.\w+`", text):
        assert (FOLDER.parent / name.strip("`")).exists()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=id_of)
def test_the_model_is_one_line(path: Path) -> None:
    """Each notebook says in the line to change how a local model takes the place of the rules."""
    book = nbformat.read(path, 4)
    lines = [line for cell in book.cells for line in cell.source.splitlines()]
    (line,) = [line for line in lines if line.startswith("extractor = ")]
    assert line.startswith("extractor = None  # ")
    assert line.endswith('extractor = "ollama:llama3.1:8b"')


def test_with_the_line_changed_a_model_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first notebook holds with a model, too: all its assertions, and a second run."""

    told = (
        ("I live in Ghent", "user", "", "Ghent", "current"),
        ("My sister Nina lives in Antwerp", "Nina", "sister", "Antwerp", "current"),
        ("I moved to Bruges", "user", "", "Bruges", "changed"),
    )
    names = ("quote", "about", "relation", "value", "status")
    facts = [
        {"message": 0, "attribute": "lives_in", **dict(zip(names, one, strict=True))}
        for one in told  # those that another message tells are refused: their quote is not found
    ]
    path = Path(shutil.copy(NOTEBOOKS[0], tmp_path))
    with serving(json.dumps({"facts": facts})) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        again(path, extractor='extractor = "ollama:tiny"')
        assert {asked["model"] for asked in server.asked} == {"tiny"}
        before = heads(tmp_path)
        again(path, extractor='extractor = "ollama:tiny"')
    assert heads(tmp_path) == before


def test_each_is_listed() -> None:
    """The page on notebooks lists all of them, in order, and names nothing else."""
    page = (DOCS / "notebooks.md").read_text(encoding="utf-8")
    names = re.findall(r"\(\.\./notebooks/([\w.]+)\)", page)
    assert names == [path.name for path in NOTEBOOKS]
    assert len(NOTEBOOKS) == 9


def test_each_program_is_listed() -> None:
    """The page names every program of examples/, and none that is not there."""
    page = (DOCS / "notebooks.md").read_text(encoding="utf-8")
    programs = {path.name for path in (FOLDER.parent / "examples").glob("*.py")}
    assert set(re.findall(r"\(\.\./examples/(\w+\.py)\)", page)) == programs
