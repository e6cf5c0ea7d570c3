"""How names are matched to entities."""

from typing import Literal, Self

from pydantic import Field, model_validator

from neuromem_graph.errors import ConfigError
from neuromem_graph.types.base import Record


class Matching(Record):
    """Say how alike two names must be; docs/entities.md shows what each threshold would merge."""

    same_at: float = Field(default=1.0, gt=0, le=1)  # as alike: the same entity
    near_at: float = Field(default=0.87, gt=0, le=1)  # as alike: told, or asked for
    on_near: Literal["separate", "ask"] = "separate"  # what a name that only resembles becomes
    first_names: bool = True  # a first name alone means the one relative or colleague of that name
    choices: int = Field(default=5, ge=1)  # resembling entities told, at most
    pool: int = Field(default=64, ge=1)  # entities compared with a new name; many names share it
    context_turns: int = Field(default=6, ge=0)  # of a thread that tell whom a bare name means
    context_minutes: float = Field(default=30.0, ge=0)  # how long they do

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.near_at > self.same_at:
            raise ConfigError(
                f"near_at={self.near_at} is above same_at={self.same_at}: what is the same is near"
            )
        return self
