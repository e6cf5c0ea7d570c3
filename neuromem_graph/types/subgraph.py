"""What `retrieve` returns: a bounded piece of the graph of what is believed."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from neuromem_graph.types import records_html
from neuromem_graph.types.base import (
    Commitment,
    Effect,
    EntityType,
    Namespace,
    Polarity,
    Record,
)

if TYPE_CHECKING:
    from networkx import MultiDiGraph


class Ending(Record):
    """Tell by which claim another was ended."""

    claim_id: str  # that ended it
    effect: Effect  # change, correct, retract
    value: str | None  # what it said instead; None once erased
    event_id: str
    at: int  # microseconds; when that was said


class GraphNode(Record):
    """Show an entity, or a value that is none."""

    id: str  # "entity:7" or "value:9"
    label: str
    sort: Literal["entity", "value"]
    type: EntityType = "unknown"
    relation: str | None = None  # what the entity is to the speaker
    hops: int  # from what the question names
    score: float  # in (0, 1]


class GraphEdge(Record):
    """Show one belief as a relation between an entity and a value."""

    source: str  # id of a node
    target: str
    relation: str  # the attribute: lives_in
    text: str  # as the prompt says it
    polarity: Polarity
    commitment: Commitment
    support: int
    valid_from: datetime
    valid_to: datetime | None
    current: bool  # at the moment that was asked for
    ended_by: str | None = None  # why it was retired, readable; None while it holds
    claim_id: str
    event_id: str | None = None
    score: float


class SubGraph(Record):
    """Hold the entities and relations that a question is about, within a budget."""

    query: str
    namespace: Namespace
    seq: int
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    text: str  # the rendered prompt, within the budget
    tokens: int
    hops: int  # how far it was followed
    left_out: int = 0  # relations that were found and did not fit
    abstained: str | None = None  # why it is empty

    def to_prompt(self) -> str:
        """Return the rendered relations; never more tokens than the budget."""
        return self.text

    def to_networkx(self) -> "MultiDiGraph[Any]":
        """Return a networkx graph of it: node ids, edges keyed by claim id."""
        from networkx import MultiDiGraph  # noqa: PLC0415  costs time to import

        drawn: MultiDiGraph[Any] = MultiDiGraph()
        for node in self.nodes:
            drawn.add_node(node.id, **node.model_dump(exclude={"id"}))
        for edge in self.edges:
            told = edge.model_dump(exclude={"source", "target", "claim_id"})
            drawn.add_edge(edge.source, edge.target, key=edge.claim_id, **told)
        return drawn

    def __str__(self) -> str:
        """Return the prompt."""
        return self.text

    def _repr_html_(self) -> str:
        return records_html.of_subgraph(self)
