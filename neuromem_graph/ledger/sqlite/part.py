"""What every part of the reader shares: one connection, one moment, the row of a namespace."""

import json
import sqlite3
from collections.abc import Iterable
from typing import Any

from neuromem_graph.errors import InvalidInput
from neuromem_graph.ledger.sqlite.statements import QUERIES
from neuromem_graph.types.base import Namespace

_ENCODER = json.JSONEncoder(ensure_ascii=False)
_NOWHERE = -1  # no namespace has this row: every query of an unknown namespace finds nothing


def dumps(values: Iterable[object]) -> str:
    """Bind a list as one JSON array.

    Raises:
        InvalidInput: if a text in it holds a lone surrogate.
    """
    coded = _ENCODER.encode(list(values))
    if coded.isascii():
        return coded
    try:
        coded.encode()
    except UnicodeEncodeError as exc:
        raise InvalidInput(f"text with a lone surrogate can't be looked up: {coded!a}") from exc
    return coded


class Part:
    """Run named queries at one moment.

    Args:
        conn: a connection inside a transaction: all answers come from one snapshot.
        seq: the moment.
        names: rows of namespaces that another part has met; those met here are added.
    """

    def __init__(
        self, conn: sqlite3.Connection, seq: int, names: dict[Namespace, int] | None = None
    ) -> None:
        self._conn = conn
        self.seq = seq
        self._names: dict[Namespace, int] = {} if names is None else names

    def _rows(self, name: str, **values: object) -> list[tuple[Any, ...]]:
        return self._conn.execute(QUERIES[name], {**values, "seq": self.seq}).fetchall()

    def _ns(self, namespace: Namespace) -> int:
        if namespace not in self._names:
            row = self._conn.execute(QUERIES["namespace"], (dumps(namespace),)).fetchone()
            self._names[namespace] = row[0] if row and row[0] <= self.seq else _NOWHERE
        return self._names[namespace]
