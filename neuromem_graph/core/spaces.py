"""Namespaces of stores: how they are written, which lie under a prefix, and how they are listed.

A namespace is stored as the ledger writes it, a JSON array: ``["users", "ann"]``. Quotes inside a
segment are escaped, so the text of one namespace begins with the whole segments of another only
where the other is its prefix. Segments are text without lone surrogates; the caller checks that.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from neuromem_graph.errors import TooLarge
from neuromem_graph.settings import Limits
from neuromem_graph.types.base import Namespace

__all__ = [
    "WILDCARD",
    "Condition",
    "Range",
    "decode",
    "encode",
    "listed",
    "literal_prefix",
    "refuse_deep",
    "under",
]

WILDCARD = "*"
"""The segment of a condition that stands for any one segment."""


class Range(NamedTuple):
    """Bound the texts of all namespaces under a prefix: `exact`, or from `low` to below `high`.

    Texts compare by their UTF-8 bytes, as under SQLite's BINARY collation:
    ``text = exact OR (text >= low AND text < high)``.
    """

    exact: str
    low: str
    high: str


class Condition(NamedTuple):
    """Ask how a namespace begins or ends; "*" stands for any one segment."""

    kind: Literal["prefix", "suffix"]
    path: tuple[str, ...]


def encode(namespace: Namespace) -> str:
    """Write a namespace as the one text that stands for it."""
    return json.dumps(list(namespace), ensure_ascii=False)


def decode(text: str) -> Namespace:
    """Read a namespace that `encode` has written."""
    return tuple(json.loads(text))


def under(prefix: Namespace) -> Range:
    """Bound the texts of the namespaces that begin with these whole segments.

    Args:
        prefix: the segments; none for every namespace.

    Returns:
        The range; it holds the prefix itself too.
    """
    exact = encode(prefix)
    stem = exact[:-1] + (", " if prefix else "")
    return Range(exact, stem + '"', stem + "#")  # a segment begins with a quote; "#" comes next


def literal_prefix(conditions: Iterable[Condition]) -> Namespace:
    """Find the longest run of segments with which every namespace that is listed must begin.

    Args:
        conditions: only prefixes count, each up to its first wildcard.

    Returns:
        The segments, to narrow what is read; none if any namespace might be listed.
    """
    runs = [_literal(one.path) for one in conditions if one.kind == "prefix"]
    return max(runs, key=len, default=())


def _literal(path: tuple[str, ...]) -> Namespace:
    return path[: path.index(WILDCARD)] if WILDCARD in path else path


def listed(
    names: Iterable[Namespace],
    conditions: Sequence[Condition],
    max_depth: int | None,
    limit: int,
    offset: int,
) -> list[Namespace]:
    """List namespaces as LangGraph stores do: each once, sorted by code point.

    Args:
        names: the namespaces there are.
        conditions: all must hold, of the whole namespace.
        max_depth: how many segments are kept; None for all, 0 leaves the empty namespace.
        limit: how many to return; not negative.
        offset: how many to leave out first; not negative.

    Returns:
        Namespaces, shortened to `max_depth`.
    """
    found = {name[:max_depth] for name in names if all(_holds(one, name) for one in conditions)}
    return sorted(found)[offset : offset + limit]


def _holds(condition: Condition, name: Namespace) -> bool:
    path = condition.path
    start = 0 if condition.kind == "prefix" else len(name) - len(path)
    if len(path) > len(name):
        return False
    parts = name[start : start + len(path)]
    return all(wanted in (WILDCARD, part) for wanted, part in zip(path, parts, strict=True))


def refuse_deep(parts: Sequence[str], limits: Limits, *, of_items: bool = False) -> None:
    """Refuse a namespace that is above a limit.

    Args:
        parts: its segments.
        limits: how many there may be, and how long each.
        of_items: it is one of a store, which has limits of its own.

    Raises:
        TooLarge: it has too many segments, or one is too long.
    """
    prefix = "item_" if of_items else ""
    most: int = getattr(limits, f"{prefix}namespace_segments")
    longest: int = getattr(limits, f"{prefix}segment_characters")
    if len(parts) > most:
        told = f"limits.{prefix}namespace_segments={most}"
        raise TooLarge(f"a namespace of {len(parts)} segments: {told} at most")
    characters = max(map(len, parts), default=0)
    if characters > longest:
        told = f"limits.{prefix}segment_characters={longest}"
        raise TooLarge(f"a segment of {characters} characters: {told} at most")
