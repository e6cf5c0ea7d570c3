"""Tell whether a sentence says something else about what is remembered already.

For `Safety.hold_changes`: what would change a memory waits, whether it was understood or not.
"""

from collections.abc import Iterable

from neuromem_graph.core.stopwords import STOP_WORDS
from neuromem_graph.core.text import index_tokens
from neuromem_graph.settings import Settings
from neuromem_graph.types.ingest import Impact

__all__ = ["changes"]

_MARKERS = frozenset(index_tokens(
    "correction corrected update updated amended verified confirmed actually now new changed"
))  # fmt: skip
_SHARED = 2  # large words that both have in common, at least
_SHARE = 0.4  # of the shorter of the two
_REST = 6  # large words that only one of them has, at most


def changes(sentence: str, measured: Impact, heard: Iterable[str], settings: Settings) -> bool:
    """Tell whether a sentence changes what is believed, or what a memory says of the same.

    Args:
        sentence: one claim, as it was said.
        measured: its impact: what it would contradict or displace.
        heard: memories whose words may be like it.
        settings: whether such sentences wait at all.
    """
    if not settings.safety.hold_changes:
        return False
    if measured.contradiction > 0 or measured.supersession > 0:
        return True
    own = _large(sentence)
    return any(_otherwise(own, _large(text)) for text in heard)


def _large(text: str) -> frozenset[str]:
    words = (word for word in text.casefold().split() if word.strip(".,:;!?'\"") not in STOP_WORDS)
    return frozenset(index_tokens(" ".join(words))) - _MARKERS


def _otherwise(own: frozenset[str], other: frozenset[str]) -> bool:
    shared, fresh, old = own & other, own - other, other - own
    near = len(shared) >= max(_SHARED, _SHARE * min(len(own), len(other)))
    return near and 0 < len(fresh) <= _REST and 0 < len(old) <= _REST
