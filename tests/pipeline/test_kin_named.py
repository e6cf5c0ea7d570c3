"""Who "my daughter Emma" is, is known whatever else the sentence says."""

import pytest

from neuromem_graph import MemoryRuntime


@pytest.mark.parametrize(
    ("second", "question"),
    [
        ("Emma is six.", "How old is my daughter?"),
        ("Emma fell off her bike and broke her arm.", "What did my daughter break?"),
    ],
)
def test_a_name_told_in_passing_is_kept(second: str, question: str) -> None:
    """What is said of Emma later is found for "my daughter"."""
    memory = MemoryRuntime.local("app", ":memory:")
    memory.ingest(user="My daughter Emma starts school in September.")
    memory.ingest(user=second)

    assert second in [item.text for item in memory.query(question).items]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My friend Tom's car broke down.", ["Tom (friend) relation_to_user: friend"]),
        ("Our dog Rex ate the sofa.", ["Rex (dog) relation_to_user: dog"]),
        ("My daughter Emma lives in Bonn.", ["Emma (daughter) lives_in: Bonn"]),
        ("My boss Anna and I argued.", []),
        ("My sister Paris trip was nice.", []),
        ("If my son Tom comes, fine.", []),
        ("Is my son Tom at home?", []),
        ("My teacher said no.", []),
        ("My daughter Monday evening was sick.", []),
    ],
)
def test_what_names_a_relative(text: str, facts: list[str]) -> None:
    """Only a plain name right behind the relation does, where nothing else is understood."""
    receipt = MemoryRuntime.local("app", ":memory:").ingest(user=text)

    assert [item.text for item in receipt.items][1:] == facts
