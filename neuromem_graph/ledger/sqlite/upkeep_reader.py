"""Answer the named queries of upkeep; a part of `SqliteReader`."""

from collections.abc import Sequence

from neuromem_graph.ledger.sqlite.part import Part
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.upkeep import Day, Rival, StandingRow


class SqliteUpkeepReader(Part):
    """Read what upkeep looks at, at one moment."""

    def standings(self, namespace: Namespace, after: int, most: int) -> tuple[StandingRow, ...]:
        """Return how memories stand, oldest first, from the one after a memory on."""
        rows = self._rows("standings", ns=self._ns(namespace), after=after, most=most)
        return tuple(row._replace(pinned=bool(row.pinned)) for row in map(StandingRow._make, rows))

    def explanations(self, namespace: Namespace, before: int, most: int) -> Sequence[str]:
        """Return the newest explanations of queries asked before a time, in microseconds."""
        rows = self._rows("traces_before", ns=self._ns(namespace), before=before, most=most)
        return [row[0] for row in rows]

    def rivals(self, namespace: Namespace, now: int, after: int, most: int) -> tuple[Rival, ...]:
        """Return firmly held values of slots that take one at a time, slot by slot."""
        ns = self._ns(namespace)
        rows = self._rows("rivals", ns=ns, now=now, after=after, most=most)
        return tuple(map(Rival._make, rows))

    def lone_entities(self, namespace: Namespace, most: int) -> tuple[tuple[str, str | None], ...]:
        """Return (id, name) of entities that nothing is known of."""
        rows = self._rows("lone_entities", ns=self._ns(namespace), most=most)
        return tuple((public, name) for public, name in rows)

    def growth(self, namespace: Namespace) -> tuple[Day, ...]:
        """Return what each day has added, by when it was recorded, oldest first."""
        return tuple(map(Day._make, self._rows("growth", ns=self._ns(namespace))))
