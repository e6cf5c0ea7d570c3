"""Read what a forked run knows: what was known at the fork, and what its own branch told since."""

from collections.abc import Sequence
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.core.branching import Base, Branch, Version
from neuromem_graph.ports import Reader, ResidentReader
from neuromem_graph.types.base import Namespace, State
from neuromem_graph.types.branches import ToldRow
from neuromem_graph.types.expanding import Alias
from neuromem_graph.types.ledger import (
    Gate,
    Head,
    MemoryRow,
    NamedBelief,
    Places,
    Postings,
)
from neuromem_graph.types.placing import Connections, Mention
from neuromem_graph.types.safety import Backing
from neuromem_graph.types.searching import Posting

_STATES: tuple[State, ...] = get_args(State)


class BranchReader:
    """Join two moments: all of `then`, and of `now` only what these events told.

    What they told is decided again over what was known then, as if nobody else had spoken since.
    Words that they said again are theirs, too, whoever said them first. Statistics of words are
    those of both together. Two things stay as the whole memory settled them: whom a name means and
    what is held for review; and where in a thread words stand that others said first.

    Args:
        namespace: the only one that is read.
        then: the moment of the fork.
        now: a later moment.
        events: the branch's own, all later than `then`.
    """

    def __init__(
        self, namespace: Namespace, then: Reader, now: Reader, events: Sequence[int]
    ) -> None:
        self._then, self._now = then, now
        own = sorted(set(events))
        told, kept = now.told(namespace, own, then.seq), now.kept(namespace, own, then.seq)
        base = _base(namespace, then, told, {row.twin for row in kept})
        self._branch, self._told = Branch(base, told, kept), told
        self._versions = self._branch.versions
        self.seq = now.seq

    @property
    def head(self) -> Head:
        """Return the later moment."""
        return self._now.head

    @property
    def resident(self) -> ResidentReader:
        """Return what is embedded at the later moment; `places` tells what of it is seen."""
        return self._now.resident

    def backing(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Backing, ...]:
        """Return who says what these memories say; of those before the fork, who said so then."""
        own = [memory for memory in memories if self._own(memory)]
        older = [memory for memory in memories if not self._own(memory)]
        return self._then.backing(namespace, older) + self._now.backing(namespace, own)

    def postings(self, namespace: Namespace, terms: Sequence[str]) -> Postings:
        """Return where these terms stand, in both."""
        old = self._then.postings(namespace, terms)
        new = self._now.postings(namespace, terms)
        own = [self._own(memory) for memory in new.memory.tolist()]
        return joined(old, new, np.asarray(own, dtype=np.bool_))

    def places(self, namespace: Namespace, memories: Sequence[int], gate: Gate) -> Places:
        """Return where these memories stand, in both."""
        new = self._now.places(namespace, memories, _loose(gate))
        older = [memory for memory in new.memory if memory <= self._then.seq]
        old = self._then.places(namespace, older, gate)
        kept = [at for at, memory in enumerate(new.memory) if self._own(memory)]
        both: Any = [(*a, *(b[at] for at in kept)) for a, b in zip(old, new, strict=True)]
        return Places(*both)._replace(open=self._open(old, new, gate, kept))

    def passing(self, namespace: Namespace, memories: Sequence[int], gate: Gate) -> frozenset[int]:
        """Return those of these memories that pass the gate."""
        places = self.places(namespace, memories, gate)
        return frozenset(m for m, passes in zip(places.memory, places.open, strict=True) if passes)

    def beliefs_about(
        self, namespace: Namespace, keys: Sequence[str], gate: Gate, *, joined: bool = False
    ) -> tuple[NamedBelief, ...]:
        """Return what is believed: of what the branch told about, as decided again."""
        old = self._then.beliefs_about(namespace, keys, gate)
        return self._branch.believed(old, keys, gate)

    def aliases(self, namespace: Namespace, keys: Sequence[str]) -> tuple[Alias, ...]:
        """Return other names, as they were known at the fork."""
        return self._then.aliases(namespace, keys)

    def memories(self, namespace: Namespace, memories: Sequence[int]) -> tuple[MemoryRow, ...]:
        """Return these memories, oldest first."""
        own = [memory for memory in memories if self._own(memory)]
        old = [memory for memory in memories if memory <= self._then.seq]
        rows = self._then.memories(namespace, old) if old else ()
        rows += self._now.memories(namespace, own) if own else ()
        return tuple(_as(row, self._versions.get(row.memory)) for row in rows)

    def connected(self, namespace: Namespace, memories: Sequence[int], fan: int) -> Connections:
        """Return what connects memories, in both: of what came later, what its own events told."""
        spoken = [Mention(*one, row.named.belief.memory) for row in self._told
                  if row.named.belief.memory is not None
                  for one in (("same_slot", row.named.belief.slot),
                              ("same_entity", row.named.entity))]  # fmt: skip
        about = {one.of for one in spoken if one.memory in memories}
        named = sorted(one.of for one in {*spoken} if one.what == "same_entity" and one.of in about)
        slots = self._then.slots_of(namespace, named) if named else ()
        beside = (belief.memory for slot in slots for belief in (*slot.beliefs, *slot.struck))
        asked = sorted({m for m in (*memories, *beside) if m is not None and m <= self._then.seq})
        old = self._then.connected(namespace, asked, fan) if asked else Connections()
        about.update(one.of for one in old.mentions)
        new = self._now.connected(namespace, [m for m in memories if self._own(m)], fan)
        known = frozenset(m for m in new.memories if m <= self._then.seq or self._own(m))
        return Connections(
            ties=(*old.ties, *(t for t in new.ties if self._own(t.source) and t.target in known)),
            mentions=(*old.mentions, *(one for one in spoken if one.of in about)),
        )

    def _own(self, memory: int) -> bool:
        return memory > self._then.seq and memory in self._versions

    def _open(
        self, old: Places, new: Places, gate: Gate, kept: Sequence[int]
    ) -> tuple[bool, ...]:  # fmt: skip
        """Tell of each memory whether it passes the gate as the branch knows it."""
        memories = (*old.memory, *(new.memory[at] for at in kept))
        before = dict(zip(old.memory, old.open, strict=True))
        filtered = dict(zip(new.memory, new.open, strict=True))
        passing = {m: filtered.get(m, False) and one.passes(gate)
                   for m, one in self._versions.items()}  # fmt: skip
        return tuple(passing[m] if m in passing else before[m] for m in memories)


def joined(old: Postings, new: Postings, own: NDArray[np.bool_]) -> Postings:
    """Add rows of a later moment to an earlier one, whose rows come first in both.

    Args:
        old: the earlier moment.
        new: the later one.
        own: which rows of the later one are taken, besides the earlier ones.
    """
    rows = np.flatnonzero(own)
    rows = rows[rows >= len(old.memory)]
    place = np.full(len(new.memory) + 1, -1)  # the last one is for "none"
    place[: len(old.memory)] = np.arange(len(old.memory))
    place[rows] = len(old.memory) + np.arange(len(rows))
    lists = []
    for then, now in zip(old.lists, new.lists, strict=True):
        taken = own[now.rows] & (now.rows >= len(old.memory))
        lists.append(Posting(
            np.concatenate((then.rows, place[now.rows[taken]])),
            np.concatenate((then.counts, now.counts[taken])),
        ))  # fmt: skip
    count = old.documents + len(rows)
    total = old.documents * old.average_length + float(new.length[rows].sum())
    return Postings(
        documents=count, average_length=total / count if count else 0.0, terms=old.terms,
        memory=np.concatenate((old.memory, new.memory[rows])),
        thread=np.concatenate((old.thread, new.thread[rows])),
        before=np.concatenate((old.before, place[new.before[rows]])),
        length=np.concatenate((old.length, new.length[rows])), lists=tuple(lists),
    )  # fmt: skip


def _base(
    namespace: Namespace, then: Reader, told: Sequence[ToldRow], repeated: set[int | None]
) -> Base:
    """Read what was known at the fork of the slots and words that a branch told of."""
    slots = {row.named.belief.slot for row in told}
    entities = sorted({row.named.entity for row in told})
    names = sorted({row.named.attribute for row in told if row.named.attribute is not None})
    known = [s for s in then.slots_of(namespace, entities, names) if s.slot in slots]
    rows = (b for slot in known for b in (*slot.beliefs, *slot.struck))
    tellers = repeated.union(b.memory for b in rows)
    memories = sorted(memory for memory in tellers if memory is not None)
    return Base(known, then.tellers(namespace, memories)) if memories else Base(known)


def _loose(gate: Gate) -> Gate:
    return gate.model_copy(update={"valid_at": None, "states": _STATES})


def _as(row: MemoryRow, known: Version | None) -> MemoryRow:
    return row if known is None else row.model_copy(update=known._asdict())
