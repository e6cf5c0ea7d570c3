"""Choose the events that a compiled memory may be made of: it is no stronger than the weakest.

What is tainted, expired, private, quarantined, or of a source that is not trusted counts for
nothing: what is compiled is compiled of the rest.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from neuromem_graph.core.disguises import visible
from neuromem_graph.core.text import clean, is_blank
from neuromem_graph.core.trusting import trusted
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Channel, Json
from neuromem_graph.types.keeping import SaidRow

__all__ = ["Ground", "is_private", "task_in", "usable"]

_SUCCESS = frozenset("success succeeded successful ok passed pass done worked completed".split())
_FAILURE = frozenset("failure failed fail error errored wrong broken timeout crashed".split())
_PRIVATE = ("private", "privacy_level")


class Ground(NamedTuple):
    """Hold one event that a memory may be compiled of."""

    event: int
    channel: Channel
    expires_at: int | None = None  # microseconds
    task: str | None = None
    well: bool | None = None  # how the task went; None: nothing is told of it


def is_private(metadata: Mapping[str, Json]) -> bool:
    """Tell whether not everybody may see what an event said: nothing is compiled of it."""
    return "acl" in metadata or any(metadata.get(name) for name in _PRIVATE)


def task_in(metadata: Mapping[str, Json]) -> str | None:
    """Return the task that an event is about, on one line and without what nobody sees."""
    task = metadata.get("task")
    if not isinstance(task, str) or is_blank(task):
        return None
    return " ".join(visible(clean(task)).split()) or None


def usable(
    said: Iterable[SaidRow], tainted: Collection[int], settings: Settings, now: int
) -> dict[int, Ground]:
    """Return those events whose word counts, by number.

    Args:
        said: events.
        tainted: those of them whose word does not count.
        settings: whom to trust.
        now: microseconds.
    """
    return {
        row.event: Ground(row.event, row.channel, row.expires_at, task_in(row.metadata), _went(row))
        for row in said
        if row.text is not None and row.event not in tainted and not row.quarantined
        and not is_private(row.metadata) and (row.expires_at is None or row.expires_at > now)
        and trusted(row.channel, row.speaker, settings)
    }  # fmt: skip


def _went(row: SaidRow) -> bool | None:
    """Return how a result went: well, not well, or untold."""
    word = row.metadata.get("outcome")
    name = word.strip().casefold() if isinstance(word, str) else ""
    if name in _SUCCESS or name in _FAILURE:
        return name in _SUCCESS
    return False if row.type in ("failure", "failure_pattern") else None
