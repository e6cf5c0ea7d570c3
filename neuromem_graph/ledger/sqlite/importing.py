"""Take in the lines of an export: what is there already is compared, the rest is appended."""

import hashlib
import json
import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from neuromem_graph import errors
from neuromem_graph.errors import InvalidInput
from neuromem_graph.ledger import exporting as lines
from neuromem_graph.ledger import format as fmt
from neuromem_graph.ledger.sqlite import audit, reducers
from neuromem_graph.ledger.sqlite.exporting import TELL_EVERY
from neuromem_graph.ledger.sqlite.fold import Fold
from neuromem_graph.ledger.sqlite.migrations import SCHEMA_VERSION
from neuromem_graph.ledger.sqlite.part import dumps
from neuromem_graph.ledger.sqlite.reader import read_head
from neuromem_graph.ledger.sqlite.statements import QUERIES, WRITES
from neuromem_graph.ports.moving import Tell
from neuromem_graph.types.base import LATEST, Namespace


class Lines:
    """Read the lines of an export, and check that all are there and none was changed.

    Args:
        given: the lines.
    """

    def __init__(self, given: Iterable[str]) -> None:
        self._given = iter(given)
        self._sum = hashlib.sha256()
        self.number = 0
        self.manifest = self._manifest()
        self.records: int = self.manifest["records"]

    def _manifest(self) -> dict[str, Any]:
        first = next(self._given, "")
        self.number = 1
        found = lines.parsed(1, first) if first.strip() else {}
        if found.get("format") != lines.FORMAT:
            raise InvalidInput(
                "line 1 is no manifest of an export: for logs of chats and exports of mem0 there "
                "are import_chat and import_mem0"
            )
        if found.get("version") != lines.VERSION or _number(found, "schema") > SCHEMA_VERSION:
            raise errors.SchemaTooNew(
                f"the export has version {found.get('version')!r} and schema "
                f"{found.get('schema')!r}: upgrade neuromem-graph to import it"
            )
        _number(found, "records")
        self._sum.update(_whole(first).encode())
        return found

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Give every line between the manifest and the end.

        Raises:
            InvalidInput: the export was cut, or a line was changed.
        """
        for line in self._given:
            self.number += 1
            fields = lines.parsed(self.number, line)
            if "end" in fields:
                self._end(fields["end"])
                return
            self._sum.update(_whole(line).encode(errors="surrogatepass"))
            yield fields
        raise InvalidInput(
            f"line {self.number} is the last, and not the end of an export: it was cut; "
            "export or copy it again"
        )

    def _end(self, told: object) -> None:
        known = told.get("sha256") if isinstance(told, dict) else None
        if known != self._sum.hexdigest():
            raise InvalidInput(
                f"line {self.number}: the digest is not that of the lines before it: one was "
                "changed; export or copy it again"
            )
        rest = "".join(islice(self._given, 1)).strip()
        if rest:
            raise InvalidInput(f"line {self.number + 1} stands after the end of the export")


def _whole(line: str) -> str:
    return f"{line.rstrip(chr(10))}\n"


def _number(fields: dict[str, Any], name: str) -> int:
    found = fields.get(name)
    if type(found) is not int or found < 0:
        raise InvalidInput(f"line 1: {name} is no number: the export is damaged")
    return found


class Importer:
    """Append the records of an export to a ledger, in the caller's transaction.

    Args:
        conn: a connection that holds the write lock.
        given: the lines.
        only: the one namespace that they may hold; None for any.
    """

    def __init__(self, conn: sqlite3.Connection, given: Lines, only: Namespace | None) -> None:
        self._conn, self._lines, self._only = conn, given, only
        self._seq, self._hash, self._at = read_head(conn)
        self._fold = Fold(conn)
        self._own: dict[str, array[int]] = defaultdict(lambda: array("q"))
        self._met: dict[str, int] = defaultdict(int)  # namespace -> records compared
        self._gone = set[int]()  # records that a tombstone names
        self._here = array("q", [0])  # number in the export -> number here
        self._erased = set[int]()  # payloads that were here and are erased there
        self.namespaces = list[Namespace]()
        self.added = self.known = 0
        self._survey()

    def _survey(self) -> None:
        """Note which records are of which namespace, and what was erased."""
        for seq, record in self._conn.execute(QUERIES["stream_records"]):
            header = json.loads(record[len(fmt.TAG) : -2 * fmt.HASH_BYTES])
            if header["kind"] == "tombstone":
                self._gone.update(header["erased"])
            else:
                self._own[header["ns"]].append(seq)
                if header["kind"] == "namespace":
                    self._fold.know(header["ns"], seq)

    def run(self, tell: Tell) -> set[int]:
        """Take in every line.

        Returns:
            The records whose payloads went: what rests on them alone must go, too.

        Raises:
            InvalidInput: nothing may be kept of it.
        """
        previous, last, total = fmt.NO_HASH, 0, self._lines.records
        for fields in self._lines:
            if "erased_turn" in fields:
                self._erased_turn(fields)
                continue
            one, previous = lines.record_of(self._lines.number, fields, previous)
            if one.header["seq"] != len(self._here) or not last <= one.header["at"] <= LATEST:
                raise self._bad("it is out of order")
            last = one.header["at"]
            self._take(one)
            if one.header["seq"] % TELL_EVERY == 0 or one.header["seq"] == total:
                tell(one.header["seq"], total)
        if len(self._here) - 1 != total:
            raise self._bad(f"{len(self._here) - 1} records, not {total} as the manifest says")
        if self.added:
            self._conn.execute(WRITES["set_head"], (self._seq, self._hash))
        if self._erased:
            audit.refold(self._conn)
        return self._erased

    def _bad(self, why: str) -> InvalidInput:
        return InvalidInput(f"line {self._lines.number}: {why}; nothing was imported")

    def _find(self, number: int) -> int:
        if not 1 <= number < len(self._here) or not self._here[number]:
            raise self._bad(f"it names record {number}, which is not before it")
        return self._here[number]

    def _take(self, one: lines.Carried) -> None:
        placed = one.moved(self._seq + 1, max(self._at, one.header["at"]), self._find)
        if one.kind == "tombstone":
            self._tombstone(placed)
            return
        public = placed.header.get("ns")
        if not isinstance(public, str):
            raise self._bad("its namespace is missing")
        if one.kind == "namespace":
            self._namespace(public, one.body)
        elif public not in self._met:
            raise self._bad("its namespace was not told before it")
        mine, met = self._own[public], self._met[public]
        self._met[public] = met + 1
        if met < len(mine):
            self._compare(placed, mine[met])
            self._here.append(mine[met])
            self.known += 1
        else:
            self._append(placed)
            mine.append(self._seq)
            self._here.append(self._seq)

    def _namespace(self, public: str, body: dict[str, Any] | None) -> None:
        """Check that a namespace is one that may be taken in."""
        given = None if body is None else body.get("name")
        if body is not None and not _is_name(given):
            raise self._bad("its namespace has no name")
        name: Namespace | None = None if given is None else tuple(given)
        if self._only is not None and name != self._only:
            raise self._bad(
                f"it brings the namespace {name!r}, and this memory is {self._only!r}: open that "
                "one, or import with everything=True"
            )
        if name is None:
            return
        row = self._conn.execute(QUERIES["namespace"], (dumps(name),)).fetchone()
        if row is not None and row[1] != public:
            raise self._bad(_ANOTHER.format(name))
        if name not in self.namespaces:
            self.namespaces.append(name)

    def _compare(self, placed: lines.Carried, seq: int) -> None:
        """Check that the record here is the one of the export.

        Raises:
            InvalidInput: the two have gone different ways.
        """
        record, _, salt, body = self._conn.execute(QUERIES["stored"], (seq,)).fetchone()
        mine = lines.carried(record, salt, body)
        (header, seal), (own_header, own_seal) = placed.core(), mine.core()
        lost = placed.body is None or mine.body is None  # what it was sealed as is not known anew
        if header != own_header or (seal != own_seal and not (lost and mine.kind == "review")):
            raise self._bad(_APART.format(seq))

    def _append(self, placed: lines.Carried) -> None:
        record = placed.bytes_after(self._hash)
        digest = fmt.digest(record)
        self._seq, self._at = self._seq + 1, placed.header["at"]
        try:
            self._conn.execute(WRITES["append_record"], (self._seq, self._at, record, digest))
            if placed.body is not None:
                body = fmt.canonical(placed.body)
                self._conn.execute(WRITES["append_payload"], (self._seq, placed.salt, body))
            reducers.apply(self._fold, self._seq, placed.header, placed.body)
        except errors.SchemaTooNew as exc:
            raise errors.SchemaTooNew(f"line {self._lines.number}: {exc}") from exc
        except _UNFIT as exc:
            raise self._bad(f"its record can't be applied ({type(exc).__name__}: {exc})") from exc
        self._hash = digest
        self.added += 1

    def _tombstone(self, placed: lines.Carried) -> None:
        """Erase what was erased there, unless it is erased here already."""
        named = placed.header.get("erased")
        if not isinstance(named, list) or not named or not all(type(s) is int for s in named):
            raise self._bad("it names nothing that was erased")
        fresh = [seq for seq in named if seq not in self._gone]
        self._here.append(0)  # nothing may name a tombstone
        if not fresh:
            self.known += 1
            return
        kept = {seq for (seq,) in self._conn.execute(QUERIES["payloads_of"], (dumps(fresh),))}
        if kept:
            for name in ("erase_vectors", "erase_payloads"):
                self._conn.execute(WRITES[name], (dumps(sorted(kept)),))
            self._conn.execute(WRITES["erase_traces"], (dumps(sorted(self._met)),))
            self._erased |= kept
        self._gone.update(fresh)
        self._append(placed._replace(header={**placed.header, "erased": fresh}))

    def _erased_turn(self, fields: dict[str, Any]) -> None:
        digest, public, event = (fields.get(name) for name in ("erased_turn", "ns", "event"))
        if not isinstance(digest, str) or type(event) is not int or public not in self._met:
            raise self._bad("it tells of no erased turn")
        space = self._fold.namespace(str(public))
        self._conn.execute(WRITES["add_erased_turn"], (digest, space, self._find(event)))


def _is_name(given: Any) -> bool:
    return isinstance(given, list) and bool(given) and all(isinstance(s, str) for s in given)


_UNFIT = (
    LookupError, TypeError, ValueError, AttributeError, OverflowError,
    sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError,
)  # fmt: skip
"""What a record that this package did not write may raise where it is applied."""

_ANOTHER = (
    "this ledger holds another history of the namespace {!r}: import into an empty file, or add "
    "what is in it with import_chat or observe_many"
)
_APART = "record {} of this ledger and the export went different ways: import into an empty file"
