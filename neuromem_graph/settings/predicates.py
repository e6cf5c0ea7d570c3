"""The predicates that are known: how many values each takes, and what it is about."""

from pydantic import Field

from neuromem_graph.types.base import Cardinality, EntityType, Kind, Record


class Predicate(Record):
    """Declare one predicate."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")
    cardinality: Cardinality
    kind: Kind = "fact"
    subject: EntityType = "unknown"
    value: EntityType = "unknown"


PREDICATES: tuple[Predicate, ...] = (
    Predicate(name="lives_in", cardinality="single", subject="person", value="place"),
)
"""What is declared without `Settings.predicates`."""
