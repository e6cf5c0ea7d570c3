"""Entities as they are listed, and what a merge looks at."""

from typing import NamedTuple

from neuromem_graph.types.base import Cardinality, EntityType, Record
from neuromem_graph.types.ledger import BeliefRow


class EntityView(Record):
    """Show one entity: whom claims are about, with all that were merged into it."""

    entity: int  # the number that receipts and choices carry
    id: str
    name: str  # the first one
    aliases: tuple[str, ...] = ()
    relation: str | None = None  # what it is to the speaker; several are joined by ", "
    type: EntityType = "unknown"
    slots: tuple[str, ...] = ()  # attributes that something was said of, sorted
    merged: tuple[int, ...] = ()  # entities that were merged into it


class NameRow(NamedTuple):
    """Hold one name of an entity; `root` is whom it belongs to."""

    root: int
    entity: int
    id: str  # of the root
    name: str | None  # None once erased
    key: str | None
    relation: str | None


class RootRow(NamedTuple):
    """Hold that an entity belonged to another from one record to the next; None: it still does."""

    entity: int
    root: int
    known_from: int
    known_to: int | None


class Trait(NamedTuple):
    """Hold what is stored of an entity that may tell its type."""

    type: EntityType
    attributes: tuple[str, ...]


class Timeline(NamedTuple):
    """Hold one belief of an entity; a struck one is off the record."""

    entity: int  # whose slot it stands in
    attribute: str | None
    slot: int
    cardinality: Cardinality
    belief: BeliefRow
    struck: bool = False
