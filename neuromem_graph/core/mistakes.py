"""Find what a correction means, and give it the time of that."""

from collections.abc import Sequence

from neuromem_graph.core.points import (
    Point,
    chains,
    cut,
    joins,
    last_end,
    rival,
    said_order,
    says,
    told_before,
)
from neuromem_graph.types.base import Cardinality


def meant(held: Sequence[Point], said: Point, many: Cardinality) -> tuple[Point, ...]:
    """Return what a correction takes off the record, of a timeline of what was said before it."""
    rivals = [chain for chain in chains(held) if _opposed(chain[0], said, many)]
    if many == "interval":
        return _meant_period(held, rivals, said)
    if said.polarity == "retracted":
        return _latest([c for c in rivals if _covers(c, said.valid_from)] or rivals)
    if said.stated_to is None and _was_never(said):  # at no time
        return tuple(point for chain in rivals for point in chain)
    own = [c for c in chains(held) if says(c[0], said)]
    redated: list[tuple[Point, ...]] = [(p,) for c in own for p in c if _redates(said, p)]
    if not redated and any(_covers(chain, said.valid_from) for chain in own):
        return ()  # said before
    met = [chain for chain in rivals if _meets(chain, said)]
    if said.bygone:  # nothing that goes on beyond it
        met = [c for c in met if (end := last_end(c)) is not None and end <= said.said_at]
    elif said.basis == "stated":  # what stated a start as well may be meant as much
        met += [c for c in rivals if any(p.basis == "stated" and not p.bygone for p in c)]
    if said.basis == "observed" and not met and not redated:
        met = rivals
    return _latest(met + redated)


def _meant_period(
    held: Sequence[Point], rivals: Sequence[tuple[Point, ...]], said: Point
) -> tuple[Point, ...]:
    """Nothing competes: what was denied is meant, or what was said of a period it states, too."""
    stated = said.basis == "stated"
    others = [c for c in chains(held) if stated and joins(c, said) and not says(c[0], said)]
    near = [chain for chain in rivals if joins(chain, said)] or others
    return _latest(near or ([] if stated else rivals))


def _opposed(point: Point, said: Point, many: Cardinality) -> bool:
    if said.polarity == "retracted":  # "that was never so"
        return point.polarity == "asserted" and said.value_key in ("", point.value_key)
    return rival(point, said, many == "single")


def _was_never(said: Point) -> bool:
    """Tell whether it denies a value for good, and not from a time that it states."""
    return said.polarity == "negated" and said.basis == "observed"


def _redates(said: Point, point: Point) -> bool:
    """Tell whether a correction gives another start or end to the same statement."""
    start = said.basis == point.basis == "stated" and said.valid_from != point.valid_from
    end = said.stated_to is not None and point.stated_to not in (None, said.stated_to)
    return start or end


def _meets(chain: Sequence[Point], said: Point) -> bool:
    seen = any(told_before(point, said) for point in chain) and _covers(chain, said.said_at)
    return _covers(chain, said.valid_from) or seen


def _covers(chain: Sequence[Point], moment: int) -> bool:
    ends = [point.valid_to for point in chain]
    return chain[0].valid_from <= moment and any(end is None or moment < end for end in ends)


def _latest(found: Sequence[tuple[Point, ...]]) -> tuple[Point, ...]:
    return max(found, key=lambda chain: max(map(said_order, chain)), default=())


def taking_over(
    held: Sequence[Point], hit: Sequence[Point], said: Point, many: Cardinality
) -> Point:
    """Give a correction the time of what it corrects, unless it states its own."""
    if said.polarity == "retracted":
        return said
    stated = said.basis == "stated"
    start = said.valid_from if stated else hit[0].valid_from
    if many == "interval":
        return said if stated else said._replace(valid_from=start, stated_to=last_end(hit))
    if said.stated_to is None and _was_never(said):
        return said._replace(valid_from=start)
    ends = [_own_end(point, held, many) for point in hit]
    end = None if None in ends else max(e for e in ends if e is not None)
    if said.stated_to is not None or end is None or end <= start:
        end = said.stated_to
    return said._replace(valid_from=start, stated_to=end)


def _own_end(point: Point, held: Sequence[Point], many: Cardinality) -> int | None:
    """Return where its own words or a "no longer" end a point."""
    ends = [point.stated_to, *(cut(one, point, many) for one in held if one.ends)]
    return min((end for end in ends if end is not None), default=None)
