"""Check the operations LangGraph hands to a store and turn them into our own requests."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    SearchOp,
)

from neuromem_graph.core import filters
from neuromem_graph.core.plain import plain_object
from neuromem_graph.core.spaces import Condition, refuse_deep
from neuromem_graph.errors import InvalidInput, InvalidNamespace, TooLarge
from neuromem_graph.settings import Limits
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.items import ItemPut

_MICROS = 60_000_000  # of a minute
MOST_MINUTES = 100 * 366 * 24 * 60
_RESERVED = "langgraph"


class StoreNamespaceError(InvalidNamespace, InvalidNamespaceError):
    """The namespace can't be used; LangGraph's own error of that name catches it, too."""


class Get(NamedTuple):
    """Ask for one item."""

    namespace: Namespace
    key: str
    refresh: bool


class Search(NamedTuple):
    """Ask for the items under a prefix."""

    prefix: Namespace
    wanted: filters.Filter
    query: str | None
    limit: int
    offset: int
    refresh: bool


class Listing(NamedTuple):
    """Ask for namespaces."""

    conditions: tuple[Condition, ...]
    max_depth: int | None
    limit: int
    offset: int


class Work(NamedTuple):
    """Hold a checked batch: reads with their places, and puts."""

    size: int
    reads: tuple[tuple[int, Get | Search | Listing], ...]
    puts: tuple[ItemPut, ...]


def work_of(ops: Iterable[Op], periods: bool, limits: Limits) -> Work:
    """Check a whole batch before anything of it is done.

    Args:
        ops: what LangGraph hands over.
        periods: allow "." in labels, as `("users", "ann@example.com")` needs.
        limits: of what is put.

    Raises:
        StoreNamespaceError, InvalidInput, InvalidValue: an operation can't be used.
        TooLarge: what is put is above a limit.
    """
    reads: list[tuple[int, Get | Search | Listing]] = []
    puts: list[ItemPut] = []
    place = -1
    for place, op in enumerate(ops):
        if isinstance(op, PutOp):
            puts.append(_put(op, periods, limits))
        elif isinstance(op, GetOp):
            namespace = namespace_of(op.namespace, periods)
            reads.append((place, Get(namespace, key_of(op.key), bool(op.refresh_ttl))))
        elif isinstance(op, SearchOp):
            reads.append((place, _search(op, periods)))
        elif isinstance(op, ListNamespacesOp):
            reads.append((place, _listing(op, periods)))
        else:
            raise InvalidInput(f"{op!r:.100} is no operation of a store")
    return Work(place + 1, tuple(reads), tuple(puts))


def namespace_of(given: Any, periods: bool, *, put: bool = False) -> Namespace:
    """Check the labels of a namespace or prefix.

    Args:
        given: a tuple (or list) of labels.
        periods: allow "." in them.
        put: whether something is stored there: then it must be a tuple and hold a label.

    Raises:
        StoreNamespaceError: naming the label.
    """
    if not isinstance(given, tuple | list) or (put and not isinstance(given, tuple)):
        raise StoreNamespaceError(
            f"a namespace is a tuple such as ('app', 'ann'), not {given!r:.80}"
        )
    for label in given:
        if not isinstance(label, str) or not label:
            raise StoreNamespaceError(f"{given!r:.120} has the label {label!r:.40}: give text")
        if "\0" in label or (not periods and "." in label) or not encodable(label):
            raise StoreNamespaceError(
                f"the label {label!r:.80} holds a period, NUL or a lone surrogate"
                + ("" if periods else "; periods are allowed with MemoryStore(..., periods=True)")
            )
    if put and not given:
        raise StoreNamespaceError("nothing can be stored under the empty namespace: give a label")
    return tuple(given)


def refuse_reserved(namespace: Any) -> None:
    """Refuse to put under the root that is LangGraph's own; its own batches may.

    Raises:
        StoreNamespaceError: naming it.
    """
    if isinstance(namespace, tuple) and namespace[:1] == (_RESERVED,):
        raise StoreNamespaceError(f"{namespace!r:.80}: the root {_RESERVED!r} is LangGraph's own")


def key_of(key: Any) -> str:
    """Check the key of an item.

    Raises:
        InvalidInput: it is no text that a file can hold.
    """
    if not isinstance(key, str) or not encodable(key):
        raise InvalidInput(f"key={key!r:.80}: a key is text, without lone surrogates")
    return key


def encodable(text: str) -> bool:
    """Tell whether a file can hold a text: not one with a lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _put(op: PutOp, periods: bool, limits: Limits) -> ItemPut:
    namespace = namespace_of(op.namespace, periods, put=True)
    value = None if op.value is None else plain_object(op.value)
    key = key_of(op.key)
    if value is not None:  # what is there already can be deleted whatever the limits are now
        _refuse_large(namespace, key, value, limits)
    return ItemPut(namespace, key, value, _paths(op.index), _ttl(op.ttl))


def _refuse_large(
    namespace: Namespace, key: str, value: Mapping[str, Any], limits: Limits
) -> None:  # fmt: skip
    refuse_deep(namespace, limits, of_items=True)
    if len(key) > limits.item_key_characters:
        most = f"limits.item_key_characters={limits.item_key_characters}"
        raise TooLarge(f"a key of {len(key)} characters: {most} at most")
    size = len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
    if size > limits.item_bytes:
        most = f"limits.item_bytes={limits.item_bytes}"
        raise TooLarge(f"the value of {key!r:.80} has {size} bytes: {most} at most")


def _paths(index: Any) -> Any:
    if index is None or index is False:
        return index
    if isinstance(index, str) or not isinstance(index, Sequence):
        raise InvalidInput(f"index={index!r:.80}: give None, False or a list of paths")
    if not all(isinstance(path, str) and encodable(path) for path in index):
        raise InvalidInput(f"index={index!r:.80}: paths are text")
    return tuple(index) or False


def _ttl(minutes: Any) -> int | None:
    if minutes is None:
        return None
    if isinstance(minutes, bool) or not isinstance(minutes, int | float):
        raise InvalidInput(f"ttl={minutes!r:.40}: give minutes as a number")
    if not 0 <= minutes <= MOST_MINUTES:  # NaN is out, too
        raise InvalidInput(f"ttl: give 0 to {MOST_MINUTES} minutes")
    return round(minutes * _MICROS)


def _search(op: SearchOp, periods: bool) -> Search:
    query = op.query
    if query is not None and not isinstance(query, str):
        raise InvalidInput(f"query={query!r:.80}: a query is text")
    limit, offset = _count("limit", op.limit), _count("offset", op.offset)
    prefix = namespace_of(op.namespace_prefix, periods)
    return Search(prefix, filters.parse(op.filter), query, limit, offset, bool(op.refresh_ttl))


def _count(name: str, number: Any) -> int:
    if type(number) is not int or not 0 <= number < 2**31:
        shown = number if type(number) is int and abs(number) < 2**63 else type(number).__name__
        raise InvalidInput(f"{name}={shown}: give an integer from 0 to 2**31")
    return number


def _listing(op: ListNamespacesOp, periods: bool) -> Listing:
    conditions = tuple(_condition(one, periods) for one in op.match_conditions or ())
    depth = None if op.max_depth is None else _count("max_depth", op.max_depth)
    return Listing(conditions, depth, _count("limit", op.limit), _count("offset", op.offset))


def _condition(given: MatchCondition, periods: bool) -> Condition:
    if given.match_type not in ("prefix", "suffix"):
        raise InvalidInput(f"match_type={given.match_type!r:.40}: give 'prefix' or 'suffix'")
    return Condition(given.match_type, namespace_of(given.path, periods))
