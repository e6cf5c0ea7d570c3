"""The base of all records, the shared vocabularies, and time as the ledger counts it."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints
from pydantic import JsonValue as Json

from neuromem_graph.errors import InvalidTime

__all__ = [
    "EPOCH", "Basis", "Cardinality", "Channel", "Code", "Commitment", "Effect", "EntityType",
    "EvidenceType", "Family", "Json", "Kind", "Lens", "Namespace", "Polarity", "Record", "Relation",
    "Route", "State", "Step", "from_micros", "to_micros",
]  # fmt: skip

Channel = Literal["user", "tool", "assistant", "system", "retrieved"]
"""Where an event came from, read from the message type, never from a label in metadata."""

Kind = Literal[
    "episode", "fact", "claim", "procedure", "preference",
    "constraint", "entity", "schema", "failure_pattern",
]  # fmt: skip
"""What a memory or claim is."""

Commitment = Literal["candidate", "validated", "compiled"]
"""How firmly a memory is held."""

State = Literal["active", "suppressed", "superseded", "expired", "archived"]
"""Where a memory is in its life."""

Polarity = Literal["asserted", "negated", "retracted", "hypothetical"]
"""What a claim does with its statement."""

Cardinality = Literal["single", "multi", "interval"]
"""How many values a slot takes: one at a time; several, each until it ends; or several, each only
for the period it was said with."""

EntityType = Literal["unknown", "person", "organisation", "place", "thing"]
"""What an entity is, as far as it is known."""

Effect = Literal["none", "support", "assert", "change", "correct", "retract", "contradict"]
"""What a committed claim did to its slot."""

Basis = Literal["stated", "observed"]
"""Whether a valid time was said in the text or is the time of the event."""

Route = Literal[
    "ledger_only", "append_evidence", "propose_frame", "propose_worldview_candidate",
    "ask_clarification", "quarantine", "sleep_priority",
]  # fmt: skip
"""What happens to a claim."""

Lens = Literal["auto", "associative", "logical", "procedural", "historical", "audit"]
"""Which surface of memory a query looks at."""

Step = Literal["observed", "held", "deferred", "committed"]
"""How far a turn has come."""

EvidenceType = Literal[
    "support", "contradict", "supersede", "inhibit", "reinforce",
    "decay", "expire", "restore", "generalize", "derive",
]  # fmt: skip
"""What edge evidence says about its two endpoints."""

Family = Literal["associative", "logic"]
"""Associative edges say that memories belong together, logic edges how their statements relate."""

Relation = Literal[
    "associated_with", "coactivated_with", "precedes", "same_thread", "same_episode",
    "used_with_success", "used_with_failure",
    "supports", "contradicts", "supersedes", "inhibits", "same_as", "generalizes", "specializes",
    "derived_from", "causes", "procedure_for", "applies_to", "evidence_for",
]  # fmt: skip
"""What an edge says; the first two lines are the associative family, the others are logic."""

Namespace = tuple[str, ...]
"""An isolated memory, as LangGraph stores name it: one or more text segments."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
EARLIEST = (datetime(1, 1, 2, tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)
LATEST = (datetime(9999, 12, 30, tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)


Code = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,40}$")]
"""A word of a fixed vocabulary: all that a header may hold besides numbers and random ids."""


class Record(BaseModel):
    """Freeze what one stage hands to the next; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def to_micros(moment: datetime) -> int:
    """Turn an aware datetime into whole microseconds since 1970 UTC.

    Args:
        moment: a datetime that names its offset.

    Returns:
        Microseconds; negative before 1970.

    Raises:
        InvalidTime: if `moment` is naive, or less than a day from the ends of the calendar.
    """
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise InvalidTime(
            f"{moment!r} has no time zone: give an aware datetime, "
            "for example datetime.now(UTC) or moment.replace(tzinfo=UTC)"
        )
    micros = (moment - EPOCH) // timedelta(microseconds=1)
    if not EARLIEST <= micros <= LATEST:  # a day from the edge: it must print in every zone
        raise InvalidTime(f"{moment!r} is out of range: times lie in the years 1 to 9999")
    return micros


def from_micros(micros: int) -> datetime:
    """Turn microseconds since 1970 UTC into an aware datetime in UTC."""
    return EPOCH + timedelta(microseconds=micros)
