"""Sleep makes one memory of many that say the same, loses nothing, never merges what differs."""

import asyncio
import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from neuromem_graph import Extraction, MemoryRuntime, Turns
from neuromem_graph.errors import InvalidInput, InvalidTime
from neuromem_graph.settings import Settings
from neuromem_graph.types.ingest import Claim
from neuromem_graph.types.sleeping import SleepReport
from tests.runtime.sleep_paraphrases import FACTS, clusters, near, recorded

START = datetime(2025, 1, 1, tzinfo=UTC)
LATER = START + timedelta(days=365)
HERE = ("x",)


class Recorded:
    """Gives the claim that was recorded for each text: a predicate and a value of the user."""

    def __init__(self, claims: dict[str, tuple[str, str]]) -> None:
        self.claims = claims

    def extract(self, turns: Turns) -> Extraction:
        """Return what was recorded."""
        found = [
            Claim(turn=at, start=0, end=len(turn.text), kind="fact", subject="user",
                  predicate=self.claims[turn.text][0], value=self.claims[turn.text][1])
            for at, turn in enumerate(turns.turns) if turn.text in self.claims
        ]  # fmt: skip
        return Extraction(claims=tuple(found))


def told(
    *said: Any, claims: dict[str, tuple[str, str]] | None = None, settings: Settings | None = None
) -> MemoryRuntime:
    """Return a memory that was told some texts, or events, an hour apart."""
    extractor = None if claims is None else Recorded(claims)
    memory = MemoryRuntime.local("x", ":memory:", extractor=extractor, settings=settings)
    for hour, one in enumerate(said):
        event = one if isinstance(one, dict) else {"content": one}
        memory.ingest({"at": START + timedelta(hours=hour), **event})
    return memory


def whole(memory: MemoryRuntime) -> None:
    """Check that the chain is whole, and that the projections are what the records say."""
    checked = memory.verify(deep=True)
    assert checked.problem is None
    memory.rebuild()
    assert memory.verify(deep=True).problem is None


def active(memory: MemoryRuntime) -> dict[str, str]:
    """Return the texts of active memories, by id."""
    with memory.resources.ledger.reader() as reader:
        rows = reader.sleeping.page(HERE, 0, 100_000)
    return {row.id: row.text for row in rows if row.active}


def behind(memory: MemoryRuntime, public_id: str) -> set[int]:
    """Return the events behind a memory."""
    with memory.resources.ledger.reader() as reader:
        (life,) = reader.keeping.lives(HERE, [public_id])
        return set(reader.keeping.behind(HERE, life.memory))


def same(one: str, other: str, claims: dict[str, tuple[str, str]] | None = None) -> bool:
    """Tell whether sleep merges two texts."""
    memory = told(one, other, claims=claims)
    with memory:
        return bool(memory.sleep(at=LATER).of("merged"))


@pytest.mark.parametrize("seed", [7, 8])
def test_two_hundred_paraphrases_of_twenty_facts(seed: int) -> None:
    """After one sleep at most 45 of 220 memories are active, and none was merged wrongly."""
    facts, others = clusters(), near()
    assert (len(facts), {len(group) for group in facts}, len(others)) == (20, {10}, 20)
    belongs = {text: number for number, group in enumerate(facts) for text in group}
    texts = [*belongs, *others]
    random.Random(seed).shuffle(texts)
    memory = told(*texts, claims=recorded(FACTS))
    with memory:
        with memory.resources.ledger.reader() as reader:
            rows = reader.sleeping.page(HERE, 0, 1_000)
        events = {row.event: row.text for row in rows}
        ids = {row.id: row.text for row in rows}

        report = memory.sleep(at=LATER)
        left = active(memory)
        wrong = [
            (ids[item.id], ids[other])
            for item in report.of("merged")
            for other in item.others
            if belongs.get(ids[other], ids[other]) != belongs.get(ids[item.id], ids[item.id])
        ]
        apart = sum(text in belongs for text in left.values()) - len(facts)
        print(f"active {len(left)}; merged wrongly {len(wrong)}; left apart {apart} of 180")

        assert wrong == []
        assert len(left) <= 45
        assert set(others) <= set(left.values())
        reached = {event for one in left for event in behind(memory, one)}
        over = {row.event for row in rows if memory.get(row.id).state == "superseded"}
        assert reached | over == set(events)  # what is over still tells of its own time
        head = memory.stats().head
        second = memory.sleep(at=LATER)
        assert (second.written, second.unchanged, memory.stats().head) == (0, True, head)
        whole(memory)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I am allergic to nuts.", "I am not allergic to nuts."),
        ("Invoice 1041 is paid.", "Invoice 1042 is paid."),
        ("I like C.", "I like C++."),
        ("I fly to Rome every year.", "I fly from Rome every year."),
        ("Anna beat Bob at chess.", "Bob beat Anna at chess."),
        ("The meeting is on May 4.", "The meeting is on May 5."),
        ("I only eat fish.", "I eat fish."),
        ("I would like a dog.", "I like a dog."),
        ("Is the build green?", "The build is green."),
        ("My sister Anna likes tea.", "My sister Anne likes tea."),
        ("The API is written in .NET.", "The API is written in net."),
        ("Leo paid me.", "Leo never paid me."),
        ("The house is big.", "The horse is big."),
        ("I jog before work.", "I jog after work."),
    ],
)
def test_what_differs_in_one_word_stays_apart(one: str, other: str) -> None:
    """Two texts that differ in a name, number, negation, direction or mode are never merged."""
    assert not same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The build is green.", "The build is really green."),
        ("I'm allergic to nuts.", "Hey, I am allergic to nuts."),
        ("I don't eat pork", "I do not eat pork."),
        ("The deploy key is in the vault.", "Actually, the deploy key is in the vault!"),
    ],
)
def test_small_words_make_no_other_memory(one: str, other: str) -> None:
    """Two texts that differ in words without a meaning become one."""
    assert same(one, other)


GHENT = ("lives_in", "Ghent")


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I live in Ghent with Olga.", GHENT),
        ("I live in Ghent on weekdays.", GHENT),
        ("I lived in Ghent.", GHENT),
        ("I might live in Ghent.", GHENT),
        ("I live in Ghent since 2020.", GHENT),
        ("I live in Ghent and my dog is ill.", GHENT),
        ("I don't live in Ghent.", GHENT),
        ("I don't only live in Ghent.", GHENT),
        ("Do I live in Ghent?", GHENT),
        ("I will live in Ghent.", GHENT),
        ("I work in Ghent.", ("works_in", "Ghent")),
        ("I was born in Ghent.", ("born_in", "Ghent")),
        ("My hometown is Ghent.", ("from", "Ghent")),
        ("I live in Gent.", ("lives_in", "Gent")),
    ],
)
def test_words_that_say_more_stay(text: str, claim: tuple[str, str]) -> None:
    """A memory of the same claim whose words say more, or something else, is not merged away."""
    assert not same("I live in Ghent.", text, {"I live in Ghent.": GHENT, text: claim})


def test_speakers_and_owners_stay_apart() -> None:
    """The same words of two speakers, or private to one, are never merged."""
    with told({"content": "The tent is blue.", "speaker": "Ann"},
              {"content": "Actually, the tent is blue.", "speaker": "Bob"},
              {"content": "The tent is really blue.", "speaker": "Ann",
               "metadata": {"private": True, "owner": "Ann"}}) as memory:  # fmt: skip
        assert memory.sleep(at=LATER).of("merged") == ()
        assert len(active(memory)) == 3


def test_episodes_of_two_days_stay_apart() -> None:
    """What happened on two days happened twice, in whatever words it was told."""
    memory = MemoryRuntime.local("x", ":memory:")
    with memory:
        memory.ingest(user="We walked to the lake.", at=START)
        memory.ingest(user="Well, we walked to the lake.", at=START + timedelta(days=3))
        assert memory.sleep(at=LATER).of("merged") == ()


WORDINGS = {
    "I live in Ghent.": ("lives_in", "Ghent"),
    "My home is in Ghent.": ("home_city", "Ghent"),
    "I reside in Ghent.": ("lives_in", "Ghent"),
}


def test_before_the_sleep_they_are_apart_and_a_restore_takes_one_out() -> None:
    """`as_of` an earlier moment shows all; what is restored stays apart from then on."""
    with told(*WORDINGS, claims=WORDINGS) as memory:
        then = memory.stats().head.seq
        (merged,) = memory.sleep(at=LATER).of("merged")
        assert merged.text == "I live in Ghent."
        assert [memory.get(one).state for one in merged.others] == ["archived"] * 2
        assert [memory.get(one, as_of=then).state for one in merged.others] == ["active"] * 2
        assert memory.get(merged.id).support == 3
        now = [line.value for line in memory.query("Where do I live?").worldview]
        assert now == ["Ghent"]
        audit = memory.query("Ghent home", lens="audit")
        assert {item.id for item in audit.items} >= set(merged.others)
        assert {edge.relation for edge in memory.list_edges("logic", memory=merged.id)} == {
            "same_as"
        }

        memory.restore(merged.others[0])
        assert memory.get(merged.others[0]).state == "active"
        assert memory.sleep(at=LATER).of("merged") == ()
        assert memory.get(merged.others[0]).state == "active"
        whole(memory)


def test_a_change_after_a_merge() -> None:
    """What supersedes the value that was merged ends it, in all its wordings."""
    claims = {**WORDINGS, "I moved to Porto.": ("lives_in", "Porto")}
    with told(*WORDINGS, claims=claims) as memory:
        memory.sleep(at=LATER)
        memory.ingest(user="I moved to Porto.", at=START + timedelta(days=9))
        found = memory.query("Where do I live?", valid_at=START + timedelta(days=10))
        assert [line.value for line in found.worldview] == ["Porto"]
        before = memory.query("Where do I live?", valid_at=START + timedelta(days=1))
        assert [line.value for line in before.worldview] == ["Ghent"]
        memory.sleep(at=LATER)
        whole(memory)


def test_an_erased_memory_goes_on_in_the_words_of_another() -> None:
    """Erasing the event of the memory that stays brings back one that was merged into it."""
    with told(*WORDINGS, claims=WORDINGS) as memory:
        (merged,) = memory.sleep(at=LATER).of("merged")
        event = memory.get(merged.id).event_id
        memory.erase(event)

        assert memory.verify(deep=True).problem is None
        found = memory.query("Where do I live?")
        assert [line.value for line in found.worldview] == ["Ghent"]
        assert "I live in Ghent." not in found.text
        (heir,) = active(memory)
        assert heir in merged.others
        assert memory.get(heir).support == 2
        memory.erase(heir)
        assert memory.query("Where do I live?").text == ""
        assert active(memory) == {}
        whole(memory)


def test_bounds_leave_the_rest_for_the_next_sleep() -> None:
    """A sleep over few items or without time says what it left; the next ones do it."""
    texts = [f"{small}the lamp {n} is red." for n in range(6) for small in ("", "Well, ", "Oh, ")]
    with told(*texts) as memory:
        first = memory.sleep(items=4, at=LATER)
        assert sum(len(item.others) for item in first.of("merged")) == 4
        assert first.left > 0
        none = memory.sleep(budget=0, at=LATER)
        assert (none.of("merged"), none.left) == ((), 4)
        rest = memory.sleep(budget=timedelta(hours=1), at=LATER)
        assert sum(len(item.others) for item in rest.of("merged")) == 8
        assert rest.left == 0
        assert memory.sleep(at=LATER).unchanged
        whole(memory)


def test_bad_bounds_are_refused() -> None:
    """What is no bound or no moment is refused before anything is written."""
    with told("The lamp is red.") as memory:
        head = memory.stats().head
        for wrong in ({"items": 0}, {"items": True}, {"budget": -1}, {"budget": "soon"}):
            with pytest.raises(InvalidInput):
                memory.sleep(**wrong)
        with pytest.raises(InvalidTime):
            memory.sleep(at=datetime(2025, 1, 1))
        assert memory.stats().head == head


def test_an_empty_memory_sleeps_without_a_record() -> None:
    """Where nothing is remembered, nothing is written."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        assert memory.sleep() == SleepReport(namespace=HERE, seq=0)


def test_changes_and_settings_wake_it() -> None:
    """A new memory makes the next sleep look again; one of another namespace does not."""
    with told("The lamp is red.") as memory:
        memory.sleep(at=LATER)
        memory.within("other").ingest(user="Well, the lamp is red.", at=START)
        assert memory.sleep(at=LATER).unchanged
        memory.ingest(user="Well, the lamp is red.", at=START)
        assert len(memory.sleep(at=LATER).of("merged")) == 1
        assert memory.sleep(at=LATER).unchanged


def test_a_candidate_that_users_confirm_is_promoted() -> None:
    """What the assistant said becomes firm once enough events of the user say so, not before."""
    with told({"content": "The red lamp hangs in the hall.", "role": "assistant"},
              "The red lamp hangs in the hall.") as memory:  # fmt: skip
        assert memory.sleep(at=LATER).of("promoted") == ()
        memory.ingest(user="the red lamp hangs in the hall", at=START + timedelta(days=1))
        (item,) = memory.sleep(at=LATER).of("promoted")
        assert memory.get(item.id).commitment == "validated"
        assert memory.sleep(at=LATER).unchanged
        whole(memory)


def test_conflicts_are_settled_by_evidence_or_left_open() -> None:
    """A grounded source wins over one that is not; two of one kind stay, and the report says so."""
    with told("The staging server is healthy today.",
              {"content": "The staging server is unhealthy today.",
               "role": "assistant"}) as memory:  # fmt: skip
        (item,) = memory.sleep(at=LATER).of("settled")
        assert item.text == "The staging server is healthy today."
        assert memory.get(item.others[0]).state == "superseded"
        whole(memory)
    with told("The staging server is healthy today.",
              "The staging server is unhealthy today.") as memory:  # fmt: skip
        report = memory.sleep(at=LATER)
        assert report.of("settled") == ()
        assert len(report.of("left")) == 1
        assert len(active(memory)) == 2


def test_a_conflict_behind_many_open_ones_is_settled() -> None:
    """However many conflicts stay open, those that evidence decides are settled."""
    said = [f"The gate {n} is {how}." for n in range(3) for how in ("open", "not open")]
    repeated = ["The gate 2 is not open."] * 4
    with told(*said, *repeated, settings=Settings(sleeping={"page": 2})) as memory:
        report = memory.sleep(at=LATER)
        (settled,) = report.of("settled")
        assert settled.text == "The gate 2 is not open."
        assert len(report.of("left")) == 2
        whole(memory)


def test_a_sleep_that_is_interrupted_leaves_whole_batches() -> None:
    """Whatever progress it was told when it was interrupted, the next sleep does the rest."""
    texts = [f"{small}the lamp {n} is red." for n in range(9) for small in ("", "Well, ", "Oh, ")]
    for stop in range(1, 6):
        memory, told_so_far = told(*texts, settings=Settings(sleeping={"batch": 6})), 0

        def interrupt(phase: str, done: int, there: int, stop: int = stop) -> None:
            nonlocal told_so_far
            told_so_far += 1
            if told_so_far == stop:
                raise KeyboardInterrupt

        with memory:
            with pytest.raises(KeyboardInterrupt):
                memory.sleep(progress=interrupt, at=LATER)
            assert memory.verify(deep=True).problem is None
            memory.sleep(at=LATER)
            assert len(active(memory)) == 9
            assert {memory.get(one).support for one in active(memory)} == {3}
            assert memory.sleep(at=LATER).unchanged


def test_a_sleep_stops_when_it_is_told() -> None:
    """No batch begins after `stop` said so; what was done is told, and the next sleep goes on."""
    with told(*WORDINGS, claims=WORDINGS) as memory:
        with pytest.raises(InvalidInput, match="stop=1"):
            memory.sleep(stop=1)  # type: ignore[arg-type]
        report = memory.sleep(at=LATER, stop=lambda: True)
        assert (report.items, report.left > 0) == ((), True)
        assert asyncio.run(memory.asleep(at=LATER, stop=lambda: True)).left == report.left
        assert memory.sleep(at=LATER).of("merged")
        whole(memory)


def test_asleep_does_the_same_and_stops_when_cancelled() -> None:
    """The twin gives the report of the method; cancelled, it leaves whole batches."""
    with told(*WORDINGS, claims=WORDINGS) as one, told(*WORDINGS, claims=WORDINGS) as other:
        first, second = one.sleep(at=LATER), asyncio.run(other.asleep(at=LATER))
        assert [item.text for item in first.items] == [item.text for item in second.items]

    async def cancelled(memory: MemoryRuntime) -> None:
        task = asyncio.create_task(memory.asleep(at=LATER))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    with told(*WORDINGS, claims=WORDINGS) as memory:
        asyncio.run(cancelled(memory))
        memory.sleep(at=LATER)
        assert len(active(memory)) == 1
        whole(memory)
