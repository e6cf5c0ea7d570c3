"""Decide again what a branch of a conversation told, as if nobody else had spoken since its fork.

The ledger decided each claim against all that it knew. A branch knows less: so its claims are laid
in order over what was believed at the fork, and its memories are closed by what it told itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from neuromem_graph.core import worldview
from neuromem_graph.core.asking import OF_USER
from neuromem_graph.core.beliefs import Slot, after, along, opens
from neuromem_graph.core.closing import closings
from neuromem_graph.core.lives import lived, touched
from neuromem_graph.core.text import fold
from neuromem_graph.core.worldview import Statement
from neuromem_graph.types.base import State
from neuromem_graph.types.branches import KeptRow, ToldRow
from neuromem_graph.types.ledger import (
    BeliefRow,
    Gate,
    NamedBelief,
    SlotRow,
)
from neuromem_graph.types.spans import Saying, Teller


class Version(NamedTuple):
    """Hold how a branch knows a memory."""

    state: State
    valid_from: int  # microseconds
    valid_to: int | None
    gaps: tuple[tuple[int, int], ...] = ()

    def passes(self, gate: Gate) -> bool:
        """Tell whether a gate lets it through by state and time."""
        at = gate.valid_at
        begun = at is None or self.valid_from <= at
        over = at is not None and self.valid_to is not None and self.valid_to <= at
        out = at is not None and any(start <= at < end for start, end in self.gaps)
        return begun and not (over or out) and self.state in gate.states


class Base(NamedTuple):
    """Hold what was known at the fork of all that the branch told about."""

    slots: Sequence[SlotRow] = ()
    tellers: Mapping[int, Teller] = MappingProxyType({})


class Branch:
    """Replay a branch over what was known at its fork.

    Args:
        base: what was known then.
        told: the claims of the branch.
        kept: the memories that its events made, and those whose words they said again.

    Attributes:
        slots: every slot that it told about.
        versions: its own memories, and older ones that it closed.
    """

    def __init__(self, base: Base, told: Iterable[ToldRow], kept: Iterable[KeptRow]) -> None:
        self._told = tuple(told)
        self.slots = {slot.slot: _slot(slot) for slot in base.slots}
        self.versions: dict[int, Version] = {}
        self._tellers = dict(base.tellers)
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
        held = {one.claim: one for slot in self.slots.values() for one in slot.beliefs}
        named = (row.named for row in self._told)
        relations = {one.entity: one.relation for one in named if one.relation is not None}
        found = []
        for one in (*old, *(row.named for row in self._told if _asked(row, keys, gate))):
            belief = held.get(one.belief.claim) if one.belief.slot in self.slots else one.belief
            known = None if belief is None else self._tellers.get(belief.memory or 0)
            if belief is not None and (known is None or known.state in gate.states):
                relation = relations.get(one.entity, one.relation)
                found.append(one.model_copy(update={"belief": belief, "relation": relation}))
        return tuple(sorted(found, key=_place))

    def _keep(self, row: KeptRow) -> None:
        """Open a memory, unless one with its words is open: at the fork, or since."""
        self._same.pop(row.memory, None)
        if self._active(row.memory):
            self._begin(row.memory, row.valid_from)
            return
        places = (row.twin, self._said.get(row.words) if row.words else None)
        twin = next((memory for memory in places if self._active(memory)), None)
        if twin is not None:
            self._same[row.memory] = twin
            self._begin(twin, row.valid_from)
            return
        self._said[row.words] = row.memory
        self._live(row.memory, Teller(row.units, row.state, row.valid_from, row.valid_to))

    def _begin(self, memory: int, at: int) -> None:
        known = self._tellers[memory]
        if at < known.valid_from:
            self._live(memory, known._replace(valid_from=at))

    def _live(self, memory: int, now: Teller) -> None:
        """Keep how a memory stands; what the branch left alone is not its own."""
        was = self._tellers.get(memory)
        self._tellers[memory] = now
        if was is None or was._replace(sayings=()) != now._replace(sayings=()):
            self.versions[memory] = Version(now.state, now.valid_from, now.valid_to, now.gaps)

    def _active(self, memory: int | None) -> bool:
        known = self._tellers.get(memory or 0)
        return known is not None and known.state == "active"

    def _tell(self, row: ToldRow) -> None:
        said, one = statement(row), row.named.belief
        one = one.model_copy(update={"memory": self._same.get(one.memory, one.memory)})
        slot = self.slots.get(one.slot, Slot(one.slot, row.named.cardinality))
        outcome = worldview.decide(slot.beliefs, said, slot.struck)
        settled = after(slot, outcome)
        if outcome.wrong or opens(outcome, said.grounded):
            times = {"valid_from": outcome.valid_from, "valid_to": outcome.valid_to}
            added = one.model_copy(update={**times, "value_key": said.value_key})
            settled = along(settled, added, wrong=outcome.wrong)
        self.slots[one.slot] = settled
        saying = Saying(one.claim, one.candidate, one.said_at, None)
        for memory, sayings in touched(closings(slot, settled), saying, one.memory).items():
            if memory in self._tellers:
                self._live(memory, lived(self._tellers[memory], sayings))


def statement(row: ToldRow) -> Statement:
    """Return what a claim said, without what the ledger knew besides.

    The start that a correction took over is not its own, nor is the end that another claim gave.
    """
    one = row.named.belief
    ends = one.polarity == "retracted"
    return Statement(
        value_key=_key(one), polarity=one.polarity,
        update="correction" if one.corrects else "end" if ends else "none",
        valid_from=worldview.own(one, "multi").valid_from, valid_to=one.stated_to,
        said_at=one.said_at, basis=one.basis, grounded=one.commitment != "candidate",
        cardinality=row.named.cardinality, claim=one.claim, means=one.means,
        denies=one.denies or "",
    )  # fmt: skip


def _asked(row: ToldRow, keys: Sequence[str], gate: Gate) -> bool:
    """Tell whether a claim is about one of these names and passes the filters."""
    kinds, channels, thread = gate.kinds, gate.channels, gate.thread
    names = {fold(row.named.entity_name or ""), f"{OF_USER}{row.named.relation}"}
    return (
        not names.isdisjoint(keys)
        and (kinds is None or row.kind in kinds)
        and (channels is None or row.named.belief.channel in channels)
        and (thread is None or row.thread == thread)
    )


def _place(one: NamedBelief) -> tuple[int, int, int]:
    return (one.belief.slot, one.belief.valid_from, one.belief.claim)


def _key(row: BeliefRow) -> str:
    """Return the key of a value; one that was erased is told apart by its candidate."""
    return f"\0{row.candidate}" if row.value_key is None else row.value_key


def _slot(row: SlotRow) -> Slot:
    beliefs, struck = tuple(map(_keyed, row.beliefs)), tuple(map(_keyed, row.struck))
    return Slot(row.slot, row.cardinality, beliefs, struck)


def _keyed(row: BeliefRow) -> BeliefRow:
    return row if row.value_key is not None else row.model_copy(update={"value_key": _key(row)})
