"""Encode and check records: the bytes that docs/ledger-format.md fixes, whatever the backend.

``record = TAG || header || previous hash (32) || seal (32)`` and ``hash = SHA-256(record)``.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from neuromem_graph.errors import InvalidInput
from neuromem_graph.types.base import Json

TAG = b"nmg1"
HASH_BYTES = 32
SALT_BYTES = 32
NO_HASH = bytes(HASH_BYTES)
NO_SEAL = bytes(HASH_BYTES)
_TAIL = 2 * HASH_BYTES
_ENCODER = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
)


class Parts(NamedTuple):
    """Name the parts of a record."""

    header: bytes
    previous: bytes
    seal: bytes


def canonical(value: Mapping[str, Json]) -> bytes:
    """Write a JSON object the one way the ledger stores it.

    Args:
        value: plain JSON; keys are sorted by code point, no spaces, UTF-8, no NaN.

    Returns:
        The bytes that are hashed or sealed.

    Raises:
        InvalidInput: if a value is not plain JSON, is NaN or infinite, or holds a lone surrogate.
    """
    try:
        return _ENCODER.encode(value).encode()
    except (TypeError, ValueError, RecursionError) as exc:
        raise InvalidInput(
            f"only plain JSON can be remembered (text, finite numbers, true/false, null, "
            f"lists, objects with text keys): {exc}"
        ) from exc


def seal(salt: bytes, body: bytes) -> bytes:
    """Tie a payload to its record: HMAC-SHA256 keyed by the salt (RFC 2104)."""
    return hmac.digest(salt, body, "sha256")


def assemble(header: bytes, previous: bytes, sealed: bytes) -> bytes:
    """Put the parts of a record together."""
    return TAG + header + previous + sealed


def digest(record: bytes) -> bytes:
    """Hash a whole record: SHA-256 (FIPS 180-4) over the stored bytes."""
    return hashlib.sha256(record).digest()


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


_DECODER = json.JSONDecoder()
_STRICT_DECODER = json.JSONDecoder(object_pairs_hook=_unique)


def read_header(header: bytes, seq: int, at: int) -> Mapping[str, Any] | None:
    """Read a header, or return None if it is not the one of this sequence number and time.

    It must be one JSON object, no key twice, with the integers `seq` and `at` and a text `kind`.
    """
    try:
        written = header.decode()
        found, end = _DECODER.raw_decode(written)  # no spaces around
        if end != len(written) or type(found) is not dict:
            return None
        if header.count(b":") != len(found):  # as many: one level, and no key twice
            found = _STRICT_DECODER.raw_decode(written)[0]
    except (ValueError, RecursionError):
        return None
    if type(found.get("kind")) is not str:
        return None
    own, told = found.get("seq"), found.get("at")
    return found if own == seq and told == at and type(own) is type(told) is int else None


def reason_of(record: bytes) -> str | None:
    """Return the `reason` in the header of a record, if it has one."""
    parts = split(record)
    reason = None if parts is None else json.loads(parts.header).get("reason")
    return reason if isinstance(reason, str) else None


def split(record: bytes) -> Parts | None:
    """Take a record apart, or return None if it has not the form of one."""
    if len(record) < len(TAG) + _TAIL + 2 or not record.startswith(TAG):
        return None
    return Parts(record[len(TAG) : -_TAIL], record[-_TAIL:-HASH_BYTES], record[-HASH_BYTES:])
