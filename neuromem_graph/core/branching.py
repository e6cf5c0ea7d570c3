"""Decide again what a branch of a conversation told, as if nobody else had spoken since its fork.

The ledger decided each claim against all that it knew. A branch knows less: so its claims are laid
in order over what was believed at the fork, and its memories are closed by what it told itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core import worldview
from neuromem_graph.core.beliefs import Prospect, Slot, after, opens
from neuromem_graph.core.closing import closings
from neuromem_graph.core.text import fold
from neuromem_graph.core.worldview import Statement
from neuromem_graph.types.base import State
from neuromem_graph.types.branches import KeptRow, ToldRow
from neuromem_graph.types.ledger import (
    BeliefRow,
    Gate,
    MemoryRow,
    NamedBelief,
    SlotRow,
)


class Version(NamedTuple):
    """Hold how a branch knows a memory."""

    state: State
    valid_from: int  # microseconds
    valid_to: int | None

    def passes(self, gate: Gate) -> bool:
        """Tell whether a gate lets it through by state and time."""
        at = gate.valid_at
        begun = at is None or self.valid_from <= at
        over = at is not None and self.valid_to is not None and self.valid_to <= at
        return begun and not over and self.state in gate.states


class Base(NamedTuple):
    """Hold what was known at the fork of all that the branch told about."""

    slots: Sequence[SlotRow] = ()
    memories: Sequence[MemoryRow] = ()
    open_units: Mapping[int, int] = {}


class Branch:
    """Replay a branch over what was known at its fork.

    Args:
        base: what was known then.
        told: the claims of the branch.
        kept: the memories that its events made, and those whose words they said again.

    Attributes:
        slots: what is believed in every slot that it told about.
        versions: its own memories, and older ones that it closed.
    """

    def __init__(self, base: Base, told: Iterable[ToldRow], kept: Iterable[KeptRow]) -> None:
        self._told = tuple(told)
        self.slots = {slot.slot: tuple(map(_keyed, slot.beliefs)) for slot in base.slots}
        self.versions: dict[int, Version] = {}
        self._known = {m.memory: Version(m.state, m.valid_from, m.valid_to) for m in base.memories}
        self._left = dict(base.open_units)
        self._over: dict[int, set[int]] = {}
        self._said: dict[str | None, int] = {}  # words -> the memory that was opened for them
        self._same: dict[int | None, int] = {}  # memory -> the one that says its words here
        rows: list[KeptRow | ToldRow] = [*kept, *self._told]
        for row in sorted(rows, key=lambda row: row.seq):
            if isinstance(row, KeptRow):
                self._keep(row)
            else:
                self._tell(row)

    def believed(
        self, old: Iterable[NamedBelief], keys: Sequence[str], gate: Gate
    ) -> tuple[NamedBelief, ...]:
        """Return what is believed: of what the branch told about, as it is decided here.

        Args:
            old: what was believed at the fork.
            keys: folded names; what the branch told of others is left out.
            gate: the filters of the question.
        """
        held = {one.claim: one for slot in self.slots.values() for one in slot}
        named = (row.named for row in self._told)
        relations = {one.entity: one.relation for one in named if one.relation is not None}
        found = []
        for one in (*old, *(row.named for row in self._told if _asked(row, keys, gate))):
            belief = held.get(one.belief.claim) if one.belief.slot in self.slots else one.belief
            known = None if belief is None else self._version(belief.memory)
            if belief is not None and (known is None or known.state in gate.states):
                relation = relations.get(one.entity, one.relation)
                found.append(one.model_copy(update={"belief": belief, "relation": relation}))
        return tuple(sorted(found, key=_place))

    def _keep(self, row: KeptRow) -> None:
        """Open a memory, unless one with its words is open: at the fork, or since."""
        self._same.pop(row.memory, None)
        if self._active(row.memory):
            return
        places = (row.twin, self._said.get(row.words) if row.words else None)
        twin = next((memory for memory in places if self._active(memory)), None)
        if twin is not None:
            self._same[row.memory] = twin
            return
        self.versions[row.memory] = Version(row.state, row.valid_from, row.valid_to)
        self._said[row.words] = row.memory
        self._left[row.memory] = row.units
        self._over.pop(row.memory, None)

    def _version(self, memory: int | None) -> Version | None:
        if memory is None:
            return None
        return self.versions.get(memory) or self._known.get(memory)

    def _active(self, memory: int | None) -> bool:
        known = self._version(memory)
        return known is not None and known.state == "active"

    def _tell(self, row: ToldRow) -> None:
        said, one = statement(row), row.named.belief
        one = one.model_copy(update={"memory": self._same.get(one.memory, one.memory)})
        slot = Slot(one.slot, row.named.cardinality, self.slots.get(one.slot, ()))
        outcome = worldview.decide(slot.beliefs, said)
        added = None
        if opens(outcome, said.grounded):
            times = {"valid_from": outcome.valid_from, "valid_to": outcome.valid_to}
            added = one.model_copy(update={**times, "value_key": said.value_key})
        settled = after(slot, outcome).beliefs
        rows = (*settled, added) if added else settled
        self.slots[one.slot] = rows
        prospect = Prospect(row.named.entity, slot, one.candidate, said.value_key, outcome)
        candidates = {b.claim: b.candidate for b in (*slot.beliefs, *rows)}
        for closed in closings(prospect, rows, added):
            if closed.memory is not None:
                self._close(closed.memory, candidates[closed.claim], closed.end)

    def _close(self, memory: int, candidate: int, end: int | None) -> None:
        """Count one statement of a memory as closed; with the last, the memory is superseded."""
        over = self._over.setdefault(memory, set())
        known = self._version(memory)
        if candidate in over or known is None:
            return
        over.add(candidate)
        self._left[memory] = self._left.get(memory, 1) - 1
        if self._left[memory] == 0:
            until = known.valid_to if end is None else end
            self.versions[memory] = Version("superseded", known.valid_from, until)


def statement(row: ToldRow) -> Statement:
    """Return what a claim said, without what the ledger knew besides.

    A correction takes over the interval of what was wrong there; the end that another claim gave
    to a statement is not its own.
    """
    one = row.named.belief
    corrects = row.effect == "correct"
    start = one.said_at if corrects and one.basis == "observed" else one.valid_from
    return Statement(
        value_key=_key(one), polarity=one.polarity,
        update="correction" if corrects else "end" if one.polarity == "retracted" else "none",
        valid_from=start, valid_to=one.stated_to,
        said_at=one.said_at, basis=one.basis, grounded=one.commitment != "candidate",
        cardinality=row.named.cardinality, claim=one.claim,
    )  # fmt: skip


def _asked(row: ToldRow, keys: Sequence[str], gate: Gate) -> bool:
    """Tell whether a claim is about one of these names and passes the filters."""
    kinds, channels, thread = gate.kinds, gate.channels, gate.thread
    return (
        fold(row.named.entity_name or "") in keys
        and (kinds is None or row.kind in kinds)
        and (channels is None or row.named.belief.channel in channels)
        and (thread is None or row.thread == thread)
    )


def _place(one: NamedBelief) -> tuple[int, int, int]:
    return (one.belief.slot, one.belief.valid_from, one.belief.claim)


def _key(row: BeliefRow) -> str:
    """Return the key of a value; one that was erased is told apart by its candidate."""
    return f"\0{row.candidate}" if row.value_key is None else row.value_key


def _keyed(row: BeliefRow) -> BeliefRow:
    return row if row.value_key is not None else row.model_copy(update={"value_key": _key(row)})
