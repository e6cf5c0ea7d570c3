"""Take secrets out of what is said, before anything is recorded.

A secret leaves its kind and a fingerprint, so that the same one is recognised when it is said
again: an HMAC under a key that is never written to the ledger, cut to 32 bits, so that a guess
can't be confirmed.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from neuromem_graph.core.disguises import seen, visible
from neuromem_graph.core.hints import Hinted
from neuromem_graph.settings.redacting import KEYWORD, Redacting, Secret
from neuromem_graph.types.base import Json

__all__ = [
    "Found", "Redacted", "fingerprint", "is_telling", "mark_parts", "marked", "redact",
    "redact_json", "unmarked", "unmended",
]  # fmt: skip

_MARK = re.compile(r"\[redacted ([a-z0-9_]{1,41})(?: [0-9a-f]{8})?\]")
_GUESSED = frozenset({"card_number", "password", "pin"})
_TELLING = re.compile(rf"(?i)(?:[\w .-]{{0,40}}[_ .-])?(?:{KEYWORD}|pin)")


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


def redact(
    text: str, settings: Redacting, mark: Fingerprint | None = None, *, labels: bool = False
) -> Redacted:
    """Replace secrets by their kind and fingerprint: "[redacted github_token 1f2e3d4c]".

    Args:
        text: any text; the time taken grows with its length only.
        settings: whether it is done, and which patterns there are.
        mark: gives the fingerprint; None leaves it out.
        labels: the text names something, such as a thread: a number in it is no card, and only
            what is surely a token is taken out.

    Returns:
        The text and where its secrets stood. Redacting again changes nothing.
    """
    if not settings.on or not text:
        return Redacted(text)
    taken, found, parts, at = bytearray(len(text)), list[Found](), list[str](), 0
    bare = unmended(text)
    searched = [seen(bare)]
    if len(searched[0][0]) < len(text):  # what is not seen may part a token from a word before it
        searched.append((text, range(len(text))))
    for form, places in searched:
        for kind, start, end in _hits(form, settings, labels):
            for run in _free(text, taken, places[start], places[end - 1] + 1):
                taken[slice(*run)] = b"\1" * (run[1] - run[0])
                found += [Found(kind, *run)] if kind else []
    found.sort(key=lambda one: one.start)
    for one in found:
        label = f" {mark(visible(bare[one.start : one.end]))}" if mark else ""
        parts += [text[at : one.start], f"[redacted {one.kind}{label}]"]
        at = one.end
    return Redacted("".join((*parts, text[at:])) if found else text, tuple(found))


def unmended(text: str) -> str:
    """Return a text of the same length with nothing visible where a file could hold nothing.

    What stands for NUL and for half a surrogate pair parts no secret, as they would not.
    """
    return text.replace("\ufffd", "\u200b")


def _hits(text: str, settings: Redacting, labels: bool) -> Iterator[Found]:
    """Give what is already taken out, without a kind, then every secret, kind by kind."""
    yield from (Found("", *match.span()) for match in _MARK.finditer(text))
    patterns, hinted = _patterns(settings.secrets)
    worth = hinted.worth(text)  # most texts hold no word of any pattern
    for kind, pattern, check in (patterns[place] for place in worth):
        if labels and kind in _GUESSED:
            continue
        at = 0
        while (hit := pattern.search(text, at)) is not None:
            start, end = hit.span("v" if "v" in pattern.groupindex else 0)
            kept = start < end and _passes(check, text[start:end])
            at = max(end, hit.start() + 1) if kept else hit.start() + 1
            if kept:
                yield Found(kind, start, end)


def marked(text: str) -> list[str]:
    """Return the kinds of the secrets that were taken out of a text."""
    return _MARK.findall(text)


def mark_parts(text: str) -> Iterator[tuple[str, bool]]:
    """Give a redacted text in parts, in order, each with whether it is the mark of a secret."""
    at = 0
    for match in _MARK.finditer(text):
        yield text[at : match.start()], False
        yield match[0], True
        at = match.end()
    yield text[at:], False


def is_telling(key: str) -> bool:
    """Tell whether a key says that what stands under it is a secret: "api_key"."""
    return _TELLING.fullmatch(key) is not None


def unmarked(text: str) -> str:
    """Return a redacted text without fingerprints: the same under every key."""
    return _MARK.sub(r"[redacted \1]", text)


def redact_json(value: Json, settings: Redacting, mark: Fingerprint | None = None) -> Json:
    """Redact every text in plain JSON, keys included; a text under a telling key is a secret."""
    if isinstance(value, str):
        return redact(value, settings, mark).text
    if isinstance(value, int) and not isinstance(value, bool):
        told = redact(str(value), settings, mark)
        return told.text if told.found else value
    if isinstance(value, list):
        return [redact_json(one, settings, mark) for one in value]
    if isinstance(value, dict):
        made: dict[str, Json] = {}
        for key, one in value.items():
            told_key = redact(key, settings, mark).text
            while told_key in made:  # two secrets as keys: neither value is lost
                told_key += "'"
            secret = settings.on and is_telling(key)
            made[told_key] = _hidden(one, mark) if secret else redact_json(one, settings, mark)
        return made
    return value


def _hidden(value: Json, mark: Fingerprint | None) -> Json:
    """Hide every text and number under a key that says it is a secret."""
    if isinstance(value, list):
        return [_hidden(one, mark) for one in value]
    if isinstance(value, dict):
        return {key: _hidden(one, mark) for key, one in value.items()}
    if value is None or isinstance(value, bool) or value == "":
        return value
    if isinstance(value, str) and _MARK.fullmatch(value):
        return value
    label = f" {mark(str(value))}" if mark else ""
    return f"[redacted password{label}]"


def _free(text: str, taken: bytearray, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Give the parts of a secret that no other one covers; crumbs between two are left."""
    if taken.find(1, start, end) < 0:
        yield start, end
        return
    for run in re.finditer(rb"\0{4,}", bytes(taken[start:end])):
        left, right = start + run.start(), start + run.end()
        if any(map(str.isalnum, text[left:right])):
            yield left, right


_Compiled = tuple[tuple[tuple[str, re.Pattern[str], str], ...], Hinted]
_LAST: list[tuple[tuple[Secret, ...], _Compiled]] = [((), ((), Hinted(())))]


def _patterns(secrets: tuple[Secret, ...]) -> _Compiled:
    """Return the patterns of secrets; those asked for last are known without comparing them."""
    known, compiled = _LAST[0]
    if known is not secrets:
        compiled = _compiled(secrets)
        _LAST[0] = (secrets, compiled)
    return compiled


@lru_cache(maxsize=32)
def _compiled(secrets: tuple[Secret, ...]) -> _Compiled:
    made = tuple((one.kind, re.compile(one.pattern), one.check) for one in secrets)
    return made, Hinted(pattern for _, pattern, _ in made)


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
