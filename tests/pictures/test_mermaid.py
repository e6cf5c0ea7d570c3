"""Graphs as Mermaid: every label is there, and none is read as anything but text."""

import re
from typing import Any

import networkx as nx

from neuromem_graph import MemoryRuntime
from neuromem_graph.pictures import mermaid
from neuromem_graph.types.naming import called

from .told import NASTY

LINE = re.compile(
    r'flowchart LR|  %% left out: \d+ nodes, \d+ relations|  n\d+[(\[]"[^"\n]*"[)\]]'
    r'|  n\d+ (-->|==>|-\.->)\|"[^"\n]*"\| n\d+|  classDef \w+ [\w#:,]+|  class [n\d,]+ \w+'
    r"|  linkStyle [\d,]+ [\w#:,]+"
)


def plain(text: str) -> str:
    """Read the codes of characters as Mermaid does."""
    return re.sub(r"#(\d+);", lambda found: chr(int(found[1])), text)


def test_a_subgraph_is_a_flowchart(memory: MemoryRuntime) -> None:
    """Every node and relation of a subgraph is one line; ended relations are dashed."""
    found = memory.retrieve("Where does Nina live?", history=True)
    text = mermaid(found)

    assert all(LINE.fullmatch(line) for line in text.splitlines()), text
    for node in found.nodes:
        assert f'"{called(node.label, node.relation)}"' in plain(text)
    assert '-.->|"lives in, 2025-01-19 to 2025-03-05"|' in text
    assert len(re.findall(r"-->|-\.->", text)) == len(found.edges)


def test_the_whole_graph_too(memory: MemoryRuntime) -> None:
    """What is believed can be written as a whole, bounded by a number."""
    assert '("user")' in mermaid(memory.graph()) and "%%" not in mermaid(memory.graph())
    assert re.search(r"%% left out: \d+ nodes", mermaid(memory.graph(), most=3))


def test_hostile_text_is_text() -> None:
    """Quotes, brackets, comments, lists and HTML in labels stay inside their quotes, coded."""
    graph: Any = nx.DiGraph()
    labels = (NASTY, 'end"] --> n9["x', "- a list", "1. a list", "`code` #35; %% x", "a\nb", "")
    for at, label in enumerate(labels):
        graph.add_node(at, label=label)
        graph.add_edge(0, at, relation=label)
    text = mermaid(graph)

    assert all(LINE.fullmatch(line) for line in text.splitlines()), text
    assert not re.search(r"[<>`&\u202e]", text.replace("-->", ""))
    assert '"#45; a list"' in text and '"1#46; a list"' in text
