"""How outcomes and decay move the importance of memories, and what a human is asked about."""

from typing import Self

from pydantic import Field, model_validator

from neuromem_graph.types.base import Record
from neuromem_graph.types.keeping import OutcomeName

_MOVES: dict[OutcomeName, float] = {
    "success": 0.1, "partial": 0.02, "failure": -0.1, "unknown": 0.0,
}  # fmt: skip


class Keeping(Record):
    """Say by how much importance moves, and from which impact on a human decides.

    Importance is 1 for every memory that nothing was told about. `Settings.retrieval.agreement`
    says how much it counts in a ranking.
    """

    moves: dict[OutcomeName, float] = Field(  # what an outcome adds to importance
        default_factory=lambda: {**_MOVES}
    )
    least: float = Field(default=0.25, ge=0, le=1)  # importance never falls below
    most: float = Field(default=2.0, ge=1, le=10)  # importance never rises above
    decayed: float = Field(default=0.5, ge=0, le=1)  # what forget(..., "decay") leaves at most
    review_at: float | None = Field(default=None, gt=0, le=1)
    """Facts whose supersession, propagation or, where something is believed already, belief_delta
    (either way) reaches it are held for a human instead of believed; None: none is."""

    @model_validator(mode="after")
    def _make_sense(self) -> Self:
        if not self.least <= self.decayed:
            raise ValueError(f"decayed={self.decayed} lies below least={self.least}")
        if any(abs(move) > 1 for move in self.moves.values()):
            raise ValueError("an outcome moves importance by more than 1")
        return self
