"""Remember what was found in a short text: the stages of an ingest ask for it several times."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

__all__ = ["remembered"]

Found = TypeVar("Found")

_TEXTS = 1 << 12  # about what a batch of a thousand turns is made of
_LONGEST = 512  # characters: four thousand longer ones would take too much memory


def remembered(read: Callable[[str], Found]) -> Callable[[str], Found]:
    """Return a function that reads a short text only once while it is met again soon.

    Args:
        read: a pure function of a text; what it returns must not be changed.
    """
    known = lru_cache(maxsize=_TEXTS)(read)

    @wraps(read)
    def look(text: str) -> Found:
        return known(text) if len(text) <= _LONGEST else read(text)

    return look
