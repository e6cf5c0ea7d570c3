"""How long what is operational is kept, and what an audit looks at."""

from pydantic import Field

from neuromem_graph.types.base import Record

__all__ = ["Auditing", "Storage"]


class Storage(Record):
    """Bound what a file holds beside its records."""

    trace_days: float | None = Field(default=None, gt=0)
    """`compact` drops explanations of queries that are older; None: their number alone is bound,
    by `Settings.traces_kept`."""


class Auditing(Record):
    """Bound what an audit looks at, and say what it calls alike."""

    most: int = Field(default=200_000, ge=1)  # memories or items; the newest
    listed: int = Field(default=50, ge=0)  # findings shown of each sort; all are counted
    alike: float = Field(default=0.6, gt=0, le=1)  # shared words of near duplicates (Jaccard)
    unused_days: float = Field(default=30.0, ge=0)  # younger memories had no chance
    hashes: int = Field(default=32, ge=4, le=256)  # of a MinHash signature
    rows: int = Field(default=2, ge=1, le=16)  # hashes per band: more find fewer pairs
    bucket: int = Field(default=16, ge=2)  # texts of one band that are compared with each other
    characters: int = Field(default=500, ge=50)  # of a text that are read
