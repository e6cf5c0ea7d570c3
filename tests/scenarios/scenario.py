"""A tiny language for scenarios: what is said, when, and what must then be believed.

A scenario is a sentence and a list of steps. Steps that act (`Said`, `Recorded`, `Erase`, ...) move
the clock on; steps that expect (`Believes`, `Recalls`, ...) change nothing. Times are written as
text: "2025-03-01" is noon UTC of that day, "2025-03-01 10:00" is UTC, an offset may follow.
Values that are denied are written "not sushi".
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from neuromem_graph import Claim, Extraction, MemoryRuntime, Turns, errors
from neuromem_graph.core.rules import RuleExtractor
from neuromem_graph.types.ingest import Receipt

START = datetime(2025, 1, 1, 12, tzinfo=UTC)
TICK = timedelta(seconds=1)


def moment(text: str) -> datetime:
    """Read a time as scenarios write it."""
    if len(text) == len("2025-03-01"):
        text += " 12:00"
    read = datetime.fromisoformat(text)
    return read if read.tzinfo else read.replace(tzinfo=UTC)


# ---------------------------------------------------------------------- what a model would find


@dataclass(frozen=True)
class Fact:
    """One claim a model would have found in a text; `says` is the span it quotes."""

    subject: str
    predicate: str
    value: str
    says: str | None = None
    kind: str = "fact"
    relation: str | None = None
    polarity: str = "asserted"
    update: str = "none"
    since: str | None = None
    until: str | None = None
    cardinality: str | None = None

    def claim(self, text: str, turn: int) -> Claim:
        says = self.says or text
        start = text.index(says)
        if "cardinality" in Claim.model_fields:
            values = {"cardinality": self.cardinality}
        else:
            values = {"single": self.cardinality != "multi"}
        return Claim.model_validate(
            {
                "turn": turn, "start": start, "end": start + len(says), "kind": self.kind,
                "subject": self.subject, "relation": self.relation, "predicate": self.predicate,
                "value": self.value, "polarity": self.polarity, "update": self.update,
                "valid_from": self.since and moment(self.since),
                "valid_to": self.until and moment(self.until), **values,
            }
        )  # fmt: skip


@dataclass
class RecordedExtractor:
    """Returns recorded claims for texts it knows; the deterministic rules find the others."""

    facts: dict[str, tuple[Fact, ...]] = field(default_factory=dict)
    rules: RuleExtractor = field(default_factory=RuleExtractor)

    def extract(self, turns: Turns) -> Extraction:
        claims: list[Claim] = []
        rejected = []
        for number, turn in enumerate(turns.turns):
            known = self.facts.get(turn.text)
            if known is None:
                found = self.rules.extract(turns.model_copy(update={"turns": (turn,)}))
                moved = {"turn": number}
                claims += [claim.model_copy(update=moved) for claim in found.claims]
                rejected += [one.model_copy(update=moved) for one in found.rejected]
            elif known:
                claims += [fact.claim(turn.text, number) for fact in known]
            else:
                claims.append(Claim(turn=number, start=0, end=len(turn.text)))
        return Extraction(claims=tuple(claims), rejected=tuple(rejected))


# ---------------------------------------------------------------------- what is believed


@dataclass(frozen=True)
class Belief:
    """One believed value, as scenarios compare it."""

    entity: str
    relation: str | None
    attribute: str
    value: str
    since: datetime
    until: datetime | None
    support: int
    firm: bool  # what only an assistant said is a candidate beside the beliefs

    def is_about(self, subject: str, attribute: str) -> bool:
        name, _, relation = subject.removesuffix(")").partition(" (")
        return (
            (name == "*" or self.entity.casefold() == name.casefold())
            and (not relation or relation == self.relation)
            and attribute in ("*", self.attribute)
        )


def beliefs(memory: MemoryRuntime, as_of: Any, valid_at: datetime) -> list[Belief]:
    """Return what is believed to be true at `valid_at`, as known at `as_of`.

    The one place that reads beliefs.
    """
    known = memory.resolve_worldview(lens="associative", as_of=as_of, valid_at=valid_at)
    return [
        Belief(
            entity=one.entity,
            relation=one.relation,
            attribute=one.attribute,
            value=f"{'not ' * (one.polarity == 'negated')}{one.value}",
            since=one.valid_from,
            until=one.valid_to,
            support=one.support,
            firm=one.commitment != "candidate",
        )
        for one in known.beliefs
        if one.polarity in ("asserted", "negated")
    ]


# ---------------------------------------------------------------------- the world of a scenario


@dataclass
class World:
    """One memory, its clock, and what a scenario must remember between steps."""

    open: Callable[["World"], MemoryRuntime]
    asynchronous: bool
    extractor: RecordedExtractor = field(default_factory=RecordedExtractor)
    now: datetime = START
    marks: dict[str, tuple[int, datetime]] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    receipt: Receipt | None = None
    traces: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.memory = self.open(self)

    def call(self, method: str, *args: Any, **kwargs: Any) -> Any:
        """Call a method of the memory, or its async twin."""
        if self.asynchronous:
            return asyncio.run(getattr(self.memory, f"a{method}")(*args, **kwargs))
        return getattr(self.memory, method)(*args, **kwargs)

    def reach(self, at: datetime) -> None:
        """Let the clock come to a time; it never goes back (that would be an import)."""
        self.now = max(self.now, at.astimezone(UTC))

    def took(self, receipt: Receipt) -> None:
        """Keep a receipt, and the ids of the memories it tells of, by their text."""
        self.receipt = receipt
        self.ids |= {item.text: item.id for item in receipt.created if item.id}
        self.now += TICK

    def id_of(self, text: str) -> str:
        assert text in self.ids, f"no memory says {text!r}, only {sorted(self.ids)}"
        return self.ids[text]

    def moments(self, as_of: str | None) -> list[Any]:
        """Return all the ways to name a moment: a mark is a sequence number and a time."""
        if as_of is None:
            return [None]
        return list(self.marks[as_of]) if as_of in self.marks else [moment(as_of)]

    def reopen(self) -> None:
        self.memory.close()
        self.memory = self.open(self)


# ---------------------------------------------------------------------- steps that act


@dataclass(frozen=True)
class Said:
    """Somebody says something; an `at` before the clock is an import of an old chat."""

    text: str
    at: str | None = None
    by: str = "user"
    speaker: str | None = None
    thread: str | None = None
    id: str | None = None

    def run(self, world: World) -> None:
        event = {"role": self.by, "content": self.text, "id": self.id, "speaker": self.speaker}
        event = {key: value for key, value in event.items() if value is not None}
        at = moment(self.at) if self.at else None
        if at:
            world.reach(at)
        world.took(world.call("ingest", event, thread=self.thread, at=at))


@dataclass(frozen=True, init=False)
class Recorded(Said):
    """Somebody says something in which a model found these facts (none: nothing was found)."""

    facts: tuple[Fact, ...] = ()

    def __init__(self, text: str, *facts: Fact, **how: Any) -> None:
        Said.__init__(self, text, **how)
        object.__setattr__(self, "facts", facts)

    def run(self, world: World) -> None:
        world.extractor.facts[self.text] = self.facts
        super().run(world)


@dataclass(frozen=True)
class Refuses:
    """Saying this is an error, and nothing is written."""

    text: str
    error: str
    at: datetime | None = None
    id: str | None = None

    def run(self, world: World) -> None:
        before = world.memory.stats()
        event = {"role": "user", "content": self.text} | ({"id": self.id} if self.id else {})
        try:
            world.call("ingest", event, at=self.at)
        except getattr(errors, self.error):
            assert world.memory.stats() == before
        else:
            raise AssertionError(f"{self} was taken in")


@dataclass(frozen=True)
class Echo:
    """What was recalled for a question is said again, word for word."""

    question: str
    by: str = "user"
    before: str = ""
    after: str = ""

    def run(self, world: World) -> None:
        prompt = world.call("query", self.question).to_prompt()
        said = self.before + prompt + self.after
        world.took(world.call("ingest", {"role": self.by, "content": said}))


@dataclass(frozen=True)
class Asked:
    """A question was asked, and its explanation is kept."""

    question: str

    def run(self, world: World) -> None:
        world.traces.append(world.call("query", self.question).trace_id)


@dataclass(frozen=True)
class Mark:
    """Remember this moment, to ask later what was known then."""

    name: str

    def run(self, world: World) -> None:
        world.marks[self.name] = (world.memory.stats().head.seq, world.now)
        world.now += TICK


@dataclass(frozen=True)
class Later:
    """Time goes by and nothing is recorded."""

    at: str

    def run(self, world: World) -> None:
        assert moment(self.at) > world.now
        world.reach(moment(self.at))


@dataclass(frozen=True)
class Erase:
    """The content of the event in which this was said is removed for good."""

    text: str

    def run(self, world: World) -> None:
        event = world.memory.get(world.id_of(self.text)).event
        world.memory.resources.ledger.erase([event], "asked")  # no public door yet
        world.now += TICK


@dataclass(frozen=True)
class Forget:
    """The memory of this sentence is put away."""

    text: str
    action: str = "inhibit"

    def run(self, world: World) -> None:
        world.call("forget", world.id_of(self.text), action=self.action)
        world.now += TICK


@dataclass(frozen=True)
class Restore:
    """The memory of this sentence is brought back."""

    text: str

    def run(self, world: World) -> None:
        world.call("restore", world.id_of(self.text))
        world.now += TICK


@dataclass(frozen=True)
class Correct:
    """The memory of this sentence is corrected by the developer or the user."""

    text: str
    to: str

    def run(self, world: World) -> None:
        world.call("correct", world.id_of(self.text), self.to)
        world.now += TICK


@dataclass(frozen=True)
class Used:
    """A turn used what was recalled for a question, and this came of it."""

    question: str
    outcome: str
    feedback: str | None = None

    def run(self, world: World) -> None:
        trace = world.call("query", self.question).trace_id
        world.call("after_turn", trace, self.outcome, feedback=self.feedback)
        world.now += TICK


@dataclass(frozen=True)
class Decide:
    """A human answers the oldest held item; "merge" names the relation of whom it means."""

    decision: str
    relation: str | None = None

    def run(self, world: World) -> None:
        held = world.call("pending")[0]
        meant = {choice.relation: choice.entity for choice in held.choices}
        entity = meant[self.relation] if self.decision == "merge" else None
        world.took(world.call("decide", held.id, self.decision, entity=entity))


# ---------------------------------------------------------------------- steps that expect


class Expectation:
    """A step that only looks."""

    expects: ClassVar[bool] = True


@dataclass(frozen=True)
class Believes(Expectation):
    """Exactly these values are believed of a subject ("user", "Nina", "Sarah (boss)").

    What is denied ("not Braga") counts only where one of the values is a denial.
    """

    subject: str
    attribute: str
    values: Sequence[str]
    at: str | None = None
    as_of: str | None = None

    def run(self, world: World) -> None:
        for known, valid_at in _axes(world, self.as_of, self.at):
            seen = beliefs(world.memory, known, valid_at)
            values = [b.value for b in seen if b.firm and b.is_about(self.subject, self.attribute)]
            if not any(_denies(value) for value in self.values):
                values = [value for value in values if not _denies(value)]
            assert _folded(values) == _folded(self.values), f"{self}: {values}, of {_shown(seen)}"


@dataclass(frozen=True)
class NotBelieves(Expectation):
    """Nothing that holds this value is believed ("*": nothing at all)."""

    subject: str
    attribute: str
    value: str = "*"
    at: str | None = None
    as_of: str | None = None

    def run(self, world: World) -> None:
        denial = _denies(self.value)
        for known, valid_at in _axes(world, self.as_of, self.at):
            for belief in beliefs(world.memory, known, valid_at):
                if (
                    belief.firm
                    and belief.is_about(self.subject, self.attribute)
                    and (
                        self.value == "*"
                        or (
                            denial == _denies(belief.value)
                            and self.value.casefold() in belief.value.casefold()
                        )
                    )
                ):
                    raise AssertionError(f"{self}, yet {_shown([belief])}")


@dataclass(frozen=True)
class Considers(Expectation):
    """This value stands beside the beliefs as a candidate, because an assistant said it."""

    subject: str
    attribute: str
    value: str

    def run(self, world: World) -> None:
        seen = beliefs(world.memory, None, world.now)
        assert any(
            not b.firm and b.is_about(self.subject, self.attribute) and b.value == self.value
            for b in seen
        ), f"{self}: {_shown(seen)}"


@dataclass(frozen=True)
class Supports(Expectation):
    """One belief holds this value, and so many events are behind it."""

    subject: str
    attribute: str
    value: str
    events: int

    def run(self, world: World) -> None:
        seen = beliefs(world.memory, None, world.now)
        found = [
            belief.support
            for belief in seen
            if belief.firm
            and belief.is_about(self.subject, self.attribute)
            and belief.value.casefold() == self.value.casefold()
        ]
        assert found == [self.events], f"{self}: {_shown(seen)}"


@dataclass(frozen=True)
class Answers(Expectation):
    """The first line of the worldview that a question gets has this value (None: no line)."""

    question: str
    value: str | None
    at: str | None = None
    as_of: str | None = None
    lens: str = "auto"

    def run(self, world: World) -> None:
        for known in world.moments(self.as_of):
            context = world.call(
                "query", self.question, as_of=known, lens=self.lens,
                valid_at=moment(self.at) if self.at else None,
            )  # fmt: skip
            lines = [
                f"{'not ' * (line.polarity == 'negated')}{line.value}"
                for line in context.worldview
                if line.commitment != "candidate"
            ]
            assert _folded(lines[:1]) == _folded([self.value] if self.value else []), (
                f"{self}: {context.text}"
            )


@dataclass(frozen=True)
class Recalls(Expectation):
    """What a question brings back: the first memory, what the prompt holds and what it lacks."""

    question: str
    first: str | None = None
    contains: Sequence[str] = ()
    absent: Sequence[str] = ()
    lens: str = "auto"
    at: str | None = None
    as_of: str | None = None

    def run(self, world: World) -> None:
        for known in world.moments(self.as_of):
            context = world.call(
                "query", self.question, as_of=known, lens=self.lens,
                valid_at=moment(self.at) if self.at else None,
            )  # fmt: skip
            prompt = context.to_prompt()
            if self.first is not None:
                assert context.items, f"{self}: nothing came back ({context.abstained})"
                assert self.first in context.items[0].text, f"{self}: {prompt}"
            for text in self.contains:
                assert text in prompt, f"{self}: {text!r} is missing in {prompt}"
            for text in self.absent:
                assert text not in prompt, f"{self}: {text!r} stands in {prompt}"
                assert not any(text in item.text for item in context.items)


@dataclass(frozen=True)
class NoTraceTells(Expectation):
    """What is kept of the questions that were asked does not tell of this."""

    absent: str

    def run(self, world: World) -> None:
        assert world.traces
        for trace in world.traces:
            try:
                kept = world.call("replay_trace", trace).model_dump_json()
            except errors.NotFound:
                continue
            assert self.absent not in kept, f"{self}: {kept}"


@dataclass(frozen=True)
class ReceiptHas(Expectation):
    """The last receipt tells of this."""

    what: str
    substring: str = ""
    reason: str = ""

    def run(self, world: World) -> None:
        assert world.receipt is not None
        assert any(
            self.substring in item.text and self.reason in item.reason
            for item in world.receipt.of(self.what)
        ), f"{self}: {world.receipt}"


@dataclass(frozen=True)
class ReceiptLacks(Expectation):
    """The last receipt tells nothing of this."""

    what: str
    substring: str = ""

    def run(self, world: World) -> None:
        assert world.receipt is not None
        assert not any(self.substring in item.text for item in world.receipt.of(self.what)), (
            f"{self}: {world.receipt}"
        )


@dataclass(frozen=True)
class Held(Expectation):
    """So many items wait for a decision."""

    number: int

    def run(self, world: World) -> None:
        pending = world.call("pending")
        assert len(pending) == self.number, f"{self}: {pending}"


@dataclass(frozen=True)
class Counts(Expectation):
    """The memory holds so many events, or memories of a state."""

    what: str
    number: int

    def run(self, world: World) -> None:
        stats = world.call("stats")
        found = stats.events if self.what == "events" else stats.memories.get(self.what, 0)
        assert found == self.number, f"{self}: {stats}"


def _axes(world: World, as_of: str | None, at: str | None) -> Iterable[tuple[Any, datetime]]:
    for known in world.moments(as_of):
        then = world.marks[as_of][1] if as_of in world.marks else known
        yield known, moment(at) if at else then or world.now


def _denies(value: str) -> bool:
    return value.startswith("not ")


def _folded(values: Iterable[str]) -> list[str]:
    return sorted(value.casefold() for value in values)


def _shown(found: Iterable[Belief]) -> list[str]:
    return [
        f"{b.entity}{f' ({b.relation})' if b.relation else ''} {b.attribute}: {b.value} "
        f"[{b.since:%Y-%m-%d %H:%M}, {f'{b.until:%Y-%m-%d %H:%M}' if b.until else ''}) x{b.support}"
        for b in found
    ]


# ---------------------------------------------------------------------- scenarios


@dataclass(frozen=True)
class Scenario:
    """A sentence that must be true, told as steps."""

    sentence: str
    steps: tuple[Any, ...]

    @property
    def verdict(self) -> tuple[Any, ...]:
        """Return the expectations after the last act: they must hold for good."""
        last = max(i for i, step in enumerate(self.steps) if not hasattr(step, "expects"))
        return self.steps[last + 1 :]


def scenario(sentence: str, *steps: Any) -> Scenario:
    """Write a scenario."""
    return Scenario(sentence, steps)
