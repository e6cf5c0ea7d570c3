"""Decide whose word is served: what no trusted source says, and none confirms, is left out.

A source is trusted as far as its channel is reliable; a tool that is not on the allow list not at
all. What it says is served if a trusted source says so, too: the same words, words that say the
same, or the same value of the same slot.
"""

from collections.abc import Iterable, Sequence

from neuromem_graph.core.diversity import agreeing
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Channel
from neuromem_graph.types.ledger import BeliefRow, MemoryRow
from neuromem_graph.types.safety import Backing

__all__ = ["doubted", "doubtful", "trusted", "unproved"]

_COMMON = 0.5  # reliability of a channel that the settings do not name


def trusted(channel: Channel, speaker: str | None, settings: Settings) -> bool:
    """Tell whether what a source says is served on its word alone.

    Args:
        channel: of the source.
        speaker: its name; of a tool that of the tool.
        settings: the allow list, reliabilities, and `safety.trust`.
    """
    allowed = settings.allowed_tools
    if channel == "tool" and allowed is not None and speaker not in allowed:
        return False
    return settings.reliabilities.get(channel, _COMMON) >= settings.safety.trust


def doubtful(rows: Iterable[MemoryRow], settings: Settings) -> tuple[int, ...]:
    """Return the memories that are not served on the word of their source alone.

    What sleep compiled has no source of its own: it is as doubtful as any that it was made of.
    """
    strict = settings.allowed_tools is not None or settings.safety.trust > 0
    return tuple(
        row.memory
        for row in rows
        if (strict if row.compiled else not trusted(row.channel, row.speaker, settings))
    )


def doubted(
    rows: Sequence[MemoryRow], backing: Iterable[Backing], settings: Settings
) -> frozenset[int]:
    """Return the memories that no trusted source stands behind.

    Args:
        rows: memories.
        backing: who says what those that are doubtful say.
        settings: as for `trusted`, and when texts are alike.
    """
    doubts, backing = set(doubtful(rows, settings)), tuple(backing)
    made = {row.memory for row in rows if row.compiled}
    weak = {one.memory for one in backing if not trusted(one.channel, one.speaker, settings)}
    proved = made - weak
    own = {row.memory: (row.channel, row.speaker) for row in rows}
    proved |= {
        one.memory for one in backing
        if one.memory not in made and (one.channel, one.speaker) != own.get(one.memory)
        and trusted(one.channel, one.speaker, settings)
    }  # fmt: skip
    texts = [row.text or "" for row in rows]
    for first, second in agreeing(texts, settings.safety.alike) if doubts - proved else ():
        for at, other in ((first, second), (second, first)):
            if (
                rows[other].memory not in doubts | made
                and texts[at]
                and rows[at].memory not in made
            ):
                proved.add(rows[at].memory)
    return frozenset(doubts - proved)


def unproved(beliefs: Sequence[BeliefRow], settings: Settings) -> frozenset[int]:
    """Return the claims of one slot whose value no trusted source tells."""
    said = {
        (row.value_key, row.polarity) for row in beliefs
        if trusted(row.channel, row.speaker, settings)
    }  # fmt: skip
    return frozenset(row.claim for row in beliefs if (row.value_key, row.polarity) not in said)
