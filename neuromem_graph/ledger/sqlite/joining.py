"""Join rows of `beliefs_about` that only repeat a value, before anything is made of them.

What is told again and again is an interval each time, which ends where the next one starts. Of a
fact that was repeated for a year there are hundreds, and a question needs one. They are joined as
`core.runs.runs` joins them, those that are hidden by themselves; what could expire, is off the
record, was erased, has an end of its own or comes from another source stays a row of its own.
"""

from collections.abc import Collection, Iterable
from operator import itemgetter
from typing import Any, NamedTuple

from neuromem_graph.ledger.sqlite import search
from neuromem_graph.types.ledger import NamedBelief

_Row = tuple[Any, ...]
_NAMED = ("entity", "entity_name", "relation", "attribute", "kind", *search.BELIEF)
_AT = {name: at for at, name in enumerate(_NAMED)}
_FROM, _TO, _SAID, _SUPPORT = (_AT[n] for n in ("valid_from", "valid_to", "said_at", "support"))
_EVENT, _MEMORY, _STATE = _AT["event"], _AT["memory"], _AT["memory_state"]

_said_by = itemgetter(*(_AT[n] for n in ("slot", "candidate", "polarity", "channel", "speaker")))
_told = itemgetter(*(_AT[n] for n in (
    "value", "polarity", "commitment", "stated_to", "corrects", "cardinality", "memory_expires_at",
)))  # fmt: skip


class _Run(NamedTuple):
    """Hold rows that follow each other, the newest last."""

    rows: list[_Row]

    def follows(self, row: _Row) -> bool:
        """Tell whether a row starts where these end."""
        return bool(self.rows[-1][_TO] == row[_FROM])

    def belief(self) -> NamedBelief:
        """Make one belief of all rows: the newest, since the first, with all behind it."""
        rows = self.rows
        if len(rows) == 1:
            return search.to_named_belief(rows[0])
        one, events = list(rows[-1]), {row[_EVENT] for row in rows}
        one[_FROM], one[_SAID] = rows[0][_FROM], max(row[_SAID] for row in rows)
        one[_SUPPORT] = max(len(events), *(row[_SUPPORT] for row in rows))
        memories = dict.fromkeys(row[_MEMORY] for row in reversed(rows))
        before = tuple(m for m in memories if m not in (None, one[_MEMORY]))
        return search.to_named_belief(tuple(one), before, len(events) - 1)


def joined(rows: Iterable[_Row], states: Collection[str]) -> tuple[NamedBelief, ...]:
    """Make beliefs of the rows of `beliefs_about`.

    Args:
        rows: ordered by slot, start and claim.
        states: of memories that are looked at: what others tell is hidden later.
    """
    runs, latest = list[_Run](), dict[Any, _Run]()
    for row in rows:
        if not _plain(row):
            runs.append(_Run([row]))
            continue
        said = (*_said_by(row), row[_STATE] in states)
        run = latest.get(said)
        if run is not None and run.follows(row):
            run.rows.append(row)
        else:
            runs.append(_Run([row]))
            latest[said] = runs[-1]
    return tuple(run.belief() for run in runs)


def _plain(row: _Row) -> bool:
    value, polarity, commitment, stated_to, corrects, cardinality, expires = _told(row)
    firm = commitment != "candidate" and polarity != "retracted" and not corrects
    whole = value is not None and stated_to is None and expires is None  # nothing was erased
    return bool(firm and whole and cardinality != "interval")
