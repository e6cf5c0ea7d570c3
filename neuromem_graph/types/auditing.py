"""What an audit of quality found, as records, text, JSON and an offline page."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from neuromem_graph.types import auditing_html, auditing_text
from neuromem_graph.types.base import Namespace, Record

__all__ = ["SORTS", "AuditReport", "Finding", "Growth", "Sort"]

Sort = Literal[
    "exact_duplicate", "near_duplicate", "echo", "contradiction", "never_recalled", "orphan",
    "secret",
]  # fmt: skip
"""What can be wrong."""

SORTS: Mapping[Sort, str] = MappingProxyType({
    "exact_duplicate": "the same words again",
    "near_duplicate": "nearly the same words, no number, name or negation apart",
    "echo": "what was recalled, or an assistant's repetition of what was known",
    "contradiction": "opposites, or rival values of a slot that takes one, both held",
    "never_recalled": "in no explanation that is kept, and old enough to have had a chance",
    "orphan": "an entity that nothing is known of; an item without any text",
    "secret": "a token, key, password or card number",
})  # fmt: skip
"""What each sort of finding means, for people."""


class Finding(Record):
    """Tell of one thing that makes a memory worse."""

    sort: Sort
    ids: tuple[str, ...]  # of memories, items ("namespace/key") or entities, the older first
    says: str
    texts: tuple[str, ...] = ()  # how they begin, secrets taken out


class Growth(Record):
    """Count what one day of UTC has added."""

    day: str  # "2025-06-02"
    added: int  # memories or items
    bytes: int  # of what was said


class AuditReport(Record):
    """Tell what an audit found; it changed nothing."""

    of: Literal["memory", "items"]
    namespace: Namespace | None = None  # of a memory
    at: datetime
    stored: int  # active memories, or items
    looked_at: int  # of them, the newest
    counts: dict[Sort, int]  # by sort, 0 included; a sort that could not be looked for is missing
    findings: tuple[Finding, ...]  # the first ones of each sort
    growth: tuple[Growth, ...] = ()  # days on which something was added
    recalls: int = Field(default=0, ge=0)  # memories that the kept explanations name

    @property
    def clean(self) -> bool:
        """Tell whether nothing is wrong; memories that nobody asked for are not."""
        return not any(n for sort, n in self.counts.items() if sort != "never_recalled")

    @property
    def per_day(self) -> float:
        """Return how many memories or items were added per day, from the first day to the last."""
        if not self.growth:
            return 0.0
        first, last = (datetime.fromisoformat(self.growth[at].day) for at in (0, -1))
        return sum(one.added for one in self.growth) / ((last - first).days + 1)

    def __str__(self) -> str:
        """Return a readable text."""
        return auditing_text.written(self, SORTS)

    def to_html(self) -> str:
        """Return an offline page: no script, no network, all text escaped."""
        return auditing_html.page(self, SORTS)

    def _repr_html_(self) -> str:
        return auditing_html.page(self, SORTS, whole_page=False)
