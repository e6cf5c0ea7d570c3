"""Decide what is said of an error: its text, without the secrets that it quotes.

An error may quote what a caller gave whole, cut short, or with invisible characters escaped as
`repr` does. So its text is searched as it stands and with escapes undone; and the secrets found in
what the caller gave are looked for by their parts, since a part alone has no pattern.
"""

import re
import reprlib
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pydantic import BaseModel

from neuromem_graph.core.disguises import seen, visible
from neuromem_graph.core.secrets import fingerprint, is_telling, mark_parts, redact, unmended
from neuromem_graph.settings.redacting import Redacting

__all__ = ["Teller"]

_ESCAPE = re.compile(
    r"\\+(?:x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|(?P<c>[nrt'\"]))"
)
_SHORT = {"n": "\n", "r": "\r", "t": "\t"}
_LEAST, _MOST = 4, 6  # characters of a secret that are recognised as a part of it
_LOOKED_AT = 100_000  # characters of each text that was given: errors quote the beginning
_VALUES = 10_000  # that were given
_DEEP = 16
_REPR = reprlib.Repr()
_REPR.maxother = _LOOKED_AT


class _Form(NamedTuple):
    """Hold a text as it is searched, and where each of its characters stands in what is told."""

    text: str
    starts: list[int]
    ends: list[int]


class _Hit(NamedTuple):
    start: int
    end: int
    mark: str


class Teller:
    """Tell the texts of errors that one call raised.

    Args:
        settings: which texts are secrets, and the key of the fingerprints.
        given: what the call was given; its secrets are recognised by parts as well.
    """

    def __init__(self, settings: Redacting, given: Iterable[object] = ()) -> None:
        self._settings = settings
        self._print = None if settings.key is None else fingerprint(settings.key.encode())
        self._parts: dict[int, dict[str, str]] = {}  # by their length: what stands in their place
        if settings.on:
            for text, whole in _texts(given):
                self._learn(text[:_LOOKED_AT], whole)

    def tell(self, text: str) -> str:
        """Return a text without secrets; telling it again changes nothing."""
        if not self._settings.on or not text:
            return text
        form = _unescaped(text)  # first: an escape parts a secret
        if form is not None:
            found = redact(form.text, self._settings).found
            text = _marked(text, form, [
                _Hit(one.start, one.end, self._mark(one.kind, form.text[one.start : one.end]))
                for one in found
            ])  # fmt: skip
        text = redact(text, self._settings, self._print).text
        if not self._parts:
            return text
        return "".join(part if mark else self._unquoted(part) for part, mark in mark_parts(text))

    def _learn(self, text: str, whole: bool) -> None:
        """Remember the parts of the secrets in a text that was given."""
        found = redact(text, self._settings).found
        secrets = [(one.kind, visible(unmended(text[one.start : one.end]))) for one in found]
        if whole:
            secrets.append(("password", visible(unmended(text))))
        for kind, secret in secrets:
            if len(secret) < _LEAST:
                continue
            mark, low = self._mark(kind, secret), _lower(secret)
            size = max(_LEAST, min(_MOST, len(low) // 2))
            parts = self._parts.setdefault(size, {})
            for at in range(len(low) - size + 1):
                parts.setdefault(low[at : at + size], mark)

    def _mark(self, kind: str, secret: str) -> str:
        label = f" {self._print(visible(unmended(secret)))}" if self._print else ""
        return f"[redacted {kind}{label}]"

    def _unquoted(self, text: str) -> str:
        """Take out the parts of secrets that were given, whether escaped or not."""
        for form in (_unescaped(text), _Form(text, *_same(text))):
            if form is not None:
                text = _marked(text, form, self._quoted(form.text))
        return text

    def _quoted(self, text: str) -> list[_Hit]:
        shown, places = seen(unmended(text))
        low, hits = _lower(shown), list[_Hit]()
        for size, parts in self._parts.items():
            for at in range(len(low) - size + 1):
                mark = parts.get(low[at : at + size])
                if mark is not None:
                    hits.append(_Hit(places[at], places[at + size - 1] + 1, mark))
        return _merged(hits)


def _merged(hits: list[_Hit]) -> list[_Hit]:
    """Join what overlaps or touches; the first says what it is."""
    joined: list[_Hit] = []
    for hit in sorted(hits):
        if joined and hit.start <= joined[-1].end:
            joined[-1] = joined[-1]._replace(end=max(hit.end, joined[-1].end))
        else:
            joined.append(hit)
    return joined


def _marked(text: str, form: _Form, hits: list[_Hit]) -> str:
    """Put marks in the place of what was found in a form of a text."""
    parts, at = list[str](), 0
    for hit in hits:
        parts += [text[at : form.starts[hit.start]], hit.mark]
        at = form.ends[hit.end - 1]
    return "".join((*parts, text[at:]))


def _unescaped(text: str) -> _Form | None:
    """Return a text with its escapes undone; None if there are none."""
    if "\\" not in text:
        return None
    chars, starts, ends, at = list[str](), list[int](), list[int](), 0
    for match in _ESCAPE.finditer(text):
        chars += text[at : match.start()]
        starts += range(at, match.start())
        ends += range(at + 1, match.start() + 1)
        at = match.end()
        chars.append(_character(match))
        starts.append(match.start())
        ends.append(at)
    if not at:
        return None
    rest = _same(text)
    return _Form("".join(chars) + text[at:], starts + rest[0][at:], ends + rest[1][at:])


def _same(text: str) -> tuple[list[int], list[int]]:
    return list(range(len(text))), list(range(1, len(text) + 1))


def _character(match: re.Match[str]) -> str:
    """Return the one character that an escape stands for."""
    short = match["c"]
    if short is not None:
        return _SHORT.get(short, short)
    code = int(match["x"] or match["u"] or match["U"], 16)
    return chr(code) if code <= 0x10FFFF else "\ufffd"


def _lower(text: str) -> str:
    """Return a text of the same length in small letters: names are compared in them."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower()
                                                     for c in text)  # fmt: skip


def _texts(given: Iterable[object]) -> Iterator[tuple[str, bool]]:
    """Give every text in what was given, with whether its key says that it is a secret."""
    waiting: list[tuple[object, bool, int]] = [(one, False, 0) for one in given]
    for _ in range(_VALUES):
        if not waiting:
            return
        value, secret, depth = waiting.pop()
        held = _held(value)
        if isinstance(value, str):
            yield value, secret
        elif held is None:
            yield _shown(value), secret
        elif depth < _DEEP:
            waiting += ((one, secret or told, depth + 1) for one, told in held)


def _held(value: object) -> list[tuple[object, bool]] | None:
    """Return what a container holds; None if it is none, or could not be read again."""
    fields = getattr(value, "__dict__", None)
    if isinstance(fields, dict) and (isinstance(value, BaseModel) or "content" in fields):
        value = fields
    if isinstance(value, Mapping):
        pairs = tuple(value.items())
        told = ((one, isinstance(key, str) and is_telling(key)) for key, one in pairs)
        return [*((key, False) for key, _ in pairs), *told]
    if isinstance(value, list | tuple | set | frozenset):
        return [(one, False) for one in tuple(value)]
    return None


def _shown(value: object) -> str:
    """Return how an object shows itself in an error, escapes undone."""
    told = _REPR.repr_instance(value, 0)  # an object that can't show itself raises nothing
    form = _unescaped(told)
    return told if form is None else form.text
