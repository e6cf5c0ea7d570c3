"""Count how often memories were recalled, from the explanations of queries that are kept."""

from collections.abc import Mapping
from datetime import datetime

from neuromem_graph.core.decaying import DAY, Use
from neuromem_graph.pipeline import tracing
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace, to_micros

__all__ = ["counted", "needed"]

_ALL = -1  # no bound


def needed(resources: Resources) -> bool:
    """Tell whether importance looks at recalls: it does not by default."""
    return resources.settings.decaying.mode in ("access", "combined")


def counted(
    namespace: Namespace, now: datetime, resources: Resources, *, every: bool = False
) -> Mapping[str, Use]:
    """Return how often each memory was recalled before a moment, by its id.

    In a ranking recalls of the same day don't count: nothing moves while a day lasts, and an answer
    that is kept is the one that would be computed anew.

    Args:
        namespace: whose queries.
        now: the moment.
        resources: the ledger, and how many explanations are read.
        every: count all that are kept, up to the moment itself.
    """
    before = to_micros(now)
    most = _ALL if every else resources.settings.decaying.explanations
    with resources.ledger.reader() as reader:
        end = before + 1 if every else before - before % DAY
        bodies = reader.upkeep.explanations(namespace, end, most)
    found: dict[str, Use] = {}
    for body in bodies:
        at, served = tracing.served(body)
        for one in served:
            old = found.get(one, Use(0, at))
            found[one] = Use(old.times + 1, max(old.last or at, at))
    return found
