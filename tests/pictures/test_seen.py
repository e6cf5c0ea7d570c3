"""Pages are seen in a real browser: they are not blank, nothing is cut off, scripts run.

WRITE_PICTURES=1 writes the pictures of the docs anew.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.pictures import graph, scripts, timeline
from neuromem_graph.pictures.page import picture

from .browser import look, needs_browser, pixels, run, shrunk
from .told import remembered

DOCS = Path(__file__).parents[2] / "docs" / "pictures"
LARGEST = 200_000  # bytes of a picture
QUESTION = "Where do I live?"


def explained(memory: MemoryRuntime) -> str:
    return memory.explain(memory.query(QUESTION, k=1).trace_id or "").to_html()


SHOTS: dict[str, tuple[Callable[[MemoryRuntime], str], tuple[int, int]]] = {
    "graph": (MemoryRuntime.graph_html, (1200, 760)),
    "timeline": (MemoryRuntime.timeline_html, (1200, 640)),
    "explanation": (explained, (1040, 1360)),
}


@needs_browser
@pytest.mark.parametrize("name", SHOTS)
def test_a_page_is_seen(name: str, tmp_path: Path) -> None:
    """In a browser the page has ink in several colours, and nothing runs out of the picture."""
    draw, size = SHOTS[name]
    with remembered() as memory:
        png = look(draw(memory), tmp_path, size)
    shot = pixels(png)

    assert (shot.width, shot.height) == size
    assert len(shot.colours()) > 20 and shot.dark() > 2000
    assert shot.blank_edges()
    if os.environ.get("WRITE_PICTURES"):
        png = shrunk(png)
        assert len(png) < LARGEST
        DOCS.mkdir(exist_ok=True)
        (DOCS / f"{name}.png").write_bytes(png)


@needs_browser
def test_an_empty_page_would_be_noticed(tmp_path: Path) -> None:
    """The check can fail: a blank page has one colour and no ink, a wide one runs out."""
    assert pixels(look("<!DOCTYPE html><body>", tmp_path, (300, 200))).dark() == 0
    wide = '<!DOCTYPE html><body style="margin:0"><div style="background:#000;height:9px">'
    assert not pixels(look(wide, tmp_path, (300, 200))).blank_edges()


@needs_browser
def test_the_script_of_a_graph_runs(tmp_path: Path) -> None:
    """The page lets its own script run: its tools are shown, and the filter finds what it says."""
    with remembered() as memory:
        page = memory.graph_html()
    shown = run(page, tmp_path)
    assert '<div class="tools">' in shown and '<div class="tools" hidden>' in page

    asks = scripts.GRAPH.replace("  field.addEventListener", '  field.value = "NINA";\n  shown();\n'
                                 "  field.addEventListener", 1)  # fmt: skip
    with remembered() as memory:
        drawn = graph.read(memory.graph(), 60)
    page = picture("x", graph._page(drawn, "x"), style=graph._STYLE, script=asks)
    shown = run(page, tmp_path)
    clear = re.findall(r'class="node [^"]*?(?<!faint)( found)?"[^>]*>\s<title>([^<]*)<', shown)
    assert {name for _, name in clear} >= {"Nina (sister)", "Rome", "Antwerp", "Acme"}
    assert {name for found, name in clear if found} == {"Nina (sister)"}
    assert re.search(r'class="node entity[^"]*faint[^"]*"[^>]*>\s<title>user<', shown)


@needs_browser
def test_a_foreign_script_does_not_run(tmp_path: Path) -> None:
    """Even if markup got into a page, the page's own rule would keep its script from running."""
    with remembered() as memory:
        page = memory.graph_html()
    forged = page.replace("</h1>", "</h1><script>document.title='owned'</script>"
                          "<svg onload=\"document.title='owned'\"></svg>")  # fmt: skip
    assert "<title>owned" not in run(forged, tmp_path)


@needs_browser
def test_the_slider_shows_what_was_known(tmp_path: Path) -> None:
    """At an earlier record the page shows Porto as believed, and nothing that came later."""
    with remembered() as memory:
        found = memory.timeline()
    porto = next(bar for row in found.rows for bar in row.bars if bar.value == "Porto")
    moves = scripts.TIMELINE.replace(
        "  range.value = last;",
        f"  range.value = moments.findIndex(one => one[0] === {porto.known_from});",
    )
    page = picture("x", timeline._page(found, "x"), style=timeline._STYLE, script=moves)
    shown = run(page, tmp_path)
    drawn = re.findall(r'<g class="([^"]*)"[^>]*data-from[^>]*>\s<title>([^<]*)<', shown)
    bars = {tip.partition(":")[0]: kind.split()[1:] for kind, tip in drawn}

    assert bars["Porto"] == ["corrected", "then"]
    assert "off" in bars["coffee"] and "off" not in bars["nuts"]
    lisbon = re.findall(r'class="bar holds( off)?"[^>]*>\s<title>Lisbon', shown)
    assert lisbon and all(lisbon)


@pytest.mark.parametrize("name", SHOTS)
def test_the_docs_show_them(name: str) -> None:
    """The pictures of the docs are there, small, and of these pages."""
    png = (DOCS / f"{name}.png").read_bytes()

    assert png.startswith(b"\x89PNG") and len(png) < LARGEST
    shot = pixels(png)
    assert (shot.width, shot.height) == SHOTS[name][1] and shot.blank_edges()
