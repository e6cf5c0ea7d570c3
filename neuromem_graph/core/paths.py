"""Find the texts of a JSON value that paths name: what a store item is searched by."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from neuromem_graph.types.base import Json

WHOLE = "$"
_STEP = re.compile(r"\[[^\]]*\]?|\{[^}]*\}?|[^.\[\{]+")


@lru_cache(maxsize=1024)
def _steps(path: str) -> tuple[str, ...]:
    """Split a path into fields, "[...]" and "{...}"; dots only separate."""
    return tuple(_STEP.findall(path))


def texts(value: Mapping[str, Json], paths: Sequence[str]) -> tuple[str, ...]:
    """Return the texts under these paths, in their order; the same text once.

    Args:
        value: the value of an item.
        paths: as in LangGraph's `IndexConfig`: "a.b", "a[0]", "a[-1]", "a[*]", "*", "{a,b.c}";
            "$" or "" is the whole value as JSON with sorted keys.

    Returns:
        Scalars as text, lists and objects as JSON; what is missing or null gives nothing.
    """
    found: dict[str, None] = {}
    for path in paths:
        if path in ("", WHOLE):
            found[_written(dict(value))] = None
        else:
            found.update(dict.fromkeys(_walk(dict(value), _steps(path))))
    return tuple(found)


def words(value: Mapping[str, Json], paths: Sequence[str] | None) -> str:
    """Return what a search by words looks at: names of fields and all that stands in them.

    Args:
        value: the value of an item.
        paths: only what these name; None for everything.
    """
    if paths is None or any(path in ("", WHOLE) for path in paths):
        return "\n".join(_leaves(dict(value)))
    return "\n".join(texts(value, paths))


def _leaves(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        for name in sorted(value):  # as the ledger writes it: whoever folds it finds the same
            yield name
            yield from _leaves(value[name])
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _written(value: Json) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, sort_keys=True, ensure_ascii=False)
    return str(value)


def _walk(value: Json, steps: tuple[str, ...]) -> Iterator[str]:
    if not steps:
        if value is not None:
            yield _written(value)
        return
    step, rest = steps[0], steps[1:]
    if step.startswith("{"):
        yield from _selected(value, step[1:].rstrip("}"))
        return
    for inner in _taken(value, step):
        yield from _walk(inner, rest)


def _taken(value: Json, step: str) -> list[Json]:
    """Return what one step leads to."""
    if step == "*":
        return [value[n] for n in sorted(value)] if isinstance(value, dict) else _listed(value)
    if step.startswith("["):
        return _indexed(_listed(value), step[1:].rstrip("]"))
    return [value[step]] if isinstance(value, dict) and step in value else []


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _indexed(values: list[Json], index: str) -> list[Json]:
    if index == "*":
        return values
    try:
        return [values[int(index)]]
    except (ValueError, IndexError):
        return []


def _selected(value: Json, fields: str) -> Iterator[str]:
    """Return the texts of "{a,b.c}": each field is a plain dotted path."""
    for field in fields.split(","):
        found: Json = value
        for step in _steps(field.strip()):
            found = found.get(step) if isinstance(found, dict) else None
        if found is not None:
            yield _written(found)
