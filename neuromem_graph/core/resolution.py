"""Decide whom a claim is about: exact folded names first, and never one of two at random.

A name that two entities bear is ambiguous unless what it is to the speaker ("my sister Sarah")
tells them apart. A new relation for a known name is a new entity: a wrong split can be merged
later, a wrong merge can't be taken apart by anyone who was not there.
"""

from collections.abc import Sequence

from neuromem_graph.core.text import fold
from neuromem_graph.types.ingest import Choice, Claim, Subject, Turn
from neuromem_graph.types.ledger import EntityRow

USER = "user"
"""The name of the speaker when the message carries none."""


def subject_of(claim: Claim, turn: Turn) -> tuple[str, str | None]:
    """Return the name a claim is about and its relation to the speaker.

    First-person claims carry the subject "user": it is the speaker of the turn.
    """
    if claim.subject == USER or claim.subject is None:
        return (turn.speaker or USER), None
    return claim.subject, claim.relation


def names(claims: Sequence[Claim], turns: Sequence[Turn]) -> tuple[str, ...]:
    """Return the folded names that must be looked up, in order, each once."""
    keys = [fold(subject_of(c, turns[c.turn])[0]) for c in claims if c.predicate is not None]
    return tuple(dict.fromkeys(keys))


def match(name: str, relation: str | None, known: Sequence[EntityRow]) -> Subject:
    """Find the entity a mention means.

    Args:
        name: as said.
        relation: what it is to the speaker, if said.
        known: every entity that bears this folded name.

    Returns:
        The subject: with `entity` when it is certain, with `choices` when several fit, with
        neither when it is new.
    """
    key = fold(name)
    relations: dict[int, set[str]] = {}
    first: dict[int, EntityRow] = {}
    for row in known:
        if row.key == key:
            first.setdefault(row.entity, row)
            relations.setdefault(row.entity, set()).update({row.relation} - {None})  # type: ignore[arg-type]
    fitting = sorted(first)
    if relation is not None:
        same = [entity for entity in fitting if relation in relations[entity]]
        open_ = [entity for entity in fitting if not relations[entity]]
        fitting = same or (open_ if len(fitting) == 1 else [])
    subject = Subject(key=key, name=name, relation=relation)
    if len(fitting) == 1:
        news = relation is not None and relation not in relations[fitting[0]]
        return subject.model_copy(update={"entity": fitting[0], "learned": news})
    choices = tuple(
        Choice(
            entity=entity,
            name=first[entity].name or name,
            relation=min(relations[entity], default=None),
        )
        for entity in fitting
    )
    return subject.model_copy(update={"choices": choices})
