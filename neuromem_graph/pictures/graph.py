"""Draw what is believed as a graph: boxes and arrows as SVG, with a few lines of script."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from neuromem_graph.pictures import curves
from neuromem_graph.pictures.layout import Size, place
from neuromem_graph.pictures.lettering import cut, width
from neuromem_graph.pictures.page import Picture, picture
from neuromem_graph.pictures.reading import Drawn, Link, Node, read
from neuromem_graph.pictures.scripts import GRAPH
from neuromem_graph.types.pages import cell, counted, folded, plain, told
from neuromem_graph.types.subgraph import SubGraph

if TYPE_CHECKING:
    from networkx import Graph

_STYLE = """
.nmg{max-width:none}
.nmg .tools{display:flex;gap:.4rem;align-items:center;margin:.5rem 0}
.nmg .tools[hidden]{display:none}
.nmg input[type=search]{font:inherit;padding:.2rem .5rem;width:16rem;border:1px solid #8b97a5;
 border-radius:.3rem;background:#fff;color:#1c2430}
.nmg button{font:inherit;min-width:2rem;border:1px solid #8b97a5;border-radius:.3rem;
 background:#eef1f5;color:#1c2430}
.nmg .frame{overflow:auto;border:1px solid #d5dbe3;border-radius:.5rem}
.nmg svg.sheet{display:block;max-width:none;margin:0;background:#fff}
.nmg svg.live{width:100%;height:auto;max-height:80vh;touch-action:none;cursor:grab}
.nmg .key{width:36px;height:12px;margin:0 .3rem 0 0;vertical-align:middle}
.nmg .key+span{margin-right:1rem}
.drawn text{font-family:system-ui,sans-serif;fill:#1c2430}
.drawn .node rect{fill:#fff;stroke:#8b97a5}
.drawn .node.entity rect{fill:#dbe9f6;stroke:#2f6fb0;stroke-width:1.5}
.drawn .node.entity text{font-weight:600}
.drawn .node.over rect{stroke-dasharray:4 3;stroke:#9aa3ae}.drawn .node.over text{fill:#5d6672}
.drawn .link .line{fill:none;stroke:#2f6fb0;stroke-width:1.4}
.drawn .link .head{fill:#2f6fb0}
.drawn .link .paper{fill:#fff;opacity:.86}
.drawn .link .true{fill:#4b5766}
.drawn .disputed .line{stroke:#b3411f;stroke-width:2.4}.drawn .disputed .head{fill:#b3411f}
.drawn .disputed text,.drawn .disputed .true{fill:#8c2f12}
.drawn .unconfirmed .line,.drawn .planned .line{stroke:#a36a00;stroke-dasharray:2 4}
.drawn .unconfirmed .head,.drawn .planned .head{fill:#a36a00}
.drawn .ended .line{stroke:#9aa3ae;stroke-dasharray:6 4}.drawn .ended .head{fill:#9aa3ae}
.drawn .ended text,.drawn .ended .true{fill:#5d6672}
.drawn .ended .says{text-decoration:line-through}
.drawn .faint{opacity:.12}
.drawn .found rect{stroke:#b3411f;stroke-width:2.5}
"""
_LETTERS, _SMALL = 13.0, 11.0  # pixels: of nodes, of relations
_WIDEST = 190.0  # pixels of a label
_PAD, _TALL, _LABEL_TALL = 9.0, 28.0, 30.0
_MARGIN = 8
_SAYS = {
    "holds": "holds", "disputed": "disputed: another value holds beside it",
    "unconfirmed": "not confirmed", "planned": "has not begun", "ended": "holds no longer",
}  # fmt: skip


class _Text(NamedTuple):
    """Hold the lines of a label as they are drawn, and how much room they take."""

    lines: tuple[str, ...]
    size: Size


def graph_html(
    graph: "SubGraph | Graph[Any]", *, most: int = 60, title: str = "What is believed"
) -> Picture:
    """Draw a graph as one HTML page: entities, values, and the relations between them.

    Every label is there as text, and below the drawing as a table. With script it can be moved and
    zoomed, what hangs together is shown when pointed at, and a box filters it.

    Args:
        graph: from `MemoryRuntime.graph` or `retrieve`, or any networkx graph whose nodes have a
            `label` and whose edges have a `relation` or an `attribute`.
        most: nodes to draw, the most connected first, and twice as many relations; the page says
            what is left out. From 1 to 150.
        title: of the page.

    Returns:
        A page that needs no network; the same graph gives the same page.

    Raises:
        InvalidInput: the number is out of range, or it is no graph.
    """
    drawn = read(graph, most)
    return picture(title, _page(drawn, title), style=_STYLE, script=GRAPH)


def _page(drawn: Drawn, title: str) -> Iterator[str]:
    yield f"<h1>{plain(title)}</h1>"
    nodes, links = counted(len(drawn.nodes), "node"), counted(len(drawn.links), "relation")
    yield f"<p>{nodes}, {links}</p>"
    if drawn.beyond_nodes or drawn.beyond_links:
        yield (
            f'<p class="dim">Left out: {counted(drawn.beyond_nodes, "node")} and '
            f"{counted(drawn.beyond_links, 'relation')}; the most connected are drawn.</p>"
        )
    yield (
        '<div class="tools" hidden><input type="search" placeholder="Filter" '
        'aria-label="Filter"><button type="button" data-zoom="0.8">+</button>'
        '<button type="button" data-zoom="1.25">\u2212</button>'
        '<button type="button" data-zoom="0">Whole</button><span class="dim count"></span></div>'
    )
    if drawn.nodes:
        yield from _svg(drawn)
    yield "<p>" + "".join(_legend(drawn)) + "</p>"
    yield "<details><summary>The same as a table</summary>"
    yield from folded(("from", "relation", "to", "true", "held"), _rows(drawn), "relations")
    yield "</details>"


def _legend(drawn: Drawn) -> Iterator[str]:
    for held, says in _SAYS.items():
        count = sum(link.held == held for link in drawn.links)
        if count:
            yield f'<svg class="drawn key" viewBox="0 0 36 12"><g class="link {held}">'
            yield '<path class="line" d="M0 6H28"/><path class="head" d="M36 6L27 2L27 10z"/></g>'
            yield f'</svg><span class="dim">{says} ({count})</span>'


def _rows(drawn: Drawn) -> Iterator[tuple[str, ...]]:
    joined = {end for link in drawn.links for end in (link.source, link.target)}
    for link in drawn.links:
        ends = (drawn.nodes[place].shown for place in (link.source, link.target))
        one, other = (f"<td>{told(label)}</td>" for label in ends)
        held = link.why or _SAYS[link.held]
        yield one, cell(link.relation), other, cell(link.true), cell(held)
    for at, node in enumerate(drawn.nodes):
        if at not in joined:
            yield f"<td>{told(node.shown)}</td>", *(cell(text) for text in ("", "", "", ""))


def _svg(drawn: Drawn) -> Iterator[str]:
    texts = [_node_text(node) for node in drawn.nodes] + [_link_text(one) for one in drawn.links]
    count = len(drawn.nodes)
    joined = [pair for at, link in enumerate(drawn.links)
              for pair in ((link.source, count + at), (count + at, link.target))]  # fmt: skip
    placed = place([text.size for text in texts], joined)
    wide, high = placed.width + 2 * _MARGIN, placed.height + 2 * _MARGIN
    yield (
        f'<div class="frame"><svg class="drawn sheet" role="img" width="{wide}" height="{high}" '
        f'viewBox="{-_MARGIN} {-_MARGIN} {wide} {high}" style="max-width:{1.15 * wide:.0f}px">'
    )
    for at, link in enumerate(drawn.links):
        ends = [(placed.centres[end], texts[end].size) for end in (link.source, link.target)]
        yield from _link(link, ends, placed.centres[count + at], texts[count + at])
    for at, node in enumerate(drawn.nodes):
        yield from _node(at, node, placed.centres[at], texts[at], drawn.links)
    yield "</svg></div>"


def _node_text(node: Node) -> _Text:
    line = cut(plain_label(node.shown), _LETTERS, _WIDEST)
    weight = 1.08 if node.entity else 1.0
    return _Text((line,), (round(width(line, _LETTERS) * weight + 2 * _PAD), _TALL))


def plain_label(label: str | None) -> str:
    """Return the label of a node, or that it was erased."""
    return "(erased)" if label is None else label


def _link_text(link: Link) -> _Text:
    lines = [cut(link.relation.replace("_", " "), _SMALL, _WIDEST)]
    lines += [cut(link.true, _SMALL, _WIDEST)] if link.true else []
    wide = max(width(line, _SMALL) for line in lines) + 6
    return _Text(tuple(lines), (round(wide), _LABEL_TALL if link.true else _LABEL_TALL / 2))


def _node(
    at: int, node: Node, centre: tuple[int, int], text: _Text, links: Sequence[Link]
) -> Iterator[str]:
    mine = [link for link in links if at in (link.source, link.target)]
    over = " over" if mine and all(link.held == "ended" for link in mine) else ""
    (x, y), (wide, high) = centre, text.size
    label = plain(plain_label(node.shown))
    yield f'<g class="node {"entity" if node.entity else "value"}{over}" data-node="{at}">'
    yield f"<title>{label}</title>"
    yield f'<rect x="{x - wide / 2:g}" y="{y - high / 2:g}" width="{wide:g}" height="{high:g}" '
    yield f'rx="{high / 2 if node.entity else 4:g}"/>'
    yield f'<text x="{x}" y="{y + 4.5:g}" font-size="{_LETTERS:g}" text-anchor="middle">'
    yield f"{plain(text.lines[0])}</text></g>"


def _link(
    link: Link, ends: Sequence[tuple[tuple[int, int], Size]], middle: tuple[int, int], text: _Text
) -> Iterator[str]:
    line = curves.through(ends[0], middle, ends[1])
    (x, y), (wide, high) = middle, text.size
    relation = plain(link.relation.replace("_", " "))
    yield f'<g class="link {link.held}" data-link="{link.source} {link.target}">'
    why = plain(link.why or _SAYS[link.held])
    yield f"<title>{relation}{', ' if link.true else ''}{plain(link.true)} ({why})</title>"
    yield f'<path class="line" d="{line.path}"/><path class="head" d="{line.head}"/>'
    yield f'<rect class="paper" x="{x - wide / 2:g}" y="{y - high / 2:g}" '
    yield f'width="{wide:g}" height="{high:g}"/>'
    for row, words in enumerate(text.lines):
        low = y - high / 2 + 11 + 14 * row
        yield f'<text class="{("says", "true")[row]}" x="{x}" y="{low:g}" '
        yield f'font-size="{_SMALL:g}" text-anchor="middle">{plain(words)}</text>'
    yield "</g>"
