"""How important a memory is at a moment: outcomes, recency, support and kind, computed when read.

    importance = recorded * (least + (1 - least) * strength)

`recorded` is what outcomes and `forget` have made of it. `strength`, in [0, 1], is

- "time": 2 ** (-idle / h). `idle` is the days since it was last said or served well, less
  `rest_days`; h = half-life of its kind * (1 + spread * log2(support)).
- "access": 1 - 2 ** (-(1 + recalls / uses)): one that was never recalled has half of it.
- "combined": as "time", where `idle` counts from the last recall if that was later, and recalls
  lengthen the half-life as support does.
- "off": 1.

The exponential with a half-life that grows with repetition is the one of half-life regression
(Settles and Meeder 2016, "A Trainable Spaced Repetition Model for Language Learning"), after
Ebbinghaus (1885). Days are whole days of UTC, so that nothing moves while a day lasts. A pinned
memory has the strength 1.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import floor, log2
from typing import NamedTuple

from neuromem_graph.settings.decaying import Decaying
from neuromem_graph.types.base import Kind
from neuromem_graph.types.searching import Places

__all__ = ["DAY", "Standing", "Use", "at_places", "fade", "importance", "level", "strength"]

DAY = 86_400_000_000  # microseconds
_DIGITS = 9


class Use(NamedTuple):
    """Hold how often a memory was recalled."""

    times: int = 0
    last: int | None = None  # microseconds


class Standing(NamedTuple):
    """Hold what the importance of one memory is made of."""

    kind: Kind
    recorded: float  # importance, as outcomes and `forget` have made it; 1 is neutral
    used_at: int  # microseconds; when it was last said or served well
    support: int = 1  # distinct events that say it
    pinned: bool = False
    use: Use = Use()


def importance(one: Standing, now: int, settings: Decaying) -> float:
    """Return the importance of a memory at a moment.

    Args:
        one: what it is made of.
        now: microseconds.
        settings: the mode, half-lives and bounds.

    Returns:
        At least `settings.least` times what is recorded, at most what is recorded.
    """
    kept = settings.least + (1 - settings.least) * strength(one, now, settings)
    return round(one.recorded * kept, _DIGITS)


def strength(one: Standing, now: int, settings: Decaying) -> float:
    """Return how much of a memory has not faded, in [0, 1]; the arguments are as above."""
    if settings.mode == "access" and not one.pinned:
        return float(1 - 2 ** -(1 + one.use.times / settings.uses))
    return float(2 ** -fade(one, now, settings))


def fade(one: Standing, now: int, settings: Decaying) -> float:
    """Return through how many half-lives a memory has gone unused; 0: it has not begun to fade."""
    half_life = settings.half_lives.get(one.kind)
    if one.pinned or half_life is None or settings.mode == "off":
        return 0.0
    last, times = one.used_at, one.support
    if settings.mode == "combined":
        last = max(last, one.use.last or last)
        times += one.use.times
    idle = now // DAY - last // DAY - settings.rest_days
    return max(0.0, idle) / (half_life * _longer(times, settings.spread))


@lru_cache(maxsize=1024)
def _longer(times: int, spread: float) -> float:
    return 1 + spread * log2(max(1, times))


def level(one: Standing, now: int, settings: Decaying) -> float:
    """Return what evidence of decay weighs: the share that whole half-lives have taken, in [0, 1).

    It grows in steps, so that one record is written per half-life, however often it is asked.
    """
    return 1 - 2.0 ** -min(floor(fade(one, now, settings)), 30)


def at_places(
    places: Places, now: int, settings: Decaying, uses: Mapping[str, Use]
) -> tuple[float, ...]:
    """Return the importance of memories before they are read.

    Args:
        places: the memories.
        now: microseconds.
        settings: the mode, half-lives and bounds.
        uses: how often each was recalled, by its id; only "access" and "combined" look at it.
    """
    if settings.mode == "off":
        return places.importance
    none, known = Use(), dict[Standing, float]()  # most share their day with others
    found = []
    for public, kind, recorded, used, support, pinned in zip(
        places.id, places.kind, places.importance, places.used_at, places.support, places.pinned,
        strict=True,
    ):  # fmt: skip
        one = Standing(kind, recorded, used - used % DAY, support, pinned, uses.get(public, none))
        if one not in known:
            known[one] = importance(one, now, settings)
        found.append(known[one])
    return tuple(found)
