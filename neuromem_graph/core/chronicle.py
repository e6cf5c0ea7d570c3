"""Lay out what was believed on both axes: pure, from the versions that the ledger holds.

At every record that touched a slot, what stood there then is put together as every other view does:
repeated statements become one interval, past periods interrupt it, what was put away is left out.
Intervals that stay the same from record to record are one bar.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from neuromem_graph.core.lifecycle import CURRENT, shown
from neuromem_graph.core.runs import runs
from neuromem_graph.core.scoring import Moment, judge
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import from_micros, to_micros
from neuromem_graph.types.ledger import BeliefRow
from neuromem_graph.types.timelines import BeliefVersion, Fate, Holding, TimelineBar, TimelineRow
from neuromem_graph.types.worldview import ToldSlot

_Key = tuple[int, str, bool, int, int | None]


class _State(NamedTuple):
    """Hold what a slot held from one record on."""

    seq: int
    at: datetime
    rows: Mapping[_Key, BeliefRow]  # the intervals that stood
    claims: frozenset[int]  # on record, also those that were put away


def rows(
    slots: Iterable[ToldSlot], versions: Sequence[BeliefVersion], seq: int, at: datetime,
    settings: Settings,
) -> tuple[TimelineRow, ...]:  # fmt: skip
    """Return one row per slot of which something was believed; slots of one person are one.

    Args:
        slots: in the order they are shown.
        versions: of what was believed in them.
        seq: the moment of the ledger.
        at: that moment's time.
        settings: how conflicts are judged.
    """
    places: dict[tuple[int, str], list[ToldSlot]] = {}
    for slot in slots:
        if slot.entity_name and slot.attribute:  # else it was erased
            places.setdefault((slot.entity, slot.attribute), []).append(slot)
    found = (_row(same, versions, seq, at, settings) for same in places.values())
    return tuple(row for row in found if row.bars)


def _row(
    same: Sequence[ToldSlot], versions: Sequence[BeliefVersion], seq: int, at: datetime,
    settings: Settings,
) -> TimelineRow:  # fmt: skip
    first, numbers = same[0], {slot.slot for slot in same}
    ours = [one for one in versions if one.belief.slot in numbers]
    states = _states(ours, seq, at)
    last = states[-1].rows if states else {}
    now = to_micros(at)
    held = judge(tuple(last.values()), first.cardinality, Moment(now, now), settings)
    holds = {key: _holding(row, held[row.claim].status, now) for key, row in last.items()}
    return TimelineRow(
        slot=first.id, entity=first.entity_name or "", relation=first.relation,
        attribute=first.attribute or "", bars=tuple(_bars(states, holds)),
    )  # fmt: skip


def _states(versions: Sequence[BeliefVersion], seq: int, at: datetime) -> list[_State]:
    """Return what stood after each record that touched the slot, and what stands at the end."""
    moments = {one.known_from: one.known_at for one in versions}
    moments |= {one.known_to: one.gone_at for one in versions if one.known_to and one.gone_at}
    states = [_state(versions, number, when, when) for number, when in sorted(moments.items())]
    if states:  # time passes after the last record, too: what expires is gone
        there = _state(versions, states[-1].seq, states[-1].at, at).rows
        if there.keys() != states[-1].rows.keys():
            states.append(states[-1]._replace(seq=seq + 1, at=at, rows=there))
    return states


def _state(versions: Sequence[BeliefVersion], seq: int, when: datetime, now: datetime) -> _State:
    there = [one.belief for one in versions
             if one.known_from <= seq and (one.known_to is None or one.known_to > seq)]  # fmt: skip
    by_time = sorted(there, key=lambda one: (one.valid_from, one.claim))
    stretches = runs(shown(by_time, CURRENT, to_micros(now)))
    empty = (one for one in stretches if one.valid_to != one.valid_from)
    return _State(seq, when, {_key(one): one for one in empty}, frozenset(b.claim for b in there))


def _key(one: BeliefRow) -> _Key:
    weak = one.commitment == "candidate"
    return one.candidate, one.polarity, weak, one.valid_from, one.valid_to


def _holding(one: BeliefRow, status: str, now: int) -> Holding:
    if one.valid_to is not None and one.valid_to <= now:
        return "ended"
    if one.valid_from > now:
        return "planned"
    if status == "conflicted":
        return "disputed"
    return "holds" if status == "active" else "unconfirmed"


def _bars(states: Sequence[_State], holds: Mapping[_Key, Holding]) -> Iterable[TimelineBar]:
    open_: dict[_Key, tuple[TimelineBar, int]] = {}
    first: dict[tuple[int, str, int], datetime] = {}
    for state in states:
        for key in [key for key in open_ if key not in state.rows]:
            bar, claim = open_.pop(key)
            yield bar.model_copy(update={
                "known_to": state.seq, "gone_at": state.at, "fate": _fate(key, claim, state),
            })  # fmt: skip
        for key, row in state.rows.items():
            if key not in open_:
                told_at = first.setdefault((key[0], key[1], key[3]), state.at)
                open_[key] = _bar(row, state, told_at), row.claim
    for key, (bar, _) in open_.items():
        yield bar.model_copy(update={"holds": holds[key]})


def _fate(key: _Key, claim: int, state: _State) -> Fate:
    """Tell why an interval is not there any more."""
    if claim not in state.claims:
        return "corrected"
    moved = any((other[0], other[1]) == (key[0], key[1]) for other in state.rows)
    return "changed" if moved else "put_away"


def _bar(row: BeliefRow, state: _State, told_at: datetime) -> TimelineBar:
    return TimelineBar(
        value=row.value, polarity=row.polarity, commitment=row.commitment,
        valid_from=from_micros(row.valid_from),
        valid_to=None if row.valid_to is None else from_micros(row.valid_to),
        known_from=state.seq, known_at=state.at, told_at=told_at,
        claim_id=row.claim_id,
    )  # fmt: skip
