"""Look predicates up: what is declared wins over what an extractor proposes."""

from collections.abc import Mapping

from neuromem_graph.settings import Settings
from neuromem_graph.settings.predicates import PREDICATES, Predicate
from neuromem_graph.types.base import Cardinality, Kind

_DECLARED = {one.name: one for one in PREDICATES}


def declared(name: str, settings: Settings) -> Predicate | None:
    """Return what is declared of a predicate.

    `Settings.predicates` comes before what is built in, a full name before one that ends in "*",
    and of those the longest.

    Args:
        name: in snake_case.
        settings: hold the predicates that a user adds or declares anew.
    """
    return _in(settings.declared, name) or _in(_DECLARED, name)


def _in(table: Mapping[str, Predicate], name: str) -> Predicate | None:
    if name in table:
        return table[name]
    families = [one for one in table if one.endswith("*") and name.startswith(one[:-1])]
    return table[max(families, key=len)] if families else None


def cardinality(name: str, proposed: Cardinality | None, settings: Settings) -> Cardinality:
    """Return how many values a predicate takes.

    A slot keeps what was decided when it was created; another declaration is for new slots.

    Args:
        name: in snake_case.
        proposed: what the extractor says of one that is not declared.
        settings: as for `declared`.

    Returns:
        What is declared, else what is proposed, else "multi": so nothing is retired by accident.
    """
    known = declared(name, settings)
    fixed = known.cardinality if known is not None else None
    return fixed or proposed or "multi"


def kind(name: str, proposed: Kind, settings: Settings) -> Kind:
    """Return what kind of fact a predicate states, where the extractor says none.

    Args:
        name: in snake_case.
        proposed: the extractor's; "episode" is none.
        settings: as for `declared`.
    """
    known = declared(name, settings)
    return known.kind if proposed == "episode" and known is not None else proposed
