"""Make an edge of the evidence about it: what weighs, what retires, what brings back.

The weight is a sum, cut to [-1, 1] at the end only, so it is the same in whatever order support and
doubt arrived. The state looks at what came after the last restore, and there the heaviest
retirement wins, whatever came first; only a newer restore lifts it.
"""

from collections.abc import Iterable, Mapping
from math import fsum
from typing import Literal, NamedTuple, get_args

from neuromem_graph.types.base import EvidenceType, Family, Relation, State
from neuromem_graph.types.edges import AssociativeRelation, LogicRelation


class Meaning(NamedTuple):
    """Say what one type of edge evidence does to its edge."""

    sign: Literal[-1, 0, 1]  # of its weight in the sum
    state: State | None  # the edge takes; None: as it was
    says: str  # for the table in docs/governance.md


MEANINGS: Mapping[EvidenceType, Meaning] = {
    "support": Meaning(1, None, "the statement was made again"),
    "reinforce": Meaning(1, None, "it proved useful"),
    "generalize": Meaning(1, None, "a more general statement was made of it"),
    "derive": Meaning(1, None, "something was concluded from it"),
    "contradict": Meaning(-1, None, "something speaks against it"),
    "decay": Meaning(-1, None, "it was not used"),
    "inhibit": Meaning(0, "suppressed", "it shall not be used"),
    "supersede": Meaning(0, "superseded", "a newer statement took its place"),
    "expire": Meaning(0, "expired", "its time is over"),
    "restore": Meaning(0, "active", "it shall be used again"),
}
"""What each type of evidence does to the edge it names."""

OWN: Mapping[EvidenceType, Relation] = {
    "contradict": "contradicts", "supersede": "supersedes", "inhibit": "inhibits",
}  # fmt: skip
"""Types that assert an edge of their own relation instead of doubting or retiring it."""

_HEAVIEST: tuple[State, ...] = ("superseded", "expired", "suppressed")


def family_of(relation: Relation) -> Family:
    """Return the family a relation belongs to."""
    return "associative" if relation in get_args(AssociativeRelation) else "logic"


def relations() -> Mapping[Family, tuple[str, ...]]:
    """Return the relations of each family."""
    return {"associative": get_args(AssociativeRelation), "logic": get_args(LogicRelation)}


def materialise(
    relation: Relation, evidence: Iterable[tuple[EvidenceType, float]]
) -> tuple[float, State]:
    """Return the weight and state of an edge.

    Args:
        relation: what the edge says.
        evidence: type and weight (0 to 1) of all that was said about it, oldest first.

    Returns:
        The sum of the weights within [-1, 1], to nine digits, negative if more speaks against it;
        and "active", "suppressed", "superseded" or "expired".
    """
    signed: list[float] = []
    retired = set[State]()
    for kind, weight in evidence:
        meaning = MEANINGS[kind]
        if OWN.get(kind) == relation:
            meaning = MEANINGS["support"]
        signed.append(meaning.sign * weight)
        if meaning.state == "active":
            retired.clear()
        elif meaning.state is not None:
            retired.add(meaning.state)
    total = round(min(1.0, max(-1.0, fsum(signed))), 9)
    state: State = next((state for state in _HEAVIEST if state in retired), "active")
    return total + 0.0, state  # no negative zero
