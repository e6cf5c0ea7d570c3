"""Whatever is told in whatever order, the ledger stays whole and forgets no past.

A plain model of what is believed, said and erased runs beside the ledger as independent truth.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.text import index_tokens, normal_form
from neuromem_graph.errors import IdempotencyConflict
from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.ledger.sqlite.audit import dump
from neuromem_graph.testing import ledger_builders as make
from neuromem_graph.testing.ledger_builders import START, TickingClock, batch, view
from neuromem_graph.types.base import Namespace, to_micros
from neuromem_graph.types.batch import Group
from neuromem_graph.types.drafts import Close
from neuromem_graph.types.ledger import GroupResult

NAMESPACES: tuple[Namespace, ...] = (("ann",), ("anna",), ("ann", "a/b"))
SUBJECTS = ("Ann", "Bob")
STATES = ("active", "suppressed", "superseded", "expired", "archived")


class Op(NamedTuple):
    """One thing that is told; the numbers choose among what there is."""

    name: str
    ns: int
    one: int
    other: int
    text: str
    jump: int  # seconds the clock is moved by, also back


@dataclass
class Belief:
    """One believed interval, as the model knows it."""

    claim: int
    candidate: int
    value: str | None
    grounds: set[int]
    valid_from: int
    valid_to: int | None = None


@dataclass
class Place:
    """All that the model knows of one namespace."""

    said: dict[str, tuple[Group, GroupResult]] = field(default_factory=dict)
    texts: dict[int, str | None] = field(default_factory=dict)  # by event
    spans: dict[int, int] = field(default_factory=dict)  # memory -> event
    entities: dict[str, int] = field(default_factory=dict)
    slots: dict[str, int] = field(default_factory=dict)
    beliefs: dict[int, list[Belief]] = field(default_factory=dict)  # by slot
    waiting: list[int] = field(default_factory=list)


OPS = st.lists(
    st.builds(
        Op,
        name=st.sampled_from(
            ["observe", "commit", "commit", "again", "other", "fact", "fact", "change", "correct",
             "retract", "contradict", "support", "lifecycle", "alias", "hold", "review", "erase"]
        ),
        ns=st.integers(0, 2), one=st.integers(0, 5), other=st.integers(0, 5),
        text=st.text(max_size=20), jump=st.sampled_from([0, 0, 0, 1, -100, 100]),
    ),
    min_size=1, max_size=14,
)  # fmt: skip


class World:
    """Tell the ledger and the model the same."""

    def __init__(self) -> None:
        self.clock = TickingClock()
        self.ledger = SqliteLedger(":memory:", clock=self.clock)
        self.places = [Place() for _ in NAMESPACES]
        self.words = {"ann", "bob", "tea"}
        self.past: dict[int, tuple[Any, list[dict[str, Any]]]] = {}
        self.names = 0

    def tell(self, op: Op) -> None:
        """Do one thing, then compare the ledger with the model and remember what it tells."""
        self.clock.now += timedelta(seconds=op.jump)
        getattr(self, op.name)(self.places[op.ns], op)
        self.words |= {normal_form(op.text), *index_tokens(op.text)}
        with self.ledger.reader() as reader:
            for place, name in zip(self.places, NAMESPACES, strict=True):
                agrees_with_model(reader, place, name)
            seq, moment = reader.head.seq, reader.head.recorded_at
        self.past[seq] = (moment, self.look(seq))

    def look(self, seq: int) -> list[dict[str, Any]]:
        with self.ledger.reader(seq) as reader:
            return [view(reader, name, ("ann", "bob", "key-1", "tea")) for name in NAMESPACES]

    def add(self, op: Op, group: Group, place: Place) -> GroupResult:
        appended = self.ledger.append([batch(group, namespace=NAMESPACES[op.ns])])
        (result,) = appended[0].groups
        if group.key is not None and result.added:
            place.said[group.key] = (group, result)
            place.texts[result.event or 0] = group.drafts[0].payload.text  # type: ignore[union-attr]
            kinds = [draft.kind for draft in group.drafts]
            for kind, stored in zip(kinds, result.stored, strict=True):
                if kind == "memory":
                    place.spans[stored.seq] = result.event or 0
        return result

    def new_key(self) -> str:
        self.names += 1
        return f"key-{self.names}"

    def observe(self, place: Place, op: Op) -> None:
        self.add(op, make.observation(self.new_key(), op.text), place)

    def commit(self, place: Place, op: Op) -> None:
        """Commit a new turn, or one that was only observed."""
        open_ = [k for k, (g, _) in place.said.items() if g.step == "observed"]
        if open_ and op.one % 2:
            key = open_[op.other % len(open_)]
            text = place.said[key][0].drafts[0].payload.text  # type: ignore[union-attr]
            assert self.add(op, make.turn(key, text), place).added
        else:
            self.add(op, make.turn(self.new_key(), op.text, thread=f"t{op.one % 2}"), place)

    def again(self, place: Place, op: Op) -> None:
        for group, result in list(place.said.values())[op.one : op.one + 1]:
            before = self.head()
            repeated = self.add(op, group, place)
            assert (repeated.added, repeated.event, self.head()) == (False, result.event, before)

    def other(self, place: Place, op: Op) -> None:
        for key in list(place.said)[op.one : op.one + 1]:
            before = self.head()
            with pytest.raises(IdempotencyConflict):
                self.add(op, make.turn(key, op.text, digest="another"), place)
            assert self.head() == before

    def head(self) -> int:
        with self.ledger.reader() as reader:
            return reader.head.seq

    def fact(self, place: Place, op: Op, effect: Any = "assert", closes: Any = ()) -> None:
        subject = SUBJECTS[op.one % 2]
        at = START + timedelta(days=op.other)
        known = {"entity": place.entities.get(subject), "slot": place.slots.get(subject)}
        group = make.fact(self.new_key(), op.text, subject=subject, at=at, effect=effect,
                          closes=closes, **known)  # fmt: skip
        result = self.add(op, group, place)
        seqs: dict[str, int] = {
            draft.kind: stored.seq
            for draft, stored in zip(group.drafts, result.stored, strict=True)
        }
        place.entities.setdefault(subject, seqs.get("entity", 0))
        slot = place.slots.setdefault(subject, seqs.get("slot", 0))
        told = {result.event or 0}
        place.beliefs.setdefault(slot, []).append(
            Belief(seqs["claim"], seqs["candidate"], op.text, told, to_micros(at))
        )

    def believed(self, place: Place, op: Op) -> list[Belief]:
        return place.beliefs.get(place.slots.get(SUBJECTS[op.one % 2], 0), [])

    def change(self, place: Place, op: Op, effect: str = "change") -> None:
        at = to_micros(START + timedelta(days=op.other))
        old = [belief for belief in self.believed(place, op) if belief.valid_to is None]
        for belief in old:
            belief.valid_to = at
        self.fact(place, op, effect, [Close(claim=b.claim, valid_to=at) for b in old])

    def retract(self, place: Place, op: Op) -> None:
        if self.believed(place, op):
            self.change(place, op, "retract")

    def correct(self, place: Place, op: Op) -> None:
        old = self.believed(place, op)
        closes = [Close(claim=belief.claim, wrong=True) for belief in old[-1:]]
        del old[-1:]
        self.fact(place, op, "correct", closes)

    def contradict(self, place: Place, op: Op) -> None:
        self.fact(place, op, "contradict")

    def support(self, place: Place, op: Op) -> None:
        for belief in self.believed(place, op)[:1]:
            on = (belief.claim, belief.candidate)
            result = self.add(op, make.support(self.new_key(), belief.claim, on=on), place)
            belief.grounds.add(result.event or 0)

    def lifecycle(self, place: Place, op: Op) -> None:
        for memory in list(place.spans)[op.one : op.one + 1]:
            self.add(op, make.lifecycle(memory, STATES[op.other % len(STATES)]), place)

    def alias(self, place: Place, op: Op) -> None:
        for entity in list(place.entities.values())[:1]:
            self.add(op, make.loose(make.alias(entity, op.text)), place)

    def hold(self, place: Place, op: Op) -> None:
        result = self.add(op, make.held(self.new_key(), {"z": op.text, "a": None}), place)
        place.waiting.append(result.stored[1].seq)

    def review(self, place: Place, op: Op) -> None:
        if place.waiting:
            self.add(op, make.review(place.waiting.pop(op.one % len(place.waiting))), place)

    def erase(self, place: Place, op: Op) -> None:
        """Erase one event; content may be gone from the past then, and nothing else changes."""
        for key in list(place.said)[op.one : op.one + 1]:
            event = place.said.pop(key)[1].event or 0
            self.ledger.erase([event])
            place.texts[event] = None
            for belief in (b for slot in place.beliefs.values() for b in slot):
                erased = {seq for seq, text in place.texts.items() if text is None}
                belief.value = None if belief.grounds <= erased else belief.value
            for seq, (moment, answers) in self.past.items():
                now = self.look(seq)
                for old, new in zip(answers, now, strict=True):
                    assert structure(new) == structure(old)
                    for was, is_ in zip(contents(old), contents(new), strict=True):
                        assert is_ in (was, None)
                self.past[seq] = (moment, now)


def structure(told: dict[str, Any]) -> tuple[Any, ...]:
    """What an erasure must leave: ids, intervals, states and counts."""
    beliefs = [b for slot in told["all_slots"] for b in slot.beliefs]
    content = {"text", "thread", "message", "speaker"}
    return (
        [b.model_dump(exclude={"value", "value_key"}) for b in beliefs],
        [row.model_dump(exclude=content) for row in told["memories"]],
        [(row.held, row.reason) for row in told["held"]],
        told["stats"],
    )


def contents(told: dict[str, Any]) -> list[str | None]:
    """What an erasure may take."""
    values = [b.value for slot in told["all_slots"] for b in slot.beliefs]
    return [*values, *(row.text for row in told["memories"])]


def agrees_with_model(reader: Any, place: Place, namespace: Namespace) -> None:
    """Compare beliefs, turns, memories and what waits with the model."""
    found = {
        slot.slot: [(b.claim, b.value, b.valid_from, b.valid_to) for b in slot.beliefs]
        for slot in reader.all_slots(namespace)
    }
    wanted = {
        slot: sorted(
            ((b.claim, b.value, b.valid_from, b.valid_to) for b in place.beliefs.get(slot, [])),
            key=lambda belief: (belief[2], belief[0]),
        )
        for slot in place.slots.values()
    }
    assert found == wanted
    states = reader.turns(namespace, list(place.said))
    assert {key: state.text for key, state in states.items()} == {
        key: place.texts[result.event or 0] for key, (_, result) in place.said.items()
    }
    memories = {row.memory: row.text for row in reader.memories(namespace, range(10_000))}
    assert memories == {memory: place.texts[event] for memory, event in place.spans.items()}
    assert [row.held for row in reader.held(namespace)] == place.waiting


@given(ops=OPS)
def test_ledger_stays_whole(ops: list[Op]) -> None:
    """After any operations the ledger verifies, rebuilds to itself and tells the past as it was."""
    world = World()
    for op in ops:
        world.tell(op)
    ledger = world.ledger
    with ledger:
        assert ledger.verify(deep=True).problem is None
        with ledger._connections.read() as conn:
            before = list(dump(conn))
        ledger.rebuild()
        with ledger._connections.read() as conn:
            assert list(dump(conn)) == before
        for seq, (moment, answers) in world.past.items():
            assert world.look(seq) == answers
            if moment is not None:
                last = max(s for s, (at, _) in world.past.items() if at and at <= moment)
                with ledger.reader(moment) as reader:
                    assert reader.head.seq == last
        assert ledger.verify(deep=True).ok
