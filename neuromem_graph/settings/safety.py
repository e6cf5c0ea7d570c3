"""Whose word is served, when a source writes too much, and how much one taint names."""

from pydantic import Field

from neuromem_graph.types.base import Record

__all__ = ["Safety"]


class Safety(Record):
    """Say what is trusted at recall, and how many events a source may write."""

    trust: float = Field(default=0.0, ge=0, le=1)  # reliability below which others must say so, too
    alike: float = Field(default=0.8, gt=0, le=1)  # likeness of texts that say the same
    rate: int = Field(default=1_000, ge=0)  # events of one source within `window`; 0: no alarm
    window: float = Field(default=60.0, gt=0)  # seconds, as recorded
    hold: bool = False  # what is above the rate waits for a review
    hold_changes: bool = False  # what would change what is remembered waits for a review
    stuffed: float = Field(default=0.34, gt=0, le=1)  # share of repeats that is no speech; 1: off
    tainted: int = Field(default=10_000, ge=1)  # events that one record of a taint names
