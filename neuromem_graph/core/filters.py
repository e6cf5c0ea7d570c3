"""Filters of LangGraph stores: what one asks of a value, and which index entries can answer it.

A value holds the looked-up key literally, or as a dotted path ("user.name", "tags.0"). Comparison
is typed: `True` is not 1, 5 is 5.0, a missing key is not `None`, "5" is not above 4.

An index holds `facts(value)` of every value. For each of `probes(filter)` it is asked for the
values that have a fact with ``key = probe.key AND code >= probe.low AND code <= probe.high``, or
the fact `MARKER`: too much was in them to be listed. What all probes find is never too little,
often a little too much: `matches` decides. No probe at all means that every value must be tried.

Codes compare as SQLite compares storage classes, numbers < text < blobs: keep them in a column
without a type (`ANY` in a STRICT table), which converts nothing, under the BINARY collation.
"""

import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from neuromem_graph.errors import InvalidInput
from neuromem_graph.types.base import Json

__all__ = [
    "MARKER", "OPERATORS", "Clause", "Code", "Fact", "Filter", "Probe", "facts", "matches",
    "parse", "probes",
]  # fmt: skip

Code = int | float | str | bytes
"""A scalar as the index compares it."""

Fact = tuple[str, Code]
"""A key that a filter may name, and what the value holds there."""

OPERATORS = ("$eq", "$ne", "$gt", "$gte", "$lt", "$lte")
"""What can be asked of a key."""

MARKER: Fact = ("", b"*")
"""The only fact of a value that has too many: it may match any probe."""

_KNOWN = ", ".join(OPERATORS)
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "$gt": operator.gt, "$gte": operator.ge, "$lt": operator.lt, "$lte": operator.le,
}  # fmt: skip
_MISSING = object()
_DEEPEST_OPERAND = 100  # comparing recurses as deep
_MOST_FACTS, _DEEPEST_FACT, _LONGEST = 64, 4, 128
_INT64 = 1 << 63
_POSITION = re.compile(r"0|[1-9][0-9]{0,8}")


class Clause(NamedTuple):
    """Ask one thing of one key."""

    key: str
    path: tuple[str, ...]  # the steps of a dotted key; none for a plain one
    operator: str
    operand: Json


class Filter(NamedTuple):
    """Ask several things at once; an empty filter matches everything."""

    clauses: tuple[Clause, ...] = ()


class Probe(NamedTuple):
    """Ask the index for codes of a key within inclusive bounds; none fit if `low` > `high`."""

    key: str
    low: Code
    high: Code


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
        elif isinstance(found, list) and _POSITION.fullmatch(step):
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


def facts(value: Mapping[str, Any]) -> tuple[Fact, ...]:
    """List what an index should hold of a value: its scalars, under the keys that reach them.

    Those of nested dictionaries stand under their dotted path, at most four steps long. Elements
    of lists, keys above 128 characters and NaN are left out: no probe asks for them.

    Args:
        value: plain JSON with text keys, without lone surrogates.

    Returns:
        Facts, none twice, though a key may be ("a.b" in two ways); `MARKER` alone when there are
        more than 64.
    """
    found = tuple(islice(_leaves(value), _MOST_FACTS + 1))
    return tuple(dict.fromkeys(found)) if len(found) <= _MOST_FACTS else (MARKER,)


def _leaves(value: Mapping[str, Any], prefix: str = "", depth: int = 1) -> Iterator[Fact]:
    for key, item in value.items():
        if "." in key and (prefix or isinstance(item, dict)):
            continue  # no path leads there: its steps have no dots
        path = prefix + key
        if isinstance(item, dict):
            if depth < _DEEPEST_FACT:
                yield from _leaves(item, path + ".", depth + 1)
        elif len(path) <= _LONGEST and (code := _encode(item)) is not None:
            yield path, code


def _encode(scalar: object) -> Code | None:
    """Map a scalar to its code; None for what has none.

    Within numbers and within texts the order stays, though neighbours may fall together: that is
    what makes inclusive bounds safe. Rounding to the nearest double is monotonic and moves no
    double; the same holds for cutting text.
    """
    if isinstance(scalar, str):
        return scalar[:_LONGEST]
    if scalar is None:
        return b"n"
    if isinstance(scalar, bool):
        return b"t" if scalar else b"f"
    if isinstance(scalar, int):
        return scalar if -_INT64 <= scalar < _INT64 else _rounded(scalar)
    return scalar if isinstance(scalar, float) and not math.isnan(scalar) else None


def _rounded(number: int) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def probes(wanted: Filter) -> tuple[Probe, ...]:
    """List what an index of facts can tell about a filter, one probe per key.

    There is none for `$ne`, for comparison with a list or dictionary, and for keys that facts
    leave out. Bounds never leave the class of the operand: numbers lie between both infinities,
    texts between "" and the empty blob, which is the code of nothing and comes after every text.

    Args:
        wanted: the filter.

    Returns:
        Probes; a value that matches has for each a fact within its bounds, or the fact `MARKER`.
    """
    found: dict[str, Probe] = {}
    for clause in wanted.clauses:
        if (new := _bounds(clause)) is not None:
            old = found.get(new.key, new)
            low, high = max(old.low, new.low, key=_place), min(old.high, new.high, key=_place)
            found[new.key] = Probe(new.key, low, high)
    return tuple(found.values())


def _bounds(clause: Clause) -> Probe | None:
    key, asked, code = clause.key, clause.operator, _encode(clause.operand)
    if code is None or code != code or asked == "$ne" or len(key) > _LONGEST:  # NaN has no place
        return None
    if len(clause.path) > _DEEPEST_FACT or any(map(_POSITION.fullmatch, clause.path[1:])):
        return None
    if asked == "$eq":
        return Probe(key, code, code)
    if isinstance(code, bytes):
        return None
    floor, ceiling = ("", b"") if isinstance(code, str) else (-math.inf, math.inf)
    return Probe(key, code, ceiling) if asked in ("$gt", "$gte") else Probe(key, floor, code)


def _place(code: Code) -> tuple[int, Any]:
    """Order codes as SQLite does."""
    return 2 if isinstance(code, bytes) else isinstance(code, str), code
