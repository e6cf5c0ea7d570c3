"""Read what a forked run knows: what was known at the fork, and what its own branch told since."""

from collections.abc import Iterable, Sequence
from typing import Any, get_args

from neuromem_graph.core import dense
from neuromem_graph.core.branching import Base, Branch, Version
from neuromem_graph.ports import Reader
from neuromem_graph.types.base import Namespace, State
from neuromem_graph.types.branches import ToldRow
from neuromem_graph.types.ledger import (
    Gate,
    Head,
    MemoryRow,
    NamedBelief,
    Places,
    Postings,
    Vectors,
)

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
        self._branch = Branch(base, told, kept)
        self._versions = self._branch.versions
        self.seq = now.seq

    @property
    def head(self) -> Head:
        """Return the later moment."""
        return self._now.head

    def postings(self, namespace: Namespace, terms: Sequence[str], gate: Gate) -> Postings:
        """Return where these terms stand, in both."""
        old = self._then.postings(namespace, terms, gate)
        new = self._now.postings(namespace, terms, _loose(gate))
        kept = [row for row, memory in enumerate(new.memory) if self._own(memory)]
        place = {row: len(old.memory) + at for at, row in enumerate(kept)}
        cells = [at for at, row in enumerate(new.row) if row in place]
        own = sum(map(self._own, self._versions))
        count, lengths = old.documents + own, sum(new.length[row] for row in kept)
        total = old.documents * old.average_length + lengths
        memory = (*old.memory, *(new.memory[row] for row in kept))
        return Postings(
            documents=count, average_length=total / count if count else 0.0, terms=old.terms,
            memory=memory,
            length=(*old.length, *(new.length[row] for row in kept)),
            thread=(*old.thread, *(new.thread[row] for row in kept)),
            position=(*old.position, *(new.position[row] for row in kept)),
            open=self._open(memory, old, new, gate),
            row=(*old.row, *(place[new.row[at]] for at in cells)),
            term=(*old.term, *(new.term[at] for at in cells)),
            frequency=(*old.frequency, *(new.frequency[at] for at in cells)),
        )  # fmt: skip

    def places(
        self, namespace: Namespace, memories: Sequence[int], gate: Gate, reach: int
    ) -> Places:
        """Return these memories and their neighbours, in both."""
        new = self._now.places(namespace, memories, _loose(gate), reach)
        older = [memory for memory in new.memory if memory <= self._then.seq]
        old = self._then.places(namespace, older, gate, 0)
        kept = [at for at, memory in enumerate(new.memory) if self._own(memory)]
        joined: Any = [(*a, *(b[at] for at in kept)) for a, b in zip(old, new, strict=True)]
        both = Places(*joined)
        return both._replace(open=self._open(both.memory, old, new, gate))

    def beliefs_about(
        self, namespace: Namespace, keys: Sequence[str], gate: Gate
    ) -> tuple[NamedBelief, ...]:
        """Return what is believed: of what the branch told about, as decided again."""
        old = self._then.beliefs_about(namespace, keys, gate)
        return self._branch.believed(old, keys, gate)

    def memories(self, namespace: Namespace, memories: Sequence[int]) -> tuple[MemoryRow, ...]:
        """Return these memories, oldest first."""
        own = [memory for memory in memories if self._own(memory)]
        old = [memory for memory in memories if memory <= self._then.seq]
        rows = self._then.memories(namespace, old) if old else ()
        rows += self._now.memories(namespace, own) if own else ()
        return tuple(_as(row, self._versions.get(row.memory)) for row in rows)

    def vectors(self, namespace: Namespace, model: str, gate: Gate) -> Vectors:
        """Return the embeddings of both."""
        old = self._then.vectors(namespace, model, gate)
        new = self._now.vectors(namespace, model, _loose(gate))
        passing = {memory for memory, one in self._versions.items() if one.passes(gate)}
        before = [at for at, memory in enumerate(old.memories) if memory not in self._versions]
        kept = [at for at, memory in enumerate(new.memories) if memory in passing]
        return Vectors(
            memories=(*(old.memories[at] for at in before), *(new.memories[at] for at in kept)),
            matrix=dense.stacked(old.matrix[before], new.matrix[kept]),
            missing=[*(one for one in old.missing if one[0] not in self._versions),
                     *(one for one in new.missing if one[0] in passing)],
        )  # fmt: skip

    def _own(self, memory: int) -> bool:
        return memory > self._then.seq and memory in self._versions

    def _open(
        self, memories: Iterable[int], old: Postings | Places, new: Postings | Places, gate: Gate
    ) -> tuple[bool, ...]:
        """Tell of each memory whether it passes the gate as the branch knows it."""
        before = dict(zip(old.memory, old.open, strict=True))
        filtered = dict(zip(new.memory, new.open, strict=True))
        passing = {m: filtered.get(m, False) and one.passes(gate)
                   for m, one in self._versions.items()}  # fmt: skip
        return tuple(passing[m] if m in passing else before[m] for m in memories)


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
