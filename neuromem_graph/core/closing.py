"""Find which statements are over after a claim, or no longer over, and since when."""

from typing import NamedTuple

from neuromem_graph.core.beliefs import Slot
from neuromem_graph.core.points import chains, last_end
from neuromem_graph.core.worldview import firm
from neuromem_graph.types.drafts import Ref
from neuromem_graph.types.ledger import BeliefRow


class Closing(NamedTuple):
    """Hold one statement whose end moved."""

    row: BeliefRow
    end: int | None  # microseconds; its start when it never held; None: it is not over any more


def closings(before: Slot, after: Slot) -> tuple[Closing, ...]:
    """Return the statements whose ends are not where they were, the new one last.

    A statement is over when the run that it stands in is: the same value said again carries it on.

    Args:
        before: a slot.
        after: the same after a claim, its own statement included.
    """
    was, now = _ends(before), _ends(after)
    rows = {row.claim: row for row in (*after.beliefs, *after.struck)}
    return tuple(Closing(rows[claim], end) for claim, end in now.items() if end != was.get(claim))


def _ends(slot: Slot) -> dict[Ref, int | None]:
    held = firm(slot.beliefs)
    found = {b.claim: b.valid_to for b in slot.beliefs if b.commitment == "candidate"}
    if slot.cardinality == "interval":
        found |= {b.claim: _cut_off(b, held) for b in held}
    else:
        found |= {b.claim: last_end(chain) for chain in chains(held) for b in chain}
    return found | {b.claim: min(b.valid_from, b.said_at) for b in slot.struck}


def _cut_off(one: BeliefRow, held: list[BeliefRow]) -> int | None:
    """Return where somebody ended a period.

    That of an `interval` slot is the report of a period, which stays worth telling when the period
    is past: its own end does not make it over.
    """
    if one.polarity == "retracted" or one.valid_to in (None, one.stated_to):
        return None
    ends = (b for b in held if b.polarity == "retracted" and b.value_key in ("", one.value_key))
    called_off = one.valid_to == one.valid_from
    return one.valid_to if called_off or any(b.valid_from == one.valid_to for b in ends) else None
