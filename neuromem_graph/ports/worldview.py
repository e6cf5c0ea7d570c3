"""What is asked of a backend about slots and their candidates."""

from typing import Protocol


class WorldviewReader(Protocol):
    """Read slots and their candidates at one moment; every method reads exactly one namespace."""
