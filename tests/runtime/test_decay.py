"""Idle memories rank lower and still answer; nothing is deleted, and every moment stays exact."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.errors import InvalidInput, InvalidTime, NotFound
from neuromem_graph.ledger.sqlite.audit import dump
from neuromem_graph.settings.decaying import Decaying

START = datetime(2025, 1, 1, 12, tzinfo=UTC)
YEAR = timedelta(days=366)
Q = "Tea?"


class World:
    """A memory, its clock, and whether its methods or their async twins are called."""

    def __init__(self, path: str, way: str, decaying: Decaying) -> None:
        self.now, self.way = START, way
        settings = Settings(durability="relaxed", decaying=decaying)
        self.memory = MemoryRuntime.local(
            ("app", "ann"), path, clock=lambda: self.now, settings=settings
        )

    def call(self, method: str, *args: Any, **named: Any) -> Any:
        if self.way == "async":
            return asyncio.run(getattr(self.memory, f"a{method}")(*args, **named))
        return getattr(self.memory, method)(*args, **named)

    def said(self, text: str) -> str:
        found = self.memory.ingest(user=text).created[0].id
        assert found is not None
        return found

    def texts(self, **asked: Any) -> list[str]:
        return [item.text for item in self.call("query", Q, record=False, **asked).items]

    def importance(self, memory_id: str, **asked: Any) -> float:
        items = self.call("query", Q, record=False, **asked).items
        (item,) = [one for one in items if one.id == memory_id]
        return 1 + item.why.get("importance", (0.0, 0))[0]

    @property
    def seq(self) -> int:
        return self.memory.stats().head.seq

    def sound(self) -> None:
        assert self.memory.verify(deep=True).ok
        with self.memory.resources.ledger.connections.read() as conn:  # type: ignore[attr-defined]
            before = list(dump(conn))
        self.memory.rebuild()
        with self.memory.resources.ledger.connections.read() as conn:  # type: ignore[attr-defined]
            assert list(dump(conn)) == before


@pytest.fixture(params=["sync memory", "async file"])
def world(request: pytest.FixtureRequest, tmp_path: Any) -> Iterator[World]:
    way, place = request.param.split()
    opened = World(":memory:" if place == "memory" else str(tmp_path / "m.db"), way, Decaying())
    with opened.memory:
        yield opened


def other(**decaying: Any) -> World:
    return World(":memory:", "sync", Decaying(**decaying))


def test_a_year_of_idleness_ranks_lower_and_still_answers(world: World) -> None:
    """Of two that match alike the fresh one comes first, whichever was said first."""
    old = world.said("Tea alpha.")
    world.now += YEAR
    new = world.said("Tea gamma.")

    assert world.texts() == ["Tea gamma.", "Tea alpha."]
    assert world.importance(old) < world.importance(new) == 1.0
    assert world.memory.get(old).state == "active"
    world.sound()


def test_reading_writes_nothing(world: World) -> None:
    """However often it is asked: the ledger is as long as before."""
    world.said("Tea alpha.")
    before = world.seq
    for _ in range(5):
        world.now += YEAR
        world.call("query", Q)

    assert world.seq == before


def test_the_past_is_as_it_was(world: World) -> None:
    """As of a moment the importance is that of the moment, whatever came later."""
    old = world.said("Tea alpha.")
    world.now += YEAR
    world.said("Something else entirely.")
    then, faded = world.seq, world.importance(old)
    world.now += YEAR
    world.call("pin", old)
    world.memory.ingest(user="Tea alpha.")

    assert world.importance(old, as_of=then) == pytest.approx(faded)
    assert world.importance(old) == 1.0


def test_saying_it_again_begins_anew(world: World) -> None:
    """The same words, another day: idleness counts from there, and it fades more slowly."""
    once, twice = world.said("Tea alpha."), world.said("Tea gamma.")
    world.memory.ingest(user="Tea gamma.")
    world.now += YEAR
    assert world.importance(once) < world.importance(twice) < 1.0
    world.memory.ingest(user="Tea alpha.")

    assert world.importance(once) == 1.0


def test_serving_well_begins_anew(world: World) -> None:
    """An outcome is use; being retrieved is none."""
    key = world.said("Tea alpha.")
    world.now += YEAR
    trace = world.call("query", Q).trace_id
    assert world.importance(key) < 1.0
    world.call("after_turn", trace, "success")

    assert world.importance(key) == pytest.approx(1.1)


def test_a_pinned_memory_does_not_fade(world: World) -> None:
    """Until it is unpinned; each once, as records that can be asked as of before."""
    key = world.said("Tea alpha.")
    before = world.seq
    assert world.call("pin", key).items[0].what == "pinned"
    assert world.call("pin", key).items[0].what == "skipped"
    pinned = world.seq
    world.now += 5 * YEAR
    assert (world.seq, world.memory.get(key).pinned, world.importance(key)) == (before + 1, True, 1)
    assert not world.memory.get(key, as_of=before).pinned
    assert world.call("unpin", key, reason="asked_by_user").items[0].what == "unpinned"
    assert world.call("unpin", key).items[0].what == "skipped"
    assert world.importance(key) < 1.0
    assert world.memory.get(key, as_of=pinned).pinned
    world.sound()


def test_pins_of_others_are_out_of_reach(world: World) -> None:
    """Another namespace holds no such memory; a reason is a code."""
    key = world.said("Tea alpha.")
    with pytest.raises(NotFound):
        world.memory.within(("app", "bob")).pin(key)
    with pytest.raises(NotFound):
        world.call("unpin", "nothing")
    with pytest.raises(InvalidInput, match="code"):
        world.call("pin", key, reason="because she said so")
    world.call("erase", key)
    with pytest.raises(NotFound):
        world.call("pin", key)


def test_decay_is_recorded_once_per_half_life(world: World) -> None:
    """One record for all that faded; asked again there is none, and nothing ranks differently."""
    keys = [world.said(f"Tea {name}.") for name in ("alpha", "gamma")]
    kept = world.said("Tea delta.")
    world.call("pin", kept)
    world.now += 2 * YEAR
    before, order = world.seq, world.texts()
    seen: list[tuple[int, int]] = []
    looked = world.call("run_decay", dry_run=True)
    assert (looked.faded, looked.records, world.seq) == (2, 0, before)
    told = world.call("run_decay", progress=lambda *at: seen.append(at))
    again = world.call("run_decay")

    assert (told.faded, told.records, told.pinned, told.looked_at) == (2, 1, 1, 3)
    assert {one.id for one in told.examples} == set(keys)
    assert (again.faded, again.records, world.seq) == (0, 0, before + 1)
    assert seen == [(3, 3)]
    assert world.texts() == order
    assert "2 faded" in str(told)
    world.now += YEAR
    assert world.call("run_decay").faded == 2
    world.memory.ingest(user="Tea alpha.")
    world.now += 4 * YEAR
    assert keys[0] in {one.id for one in world.call("run_decay").examples}
    world.sound()


def test_candidates_are_listed_and_nothing_goes() -> None:
    """Faded far enough, said once, of no use: the most faded first, and as many as are wanted."""
    world = other(prune_after=2.0, half_lives={"episode": 100.0}, spread=0.0, rest_days=30.0)
    first = world.said("Tea alpha.")
    world.now += timedelta(days=100)
    second = world.said("Tea gamma.")
    world.said("Tea gamma too.")
    world.memory.ingest(user="Tea gamma too.")
    world.call("pin", world.said("Tea pinned."))
    hidden = world.said("Tea hidden.")
    world.call("forget", hidden)
    world.now += timedelta(days=300)
    told = world.call("run_decay", dry_run=True)
    one = world.call("run_decay", dry_run=True, listed=1)

    assert [candidate.id for candidate in told.candidates] == [first, second]
    assert told.candidates[0].half_lives == pytest.approx(3.7)
    assert (one.prunable, len(one.candidates)) == (2, 1)
    assert first in str(told)
    assert world.memory.stats().memories == {"active": 4, "suppressed": 1}


def test_batches_are_records_of_their_own() -> None:
    """What faded is recorded page by page; a run that was broken off goes on behind."""
    world = other(batch=2, half_lives={"episode": 10.0})
    for number in range(5):
        world.said(f"Tea {number}.")
    world.now += YEAR

    def stop(done: int, _: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        world.memory.run_decay(progress=stop)
    rest = world.memory.run_decay()

    assert (rest.faded, rest.records) == (1, 1)
    world.sound()


def test_another_moment_can_be_asked() -> None:
    """A dry run of the future shows what will have faded."""
    world = other()
    world.said("Tea alpha.")

    assert world.memory.run_decay(dry_run=True).faded == 0
    assert world.memory.run_decay(dry_run=True, at=START + 3 * YEAR).faded == 1


@pytest.mark.parametrize(
    ("bad", "error"),
    [({"at": datetime(2030, 1, 1)}, InvalidTime), ({"at": "now"}, InvalidInput),
     ({"dry_run": 1}, InvalidInput), ({"listed": -1}, InvalidInput),
     ({"progress": 3}, InvalidInput)],
)  # fmt: skip
def test_bad_arguments_write_nothing(bad: dict[str, Any], error: type[Exception]) -> None:
    """They are refused before anything is recorded."""
    world = other(half_lives={"episode": 1.0})
    world.said("Tea alpha.")
    world.now += YEAR
    before = world.seq
    with pytest.raises(error):
        world.memory.run_decay(**bad)
    assert world.seq == before


@pytest.mark.parametrize("mode", ["access", "combined"])
def test_recalls_count_if_wanted(mode: Any) -> None:
    """From the explanations of earlier days; by default they count for nothing."""
    world = other(mode=mode)
    key = world.said("Tea alpha.")
    world.now += YEAR
    world.memory.query(Q)
    assert (today := world.importance(key)) < 1
    world.now += timedelta(days=1)
    assert world.importance(key) > today

    plain = other()
    key = plain.said("Tea alpha.")
    plain.now += YEAR
    before = plain.importance(key)
    plain.memory.query(Q)
    plain.now += timedelta(days=1)
    assert plain.importance(key) < before


def test_off_is_off() -> None:
    """Nothing fades, and nothing is recorded."""
    world = other(mode="off")
    key = world.said("Tea alpha.")
    world.now += 9 * YEAR

    assert (world.importance(key), world.memory.run_decay().faded) == (1.0, 0)


def test_a_kept_answer_is_the_one_of_today() -> None:
    """Answers that are kept for a day are made anew on the next."""
    world = other(rest_days=0.0, half_lives={"episode": 1.0})
    key = world.said("Tea alpha.")
    found = []
    for _ in range(3):
        found.append((world.importance(key), world.importance(key)))
        world.now += timedelta(days=1)

    assert [one for one, _ in found] == pytest.approx([1.0, 0.75, 0.625])
    assert all(one == same for one, same in found)
