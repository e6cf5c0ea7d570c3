"""What a claim is compared with, besides the beliefs of its slot."""

from neuromem_graph.types.base import Channel, Record


class HeardRow(Record):
    """Hold one memory whose words may be like those of a claim."""

    memory: int
    text: str
    channel: Channel
    speaker: str | None


class HistoryRow(Record):
    """Count how what one source said lately has fared."""

    channel: Channel
    speaker: str | None
    claims: int  # facts it gave
    wrong: int  # of these: corrected since, or against what was firmly believed


class Alike(Record):
    """Name a memory that says what a claim says, or the opposite."""

    memory: int  # < 0: -1 - n for the n-th turn of the same batch
    similarity: float  # [0, 1]; of an opposite: what the two have in common
    opposed: bool = False
