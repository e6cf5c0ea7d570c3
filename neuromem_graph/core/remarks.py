"""Tell names and things from what is only remarked on them."""

from functools import lru_cache

from neuromem_graph.core.shapes import ALSO_PROPER, PROPER
from neuromem_graph.core.sorts import sort_of
from neuromem_graph.core.wordlists import NOT_NAMES, NOT_VALUES

__all__ = ["is_proper", "is_remark"]

_NOWHERE = frozenset(
    "bed home work school town sleep church class lunch dinner vacation holiday leave sale tv "
    "mud court jail prison"
    " hell heaven pieces shock love people life time top fire strike duty board tour hold "
    "average".split()
)


def is_proper(text: str, first: int, last: int, lower: bool) -> bool:
    """Tell whether a part of a text is written like a name.

    Args:
        text: the text.
        first: where the part begins.
        last: where it ends.
        lower: the text is written without capitals: any word may be a name.
    """
    value = text[first:last]
    if lower:
        word = value.split()[0].lower() if value else ""
        return (
            word not in NOT_NAMES
            and word not in _NOWHERE
            and not is_remark(value)
            and not word.endswith(("ing", "ed"))
        )
    if ALSO_PROPER.match(value):
        return True
    words = value.lower().split()
    if len(words) > 1 and words[0] in ("the", "a", "an"):
        words = words[1:]
    return PROPER.match(value) is not None and words[0] not in NOT_NAMES


@lru_cache(maxsize=2048)
def is_remark(value: str) -> bool:
    """Tell whether words judge or place something, and name nothing: "really great", "at home".

    Args:
        value: as it was said.
    """
    words = value.lower().split()
    if not words or sort_of(value):
        return not words
    first = words[0]
    return first in NOT_VALUES or words[-1] in (
        "mess",
        "joke",
        "nightmare",
        "disaster",
        "thing",
        "one",
        "same",
    )
