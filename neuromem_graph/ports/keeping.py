"""What is asked of a backend about the lives of memories."""

from typing import Protocol


class KeepingReader(Protocol):
    """Read the lives of memories at one moment; every method reads exactly one namespace."""
