"""How candidates of a slot are scored, and how much of the worldview is shown."""

from typing import Literal

from pydantic import Field

from neuromem_graph.types.base import Basis, Commitment, Record

Weighed = Literal["support", "reliability", "recency", "explicitness", "commitment", "against"]
"""What the score of a candidate is made of; see `core.scoring`."""


def _weights() -> dict[Weighed, float]:
    return {
        "support": 0.2,
        "reliability": 0.2,
        "recency": 0.15,
        "explicitness": 0.1,
        "commitment": 0.35,
        "against": 0.2,
    }


def _explicit() -> dict[Basis, float]:
    return {"stated": 1.0, "observed": 0.5}


def _commitments() -> dict[Commitment, float]:
    return {"candidate": 0.0, "validated": 0.8, "compiled": 1.0}


class Believing(Record):
    """Weigh what speaks for a candidate; the numbers are round, fitted ones don't carry over."""

    weights: dict[Weighed, float] = Field(default_factory=_weights)  # one left out counts 0
    saturation: float = Field(default=1.0, gt=0)  # events at which support counts half
    half_life_days: float = Field(default=180.0, gt=0)  # of the last evidence
    explicit: dict[Basis, float] = Field(default_factory=_explicit)  # whether its time was said
    commitments: dict[Commitment, float] = Field(default_factory=_commitments)  # how firm it is
    conflict_margin: float = Field(default=0.1, ge=0, le=1)  # closer scores are a conflict
    slots: int = Field(default=500, ge=1)  # shown by `resolve_worldview` without a query, at most
    asked: int = Field(default=50, ge=1)  # slots shown for a query, at most
    prompt_tokens: int = Field(default=800, ge=0)  # of `Worldview.prompt`
    traced: int = Field(default=50, ge=0)  # beliefs explained in a `worldview_trace`, at most
