"""What is asked of a backend about names of entities."""

from typing import Protocol


class NameReader(Protocol):
    """Read names of entities at one moment; every method reads exactly one namespace."""
