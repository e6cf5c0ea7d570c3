"""What is asked of a backend about edges, policies and outcomes."""

from typing import Protocol


class EdgeReader(Protocol):
    """Read edges, policies and outcomes at one moment; every method reads exactly one namespace."""
