"""Join rows of `beliefs_about` that only repeat a value, before anything is made of them.

What is told again and again is an interval each time, which ends where the next one starts. Of a
fact that was repeated for a year there are hundreds, and a question needs one. They are joined as
`core.worldview.runs` joins them; what could be hidden, is off the record, has an end of its own or
comes from another source stays a row of its own.
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
_EVENT, _MEMORY = _AT["event"], _AT["memory"]

_said_by = itemgetter(*(_AT[n] for n in ("slot", "candidate", "polarity", "channel", "speaker")))
_told = itemgetter(*(_AT[n] for n in (
    "polarity", "commitment", "stated_to", "corrects", "cardinality", "memory_state",
    "memory_expires_at",
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
        one = search.to_named_belief(rows[-1])
        if len(rows) == 1:
            return one
        events = {row[_EVENT] for row in rows}
        joined = one.belief.model_copy(update={
            "valid_from": rows[0][_FROM], "said_at": max(row[_SAID] for row in rows),
            "support": max(len(events), *(row[_SUPPORT] for row in rows)),
        })  # fmt: skip
        memories = dict.fromkeys(row[_MEMORY] for row in reversed(rows))
        before = tuple(m for m in memories if m not in (None, joined.memory))
        return one.model_copy(update={"belief": joined, "before": before})


def joined(rows: Iterable[_Row], states: Collection[str]) -> tuple[NamedBelief, ...]:
    """Make beliefs of the rows of `beliefs_about`.

    Args:
        rows: ordered by slot, start and claim.
        states: of memories that are looked at: the others are hidden later.
    """
    runs, latest = list[_Run](), dict[Any, _Run]()
    for row in rows:
        plain = _plain(row, states)
        run = latest.get(_said_by(row)) if plain else None
        if run is not None and run.follows(row):
            run.rows.append(row)
            continue
        runs.append(one := _Run([row]))
        if plain:
            latest[_said_by(row)] = one
    return tuple(run.belief() for run in runs)


def _plain(row: _Row, states: Collection[str]) -> bool:
    polarity, commitment, stated_to, corrects, cardinality, state, expires = _told(row)
    firm = commitment != "candidate" and polarity != "retracted" and not corrects
    whole = stated_to is None and cardinality != "interval"
    return bool(firm and whole and expires is None and state in states)
