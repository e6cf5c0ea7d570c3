"""Write a graph as Mermaid, the text that GitHub, Jupyter and many editors draw."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from neuromem_graph.pictures.reading import Drawn, Held, Link, Node, read
from neuromem_graph.types.pages import visible
from neuromem_graph.types.subgraph import SubGraph

if TYPE_CHECKING:
    from networkx import Graph

_ARROWS: dict[Held, str] = {
    "holds": "-->", "disputed": "==>", "unconfirmed": "-.->", "planned": "-.->", "ended": "-.->",
}  # fmt: skip
_LETTERS = 60  # of a label


def mermaid(graph: "SubGraph | Graph[Any]", *, most: int = 40) -> str:
    """Write a graph as a Mermaid flowchart.

    Args:
        graph: from `MemoryRuntime.graph` or `retrieve`, or any networkx graph like them.
        most: nodes to draw, the most connected first; a comment counts what is left out.

    Returns:
        Lines that begin with "flowchart LR". Labels are quoted, and what means something to Mermaid
        or HTML stands in them as a character code: text stays text.

    Raises:
        InvalidInput: the number is out of range, or it is no graph.
    """
    return "\n".join([*_lines(read(graph, most)), ""])


def _lines(drawn: Drawn) -> Iterator[str]:
    yield "flowchart LR"
    if drawn.beyond_nodes or drawn.beyond_links:
        yield f"  %% left out: {drawn.beyond_nodes} nodes, {drawn.beyond_links} relations"
    for at, node in enumerate(drawn.nodes):
        yield f"  n{at}{_box(node)}"
    for link in drawn.links:
        yield f"  n{link.source} {_ARROWS[link.held]}{_label(link)} n{link.target}"
    yield "  classDef entity fill:#dbe9f6,stroke:#2f6fb0,color:#1c2430"
    yield "  classDef value fill:#ffffff,stroke:#8b97a5,color:#1c2430"
    for sort in ("entity", "value"):
        of_it = [f"n{at}" for at, one in enumerate(drawn.nodes) if one.entity == (sort == "entity")]
        if of_it:
            yield f"  class {','.join(of_it)} {sort}"
    over = [str(at) for at, link in enumerate(drawn.links) if link.held == "ended"]
    if over:
        yield f"  linkStyle {','.join(over)} stroke:#9aa3ae,color:#5d6672"


def _box(node: Node) -> str:
    text = _quoted("(erased)" if node.shown is None else node.shown)
    return f"({text})" if node.entity else f"[{text}]"


def _label(link: Link) -> str:
    held = "" if link.held in ("holds", "ended") else f" ({link.held})"
    text = f"{link.relation.replace('_', ' ')}{held}"
    return f"|{_quoted(f'{text}, {link.true}' if link.true else text)}|"


def _quoted(text: str) -> str:
    line = " ".join(visible(text).split())
    if len(line) > _LETTERS:
        line = f"{line[: _LETTERS - 1]}\u2026"
    return f'"{_coded(line)}"'


def _coded(line: str) -> str:
    """Write every letter that Mermaid, Markdown or HTML could read as a sign as its code."""
    return "".join(
        one if one.isalnum() or one in " ,\u2026" or (at and one in "-:") else f"#{ord(one)};"
        for at, one in enumerate(line)
    )
