"""Conversations in; what must then be believed, recalled and told, on both time axes."""

from collections import Counter
from functools import partial

import pytest

from neuromem_graph import MemoryRuntime, Settings
from tests.scenarios import (
    assistants,
    corrections,
    echoes,
    erasing,
    homonyms,
    hypotheticals,
    imports,
    lifecycle,
    many_values,
    moves,
    negations,
    people,
    periods,
    preferences,
    times,
)
from tests.scenarios.scenario import Scenario, World

THEMES = {
    module.__name__.rpartition(".")[2]: module.SCENARIOS
    for module in (
        moves, preferences, corrections, imports, periods, people, assistants, negations, homonyms,
        many_values, hypotheticals, times, echoes, erasing, lifecycle,
    )
}  # fmt: skip

EVERY = [(theme, told) for theme, every in THEMES.items() for told in every]


def case(theme: str, told: Scenario):
    return pytest.param(told, id=f"{theme}: {told.sentence}")


def opened(path, world: World) -> MemoryRuntime:
    return MemoryRuntime.local(
        ("scenarios", "ann"), path, clock=lambda: world.now, extractor=world.extractor,
        settings=Settings(durability="relaxed"),
    )  # fmt: skip


@pytest.mark.parametrize("way", [("on disk", "async"), ("in memory", "sync")], ids=" ".join)
@pytest.mark.parametrize("told", [case(*one) for one in EVERY])
def test_a_scenario_comes_out_as_told(told: Scenario, way: tuple[str, str], tmp_path):
    place, mode = way
    path = tmp_path / "memory.sqlite3" if place == "on disk" else ":memory:"
    world = World(partial(opened, path), asynchronous=mode == "async")
    try:
        for step in told.steps:
            step.run(world)
        assert world.memory.verify(deep=True).ok
        if place == "on disk":
            world.reopen()
        else:
            world.memory.rebuild()
        for step in told.verdict:
            step.run(world)
    finally:
        world.memory.close()


def test_every_scenario_is_another_sentence():
    assert [s for s, n in Counter(told.sentence for _, told in EVERY).items() if n > 1] == []


def test_every_scenario_ends_in_an_expectation():
    assert [told.sentence for _, told in EVERY if not told.verdict] == []
