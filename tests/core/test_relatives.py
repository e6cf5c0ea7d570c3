"""Which of several relatives, friends or pets is meant."""

import pytest

from neuromem_graph.core.relatives import head_of, is_apart, kin_of, said_as


@pytest.mark.parametrize(
    ("said", "relation", "called"),
    [
        ("sister", "sister", None),
        ("other sister", "sister", "other sister"),
        ("dear sister", "sister", None),
        ("dear old friend", "friend", "old friend"),
        ("Younger Brother", "Brother", "Younger Brother"),
        ("ex-wife", "ex-wife", None),
        ("twin", "twin", None),
        ("team lead", "team lead", None),
        ("", "", None),
    ],
)
def test_a_relation_is_taken_apart(said: str, relation: str, called: str | None) -> None:
    """What tells one of several stays with the relation; fond words are left out."""
    kin = kin_of(said)

    assert (kin.relation, kin.called, head_of(said)) == (relation, called, relation)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Sister", "sister"),
        ("a  Younger sister", "younger sister"),
        ("my dear old friend", "old friend"),
        (None, ""),
    ],
)
def test_a_relation_is_read_from_the_end_of_words(words: str | None, said: str) -> None:
    """In front of it only what tells one of several belongs to it."""
    assert said_as(words) == said


def test_some_are_never_meant_by_the_relation_alone() -> None:
    """ "My boss" may be the new boss, and never the old one."""
    assert is_apart("old boss", "boss")
    assert not is_apart("new boss", "boss")
    assert not is_apart("boss", "boss")
    assert not is_apart("old tom", "boss")
