"""Old chats may be imported in any order: beliefs and memories come out the same."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuromem_graph import Claim, Extraction, MemoryRuntime, Settings, Turns
from neuromem_graph.core.rules import RuleExtractor
from neuromem_graph.core.runs import believed
from neuromem_graph.types.base import to_micros

BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
NEVER, PLAN_OFF = "That I moved to Oslo never happened.", "The move to Rome is off, forget it."
RECORDED = {NEVER: ("Oslo", "retracted", "correction"), PLAN_OFF: ("Rome", "retracted", "end")}
SAID = (
    "I live in Oslo.", "I live in Rome.", "I live in Ghent.", "I moved to Oslo.",
    "I no longer live in Oslo.", "I lived in Rome from 2018 to 2020.",
    "I've lived in Ghent since 2015.", "Actually, I meant I live in Ghent.",
    "Actually, I meant I live in Oslo.", "I like tea.", "I hate tea.", "I no longer like tea.",
    "I live in Ghent. I like tea.", "From June 2024 I'll be living in Rome.", NEVER, PLAN_OFF,
    "The blue notebook is lost.",
)  # fmt: skip


class Recorded:
    """Returns recorded claims for two texts; rules find the others."""

    def __init__(self) -> None:
        self.rules = RuleExtractor()

    def extract(self, turns: Turns) -> Extraction:
        found: list[Claim] = []
        for number, turn in enumerate(turns.turns):
            if turn.text in RECORDED:
                value, polarity, update = RECORDED[turn.text]
                found.append(
                    Claim(turn=number, start=0, end=len(turn.text), subject="user", kind="fact",
                          predicate="lives_in", value=value, polarity=polarity, update=update)
                )  # fmt: skip
            else:
                one = turns.model_copy(update={"turns": (turn,)})
                found += [c.model_copy(update={"turn": number})
                          for c in self.rules.extract(one).claims]  # fmt: skip
        return Extraction(claims=tuple(found))


def heard(told: Sequence[tuple[int, str]]) -> MemoryRuntime:
    """Return a memory that imported these texts, each said on its day."""
    memory = MemoryRuntime.local(
        ("acme", "ann"), ":memory:", extractor=Recorded(), settings=Settings(durability="relaxed"),
        clock=lambda: BEGIN + timedelta(days=400),
    )  # fmt: skip
    for day, text in told:
        memory.ingest(user=text, at=BEGIN + timedelta(days=day, hours=1))
    return memory


def at(day: int) -> int:
    return to_micros(BEGIN + timedelta(days=day))


MOMENTS = [at(day) for day in (-3000, -1800, -1500, -1000, *range(0, 300, 5))]


def seen(memory: MemoryRuntime, seq: int | None = None) -> Any:
    """Return what is believed, and which memories hold, at many moments."""
    with memory.resources.ledger.reader(seq) as reader:
        slots = reader.all_slots(memory.namespace)
        stored = reader.memories(memory.namespace, range(1, reader.seq + 1))
    beliefs = [
        sorted((b.value_key, b.polarity) for slot in slots for b in believed(slot.beliefs, moment))
        for moment in MOMENTS
    ]
    texts = [sorted({m.text for m in stored if holds(m, moment)}) for moment in MOMENTS]
    return beliefs, texts


def holds(memory: Any, moment: int) -> bool:
    begun = memory.valid_from <= moment
    over = memory.valid_to is not None and memory.valid_to <= moment
    return begun and not over and not any(a <= moment < b for a, b in memory.gaps)


@st.composite
def chats(draw: st.DrawFn) -> list[tuple[int, str]]:
    """Draw what was said, each on a day of its own."""
    days = draw(st.lists(st.integers(0, 28).map(lambda n: n * 10 + 3), min_size=2, max_size=5,
                         unique=True))  # fmt: skip
    return [(day, draw(st.sampled_from(SAID))) for day in days]


@given(chats(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_import_changes_nothing(told: list[tuple[int, str]], random: Any) -> None:
    """The same is believed at every moment, and the same memories hold, in whatever order."""
    shuffled = list(told)
    random.shuffle(shuffled)
    one, other = heard(told), heard(shuffled)

    assert seen(one) == seen(other)
    assert other.verify(deep=True).ok


@given(chats(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=30)
def test_what_was_known_then_stays(told: list[tuple[int, str]], random: Any) -> None:
    """As known after each import is what a memory that heard no more knows."""
    random.shuffle(told)
    memory = heard(told[:1])
    known = []
    for place, (day, text) in enumerate(told):
        if place:
            memory.ingest(user=text, at=BEGIN + timedelta(days=day, hours=1))
        known.append((memory.stats().head.seq, seen(memory)))
    for place, (seq, then) in enumerate(known, start=1):
        assert seen(memory, seq) == then == seen(heard(told[:place]))


def test_a_memory_holds_where_its_words_hold() -> None:
    """Said in January and May, another in March: the memory of both does not hold in between."""
    home, other = "I live in Oslo.", "I live in Rome."
    memory = heard([(130, home), (10, home), (70, other)])
    with memory.resources.ledger.reader() as reader:
        stored = reader.memories(memory.namespace, range(1, reader.seq + 1))

    told = {day: [m.text for m in stored if holds(m, at(day))] for day in (5, 20, 100, 150)}
    assert told == {5: [], 20: [home], 100: [other], 150: [home]}
    query = {d: memory.query("Where do I live?", valid_at=BEGIN + timedelta(days=d)) for d in told}
    assert [[i.text for i in query[day].items] for day in (20, 100, 150)] == [
        [home], [other], [home],
    ]  # fmt: skip


@pytest.mark.parametrize("state", ["suppressed", "expired", "archived"])
def test_what_was_put_away_is_not_brought_back(state: str) -> None:
    """A memory that was put away keeps its state when what it says holds again."""
    memory = heard([(10, "I live in Ghent."), (20, "I moved to Oslo.")])
    action = {"suppressed": "inhibit", "expired": "invalidate", "archived": "archive"}[state]
    kept = next(i for i in memory.query("Ghent", lens="historical").items if "Ghent" in i.text)
    memory.forget(kept.id, action=action)
    memory.ingest(user=NEVER, at=BEGIN + timedelta(days=30))

    assert memory.get(kept.id).state == state
    live = heard([(10, "I live in Ghent."), (20, "I moved to Oslo."), (30, NEVER)])
    assert [i.text for i in live.query("Where do I live?").items][:1] == ["I live in Ghent."]


def test_what_holds_again_is_evidence() -> None:
    """A statement that is open again is restored, and counts as open in its memory."""
    memory = heard([(10, "I live in Ghent."), (20, "I moved to Oslo.")])
    with memory.resources.ledger.reader() as reader:
        ghent = next(m for m in reader.memories(memory.namespace, range(1, reader.seq + 1))
                     if "Ghent" in (m.text or ""))  # fmt: skip
        assert (ghent.state, dict(reader.open_units(memory.namespace, [ghent.memory]))) == (
            "superseded", {ghent.memory: 0},
        )  # fmt: skip
    memory.ingest(user=NEVER, at=BEGIN + timedelta(days=30))
    with memory.resources.ledger.reader() as reader:
        (now,) = reader.memories(memory.namespace, [ghent.memory])
        assert (now.state, now.valid_to) == ("active", None)
        assert dict(reader.open_units(memory.namespace, [ghent.memory])) == {ghent.memory: 1}
    edges = memory.list_edges("logic")
    assert [e.state for e in edges if e.relation == "supersedes"].count("active") <= 1
    kinds = {one.type for e in edges for one in e.evidence if e.state != "active"}
    assert "expire" in kinds


def test_a_plan_supersedes_nothing_today() -> None:
    """The receipt of a plan says from when on; that of a move says what it supersedes."""
    memory = heard([(10, "I live in Ghent.")])
    plan = memory.ingest(user="I'll move to Rome on June 1.", at=BEGIN + timedelta(days=100))
    assert not plan.of("superseded")
    assert any("from 2024-06-01" in item.reason for item in plan.created)
    move = memory.ingest(user="I moved to Oslo.", at=BEGIN + timedelta(days=110))
    assert [item.text for item in move.of("superseded")] == ["user lives_in: Ghent"]


def test_a_mistake_that_was_corrected_already() -> None:
    """The receipt of its import says so, and its memory is no current one."""
    memory = heard([(20, "Actually, I meant I live in Ghent.")])
    receipt = memory.ingest(user="I live in Oslo.", at=BEGIN + timedelta(days=10))

    assert [item.reason for item in receipt.of("superseded")] == [
        "off the record: it was corrected already"
    ]
    context = memory.query("Where do I live?", valid_at=BEGIN + timedelta(days=15))
    assert [line.value for line in context.worldview] == ["Ghent"]
    assert not [item for item in context.items if "Oslo" in item.text]
