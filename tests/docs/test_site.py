"""The documentation builds as a site, without a warning, and loads nothing from elsewhere."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest

from neuromem_graph import MemoryRuntime

ROOT = Path(__file__).parents[2]
LOADS = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
"""Elements that fetch something by themselves; a link that a reader may click on does not."""


class Page(HTMLParser):
    """Collect what a page loads, and the places in it that can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.classes: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element fetches, and its names."""
        given = {name: value or "" for name, value in attrs}
        self.loads += [given[LOADS[tag]]] if LOADS.get(tag) in given else []
        self.ids |= {given["id"]} if "id" in given else set()
        self.classes |= set(given.get("class", "").split())


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Read every page of the site once."""
    return {path.relative_to(site): Page(path) for path in site.rglob("*.html")}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site once, and fail on any warning."""
    out = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(out)],
        cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def test_every_page_is_there(pages: dict[Path, Page]) -> None:
    """Each page of docs/ is a page of the site."""
    written = {path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")}

    assert {path.with_suffix(".html") for path in written} == set(pages) - {Path("404.html")}


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    """No script, style, font, picture or frame of any page has the address of another host."""
    styles = "".join(path.read_text("utf-8") for path in site.rglob("*.css"))
    loads = {one for page in pages.values() for one in page.loads}

    assert len(loads) > 5
    assert [one for one in loads if re.match(r"(?:[a-z]+:)?//", one)] == []
    assert re.findall(r"@import|url\(['\"]?(?:https?:)?//", styles) == []
    assert not any("mermaid" in page.classes for page in pages.values())  # drawn from a CDN


def test_every_public_name_is_in_the_reference(pages: dict[Path, Page]) -> None:
    """What `__all__` of the package and of its parts names, and each method of the runtime."""
    shown = {
        one.rpartition(".")[2]
        for path, page in pages.items()
        if path.parts[0] == "reference"
        for one in page.ids
    }
    packages = ("", ".nodes", ".stores", ".checkpointers", ".agents", ".mcp")
    public = {name for part in packages for name in import_module(f"neuromem_graph{part}").__all__}
    methods = {name: getattr(MemoryRuntime, name) for name in dir(MemoryRuntime) if name[0] != "_"}
    told = {
        name
        for name, one in methods.items()
        if getattr(one, "__name__", "") == name and not (name[0] == "a" and name[1:] in methods)
    }  # neither twins nor other names of a method

    assert len(told) > 50
    assert (public | told) - shown == set()
    page = (ROOT / "docs" / "reference" / "runtime.md").read_text("utf-8")
    assert [name for name in sorted(told) if f"[`{name}`]" not in page] == []


def test_the_deployment_is_that_of_the_example() -> None:
    """The page shows langgraph.json and memory.py of the example to the letter."""
    page = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    app = ROOT / "examples" / "langgraph_app"
    code = (app / "memory.py").read_text("utf-8").partition('"""\n\n')[2]

    assert (app / "langgraph.json").read_text("utf-8").strip() in page
    assert code.strip() in page


def test_the_readme_names_every_page() -> None:
    """The table of the README leads to each page of docs/ itself."""
    told = (ROOT / "README.md").read_text("utf-8")
    pages = [path.name for path in (ROOT / "docs").glob("*.md")]

    assert [name for name in pages if f"docs/{name}" not in told] == []
