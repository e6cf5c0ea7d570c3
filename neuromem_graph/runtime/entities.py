"""Look after entities: aliases, merges and their undoing."""

from neuromem_graph.pipeline import entities as stages
from neuromem_graph.pipeline.moments import AsOf
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.entities import EntityView
from neuromem_graph.types.ingest import Receipt


class Naming:
    """Look after entities: aliases, merges and their undoing.

    An entity is named by the number that receipts and choices carry, or by its public id.
    """

    namespace: Namespace
    resources: Resources

    def entities(self, name: str | None = None, *, as_of: AsOf = None) -> tuple[EntityView, ...]:
        """Return whom claims are about, in the order they became known.

        Args:
            name: only those that bear this name, in any writing; None for all.
            as_of: what was known then: a ledger sequence number, an aware datetime, or the config
                of a checkpoint.

        Raises:
            InvalidInput: if the name is blank or no text.
        """
        return stages.entities(self.namespace, name, as_of, self.resources)

    def alias(self, entity: int | str, name: str) -> Receipt:
        """Record another name of an entity: from now on it is meant by that name, too.

        Args:
            entity: its number or public id.
            name: as it is said.

        Returns:
            What became of it; the receipt says so if somebody else bears the name.

        Raises:
            NotFound: if this namespace holds no such entity.
            InvalidInput, TooLarge: if the name is blank, too long, or "I"; nothing was written.
        """
        return stages.alias(self.namespace, entity, name, self.resources)

    def merge(self, entity: int | str, into: int | str, *, reason: str | None = None) -> Receipt:
        """Record that two entities are one: from now on their slots are read as one.

        Values of a single-valued slot settle by valid time, as if one had been told all of it;
        `as_of` an earlier moment still shows two. `unmerge` undoes it.

        Args:
            entity: who turned out to be another, with all that was merged into it before.
            into: who it is; later claims are told of this one.
            reason: why, for the record.

        Returns:
            What was merged, and the values that hold no longer.

        Raises:
            NotFound: if this namespace holds one of them not.
            InvalidInput: if both are the same; nothing was written.
        """
        return stages.merge(self.namespace, entity, into, self.resources, reason)

    def unmerge(self, entity: int | str) -> Receipt:
        """Record that an entity which was merged is somebody else after all.

        Who had been merged into it before leaves with it. What the merge cut off holds again,
        unless a later claim ended it. Claims made meanwhile stay with the one it was merged into.

        Args:
            entity: its number or public id, as before the merge.

        Raises:
            NotFound: if this namespace holds no such entity.
            InvalidInput: if it is merged into none; nothing was written.
        """
        return stages.unmerge(self.namespace, entity, self.resources)

    aentities = twin_of(entities)
    aalias = twin_of(alias)
    amerge = twin_of(merge)
    aunmerge = twin_of(unmerge)
