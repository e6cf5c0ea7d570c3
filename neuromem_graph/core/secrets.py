"""Take secrets out of what is said, before anything is recorded.

A secret leaves its kind and a fingerprint, so that the same one is recognised when it is said
again: an HMAC under a key that is never written to the ledger, cut to 32 bits, so that a guess
can't be confirmed.
"""

import hashlib
import hmac
import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from neuromem_graph.settings.redacting import Redacting, Secret
from neuromem_graph.types.base import Json

__all__ = ["Found", "Redacted", "fingerprint", "marked", "redact", "redact_json", "unmarked"]

_MARK = re.compile(r"\[redacted ([a-z0-9_]{1,41})(?: [0-9a-f]{8})?\]")
_HINT = re.compile(r"\d|://|-----BEGIN|(?i:pass|pwd|secret|token|key|bearer|basic)")
_LEAST = 8  # characters of a text that may hold a secret


class Found(NamedTuple):
    """Tell of one secret where it stood; the secret itself is not kept."""

    kind: str
    start: int
    end: int


class Redacted(NamedTuple):
    """Hold a text without its secrets, and what they were."""

    text: str
    found: tuple[Found, ...] = ()


Fingerprint = Callable[[str], str]


def fingerprint(key: bytes) -> Fingerprint:
    """Return what marks a secret under a key: eight hexadecimal digits."""

    def mark(secret: str) -> str:
        return hmac.new(key, secret.encode(errors="replace"), hashlib.sha256).hexdigest()[:8]

    return mark


def redact(text: str, settings: Redacting, mark: Fingerprint | None = None) -> Redacted:
    """Replace secrets by their kind and fingerprint: "[redacted github_token 1f2e3d4c]".

    Args:
        text: any text; the time taken grows with its length only.
        settings: whether it is done, and which patterns there are.
        mark: gives the fingerprint; None leaves it out.

    Returns:
        The text and where its secrets stood. Redacting again changes nothing.
    """
    if not settings.on or len(text) < _LEAST or _HINT.search(text) is None:
        return Redacted(text)
    taken, found = bytearray(len(text)), list[Found]()
    for match in _MARK.finditer(text):
        taken[slice(*match.span())] = b"\1" * len(match[0])
    for kind, pattern, check in _compiled(settings.secrets):
        for match in pattern.finditer(text):
            start, end = match.span("v" if "v" in pattern.groupindex else 0)
            if taken.find(1, start, end) < 0 and _passes(check, text[start:end]):
                taken[start:end] = b"\1" * (end - start)
                found.append(Found(kind, start, end))
    found.sort(key=lambda one: one.start)
    parts, at = [], 0
    for one in found:
        label = f" {mark(text[one.start : one.end])}" if mark else ""
        parts += [text[at : one.start], f"[redacted {one.kind}{label}]"]
        at = one.end
    return Redacted("".join((*parts, text[at:])) if found else text, tuple(found))


def marked(text: str) -> list[str]:
    """Return the kinds of the secrets that were taken out of a text."""
    return _MARK.findall(text)


def unmarked(text: str) -> str:
    """Return a redacted text without fingerprints: the same under every key."""
    return _MARK.sub(r"[redacted \1]", text)


def redact_json(value: Json, settings: Redacting, mark: Fingerprint | None = None) -> Json:
    """Redact every text in plain JSON, keys included; a text under a telling key is a secret."""
    if isinstance(value, str):
        return redact(value, settings, mark).text
    if isinstance(value, list):
        return [redact_json(one, settings, mark) for one in value]
    if isinstance(value, dict):
        return {
            redact(key, settings, mark).text: _under(key, one, settings, mark)
            for key, one in value.items()
        }
    return value


def _under(key: str, value: Json, settings: Redacting, mark: Fingerprint | None) -> Json:
    """Redact a value whose key may say what it is: {"password": "hunter2x"}."""
    if isinstance(value, str) and settings.on:
        lead = f"{key}: "
        told = redact(lead + value, settings, mark).text
        if told.startswith(lead):
            return told[len(lead) :]
    return redact_json(value, settings, mark)


@lru_cache(maxsize=32)
def _compiled(secrets: tuple[Secret, ...]) -> tuple[tuple[str, re.Pattern[str], str], ...]:
    return tuple((one.kind, re.compile(one.pattern), one.check) for one in secrets)


def _passes(check: str, secret: str) -> bool:
    if check == "luhn":
        return _is_card(re.sub(r"\D", "", secret))
    if check == "mixed":
        bare = secret.strip("\"'`.,!?")
        has = [any(map(test, bare)) for test in (str.isalpha, str.isdigit)]
        sign = any(not c.isalnum() and c not in "-_.'" for c in bare)
        return all(has) or sign or (len(bare) >= 6 and bare.isdigit())
    return True


def _is_card(digits: str) -> bool:
    """Check the last digit of a card number (ISO/IEC 7812-1, Luhn)."""
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 2 or digits[0] not in "2345689":
        return False
    doubled = (int(c) * (2 if at % 2 else 1) for at, c in enumerate(reversed(digits)))
    return sum(n - 9 if n > 9 else n for n in doubled) % 10 == 0
