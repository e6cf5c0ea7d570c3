"""How far a subgraph reaches, and what it holds."""

from pydantic import Field

from neuromem_graph.types.base import Record


class Traversing(Record):
    """Bound the subgraph that `retrieve` returns."""

    seeds: int = Field(default=8, ge=1)  # entities it starts from, at most
    depth: int = Field(default=2, ge=0, le=6)  # relations followed away from them
    entities: int = Field(default=64, ge=1)  # looked at per hop, at most
    fan: int = Field(default=16, ge=1)  # entities that one value leads back to, at most
    damping: float = Field(default=0.5, gt=0, le=1)  # what a hop leaves of a score
