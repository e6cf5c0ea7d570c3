"""Whom a claim is about."""

from datetime import UTC, datetime, timedelta

import pytest

from neuromem_graph import Claim, Settings
from neuromem_graph.core.resolution import Known, Mention, match, own_key, resolve
from neuromem_graph.core.text import fold
from neuromem_graph.settings.matching import Matching
from neuromem_graph.types.base import EntityType
from neuromem_graph.types.ingest import Subject, Turn
from neuromem_graph.types.ledger import EntityRow

AT = datetime(2025, 1, 1, tzinfo=UTC)


def row(entity: int, name: str, relation: str | None = None, key: str | None = None) -> EntityRow:
    """Return an entity as it is known by a name."""
    return EntityRow(entity=entity, id=str(entity), name=name, key=key or fold(name),
                     relation=relation, seq=1)  # fmt: skip


def find(
    name: str, relation: str | None, rows: list[EntityRow], kind: EntityType = "unknown",
    types: dict[int, EntityType] | None = None, **matching: object,
) -> Subject:  # fmt: skip
    """Match a mention against all of these names."""
    mention = Mention(name, fold(name), relation, type=kind)
    exact = tuple(one for one in rows if one.key == mention.key)
    known = Known(exact, () if exact else tuple(rows), types or {})
    return match(mention, known, Matching.model_validate(matching))


def turn(text: str = "Sarah.", **fields: object) -> Turn:
    values = {"id": text, "namespace": ("x",), "text": text, "channel": "user", "at": AT,
              "digest": text} | fields  # fmt: skip
    return Turn.model_validate(values)


def claim(subject: str, relation: str | None = None, number: int = 0, **fields: object) -> Claim:
    values = {"turn": number, "start": 0, "end": 1, "kind": "fact", "subject": subject,
              "relation": relation, "predicate": "status", "value": "x"} | fields  # fmt: skip
    return Claim.model_validate(values)


def test_unknown_name_is_new() -> None:
    """A name nobody bears is a new entity."""
    subject = find("Anna", None, [])

    assert (subject.entity, subject.choices, subject.near) == (None, (), ())


def test_exact_name() -> None:
    """One bearer of the folded name is the one meant, in any spelling of the same letters."""
    assert find("JOSÉ", None, [row(1, "Jose\u0301")]).entity == 1


def test_near_names_stay_apart() -> None:
    """A name that only resembles is a new one; whom it resembles is told, the most alike first."""
    known = [row(1, "Anna Smith"), row(2, "K-9"), row(3, "Jon"), row(4, "Anne Smithe")]
    subject = find("Anne Smith", None, known)

    assert subject.entity is None and subject.choices == ()
    assert [choice.entity for choice in subject.near] == [4, 1]
    assert all(0.87 <= choice.score < 1 for choice in subject.near)
    assert find("K-8", None, known).near == ()
    assert find("John", None, known).near[0].entity == 3


def test_a_near_name_can_be_asked_for() -> None:
    """With `on_near` "ask" a name that resembles one is for a human to decide."""
    subject = find("Jon", None, [row(1, "John")], on_near="ask")

    assert subject.entity is None and subject.asked
    assert [(c.entity, c.name, c.score) for c in subject.choices] == [(1, "John", 0.93)]


def test_another_writing_is_the_same_and_becomes_an_alias() -> None:
    """What differs in writing alone is the same entity, and the spelling is news about it."""
    subject = find("Smith, John", None, [row(1, "John Smith"), row(2, "Jane Smith")])

    assert (subject.entity, subject.learned, subject.via) == (1, True, "john smith")


def test_two_writings_of_two_are_ambiguous() -> None:
    """A writing of the names of two is one of the two, never one at random."""
    subject = find("Acme", None, [row(1, "Acme Inc."), row(2, "Acme Ltd.")])

    assert subject.entity is None
    assert [choice.entity for choice in subject.choices] == [1, 2]


def test_a_name_at_odds_with_an_alias_is_another() -> None:
    """Who is "John Smith" and "Mr. John Smith" is not "Mrs. John Smith"."""
    known = [row(1, "John Smith"), row(1, "Mr. John Smith")]

    assert find("Mrs. John Smith", None, known).entity is None
    assert find("Sir John Smith", None, [row(1, "John Smith")]).entity == 1


def test_two_bearers_are_ambiguous() -> None:
    """A name two entities bear is ambiguous and shows both, however many names each has."""
    known = [row(1, "Sarah", "sister"), row(2, "Sarah", "colleague"), row(1, "Sarah", "friend")]
    subject = find("Sarah", None, known)

    assert subject.entity is None
    assert [(c.entity, c.relation) for c in subject.choices] == [
        (1, "friend, sister"),
        (2, "colleague"),
    ]


def test_relation_tells_homonyms_apart() -> None:
    """What the name is to the speaker picks its bearer; another relation is another entity."""
    known = [row(1, "Sarah", "sister"), row(2, "Sarah", "colleague")]

    assert find("Sarah", "colleague", known).entity == 2
    assert find("Sarah", "aunt", known).entity is None
    assert find("Sarah", "aunt", known).choices == ()


def test_a_relation_can_be_learned_once() -> None:
    """The only bearer of a name without a known relation takes the first one said, not a second."""
    subject = find("Sarah", "sister", [row(1, "Sarah")])
    assert (subject.entity, subject.learned) == (1, True)

    assert find("Sarah", "colleague", [row(1, "Sarah"), row(1, "Sarah", "sister")]).entity is None


def test_a_person_is_never_the_place_of_the_same_name() -> None:
    """Types that can't agree tell bearers of a name apart; an unknown one agrees with all."""
    known, types = [row(1, "Paris")], {1: "place"}

    assert find("Paris", None, known, "person", types).entity is None
    assert find("Paris", None, known, "person", types).choices == ()
    assert find("Paris", None, known, "place", types).entity == 1
    assert find("Paris", None, known, "unknown", types).entity == 1
    both = [row(1, "Paris"), row(2, "Paris")]
    assert find("Paris", None, both, "person", {1: "place", 2: "person"}).entity == 2


SARAHS = (row(1, "Sarah", "sister"), row(2, "Sarah", "boss"))


def whom(claims: list[Claim], turns: list[Turn], known: Known = Known(SARAHS)) -> list[int | None]:  # noqa: B008
    subjects = resolve(claims, turns, known, Settings())
    return [subject.entity if subject else None for subject in subjects]


def test_one_who_was_meant_in_the_turn_is_meant_again() -> None:
    """A bare name means the only bearer that the same turn was about; of two it is one of two."""
    sister, boss, bare = claim("Sarah", "sister"), claim("Sarah", "boss"), claim("Sarah")

    assert whom([bare], [turn()]) == [None]
    assert whom([sister, bare], [turn()]) == [1, 1]
    assert whom([boss, bare, bare], [turn()]) == [2, 2, 2]
    assert whom([sister, boss, bare], [turn()]) == [1, 2, None]
    (_, told) = resolve([sister, bare], [turn()], Known(SARAHS), Settings())
    assert told and told.why == "Sarah (sister) was meant in the same turn"


@pytest.mark.parametrize(
    ("first", "then", "meant"),
    [("t", "t", 1), ("t", "u", None), (None, None, None)],
)
def test_one_who_was_meant_just_before_in_the_thread(
    first: str | None, then: str | None, meant: int | None
) -> None:
    """A turn shortly before counts in the same thread, not in another or in none."""
    turns = [turn("a", thread=first), turn("b", thread=then, at=AT + timedelta(minutes=5))]

    assert whom([claim("Sarah", "sister"), claim("Sarah", number=1)], turns) == [1, meant]


def test_context_grows_cold() -> None:
    """Who was meant long before, or many turns before, is no context."""
    late = [turn("a", thread="t"), turn("b", thread="t", at=AT + timedelta(hours=2))]
    assert whom([claim("Sarah", "sister"), claim("Sarah", number=1)], late) == [1, None]

    many = [turn(str(n), thread="t") for n in range(9)]
    assert whom([claim("Sarah", "sister"), claim("Sarah", number=8)], many) == [1, None]


def test_the_stored_thread_is_context_too() -> None:
    """Whom the thread was about before decides, if it was one of the two."""
    for recent, meant in (({2}, 2), ({1, 2}, None), ({7}, None)):
        known = Known(SARAHS, recent={0: frozenset(recent)})
        assert whom([claim("Sarah")], [turn(thread="t")], known) == [meant]


def test_speakers_are_nobody_they_talk_about() -> None:
    """A speaker's name said of somebody is a namesake; said by others it means the speaker."""
    mine = (row(1, "Ann"), row(1, "Ann", key=own_key("Ann")))
    known, ann = Known(mine), turn(speaker="Ann")

    assert whom([claim("user")], [ann], known) == [1]
    assert whom([claim("Ann")], [ann], known) == [-1]
    assert whom([claim("Ann", "cousin")], [ann], known) == [-1]
    assert whom([claim("Ann")], [turn(speaker="Bob")], known) == [1]
    assert whom([claim("Ann")], [turn()], known) == [1]


def test_a_known_namesake_is_not_the_speaker() -> None:
    """What a speaker says of themselves is never about one who bears the name already."""
    known = Known((row(1, "Ann", "cousin"),))

    assert whom([claim("user")], [turn(speaker="Ann")], known) == [-1]
    assert whom([claim("user"), claim("Ann"), claim("user")], [turn(speaker="Ann")]) == [-1, -2, -1]


@pytest.mark.parametrize("name", ["user", "I", "me", "The user", "myself"])
def test_the_user_has_many_names(name: str) -> None:
    """First-person words mean the speaker, whatever an extractor makes of them."""
    known = Known((row(1, "user"),))

    assert whom([claim(name)], [turn()], known) == [1]
    assert whom([claim("Usher")], [turn()], Known((), known.entities)) == [-1]


def test_variants_meet_within_one_batch() -> None:
    """A new entity is found by another writing of its name a sentence later."""
    claims = [claim("John Smith"), claim("Smith, John"), claim("Jon Smith"), claim("JOHN SMITH")]

    assert whom(claims, [turn()], Known()) == [-1, -1, -3, -1]
