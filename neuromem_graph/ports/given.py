"""What a caller gives: a clock, a source of randomness, a counter of tokens, chat messages."""

from datetime import datetime
from typing import Any, Protocol


class Clock(Protocol):
    """Tell the time."""

    def __call__(self) -> datetime:
        """Return the present as an aware datetime."""


class Entropy(Protocol):
    """Give random bytes, for ids and salts."""

    def __call__(self, size: int, /) -> bytes:
        """Return `size` unpredictable bytes."""


class TokenCounter(Protocol):
    """Count tokens as the caller's model does."""

    def __call__(self, text: str, /) -> int:
        """Return the number of tokens in `text`."""


class Message(Protocol):
    """Look at a chat message without importing the framework that made it."""

    @property
    def type(self) -> str:
        """Return "human", "ai", "tool", "system" or another role."""

    @property
    def content(self) -> str | list[Any]:
        """Return the text, or a list of content blocks."""
