"""Read what the claims of one ingest are compared with: a handful of bounded reads."""

from neuromem_graph.core import appraisal, likeness
from neuromem_graph.ports import Reader
from neuromem_graph.settings import Settings
from neuromem_graph.types.ingest import Extraction, Turns, View

_FAR, _MANY = 0.25, 8  # share of a statement, and memories read per statement


def with_prior(
    view: View, turns: Turns, found: Extraction, reader: Reader, settings: Settings
) -> View:
    """Return a view with the memories that the claims may repeat or contradict.

    Args:
        view: what was read so far; its entities are the subjects of the claims.
        turns: what was said.
        found: its claims.
        reader: the moment.
        settings: how far is looked, `Settings.appraising`.
    """
    how, space = settings.appraising, turns.namespace
    if settings.safety.hold_changes:  # what says something else has less in common
        how = how.model_copy(update={"near": min(how.near, _FAR), "looks": max(how.looks, _MANY)})
    if not found.claims:
        return view
    statements = appraisal.lookups(turns, found, settings)
    terms = sorted({term for statement in statements for term in statement})
    windows = reader.prior.windows(space, terms, how.window)
    common = likeness.common_only(statements, windows, how)
    whole = reader.prior.together(space, common, how.looks) if any(common) else [()] * len(common)
    near = likeness.nearest(statements, windows, whole, how)
    names = sorted({row.key for row in view.entities})
    return view.model_copy(
        update={
            "heard": reader.prior.heard(space, near),
            "frequencies": {term: len(window) for term, window in windows.items()},
            "history": reader.prior.history(space, appraisal.sources(turns), how.history),
            "mentions": dict(reader.prior.mentions(space, names, how.mentions)),
        }
    )
