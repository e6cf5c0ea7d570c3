"""Read the reply of a model, whatever it looks like.

Models put prose, fences and thoughts around their JSON, leave commas and brackets, answer a bare
list, other keys, several objects, or nothing. What can be read without guessing is read; the rest
is named, so that it can be asked for again.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from neuromem_graph.core.text import clean, is_blank
from neuromem_graph.types.chat import ChatReply

__all__ = ["FIELDS", "Problem", "Read", "read"]

Problem = Literal["empty", "refused", "no_json", "truncated", "no_list", "too_long"]
"""Why a reply can't be used."""

_THOUGHT = re.compile(
    r"<(think|thinking|reasoning|thought)>.*?</\1>|^.*?</(?:think|thinking|reasoning|thought)>",
    re.DOTALL | re.IGNORECASE,
)
_OPEN_THOUGHT = re.compile(r"<(?:think|thinking|reasoning|thought)>.*\Z", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_REFUSAL = re.compile(
    r"(?i)\b(?:i\s?(?:'m|\u2019m|\sam)?\s(?:sorry|unable|can(?:'t|\u2019t|not)|won(?:'t|\u2019t))"
    r"|as an ai\b|cannot (?:assist|help|comply))"
)
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')
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
    text = _THOUGHT.sub("", clean(reply.text))
    if len(text) > most:
        return Read(problem="too_long")
    bare = _OPEN_THOUGHT.sub("", text)
    if is_blank(bare):
        return Read(problem="truncated" if reply.truncated else "empty")
    if reply.truncated:
        return Read(problem="truncated")
    found = [value for one in _parts(bare) for value in _values(one)]
    lists = [facts for value in found if (facts := _facts(value)) is not None]
    if lists:
        return Read(facts=tuple(_renamed(fact) for facts in lists for fact in facts))
    if found:
        return Read(problem="no_list")
    if _REFUSAL.search(bare):
        return Read(problem="refused")
    return Read(problem="truncated" if "{" in bare or "[" in bare else "no_json")


def _parts(text: str) -> list[str]:
    """Return what stands in fences, or the whole text."""
    fenced = [part for part in _FENCE.findall(text) if "{" in part or "[" in part]
    return fenced or [text]


def _values(text: str) -> Iterator[Any]:
    """Give every JSON value of a text; one that is written badly is mended first."""
    at, given = 0, False
    decoder = json.JSONDecoder(strict=False)
    while (begin := _next(text, at)) >= 0:
        try:
            value, at = decoder.raw_decode(text, begin)
        except (ValueError, RecursionError):
            break
        given = True
        yield value
    if not given and begin >= 0:
        yield from _mended(text[begin:])


def _next(text: str, at: int) -> int:
    """Return where the next object or list begins, or -1."""
    places = [place for place in (text.find("{", at), text.find("[", at)) if place >= 0]
    return min(places, default=-1)


def _mended(text: str) -> Iterator[Any]:
    """Mend what is written badly; what simply ends too early is not: something is missing."""
    from json_repair import repair_json  # noqa: PLC0415  only when needed

    if not _is_closed(text):
        return
    try:
        mended = _BAD_ESCAPE.sub("", text)
        value = repair_json(mended, return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError):
        return
    if isinstance(value, dict | list) and value:
        yield value


def _is_closed(text: str) -> bool:
    """Tell whether the last bracket of a text closes one: what was cut ends inside."""
    last = max(text.rfind(sign) for sign in "{}[]")
    return text[last] in "}]" and is_blank(re.sub(r"[\w\s.,;:!?'\"`*()-]", "", text[last + 1 :]))


def _facts(value: Any) -> list[Mapping[str, Any]] | None:
    """Return the facts that a value lists, or None if it is no list of facts."""
    if isinstance(value, Mapping):
        known = next((value[key] for key in _LISTS if key in value), _missing)
        if known is _missing:
            return [value] if "value" in _renamed(value) else None
        value = [] if known is None else known
        value = [value] if isinstance(value, Mapping) else value
    if not isinstance(value, list):
        return None
    if len(value) == 1 and isinstance(value[0], Mapping) and set(value[0]) & {*_LISTS}:
        return _facts(value[0])
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
