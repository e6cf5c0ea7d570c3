"""What an index of the fields of values can tell about a filter.

An index holds `facts(value)` of every value. For each of `probes(filter)` it is asked for the
values that have a fact with ``key = probe.key AND code >= probe.low AND code <= probe.high``, or
the fact `MARKER`: too much was in them to be listed. What all probes find is never too little,
often a little too much: `filters.matches` decides. No probe at all means that every value must be
tried, but those with one of `refused(filter)`.

Codes compare as SQLite compares storage classes, numbers < text < blobs: keep them in a column
without a type (`ANY` in a STRICT table), which converts nothing, under the BINARY collation.
"""

import math
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from neuromem_graph.core.filters import POSITION, Clause, Filter

Code = int | float | str | bytes
"""A scalar as the index compares it."""

Fact = tuple[str, Code]
"""A key that a filter may name, and what the value holds there."""

MARKER: Fact = ("", b"*")
"""The only fact of a value that has too many: it may match any probe."""

_MOST_FACTS, _DEEPEST_FACT, _LONGEST = 64, 4, 128
_INT64 = 1 << 63
_EXACT = 1 << 53  # below it no other number is rounded to a float


class Probe(NamedTuple):
    """Ask the index for codes of a key within inclusive bounds; none fit if `low` > `high`."""

    key: str
    low: Code
    high: Code


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
    if code is None or asked == "$ne" or len(key) > _LONGEST:
        return None
    if len(clause.path) > _DEEPEST_FACT or any(map(POSITION.fullmatch, clause.path[1:])):
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


def refused(wanted: Filter) -> tuple[Fact, ...]:
    """List facts with which a value certainly does not match: those that a `$ne` names.

    Args:
        wanted: the filter.

    Returns:
        Facts of plain keys whose code stands for one value only.
    """
    asked = (one for one in wanted.clauses if one.operator == "$ne" and "." not in one.key)
    coded = ((one.key, _encode(one.operand)) for one in asked if len(one.key) <= _LONGEST)
    return tuple((key, code) for key, code in coded if code is not None and _is_exact(code))


def _is_exact(code: Code) -> bool:
    if isinstance(code, str):
        return len(code) < _LONGEST
    return not isinstance(code, float) or abs(code) < _EXACT
