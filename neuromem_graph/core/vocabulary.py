"""Look predicates up: what is declared wins over what an extractor proposes."""

from neuromem_graph.settings import Settings
from neuromem_graph.settings.predicates import PREDICATES, Predicate
from neuromem_graph.types.base import Cardinality

_DECLARED = {one.name: one for one in PREDICATES}


def declared(name: str, settings: Settings) -> Predicate | None:
    """Return what is declared of a predicate; `Settings.predicates` comes before what is built in.

    Args:
        name: in snake_case.
        settings: hold the predicates that a user adds or declares anew.
    """
    return settings.declared.get(name) or _DECLARED.get(name)


def cardinality(name: str, proposed: Cardinality | None, settings: Settings) -> Cardinality:
    """Return how many values a predicate takes.

    Args:
        name: in snake_case.
        proposed: what the extractor says of one that is not declared.
        settings: as for `declared`.

    Returns:
        What is declared, else what is proposed, else "multi": so nothing is retired by accident.
    """
    known = declared(name, settings)
    return known.cardinality if known is not None else proposed or "multi"
