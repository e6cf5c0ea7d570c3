"""Put our file behind the at-rest interface of the public suite `agent-memory-integrity`.

Its attacker edits the file by SQL, with the ledger closed or open. Two places are attacked: the
payloads, which are what was said, and the memories that are made of them, which are what is served.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from agmi.adapters.base import MemoryAdapter, Record

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import LedgerCorrupt
from neuromem_graph.types.ledger import Head

Place = Literal["payloads", "memories"]
READ = {
    "payloads": "SELECT p.seq, p.body, hex(p.salt), n.name FROM events e"
    " JOIN payloads p ON p.seq = e.event JOIN namespaces n ON n.ns = e.ns"
    " WHERE n.name = ? ORDER BY p.seq",
    "memories": "SELECT m.memory, m.text, m.channel, n.name FROM memories m"
    " JOIN namespaces n ON n.ns = m.ns WHERE n.name = ? ORDER BY m.memory",
}


class AtRest(MemoryAdapter):
    """Seed a ledger, edit its file, and ask whether it is whole.

    Args:
        place: the table that is edited.
        head: whether the application keeps the head of the ledger elsewhere, as a witness.
    """

    name = "neuromem-graph"
    supports_replay = supports_metadata = supports_snapshot = True

    def __init__(self, place: Place, *, head: bool = False) -> None:
        self.place, self._witness = place, head
        self._head: Head | None = None
        self._memory: MemoryRuntime | None = None
        self._count = 0

    # ------------------------------------------------------------------ the tool

    def setup(self) -> None:
        self._folder = TemporaryDirectory()
        self.path = Path(self._folder.name, "m", "m.sqlite3")
        self.path.parent.mkdir()
        self._memory = MemoryRuntime.local("victim", self.path)

    def teardown(self) -> None:
        self._close()
        self._folder.cleanup()

    def reload(self) -> None:
        self._close()
        try:
            self._memory = MemoryRuntime.local("victim", self.path)
        except LedgerCorrupt as exc:
            self._refused = str(exc)

    def verify(self) -> bool:
        self.verify_detail = None
        if self._memory is None:
            self.verify_detail = f"refused when opened: {self._refused}"
            return False
        head = self._head if self._witness else None
        report = self._memory.verify(deep=True, expected_head=head)
        if report.problem is not None:
            self.verify_detail = f"verify: {report.problem.code}"
        return report.ok

    def _close(self) -> None:
        if self._memory is not None:
            self._memory.close()
        self._memory = None

    def _say(self, namespace: str, text: str) -> None:
        assert self._memory is not None
        self._memory.within(namespace).ingest(user=text)
        self._head = self._memory.stats().head
        self._count += 1

    def seed(self, n: int) -> None:
        for number in range(n):
            self._say("victim", f"Entry {number} of the diary tells of day {number}.")

    def seed_other(self, n: int) -> None:
        for number in range(n):
            self._say("other", f"Letter {number} of somebody else is about matter {number}.")

    def append_genuine(self) -> None:
        self.reload()
        self._say("victim", "One more entry of the diary.")

    # ------------------------------------------------------------------ the attacker

    def read_all_raw(self) -> list[Record]:
        return self._read("victim")

    def read_other_raw(self) -> list[Record]:
        return self._read("other")

    def _read(self, namespace: str) -> list[Record]:
        with closing(sqlite3.connect(self.path)) as conn:
            rows = conn.execute(READ[self.place], (json.dumps([namespace]),)).fetchall()
        return [Record(at, self._fields(*row)) for at, row in enumerate(rows)]

    def _fields(self, number: int, body: Any, beside: str, owner: str) -> dict[str, Any]:
        if self.place == "memories":
            return {"id": number, "text": body, "meta": {"channel": beside}, "owner": owner}
        said = json.loads(body)
        return {"id": number, "text": said["text"], "meta": said, "salt": beside, "owner": owner}

    def payload_of(self, record: Record) -> str:
        return str(record.fields["text"])

    def owner_of(self, record: Record) -> str:
        return str(record.fields["owner"])

    def write_raw(self, record: Record) -> None:
        slots = [one.fields["id"] for one in self.read_all_raw()]
        with closing(sqlite3.connect(self.path)) as conn, conn:
            if record.seq < len(slots):
                self._put(conn, slots[record.seq], record.fields)
            else:
                self._forge(conn, record.fields)

    def _put(self, conn: sqlite3.Connection, slot: int, fields: dict[str, Any]) -> None:
        if self.place == "memories":
            conn.execute(
                "UPDATE memories SET text = ?, channel = ? WHERE memory = ?",
                (fields["text"], fields["meta"]["channel"], slot),
            )
            return
        body = json.dumps(fields["meta"] | {"text": fields["text"]}, sort_keys=True,
                          separators=(",", ":"), ensure_ascii=False)  # fmt: skip
        conn.execute("UPDATE payloads SET body = ?, salt = ? WHERE seq = ?",
                     (body.encode(), bytes.fromhex(fields["salt"]), slot))  # fmt: skip

    def _forge(self, conn: sqlite3.Connection, fields: dict[str, Any]) -> None:
        (last,) = conn.execute("SELECT max(seq) FROM records").fetchone()
        copy = {"events": "event", "memories": "memory", "payloads": "seq", "records": "seq"}
        tables = ("memories",) if self.place == "memories" else ("records", "payloads", "events")
        for table in tables:
            names = [row[1] for row in conn.execute(f"PRAGMA table_info({table})")]
            new: dict[str, object] = {copy[table]: last + 1, "id": "f" * 24, "key": "forged",
                                      "row": last}  # fmt: skip
            chosen = ", ".join("?" if name in new else name for name in names)
            values = [new[name] for name in names if name in new]
            conn.execute(f"INSERT INTO {table} SELECT {chosen} FROM {table}"
                         f" WHERE {copy[table]} = ?",
                         (*values, fields["id"]))  # fmt: skip
        self._put(conn, last + 1, fields)

    def forge_record(self, template: Record) -> Record:
        fields = template.fields | {"text": "Entry of the diary that nobody wrote."}
        return Record(template.seq + 1, fields)

    def delete_raw(self, seq: int) -> None:
        slot = self.read_all_raw()[seq].fields["id"]
        with closing(sqlite3.connect(self.path)) as conn, conn:
            if self.place == "memories":
                conn.execute("DELETE FROM memories WHERE memory = ?", (slot,))
            else:
                conn.execute("DELETE FROM payloads WHERE seq = ?", (slot,))

    def replay_onto(self, victim_seq: int, donor: Record) -> None:
        victim = self.read_all_raw()[victim_seq]
        self.write_raw(Record(victim_seq, donor.fields | {"id": victim.fields["id"]}))

    def read_meta(self, seq: int) -> dict[str, Any]:
        return dict(self.read_all_raw()[seq].fields["meta"])

    def write_meta(self, seq: int, meta: dict[str, Any]) -> None:
        record = self.read_all_raw()[seq]
        if self.place == "memories" and meta.pop("agmi_meta_tampered", False):
            meta["channel"] = "system"
        self.write_raw(Record(seq, record.fields | {"meta": meta}))

    def snapshot_store(self) -> object:
        self._close()
        kept = Path(self._folder.name, "kept")
        shutil.copytree(self.path.parent, kept)
        return kept

    def restore_store(self, token: object) -> None:
        self._close()
        shutil.rmtree(self.path.parent)
        shutil.copytree(str(token), self.path.parent)
