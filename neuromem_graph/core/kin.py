"""Find somebody by what she is to the speaker: "my sister", or her first name alone."""

from collections.abc import Iterable

from neuromem_graph.core.mentions import Known, Mention, choices_of
from neuromem_graph.core.relatives import is_apart
from neuromem_graph.core.text import fold
from neuromem_graph.types.base import EntityType
from neuromem_graph.types.ingest import Choice, Subject
from neuromem_graph.types.ledger import EntityRow


def fits(said: EntityType, known: EntityType | None) -> bool:
    """Tell whether what is said of an entity can be said of one of that type."""
    return known in (None, "unknown", said) or said == "unknown"


def by_relation(subject: Subject, mention: Mention, known: Known, me: frozenset[int]) -> Subject:
    """Find the only sister who was told of; of several it is none in particular.

    "My other sister" is who was called so before, else somebody new: taking her for the sister
    who is known could not be undone, telling the two apart can.
    """
    kin = _meant(mention, known, me)
    found = choices_of((r, 1.0) for r in known.related if r.entity in kin and r.entity not in me)
    if not found and mention.called is not None:
        return subject.model_copy(update={"why": _besides(mention, known, me)})
    if len(found) != 1:
        return subject.model_copy(update={"choices": found})
    (one,) = found
    why = f"taken for {one.name}, the only {mention.called or mention.relation} told of"
    named = fold(one.name) != mention.key
    return subject.model_copy(update={"entity": one.entity, "why": why if named else None})


def nameless(mention: Mention, known: Known, me: frozenset[int]) -> Choice | None:
    """Return the only one of that relation, if nobody has told her name yet."""
    kin = _meant(mention, known, me)
    rows = [row for row in known.related if row.entity in kin]
    unnamed = mention.called or fold(mention.relation or "")
    if len(kin) != 1 or {row.key for row in rows} != {unnamed}:
        return None
    return choices_of((row, 1.0) for row in rows)[0]


def _meant(mention: Mention, known: Known, me: frozenset[int]) -> frozenset[int]:
    """Return who may be meant by a relation alone, or by what tells one of several."""
    rows = [r for r in known.related if r.relation == mention.relation and r.entity not in me]
    if mention.called is not None:
        return frozenset(row.entity for row in rows if row.key == mention.called)
    return frozenset(row.entity for row in rows if not is_apart(row.key, mention.relation))


def _besides(mention: Mention, known: Known, me: frozenset[int]) -> str | None:
    """Say who else of that relation is known."""
    rows = [r for r in known.related if r.relation is not None and r.entity not in me]
    others = [c.name for c in choices_of((row, 1.0) for row in rows)]
    return f"not taken for {', '.join(others)}, not merged" if others else None


def is_news(mention: Mention, one: Choice, known: Known) -> bool:
    """Tell whether nobody said yet what somebody is to the speaker, or which one of several."""
    if mention.called is None:
        return mention.relation is not None and one.relation is None
    return not any(r.entity == one.entity and r.key == mention.called for r in known.related)


def first_named(
    mention: Mention, alike: Iterable[tuple[EntityRow, float]], known: Known
) -> tuple[Choice, ...]:
    """Return who of that first name was told of as somebody's brother, colleague and so on.

    "My brother Milan Weber", and later "Milan": so people speak of their own. Of others a first
    name alone is somebody new.
    """
    if " " in mention.key:
        return ()
    told = {row.entity for row, _ in alike if row.relation is not None}
    found = choices_of(
        (row, round(score, 2)) for row, score in alike
        if mention.key == row.key.split(" ")[0] and " " in row.key and row.entity in told
        and fits(mention.type, known.types.get(row.entity))
    )  # fmt: skip
    if mention.relation is None:
        return found
    return tuple(one for one in found if mention.relation in (one.relation or "").split(", "))


def taken_for(one: Choice) -> str:
    """Say whom a first name was taken for."""
    who = f"{one.name} ({one.relation})" if one.relation else one.name
    return f"taken for {who}, the only one of that first name"
