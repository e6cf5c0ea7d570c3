"""Decide what follows when the word of a source counts no more, or counts again.

A memory falls when every event behind it is tainted; one that was derived falls when all that it
was derived from did, and one that sleep compiled when any of it did. A belief that a tainted event
told is off the record, and the slot is settled anew from what is left: what it had displaced holds
again, as if it had never been said. Pure: the records it plans hold all of it, so that folding them
decides nothing.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.beliefs import Slot
from neuromem_graph.core.closing import Closing, closings
from neuromem_graph.core.lives import lived
from neuromem_graph.core.merging import moved
from neuromem_graph.types.base import Cardinality
from neuromem_graph.types.drafts import Close
from neuromem_graph.types.entities import Timeline
from neuromem_graph.types.ledger import BeliefRow
from neuromem_graph.types.safety import Derivation, EdgeTie, Standing
from neuromem_graph.types.spans import Saying, Span, Teller
from neuromem_graph.types.taint_drafts import EdgeEnd, Moved, Over

__all__ = ["Derived", "Settled", "edges", "fallen", "lives", "settled"]

Derived = Mapping[int, Derivation]
"""A memory -> what it was derived from."""


class Settled(NamedTuple):
    """Hold what becomes of the beliefs of some entities."""

    closes: tuple[Close, ...] = ()
    closings: tuple[Closing, ...] = ()  # statements whose ends moved, without those that are off


def fallen(
    rows: Iterable[Standing], derived: Derived, tainted: Collection[int]
) -> frozenset[int]:  # fmt: skip
    """Return the memories behind which nobody stands any more.

    Args:
        rows: memories with the events behind them.
        derived: what those among them that were derived were derived from.
        tainted: events whose word does not count.
    """
    known = tuple(rows)
    gone = {
        row.memory for row in known
        if row.memory not in derived and all(event in tainted for event in row.events)
    }  # fmt: skip
    while True:
        more = {
            one.memory for one in derived.values() if one.memory not in gone
            and (any if one.frail else all)(end in gone or end in tainted for end in one.sources)
        }  # fmt: skip
        if not more:
            return frozenset(gone)
        gone |= more


def settled(
    timelines: Sequence[Timeline], off: Collection[int], many: Mapping[str, Cardinality]
) -> Settled:
    """Settle slots anew without some statements.

    Args:
        timelines: all that was ever said of the slots, also what is off the record.
        off: claims that don't count.
        many: how many values each attribute takes.
    """
    rest = [one for one in timelines if one.belief.claim not in off]
    closes = {close.claim: close for close in moved(rest, many)}
    closes |= {
        one.belief.claim: Close(claim=one.belief.claim, wrong=True)
        for one in timelines if one.belief.claim in off and not one.struck
    }  # fmt: skip
    slots: dict[str | int, list[Timeline]] = {}
    for one in timelines:
        slots.setdefault(one.attribute or one.slot, []).append(one)
    found = list[Closing]()
    for name, rows in sorted(slots.items(), key=lambda item: min(r.slot for r in item[1])):
        count = (
            many.get(name, rows[0].cardinality) if isinstance(name, str) else rows[0].cardinality
        )
        found += closings(_slot(rows, count), _after(rows, count, closes))
    return Settled(
        tuple(close for _, close in sorted(closes.items())),
        tuple(one for one in found if one.row.claim not in off),
    )  # fmt: skip


def _slot(rows: Sequence[Timeline], many: Cardinality) -> Slot:
    return Slot(
        None, many, tuple(one.belief for one in rows if not one.struck),
        tuple(one.belief for one in rows if one.struck),
    )  # fmt: skip


def _after(rows: Sequence[Timeline], many: Cardinality, closes: Mapping[int, Close]) -> Slot:
    beliefs, struck = list[BeliefRow](), list[BeliefRow]()
    for one in rows:
        close = closes.get(one.belief.claim)
        if close is None:
            (struck if one.struck else beliefs).append(one.belief)
        elif close.wrong:
            struck.append(one.belief)
        else:
            start = one.belief.valid_from if close.valid_from is None else close.valid_from
            ends = {"valid_from": start, "valid_to": close.valid_to}
            beliefs.append(one.belief.model_copy(update=ends))
    order = sorted(beliefs, key=lambda row: (row.valid_from, row.claim))
    return Slot(None, many, tuple(order), tuple(struck))


def lives(
    found: Sequence[Closing], tellers: Mapping[int, Teller], skipped: Collection[int]
) -> tuple[tuple[Moved, ...], tuple[Over, ...]]:
    """Return which memories hold at other times, and where their statements are over now.

    Args:
        found: statements whose ends moved.
        tellers: the memories that tell them, in the state that they have or get back.
        skipped: memories that are put away.
    """
    over = tuple(Over(claim=one.row.claim, end=one.end) for one in found)
    sayings: dict[int, list[Saying]] = {}
    for one in found:
        if one.row.memory is not None and one.row.memory not in skipped:
            said = Saying(one.row.claim, one.row.candidate, one.row.said_at, one.end)
            sayings.setdefault(one.row.memory, []).append(said)
    changed = []
    for memory, more in sorted(sayings.items()):
        was = tellers.get(memory)
        now = None if was is None else lived(was, more)
        if (
            was is not None
            and now is not None
            and now._replace(sayings=()) != was._replace(sayings=())
        ):
            span = Span(valid_from=now.valid_from, valid_to=now.valid_to, gaps=now.gaps)
            changed.append(Moved(memory=memory, state=now.state, span=span))
    return tuple(changed), over


def edges(ties: Iterable[EdgeTie], state: str) -> tuple[EdgeEnd, ...]:
    """Return the edges in a state whose state is to change, one between each two ends.

    One that says that something inhibits is passed over: evidence of that type asserts it.
    """
    chosen: dict[tuple[int, int], EdgeEnd] = {}
    for tie in ties:
        if tie.state == state and tie.relation != "inhibits":
            end = EdgeEnd.model_validate(tie.model_dump(exclude={"state"}))
            chosen.setdefault((tie.source, tie.target), end)
    return tuple(end for _, end in sorted(chosen.items()))
