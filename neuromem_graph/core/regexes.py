"""Compile the patterns of the tables when they are first searched.

The tables hold hundreds of long patterns, and most processes search few of them: compiling all
takes longer than most questions.
"""

import re
from functools import cache

__all__ = ["compiled"]


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern that takes no notice of the case of letters, compiled once.

    Args:
        pattern: of one of the tables, which are finite.
    """
    return re.compile(pattern, re.IGNORECASE)
