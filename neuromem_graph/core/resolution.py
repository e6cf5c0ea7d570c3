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

    First-person claims carry the subject "user": it is the speaker of the turn, by name if the
    message carries one. What an assistant says of itself is never about the user.
    """
    if claim.subject == USER or claim.subject is None:
        return (turn.speaker or (USER if turn.channel == "user" else turn.channel)), None
    return claim.subject, claim.relation


def names(claims: Sequence[Claim], turns: Sequence[Turn]) -> tuple[str, ...]:
    """Return the folded names that must be looked up, in order, each once."""
    keys = [fold(subject_of(c, turns[c.turn])[0]) for c in claims if c.predicate is not None]
    return tuple(dict.fromkeys(keys))


def bearers(key: str, known: Sequence[EntityRow]) -> tuple[Choice, ...]:
    """Return who bears a folded name, in the order they became known."""
    relations: dict[int, set[str]] = {}
    names: dict[int, str] = {}
    for row in known:
        if row.key == key:
            names.setdefault(row.entity, row.name or key)
            relations.setdefault(row.entity, set()).update([row.relation] if row.relation else [])
    return tuple(
        Choice(entity=entity, name=name, relation=", ".join(sorted(relations[entity])) or None)
        for entity, name in names.items()
    )


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
    fitting = bearers(key, known)
    if relation is not None:
        same = [choice for choice in fitting if relation in (choice.relation or "").split(", ")]
        alone = [choice for choice in fitting if choice.relation is None and len(fitting) == 1]
        fitting = tuple(same or alone)
    subject = Subject(key=key, name=name, relation=relation)
    if len(fitting) == 1:
        learned = relation is not None and fitting[0].relation is None
        return subject.model_copy(update={"entity": fitting[0].entity, "learned": learned})
    return subject.model_copy(update={"choices": fitting})


def resolve(
    claims: Sequence[Claim], turns: Sequence[Turn], known: Sequence[EntityRow]
) -> tuple[Subject | None, ...]:
    """Find the subject of every claim that has a predicate, each knowing those before it.

    A new entity gets the provisional number -(position of its first claim), so that later claims
    of the same batch can mean it, or be torn between it and a known one.
    """
    rows = list(known)
    subjects: list[Subject | None] = []
    for place, claim in enumerate(claims, start=1):
        if claim.predicate is None:
            subjects.append(None)
            continue
        subject = match(*subject_of(claim, turns[claim.turn]), rows)
        if subject.entity is None and not subject.choices:
            subject = subject.model_copy(update={"entity": -place})
        if subject.entity is not None and (subject.entity == -place or subject.learned):
            rows.append(
                EntityRow(entity=subject.entity, id="", name=subject.name, key=subject.key,
                          relation=subject.relation, seq=0)
            )  # fmt: skip
        subjects.append(subject)
    return tuple(subjects)
