"""Hold what sleep compiles, and draft it: each frame names its sources, and is as weak as they are.

Each compiled memory has words of its own, names every source in edges "derived_from", falls with
any event that it was made of, expires with the first, and gives way to a newer one when what it
says has changed.
"""

from collections.abc import Sequence
from typing import NamedTuple

from neuromem_graph.core.sleeping.grounds import Ground
from neuromem_graph.errors import InvalidInput
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Commitment, Kind
from neuromem_graph.types.drafts import (
    Draft,
    EvidenceDraft,
    LifecycleDraft,
    MemoryDraft,
    MemoryPayload,
)
from neuromem_graph.types.sleeping import Sleeper

__all__ = ["Frame", "drafts", "ends_of"]

_COMMON = 0.5  # reliability of a channel that the settings do not name


class Frame(NamedTuple):
    """Hold what shall be compiled."""

    kind: Kind
    group: str  # frames of one kind and group take each other's place
    text: str
    sources: tuple[Sleeper, ...]  # the oldest first
    grounds: tuple[Ground, ...]  # all events that it was made of
    commitment: Commitment = "compiled"
    claims: tuple[int, ...] = ()  # that it says again: it is over when one of them is
    parts: tuple[str, ...] = ()  # of the text, that others said
    reason: str = ""


def ends_of(frame: Frame) -> tuple[int, ...]:
    """Return the memories and claims that a frame was made of."""
    return (*(one.memory for one in frame.sources), *frame.claims)


def drafts(
    frame: Frame, earlier: Sequence[Sleeper], settings: Settings, before: int = 0
) -> tuple[Draft, ...]:
    """Draft a compiled memory, the evidence of its sources, and the end of those it replaces.

    Args:
        frame: what is compiled.
        earlier: compiled memories of the same group that are active.
        settings: their version, and how reliable channels are.
        before: drafts that come first in the batch.
    """
    if not frame.sources or not frame.grounds:
        raise InvalidInput("a frame without a source can't be compiled")
    origin = tuple(sorted({one.event for one in frame.grounds}))
    since, ref = max(one.valid_from for one in frame.sources), -before - 1
    made: list[Draft] = [
        MemoryDraft(
            origin=origin, event=_weakest(frame, settings), memory_kind=frame.kind, start=0, end=0,
            commitment=frame.commitment, units=1, valid_from=since, frail=True,
            expires_at=_expires(frame), settings=settings.version,
            payload=MemoryPayload(text=frame.text),
        )
    ]  # fmt: skip
    for end in ends_of(frame):
        made.append(
            EvidenceDraft(origin=(ref,), type="derive", source=ref, target=end, family="logic",
                          relation="derived_from", settings=settings.version)
        )  # fmt: skip
    for old in earlier:
        made.append(
            LifecycleDraft(origin=(ref,), memory=old.memory, state="superseded", reason="compiled",
                           valid_to=max(since, old.valid_from), settings=settings.version)
        )  # fmt: skip
        made.append(
            EvidenceDraft(origin=(ref,), type="supersede", source=ref, target=old.memory,
                          family="logic", relation="supersedes", settings=settings.version)
        )  # fmt: skip
    return tuple(made)


def _weakest(frame: Frame, settings: Settings) -> int:
    """Return the newest event of the least reliable channel: the frame counts as its word."""
    known = settings.reliabilities
    weakest = min(frame.grounds, key=lambda one: (known.get(one.channel, _COMMON), -one.event))
    return weakest.event


def _expires(frame: Frame) -> int | None:
    """Return when the first of what it was made of expires."""
    times = [one.expires_at for one in frame.grounds]
    times += [one.expires_at for one in frame.sources]
    return min((time for time in times if time is not None), default=None)
