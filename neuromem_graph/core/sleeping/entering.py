"""Look at a text that sleep made before it is recorded, as at any text that enters the memory."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.clearing import Cleaner
from neuromem_graph.core.disguises import visible
from neuromem_graph.core.impact import danger, risk
from neuromem_graph.core.judging_change import orders
from neuromem_graph.core.text import clean, is_blank
from neuromem_graph.settings import Settings

__all__ = ["BARRED", "Entered", "entered"]

BARRED: Mapping[str, str] = {
    "blank": "it says nothing",
    "too_long": "it is longer than a memory",
    "risky": "its words talk to a model, or are stuffed",
}
"""Why a text is not recorded."""


class Entered(NamedTuple):
    """Hold a text as it may be recorded, or why it may not (a key of `BARRED`)."""

    text: str
    why: str | None = None


def entered(text: str, parts: Sequence[str], settings: Settings) -> Entered:
    """Take secrets and unseen characters out of a text, and judge whether it may be recorded.

    Args:
        text: what sleep made.
        parts: of it that others said, each judged by itself as well: what is harmless in the
            middle of a line may be an order at its beginning.
        settings: what a secret is, what talks to a model, how long a memory may be.
    """
    if len(text) > settings.limits.memory_characters:
        return Entered("", "too_long")
    words = Cleaner(settings.redacting).text(clean(visible(text)))
    if is_blank(words):
        return Entered(words, "blank")
    most, patterns = settings.governing.risk, orders(settings.governing.instructions)
    for one in dict.fromkeys((words, *parts)):
        if danger(one, settings) >= most or risk(one, patterns) > 0:
            return Entered(words, "risky")
    return Entered(words)
