"""Put, delete and expire items of a store: decided inside the write transaction."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.core import dense, paths
from neuromem_graph.errors import InvalidVector, VersionConflict
from neuromem_graph.ports import Ledger, Plan, Reader
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import Draft
from neuromem_graph.types.item_drafts import (
    IndexPayload,
    ItemPayload,
    StoreDeleteDraft,
    StoreIndexDraft,
    StorePutDraft,
)
from neuromem_graph.types.items import ItemIndex, ItemPut, ItemRow
from neuromem_graph.types.ledger import Embedded

Units = NDArray[np.float32]
Row = NDArray[np.float32]

ANY: Literal["any"] = "any"
Expected = int | Literal["any"] | None
"""The version an item must be at; None: there must be none."""

_PAGE = 500  # items expired or indexed anew in one transaction


def latest_puts(puts: Iterable[ItemPut]) -> list[ItemPut]:
    """Keep of several puts of one key the last."""
    return list({(put.namespace, put.key): put for put in puts}.values())


def chosen(put: ItemPut, index: ItemIndex | None) -> tuple[str, ...] | Literal[False] | None:
    """Return the paths a put is searched by: its own, else the store's."""
    if put.paths is False or put.paths == ():
        return False
    if put.paths is None:
        return None if index is None else index.paths
    return put.paths


def texts_of(puts: Iterable[ItemPut], index: ItemIndex) -> list[str]:
    """Return the texts that puts are found by, each once."""
    found: dict[str, None] = {}
    for put in puts:
        where = chosen(put, index)
        if put.value is not None and isinstance(where, tuple):
            found.update(dict.fromkeys(paths.texts(put.value, where)))
    return list(found)


def lacking(texts: Sequence[str], index: ItemIndex, ledger: Ledger) -> list[str]:
    """Return which of these texts have no vector yet, in their order."""
    if not texts:
        return []
    with ledger.reader() as reader:
        wanted = set(reader.store.unembedded(index.model, texts))
    return [text for text in texts if text in wanted]


def checked(given: Sequence[Sequence[float]], count: int, index: ItemIndex) -> Units:
    """Check what an embedder gave: one vector of the declared width per text.

    Raises:
        InvalidVector, ProviderError: nothing was written.
    """
    units = dense.unit_rows(given, count)
    if index.width is not None and units.shape[1] != index.width:
        raise InvalidVector(
            f"the embedder gave vectors of {units.shape[1]} numbers, the index has "
            f"dims={index.width}: set dims to what the model gives"
        )
    return units


def _embedded(made: Mapping[str, Row] | None, index: ItemIndex | None) -> Embedded | None:
    if not made or index is None:
        return None
    return Embedded(index.model, {text: row.tolist() for text, row in made.items()})


def write(
    puts: Sequence[ItemPut], index: ItemIndex | None, ledger: Ledger, *,
    expected: Expected = ANY, now: int | None = None, made: Mapping[str, Row] | None = None,
) -> int | None:  # fmt: skip
    """Put and delete items in one transaction: all or nothing.

    Args:
        puts: each key once.
        index: names the paths that are recorded with an item.
        ledger: where to.
        expected: the version that the only item must be at, None for "not there".
        now: microseconds; what has expired by then is not there, and its end is recorded.
        made: unit vectors of texts that had none, kept in the same transaction.

    Returns:
        The version of the last item that was put, if any.

    Raises:
        VersionConflict: it is at another version; nothing was written.
    """
    spaces: dict[Namespace, list[ItemPut]] = defaultdict(list)
    for put in puts:
        spaces[put.namespace].append(put)
    plans = [_plan(name, some, index, expected, now) for name, some in spaces.items()]
    results = ledger.append(plans, embedded=_embedded(made, index))
    stored = [one.seq for done in results for group in done.groups for one in group.stored]
    return stored[-1] if stored else None


def _plan(
    namespace: Namespace, puts: Sequence[ItemPut], index: ItemIndex | None,
    expected: Expected, now: int | None,
) -> Plan:  # fmt: skip
    def plan(reader: Reader) -> Batch:
        drafts: list[Draft] = []
        for put in puts:
            found = reader.store.version(namespace, put.key)
            if found is not None and now is not None and _over(found, now, reader):
                drafts.append(StoreDeleteDraft(item=found, reason="expired"))
                found = None
            check_version(put, found, expected)
            if put.value is not None:
                drafts.append(_put(put, found, index))
            elif found is not None:
                drafts.append(StoreDeleteDraft(item=found, reason="deleted"))
        groups = (Group(drafts=tuple(drafts)),) if drafts else ()
        return Batch(namespace=namespace, groups=groups)

    return plan


def _over(item: int, now: int, reader: Reader) -> bool:
    return any(is_expired(row, now) for row in reader.store.items([item]))


def check_version(put: ItemPut, now: int | None, expected: Expected) -> None:
    """Refuse a put over another version than the expected one.

    Raises:
        VersionConflict: naming both.
    """
    if expected != ANY and now != expected:
        raise VersionConflict(f"{put.key!r:.80} is at version {now}, not {expected}: read it again")


def _put(put: ItemPut, replaces: int | None, index: ItemIndex | None) -> StorePutDraft:
    where = chosen(put, index)
    payload = ItemPayload(
        key=put.key, value=put.value or {}, index=where, own=True if put.paths else None
    )
    return StorePutDraft(replaces=replaces, ttl=put.ttl, payload=payload)


def expire(now: int, ledger: Ledger) -> int:
    """Record the end of every item whose time is up.

    Args:
        now: microseconds.

    Returns:
        How many there were.
    """
    count = 0
    while True:
        with ledger.reader() as reader:
            due = reader.store.expired(now, _PAGE)
        if not due:
            return count
        spaces: dict[Namespace, list[int]] = defaultdict(list)
        for item, namespace in due:
            spaces[namespace].append(item)
        gone = ledger.append([_ending(ns, some, now) for ns, some in spaces.items()])
        count += sum(len(group.stored) for done in gone for group in done.groups)


def _ending(namespace: Namespace, items: Sequence[int], now: int) -> Plan:
    def plan(reader: Reader) -> Batch:
        rows = reader.store.items(items)  # one that was put or read anew meanwhile lives on
        drafts = tuple(
            StoreDeleteDraft(item=row.item, reason="expired")
            for row in rows if row.closed is None and is_expired(row, now)
        )  # fmt: skip
        return Batch(namespace=namespace, groups=(Group(drafts=drafts),) if drafts else ())

    return plan


def is_expired(row: ItemRow, now: int) -> bool:
    """Tell whether the time of an item is up."""
    return row.expires_at is not None and row.expires_at <= now


def belated(row: ItemRow, index: ItemIndex) -> bool:
    """Tell whether an item is to be found by other texts than it was put with."""
    return not row.own and row.paths is not False and row.paths != index.paths


def index_anew(
    namespace: Namespace, rows: Sequence[ItemRow], index: ItemIndex, ledger: Ledger,
    made: Mapping[str, Row],
) -> None:  # fmt: skip
    """Record by which paths items are found from now on, and keep the vectors made for them."""

    def plan(reader: Reader) -> Batch:
        drafts = tuple(
            StoreIndexDraft(item=row.item, payload=IndexPayload(index=_kept(row, index)))
            for row in rows if reader.store.version(namespace, row.key) == row.item
        )  # fmt: skip
        return Batch(namespace=namespace, groups=(Group(drafts=drafts),) if drafts else ())

    ledger.append([plan], embedded=_embedded(made, index))


def _kept(row: ItemRow, index: ItemIndex) -> tuple[str, ...]:
    return row.paths if row.own and row.paths else index.paths
