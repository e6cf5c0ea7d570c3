"""What is asked of a backend about what a claim is compared with."""

from typing import Protocol


class PriorReader(Protocol):
    """Read what a claim is compared with, at one moment; every method reads one namespace."""
