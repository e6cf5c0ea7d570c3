"""Whom a claim is about."""

from neuromem_graph.core.resolution import match
from neuromem_graph.types.ledger import EntityRow


def row(entity: int, name: str, relation: str | None = None, key: str | None = None) -> EntityRow:
    """Return an entity as it is known by a name."""
    return EntityRow(entity=entity, id=str(entity), name=name, key=key or name.casefold(),
                     relation=relation, seq=1)  # fmt: skip


def test_unknown_name_is_new() -> None:
    """A name nobody bears is a new entity."""
    subject = match("Anna", None, [])

    assert (subject.entity, subject.choices) == (None, ())


def test_exact_name() -> None:
    """One bearer of the folded name is the one meant, in any spelling of the same letters."""
    assert match("JOSÉ", None, [row(1, "Jose\u0301", key="josé")]).entity == 1


def test_near_names_stay_apart() -> None:
    """Names that only resemble each other are never the same."""
    known = [row(1, "Anna Smith"), row(2, "K-9"), row(3, "Jon")]
    for name in ("Anne Smith", "K-8", "John"):
        assert match(name, None, known).entity is None


def test_two_bearers_are_ambiguous() -> None:
    """A name two entities bear is ambiguous and shows both, however many names each has."""
    known = [row(1, "Sarah", "sister"), row(2, "Sarah", "colleague"), row(1, "Sarah", "friend")]
    subject = match("Sarah", None, known)

    assert subject.entity is None
    assert [(c.entity, c.relation) for c in subject.choices] == [
        (1, "friend, sister"),
        (2, "colleague"),
    ]


def test_relation_tells_homonyms_apart() -> None:
    """What the name is to the speaker picks its bearer; another relation is another entity."""
    known = [row(1, "Sarah", "sister"), row(2, "Sarah", "colleague")]

    assert match("Sarah", "colleague", known).entity == 2
    assert match("Sarah", "aunt", known).entity is None
    assert match("Sarah", "aunt", known).choices == ()


def test_a_relation_can_be_learned_once() -> None:
    """The only bearer of a name without a known relation takes the first one said, not a second."""
    subject = match("Sarah", "sister", [row(1, "Sarah")])
    assert (subject.entity, subject.learned) == (1, True)

    assert match("Sarah", "colleague", [row(1, "Sarah"), row(1, "Sarah", "sister")]).entity is None
