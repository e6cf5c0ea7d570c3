"""Importance is a pure function of what is recorded, and fades as it is documented."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph import Settings
from neuromem_graph.core.decaying import DAY, Standing, Use, fade, importance, level, strength
from neuromem_graph.errors import ConfigError
from neuromem_graph.settings.decaying import Decaying

PLAIN = Decaying(rest_days=0, half_lives={"fact": 100.0, "constraint": None}, spread=1.0, least=0.5)
MODES = ("off", "time", "access", "combined")
FACT = Standing("fact", 1.0, 0)


def mode(name: Any) -> Decaying:
    return PLAIN.model_copy(update={"mode": name})


def test_half_is_gone_after_a_half_life() -> None:
    """Strength halves per half-life; importance keeps its least share."""
    assert strength(FACT, 100 * DAY, PLAIN) == 0.5
    assert importance(FACT, 100 * DAY, PLAIN) == 0.75
    assert strength(FACT, 200 * DAY, PLAIN) == 0.25


def test_it_rests_first() -> None:
    """Nothing fades while it rests."""
    rested = PLAIN.model_copy(update={"rest_days": 30.0})

    assert importance(FACT, 30 * DAY, rested) == 1.0
    assert strength(FACT, 130 * DAY, rested) == 0.5


def test_support_lengthens_the_half_life() -> None:
    """What four events say takes (1 + log2 4) times as long."""
    assert strength(FACT._replace(support=4), 300 * DAY, PLAIN) == 0.5


def test_pinned_and_ageless_kinds_do_not_fade() -> None:
    """Neither does a kind without a half-life, nor one that is not listed."""
    later = 10_000 * DAY
    for one in (FACT._replace(pinned=True), FACT._replace(kind="constraint"),
                FACT._replace(kind="schema")):  # fmt: skip
        assert importance(one, later, PLAIN) == 1.0


def test_access_counts_recalls_alone() -> None:
    """Each recall halves what is missing, at any age."""
    found = [strength(FACT._replace(use=Use(n)), 900 * DAY, mode("access")) for n in range(3)]

    assert found == [0.5, 0.75, 0.875]


def test_combined_counts_from_the_last_recall() -> None:
    """A recall is a new beginning, and one more support."""
    recalled = FACT._replace(use=Use(1, 100 * DAY))

    assert strength(recalled, 300 * DAY, mode("combined")) == 0.5
    assert strength(recalled, 100 * DAY, mode("combined")) == 1.0
    assert strength(recalled, 100 * DAY, mode("time")) == 0.5


@given(
    st.sampled_from(MODES), st.floats(0.25, 2), st.integers(-(10**15), 10**15),
    st.integers(-(10**15), 10**15), st.integers(1, 1000), st.integers(0, 1000), st.booleans(),
)  # fmt: skip
def test_importance_stays_within_its_bounds(
    name: str, recorded: float, used: int, now: int, support: int, times: int, pinned: bool
) -> None:
    """It never exceeds what is recorded and never falls below the least share of it."""
    one = Standing("fact", recorded, used, support, pinned, Use(times, used))
    found = importance(one, now, mode(name))

    assert recorded * 0.5 - 1e-9 <= found <= recorded + 1e-9
    assert 0 <= level(one, now, mode(name)) < 1


@given(st.integers(0, 10**4), st.integers(0, 10**4), st.integers(1, 50))
def test_it_only_falls_with_time(day: int, more: int, support: int) -> None:
    """Unused, a memory never gains; with more support it never has less."""
    one = Standing("fact", 1.0, 0, support)
    now, later = day * DAY, (day + more) * DAY

    assert importance(one, later, PLAIN) <= importance(one, now, PLAIN)
    assert fade(one._replace(support=support + 1), now, PLAIN) <= fade(one, now, PLAIN)


@given(st.integers(0, 10**15), st.integers(0, DAY - 1))
def test_nothing_moves_while_a_day_lasts(now: int, after: int) -> None:
    """Kept answers hold for a day of UTC."""
    midnight = now - now % DAY

    assert importance(FACT, midnight, PLAIN) == importance(FACT, midnight + after, PLAIN)


def test_levels_are_whole_half_lives() -> None:
    """Evidence is due once per half-life."""
    days = (99, 100, 199, 200)

    assert [level(FACT, day * DAY, PLAIN) for day in days] == [0.0, 0.5, 0.5, 0.75]


@pytest.mark.parametrize("bad", [{"half_lives": {"fact": 0.0}}, {"least": 0}, {"mode": "never"}])
def test_settings_that_make_no_sense_are_refused(bad: dict[str, Any]) -> None:
    """A half-life of nothing, nothing left, an unknown mode."""
    with pytest.raises(ConfigError):
        Settings(decaying=bad)
