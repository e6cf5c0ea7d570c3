"""What differs in a word that tells something stays apart; what says the same becomes one."""

import pytest

from tests.runtime.sleep_pairs import APART, SAME, pairs
from tests.runtime.test_sleeping import same

Claims = dict[str, tuple[str, str]] | None


@pytest.mark.parametrize(("one", "other", "claims"), pairs(APART))
def test_what_differs_stays_apart(one: str, other: str, claims: Claims) -> None:
    """Two texts of which one says more, less or something else are never merged."""
    assert not same(one, other, claims)


@pytest.mark.parametrize(("one", "other", "claims"), pairs(SAME))
def test_what_says_the_same_becomes_one(one: str, other: str, claims: Claims) -> None:
    """Two texts that differ in openers, emphasis, contractions or the wording of a fact are one."""
    assert same(one, other, claims)


def test_the_lists_are_long_enough() -> None:
    """At least 60 pairs must stay apart and 40 must merge; no pair is listed twice."""
    apart, merged = pairs(APART), pairs(SAME)
    assert len(apart) >= 60
    assert len(merged) >= 40
    assert len({(one, other) for one, other, _ in (*apart, *merged)}) == len(apart) + len(merged)
