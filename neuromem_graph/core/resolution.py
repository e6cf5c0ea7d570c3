"""Decide whom a claim is about: names first, context next, and never one of two at random.

A name that two entities bear is ambiguous unless something tells them apart: what it is to the
speaker ("my sister Sarah"), what it can be (a person is no place), or that one of them was meant a
moment ago. A new relation for a known name is a new entity, and a name that only resembles another
is a new one, too: a wrong split can be merged later, a wrong merge can't be taken apart by anyone
who was not there.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from neuromem_graph.core import names as spelling
from neuromem_graph.core.kin import by_relation, first_named, fits, is_news, nameless, taken_for
from neuromem_graph.core.mentions import (
    CHANNELS,
    USER,
    Known,
    Mention,
    bearers,
    choices_of,
    mention_of,
    names,
    own_key,
    subject_of,
)  # fmt: skip
from neuromem_graph.core.vocabulary import declared
from neuromem_graph.settings import Settings
from neuromem_graph.settings.matching import Matching
from neuromem_graph.types.base import EntityType
from neuromem_graph.types.entities import Trait
from neuromem_graph.types.ingest import Choice, Claim, Subject, Turn
from neuromem_graph.types.ledger import EntityRow

__all__ = [
    "CHANNELS", "USER", "Known", "Mention", "bearers", "match", "mention_of", "names", "own_key",
    "resolve", "subject_of", "told", "type_of",
]  # fmt: skip


def match(
    mention: Mention, known: Known, matching: Matching, me: frozenset[int] = frozenset()
) -> Subject:
    """Find the entity a mention means, by its name, relation and type.

    Args:
        mention: as said.
        known: what is known of the name and of those that resemble it.
        matching: how alike is the same, and how alike is worth telling.
        me: entities of the speaker, never meant by what is said of others.

    Returns:
        The subject: with `entity` when it is certain, with `choices` when several fit, with
        neither when it is new; then `near` holds those it resembles.
    """
    subject = Subject(key=mention.key, name=mention.name, relation=mention.relation,
                      called=mention.called, type=mention.type)  # fmt: skip
    if mention.own:
        return _speaker(subject, mention, known)
    rows = [row for row in known.entities if row.entity not in me]
    if mention.unnamed:
        return by_relation(subject, mention, known, me)
    alike: list[tuple[EntityRow, float]] = []
    fitting, via = bearers(mention.key, rows), dict[int, str]()
    if not fitting and mention.naming:
        unnamed = nameless(mention, known, me)
        if unnamed is not None:
            return subject.model_copy(update={"entity": unnamed.entity, "learned": True})
    if not fitting and mention.key not in CHANNELS:
        alike = _alike(mention.key, (*known.similar, *rows), matching, me)
        same = [(row, score) for row, score in alike if score >= matching.same_at]
        fitting, via = choices_of(same), {row.entity: row.key for row, _ in same}
    fitting = tuple(c for c in fitting if fits(mention.type, known.types.get(c.entity)))
    if mention.relation is not None:
        fitting = _related(mention.relation, fitting)
    if not fitting and matching.first_names:
        fitting = first_named(mention, alike, known)
        if len(fitting) == 1:
            update = {"entity": fitting[0].entity, "why": taken_for(fitting[0])}
            return subject.model_copy(update=update)
    if len(fitting) != 1:
        near = () if fitting else _near(mention, alike, known, matching)
        asked = bool(near) and matching.on_near == "ask"
        return subject.model_copy(
            update={"choices": near if asked else fitting, "near": near, "asked": asked}
        )
    (one,) = fitting
    learned = is_news(mention, one, known)
    return subject.model_copy(
        update={"entity": one.entity, "via": via.get(one.entity),
                "learned": learned or one.entity in via}
    )  # fmt: skip


def _speaker(subject: Subject, mention: Mention, known: Known) -> Subject:
    key = own_key(mention.name)
    found = [row.entity for row in known.entities if row.key == key]
    return subject.model_copy(update={"entity": found[0] if found else None, "via": key})


def _related(relation: str, fitting: tuple[Choice, ...]) -> tuple[Choice, ...]:
    same = [choice for choice in fitting if relation in (choice.relation or "").split(", ")]
    alone = [choice for choice in fitting if choice.relation is None and len(fitting) == 1]
    return tuple(same or alone)


def _alike(
    key: str, rows: Iterable[EntityRow], matching: Matching, me: frozenset[int]
) -> list[tuple[EntityRow, float]]:
    """Compare a name with all names of others; one that is at odds with a name is never the same.

    "Mrs. John Smith" is not the "John Smith" who is known as "Mr. John Smith", too.
    """
    wanted = frozenset(spelling.blocks(key))
    others = [r for r in rows if r.entity not in me and r.key not in CHANNELS
              and not wanted.isdisjoint(spelling.blocks(r.key))]  # fmt: skip
    odd = {row.entity for row in others if spelling.at_odds(key, row.key)}
    scored = ((row, spelling.similarity(key, row.key)) for row in others)
    below = matching.same_at - 0.01
    return [(row, min(score, below) if row.entity in odd else score) for row, score in scored]


def _near(
    mention: Mention, alike: Iterable[tuple[EntityRow, float]], known: Known, matching: Matching
) -> tuple[Choice, ...]:
    near = choices_of(
        (row, round(score, 2)) for row, score in alike
        if score >= matching.near_at and fits(mention.type, known.types.get(row.entity))
    )  # fmt: skip
    return tuple(sorted(near, key=lambda c: (-c.score, c.entity)))[: matching.choices]


def resolve(
    claims: Sequence[Claim], turns: Sequence[Turn], known: Known, settings: Settings
) -> tuple[Subject | None, ...]:
    """Find the subject of every claim that has a predicate, each knowing those before it.

    A new entity gets the provisional number -(position of its first claim), so that later claims
    of the same batch can mean it, or be torn between it and a known one.
    """
    batch = _Batch(turns, known, settings)
    return tuple(
        None if claim.predicate is None else batch.subject(place, claim)
        for place, claim in enumerate(claims, start=1)
    )


class _Batch:
    """Match claim after claim; what is learned of one is known to the next."""

    def __init__(self, turns: Sequence[Turn], known: Known, settings: Settings) -> None:
        self._turns, self._settings = turns, settings
        self._known = known._replace(types=dict(known.types))
        self._types = dict(known.types)
        self._meant: list[tuple[int, int]] = []  # (turn, entity)

    def subject(self, place: int, claim: Claim) -> Subject:
        turn = self._turns[claim.turn]
        mention = mention_of(claim, turn, self._settings)
        me = self._speakers(turn)
        known = self._known._replace(types=self._types)
        subject = match(mention, known, self._settings.matching, me)
        if len(subject.choices) > 1 and not subject.asked and mention.relation is None:
            subject = self._by_context(subject, claim.turn)
        if subject.entity is None and not subject.choices:
            subject = subject.model_copy(update={"entity": -place})
        if subject.entity is not None:
            self._learn(subject, new=subject.entity == -place)
            self._meant.append((claim.turn, subject.entity))
        return subject

    def _speakers(self, turn: Turn) -> frozenset[int]:
        if turn.speaker is None:
            return frozenset()
        key = own_key(turn.speaker)
        return frozenset(row.entity for row in self._known.entities if row.key == key)

    def _by_context(self, subject: Subject, turn: int) -> Subject:
        """Take the one of several that was meant in this turn, else just before in its thread."""
        open_ = {choice.entity: choice for choice in subject.choices}
        here = {entity for at, entity in self._meant if at == turn} & open_.keys()
        before = {e for at, e in self._meant if at != turn and self._follows(turn, at)}
        found = here or (before | self._known.recent.get(turn, frozenset())) & open_.keys()
        if len(found) != 1:
            return subject
        (chosen,) = found
        one = open_[chosen]
        who = f"{one.name} ({one.relation})" if one.relation else one.name
        why = f"{who} was meant {'in the same turn' if here else 'just before in this thread'}"
        return subject.model_copy(update={"entity": one.entity, "choices": (), "why": why})

    def _follows(self, turn: int, earlier: int) -> bool:
        now, then, matching = self._turns[turn], self._turns[earlier], self._settings.matching
        near = turn - earlier <= matching.context_turns
        soon = abs(now.at - then.at) <= timedelta(minutes=matching.context_minutes)
        return now.thread is not None and now.thread == then.thread and near and soon

    def _learn(self, subject: Subject, *, new: bool) -> None:
        assert subject.entity is not None
        if self._types.get(subject.entity, "unknown") == "unknown":
            self._types[subject.entity] = subject.type
        keys = [subject.key] if new or subject.learned else []
        keys += [subject.via] if new and subject.via is not None else []
        keys += [subject.called] if keys and subject.called is not None else []
        rows = tuple(
            EntityRow(entity=subject.entity, id="", name=subject.name, key=key, seq=0,
                      relation=subject.relation if subject.called in (None, key) else None)
            for key in dict.fromkeys(keys)
        )  # fmt: skip
        kin = rows if subject.relation is not None else ()
        self._known = self._known._replace(
            entities=(*self._known.entities, *rows), related=(*self._known.related, *kin)
        )


def type_of(trait: Trait, settings: Settings) -> EntityType:
    """Return what an entity is: as stored, else as the first attribute says that tells it."""
    if trait.type != "unknown":
        return trait.type
    kinds = (declared(name, settings) for name in trait.attributes)
    return next((one.subject for one in kinds if one and one.subject != "unknown"), "unknown")


def told(subject: Subject, *, new: bool, twin: bool) -> str:
    """Say in a receipt how a subject was found.

    Args:
        subject: as resolved.
        new: it was met for the first time.
        twin: somebody else bears the same name.

    Returns:
        What follows the reason, beginning with "; "; "" when there is nothing to tell.
    """
    said = [subject.why] if subject.why else []
    if new and twin:
        said.append(f"another {subject.name} is known, not merged")
    if new and subject.near:
        names = ", ".join(f"{choice.name} ({choice.score:.2f})" for choice in subject.near)
        said.append(f"resembles {names}, not merged")
    if not new and subject.learned and subject.via is not None:
        said.append(f"{subject.name} is another spelling of a known name")
    return "".join(f"; {one}" for one in said)
