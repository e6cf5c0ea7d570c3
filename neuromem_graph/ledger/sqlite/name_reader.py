"""Answer the named queries about names of entities; a part of `SqliteReader`."""

from collections.abc import Iterable, Mapping, Sequence

from neuromem_graph.core.names import blocks
from neuromem_graph.ledger.sqlite import search
from neuromem_graph.ledger.sqlite.part import Part, dumps
from neuromem_graph.types.base import Cardinality, Namespace
from neuromem_graph.types.entities import NameRow, RootRow, Timeline, Trait
from neuromem_graph.types.ledger import EntityRow

_NEWEST = 32  # names looked at per block: one that thousands share tells little


class SqliteNameReader(Part):
    """Read names of entities at one moment."""

    def similar(
        self, namespace: Namespace, keys: Sequence[str], limit: int
    ) -> tuple[EntityRow, ...]:
        """Return all names of the entities that may resemble one of these folded names."""
        found: dict[int, None] = {}
        for key in keys:
            asked = {"blocks": dumps(blocks(key)), "most": _NEWEST, "limit": limit}
            rows = self._rows("resembling", ns=self._ns(namespace), **asked)
            found |= {entity: None for entity, _, _ in rows}
        return self._named(namespace, found)

    def related(
        self, namespace: Namespace, relations: Sequence[str], limit: int
    ) -> tuple[EntityRow, ...]:
        """Return all names of the entities that are one of these to the speaker, oldest first."""
        asked = {"relations": dumps(relations), "limit": limit}
        rows = self._rows("related", ns=self._ns(namespace), **asked)
        return self._named(namespace, (entity for (entity,) in rows))

    def _named(self, namespace: Namespace, entities: Iterable[int]) -> tuple[EntityRow, ...]:
        asked = sorted(entities)
        return tuple(
            EntityRow(entity=row.root, id=row.id, name=row.name, key=row.key,
                      relation=row.relation, seq=row.root)
            for row in (self.names_of(namespace, asked) if asked else ())
            if row.key is not None
        )  # fmt: skip

    def recent(
        self, namespace: Namespace, thread: str, turns: int, since: int, until: int
    ) -> frozenset[int]:
        """Return whom the last memories of a thread are about."""
        asked = {"thread": thread, "turns": turns, "since": since, "until": until}
        rows = self._rows("recent_entities", ns=self._ns(namespace), **asked)
        return frozenset(entity for (entity,) in rows)

    def traits(self, namespace: Namespace, entities: Sequence[int]) -> Mapping[int, Trait]:
        """Return the stored type and the attributes of these entities."""
        found: dict[int, Trait] = {}
        rows = self._rows("traits", ns=self._ns(namespace), entities=dumps(entities))
        for entity, kind, attribute in rows:
            old = found.get(entity, Trait(kind, ()))
            named = (attribute,) if attribute is not None else ()
            first = old.type if old.type != "unknown" else kind
            found[entity] = Trait(first, tuple(dict.fromkeys((*old.attributes, *named))))
        return found

    def names_of(self, namespace: Namespace, entities: Sequence[int]) -> tuple[NameRow, ...]:
        """Return every name of these entities and of all merged with them, oldest first."""
        rows = self._rows("names_of", ns=self._ns(namespace), entities=dumps(entities))
        return tuple(map(NameRow._make, rows))

    def every_entity(self, namespace: Namespace) -> tuple[int, ...]:
        """Return all entities that belong to themselves, oldest first."""
        return tuple(row[0] for row in self._rows("every_entity", ns=self._ns(namespace)))

    def numbered(self, namespace: Namespace, public_id: str) -> int | None:
        """Return the number of an entity by its public id, or None."""
        rows = self._rows("entity_by_id", ns=self._ns(namespace), id=public_id)
        return rows[0][0] if rows else None

    def roots(self, namespace: Namespace, entities: Sequence[int]) -> tuple[RootRow, ...]:
        """Return whom these entities, and all now merged with them, belonged to, ever."""
        rows = self._rows("roots", ns=self._ns(namespace), entities=dumps(entities))
        return tuple(map(RootRow._make, rows))

    def timelines(self, namespace: Namespace, entities: Sequence[int]) -> tuple[Timeline, ...]:
        """Return what is believed of exactly these entities, then what is off the record."""
        asked = {"ns": self._ns(namespace), "entities": dumps(entities)}
        slots = {slot: (entity, name, many)
                 for entity, name, slot, many in self._rows("slots_exactly", **asked)}  # fmt: skip
        return tuple(
            Timeline(entity, name, one.slot, many, one, struck)
            for struck, query in ((False, "beliefs"), (True, "struck"))
            for one in map(search.to_belief, self._rows(query, slots=dumps(slots)))
            for entity, name, many in (slots[one.slot],)
        )

    def attributes(
        self, namespace: Namespace, entities: Sequence[int]
    ) -> Mapping[tuple[int, str], tuple[int, Cardinality]]:
        """Return the slots of exactly these: (entity, attribute) -> (slot, cardinality)."""
        found: dict[tuple[int, str], tuple[int, Cardinality]] = {}
        asked = {"ns": self._ns(namespace), "entities": dumps(entities)}
        for entity, name, slot, many in self._rows("slots_exactly", **asked):
            if name is not None:
                found.setdefault((entity, name), (slot, many))
        return found
