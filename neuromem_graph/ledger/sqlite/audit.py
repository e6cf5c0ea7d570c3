"""Verify, rebuild and erase: what proves that a ledger is whole and keeps it so."""

import hashlib
import json
import re
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import zip_longest
from types import NoneType
from typing import Any

from neuromem_graph import errors
from neuromem_graph.ledger import format as fmt
from neuromem_graph.ledger.sqlite import erased, migrations, reducers
from neuromem_graph.ledger.sqlite.appending import Appender
from neuromem_graph.ledger.sqlite.fold import Fold
from neuromem_graph.ledger.sqlite.naming import Naming
from neuromem_graph.ledger.sqlite.part import dumps
from neuromem_graph.ledger.sqlite.reader import read_head
from neuromem_graph.ledger.sqlite.statements import QUERIES, WRITES
from neuromem_graph.types.base import from_micros
from neuromem_graph.types.drafts import TombstoneDraft
from neuromem_graph.types.ledger import Erasure, Head, Problem, Verification

# Children before parents, so that foreign keys hold while they are emptied.
PROJECTIONS = (
    "changes", "turning_points", "item_texts", "item_fields", "items", "touches", "sleeps",
    "outcomes", "policies", "held_items", "impact_assessments", "logic_edges", "associative_edges",
    "edge_evidence_events", "memory_words", "memory_words_new", "memory_blocks", "memory_tail",
    "memory_versions", "pins",
    "memories", "beliefs", "claims", "worldview_candidate_events",
    "worldview_candidates", "worldview_slots", "entity_roots", "entity_blocks", "entity_names",
    "entities", "event_steps", "events", "threads", "namespaces",
)  # fmt: skip
INDEXES = ("memory_index", "item_index")
_DUMPED = (*PROJECTIONS, *INDEXES)
_QUOTING = frozenset({"policy", "refusal", "outcome", "merge"})
_TYPES = ((int, int, bytes, bytes, bytes, bytes), (int, int, bytes, bytes, NoneType, NoneType))


def compare_head(conn: sqlite3.Connection, expected: Head, code: Any) -> Problem | None:
    """Check that a head seen earlier is still part of this ledger."""
    if expected.seq == 0:
        return None
    seq, _, _ = read_head(conn)
    row = conn.execute(QUERIES["record_at"], (expected.seq,)).fetchone()
    if row is None or not isinstance(row[0], bytes) or row[0].hex() != expected.hash:
        what = "it is not there" if row is None else "another record stands there"
        message = f"record {expected.seq} was acknowledged but {what}; the ledger ends at {seq}"
        return Problem(seq=expected.seq, code=code, message=message)
    return None


def verify(
    conn: sqlite3.Connection, expected: Sequence[tuple[Head, str]], *, deep: bool
) -> Verification:
    """Check the chain and the heads, and with `deep` the pages and every projection."""
    count, problem = _chain(conn)
    for head, code in expected:
        problem = problem or compare_head(conn, head, code)
    if deep and problem is None:
        problem = _pages(conn) or _projections(conn)
    seq, digest, at = read_head(conn)
    head = Head(seq=seq, hash=digest.hex(), recorded_at=from_micros(at) if seq else None)
    return Verification(ok=problem is None, records=count, head=head, problem=problem, deep=deep)


def require_whole(conn: sqlite3.Connection) -> None:
    """Check the chain and the payloads before anything is made of them.

    Raises:
        LedgerCorrupt: a record is missing, or it or its payload was edited; it is named.
    """
    _, problem = _chain(conn)
    if problem is not None:
        raise errors.LedgerCorrupt(f"{problem.message}: restore a backup")


class _Chain:
    """Check one record after the other in constant memory."""

    def __init__(self) -> None:
        self.seq, self.hash, self.at = 0, fmt.NO_HASH, 0
        self.missing: dict[int, None] = {}  # payloads gone, no tombstone met yet

    def check(self, row: tuple[Any, ...]) -> Problem | None:
        seq, at, record, digest, salt, body = row
        if seq != self.seq + 1:
            gone = self.seq + 1
            return Problem(seq=gone, code="gap", message=f"record {gone} is missing")
        if tuple(map(type, row)) not in _TYPES:  # only a damaged page can hold another
            message = f"record {seq} has a value of another type: the file is damaged"
            return Problem(seq=seq, code="file", message=message)
        parts = fmt.split(record)
        header = None if parts is None else fmt.read_header(parts.header, seq, at)
        if parts is None or header is None:
            return Problem(
                seq=seq, code="header", message=f"the header of record {seq} is not its own"
            )
        if parts.previous != self.hash:
            return Problem(seq=seq, code="link", message=f"record {seq} does not follow {seq - 1}")
        if hashlib.sha256(record).digest() != digest:
            return Problem(seq=seq, code="hash", message=f"record {seq} was edited")
        if at < self.at:
            return Problem(
                seq=seq, code="time", message=f"record {seq} is older than the one before"
            )
        self.seq, self.hash, self.at = seq, digest, at
        problem = self._payload(seq, parts.seal, salt, body)
        if problem is None and header["kind"] == "tombstone":
            problem = self._tombstone(seq, header.get("erased"))
        return problem

    def _payload(self, seq: int, seal: bytes, salt: Any, body: Any) -> Problem | None:
        if body is None:
            if seal != fmt.NO_SEAL:
                self.missing[seq] = None
        elif seal == fmt.NO_SEAL:
            return Problem(
                seq=seq, code="orphan_payload", message=f"record {seq} never had a payload"
            )
        elif len(salt) != fmt.SALT_BYTES or fmt.seal(salt, body) != seal:
            return Problem(seq=seq, code="seal", message=f"the payload of record {seq} was edited")
        return None

    def _tombstone(self, seq: int, erased: Any) -> Problem | None:
        if not isinstance(erased, list) or not all(
            type(gone) is int and 1 <= gone < seq for gone in erased
        ):
            message = f"tombstone {seq} does not name earlier records"
            return Problem(seq=seq, code="header", message=message)
        for gone in erased:
            if gone not in self.missing:
                message = f"record {gone}, erased by {seq}, still has its payload"
                return Problem(seq=gone, code="unerased_payload", message=message)
            del self.missing[gone]
        return None


def _chain(conn: sqlite3.Connection) -> tuple[int, Problem | None]:
    chain = _Chain()
    for row in conn.execute(QUERIES["stream"], (0,)):
        problem = chain.check(row)
        if problem is not None:
            return chain.seq, problem
    seq, digest, _ = read_head(conn)
    if (seq, digest) != (chain.seq, chain.hash):
        message = f"record {seq} is not the one that the head names"
        if seq != chain.seq:
            message = f"the ledger ends at {chain.seq} but its head names {seq}: a tail was cut"
        first = min(seq, chain.seq) + (seq != chain.seq)
        return chain.seq, Problem(seq=first, code="head", message=message)
    if chain.missing:
        first = min(chain.missing)
        message = f"the payload of record {first} is gone and no tombstone says so"
        return chain.seq, Problem(seq=first, code="missing_payload", message=message)
    orphan = conn.execute(QUERIES["orphan_payload"]).fetchone()
    if orphan is not None:
        message = f"a payload of record {orphan[0]}, which does not exist"
        return chain.seq, Problem(seq=orphan[0], code="orphan_payload", message=message)
    return chain.seq, None


def _pages(conn: sqlite3.Connection) -> Problem | None:
    said = conn.execute("PRAGMA integrity_check(1)").fetchone()[0]  # indexes, too
    return (
        None if said == "ok" else Problem(seq=None, code="file", message=f"damaged pages: {said}")
    )


def dump(conn: sqlite3.Connection) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Stream every projection in a fixed order, the search index by its content."""
    for table in PROJECTIONS:
        for row in conn.execute(QUERIES[f"dump_{table}"]):
            yield table, row
    for index in INDEXES:
        for row in conn.execute(QUERIES[f"dump_{index}"]):
            yield index, row


def _projections(conn: sqlite3.Connection) -> Problem | None:
    with closing(sqlite3.connect("", isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = OFF")
        migrations.create(other)
        if [*conn.execute(QUERIES["schema"])] != [*other.execute(QUERIES["schema"])]:
            message = "its tables are not those of a ledger: restore a backup"
            return Problem(seq=None, code="file", message=message)
        fold(conn, other)
        for fresh, kept in zip_longest(dump(other), dump(conn)):
            if fresh != kept:
                first = min((row[0] for row in (fresh, kept) if row), key=_DUMPED.index)
                message = f"{first} is not what the records say: run rebuild()"
                return Problem(seq=None, code="projection", message=message)
    return None


def fold(source: sqlite3.Connection, target: sqlite3.Connection) -> int:
    """Fold every record of `source` into the empty projections of `target`."""
    folding, count = Fold(target, payloads=source), 0
    for seq, _, record, _, _, body in source.execute(QUERIES["stream"], (0,)):
        try:
            header = json.loads(record[len(fmt.TAG) : -2 * fmt.HASH_BYTES])
            payload = None if body is None else json.loads(body)
        except (TypeError, ValueError) as exc:
            raise errors.LedgerCorrupt(f"record {seq} is damaged: run verify()") from exc
        reducers.apply(folding, seq, header, payload)
        count += 1
    return count


def refold(conn: sqlite3.Connection) -> int:
    """Empty every projection and fold the records again, in the caller's transaction."""
    for table in PROJECTIONS:
        conn.execute(WRITES[f"empty_{table}"])
    for index in INDEXES:
        conn.execute(WRITES[f"empty_{index}"])
    return fold(conn, conn)


def erase(
    conn: sqlite3.Connection, appender: Appender, seqs: set[int], reason: str
) -> Erasure:  # fmt: skip
    """Erase payloads, with what was derived from them alone, in the caller's transaction."""
    if not re.fullmatch(r"[a-z0-9_]{1,32}", reason):  # it stays for ever: never free text
        raise errors.InvalidInput(f"reason {reason!r} is not a code such as 'requested'")
    unknown = sorted(s for s in seqs if not 1 <= s <= read_head(conn)[0])
    if unknown:
        raise errors.NotFound(f"not in the ledger: {unknown}")
    doomed, spaces = _closure(conn, seqs)
    if not doomed:
        return Erasure(erased=(), tombstone=None)
    erased.note(conn, doomed)
    conn.execute(WRITES["erase_vectors"], (dumps(doomed),))
    conn.execute(WRITES["erase_payloads"], (dumps(doomed),))
    conn.execute(WRITES["erase_traces"], (dumps(sorted(spaces)),))
    tombstone = appender.tombstone(TombstoneDraft(erased=tuple(doomed), reason=reason))
    appender.finish()
    refold(conn)
    return Erasure(erased=tuple(doomed), tombstone=tombstone)


def _closure(conn: sqlite3.Connection, seqs: set[int]) -> tuple[list[int], set[str]]:
    """Return the sealed records that lose every ground they stand on, with those asked for.

    And the ids of the namespaces they are of.
    """
    spaces: dict[int, str] = {}
    grounds: dict[int, set[int]] = defaultdict(set)
    quoting = set[int]()  # fall with any of their grounds: they hold the words of all
    verbatim = set[int]()  # memories: what they hold besides is of their event alone
    naming = Naming()
    sealed, gone = set[int](), set(seqs)  # payloads that are there, and that were or shall go
    for seq, _, record, _, _, body in conn.execute(QUERIES["stream"], (0,)):
        parts = fmt.split(record)
        header = json.loads(parts.header) if parts else {}
        spaces[seq] = sys.intern(header.get("ns", ""))
        origin = header.get("origin", ())
        grounds[seq].update(origin)
        if header.get("kind") in _QUOTING or header.get("frail"):
            quoting.add(seq)
        naming.read(seq, header, body)
        if header.get("kind") == "memory" and b'"text":' not in (body or b""):
            verbatim.add(seq)
        for supported in header.get("on", ()):
            if supported not in verbatim and naming.keeps(supported, header):
                grounds[supported].update(origin)
        if body is not None:
            sealed.add(seq)
        elif parts and parts.seal != fmt.NO_SEAL:
            gone.add(seq)
    for name, told_by in naming.told():
        grounds[name].update(told_by)
    while more := {
        s for s, g in grounds.items()
        if g and s not in gone and (g <= gone or (s in quoting and g & gone))
    }:  # fmt: skip
        gone |= more
    doomed = sorted(gone & sealed)
    return doomed, {spaces[seq] for seq in doomed}
