"""Check what the caller's clock and source of randomness give, before anything depends on it."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from neuromem_graph.errors import ConfigError
from neuromem_graph.ports import Clock, Entropy
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import to_micros

_KEY_BYTES = 32


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


def redacting_from(
    settings: Settings, ledger: Path | None, entropy: Entropy, *, read_only: bool = False
) -> Settings:
    """Return settings whose fingerprints of secrets have a key, kept beside the ledger.

    Args:
        settings: a key that is set stays.
        ledger: the file; None for memory, whose key is forgotten with it.
        entropy: where a new key comes from.
        read_only: nothing may be written, no key either.
    """
    if read_only or not settings.redacting.on or settings.redacting.key is not None:
        return settings
    where = None if ledger is None else ledger.with_name(f"{ledger.name}.key")
    key = entropy(_KEY_BYTES).hex() if where is None else _kept(where, entropy)
    redacting = settings.redacting.model_copy(update={"key": key})
    return settings.model_copy(update={"redacting": redacting})


def _kept(path: Path, entropy: Entropy) -> str | None:
    """Return the key of a file, which only its owner may read; None where none can be kept."""
    try:
        if not path.exists():
            _keep(path, entropy(_KEY_BYTES).hex())
        return path.read_text().strip() or None
    except (OSError, UnicodeDecodeError):
        return None  # a folder that is read only: secrets are marked without a fingerprint


def _keep(path: Path, key: str) -> None:
    """Write a key whole, or leave the one that another process wrote first."""
    fresh = path.with_name(f"{path.name}.{key[:12]}")
    coded = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(coded, "w") as file:
        file.write(key)
    with suppress(FileExistsError):
        os.link(fresh, path)
    fresh.unlink()


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
