"""Write a snapshot of the ledger, or of one namespace of it, as lines."""

import hashlib
import json
import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator

from neuromem_graph import errors
from neuromem_graph.ledger import exporting as lines
from neuromem_graph.ledger import format as fmt
from neuromem_graph.ledger.sqlite.migrations import SCHEMA_VERSION
from neuromem_graph.ledger.sqlite.part import dumps
from neuromem_graph.ledger.sqlite.reader import read_head
from neuromem_graph.ledger.sqlite.statements import QUERIES
from neuromem_graph.ports.moving import Tell
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.moving import Exported

TELL_EVERY = 500  # records
_TOMBSTONE = b'"kind":"tombstone"'


class Exporter:
    """Write lines, and count and hash them on the way.

    Args:
        conn: one snapshot.
        write: is given every line.
        tell: is told how far it has come.
    """

    def __init__(
        self, conn: sqlite3.Connection, write: Callable[[str], object], tell: Tell
    ) -> None:
        self._conn, self._given, self._tell = conn, write, tell
        self._sum = hashlib.sha256()
        self._hash = fmt.NO_HASH

    def export(self, namespace: Namespace | None) -> Exported:
        """Write a manifest, the records, the ids of erased turns, and what closes the file."""
        places = None if namespace is None else self._places(namespace)
        total = read_head(self._conn)[0] if places is None else len(places)
        scope = {} if namespace is None else {"namespace": list(namespace)}
        self._write(lines.written({
            "format": lines.FORMAT, "version": lines.VERSION, "schema": SCHEMA_VERSION,
            "scope": "ledger" if namespace is None else "namespace", "records": total, **scope,
        }))  # fmt: skip
        for done, one in enumerate(self._records(places), 1):
            self._hash = fmt.digest(one.bytes_after(self._hash))
            self._write(lines.line_of(one, self._hash))
            if done % TELL_EVERY == 0 or done == total:
                self._tell(done, total)
        self._erased_turns(places)
        found = Exported(namespace=namespace, records=total, head=self._hash.hex(),
                         sha256=self._sum.hexdigest())  # fmt: skip
        closing = {"records": total, "head": found.head, "sha256": found.sha256}
        self._given(lines.written({"end": closing}))
        return found

    def _write(self, line: str) -> None:
        self._sum.update(line.encode())
        self._given(line)

    def _places(self, namespace: Namespace) -> "array[int]":
        """Return the numbers of the records of a namespace: all that it takes to count anew."""
        found = array("q")
        row = self._conn.execute(QUERIES["namespace"], (dumps(namespace),)).fetchone()
        if row is None:
            return found
        mark, own = f'"{row[1]}"'.encode(), row[1]
        for seq, record in self._conn.execute(QUERIES["stream_records"]):
            if mark in record and _header(seq, record).get("ns") == own:
                found.append(seq)
            elif _TOMBSTONE in record:
                header = _header(seq, record)
                if header["kind"] == "tombstone" and _among(found, header["erased"]):
                    found.append(seq)
        return found

    def _records(self, places: "array[int] | None") -> Iterator[lines.Carried]:
        """Take up the records that are exported, each as the one of its new chain."""
        for seq, _, record, digest, salt, body in self._conn.execute(QUERIES["stream"], (0,)):
            number = seq if places is None else _number(places, seq)
            if number is None:
                continue
            try:
                one = lines.carried(record, salt, body)
            except ValueError as exc:
                raise errors.LedgerCorrupt(f"record {seq} is damaged: run verify()") from exc
            if places is None:
                if fmt.digest(one.bytes_after(self._hash)) != digest:
                    raise errors.LedgerCorrupt(f"record {seq} is damaged: run verify()")
                yield one
            else:
                yield _of_namespace(one, number, places)

    def _erased_turns(self, places: "array[int] | None") -> None:
        """Write what is left of the ids of erased turns, so that none is remembered again."""
        for public, digest, event in self._conn.execute(QUERIES["all_erased_turns"]):
            number = event if places is None else _number(places, event)
            if number is not None:
                self._write(lines.written({"erased_turn": digest, "ns": public, "event": number}))


def _of_namespace(one: lines.Carried, number: int, places: "array[int]") -> lines.Carried:
    """Return a record of a namespace as it would stand in a file of its own."""
    header = one.header
    if one.kind == "tombstone":  # it may tell of other namespaces, too
        own = [gone for gone in header["erased"] if _number(places, gone) is not None]
        one = one._replace(header={**header, "erased": own})

    def find(seq: int) -> int:
        found = _number(places, seq)
        if found is None:
            raise errors.LedgerCorrupt(f"record {header['seq']} names {seq}: run verify()")
        return found

    return one.moved(number, header["at"], find)


def _header(seq: int, record: bytes) -> dict[str, object]:
    try:
        found: dict[str, object] = json.loads(record[len(fmt.TAG) : -2 * fmt.HASH_BYTES])
    except ValueError as exc:
        raise errors.LedgerCorrupt(f"record {seq} is damaged: run verify()") from exc
    return found


def _among(places: "array[int]", erased: object) -> bool:
    return isinstance(erased, list) and any(_number(places, s) is not None for s in erased)


def _number(places: "array[int]", seq: int) -> int | None:
    at = bisect_left(places, seq)
    return at + 1 if at < len(places) and places[at] == seq else None
