"""Read the reply of a model, whatever it looks like.

Models put prose, fences and thoughts around their JSON, leave commas and brackets, answer a bare
list, other keys, several objects, or nothing. What can be read without guessing is read; the rest
is named, so that it can be asked for again.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from neuromem_graph.core.contents import without_thoughts
from neuromem_graph.core.text import clean, is_blank
from neuromem_graph.types.chat import ChatReply

__all__ = ["FIELDS", "Problem", "Read", "read", "refuses", "spoken"]

Problem = Literal["empty", "refused", "no_json", "truncated", "no_list", "too_long"]
"""Why a reply can't be used."""

_FENCE = re.compile(r"```[\w-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_REFUSAL = re.compile(
    r"(?i)\b(?:i\s?(?:'m|\u2019m|\sam)?\s(?:sorry|unable|can(?:'t|\u2019t|not)|won(?:'t|\u2019t))"
    r"|as an ai\b|cannot (?:assist|help|comply))"
)
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')
_BEGIN = re.compile(r"\{\s*(?:[\"'}]|\w+\s*:)|\[\s*[\[\]{\"'\d-]")
_LISTS = ("facts", "claims", "memories", "items", "results", "data", "statements", "extractions")
FIELDS: Mapping[str, tuple[str, ...]] = {
    "message": ("message", "index", "message_index", "turn", "id", "message_number"),
    "quote": ("quote", "span", "source", "evidence", "text", "sentence"),
    "about": ("about", "subject", "entity", "who", "person"),
    "relation": ("relation", "relationship"),
    "attribute": ("attribute", "predicate", "property", "key", "field"),
    "value": ("value", "object", "answer"),
    "status": ("status", "state", "type"),
    "since": ("since", "from", "start", "valid_from"),
    "until": ("until", "to", "end", "valid_to"),
}
"""Field of a fact -> the names that models give it; the first one is ours."""


class Read(NamedTuple):
    """Hold what a reply says: facts under our field names, or why it can't be used."""

    facts: tuple[Mapping[str, Any], ...] = ()
    problem: Problem | None = None


def read(reply: ChatReply, most: int) -> Read:
    """Read a reply.

    Args:
        reply: what the model answered.
        most: characters that are read.

    Returns:
        Its facts with their fields renamed to ours, unchecked; or what is wrong with it. A reply
        that was cut is not used, though its beginning may be whole: what it left out is unknown.
    """
    text = clean(reply.text).strip().removeprefix("\ufeff")
    if len(text) > most:
        return Read(problem="too_long")
    whole = text.startswith(("{", "["))  # then a thought in it is part of what it quotes
    bare = text if whole else spoken(text)
    if is_blank(bare):
        return Read(problem="truncated" if reply.truncated else "empty")
    try:
        found = [value for one in _parts(bare, whole) for value in _values(one)]
    except _Cut:
        return Read(problem="truncated")
    if reply.truncated:
        return Read(problem="truncated")
    lists = [facts for value in found if (facts := _facts(value)) is not None]
    if lists:
        return Read(facts=tuple(_renamed(fact) for facts in lists for fact in facts))
    if found:
        return Read(problem="no_list")
    return Read(problem="refused" if _REFUSAL.search(bare) else "no_json")


def spoken(text: str) -> str:
    """Return a reply without the thoughts of the model, whether or not they come to an end."""
    return without_thoughts(text, open_ended=True)


def refuses(text: str) -> bool:
    """Tell whether a reply begins with an excuse."""
    return _REFUSAL.match(text.strip()) is not None


class _Cut(Exception):
    """Something that begins like JSON does not end."""


def _parts(text: str, whole: bool) -> list[str]:
    """Return what stands in fences, or the whole text."""
    fenced = [] if whole else [part for part in _FENCE.findall(text) if _BEGIN.search(part)]
    return fenced or [text]


def _values(text: str) -> Iterator[Any]:
    """Give every JSON value of a text; one that is written badly is mended, with all after it."""
    decoder = json.JSONDecoder(strict=False)
    at = 0
    while (begin := _BEGIN.search(text, at)) is not None:
        try:
            value, at = decoder.raw_decode(text, begin.start())
        except (ValueError, RecursionError):
            yield from _mended(text[begin.start() :])
            return
        yield value


def _mended(text: str) -> Iterator[Any]:
    """Mend what is written badly; what simply ends too early is not: something is missing."""
    from json_repair import repair_json  # noqa: PLC0415  only when needed

    if not _is_closed(text):
        raise _Cut
    try:
        mended = _BAD_ESCAPE.sub("", text)
        value = repair_json(mended, return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError):
        raise _Cut from None
    if isinstance(value, dict | list) and value:
        yield value


def _is_closed(text: str) -> bool:
    """Tell whether the last bracket of a text closes one: what was cut ends inside."""
    last = max(text.rfind(sign) for sign in "{}[]")
    return text[last] in "}]" and is_blank(re.sub(r"[\w\s.,;:!?'\"`*()-]", "", text[last + 1 :]))


def _facts(value: Any) -> list[Mapping[str, Any]] | None:
    """Return the facts that a value lists, or None if it is no list of facts."""
    if isinstance(value, Mapping):
        if {"value", "attribute"} <= set(_renamed(value)):
            return [value]
        lists = (value[key] for key in _LISTS if key in value)
        known = next((one for one in lists if isinstance(one, list | Mapping | None)), _missing)
        if known is _missing:
            return [value] if "value" in _renamed(value) else None
        value = [] if known is None else known
        value = [value] if isinstance(value, Mapping) else value
    if not isinstance(value, list):
        return None
    first = value[0] if len(value) == 1 else None
    if isinstance(first, Mapping) and {*_LISTS} & set(first) and "value" not in _renamed(first):
        return _facts(first)
    flat = [one for part in value for one in (part if isinstance(part, list) else [part])]
    facts = [one for one in flat if isinstance(one, Mapping)]
    return facts if facts or not value else None


_missing = object()


def _renamed(fact: Mapping[str, Any]) -> Mapping[str, Any]:
    known = {str(key).strip().casefold(): value for key, value in fact.items()}
    return {
        name: next(known[key] for key in keys if key in known)
        for name, keys in FIELDS.items()
        if any(key in known for key in keys)
    }
