"""Filters of LangGraph stores: what one asks of a value.

A value holds the looked-up key literally, or as a dotted path ("user.name", "tags.0"). Comparison
is typed: `True` is not 1, 5 is 5.0, a missing key is not `None`, "5" is not above 4.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from neuromem_graph.errors import InvalidInput
from neuromem_graph.types.base import Json

__all__ = ["OPERATORS", "POSITION", "Clause", "Filter", "matches", "parse"]

OPERATORS = ("$eq", "$ne", "$gt", "$gte", "$lt", "$lte")
"""What can be asked of a key."""

_KNOWN = ", ".join(OPERATORS)
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "$gt": operator.gt, "$gte": operator.ge, "$lt": operator.lt, "$lte": operator.le,
}  # fmt: skip
_MISSING = object()
_DEEPEST_OPERAND = 100  # comparing recurses as deep
POSITION = re.compile(r"0|[1-9][0-9]{0,8}")
"""How a step of a path names an element of a list."""


class Clause(NamedTuple):
    """Ask one thing of one key."""

    key: str
    path: tuple[str, ...]  # the steps of a dotted key; none for a plain one
    operator: str
    operand: Json


class Filter(NamedTuple):
    """Ask several things at once; an empty filter matches everything."""

    clauses: tuple[Clause, ...] = ()


def parse(given: Mapping[str, Any] | None) -> Filter:
    """Read a filter as LangGraph stores take it.

    Args:
        given: what each key must be: plain JSON that it equals, or a dictionary of operators.

    Returns:
        The filter, independent of what is later done to `given`.

    Raises:
        InvalidInput: it is no dictionary, a key is no text, an operator is unknown, or an operand
            is not plain JSON.
    """
    if given is None:
        return Filter()
    if not isinstance(given, Mapping):
        raise InvalidInput(
            f"a filter is a dictionary such as {{'status': 'open'}}, not {type(given).__name__}"
        )
    return Filter(tuple(one for key, asked in given.items() for one in _clauses(key, asked)))


def _clauses(key: object, asked: object) -> Iterator[Clause]:
    if not isinstance(key, str):
        raise InvalidInput(f"a key of a filter is text, not {type(key).__name__}")
    if key.startswith("$"):
        raise InvalidInput(
            f"{key!r:.80} can't stand for a key: keys are ANDed, and the operators under a key, "
            f"as in {{'year': {{'$gte': 2020}}}}, are {_KNOWN}"
        )
    _plain_text(key, key)
    path = tuple(key.split(".")) if "." in key else ()
    if not isinstance(asked, Mapping) or not any(_is_operator(name) for name in asked):
        yield Clause(key, path, "$eq", _plain(asked, key))
        return
    for name, operand in asked.items():
        if name not in OPERATORS:
            known = "is an unknown operator" if _is_operator(name) else "stands beside operators"
            raise InvalidInput(f"{name!r:.80} under {key!r:.80} {known}: use {_KNOWN}")
        yield Clause(key, path, name, _plain(operand, key))


def _is_operator(name: object) -> bool:
    return isinstance(name, str) and name.startswith("$")


def _plain(operand: object, key: str, depth: int = 0) -> Json:
    """Copy plain JSON; a tuple is a list, as it is once stored."""
    if isinstance(operand, str):
        return _plain_text(operand, key)
    if operand is None or isinstance(operand, int | float):  # infinity bounds, NaN equals nothing
        return operand
    deeper = depth + 1
    if deeper <= _DEEPEST_OPERAND and isinstance(operand, list | tuple):
        return [_plain(item, key, deeper) for item in operand]
    if deeper <= _DEEPEST_OPERAND and isinstance(operand, Mapping):
        if all(isinstance(name, str) for name in operand):
            return {_plain_text(n, key): _plain(item, key, deeper) for n, item in operand.items()}
    raise InvalidInput(
        f"{key!r:.80} is compared with something that is not plain JSON "
        f"(text, numbers, true/false, null, lists, objects with text keys, "
        f"at most {_DEEPEST_OPERAND} deep): {type(operand).__name__}"
    )


def _plain_text(text: str, key: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as exc:
        raise InvalidInput(f"the filter on {key!a:.80} holds a lone surrogate") from exc
    return text


def matches(wanted: Filter, value: Mapping[str, Any]) -> bool:
    """Tell whether a value is what a filter asks for; nothing odd in it raises."""
    for clause in wanted.clauses:
        found = value.get(clause.key, _MISSING)
        if found is _MISSING and clause.path:
            found = _follow(clause.path, value)
        if not _holds(clause, found):
            return False
    return True


def _follow(path: tuple[str, ...], value: Mapping[str, Any]) -> object:
    found: object = value.get(path[0], _MISSING)
    for step in path[1:]:
        if isinstance(found, dict):
            found = found.get(step, _MISSING)
        elif isinstance(found, list) and POSITION.fullmatch(step):
            found = found[int(step)] if int(step) < len(found) else _MISSING
        else:
            return _MISSING
    return found


def _holds(clause: Clause, found: object) -> bool:
    if clause.operator == "$eq":
        return _equal(clause.operand, found)
    if clause.operator == "$ne":
        return not _equal(clause.operand, found)
    kind = _ordered(clause.operand)
    comparable = kind is not None and kind is _ordered(found)
    return comparable and _ORDERS[clause.operator](found, clause.operand)


def _ordered(value: object) -> type | None:
    if isinstance(value, str):
        return str
    return float if isinstance(value, int | float) and not isinstance(value, bool) else None


def _equal(wanted: Json, found: object) -> bool:
    """Compare deeply and by type; as deep as `wanted`, however deep `found` is."""
    if isinstance(wanted, str):
        return isinstance(found, str) and wanted == found
    if wanted is None or isinstance(wanted, bool):
        return wanted is found
    if isinstance(wanted, list):
        if not isinstance(found, list) or len(wanted) != len(found):
            return False
        return all(map(_equal, wanted, found))
    if isinstance(wanted, dict):
        if not isinstance(found, dict) or wanted.keys() != found.keys():
            return False
        return all(_equal(item, found[key]) for key, item in wanted.items())
    return isinstance(found, int | float) and not isinstance(found, bool) and wanted == found
