"""Tell what holds when: statements of one value that touch each other are one run."""

from collections.abc import Iterable, Sequence

from neuromem_graph.core.points import chains, joins, last_end, place, rival
from neuromem_graph.types.ledger import BeliefRow

__all__ = ["believed", "covers", "firm", "holding", "runs"]


def covers(belief: BeliefRow, moment: int) -> bool:
    """Tell whether a belief holds at a moment of the world."""
    return belief.valid_from <= moment and (belief.valid_to is None or moment < belief.valid_to)


def firm(beliefs: Sequence[BeliefRow]) -> list[BeliefRow]:
    """Return what is firmly held or ended, in order of valid time."""
    held = [b for b in beliefs if b.commitment != "candidate"]
    return sorted(held, key=lambda b: (b.valid_from, place(b.claim)))


def runs(beliefs: Sequence[BeliefRow]) -> tuple[BeliefRow, ...]:
    """Merge statements of one value that touch each other into one interval; drop the ends.

    The merged row is the newest statement, holding since the first, with all events behind it. One
    that a past period interrupts is shown as what comes before and what comes after.
    """
    loose = [b for b in beliefs if b.commitment == "candidate"]
    whole = [_merged(chain) for chain in chains(firm(beliefs))]
    periods = [b for b in firm(beliefs) if _is_period(b)]
    return (*(piece for one in whole for piece in _pieces(one, periods)), *loose)


def _merged(run: Sequence[BeliefRow]) -> BeliefRow:
    if len(run) == 1 and run[0].support > 0:
        return run[0]
    return run[-1].model_copy(
        update={
            "valid_from": run[0].valid_from,
            "valid_to": last_end(run),
            "support": max(
                len({b.event for b in run}) + sum(b.repeats for b in run), *(b.support for b in run)
            ),
            "repeats": 0,
            "said_at": max(belief.said_at for belief in run),
        }
    )


def _is_period(one: BeliefRow) -> bool:
    past = one.stated_to is not None and one.stated_to <= one.said_at
    return past and one.valid_to != one.valid_from and one.polarity != "retracted"


def _pieces(one: BeliefRow, periods: Iterable[BeliefRow]) -> Iterable[BeliefRow]:
    """Cut the past periods of rivals out of a run: they are in order of their starts."""
    for period in periods:
        if not rival(period, one, one.cardinality == "single") or not joins([one], period):
            continue
        if one.valid_from < period.valid_from:
            yield one.model_copy(update={"valid_to": period.valid_from})
        end = period.valid_to
        if end is None or (one.valid_to is not None and one.valid_to <= end):
            return
        one = one.model_copy(update={"valid_from": max(one.valid_from, end)})
    yield one


def believed(beliefs: Sequence[BeliefRow], moment: int) -> tuple[BeliefRow, ...]:
    """Return what holds at a moment: firmly held before candidates, newest first."""
    return holding(runs(beliefs), moment)


def holding(every: Iterable[BeliefRow], moment: int) -> tuple[BeliefRow, ...]:
    """Return which of some `runs` hold at a moment, ordered as `believed` is."""
    open_ = [b for b in every if covers(b, moment)]
    return tuple(
        sorted(open_, key=lambda b: (b.commitment == "candidate", -b.valid_from, -b.claim))
    )
