"""The methods that tell what is believed."""

from datetime import datetime

from neuromem_graph.pipeline import worldview
from neuromem_graph.pipeline.moments import AsOf, moment_of
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Lens, Namespace
from neuromem_graph.types.worldview import History, ViewCounts, Worldview


class Believing:
    """Tell what is believed in one namespace; `MemoryRuntime` adds the rest."""

    namespace: Namespace
    resources: Resources

    def resolve_worldview(
        self, query: str | None = None, *, lens: Lens = "auto", as_of: AsOf = None,
        valid_at: datetime | None = None,
    ) -> Worldview:  # fmt: skip
        """Return what is believed at a moment: slots, their candidates, and how each is held.

        Args:
            query: a question; only what it asks for is returned, the most relevant first. None:
                everything that is believed, `Settings.believing.slots` at most.
            lens: `historical` shows all intervals there ever were; `audit` also what was rejected,
                suppressed or only supposed, with what happened to each; `logical` and `procedural`
                narrow it to those kinds. "auto" reads the lens from the question and narrows none.
            as_of: what we knew then: a ledger sequence number, an aware datetime, or the config of
                a checkpoint that `LedgerSaver` keeps in the same file.
            valid_at: what was true then: an aware datetime; by default the moment of `as_of`.

        Raises:
            InvalidInput: if the query is blank or the lens unknown.
            InvalidTime: if a datetime is naive.
            NotFound: if there is no such checkpoint.
        """
        moment = moment_of(as_of, self.resources.ledger)
        asked = worldview.ask(self.namespace, query, lens, moment, valid_at)
        return worldview.resolve(asked, self.resources)

    def history(self, slot: str, attribute: str | None = None, *, as_of: AsOf = None) -> History:
        """Return what happened to the candidates of a slot, oldest first, as a tuple.

        Args:
            slot: the id of a slot, or with `attribute` the name of an entity ("user" for the
                speaker).
            attribute: of the entity: "lives_in".
            as_of: what was known then; see `resolve_worldview`.

        Raises:
            NotFound: if there is no such slot (at that moment).
        """
        moment = moment_of(as_of, self.resources.ledger)
        return worldview.history(self.namespace, slot, attribute, moment, self.resources)

    def materialize_worldview(self) -> ViewCounts:
        """Check that the materialised worldview is what the records make, and count it.

        It is written in the same transaction as the records, so there is nothing to bring up to
        date. The check reads the whole ledger, as `verify(deep=True)` does.

        Raises:
            LedgerCorrupt: if a view is not what its records make.
        """
        return worldview.materialized(self.namespace, self.resources)

    def rebuild_materialized_views(self) -> ViewCounts:
        """Drop every view of the ledger and fold its records anew, as `rebuild` does; count."""
        return worldview.rebuilt(self.namespace, self.resources)

    aresolve_worldview = twin_of(resolve_worldview)
    ahistory = twin_of(history)
    amaterialize_worldview = twin_of(materialize_worldview)
    arebuild_materialized_views = twin_of(rebuild_materialized_views)
