"""Decide what a claim does to its slot: support, change, correct, contradict or end a belief.

What is believed is the timeline of the grounded statements (`core.timeline`). A claim adds a point
to it: what that moves is the decision. Ends move either way, and what was off the record can come
back: a correction that is imported late may show that another had meant something else.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core import timeline
from neuromem_graph.core.points import (
    Point,
    calls_off,
    chains,
    cut,
    joins,
    rival,
    said_order,
    says,
    unborn,
)
from neuromem_graph.core.runs import believed, covers, firm
from neuromem_graph.core.timeline import Timeline
from neuromem_graph.types.base import Basis, Cardinality, Effect, Polarity
from neuromem_graph.types.drafts import Close, Ref
from neuromem_graph.types.ingest import Update
from neuromem_graph.types.ledger import BeliefRow

__all__ = ["DAY", "Outcome", "Statement", "chains", "decide", "rival"]

DAY = 86_400_000_000
"""How long a statement about an `interval` slot holds when no end is told, in microseconds."""


class Statement(NamedTuple):
    """Hold what a claim says about a slot."""

    value_key: str  # "": "no longer", without naming the value
    polarity: Polarity
    update: Update
    valid_from: int  # microseconds
    valid_to: int | None
    said_at: int  # microseconds
    basis: Basis
    grounded: bool  # may it close what others said?
    cardinality: Cardinality
    claim: Ref = unborn(0)  # behind everything
    means: tuple[Ref, ...] = ()  # the claims whose place it takes
    denies: str = ""  # key of the value that it says never was so

    @property
    def corrects(self) -> bool:
        """Tell whether it says that something else never was so."""
        return self.update == "correction"

    @property
    def ends(self) -> bool:
        """Tell whether it says that something is over."""
        return self.update == "end" or (self.polarity == "retracted" and not self.corrects)


class Outcome(NamedTuple):
    """Hold what the claim does."""

    effect: Effect
    valid_from: int
    valid_to: int | None
    closes: tuple[Close, ...] = ()
    touched: tuple[BeliefRow, ...] = ()  # beliefs of another value it ends, or those it supports
    wrong: bool = False  # its correction was known before it


def decide(
    beliefs: Sequence[BeliefRow], said: Statement, struck: Sequence[BeliefRow] = ()
) -> Outcome:
    """Decide what a statement does to the beliefs of its slot.

    Args:
        beliefs: all believed intervals of the slot, ends and candidates included.
        said: the statement.
        struck: what was said of the slot and is off the record.

    Returns:
        The effect, the interval the statement takes, and what it moves.
    """
    if said.polarity == "hypothetical":  # it is on record, and that is all
        return Outcome("none", said.valid_from, said.valid_to)
    said = _bounded(said)
    if not said.grounded:
        return _weak(beliefs, said)
    new, many = _point(said), said.cardinality
    near, off = firm(beliefs), list(struck)
    if not (
        new.means or any(one.means for one in (*near, *off))
    ):  # what is named may be of any value
        near = [b for b in near if _concerned(b, new, many)]
        off = [b for b in off if _concerned(b, new, many)]
    line = _settled(near, off, new, many)
    after = {point.claim: point for point in line.held}
    closes, here = _moves(near, off, after), after.get(new.claim)
    if here is None:
        return Outcome("none", new.valid_from, new.stated_to, closes, wrong=True)
    hit = tuple(b for b in near if line.wrong.get(b.claim) == new.claim)
    if hit:
        return Outcome("correct", here.valid_from, here.valid_to, closes, hit)
    effect, touched = _effect(near, here, after, many)
    return Outcome(effect, here.valid_from, here.valid_to, closes, touched)


def _effect(
    near: Sequence[BeliefRow], here: Point, after: Mapping[Ref, Point], many: Cardinality
) -> tuple[Effect, tuple[BeliefRow, ...]]:
    """Tell what a point that corrects nothing does to beliefs, and to which."""
    cuts = [b for b in near if b.claim in after and _is_cut(here, b, after[b.claim], many)]
    others = tuple(b for b in cuts if here.ends or not says(known(b), here))
    if here.polarity == "retracted":
        return "retract", others
    same = tuple(b for b in cuts if b not in others and b.value is not None) or tuple(
        b for b in near
        if b.value is not None and says(known(b), here)
        and (covers(b, here.valid_from) or (many == "interval" and joins([b], here)))
    )  # fmt: skip
    if others:
        return "change", others
    return ("support", same) if same else ("assert", ())


def _is_cut(by: Point, was: BeliefRow, now: Point, many: Cardinality) -> bool:
    return _sooner(now, was) and (now.valid_to == cut(by, now, many) or calls_off(by, now))


def _settled(
    held: Sequence[BeliefRow], struck: Sequence[BeliefRow], new: Point, many: Cardinality
) -> Timeline:
    """Settle a slot with one more point; where no correction can mean it, it only adds to it."""
    order = said_order(new)
    there = [known(b) for b in held]
    if many == "interval":  # each has an end
        there = [
            p._replace(stated_to=own(b, many).stated_to) for p, b in zip(there, held, strict=True)
        ]
    late = any(b.corrects and said_order(known(b)) > order for b in (*held, *struck))
    named = any(b.means or b.denies for b in (*held, *struck))
    if new.corrects or late or named or (new.ends and any(calls_off(new, one) for one in there)):
        return timeline.settle([*(own(b, many) for b in (*held, *struck)), new], many)
    return Timeline(timeline.added(there, new, many))


def _moves(
    held: Sequence[BeliefRow], struck: Sequence[BeliefRow], after: Mapping[Ref, Point]
) -> tuple[Close, ...]:
    """Return what is no longer where it was. What an erased end cut off stays cut off."""
    erased = {m for b in held if b.value_key is None and b.polarity == "retracted"
              for m in (b.valid_from, b.said_at)}  # fmt: skip
    moves = []
    for one in held:
        now = after.get(one.claim)
        if now is None:
            moves.append(Close(claim=one.claim, wrong=True))
            continue
        start = None if now.valid_from == one.valid_from else now.valid_from
        end = one.valid_to if one.valid_to in erased and not _sooner(now, one) else now.valid_to
        if start is not None or end != one.valid_to:
            moves.append(Close(claim=one.claim, valid_from=start, valid_to=end))
    back = (after[b.claim] for b in struck if b.claim in after)
    moves += [Close(claim=p.claim, valid_from=p.valid_from, valid_to=p.valid_to) for p in back]
    return tuple(moves)


def _sooner(now: Point, was: BeliefRow) -> bool:
    return now.valid_to is not None and (was.valid_to is None or now.valid_to < was.valid_to)


def _concerned(one: BeliefRow, new: Point, many: Cardinality) -> bool:
    """Tell whether a statement can bear on another, directly or through a correction."""
    alike = one.value_key in (None, new.value_key) or "" in (one.value_key, new.value_key)
    return many != "multi" or alike


def _bounded(said: Statement) -> Statement:
    """Give a statement about an `interval` slot its period: one day if less is told."""
    if said.cardinality != "interval" or said.polarity == "retracted" or said.ends:
        return said
    start, end = _period(said.valid_from, said.valid_to)
    return said._replace(valid_from=start, valid_to=end)


def _period(start: int, end: int | None) -> tuple[int, int]:
    if end is None:
        return start, start + DAY
    return (end - DAY, end) if end <= start else (start, end)  # "until Friday": its last day


def _weak(beliefs: Sequence[BeliefRow], said: Statement) -> Outcome:
    """What a weak source says stands beside the beliefs."""
    if said.ends or said.polarity == "retracted":
        return Outcome("none", said.valid_from, said.valid_to)
    there, new = believed(beliefs, said.valid_from), _point(said)
    same = tuple(b for b in there if says(known(b), new) and b.value is not None)
    if same:
        return Outcome("support", said.valid_from, said.valid_to, touched=same[:1])
    single = said.cardinality == "single"
    rivals = tuple(b for b in there if b.commitment != "candidate" and rival(known(b), new, single))
    effect: Effect = "contradict" if rivals else "assert"
    return Outcome(effect, said.valid_from, said.valid_to, touched=rivals)


def _point(said: Statement) -> Point:
    polarity: Polarity = "retracted" if said.update == "end" else said.polarity
    return Point(said.claim, said.value_key, polarity, said.basis, said.said_at, said.valid_from,
                 stated_to=said.valid_to, corrects=said.corrects,
                 means=said.means, denies=said.denies)  # fmt: skip


def known(row: BeliefRow) -> Point:
    """Return the point that a belief is, with the interval it has."""
    key = f"\0{row.candidate}" if row.value_key is None else row.value_key  # erased
    return Point(row.claim, key, row.polarity, row.basis, row.said_at, row.valid_from,
                 row.valid_to, row.stated_to, row.corrects, row.means,
                 row.denies or "")  # fmt: skip


def own(row: BeliefRow, many: Cardinality) -> Point:
    """Return the point that a belief is, with the interval that its words gave it."""
    start, end = row.valid_from, row.stated_to
    if row.corrects and row.basis == "observed":  # it may have taken over another start
        start = row.said_at if end is None else min(row.said_at, end)
    if many == "interval" and row.polarity != "retracted":
        start, end = _period(start, end)
    return known(row)._replace(valid_from=start, stated_to=end)
