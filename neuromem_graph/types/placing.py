"""How a memory came to its place: what it was reached from, and what packing decided."""

from typing import Literal, NamedTuple

from neuromem_graph.types.base import Record, State

Decision = Literal["served", "alike", "over_limit", "cut", "not_relevant", "untrusted"]
"""What packing decided about a memory that was ranked: see `core.packing.DECISIONS`."""


class Tie(NamedTuple):
    """Hold one edge that ends at a memory, or at a claim of it: a claim stands for its memory."""

    source: int  # of a supersession, the newer one
    target: int
    relation: str
    weight: float  # -1 to 1; negative: more speaks against it
    state: State


class Mention(NamedTuple):
    """Say that a memory speaks of something that others speak of, too."""

    what: Literal["same_slot", "same_entity"]
    of: int  # the slot, or the entity
    memory: int


class Connections(NamedTuple):
    """Hold what connects some memories with others, as it was known at a moment."""

    ties: tuple[Tie, ...] = ()
    mentions: tuple[Mention, ...] = ()

    @property
    def memories(self) -> tuple[int, ...]:
        """Return all memories that are named, oldest first."""
        ends = {end for tie in self.ties for end in (tie.source, tie.target)}
        return tuple(sorted(ends.union(one.memory for one in self.mentions)))


class Hop(Record):
    """Show one step of a way through the graph."""

    memory: int  # that the step sets out from
    relation: str  # precedes, same_thread, same_slot, same_entity, or that of an edge


class GraphPath(Record):
    """Show the strongest way from a hit to a memory; a hit itself has none."""

    memory: int
    hops: tuple[Hop, ...]  # the first sets out from the hit


class Step(Record):
    """Show one step of a way through the graph, as it is served."""

    memory: str | None  # id of the memory it sets out from; None if that one is not at hand
    relation: str


class Placing(Record):
    """Explain the place of a served memory."""

    line: int  # of the prompt, from 0, where its entry begins
    tokens: int  # of its entry alone, as counted
    path: tuple[Step, ...] = ()  # how it was reached from a hit; empty for what was found itself
    alike: float = 0.0  # [0, 1]: how much it resembles what stands before it


class LeftOut(Record):
    """Explain why a memory that was ranked is not served."""

    memory: str  # id
    rank: int  # from 1
    score: float
    decision: Decision
    alike: float = 0.0
    begins: str = ""  # its first words
