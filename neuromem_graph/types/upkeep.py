"""What is read and told about how memories age."""

from datetime import datetime
from typing import NamedTuple

from neuromem_graph.types.base import Channel, Kind, Namespace, Record, State

__all__ = ["Day", "DecayReport", "Faded", "Rival", "StandingRow"]


class StandingRow(NamedTuple):
    """Describe how one memory stands, as upkeep looks at it."""

    memory: int
    id: str
    kind: Kind
    state: State
    text: str | None  # None once erased
    channel: Channel
    importance: float  # as recorded
    expires_at: int | None  # microseconds
    used_at: int  # microseconds; when it was last said or served well
    support: int  # distinct events that say it
    pinned: bool
    decayed: float  # the heaviest evidence of decay since it was last said or used; 0: none
    happened_at: int  # microseconds
    recorded_at: int  # microseconds
    text_key: str | None  # normal form


class Rival(NamedTuple):
    """Hold one of the values that are believed of a slot at once."""

    slot: int
    entity_id: str
    memory_id: str
    entity: str | None
    attribute: str | None
    value: str


class Day(NamedTuple):
    """Count what one day of UTC has added."""

    day: int  # since 1970-01-01
    events: int
    memories: int
    bytes: int  # of what was said


class Faded(Record):
    """Tell of one memory that went unused."""

    id: str
    text: str | None  # None once erased
    kind: Kind
    state: State
    importance: float  # at the moment
    recorded: float  # as outcomes and `forget` have made it
    idle_days: int  # since it was last said or served well
    half_lives: float  # that have passed
    recalls: int | None = None  # in the explanations that are kept; None: not counted


class DecayReport(Record):
    """Tell what decay found, and what it recorded; nothing was deleted."""

    namespace: Namespace
    at: datetime
    dry_run: bool
    seq: int  # of the ledger after it
    looked_at: int  # memories
    pinned: int
    faded: int  # memories that lost another half since evidence was last recorded
    records: int  # appended
    examples: tuple[Faded, ...] = ()  # of what faded, the first ones
    prunable: int = 0  # memories that could be put away
    candidates: tuple[Faded, ...] = ()  # for `forget(id, "archive")`, the most faded first

    def __str__(self) -> str:
        """Return one readable line per thing that was found."""
        does = "would be" if self.dry_run else "was"
        lines = [
            f"decay of {'/'.join(self.namespace)} at {self.at:%Y-%m-%d}: {self.looked_at} memories",
            f"~ {self.faded} faded by another half; evidence of it {does} recorded",
            f"= {self.pinned} pinned",
            f"? {self.prunable} could be put away",
        ]
        lines += [f"  ? {one.id} {one.text or '(erased)'} ({one.half_lives:.1f} half-lives)"
                  for one in self.candidates[:10]]  # fmt: skip
        return "\n".join(lines)
