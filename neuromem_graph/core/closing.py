"""Find what no longer holds after a claim, and which memories told it."""

from collections.abc import Sequence
from typing import NamedTuple

from neuromem_graph.core.beliefs import Prospect
from neuromem_graph.core.worldview import run_of
from neuromem_graph.types.drafts import Ref
from neuromem_graph.types.ledger import BeliefRow


class Closing(NamedTuple):
    """Hold one statement that is over: by another claim, or bounded from its start."""

    claim: Ref
    end: int | None  # microseconds; its start when it never held
    memory: Ref | None  # to be counted down; None when that memory still tells what holds
    bounded: bool


def closings(
    prospect: Prospect, rows: Sequence[BeliefRow], added: BeliefRow | None
) -> tuple[Closing, ...]:
    """Return the statements that are over, with all that repeated them before.

    Args:
        prospect: what the claim does.
        rows: the beliefs of the slot after it, its own included.
        added: its own, if it opened one.
    """
    outcome = prospect.outcome
    ends = {close.claim: close for close in outcome.closes}
    over: dict[Ref, BeliefRow] = {}
    if outcome.closes and outcome.effect != "support":
        for old in outcome.touched:
            over |= {one.claim: one for one in run_of(old, prospect.slot.beliefs)}
    if added is not None and _is_over(added, prospect, rows):
        over[added.claim] = added
    told = {(b.memory, b.candidate) for b in rows if b.valid_to is None and b.claim not in ends}
    counted = set[Ref]()
    found = []
    for claim, one in over.items():
        close = ends.get(claim)
        end = one.valid_to if close is None else one.valid_from if close.wrong else close.valid_to
        still = (one.memory, one.candidate) in told or one.memory in counted
        memory = None if still else one.memory
        if memory is not None:
            counted.add(memory)
        bounded = added is not None and claim == added.claim
        found.append(Closing(claim=claim, end=end, memory=memory, bounded=bounded))
    return tuple(found)


def _is_over(added: BeliefRow, prospect: Prospect, rows: Sequence[BeliefRow]) -> bool:
    """Tell whether a new statement does not hold on.

    That of an `interval` slot is the report of a period, which stays worth telling when the period
    is past; an end that was known before cuts it off all the same.
    """
    if added.valid_to is None or added.polarity == "retracted":
        return False
    ends = (b for b in rows if b.polarity == "retracted" and b.valid_from == added.valid_to)
    return prospect.slot.cardinality != "interval" or any(
        end.value_key in ("", added.value_key) for end in ends
    )
