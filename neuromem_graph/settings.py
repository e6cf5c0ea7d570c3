"""Every threshold, weight and limit, as data with a version that decisions name."""

import hashlib
from functools import cached_property
from typing import Literal

from pydantic import Field

from neuromem_graph.types.base import Channel, Record

Durability = Literal["full", "relaxed"]
"""`full`: an acknowledged turn survives power loss. `relaxed`: a crash of the process."""


class Limits(Record):
    """Bound what one call may bring; above it is `TooLarge`."""

    text_characters: int = 2_000_000
    key_characters: int = 512
    namespace_segments: int = 16
    segment_characters: int = 512
    metadata_bytes: int = 65_536
    memory_characters: int = 4_000  # longer events become several memories


class Settings(Record):
    """Hold every threshold of the package; `version` names the values in recorded decisions."""

    durability: Durability = "full"
    grounding_channels: tuple[Channel, ...] = ("user", "tool")
    allowed_tools: tuple[str, ...] | None = None  # None: every tool grounds
    limits: Limits = Field(default_factory=Limits)
    traces_kept: int = 10_000  # per namespace

    @cached_property
    def version(self) -> str:
        """Return a short name for exactly these values."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:12]
