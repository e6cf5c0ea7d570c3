"""What a model may propose while memory sleeps."""

from neuromem_graph.types.base import Kind, Record
from neuromem_graph.types.edges import AssociativeRelation, LogicRelation

__all__ = ["FrameProposal", "RelationProposal"]


class FrameProposal(Record):
    """Generalise several memories; each source is quoted, word by word."""

    kind: Kind  # procedure, schema or failure_pattern
    text: str
    quotes: tuple[tuple[str, str], ...]  # id of a memory, and what stands in it


class RelationProposal(Record):
    """Relate two memories; both are quoted, word by word.

    Relations that move lives are refused: only `types.edges.ProposedRelation` is recorded.
    """

    source: str  # id of a memory
    target: str
    relation: LogicRelation | AssociativeRelation
    source_quote: str
    target_quote: str
