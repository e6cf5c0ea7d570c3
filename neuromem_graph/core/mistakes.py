"""Find what a correction means, and give it the time of that."""

from collections.abc import Mapping, Sequence

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
from neuromem_graph.types.drafts import Ref


def meant(held: Sequence[Point], said: Point, many: Cardinality) -> tuple[Point, ...]:
    """Return what a correction takes off the record, of a timeline of what was said before it."""
    if said.denies:
        return _denied(held, said)
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


def _denied(held: Sequence[Point], said: Point) -> tuple[Point, ...]:
    """Return all of the value that it says never was so; within its time, if it states one."""
    found = (p for p in held if p.polarity == "asserted" and p.value_key == said.denies)
    return tuple(p for p in found if said.basis == "observed" or _overlaps(p, said))


def _meant_period(
    held: Sequence[Point], rivals: Sequence[tuple[Point, ...]], said: Point
) -> tuple[Point, ...]:
    """Nothing competes: what was denied is meant, or what was said of a period it states, too."""
    if said.basis == "observed":
        return _latest([chain for chain in rivals if joins(chain, said)] or rivals)
    denied = tuple(p for chain in rivals for p in chain if _overlaps(p, said))
    if denied or said.polarity != "asserted":
        return denied
    there = [one for one in held if one.polarity == "asserted"]
    own = [one for one in there if says(one, said)]
    met = [one for one in there if not says(one, said) and _overlaps(one, said)]
    if not any(_overlaps(one, said) for one in own):  # else it was said before
        met += own
    return _latest([(one,) for one in met])


def _overlaps(point: Point, said: Point) -> bool:
    over = point.valid_to is not None and point.valid_to <= said.valid_from
    return not over and (said.valid_to is None or point.valid_from < said.valid_to)


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


def heirs(
    held: Sequence[Point], wrong: Mapping[Ref, Ref], named: Sequence[Point]
) -> tuple[Point, ...]:
    """Return the statements that a correction names, or what other corrections put in their place.

    Args:
        held: the points of the timeline.
        wrong: what was taken off the record before, by what.
        named: the statements.
    """
    own, found = {one.claim for one in named}, set[Ref]()
    for claim in own:
        while claim in wrong:
            claim = wrong[claim]
        found.add(claim)
    there = (p for p in held if p.claim in own or (p.claim in found and p.polarity == "asserted"))
    return tuple(sorted(there, key=lambda point: (point.valid_from, said_order(point))))


def standing_in(right: Point, place: Sequence[Point]) -> Point:
    """Let a correction stand where other statements stood: as if it had been said then."""
    said_at = max(one.said_at for one in place)
    basis = right.basis if right.basis == "stated" else place[0].basis
    return right._replace(said_at=said_at, basis=basis)


def taking_over(
    held: Sequence[Point], hit: Sequence[Point], said: Point, many: Cardinality
) -> Point:
    """Give a correction the time of what it corrects, unless it states its own."""
    if said.polarity == "retracted":
        return said
    if said.denies:  # of several times it takes over what was said last
        hit = _latest(chains(hit))
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


def placed(held: Sequence[Point], said: Point) -> Point:
    """Leave a value out that is to stand where another never stood: it displaces nothing."""
    lost = said.denies and said.basis == "observed" and said.stated_to is None
    known = lost and any(one.polarity == "asserted" for one in held)
    return said._replace(stated_to=said.valid_from) if known else said


def _own_end(point: Point, held: Sequence[Point], many: Cardinality) -> int | None:
    """Return where its own words or a "no longer" end a point."""
    ends = [point.stated_to, *(cut(one, point, many) for one in held if one.ends)]
    return min((end for end in ends if end is not None), default=None)
