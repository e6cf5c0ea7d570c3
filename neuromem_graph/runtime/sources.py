"""Check what the caller's clock and source of randomness give, before anything depends on it."""

from datetime import datetime

from neuromem_graph.errors import ConfigError
from neuromem_graph.ports import Clock, Entropy
from neuromem_graph.types.base import to_micros


def clock_from(given: Clock) -> Clock:
    """Return a clock that gives an aware datetime, or says that it does not.

    Raises:
        ConfigError: it is no function.
    """
    if not callable(given):
        raise ConfigError(f"clock={given!r:.80} is no function that returns an aware datetime")

    def clock() -> datetime:
        now = given()
        if not isinstance(now, datetime):
            raise ConfigError(f"the clock returned {now!r:.80}, no aware datetime")
        to_micros(now)
        return now

    return clock


def entropy_from(given: Entropy) -> Entropy:
    """Return a source of random bytes that gives as many as asked for, or says that it does not.

    Raises:
        ConfigError: it is no function.
    """
    if not callable(given):
        raise ConfigError(f"entropy={given!r:.80} is no function that returns random bytes")

    def entropy(size: int, /) -> bytes:
        drawn = given(size)
        if not isinstance(drawn, bytes) or len(drawn) != size:
            raise ConfigError(f"entropy({size}) returned {drawn!r:.80}, not {size} bytes")
        return drawn

    return entropy
