"""Note which records change what a namespace holds, and which times lie ahead when it changes.

Caches are versioned by it: a record that changes nothing of what is recalled (an observed event, an
assessment, a held item, a put into a store) leaves them alone, and so does one of another
namespace.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from neuromem_graph.ledger.sqlite.fold import Entry, Fold

_NOTHING = frozenset({
    "namespace", "event", "step", "slot", "candidate", "impact", "held", "review", "policy",
    "refusal", "outcome", "sleep", "decay", "store_put", "store_delete", "store_index",
})  # fmt: skip
"""Kinds of records that change no answer by themselves; any other kind does."""

_SAID = frozenset({"memory"})
"""Of the others, those that change only what was said, not what is believed."""

_TIMES = frozenset({"valid_from", "valid_to", "expires_at", "stated_to", "moment"})
_GAPS = "gaps"
_WEIGHED = "importance"  # what an outcome moved, if anything


def note(fold: Fold, entry: Entry) -> None:
    """Note a record that was applied; an erasure, which is of no namespace, counts for all."""
    kind = entry.header["kind"]
    if kind in _NOTHING and not entry.header.get(_WEIGHED):
        return
    fold.run("add_change", entry.ns, int(kind not in _SAID and entry.ns > 0), entry.seq)
    for at in _times(entry.header):
        if at > entry.at:
            fold.run("add_turning_point", entry.ns, at, entry.seq)


def _times(value: Mapping[str, Any]) -> Iterator[int]:
    """Give the times that a header names."""
    for name, inner in value.items():
        if name in _TIMES and isinstance(inner, int):
            yield inner
        elif name == _GAPS:
            yield from (moment for gap in inner for moment in gap)
        elif isinstance(inner, dict | list):
            several = inner if isinstance(inner, list) else (inner,)
            yield from (at for one in several if isinstance(one, dict) for at in _times(one))
