"""Read when an event shall be served no longer: at a moment, or some time after it was said."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from math import isfinite
from typing import Any

from neuromem_graph.errors import InvalidInput, InvalidTime
from neuromem_graph.types.base import to_micros

KEYS = ("expires_at", "ttl")
"""Keys of an event that say so."""


def expiry(event: Mapping[str, Any], at: datetime) -> tuple[datetime | None, list[object]]:
    """Return when the memories of an event expire, and what its digest holds of that.

    Args:
        event: with `expires_at`, an aware datetime, or `ttl`, a timedelta or seconds above 0.
        at: when it was said, aware.

    Returns:
        The moment and [] for events that never expire; what was supplied otherwise.

    Raises:
        InvalidInput: both are given, or one is of the wrong type or not above 0.
        InvalidTime: the moment is naive, out of range, or not later than `at`.
    """
    until, ttl = (event.get(key) for key in KEYS)
    if until is None and ttl is None:
        return None, []
    if until is not None and ttl is not None:
        raise InvalidInput("give expires_at or ttl, not both")
    if until is not None and not isinstance(until, datetime):
        raise InvalidInput(f"expires_at={until!r:.80} is not a datetime")
    lifetime = None if ttl is None else _lifetime(ttl)
    try:
        moment = until if lifetime is None else at + lifetime
    except OverflowError as exc:
        raise InvalidTime(f"ttl={ttl!r:.80} reaches beyond the year 9999") from exc
    assert moment is not None
    if to_micros(moment) <= to_micros(at):
        raise InvalidTime(f"expires_at={moment!r} is not later than when it was said, {at!r}")
    supplied: object = to_micros(moment)
    if lifetime is not None:
        supplied = f"ttl:{lifetime / timedelta(microseconds=1):.0f}"
    return moment, [supplied]


def _lifetime(ttl: object) -> timedelta:
    if isinstance(ttl, timedelta):
        lifetime = ttl
    elif isinstance(ttl, int | float) and not isinstance(ttl, bool) and isfinite(ttl):
        try:
            lifetime = timedelta(seconds=ttl)
        except OverflowError as exc:
            raise InvalidTime(f"ttl={ttl!r:.80} reaches beyond the year 9999") from exc
    else:
        raise InvalidInput(f"ttl={ttl!r:.80} is neither a timedelta nor a number of seconds")
    if lifetime <= timedelta(0):
        raise InvalidInput(f"ttl={ttl!r:.80} is not above 0")
    return lifetime
