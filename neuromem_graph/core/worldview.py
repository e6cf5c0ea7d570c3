"""Decide what a claim does to its slot: support, change, correct, contradict or end a belief.

Every grounded statement about a slot is a point in valid time, the repeated ones and "no longer"
too. It holds from its `valid_from` until another point cuts it off: a statement of another value,
the next statement of the same value (whose interval then carries on), or its end. Which point cuts
which, and where, depends on the two alone, so the timeline is the same in whatever order they
arrive. What only a weak source says cuts nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

from neuromem_graph.types.base import Basis, Cardinality, Effect, Polarity
from neuromem_graph.types.drafts import Close
from neuromem_graph.types.ingest import Update
from neuromem_graph.types.ledger import BeliefRow

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
    """Merge statements of one value that follow each other into one interval; drop the ends.

    The merged row is the newest statement, holding since the first, with all events behind it.
    """
    merged: list[list[BeliefRow]] = []
    for belief in firm(beliefs):
        run = next((r for r in reversed(merged) if _says(r[-1], belief)), None)
        if belief.polarity == "retracted":
            continue
        if run is not None and (run[-1].valid_to is None or run[-1].valid_to >= belief.valid_from):
            run.append(belief)
        else:
            merged.append([belief])
    loose = [b for b in beliefs if b.commitment == "candidate"]
    return (*map(_merged, merged), *loose)


def _merged(run: Sequence[BeliefRow]) -> BeliefRow:
    ends = [belief.valid_to for belief in run]
    return run[-1].model_copy(
        update={
            "valid_from": run[0].valid_from,
            "valid_to": None if None in ends else max(end for end in ends if end is not None),
            "support": max(len({belief.event for belief in run}), *(b.support for b in run)),
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
    ends = said.update == "end" or said.polarity == "retracted"
    if not said.grounded:
        return _weak(beliefs, said, ends)
    held = firm(beliefs)
    if said.update == "correction" and not ends:
        return _correct(held, said)
    cut = [(b, when) for b in held if (when := _cut(said, b, said.single)) is not None]
    cut = [(b, when) for b, when in cut if b.valid_to is None or when < b.valid_to]
    closes = tuple(Close(claim=b.claim, valid_to=when) for b, when in cut)
    others = tuple(b for b, _ in cut if ends or not _says(b, said))
    if ends:  # an empty interval: it is there to cut off what is said of earlier times later
        return Outcome("retract", said.valid_from, said.valid_from, closes, others)
    until = [when for b in held if (when := _cut(b, said, said.single)) is not None]
    until += [said.valid_to] if said.valid_to is not None else []
    same = tuple(b for b, _ in cut if _says(b, said)) or tuple(
        b for b in held if _says(b, said) and covers(b, said.valid_from)
    )
    effect: Effect = "change" if others else "support" if same else "assert"
    touched = others or (same if effect == "support" else ())
    return Outcome(effect, said.valid_from, min(until, default=None), closes, touched)


def _weak(beliefs: Sequence[BeliefRow], said: Statement, ends: bool) -> Outcome:
    """What a weak source says stands beside the beliefs."""
    if ends:
        return Outcome("none", said.valid_from, said.valid_to)
    there = believed(beliefs, said.valid_from)
    same = tuple(b for b in there if _says(b, said))
    if same:
        return Outcome("support", said.valid_from, said.valid_to, touched=same[:1])
    rivals = tuple(b for b in there if b.commitment != "candidate" and _rival(b, said, said.single))
    effect: Effect = "contradict" if rivals else "assert"
    return Outcome(effect, said.valid_from, said.valid_to, touched=rivals)


def _correct(held: Sequence[BeliefRow], said: Statement) -> Outcome:
    """Take the wrong run off the record and take over its interval."""
    rivals = [b for b in held if b.polarity != "retracted" and _rival(b, said, said.single)]
    wrong = [b for b in rivals if _meets(b, said)] or rivals[-1:]
    if not wrong:
        return decide(held, said._replace(update="none"))
    run = run_of(wrong[-1], held)
    last = run[-1]
    closes = tuple(Close(claim=b.claim, wrong=True) for b in run)
    return Outcome("correct", run[0].valid_from, last.valid_to, closes, tuple(run))


def run_of(belief: BeliefRow, held: Sequence[BeliefRow]) -> list[BeliefRow]:
    """Return the statements of one value that lead up to a belief without a gap, oldest first."""
    run = [belief]
    for other in reversed(firm(held)):
        reaches = other.valid_to is not None and other.valid_to >= run[0].valid_from
        if other.claim != belief.claim and _says(other, belief) and reaches:
            if _order(other) < _order(run[0]):
                run.insert(0, other)
    return run


def _meets(belief: BeliefRow, said: Statement) -> bool:
    return covers(belief, said.valid_from) or (
        _told_before(belief, said) and covers(belief, said.said_at)
    )


def _says(one: BeliefRow | Statement, other: BeliefRow | Statement) -> bool:
    return one.value_key == other.value_key and one.polarity == other.polarity


def _rival(one: BeliefRow | Statement, other: BeliefRow | Statement, single: bool) -> bool:
    """Tell whether two statements can't hold together."""
    if one.value_key == other.value_key:
        return one.polarity != other.polarity
    return single and one.polarity == other.polarity == "asserted"


def _cut(
    point: BeliefRow | Statement, belief: BeliefRow | Statement, single: bool
) -> int | None:  # fmt: skip
    """Return where one point of valid time cuts another off, or None."""
    if belief.polarity == "retracted" or not _concerns(point, belief, single):
        return None
    if _order(point) > _order(belief):
        return None if _told_before(point, belief) else point.valid_from
    # A change stated for an earlier time, but said after what had only been observed.
    return point.said_at if _told_before(belief, point) else None


def _concerns(point: BeliefRow | Statement, belief: BeliefRow | Statement, single: bool) -> bool:
    if _ends(point):
        return point.value_key in ("", belief.value_key)
    return _says(point, belief) or _rival(point, belief, single)


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
