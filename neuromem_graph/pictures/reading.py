"""Read what is to be drawn from a networkx graph or a subgraph: the most connected part of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from neuromem_graph.core.text import fold
from neuromem_graph.errors import InvalidInput
from neuromem_graph.types.naming import called
from neuromem_graph.types.records_html import period
from neuromem_graph.types.subgraph import SubGraph

if TYPE_CHECKING:
    from networkx import Graph

MOST = 150  # nodes of one picture
LINKS = 2  # relations per node of a picture

Held = Literal["holds", "disputed", "unconfirmed", "planned", "ended"]
"""How a relation is held at the moment that is drawn."""

_SIGNS: Mapping[str, str] = {"negated": "not: ", "retracted": "no longer: "}


class Node(NamedTuple):
    """Draw one entity or value."""

    label: str | None  # None: erased
    entity: bool
    relation: str | None = None  # what the entity is to the speaker

    @property
    def shown(self) -> str | None:
        """Return the label as people read it: two of one name are told apart."""
        return None if self.label is None else called(self.label, self.relation)


class Link(NamedTuple):
    """Draw one relation."""

    source: int  # place of a node
    target: int
    relation: str
    true: str  # when it is, in days
    held: Held
    why: str | None = None  # it holds no longer


class Drawn(NamedTuple):
    """Hold what is drawn, and count what is not."""

    nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    beyond_nodes: int = 0
    beyond_links: int = 0


def read(graph: "SubGraph | Graph[Any]", most: int) -> Drawn:
    """Read the nodes and relations to be drawn.

    Args:
        graph: from `MemoryRuntime.graph` or `retrieve`, or any networkx graph whose nodes have a
            `label`, perhaps a `relation`, and whose edges have a `relation` or an `attribute`.
        most: nodes to draw, the most connected first, and `LINKS` times as many relations, first
            those that hold; from 1 to `MOST`.

    Raises:
        InvalidInput: the number is out of range, or it is no graph.
    """
    if isinstance(most, bool) or not isinstance(most, int) or not 1 <= most <= MOST:
        raise InvalidInput(f"most={most!r:.80} is not a number of nodes from 1 to {MOST}")
    drawn: Any = graph.to_networkx() if isinstance(graph, SubGraph) else graph
    if not hasattr(drawn, "adjacency") or not hasattr(drawn, "nodes"):
        raise InvalidInput(f"{graph!r:.80} is no graph: give memory.graph() or retrieve(...)")
    nodes, places = _met({key: _node(key, data) for key, data in drawn.nodes(data=True)})
    links = [_link(places[one], places[other], data) for one, other, data in drawn.edges(data=True)]
    return _bounded(nodes, links, most)


def _met(every: Mapping[object, Node]) -> tuple[list[Node], dict[object, int]]:
    """Let values meet as `retrieve` does: in one node, or in the one entity of that name."""
    bearers = Counter(fold(node.label) for node in every.values() if node.entity and node.label)
    ours = {fold(node.label or ""): key for key, node in every.items() if node.entity}
    nodes: list[Node] = []
    places: dict[object, int] = {}
    first: dict[object, int] = {}
    # Entities first: a value may be told of before the entity that it names.
    for key, node in sorted(every.items(), key=lambda one: not one[1].entity):
        name = fold(node.label or "")
        if node.entity or node.label is None:
            meets = key
        else:
            meets = ours[name] if bearers[name] == 1 else ("value", node.label)
        if meets not in first:
            first[meets] = len(nodes)
            nodes.append(node)
        places[key] = first[meets]
    return nodes, places


def _node(key: object, data: Mapping[str, Any]) -> Node:
    label = data.get("label", key)
    sort = data.get("sort", data.get("kind", "entity"))
    relation = data.get("relation")
    return Node(None if label is None else str(label), sort != "value",
                str(relation) if relation else None)  # fmt: skip


def _link(source: int, target: int, data: Mapping[str, Any]) -> Link:
    sign = _SIGNS.get(data.get("polarity", ""), "")
    relation = sign + str(data.get("relation", data.get("attribute", "")) or "")
    began, ended = (cast("datetime | None", data.get(f"valid_{end}")) for end in ("from", "to"))
    true = "" if began is None and ended is None else period(began, ended)
    return Link(source, target, relation, true, _held(data), data.get("ended_by"))


def _held(data: Mapping[str, Any]) -> Held:
    status = data.get("status")
    if not data.get("current", True):
        over = status == "historical" or data.get("ended_by") not in (None, "not yet")
        return "ended" if over or status is None else "planned"
    if status == "conflicted":
        return "disputed"
    weak = status == "provisional" or data.get("commitment") == "candidate"
    return "unconfirmed" if weak else "holds"


def _bounded(nodes: Sequence[Node], links: Sequence[Link], most: int) -> Drawn:
    degree = [0] * len(nodes)
    for link in links:
        degree[link.source] += 1
        degree[link.target] += 1
    best = sorted(range(len(nodes)), key=lambda place: (-degree[place], place))[:most]
    kept = {place: at for at, place in enumerate(sorted(best))}
    inside = [link for link in links if link.source in kept and link.target in kept]
    first = _first(inside, LINKS * most)
    shown = tuple(one._replace(source=kept[one.source], target=kept[one.target]) for one in first)
    return Drawn(
        tuple(nodes[place] for place in kept), shown,
        len(nodes) - len(kept), len(links) - len(shown),
    )  # fmt: skip


def _first(links: Sequence[Link], most: int) -> Iterable[Link]:
    order = sorted(range(len(links)), key=lambda at: (links[at].held == "ended", at))
    return [links[at] for at in sorted(order[:most])]
