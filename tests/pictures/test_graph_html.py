"""A graph is drawn on one page that needs nothing else and says all it shows as text."""

import re
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import InvalidInput
from neuromem_graph.pictures import Picture, graph_html
from neuromem_graph.pictures.layout import place

from .told import NASTY, START, Page, self_contained


def numbers(found: Page, name: str) -> list[str]:
    return [value for key, value in found.attributes if key == name]


def test_every_label_is_there(memory: MemoryRuntime) -> None:
    """Each entity, value, relation and time of the graph stands on the page as text."""
    drawn, page = memory.graph(), self_contained(memory.graph_html(), scripts=1)

    labels = {data["label"] for _, data in drawn.nodes(data=True)}
    assert labels >= {"user", "Nina", "Tom", "Ghent", "Lisbon", "tea", "coffee", "Acme"}
    assert all(label in page.text for label in labels)
    for _, _, data in drawn.edges(data=True):
        assert data["attribute"].replace("_", " ") in page.text
        assert f"{data['valid_from']:%Y-%m-%d}" in page.text
    assert len(numbers(page, "data-link")) == drawn.number_of_edges()


def test_what_is_over_looks_so(memory: MemoryRuntime) -> None:
    """A relation that ended is drawn as ended, one that holds as held; a value of both as held."""
    page = memory.graph_html()
    links = dict(re.findall(r'class="link (\w+)"[^>]*>\s<title>([^<]*)</title>', page))

    assert links.keys() == {"ended", "holds"}
    assert "(holds no longer)" in links["ended"] and "(holds)" in links["holds"]
    over = re.findall(r'class="node value over" data-node="\d+">\s<title>([^<]*)<', page)
    assert set(over) == {"Ghent", "Antwerp", "tea"}


def test_values_of_one_name_meet(memory: MemoryRuntime) -> None:
    """Two people in one town are drawn at one town, as in a subgraph."""
    titles = re.findall(r'data-node="\d+">\s<title>([^<]*)<', memory.graph_html())

    assert sorted(titles) == sorted(set(titles))
    graph: Any = nx.MultiDiGraph()
    for at, name in enumerate(("Nina", "Nina")):
        graph.add_node(at, label=name, kind="entity")
    graph.add_node(2, label="nina", kind="value")
    assert graph_html(graph).count("data-node") == 3  # which Nina is meant nobody knows


def test_disputed_and_unconfirmed_are_told() -> None:
    """The status of a belief shows in how its relation is drawn, and in words."""
    graph: Any = nx.MultiDiGraph()
    for name in ("Ann", "Oslo", "Rome", "Bonn"):
        graph.add_node(name, label=name)
    told = {"attribute": "lives_in", "current": True}
    graph.add_edge("Ann", "Oslo", **told, status="conflicted")
    graph.add_edge("Ann", "Rome", **told, status="conflicted")
    graph.add_edge("Ann", "Bonn", **told, status="provisional", commitment="candidate")
    page = graph_html(graph)

    assert page.count('class="link disputed"') == 3 and "disputed: another value" in page
    assert page.count('class="link unconfirmed"') == 2  # with the one in the legend


def test_a_subgraph_is_drawn(memory: MemoryRuntime) -> None:
    """What `retrieve` returns is drawn too, with why a relation ended."""
    page = self_contained(graph_html(memory.retrieve("Where does Nina live?", history=True)), 1)

    assert "ended by a change to Rome" in page.text and "Antwerp" in page.text


def test_hostile_text_is_text() -> None:
    """Labels with markup, scripts, quotes and hidden controls are shown, not obeyed."""
    graph: Any = nx.DiGraph()
    graph.add_node(1, label=NASTY)
    graph.add_node(2, label=None, kind="value")
    graph.add_edge(1, 2, relation=NASTY, valid_from=START, ended_by=NASTY)
    whole = graph_html(graph, title=NASTY)
    page = self_contained(whole, scripts=1)

    assert "alert(" in page.text and "alert" not in page.scripts[0]
    assert "\u202e" not in whole and "\u200b" not in whole and "[U+202E]" in page.text
    assert "(erased)" in page.text


def test_large_graphs_are_bounded() -> None:
    """Only the most connected nodes are drawn, and the page counts the others."""
    hub: Any = nx.star_graph(300)
    page = graph_html(hub, most=20)

    assert page.count("data-node") == 20 and "<title>0</title>" in page
    assert "Left out: 281 nodes and 281 relations" in page
    assert "Left out" not in graph_html(nx.path_graph(5))


@pytest.mark.parametrize("most", [0, 151, -1, True, 2.5, "5", None])
def test_a_wrong_number_is_refused(memory: MemoryRuntime, most: Any) -> None:
    """How many nodes are drawn is a whole number from 1 to 150."""
    with pytest.raises(InvalidInput, match="most="):
        memory.graph_html(most=most)


def test_what_is_no_graph_is_refused() -> None:
    """The error says what to give instead."""
    with pytest.raises(InvalidInput, match=r"memory\.graph\(\)"):
        graph_html([1, 2])  # type: ignore[arg-type]


def test_nothing_is_drawn_of_nothing() -> None:
    """An empty graph gives a page that says so."""
    assert "0 nodes, 0 relations" in self_contained(graph_html(nx.DiGraph()), 1).text


def test_a_notebook_shows_it_in_a_frame(memory: MemoryRuntime) -> None:
    """The whole page goes into a frame of its own, and the text of the cell stays short."""
    page = memory.graph_html()
    frame = dict(Page(page._repr_html_()).attributes)

    assert isinstance(page, Picture)
    assert (frame["srcdoc"], frame["sandbox"]) == (page, "allow-scripts")
    assert len(repr(page)) < 60


@given(st.lists(st.tuples(st.integers(8, 200), st.integers(12, 40)), max_size=12), st.data())
def test_boxes_never_overlap(sizes: list[tuple[int, int]], data: st.DataObject) -> None:
    """Whatever is joined, no box lies on another, and none outside the plane."""
    ends = st.integers(0, max(0, len(sizes) - 1))
    joined = data.draw(st.lists(st.tuples(ends, ends), max_size=20)) if sizes else []
    placed = place(sizes, joined)

    assert placed == place(sizes, joined)
    boxes = [(x - w / 2, x + w / 2, y - h / 2, y + h / 2)
             for (x, y), (w, h) in zip(placed.centres, sizes, strict=True)]  # fmt: skip
    for at, (a, b, c, d) in enumerate(boxes):
        assert a >= 0 and c >= 0 and b <= placed.width and d <= placed.height
        assert not any(a < f and e < b and c < h and g < d for e, f, g, h in boxes[:at])
