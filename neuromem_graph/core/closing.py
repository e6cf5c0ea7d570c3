"""Find which statements are over after a claim, or no longer over, and since when."""

from collections.abc import Sequence
from typing import NamedTuple

from neuromem_graph.core.beliefs import Slot
from neuromem_graph.core.points import chains, last_end, place
from neuromem_graph.core.runs import firm
from neuromem_graph.types.drafts import Ref
from neuromem_graph.types.ledger import BeliefRow


class Closing(NamedTuple):
    """Hold one statement whose end moved."""

    row: BeliefRow
    end: int | None  # microseconds; its start when it never held; None: it is not over any more
    freed_from: tuple[Ref, ...] = ()  # claims that had ended it and do so no more


def closings(before: Slot, after: Slot) -> tuple[Closing, ...]:
    """Return the statements whose ends are not where they were, the new one last.

    A statement is over when the run that it stands in is: the same value said again carries it on.

    Args:
        before: a slot.
        after: the same after a claim, its own statement included.
    """
    values = _changed(before, after)
    was, now = _ends(before, values), _ends(after, values)
    rows = {row.claim: row for row in (*after.beliefs, *after.struck)}
    taken = _taken_back(before, after)
    found = []
    for claim, end in now.items():
        old = was.get(claim)
        if end != old:
            by = taken if old is not None and (end is None or end > old) else ()
            freed = (b.claim for b in by if old in (b.valid_from, b.said_at)
                     and place(b.claim) > place(claim))  # fmt: skip
            found.append(Closing(rows[claim], end, tuple(freed)))
    return tuple(found)


def _taken_back(before: Slot, after: Slot) -> tuple[BeliefRow, ...]:
    """Return what was believed or planned, and is off the record or called off now."""
    now = {row.claim: row for row in after.beliefs}
    return tuple(
        row for row in before.beliefs
        if row.valid_to != row.valid_from
        and (row.claim not in now or now[row.claim].valid_to == row.valid_from)
    )  # fmt: skip


def _changed(before: Slot, after: Slot) -> frozenset[str | None]:
    """Return the values of which something else is said than before: no other end moved."""
    was, now = ({row.claim: row for row in slot.beliefs} for slot in (before, after))
    moved = [row for claim, row in now.items() if was.get(claim) is not row]
    moved += [row for claim, row in was.items() if claim not in now]
    struck = {row.claim for row in before.struck}
    moved += [row for row in after.struck if row.claim not in struck]
    return frozenset(row.value_key for row in moved)


def _ends(slot: Slot, values: frozenset[str | None]) -> dict[Ref, int | None]:
    """Return where each statement about these values is over."""
    rows = [b for b in slot.beliefs if b.value_key in values]
    held = firm(rows)
    found = {b.claim: b.valid_to for b in rows if b.commitment == "candidate"}
    if slot.cardinality == "interval":
        ends = [b for b in slot.beliefs if b.polarity == "retracted"]
        found |= {b.claim: _cut_off(b, ends) for b in held}
    else:
        found |= {b.claim: last_end(chain) for chain in chains(held) for b in chain}
    off = (b for b in slot.struck if b.value_key in values)
    return found | {b.claim: min(b.valid_from, b.said_at) for b in off}


def _cut_off(one: BeliefRow, ends: Sequence[BeliefRow]) -> int | None:
    """Return where somebody ended a period.

    That of an `interval` slot is the report of a period, which stays worth telling when the period
    is past: its own end does not make it over.
    """
    if one.polarity == "retracted" or one.valid_to in (None, one.stated_to):
        return None
    own = (b for b in ends if b.value_key in ("", one.value_key))
    called_off = one.valid_to == one.valid_from
    return one.valid_to if called_off or any(b.valid_from == one.valid_to for b in own) else None
