"""Name what the suite checks of a store, and in which modes."""

from enum import StrEnum
from typing import Literal

Mode = Literal["sync", "async"]

MODES: tuple[Mode, ...] = ("sync", "async")


class Capability(StrEnum):
    """Group the cases; what a store can do without is detected."""

    BASIC = "basic"
    VALUES = "values"
    NAMESPACES = "namespaces"
    BATCH = "batch"
    LISTING = "listing"
    FILTERS = "filters"
    CONCURRENCY = "concurrency"
    INDEX = "index"
    LEXICAL = "lexical"
    TTL = "ttl"
    VERSIONS = "versions"


REQUIRED = frozenset(
    {
        Capability.BASIC,
        Capability.VALUES,
        Capability.NAMESPACES,
        Capability.BATCH,
        Capability.LISTING,
        Capability.FILTERS,
        Capability.CONCURRENCY,
    }
)
"""What every store must do."""

OPTIONAL = frozenset(Capability) - REQUIRED
"""What is checked where it is found: it needs a configuration or is an extension."""


def named(name: str) -> Capability:
    """Return the capability of that name.

    Args:
        name: such as "basic".

    Returns:
        The capability.

    Raises:
        ValueError: no capability has that name; the message lists them all.
    """
    if name not in set(Capability):
        raise ValueError(f"unknown capability {name!r}; there are: {', '.join(Capability)}")
    return Capability(name)
