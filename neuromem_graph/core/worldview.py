"""Decide what a claim does to its slot: support, change, correct, contradict or end a belief.

Every grounded statement about a slot is a point in valid time, the repeated ones and "no longer"
too. It holds from its `valid_from` until another point cuts it off: a statement of another value,
the next statement of the same value (whose interval then carries on), or its end. Which point cuts
which, and where, depends on the two alone, so the timeline is the same in whatever order they
arrive. What only a weak source says cuts nothing.

How many values a slot takes decides who competes. `single`: every other value, and the same value
denied. `multi`: only the same value denied. `interval`: as `multi`, and a repeat of a value does
not cut it either: each statement holds for its own period, from its start to its end, one day
without one; periods of one value that overlap or touch are one. An end cuts off the period it falls
into, and calls off those that had been announced for later.
"""

from collections.abc import Sequence
from typing import NamedTuple

from neuromem_graph.types.base import Basis, Cardinality, Effect, Polarity
from neuromem_graph.types.drafts import Close
from neuromem_graph.types.ingest import Update
from neuromem_graph.types.ledger import BeliefRow

DAY = 86_400_000_000
"""How long a statement about an `interval` slot holds when no end is told, in microseconds."""

_UNBORN = 1 << 62  # orders claims of this batch (numbered -1, -2, ...) behind all stored ones


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
    claim: int = -_UNBORN  # behind everything

    @property
    def single(self) -> bool:
        """Tell whether the slot takes one value at a time."""
        return self.cardinality == "single"

    @property
    def ends(self) -> bool:
        """Tell whether it says that something is over."""
        return self.update == "end" or self.polarity == "retracted"


class Outcome(NamedTuple):
    """Hold what the claim does."""

    effect: Effect
    valid_from: int
    valid_to: int | None
    closes: tuple[Close, ...] = ()
    touched: tuple[BeliefRow, ...] = ()  # beliefs of another value it ends, or those it supports


def covers(belief: BeliefRow, moment: int) -> bool:
    """Tell whether a belief holds at a moment of the world."""
    return belief.valid_from <= moment and (belief.valid_to is None or moment < belief.valid_to)


def firm(beliefs: Sequence[BeliefRow]) -> list[BeliefRow]:
    """Return what is firmly held or ended, in order of valid time."""
    held = [b for b in beliefs if b.commitment != "candidate"]
    return sorted(held, key=_order)


def runs(beliefs: Sequence[BeliefRow]) -> tuple[BeliefRow, ...]:
    """Merge statements of one value that touch each other into one interval; drop the ends.

    The merged row is the newest statement, holding since the first, with all events behind it.
    """
    loose = [b for b in beliefs if b.commitment == "candidate"]
    return (*map(_merged, chains(beliefs)), *loose)


def chains(beliefs: Sequence[BeliefRow]) -> tuple[tuple[BeliefRow, ...], ...]:
    """Return what is firmly held as chains of statements, oldest first: see `runs`."""
    found: list[list[BeliefRow]] = []
    latest: dict[tuple[str | None, Polarity], tuple[list[BeliefRow], int | None]] = {}
    for belief in firm(beliefs):
        if belief.polarity == "retracted":
            continue
        said = (belief.value_key, belief.polarity)
        chain, end = latest.get(said, ([], 0))
        if chain and (end is None or end >= belief.valid_from):
            chain.append(belief)
        else:
            chain, end = [belief], belief.valid_to
            found.append(chain)
        open_ = end is None or belief.valid_to is None
        latest[said] = (chain, None if open_ else max(end or 0, belief.valid_to or 0))
    return tuple(map(tuple, found))


def _merged(run: Sequence[BeliefRow]) -> BeliefRow:
    ends = [belief.valid_to for belief in run]
    return run[-1].model_copy(
        update={
            "valid_from": run[0].valid_from,
            "valid_to": None if None in ends else max(end for end in ends if end is not None),
            "support": max(len({belief.event for belief in run}), *(b.support for b in run)),
            "said_at": max(belief.said_at for belief in run),
        }
    )


def believed(beliefs: Sequence[BeliefRow], moment: int) -> tuple[BeliefRow, ...]:
    """Return what holds at a moment: firmly held before candidates, newest first."""
    open_ = [b for b in runs(beliefs) if covers(b, moment)]
    return tuple(
        sorted(open_, key=lambda b: (b.commitment == "candidate", -b.valid_from, -b.claim))
    )


def decide(beliefs: Sequence[BeliefRow], said: Statement) -> Outcome:
    """Decide what a statement does to the beliefs of its slot.

    Args:
        beliefs: all believed intervals of the slot, ends and candidates included.
        said: the statement.

    Returns:
        The effect, the interval the statement takes, and what it closes.
    """
    if said.polarity == "hypothetical":  # it is on record, and that is all
        return Outcome("none", said.valid_from, said.valid_to)
    said = _bounded(said)
    if not said.grounded:
        return _weak(beliefs, said)
    held = firm(beliefs)
    if said.update == "correction" and not said.ends:
        return _correct(held, said)
    cut = [(b, when) for b in held if (when := _cut(said, b, said.cardinality)) is not None]
    cut = [(b, when) for b, when in cut if b.valid_to is None or when < b.valid_to]
    closes = tuple(Close(claim=b.claim, valid_to=when) for b, when in cut)
    others = tuple(b for b, _ in cut if said.ends or not _says(b, said))
    if said.ends:  # an empty interval: it is there to cut off what is said of earlier times later
        return Outcome("retract", said.valid_from, said.valid_from, closes, others)
    until = [when for b in held if (when := _cut(b, said, said.cardinality)) is not None]
    until += [said.valid_to] if said.valid_to is not None else []
    same = tuple(b for b, _ in cut if _says(b, said)) or tuple(
        b for b in held if _says(b, said) and (covers(b, said.valid_from) or _joins(b, said))
    )
    effect: Effect = "change" if others else "support" if same else "assert"
    touched = others or (same if effect == "support" else ())
    return Outcome(effect, said.valid_from, min(until, default=None), closes, touched)


def _bounded(said: Statement) -> Statement:
    """Give a statement about an `interval` slot its period: one day if less is told."""
    if said.cardinality != "interval" or said.ends:
        return said
    if said.valid_to is None:
        return said._replace(valid_to=said.valid_from + DAY)
    if said.valid_to <= said.valid_from:  # "until Friday": its last day
        return said._replace(valid_from=said.valid_to - DAY)
    return said


def _joins(belief: BeliefRow, said: Statement) -> bool:
    """Tell whether two periods of an `interval` slot overlap or touch."""
    over = said.valid_to is not None and said.valid_to < belief.valid_from
    before = belief.valid_to is not None and belief.valid_to < said.valid_from
    return said.cardinality == "interval" and not over and not before


def _weak(beliefs: Sequence[BeliefRow], said: Statement) -> Outcome:
    """What a weak source says stands beside the beliefs."""
    if said.ends:
        return Outcome("none", said.valid_from, said.valid_to)
    there = believed(beliefs, said.valid_from)
    same = tuple(b for b in there if _says(b, said))
    if same:
        return Outcome("support", said.valid_from, said.valid_to, touched=same[:1])
    rivals = tuple(b for b in there if b.commitment != "candidate" and rival(b, said, said.single))
    effect: Effect = "contradict" if rivals else "assert"
    return Outcome(effect, said.valid_from, said.valid_to, touched=rivals)


def _correct(held: Sequence[BeliefRow], said: Statement) -> Outcome:
    """Take the wrong run off the record and take over its interval."""
    wrong = _mistaken(held, said)
    if wrong is None:
        return decide(held, said._replace(update="none"))
    run = run_of(wrong, held)
    start, end = run[0].valid_from, run[-1].valid_to
    if said.cardinality == "interval":
        run = list(next((c for c in chains(held) if wrong in c), (wrong,)))
        start, end = run[0].valid_from, _merged(run).valid_to
        if said.basis == "stated":
            start, end = said.valid_from, said.valid_to
    closes = tuple(Close(claim=b.claim, wrong=True) for b in run)
    return Outcome("correct", start, end, closes, tuple(run))


def _mistaken(held: Sequence[BeliefRow], said: Statement) -> BeliefRow | None:
    """Return what a correction means: the rival of its time, else the latest one.

    In an `interval` slot nothing competes: what was denied is meant, or what was said of a period
    that the correction states as well.
    """
    asserted = [b for b in held if b.polarity != "retracted"]
    rivals = [b for b in asserted if rival(b, said, said.single)]
    if said.cardinality == "interval":
        stated = said.basis == "stated"
        others = [b for b in asserted if stated and _joins(b, said) and not _says(b, said)]
        latest = sorted(rivals, key=lambda b: (b.said_at, b.claim))
        meant = [b for b in rivals if _joins(b, said)] or others or ([] if stated else latest)
        return meant[-1] if meant else None
    meant = [b for b in rivals if _meets(b, said)] or rivals
    return meant[-1] if meant else None


def run_of(belief: BeliefRow, held: Sequence[BeliefRow]) -> list[BeliefRow]:
    """Return the statements of one value that lead up to a belief without a gap, oldest first.

    Where periods overlap, those that a longer one holds are among them.
    """
    chain = next((c for c in chains(held) if any(b.claim == belief.claim for b in c)), (belief,))
    return [b for b in chain if b.claim == belief.claim or _order(b) < _order(belief)]


def _meets(belief: BeliefRow, said: Statement) -> bool:
    return covers(belief, said.valid_from) or (
        _told_before(belief, said) and covers(belief, said.said_at)
    )


def _says(one: BeliefRow | Statement, other: BeliefRow | Statement) -> bool:
    return one.value_key == other.value_key and one.polarity == other.polarity


def rival(one: BeliefRow | Statement, other: BeliefRow | Statement, single: bool) -> bool:
    """Tell whether two statements can't hold together."""
    if one.value_key == other.value_key:
        return one.polarity != other.polarity
    return single and one.polarity == other.polarity == "asserted"


def _cut(
    point: BeliefRow | Statement, belief: BeliefRow | Statement, many: Cardinality
) -> int | None:  # fmt: skip
    """Return where one point of valid time cuts another off, or None."""
    if belief.polarity == "retracted" or not _concerns(point, belief, many):
        return None
    if _order(point) > _order(belief):
        return None if _told_before(point, belief) else point.valid_from
    if many == "interval" and _ends(point) and belief.said_at < point.said_at <= belief.valid_from:
        return belief.valid_from  # announced, and called off before it began
    # A change stated for an earlier time, but said after what had only been observed.
    return point.said_at if _told_before(belief, point) else None


def _concerns(
    point: BeliefRow | Statement, belief: BeliefRow | Statement, many: Cardinality
) -> bool:  # fmt: skip
    if _ends(point):
        return point.value_key in ("", belief.value_key)
    if _says(point, belief):
        return many != "interval"
    return rival(point, belief, many == "single")


def _ends(point: BeliefRow | Statement) -> bool:
    return point.polarity == "retracted" or (isinstance(point, Statement) and point.update == "end")


def _told_before(one: BeliefRow | Statement, stated: BeliefRow | Statement) -> bool:
    """Tell whether one was only observed, and said no later than what states an earlier time.

    "I live in Lisbon", then "I moved to Porto last month": the later word is believed from when it
    was said.
    """
    earlier = stated.valid_from < one.valid_from <= stated.said_at
    return one.basis == "observed" and stated.basis == "stated" and earlier


def _order(point: BeliefRow | Statement) -> tuple[int, int]:
    place = point.claim if point.claim > 0 else _UNBORN - point.claim
    return (point.valid_from, place)
