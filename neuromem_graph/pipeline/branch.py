"""Read what a forked run knows: what was known at the fork, and what its own branch wrote since."""

from collections.abc import Sequence
from typing import Any

from neuromem_graph.core import dense
from neuromem_graph.ports import Reader, Searchable
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ledger import (
    Gate,
    Head,
    MemoryRow,
    NamedBelief,
    Places,
    Postings,
    Vectors,
)


class BranchReader:
    """Join two moments: all of `then`, and of `now` only what these events brought.

    Statistics of words are those of both together. Where a slot takes one value, what the branch
    says of it hides what was believed at the fork.

    Args:
        namespace: the only one that is read.
        then: the moment of the fork.
        now: a later moment.
        events: the branch's own, all later than `then`.
    """

    def __init__(
        self, namespace: Namespace, then: Searchable, now: Reader, events: Sequence[int]
    ) -> None:
        self._then, self._now = then, now
        self._events = frozenset(events)
        self._own = frozenset(now.memories_of(namespace, sorted(self._events)))
        self.seq = now.seq

    @property
    def head(self) -> Head:
        """Return the later moment."""
        return self._now.head

    def postings(self, namespace: Namespace, terms: Sequence[str], gate: Gate) -> Postings:
        """Return where these terms stand, in both."""
        old = self._then.postings(namespace, terms, gate)
        new = self._now.postings(namespace, terms, gate)
        kept = [row for row, memory in enumerate(new.memory) if memory in self._own]
        place = {row: len(old.memory) + at for at, row in enumerate(kept)}
        cells = [at for at, row in enumerate(new.row) if row in place]
        count = old.documents + len(self._own)
        lengths = sum(new.length[row] for row in kept)
        total = old.documents * old.average_length + lengths
        return Postings(
            documents=count, average_length=total / count if count else 0.0, terms=old.terms,
            memory=(*old.memory, *(new.memory[row] for row in kept)),
            length=(*old.length, *(new.length[row] for row in kept)),
            thread=(*old.thread, *(new.thread[row] for row in kept)),
            position=(*old.position, *(new.position[row] for row in kept)),
            open=(*old.open, *(new.open[row] for row in kept)),
            row=(*old.row, *(place[new.row[at]] for at in cells)),
            term=(*old.term, *(new.term[at] for at in cells)),
            frequency=(*old.frequency, *(new.frequency[at] for at in cells)),
        )  # fmt: skip

    def places(
        self, namespace: Namespace, memories: Sequence[int], gate: Gate, reach: int
    ) -> Places:
        """Return these memories and their neighbours, in both."""
        old, own = self._parted(memories)
        before = self._then.places(namespace, old, gate, reach)
        after = self._now.places(namespace, own, gate, reach) if own else Places()
        kept = [at for at, memory in enumerate(after.memory) if memory in self._own]
        joined: Any = [(*a, *(b[at] for at in kept)) for a, b in zip(before, after, strict=True)]
        return Places(*joined)

    def beliefs_about(
        self, namespace: Namespace, keys: Sequence[str], gate: Gate
    ) -> tuple[NamedBelief, ...]:
        """Return what is believed; what the branch says comes before what was believed."""
        new = [one for one in self._now.beliefs_about(namespace, keys, gate)
               if one.belief.event in self._events]  # fmt: skip
        told = {one.belief.slot for one in new if one.single}
        old = self._then.beliefs_about(namespace, keys, gate)
        return (*(one for one in old if one.belief.slot not in told), *new)

    def memories(self, namespace: Namespace, memories: Sequence[int]) -> tuple[MemoryRow, ...]:
        """Return these memories, oldest first."""
        old, own = self._parted(memories)
        rows = self._then.memories(namespace, old) if old else ()
        return (*rows, *(self._now.memories(namespace, own) if own else ()))

    def vectors(self, namespace: Namespace, model: str, gate: Gate) -> Vectors:
        """Return the embeddings of both."""
        old = self._then.vectors(namespace, model, gate)
        new = self._now.vectors(namespace, model, gate)
        kept = [row for row, memory in enumerate(new.memories) if memory in self._own]
        return Vectors(
            memories=(*old.memories, *(new.memories[row] for row in kept)),
            matrix=dense.stacked(old.matrix, new.matrix[kept]) if kept else old.matrix,
            missing=[*old.missing, *(one for one in new.missing if one[0] in self._own)],
        )

    def _parted(self, memories: Sequence[int]) -> tuple[list[int], list[int]]:
        return (
            [memory for memory in memories if memory not in self._own],
            [memory for memory in memories if memory in self._own],
        )
