"""How importance fades with time, or with not being used."""

from typing import Literal, Self

from pydantic import Field, model_validator

from neuromem_graph.types.base import Kind, Record

__all__ = ["Decaying", "Mode"]

Mode = Literal["off", "time", "access", "combined"]
"""What importance fades by: nothing, age, how seldom it was recalled, or both."""

_HALF_LIVES: dict[Kind, float | None] = {
    "episode": 365.0, "fact": 1460.0, "claim": 730.0, "procedure": 1460.0, "preference": 1460.0,
    "constraint": None, "entity": None, "schema": 1460.0, "failure_pattern": 730.0,
}  # fmt: skip


class Decaying(Record):
    """Say how fast memories fade; nothing is deleted by it, and nothing is hidden.

    `core.decaying` says what is computed. How much it counts in a ranking is
    `Settings.retrieval.agreement["importance"]`.
    """

    mode: Mode = "time"  # what importance fades by: nothing, age, how seldom it was recalled
    half_lives: dict[Kind, float | None] = Field(  # days; None: it never fades
        default_factory=lambda: {**_HALF_LIVES}
    )
    rest_days: float = Field(default=300.0, ge=0)  # before it begins to fade
    least: float = Field(default=0.5, gt=0, le=1)  # share of importance that stays for ever
    spread: float = Field(default=0.5, ge=0, le=10)  # longer half-life per doubling of support
    uses: float = Field(default=1.0, gt=0)  # recalls that halve what is missing ("access")
    explanations: int = Field(default=200, ge=0)  # the newest, in which a query counts recalls
    prune_after: float = Field(default=3.0, gt=0)  # half-lives until it may be put away
    batch: int = Field(default=500, ge=1, le=10_000)  # memories per record of decay

    @model_validator(mode="after")
    def _make_sense(self) -> Self:
        short = sorted(kind for kind, days in self.half_lives.items() if days is not None
                       and not days > 0)  # fmt: skip
        if short:
            raise ValueError(f"half_lives of {short} must be more than 0 days, or None for never")
        return self
