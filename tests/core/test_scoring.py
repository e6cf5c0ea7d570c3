"""What a candidate's score is made of, and how candidates beside each other are held."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph import Settings
from neuromem_graph.core.scoring import COMPONENTS, Moment, components, judge, total
from neuromem_graph.settings.believing import Believing
from neuromem_graph.types.ledger import BeliefRow
from tests.core.test_worldview import belief

DAY = 86_400_000_000
SETTINGS = Settings()


def statuses(rows: list[BeliefRow], at: int = 50, **other: Any) -> list[str]:
    """How rows of a slot are held at a moment, in their order."""
    standings = judge(rows, other.pop("cardinality", "single"), Moment(at, at), SETTINGS)
    return [standings[row.claim].status for row in rows]


def weak(claim: int, value: str, start: int, end: int | None = None, **other: Any) -> BeliefRow:
    """What only an assistant said."""
    return belief(claim, value, start, end, commitment="candidate", channel="assistant", **other)


def test_components() -> None:
    """Each component is what its definition says."""
    row = belief(1, "Ghent", 0, support=3, basis="stated", said_at=0)
    rival = belief(2, "Porto", 10, support=1)

    assert components(row, [rival], 180 * DAY, SETTINGS) == {
        "support": 0.75, "reliability": 0.9, "recency": 0.5, "explicitness": 1.0,
        "commitment": 0.8, "against": 0.5,
    }  # fmt: skip


def test_support_saturates() -> None:
    """Each further event adds less than the one before."""
    values = [
        components(belief(1, "x", 0, support=n), (), 0, SETTINGS)["support"] for n in range(1, 6)
    ]
    steps = [b - a for a, b in pairwise(values)]

    assert steps == sorted(steps, reverse=True)
    assert min(steps) > 0


def test_the_weights_are_data() -> None:
    """Only what is weighed counts, and what stands against a value lowers its score."""
    parts = dict.fromkeys(COMPONENTS, 1.0)
    bare = Settings(believing=Believing(weights={"support": 0.5, "against": 0.2}))

    assert total(parts, SETTINGS) == 0.8
    assert total(parts, bare) == 0.3


def test_alone() -> None:
    """A firm value alone is active, one that only a weak source said is provisional."""
    assert statuses([belief(1, "Ghent", 10)]) == ["active"]
    assert statuses([weak(1, "Ghent", 10)]) == ["provisional"]


def test_over_or_not_begun() -> None:
    """What is over is historical; what has not begun is provisional."""
    assert statuses([belief(1, "Ghent", 10, 20), belief(2, "Porto", 60)]) == [
        "historical",
        "provisional",
    ]


def test_two_at_one_moment_are_a_conflict() -> None:
    """Two firm values of a slot for one, about equally likely, are both conflicted."""
    assert statuses([belief(1, "Ghent", 10), belief(2, "Porto", 20)]) == ["conflicted"] * 2


def test_the_clearly_weaker_is_provisional() -> None:
    """Beyond the margin the lower of two is provisional and the higher active."""
    rows = [belief(1, "Ghent", 10, support=30, basis="stated"), belief(2, "Porto", 20)]

    assert statuses(rows) == ["active", "provisional"]


def test_an_assistant_beside_a_belief() -> None:
    """What an assistant said against a belief is provisional, and the belief stays active."""
    assert statuses([belief(1, "Ghent", 10), weak(2, "Paris", 20)]) == ["active", "provisional"]


@given(st.integers(1, 10**6), st.integers(0, 20 * 365))
def test_repetition_never_wins(times: int, days: int) -> None:
    """However often an assistant repeats itself, an old belief is never put behind it."""
    rows = [
        belief(1, "Ghent", 0, said_at=0),
        weak(2, "Paris", 20, support=times, basis="stated", said_at=days * DAY),
    ]

    assert statuses(rows, at=days * DAY + 50)[0] in ("active", "conflicted")


@pytest.mark.parametrize("cardinality", ["multi", "interval"])
def test_several_values_are_no_rivals(cardinality: str) -> None:
    """Where a slot takes several values they stand beside each other, all active."""
    rows = [belief(1, "tea", 10), belief(2, "jazz", 20)]

    assert statuses(rows, cardinality=cardinality) == ["active", "active"]


def test_both_signs_of_a_value_are_rivals() -> None:
    """Likes and dislikes of the same thing at once are a conflict in any slot."""
    rows = [belief(1, "tea", 10), belief(2, "tea", 20, polarity="negated")]

    assert statuses(rows, cardinality="multi") == ["conflicted"] * 2
