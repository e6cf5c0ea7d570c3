"""What is repeated is read as one belief, and what is made of it is the same."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.core.lifecycle import shown
from neuromem_graph.core.runs import runs
from neuromem_graph.errors import NotFound
from neuromem_graph.types.ledger import BeliefRow, Gate, NamedBelief

NAMESPACE = ("joining", "ann")
START = datetime(2025, 1, 1, tzinfo=UTC)
TOWNS = ("Lisbon", "Porto", "Rome")
SAID = (
    "I live in {town}.", "I live in {town}.", "As I said, I live in {town}.",
    "I live in {town} now.", "Correction: I live in {town}, not {other}.",
    "I no longer live in {town}.", "I lived in {town} from 2019 to 2021.", "I like {town}.",
)  # fmt: skip


def tell(memory: MemoryRuntime, random: Random, now: list[datetime]) -> None:
    """Tell something, and put a memory away now and then."""
    now[0] += timedelta(hours=random.choice((0, 1, 30)))
    town, other = random.sample(TOWNS, 2)
    at = now[0] - timedelta(days=random.choice((0, 0, 0, 0, 3)))  # some of it is imported late
    made = memory.ingest(user=random.choice(SAID).format(town=town, other=other), at=at).created
    if made and random.random() < 0.2:
        with suppress(NotFound):  # a claim of words that were said before
            memory.forget(made[0].id, "archive")


def seen(rows: tuple[NamedBelief, ...], gate: Gate) -> list[tuple[object, ...]]:
    """What a question would be told of each slot."""
    slots: dict[str | None, list[BeliefRow]] = {}
    for one in rows:
        slots.setdefault(one.attribute, []).append(one.belief)
    return sorted(
        (str(attribute), run.claim, run.value_key, run.polarity, run.valid_from, run.valid_to,
         run.support, run.said_at)
        for attribute, told in slots.items()
        for run in runs(shown(told, gate.states, gate.now))
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_joined_rows_come_to_the_same(seed: int) -> None:
    """Runs of joined rows are the runs of all rows, and no memory behind them is lost."""
    random, now = Random(seed), [START]
    with MemoryRuntime.local(NAMESPACE, ":memory:", clock=lambda: now[0]) as memory:
        for _ in range(25):
            tell(memory, random, now)
        gate = Gate(valid_at=None)
        with memory.resources.ledger.reader() as reader:
            every = reader.beliefs_about(NAMESPACE, ["user"], gate)
            joined = reader.beliefs_about(NAMESPACE, ["user"], gate, joined=True)

    assert len(joined) <= len(every)
    assert seen(joined, gate) == seen(every, gate)
    told = {memory for one in joined for memory in (one.belief.memory, *one.before)}
    assert told == {one.belief.memory for one in every}


def test_a_repeated_value_is_one_row() -> None:
    """What is told ten times is read as one belief with ten events behind it."""
    now = [START]
    with MemoryRuntime.local(NAMESPACE, ":memory:", clock=lambda: now[0]) as memory:
        for _ in range(10):
            now[0] += timedelta(days=1)
            memory.ingest(user="I live in Lisbon.", at=now[0])
        with memory.resources.ledger.reader() as reader:
            (one,) = reader.beliefs_about(NAMESPACE, ["user"], Gate(valid_at=None), joined=True)

    assert (one.belief.support, one.belief.repeats) == (10, 9)
