"""What is asked of a backend about names of entities."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from neuromem_graph.types.base import Cardinality, Namespace
from neuromem_graph.types.entities import NameRow, RootRow, Timeline, Trait
from neuromem_graph.types.ledger import EntityRow


class NameReader(Protocol):
    """Read names of entities at one moment; every method reads exactly one namespace.

    An entity that was merged into another is read as that other one, its root.
    """

    def similar(
        self, namespace: Namespace, keys: Sequence[str], limit: int
    ) -> tuple[EntityRow, ...]:
        """Return all names of the entities that may resemble one of these folded names.

        What shares the first of `names.blocks` is always among them; of the others at most `limit`
        per key, those that share most blocks first. The cost does not grow with the store.
        """

    def related(
        self, namespace: Namespace, relations: Sequence[str], limit: int
    ) -> tuple[EntityRow, ...]:
        """Return all names of the entities that are one of these to the speaker, oldest first.

        Args:
            namespace: what is read.
            relations: such as "sister".
            limit: entities at most, of all relations together.
        """

    def recent(
        self, namespace: Namespace, thread: str, turns: int, since: int, until: int
    ) -> frozenset[int]:
        """Return whom the last memories of a thread are about.

        Args:
            namespace: what is read.
            thread: its key.
            turns: how many memories, at most.
            since: said no earlier, microseconds.
            until: said no later.
        """

    def traits(self, namespace: Namespace, entities: Sequence[int]) -> Mapping[int, Trait]:
        """Return the stored type and the attributes of these entities."""

    def names_of(self, namespace: Namespace, entities: Sequence[int]) -> tuple[NameRow, ...]:
        """Return every name of these entities and of all merged with them, oldest first."""

    def every_entity(self, namespace: Namespace) -> tuple[int, ...]:
        """Return all entities that belong to themselves, oldest first."""

    def numbered(self, namespace: Namespace, public_id: str) -> int | None:
        """Return the number of an entity by its public id, or None."""

    def roots(self, namespace: Namespace, entities: Sequence[int]) -> tuple[RootRow, ...]:
        """Return whom these entities, and all now merged with them, belonged to, ever."""

    def timelines(self, namespace: Namespace, entities: Sequence[int]) -> tuple[Timeline, ...]:
        """Return what is believed of exactly these entities, then what is off the record."""

    def attributes(
        self, namespace: Namespace, entities: Sequence[int]
    ) -> Mapping[tuple[int, str], tuple[int, Cardinality]]:
        """Return the slots of exactly these: (entity, attribute) -> (slot, cardinality)."""
