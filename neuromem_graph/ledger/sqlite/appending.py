"""Append batches inside a write transaction: number, seal, chain and fold each draft."""

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from neuromem_graph import errors
from neuromem_graph.ledger import format as fmt
from neuromem_graph.ledger.sqlite import erased, reducers
from neuromem_graph.ledger.sqlite.fold import Fold
from neuromem_graph.ledger.sqlite.part import dumps
from neuromem_graph.ledger.sqlite.reader import read_head
from neuromem_graph.ledger.sqlite.statements import QUERIES, WRITES
from neuromem_graph.ports import Entropy
from neuromem_graph.types.base import Namespace, Record, Step, from_micros
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import Draft, EventDraft, StepDraft
from neuromem_graph.types.ledger import Appended, Expected, GroupResult, Head, Stored

_ORDER: Mapping[Step, int] = {"observed": 0, "deferred": 1, "held": 1, "committed": 2}
_ID_BYTES = 12
_Turn = tuple[int, str, str | None, Step]  # event, its public id, digest (None: erased), step
_Turns = dict[str, _Turn]


class Appender:
    """Write one transaction's records; the tip is read inside it.

    Args:
        conn: a connection that holds the write lock.
        now: microseconds; `recorded_at` is this or the last one, whichever is later.
        entropy: where ids and salts come from.
    """

    def __init__(self, conn: sqlite3.Connection, now: int, entropy: Entropy) -> None:
        self._conn = conn
        self._entropy = entropy
        self._seq, self._hash, last = read_head(conn)
        self._start = self._seq
        self._at = max(now, last)
        self._fold = Fold(conn)

    @property
    def head(self) -> Head:
        """Return the end of the chain as it now is."""
        at = from_micros(self._at) if self._seq else None
        return Head(seq=self._seq, hash=self._hash.hex(), recorded_at=at)

    def append(self, batch: Batch) -> Appended:
        """Append the groups of one batch that are not there yet."""
        ns, public = self._namespace(batch.namespace, create=bool(batch.groups))
        known = self._known(ns, public, batch.groups)
        offset, seqs, results = 0, dict[int, int](), []
        for group in batch.groups:
            result = self._group(group, public, known.get(group.key or ""), offset, seqs)
            if group.key is not None and result.event is not None:
                known[group.key] = (result.event, result.event_id or "", group.digest, group.step)
            results.append(result)
            offset += len(group.drafts)
        return Appended(head=self.head, groups=tuple(results))

    def check(self, namespace: Namespace, expected: Expected) -> None:
        """Refuse if a slot or entity was written to since it was read.

        Raises:
            LedgerConflict: naming what moved.
        """
        ns, _ = self._namespace(namespace, create=False)
        rows = self._conn.execute(
            QUERIES["touched"], {"ns": ns, "keys": dumps(expected), "seq": self._seq}
        )
        now = dict.fromkeys(expected, 0) | dict(rows.fetchall())
        moved = sorted(key for key, seq in expected.items() if now[key] != seq)
        if moved:
            raise errors.LedgerConflict(f"changed since it was read: {moved}; read it again")

    def finish(self) -> None:
        """Store the head, if anything was appended."""
        if self._seq != self._start:
            self._conn.execute(WRITES["set_head"], (self._seq, self._hash))

    def tombstone(self, draft: Draft) -> int:
        """Append a tombstone, which belongs to no namespace."""
        return self._record(draft.kind, _structure(draft), None)

    def _namespace(self, namespace: Namespace, *, create: bool) -> tuple[int, str]:
        row = self._conn.execute(QUERIES["namespace"], (dumps(namespace),)).fetchone()
        if row is not None:
            self._fold.know(row[1], row[0])
            return row[0], row[1]
        if not create:
            return -1, ""
        public = self._entropy(_ID_BYTES).hex()
        header = {"id": public, "ns": public}
        return self._record("namespace", header, {"name": list(namespace)}), public

    def _known(self, ns: int, public: str, groups: tuple[Group, ...]) -> _Turns:
        keys = [group.key for group in groups if group.key is not None]
        if not keys:
            return {}
        if any("\0" in key for key in keys):  # SQLite's JSON ends a text there
            raise errors.InvalidInput("a turn id can't hold a null character")
        rows = self._conn.execute(
            QUERIES["turns"], {"ns": ns, "keys": dumps(keys), "seq": self._seq}
        )
        found: _Turns = {
            key: (event, public, json.loads(body)["digest"], step)
            for key, event, public, step, body in rows
        }
        gone = erased.look_up(self._conn, (ns, public), set(keys) - found.keys(), self._seq)
        return found | {key: (*event, None, "committed") for key, event in gone.items()}

    def _group(
        self, group: Group, public: str, known: _Turn | None,
        offset: int, seqs: dict[int, int],
    ) -> GroupResult:  # fmt: skip
        if known is not None and known[2] is None:
            return GroupResult(added=False, erased=True, event=known[0], event_id=known[1])
        if known is not None and known[2] != group.digest:
            raise errors.IdempotencyConflict(
                f"turn {group.key!r} is already in the ledger with other content: "
                "give the new text another id"
            )
        if known is not None and not self._goes_on(known, group):
            return GroupResult(added=False, event=known[0], event_id=known[1])
        event, event_id = (known[0], known[1]) if known else (None, None)
        drafts = list(group.drafts)
        stored: list[Stored] = []
        for position, draft in enumerate(drafts, start=offset + 1):
            if known is not None and isinstance(draft, EventDraft):
                step = StepDraft(event=known[0], step=group.step, reason=draft.reason)
                self._draft(step, public, seqs)
                kept = Stored(seq=known[0], id=known[1])
            else:
                kept = self._draft(draft, public, seqs)
            if isinstance(draft, EventDraft):
                event, event_id = kept.seq, kept.id
            seqs[position] = kept.seq
            stored.append(kept)
        return GroupResult(added=True, event=event, event_id=event_id, stored=tuple(stored))

    def _goes_on(self, known: _Turn, group: Group) -> bool:
        """Tell whether a group brings a known turn further, or gives what waits another reason."""
        if _ORDER[known[3]] != _ORDER[group.step] or group.step != "deferred":
            return _ORDER[known[3]] < _ORDER[group.step]
        reason = next((d.reason for d in group.drafts if isinstance(d, EventDraft)), None)
        if reason is None:
            return False
        (record,) = self._conn.execute(QUERIES["step_record"], (known[0],)).fetchone()
        return fmt.reason_of(record) != reason

    def _draft(self, draft: Draft, public: str, seqs: dict[int, int]) -> Stored:
        header = _structure(draft)
        for name in draft.references:
            if name in header:
                header[name] = _resolve(header[name], seqs)
        header["ns"] = public
        if draft.identified:
            header["id"] = self._entropy(_ID_BYTES).hex()
        payload = None if draft.payload is None else _structure(draft.payload)
        seq = self._record(draft.kind, header, payload)
        return Stored(seq=seq, id=header.get("id"))

    def _record(self, kind: str, header: dict[str, Any], payload: dict[str, Any] | None) -> int:
        seq = self._seq + 1
        header = {**header, "kind": kind, "seq": seq, "at": self._at}
        sealed, body = fmt.NO_SEAL, None
        if payload is not None:
            salt, body = self._entropy(fmt.SALT_BYTES), fmt.canonical(payload)
            sealed = fmt.seal(salt, body)
        record = fmt.assemble(fmt.canonical(header), self._hash, sealed)
        digest = fmt.digest(record)
        self._conn.execute(WRITES["append_record"], (seq, self._at, record, digest))
        if body is not None:
            self._conn.execute(WRITES["append_payload"], (seq, salt, body))
        self._seq, self._hash = seq, digest
        reducers.apply(self._fold, seq, header, payload)
        return seq


def _structure(record: Record) -> dict[str, Any]:
    """Return the fields of a draft or payload; null, [] and {} are left out."""
    try:
        dumped = record.model_dump(
            mode="json", exclude={"payload"}, exclude_none=True, warnings="error"
        )
    except ValueError as exc:  # pydantic's, or text that is not UTF-8
        raise errors.InvalidInput(f"only plain JSON can be remembered: {exc}") from exc
    return {name: value for name, value in dumped.items() if value not in ([], {})}


def _resolve(value: Any, seqs: dict[int, int]) -> Any:
    if isinstance(value, int) and value < 0:
        if -value not in seqs:
            raise errors.LedgerConflict(
                f"draft {-value} of the batch, which another refers to, was there already; "
                "read again and decide again"
            )
        return seqs[-value]
    if isinstance(value, list):
        return [_resolve(one, seqs) for one in value]
    if isinstance(value, dict):
        return {**value, "claim": _resolve(value["claim"], seqs)}
    return value
