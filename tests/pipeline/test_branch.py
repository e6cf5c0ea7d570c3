"""A forked run knows what was known at the fork and what its own conversation told, no more."""

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from neuromem_graph import MemoryRuntime
from neuromem_graph.core.text import normal_form
from neuromem_graph.pipeline import recall as stages
from neuromem_graph.pipeline.recall import make_query, recall
from neuromem_graph.types.recall import Gathered, MemoryContext, Query, Ranking, RecallPlan

OWN = ("fork", "agent")
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)

QUESTIONS = (
    "Where do I live?", "What do I like?", "What is my cat called?", "Where does Nina live?",
    "What is in the blue notebook?", "Who is Nina?", "Tell me about me.",
)  # fmt: skip
CITIES = ("Lisbon", "Oslo", "Rome")
SAID = (
    *(f"I live in {city}." for city in CITIES),
    *(f"I moved to {city}." for city in CITIES),
    *(f"Actually, I meant {city}." for city in CITIES),
    *(f"Actually, I live in {city}." for city in CITIES),
    *(f"I no longer live in {city}." for city in CITIES),
    "I moved to Rome in March 2025.", "I live in Oslo since 2024.", "I lived in Lisbon until 2025.",
    "I like tea.", "I like coffee.", "I like tea. I like coffee.", "I no longer like tea.",
    "I don't like tea.", "Actually, I don't like coffee.",
    "My cat's name is Tom.", "My cat's name is Kit.", "My cat is called Tom.",
    "My sister Nina lives in Oslo.", "My sister Nina moved to Rome.", "Nina lives in Lisbon.",
    "Nina likes tea.", "My sister Nina likes coffee.",
    "I live in Oslo. I like tea.",
    "The blue notebook has the recipe for bread.", "The blue notebook is lost.",
)  # fmt: skip


class Clock:
    """Tell the time at which a step happens."""

    def __init__(self) -> None:
        self.step = 0

    def __call__(self) -> datetime:
        return BEGIN + timedelta(minutes=self.step)


class Hashing:
    """Embed by hashed words."""

    model = "hashing"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * 64
        for word in text.casefold().split():
            vector[hashlib.sha256(word.encode()).digest()[0] % 64] += 1.0
        return vector


class Line:
    """A memory in which several speak, each step at its own time."""

    def __init__(self, **fields: Any) -> None:
        self.clock = Clock()
        self.memory = MemoryRuntime.local(
            ("acme", "ann"), ":memory:", clock=self.clock, entropy=Random(1).randbytes, **fields
        )

    def say(self, step: int, who: str, words: str) -> int:
        """Remember what is said at a step; return its event."""
        self.clock.step = step
        role = "assistant" if who == "agent" else "user"
        receipt = self.memory.ingest({"role": role, "content": words})
        with self.memory.resources.ledger.reader() as reader:
            turn = receipt.events[0].turn
            return reader.turns(self.memory.namespace, [turn])[turn].event

    def effects(self, events: Sequence[int]) -> list[str]:
        """What each claim of these events did to its slot."""
        with self.memory.resources.ledger.reader() as reader:
            return [row.effect for row in reader.told(self.memory.namespace, events, 0)]

    def query(self, text: str, **fields: Any) -> Query:
        return make_query(
            text=text, namespace=self.memory.namespace, k=100, budget_tokens=10_000,
            **fields,
        )  # fmt: skip

    def ask(self, text: str, **fields: Any) -> MemoryContext:
        return recall(self.query(text, **fields), self.memory.resources, record=False)


class Forked(Line):
    """What was said before a fork, then what the fork ("fork") and others say by turns."""

    def __init__(
        self, before: Sequence[str], since: Sequence[tuple[str, str]], **fields: Any
    ) -> None:
        super().__init__(**fields)
        steps = [("line", words) for words in before]
        for step, (who, words) in enumerate(steps):
            self.say(step, who, words)
        with self.memory.resources.ledger.reader() as reader:
            self.then = reader.seq
        told = [
            (who, self.say(at, who, words)) for at, (who, words) in enumerate(since, len(steps))
        ]
        self.own = tuple(event for who, event in told if who in OWN)
        self.alone = Line(**fields)
        alone = [(who, self.alone.say(step, who, words))
                 for step, (who, words) in enumerate([*steps, *since])
                 if step < len(steps) or who in OWN]  # fmt: skip
        self.own_alone = tuple(event for _, event in alone[len(steps) :])

    def lost_corrections(self) -> bool:
        """Whether the fork corrected what somebody else had corrected already."""
        found = zip(self.effects(self.own), self.alone.effects(self.own_alone), strict=True)
        return any(alone == "correct" != here for here, alone in found)

    def ask(self, text: str, **fields: Any) -> MemoryContext:
        return super().ask(text, as_of=self.then, also=self.own, **fields)


def beliefs(context: MemoryContext) -> set[tuple[Any, ...]]:
    return {(b.entity, b.relation, b.attribute, normal_form(b.value), b.polarity, b.valid_from,
             b.valid_to) for b in context.worldview}  # fmt: skip


def texts(context: MemoryContext) -> list[str]:
    return sorted(normal_form(item.text) for item in context.items)


spoken = st.sampled_from(SAID)
few = st.lists(spoken, min_size=2, max_size=8, unique=True)
who = st.sampled_from(["fork", "line", "fork", "another", "agent"])


@given(words=few, data=st.data(), dense=st.booleans())
def test_a_fork_knows_what_it_would_know_alone(
    words: list[str], data: st.DataObject, dense: bool
) -> None:
    """Whatever others say meanwhile, a fork believes and recalls what it would without them.

    Not looked at: a fork that corrects what somebody else has corrected already.
    """
    some = st.sampled_from(words)
    before = data.draw(st.lists(some, max_size=4))
    since = data.draw(st.lists(st.tuples(who, some), min_size=1, max_size=8))
    forked = Forked(before, since, embedder=Hashing() if dense else None)
    assume(not forked.lost_corrections())
    for question in QUESTIONS:
        for lens in ("associative", "historical"):
            got, alone = forked.ask(question, lens=lens), forked.alone.ask(question, lens=lens)
            assert beliefs(got) == beliefs(alone), (question, lens)
            assert texts(got) == texts(alone), (question, lens)


HOME, LIKES = "Where do I live?", "What do I like?"
NOTE = "The blue notebook has the recipe for bread."


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize(
    ("said", "question", "value", "recalled"),
    [
        ("fork: I moved to Paris. line: I moved to Berlin.", HOME, "Paris", "I moved to Paris."),
        ("fork: I moved to Paris. line: I no longer live in Paris.", HOME, "Paris",
         "I moved to Paris."),
        ("fork: I moved to Paris. line: Actually, I live in Rome.", HOME, "Paris",
         "I moved to Paris."),
        ("line: I moved to Oslo. fork: I moved to Oslo.", HOME, "Oslo", "I moved to Oslo."),
        ("fork: I moved to Oslo. line: I moved to Oslo.", HOME, "Oslo", "I moved to Oslo."),
        ("line: I moved to Berlin. fork: Actually, I live in Porto.", HOME, "Porto",
         "Actually, I live in Porto."),
        ("line: I moved to Berlin. fork: I live in Lisbon.", HOME, "Lisbon", "I live in Lisbon."),
        ("line: I moved to Oslo. fork: I no longer live in Oslo.", HOME, "Lisbon",
         "I live in Lisbon."),
        ("fork: I no longer like tea.", LIKES, None, None),
        ("line: I like coffee. fork: I no longer like tea.", LIKES, None, None),
        ("line: I no longer like tea. fork: I no longer like tea.", LIKES, None, None),
        ("fork: Actually, I don't like tea.", LIKES, "tea", None),
        (f"line: {NOTE} fork: {NOTE}", "What is in the blue notebook?", None, NOTE),
        (f"line: {NOTE}", "What is in the blue notebook?", None, None),
    ],
)  # fmt: skip
def test_what_a_fork_told_is_its_own(
    said: str, question: str, value: str | None, recalled: str | None, dense: bool
) -> None:
    """What others change, retract, correct or said first neither hides nor holds what it told."""
    spoken = re.findall(r"(line|fork): (.*?)(?= (?:line|fork): |$)", said)
    forked = Forked(["I live in Lisbon.", "I like tea."], spoken,
                    embedder=Hashing() if dense else None)  # fmt: skip
    got = forked.ask(question)
    home = question == HOME
    about = {"lives in", "lives_in"} if home else {"likes"}
    told = [b.value for b in got.worldview if b.attribute in about]
    assert told == ([] if value is None else [value])
    if recalled is not None:
        assert texts(got).count(normal_form(recalled)) == 1
    asserted = "i like tea" in texts(got)
    assert not (question == LIKES and asserted), texts(got)
    assert beliefs(got) == beliefs(forked.alone.ask(question))
    assert texts(got) == texts(forked.alone.ask(question))


def test_stages_of_a_fork_read_one_moment() -> None:
    """Run one by one, through JSON, with others speaking in between, the stages give the same."""
    forked = Forked(["I live in Lisbon."], [("fork", "I moved to Paris.")], embedder=Hashing())
    query = forked.query(HOME, as_of=forked.then, also=forked.own)
    resources = forked.memory.resources
    whole = recall(query, resources, record=False)

    plan = RecallPlan.model_validate(stages.plan(query, resources).model_dump(mode="json"))
    forked.say(8, "line", "I moved to Berlin.")
    gathered = Gathered.model_validate(stages.gather(plan, resources).model_dump(mode="json"))
    forked.say(9, "line", "I no longer live in Paris.")
    ranking = Ranking.model_validate(stages.rank(gathered, resources).model_dump(mode="json"))

    assert stages.pack(ranking, resources, record=False) == whole
    assert [b.value for b in whole.worldview] == ["Paris"]


def test_filters_narrow_a_fork() -> None:
    """Filters of states and channels look at what a fork knows, not at what others made of it."""
    forked = Forked(
        ["I live in Lisbon."],
        [("fork", "I moved to Paris."), ("line", "I moved to Berlin."), ("agent", "You like tea.")],
    )
    for filters in (
        {"states": ("active",)}, {"states": ("superseded",)}, {"channels": ("user",)},
        {"channels": ("assistant",)}, {"kinds": ("fact",)},
    ):  # fmt: skip
        for lens in ("historical", "audit"):
            got = forked.ask("Where do I live and what do I like?", filters=filters, lens=lens)
            alone = forked.alone.ask(
                "Where do I live and what do I like?", filters=filters, lens=lens
            )
            assert texts(got) == texts(alone), filters
            assert [i.state for i in got.items] == [i.state for i in alone.items]


def test_memories_show_the_fork_s_times() -> None:
    """A memory that the fork superseded ends when the fork said so, whatever others said before."""
    forked = Forked(
        ["I live in Lisbon."], [("line", "I moved to Berlin."), ("fork", "I moved to Paris.")]
    )
    got, alone = forked.ask(HOME, lens="audit"), forked.alone.ask(HOME, lens="audit")

    def seen(context: MemoryContext) -> list[Any]:
        return sorted((i.text, i.state, i.valid_from, i.valid_to) for i in context.items)

    assert seen(got) == seen(alone)
    assert len(seen(got)) == 2


def test_what_was_erased_is_gone_from_a_fork() -> None:
    """A fork shows nothing of its own that was erased, and an erased retraction ends no belief."""
    forked = Forked(
        ["I like tea.", "I live in Lisbon."],
        [("fork", "I like coffee."), ("fork", "I no longer like coffee."),
         ("fork", "I moved to Paris."), ("line", "I like cocoa.")],
    )  # fmt: skip
    forked.memory.resources.ledger.erase(forked.own)
    got = forked.ask("Where do I live and what do I like?", lens="audit")
    assert not [i.text for i in got.items if "Paris" in i.text or "coffee" in i.text]
    values = {b.value for b in got.worldview}
    assert "tea" in values and not values & {"Paris", "coffee"}
