"""Score the candidates that stand beside each other in a slot, and say how each is held.

    score = sum of weight * component over what speaks for it, minus weight * `against`

`COMPONENTS` says what each is. The weights are `Settings.believing`; a score lies in [0, 1]. It
never decides what holds when, the timeline does (`core.worldview`): it orders what is left standing
at one moment.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.runs import covers
from neuromem_graph.core.worldview import rival
from neuromem_graph.settings import Settings
from neuromem_graph.settings.believing import Weighed
from neuromem_graph.types.base import Cardinality
from neuromem_graph.types.ledger import BeliefRow
from neuromem_graph.types.recall import Status

COMPONENTS: Mapping[Weighed, str] = {
    "support": "n / (n + `saturation`) for n distinct events: it saturates, as term frequency does "
    "in BM25 (Robertson and Zaragoza 2009)",
    "reliability": "of the channel, as `Settings.reliabilities` lists it",
    "recency": "0.5 ** (age of the last evidence / `half_life_days`), a decay as in Park et al. "
    "2023; the age is that at the last midnight of UTC: no score moves while a day lasts",
    "explicitness": "whether its time was stated or only observed: `explicit`",
    "commitment": "how firmly it is held: `commitments`",
    "against": "m / (m + `saturation`) for the m events behind its rivals: other values that "
    "overlap it or take its place, and the same value denied",
}
"""What a score is made of, each in [0, 1], in the order it is shown."""

STATUSES: Mapping[Status, str] = {
    "active": "firmly held at the moment, alone or well ahead of what stands beside it",
    "conflicted": "a rival holds at the moment too, and their scores are closer than the margin",
    "provisional": "only a weak source says so, a rival is ahead, or it has not begun",
    "historical": "it was over at the moment",
    "rejected": "a correction took it off the record",
    "suppressed": "the memory that tells it is suppressed",
}
"""How a candidate can be held at a moment."""

_DAY = 86_400_000_000
_DIGITS = 6


class Moment(NamedTuple):
    """Hold the moment of the world that is looked at, and what counts as now for recency."""

    at: int  # microseconds
    now: int  # microseconds


class Standing(NamedTuple):
    """Hold how a candidate's interval is held, and why."""

    status: Status
    score: float
    components: Mapping[Weighed, float]


def judge(
    rows: Sequence[BeliefRow], cardinality: Cardinality, moment: Moment, settings: Settings
) -> dict[int, Standing]:
    """Score every interval of a slot and say how it is held at a moment.

    Args:
        rows: the intervals of the slot, as `core.runs.runs` gives them.
        cardinality: of the slot.
        moment: the moment of the world, and now.
        settings: the weights, the margin and the reliability of channels.

    Returns:
        By claim. `historical`: over at that moment. `active`: firmly held, alone or well ahead.
        `conflicted`: a rival that holds too is closer than the margin. `provisional`: only a weak
        source says so, a rival is ahead, or it has not begun. However often a weak source repeats
        itself, it makes a conflict at most: it never puts what is firmly held behind.
    """
    rivals = _rivals(rows, cardinality == "single")
    parts = {row.claim: components(row, rivals[row.claim], moment.now, settings) for row in rows}
    scores = {claim: total(each, settings) for claim, each in parts.items()}
    margin = settings.believing.conflict_margin
    return {
        row.claim: Standing(
            _status(row, rivals[row.claim], scores, moment.at, margin),
            scores[row.claim], parts[row.claim],
        )
        for row in rows
    }  # fmt: skip


def components(
    row: BeliefRow, rivals: Sequence[BeliefRow], now: int, settings: Settings
) -> dict[Weighed, float]:
    """Return what the score of an interval is made of, each in [0, 1].

    Args:
        row: the interval.
        rivals: what can't hold together with it, at any time.
        now: microseconds.
        settings: the parameters.
    """
    weighed = settings.believing
    against = sum(max(1, other.support) for other in rivals if _meets(other, row))
    days = max(0, now - now % _DAY - row.said_at) / _DAY
    found: dict[Weighed, float] = {
        "support": max(1, row.support) / (max(1, row.support) + weighed.saturation),
        "reliability": settings.reliabilities.get(row.channel, 0.0),
        "recency": 0.5 ** (days / weighed.half_life_days),
        "explicitness": weighed.explicit.get(row.basis, 0.0),
        "commitment": weighed.commitments.get(row.commitment, 0.0),
        "against": against / (against + weighed.saturation),
    }
    return {name: round(found[name], _DIGITS) for name in COMPONENTS}


def total(parts: Mapping[Weighed, float], settings: Settings) -> float:
    """Return the score that components make, in [0, 1]."""
    weights = settings.believing.weights
    signed = (
        (-1 if name == "against" else 1) * weights.get(name, 0.0) * parts[name]
        for name in COMPONENTS
    )
    return round(min(1.0, max(0.0, sum(signed))), _DIGITS)


def _rivals(rows: Sequence[BeliefRow], single: bool) -> dict[int, list[BeliefRow]]:
    """Return what can't hold together with each interval; where values don't compete, the same."""
    groups: dict[str | None, list[BeliefRow]] = defaultdict(list)
    for row in rows:
        groups[None if single else row.value_key].append(row)
    return {
        row.claim: [other for other in group if rival(row, other, single)]
        for group in groups.values()
        for row in group
    }


def _meets(other: BeliefRow, row: BeliefRow) -> bool:
    """Tell whether a rival overlaps an interval or takes its place where it ends."""
    begins = row.valid_to is None or other.valid_from <= row.valid_to
    return begins and (other.valid_to is None or row.valid_from < other.valid_to)


def _status(
    row: BeliefRow, rivals: Sequence[BeliefRow], scores: Mapping[int, float], moment: int,
    margin: float,
) -> Status:  # fmt: skip
    if row.valid_to is not None and row.valid_to <= moment:
        return "historical"
    if row.valid_from > moment:
        return "provisional"
    weak = row.commitment == "candidate"
    ahead = False
    for other in rivals:
        if not covers(other, moment):
            continue
        lead = scores[other.claim] - scores[row.claim]
        other_weak = other.commitment == "candidate"
        if abs(lead) < margin or (lead > 0 and other_weak and not weak):
            return "conflicted"
        ahead = ahead or lead > 0
    return "provisional" if weak or ahead else "active"
