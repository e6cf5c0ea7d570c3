"""Read from a claim whom it names: the speaker, or somebody by name, relation and type."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core import names as spelling
from neuromem_graph.core.relatives import kin_of
from neuromem_graph.core.text import fold
from neuromem_graph.core.vocabulary import declared
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import EntityType
from neuromem_graph.types.ingest import Choice, Claim, Turn
from neuromem_graph.types.ledger import EntityRow

USER = "user"
"""The name of the speaker when the message carries none."""

CHANNELS = frozenset({USER, "assistant", "tool", "system", "retrieved"})
"""Names of speakers without a name: nobody else's name resembles them."""

_USERS = frozenset({USER, "the user"})
_SELF = _USERS | {"i", "me", "myself"}


_NAMING = frozenset({"relation_to_user", "name"})


class Mention(NamedTuple):
    """Hold how a claim names whom it is about."""

    name: str
    key: str  # folded
    relation: str | None = None
    called: str | None = None  # folded: which one of that relation, "younger brother"
    own: bool = False  # the speaker, by a name of their own
    type: EntityType = "unknown"  # what it must be for the claim to make sense
    naming: bool = False  # the claim says what somebody is called

    @property
    def unnamed(self) -> bool:
        """Tell whether only the relation is said: "my sister", "my other sister"."""
        return self.relation is not None and self.key in (fold(self.relation), self.called)


def subject_of(claim: Claim, turn: Turn) -> tuple[str, str | None]:
    """Return the name a claim is about and its relation to the speaker.

    First-person claims carry the subject "user": it is the speaker of the turn, by name if the
    message carries one. What an assistant says of itself is never about the user; a tool has no
    self, so its "user" is the user.
    """
    if turn.channel == "tool" and claim.subject is not None and fold(claim.subject) in _USERS:
        return USER, None
    if claim.subject is None or claim.subject == USER or fold(claim.subject) in _SELF:
        return (turn.speaker or (USER if turn.channel == "user" else turn.channel)), None
    return claim.subject, claim.relation


def mention_of(claim: Claim, turn: Turn, settings: Settings | None = None) -> Mention:
    """Return how a claim names whom it is about, with what that must be."""
    name, relation = subject_of(claim, turn)
    first = claim.subject is None or (name != USER and fold(claim.subject) in _SELF)
    key = fold(name)
    kin = kin_of(relation or "")
    return Mention(
        name, key, kin.relation or None, kin.called and fold(kin.called),
        first and turn.speaker is not None and key not in CHANNELS,
        _type(claim, key, settings), claim.predicate in _NAMING,
    )  # fmt: skip


def _type(claim: Claim, key: str, settings: Settings | None) -> EntityType:
    known = declared(claim.predicate, settings) if claim.predicate and settings else None
    if known is not None and known.subject != "unknown":
        return known.subject
    return "organisation" if spelling.parts(key).form is not None else "unknown"


def own_key(speaker: str) -> str:
    """Return the key under which the entity of a speaker is found by that speaker alone."""
    return spelling.OWN + fold(speaker)


def names(claims: Sequence[Claim], turns: Sequence[Turn]) -> tuple[str, ...]:
    """Return the keys that must be looked up, in order, each once; speakers have one of their own.

    What a speaker says of a namesake is never about the speaker: so theirs is looked up, too.
    """
    keys: dict[str, None] = {}
    for claim in claims:
        if claim.predicate is not None:
            turn = turns[claim.turn]
            keys[mention_of(claim, turn).key] = None
            if turn.speaker is not None:
                keys[own_key(turn.speaker)] = None
    return tuple(keys)


class Known(NamedTuple):
    """Hold what is known of the names that claims mention."""

    entities: tuple[EntityRow, ...] = ()  # under exactly these names
    similar: tuple[EntityRow, ...] = ()  # all names of those that may resemble the others
    types: Mapping[int, EntityType] = {}
    recent: Mapping[int, frozenset[int]] = {}  # turn -> whom its thread was about just before
    related: tuple[EntityRow, ...] = ()  # all names of those who are what a claim calls somebody


def bearers(key: str, known: Iterable[EntityRow]) -> tuple[Choice, ...]:
    """Return who bears a folded name, in the order they became known."""
    return choices_of((row, 1.0) for row in known if row.key == key)


def choices_of(scored: Iterable[tuple[EntityRow, float]]) -> tuple[Choice, ...]:
    """Return each entity once, with its best score and name and all its relations."""
    relations: dict[int, set[str]] = {}
    best: dict[int, tuple[float, str]] = {}
    for row, score in scored:
        if row.entity not in best or score > best[row.entity][0]:
            best[row.entity] = (score, row.name or row.key)
        relations.setdefault(row.entity, set()).update([row.relation] if row.relation else [])
    return tuple(
        Choice(entity=entity, name=name, score=score,
               relation=", ".join(sorted(relations[entity])) or None)
        for entity, (score, name) in best.items()
    )  # fmt: skip
