"""Answer the named queries about store items; a part of `SqliteReader`."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from neuromem_graph.core import fields, spaces
from neuromem_graph.core.text import encode_term
from neuromem_graph.ledger.sqlite.items import EVERYWHERE
from neuromem_graph.ledger.sqlite.postings import of_items
from neuromem_graph.ledger.sqlite.statements import QUERIES
from neuromem_graph.ledger.sqlite.vectors import text_hash
from neuromem_graph.ports.items import Bound
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.items import ItemRow, TextVectors
from neuromem_graph.types.ledger import Postings

_FEW = 16  # namespaces that are asked one by one for each term


def dumps(values: Iterable[object]) -> str:
    """Bind numbers or texts of our own as one JSON array."""
    return json.dumps(list(values), ensure_ascii=False)


class SqliteItemReader:
    """Read the items of a store at one moment.

    Args:
        conn: a connection inside a transaction: all answers come from one snapshot.
        seq: the moment.
        latest: whether that is the end of the ledger: then smaller indexes serve.
    """

    def __init__(self, conn: sqlite3.Connection, seq: int, latest: bool) -> None:
        self._conn, self.seq, self._latest = conn, seq, latest
        self._known: dict[Namespace, int | None] = {}

    def _rows(self, name: str, **values: object) -> list[tuple[Any, ...]]:
        return self._conn.execute(QUERIES[name], {**values, "seq": self.seq}).fetchall()

    def spaces(self, prefix: Namespace, now: int | None = None) -> Mapping[int, Namespace]:
        """Return the namespaces under a prefix that hold an item, by number.

        Args:
            prefix: whole segments.
            now: microseconds; an item whose time is up by then does not count.
        """
        rows = self._rows("item_spaces", now=now, **spaces.under(prefix)._asdict())
        return {ns: spaces.decode(name) for ns, name in rows}

    def _of_key(self, name: str, namespace: Namespace, key: str) -> list[tuple[Any, ...]]:
        if namespace not in self._known:
            asked = (spaces.encode(namespace),)
            known = self._conn.execute(QUERIES["namespace"], asked).fetchone()
            self._known[namespace] = known[0] if known else None
        ns = self._known[namespace]
        return [] if ns is None else self._rows(name, ns=ns, key=key)

    def item(self, namespace: Namespace, key: str) -> ItemRow | None:
        """Return the open version of one item, or None."""
        rows = self._of_key("item", namespace, key)
        return _row(rows[0]) if rows else None

    def version(self, namespace: Namespace, key: str) -> int | None:
        """Return the number of the open version of one item, or None."""
        rows = self._of_key("item_version", namespace, key)
        return rows[0][0] if rows else None

    def history(self, namespace: Namespace, key: str) -> tuple[ItemRow, ...]:
        """Return every version of one item, oldest first; none whose content was erased."""
        rows = self._of_key("item_history", namespace, key)
        return tuple(_row(row) for row in rows if row[6] is not None)

    def items(self, items: Sequence[int]) -> tuple[ItemRow, ...]:
        """Return these versions, newest first; none whose content was erased."""
        return tuple(map(_row, self._rows("items", items=dumps(items))))

    def newest(self, ns: int, before: int, limit: int) -> tuple[ItemRow, ...]:
        """Return a page of the open versions of one namespace, newest first; only at the end."""
        return tuple(map(_row, self._rows("newest_items", ns=ns, before=before, limit=limit)))

    @property
    def latest(self) -> bool:
        """Tell whether that is the end of the ledger."""
        return self._latest

    def open_items(self, within: Iterable[int]) -> list[int]:
        """Return the open versions of these namespaces, newest first."""
        name = "open_items" if self._latest else "open_items_then"
        return [row[0] for row in self._rows(name, spaces=dumps(within))]

    def probed(self, within: Iterable[int], field: str, low: Bound, high: Bound) -> set[int]:
        """Return which open versions may hold such a field; only at the end."""
        rows = self._rows(
            "item_probe", spaces=dumps(within), field=field, low=low, high=high,
            marker=fields.MARKER[0],
        )  # fmt: skip
        return {row[0] for row in rows}

    def holding(self, within: Iterable[int], field: str, code: Bound) -> set[int]:
        """Return which open versions hold exactly this field; only at the end."""
        rows = self._rows("item_holding", spaces=dumps(within), field=field, value=code)
        return {row[0] for row in rows}

    def differing(self, within: Iterable[int], field: str, code: Bound) -> set[int] | None:
        """Return which open versions hold something else in a field, if all hold something."""
        asked = {"spaces": dumps(within), "field": field}
        if self._rows("item_lacking", **asked)[0][0]:
            return None
        return {row[0] for row in self._rows("item_differing", value=code, **asked)}

    def texts(self, within: Iterable[int], model: str) -> TextVectors:
        """Return the embedded texts of the open versions of these namespaces."""
        name = "item_texts" if self._latest else "item_texts_then"
        return _vectors(self._rows(name, spaces=dumps(within), model=model))

    def texts_since(self, within: Iterable[int], model: str, since: int) -> TextVectors:
        """Return what was embedded after a moment."""
        asked = {"spaces": dumps(within), "model": model, "since": since}
        return _vectors(self._rows("item_texts_since", **asked))

    def texts_of(self, items: Iterable[int], model: str) -> TextVectors:
        """Return the embedded texts of these versions, of those that are open."""
        return _vectors(self._rows("item_texts_of", items=dumps(items), model=model))

    def closed_since(self, since: int) -> list[int]:
        """Return the versions that were closed after a moment."""
        return [row[0] for row in self._rows("items_closed_since", since=since)]

    def unembedded(self, model: str, texts: Sequence[str]) -> list[str]:
        """Return which of these texts this model has not embedded."""
        named = {text_hash(text): text for text in texts}
        asked = {"model": model, "hashes": dumps(named)}
        return [named[row[0]] for row in self._conn.execute(QUERIES["unembedded"], asked)]

    def last_vector(self) -> int:
        """Return a number that grows whenever a text is embedded."""
        return self._conn.execute(QUERIES["last_vector"]).fetchone()[0] or 0

    def models(self) -> tuple[str, ...]:
        """Return the names of all models that embedded anything."""
        return tuple(row[0] for row in self._conn.execute(QUERIES["index_models"]))

    def postings(self, within: Iterable[int], terms: Sequence[str]) -> Postings:
        """Return where these terms stand in open versions, with the statistics of the latter."""
        numbers = list(within)
        places = numbers if len(numbers) <= _FEW else [EVERYWHERE]
        coded = [[encode_term(ns, t), n] for n, t in enumerate(terms) for ns in places]
        name = "open_lengths" if self._latest else "open_lengths_then"
        ((items, lengths),) = self._rows(name, spaces=dumps(numbers))
        held = self._rows("item_postings", terms=dumps(coded))
        return of_items(terms, items, lengths, held)

    def ends(self, seqs: Sequence[int]) -> Mapping[int, int]:
        """Return when these records were made, of those that deleted something, in microseconds."""
        return dict(self._rows("item_ends", items=dumps(seqs)))

    def expired(self, now: int, limit: int) -> tuple[tuple[int, Namespace], ...]:
        """Return open versions whose time is up, oldest first, with their namespaces."""
        rows = self._rows("expired_items", now=now, limit=limit)
        return tuple((item, spaces.decode(name)) for item, name in rows)


def _row(row: tuple[Any, ...]) -> ItemRow:
    item, ns, created_at, updated_at, expires_at, closed, body, named = row
    content = json.loads(body.decode())  # json would guess the encoding
    paths = content.get("index") if named is None else json.loads(named.decode())["index"]
    return ItemRow(
        item, ns, content["key"], content.get("value", {}), created_at, updated_at, expires_at,
        closed, tuple(paths) if isinstance(paths, list) else paths, content.get("own", False),
    )  # fmt: skip


def _vectors(rows: list[tuple[Any, ...]]) -> TextVectors:
    have = [row for row in rows if row[2] is not None]
    flat = np.frombuffer(b"".join(row[2] for row in have), dtype="<f4")
    width = flat.size // len(have) if have else 0
    return TextVectors(
        np.fromiter((row[0] for row in have), np.int64, len(have)),
        np.fromiter((row[1] for row in have), np.int64, len(have)),
        flat.reshape(len(have), width),
        tuple(dict.fromkeys(row[0] for row in rows if row[2] is None)),
    )
