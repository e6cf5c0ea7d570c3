"""Fold what a store was given into items: a put opens a version and closes the one before."""

from collections.abc import Iterable, Sequence

from neuromem_graph.core import fields, paths, text
from neuromem_graph.ledger.sqlite.fold import Entry, Fields, Fold, content_of
from neuromem_graph.ledger.sqlite.vectors import text_hash

EVERYWHERE = 0
"""The namespace under which every term stands as well: for searches over many namespaces."""


def put(fold: Fold, entry: Entry) -> None:
    """Open a version; the one it replaces says since when the item exists."""
    replaced = entry.header.get("replaces")
    created = None if replaced is None else _close(fold, entry, replaced)
    key, value, chosen = content_of(entry, "key", "value", "index")
    known = entry.payload is not None
    terms = _terms(value or {}, chosen) if known else []
    since = entry.at if created is None else created
    fold.run("add_item", entry.seq, entry.ns, since, entry.at,
             entry.header.get("ttl"), len(terms), key)  # fmt: skip
    if not known:
        return
    fold.run_many("add_field", _fields(value or {}, entry.ns, entry.seq))
    if terms:
        places = (entry.ns, EVERYWHERE)
        coded = " ".join(text.encode_term(ns, term) for ns in places for term in terms)
        fold.run("index_item", entry.seq, coded)
    if isinstance(chosen, list):
        _add_texts(fold, entry.seq, entry.seq, value or {}, chosen)


def delete(fold: Fold, entry: Entry) -> None:
    """Close a version and open none."""
    _close(fold, entry, entry.header["item"])


def index(fold: Fold, entry: Entry) -> None:
    """Name the texts by which an item is found anew."""
    item = entry.header["item"]
    content = fold.payload(item)
    (chosen,) = content_of(entry, "index")
    fold.run("index_anew", entry.seq, item)
    if content is not None and isinstance(chosen, list):
        _add_texts(fold, item, entry.seq, content.get("value", {}), chosen)


def _close(fold: Fold, entry: Entry, item: int) -> int | None:
    """Close a version; return when its item was created."""
    closed = fold.returning("close_item", entry.seq, item)
    fold.run("forget_item_read", item)
    content = fold.payload(item)
    if content is not None:  # only what is open can be found by its fields
        fold.run_many("drop_field", _fields(content.get("value", {}), entry.ns, item))
    return None if closed is None else int(closed[0])


def _fields(value: Fields, ns: int, item: int) -> Iterable[tuple[object, ...]]:
    return ((ns, field, fact, item) for field, fact in fields.facts(value))


def _terms(value: Fields, chosen: Sequence[str] | bool | None) -> list[str]:
    if chosen is False:
        return []
    named = chosen if isinstance(chosen, list) else None
    return list(text.index_tokens(text.clean(paths.words(value, named))))


def _add_texts(fold: Fold, item: int, seq: int, value: Fields, chosen: Sequence[str]) -> None:
    found = paths.texts(value, chosen)
    fold.run_many("add_item_text", ((item, seq, n, text_hash(t)) for n, t in enumerate(found)))
