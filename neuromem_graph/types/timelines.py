"""What was believed on both axes: when it was true, and from when to when it was on record."""

from datetime import datetime
from typing import Literal

from neuromem_graph.types import records_html
from neuromem_graph.types.base import Commitment, Namespace, Polarity, Record
from neuromem_graph.types.ledger import BeliefRow

Fate = Literal["known", "changed", "corrected", "put_away"]
"""What became of a bar: it is on record; its time was moved by a later statement; a correction took
it off the record; or the memory that tells it was put away."""

Holding = Literal["holds", "disputed", "unconfirmed", "planned", "ended"]
"""How what is on record is held at the moment of the timeline."""


class BeliefVersion(Record):
    """Hold one version of a belief, as the ledger knew it between two records."""

    belief: BeliefRow
    known_from: int  # sequence number of the record
    known_at: datetime  # when that was recorded
    known_to: int | None  # exclusive; None: it is known so at the moment that is read
    gone_at: datetime | None


class TimelineBar(Record):
    """Show one interval of one value, as it was on record for a while."""

    value: str | None  # None: erased
    polarity: Polarity
    commitment: Commitment
    valid_from: datetime
    valid_to: datetime | None
    known_from: int  # sequence number of the record
    known_at: datetime
    told_at: datetime  # when its first version was: earlier, if only its end is news
    known_to: int | None = None  # exclusive; None: it is on record
    gone_at: datetime | None = None
    fate: Fate = "known"
    holds: Holding | None = None  # None: it is no longer on record
    claim_id: str


class TimelineRow(Record):
    """Show one slot with all that was ever believed in it, in order of record."""

    slot: str | None  # its id
    entity: str
    relation: str | None  # what the entity is to the speaker
    attribute: str
    bars: tuple[TimelineBar, ...]


class Timeline(Record):
    """Hold what was believed in slots, on both axes, up to one moment of the ledger."""

    namespace: Namespace
    seq: int
    at: datetime  # the moment: of the record, or the clock at head
    rows: tuple[TimelineRow, ...] = ()
    left_out: int = 0  # further slots, told about longer ago

    def _repr_html_(self) -> str:
        return records_html.of_timeline(self)
