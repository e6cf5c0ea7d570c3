"""docs/ledger-format.md is enough to verify a file: its examples are true, and a reader written
from it alone accepts whole files, the library's too, and finds each kind of damage."""

import hashlib
import hmac
import importlib.util
import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import EventDraft, EventPayload

PAGE = Path(__file__).parents[2] / "docs" / "ledger-format.md"
READER = Path(__file__).with_name("independent_reader.py")

_spec = importlib.util.spec_from_file_location("independent_reader", READER)
assert _spec is not None and _spec.loader is not None
reader = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(reader)


# The worked examples.


def examples() -> list[dict[str, str]]:
    """The worked examples of the page: their named values, the size and the four lines of hex."""
    found = []
    for section in PAGE.read_text("utf-8").split("\n## Worked example")[1:]:
        example = dict(re.findall(r"^(salt|body|seal|header|hash) +(\S.*)$", section, re.MULTILINE))
        (example["size"],) = re.findall(r"The record is (\d+) bytes", section)
        (lines,) = re.findall(r"^```\n((?:[0-9a-f]+\n){4})```$", section, re.MULTILINE)
        example["lines"] = lines
        found.append(example)
    return found


def test_the_page_has_two_examples():
    """The page works two examples, each with every value that is checked below."""
    wanted = {"salt", "body", "seal", "header", "hash", "size", "lines"}
    assert [set(example) for example in examples()] == [wanted, wanted]


@pytest.mark.parametrize("index", [0, 1])
def test_seal_of_the_example(index):
    """The seal the page prints is the HMAC-SHA256 of the body under the salt."""
    example = examples()[index]
    salt, body = bytes.fromhex(example["salt"]), example["body"].encode()
    assert len(salt) == 32
    assert hmac.digest(salt, body, "sha256").hex() == example["seal"]


@pytest.mark.parametrize("index", [0, 1])
def test_hash_of_the_example(index):
    """The hash the page prints is the SHA-256 of the bytes it prints, as many as it says."""
    example = examples()[index]
    record = bytes.fromhex(example["lines"])
    assert len(record) == int(example["size"])
    assert hashlib.sha256(record).hexdigest() == example["hash"]


@pytest.mark.parametrize("index", [0, 1])
def test_parts_of_the_example(index):
    """The bytes split into the tag, the header, the hash before (or zeros) and the seal."""
    example = examples()[index]
    tag, header, previous, seal = map(bytes.fromhex, example["lines"].splitlines())
    assert tag == b"nmg1"
    assert header.decode() == example["header"]
    assert previous == (bytes.fromhex(examples()[0]["hash"]) if index else bytes(32))
    assert seal.hex() == example["seal"]
    record = bytes.fromhex(example["lines"])
    assert (record[:4], record[4:-64], record[-64:-32], record[-32:]) == (
        tag,
        header,
        previous,
        seal,
    )


@pytest.mark.parametrize("index", [0, 1])
def test_json_of_the_example(index):
    """Header and body are JSON with sorted keys and no spaces; the times are those told."""
    example = examples()[index]
    for text in (example["header"], example["body"]):
        assert written(json.loads(text)).decode() == text
    header = json.loads(example["header"])
    assert header["seq"] == index + 1
    assert header["at"] == micros("2026-01-02T03:04:05.678901+00:00")
    assert header.get("happened_at") == (micros("2026-01-02T03:00:00+00:00") if index else None)


def micros(time: str) -> int:
    """Microseconds since 1970 of an ISO time."""
    since = datetime.fromisoformat(time) - datetime.fromisoformat("1970-01-01T00:00:00+00:00")
    return since // timedelta(microseconds=1)


# A file written by hand.


def written(value: dict) -> bytes:
    """JSON as the page writes it."""
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    ).encode()


def salt(seq: int) -> bytes:
    """The salt of a payload of the hand-made file."""
    return bytes([seq]) * 32


NAMESPACE = ({"kind": "namespace", "id": "0a", "ns": "0a"}, {"name": ["a"]})


def event(text: str) -> tuple[dict, dict]:
    """Header and payload of an event."""
    header = {"kind": "event", "id": "0b", "ns": "0a", "channel": "user", "happened_at": 1}
    return header | {"step": "observed"}, {"digest": "d", "key": text, "text": text}


def tombstone(*erased: int) -> tuple[dict, None]:
    """Header of a tombstone, which has no payload."""
    return {"kind": "tombstone", "erased": list(erased), "reason": "requested"}, None


def build(path: Path, records: list, *, times: dict | None = None) -> None:
    """Write a ledger file with nothing but the page: a record is a header and a payload or None."""
    previous, gone = bytes(32), {seq for header, _ in records for seq in header.get("erased", ())}
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA application_id = 1852663601")
        db.execute("PRAGMA user_version = 5")
        db.execute(
            "CREATE TABLE records (seq INTEGER, recorded_at INTEGER, record BLOB, hash BLOB)"
        )
        db.execute("CREATE TABLE payloads (seq INTEGER, salt BLOB, body BLOB)")
        db.execute("CREATE TABLE head (id INTEGER, seq INTEGER, hash BLOB)")
        for seq, (fields, payload) in enumerate(records, 1):
            at = (times or {}).get(seq, 1000 + seq)
            seal = bytes(32)
            if payload is not None:
                body = written(payload)
                seal = hmac.digest(salt(seq), body, "sha256")
                if seq not in gone:
                    db.execute("INSERT INTO payloads VALUES (?, ?, ?)", (seq, salt(seq), body))
            record = b"nmg1" + written({**fields, "seq": seq, "at": at}) + previous + seal
            previous = hashlib.sha256(record).digest()
            db.execute("INSERT INTO records VALUES (?, ?, ?, ?)", (seq, at, record, previous))
        if records:
            db.execute("INSERT INTO head VALUES (1, ?, ?)", (len(records), previous))


SMALL = [NAMESPACE, event("one"), tombstone(2)]
STEP = ({"kind": "step", "ns": "0a", "event": 3, "step": "committed"}, None)
LARGER = [NAMESPACE, event("one"), event("two"), tombstone(2), event("three"), STEP]


def damage(path: Path, *statements: str | tuple) -> None:
    """Run SQL on the file: a statement, or a statement and its values."""
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            sql, *values = (statement,) if isinstance(statement, str) else statement
            assert db.execute(sql, values).rowcount > 0


def record_of(path: Path, seq: int) -> bytes:
    """The bytes of one record."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT record FROM records WHERE seq = ?", (seq,)).fetchone()[0]


def first(path: Path) -> str:
    """The first thing that the reader has against the file, up to the sequence number."""
    problems = reader.verify(str(path))
    return problems[0].partition(":")[0] if problems else "whole"


@pytest.fixture
def path(tmp_path):
    """A whole file of six records: the payload of the second is erased, 4 and 6 never had one."""
    build(tmp_path / "larger.db", LARGER)
    return tmp_path / "larger.db"


@pytest.mark.parametrize("records", [[], SMALL[:1], SMALL, LARGER])
def test_a_file_made_by_hand_is_whole(tmp_path, records):
    """The reader has nothing against a file that was written by following the page."""
    build(tmp_path / "hand.db", records)
    assert reader.verify(str(tmp_path / "hand.db")) == []


def test_equal_times_are_whole(tmp_path):
    """Records of one transaction may have the same time."""
    build(tmp_path / "hand.db", SMALL, times={1: 5, 2: 5, 3: 5})
    assert reader.verify(str(tmp_path / "hand.db")) == []


@pytest.mark.parametrize("seq", range(1, 7))
def test_edited_record(path, seq):
    """A record with one other byte is named, wherever in the chain it is."""
    record = record_of(path, seq)
    at = record.index(b'"kind":"') + 8
    edited = record[:at] + b"x" + record[at + 1 :]
    damage(path, ("UPDATE records SET record = ? WHERE seq = ?", edited, seq))
    assert first(path) == ("record 2" if seq == 4 else f"record {seq}")
    assert any(message.startswith(f"record {seq}: its hash") for message in reader.verify(path))


@pytest.mark.parametrize("seq", range(1, 7))
def test_edited_record_with_its_hash(path, seq):
    """A record hashed again after an edit breaks the link of the next one, or the head."""
    edited = record_of(path, seq).replace(b'"at":', b'"aa":0,"at":')
    digest = hashlib.sha256(edited).digest()
    damage(path, ("UPDATE records SET record = ?, hash = ? WHERE seq = ?", edited, digest, seq))
    assert first(path) == f"record {min(seq + 1, 6)}"


@pytest.mark.parametrize("column", ["recorded_at", "seq"])
def test_edited_column(path, column):
    """A column that no longer says what the header says is named."""
    damage(path, f"UPDATE records SET {column} = {column} + 10 WHERE seq = 6")
    assert first(path) == "record 6"


@pytest.mark.parametrize("seq", [1, 3, 5])
@pytest.mark.parametrize("change", ["body = CAST('{}' AS BLOB)", "salt = zeroblob(32)"])
def test_edited_payload(path, seq, change):
    """A payload with another body or salt is named."""
    damage(path, f"UPDATE payloads SET {change} WHERE seq = {seq}")
    assert first(path) == f"record {seq}"


def test_a_salt_of_another_length(tmp_path):
    """A salt without its trailing zeros gives the same HMAC and is named all the same."""
    build(tmp_path / "hand.db", [NAMESPACE])
    key, body = bytes([7]) * 31 + b"\0", b'{"name":["a"]}'
    record = record_of(tmp_path / "hand.db", 1)[:-32] + hmac.digest(key, body, "sha256")
    digest = hashlib.sha256(record).digest()
    damage(
        tmp_path / "hand.db",
        ("UPDATE records SET record = ?, hash = ?", record, digest),
        ("UPDATE head SET hash = ?", digest),
        ("UPDATE payloads SET salt = ?", key),
    )
    assert first(tmp_path / "hand.db") == "whole"
    damage(tmp_path / "hand.db", ("UPDATE payloads SET salt = ?", key[:-1]))
    assert first(tmp_path / "hand.db") == "record 1"


@pytest.mark.parametrize("seq", [1, 3, 5])
@pytest.mark.parametrize("with_payload", [True, False])
def test_deleted_record(path, seq, with_payload):
    """A record that was taken out of the middle is named, with its payload or without."""
    damage(path, f"DELETE FROM records WHERE seq = {seq}")
    if with_payload:
        damage(path, f"DELETE FROM payloads WHERE seq = {seq}")
    assert first(path) == f"record {seq}"


def test_swapped_payloads(path):
    """Payloads that changed places, salts included, are both named."""
    damage(path, "UPDATE payloads SET seq = 8 - seq WHERE seq IN (3, 5)")
    named = [message.partition(":")[0] for message in reader.verify(str(path))]
    assert named == ["record 3", "record 5"]


def test_cut_tail(path):
    """Records cut off at the end are missed because the head still names the last."""
    damage(path, "DELETE FROM records WHERE seq >= 5", "DELETE FROM payloads WHERE seq >= 5")
    assert first(path) == "record 5"


def test_cut_tail_with_its_head(path):
    """A tail cut off with its head is seen only with the witness kept beside the file."""
    witness = Path(f"{path}-head")
    digest = hashlib.sha256(record_of(path, 6)).hexdigest()
    kept = hashlib.sha256(record_of(path, 5)).digest()
    damage(path, "DELETE FROM records WHERE seq = 6", ("UPDATE head SET seq = 5, hash = ?", kept))
    assert first(path) == "whole"
    witness.write_text("")
    assert first(path) == "whole"
    witness.write_text(f"nmg1 5 {kept.hex()}  \n")
    assert first(path) == "whole"
    witness.write_text(f"nmg1 6 {digest}  \n")
    assert first(path) == "record 6"


def test_another_history_than_the_witness(path):
    """A witness that lags behind still names the record whose hash is another."""
    digest = hashlib.sha256(record_of(path, 3)).hexdigest()
    Path(f"{path}-head").write_text(f"nmg1 3 {digest}\n")
    assert first(path) == "whole"
    Path(f"{path}-head").write_text(f"nmg1 3 {'0' * 64}\n")
    assert first(path) == "record 3"


@pytest.mark.parametrize("seq", [1, 3, 5])
def test_missing_payload(path, seq):
    """A payload that went without a tombstone is named."""
    damage(path, f"DELETE FROM payloads WHERE seq = {seq}")
    assert first(path) == f"record {seq}"


@pytest.mark.parametrize("listed", [1, 3, 5])
def test_a_tombstone_counts_only_for_older_records(tmp_path, listed):
    """A missing payload is excused by a later tombstone, never by an older one."""
    build(tmp_path / "hand.db", [NAMESPACE, event("a"), event("b"), tombstone(listed), event("c")])
    assert first(tmp_path / "hand.db") == ("record 5" if listed == 5 else "whole")


def test_un_erased_payload(path):
    """A payload put back after its erasure is named though it matches its seal."""
    body = written(LARGER[1][1])
    damage(path, ("INSERT INTO payloads VALUES (2, ?, ?)", salt(2), body))
    problems = reader.verify(str(path))
    assert problems == ["record 2: it has a payload, but tombstone 4 erased it"]


@pytest.mark.parametrize("seq", [4, 6])
def test_payload_of_a_record_without_one(path, seq):
    """A payload is not accepted for a record whose seal is zero."""
    damage(path, ("INSERT INTO payloads VALUES (?, ?, ?)", seq, salt(seq), b"{}"))
    assert first(path) == f"record {seq}"


def test_payload_without_a_record(path):
    """A payload that belongs to no record is named."""
    damage(path, ("INSERT INTO payloads VALUES (7, ?, ?)", salt(7), b"{}"))
    assert first(path) == "record 7"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("INSERT INTO records SELECT * FROM records WHERE seq = 3", "record 4"),
        ("UPDATE records SET seq = 0 WHERE seq = 1", "record 1"),
        ("INSERT INTO payloads SELECT * FROM payloads WHERE seq = 3", "record 3"),
    ],
)
def test_doubled_rows(path, change, named):
    """A second row for one sequence number is named by the place where another was due."""
    damage(path, change)
    assert first(path) == named


def test_decreasing_time(tmp_path):
    """A record older than the one before it is named in a chain that is otherwise whole."""
    build(tmp_path / "hand.db", LARGER, times={4: 1002})
    assert first(tmp_path / "hand.db") == "record 4"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE head SET hash = zeroblob(32)", "record 6"),
        ("UPDATE head SET seq = 7", "record 7"),
        ("UPDATE head SET seq = 5", "record 6"),
        ("UPDATE head SET id = 2", "record 6"),
        ("DELETE FROM head", "record 6"),
        ("INSERT INTO head SELECT 2, seq, hash FROM head", "record 6"),
    ],
)
def test_wrong_head(path, change, named):
    """A head that is missing, doubled or not that of the last record is named."""
    damage(path, change)
    assert first(path) == named


def test_head_of_an_empty_ledger(tmp_path):
    """A head without any record names the first as missing."""
    build(tmp_path / "hand.db", [])
    damage(tmp_path / "hand.db", ("INSERT INTO head VALUES (1, 1, ?)", bytes(32)))
    assert first(tmp_path / "hand.db") == "record 1"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"nmg1{", b"nmg2{"),
        (b'"seq":6', b'"seq":7'),
        (b'"seq":6', b'"seq":6.0'),
        (b'"seq":6', b'"seq":"6"'),
        (b'"at":1006', b'"at":1007'),
        (b'"at":1006,', b""),
        (b'"kind":"step",', b""),
        (b'{"at"', b'{"at":1,"at"'),
        (b'{"at"', b'"at"'),
        (b'"event":3', b'"event":"\xff"'),
    ],
)
def test_a_record_with_another_form(path, old, new):
    """A last record that is hashed and headed right but has another form is named."""
    record = record_of(path, 6).replace(old, new)
    assert record != record_of(path, 6)
    digest = hashlib.sha256(record).digest()
    damage(
        path,
        ("UPDATE records SET record = ?, hash = ? WHERE seq = 6", record, digest),
        ("UPDATE head SET hash = ?", digest),
    )
    assert first(path) == "record 6"


HEADERS = [
    (b'{"at":1001,"kind":"later","seq":1}', True),
    (b'{"kind": "later", "seq": 1, "at": 1001}', True),
    (b'{"at":1001,"seq":1,"kind":"\xc3\xa9"}', True),
    (b' {"at":1001,"kind":"later","seq":1}', False),
    (b'{"at":1001,"kind":"later","seq":1}\n', False),
    (b"{}", False),
    (b'{"at":1001,"kind":"later","of":[{"a":1},{"a":1}],"seq":1}', True),
    (b'{"at":1001,"kind":"later","of":[{"a":1,"a":1}],"seq":1}', False),
    (b'{"at":1001,"kind":"later","kind" :"::","seq":1}', False),
    (b'{"at":1001,"kind":7,"seq":1}', False),
    (b'{"at":1001,"kind":null,"seq":1}', False),
    (b'{"at":1001,"seq":1}', False),
    (b'{"at":1001,"kind":"later","seq":1', False),
    (b'{"at":1001,"kind":"later,"seq":1}', False),
    (b'{"at":1001,"kind":"later","seq":1}{}', False),
    (b'[{"at":1001,"kind":"later","seq":1}]', False),
    (b'{"at":1001,"kind":"later","seq":1.0}', False),
    (b'{"at":1001,"kind":"later","seq":true}', False),
    (b'{"at":1001,"kind":"a","kind":"later","seq":1}', False),
    (b'{"at":1001,"kind":"later","seq":2,"seq":1}', False),
    (b'{"at":1001,"kind":"\xff","seq":1}', False),
    (b'{"at":1001,"kind":"later","of":' + b"[" * 100_000 + b',"seq":1}', False),
    ('{"at":1001,"kind":"later","seq":1}'.encode("utf-16"), False),
]


@pytest.mark.parametrize(("header", "sound"), HEADERS)
def test_both_verifiers_read_a_header_alike(tmp_path, header, sound):
    """`verify()` and the reader accept the same headers in a chain that is otherwise whole."""
    record = b"nmg1" + header + bytes(64)
    digest = hashlib.sha256(record).digest()
    with SqliteLedger(tmp_path / "a.db", durability="relaxed"):
        pass
    damage(
        tmp_path / "a.db",
        ("INSERT INTO records VALUES (1, 1001, ?, ?)", record, digest),
        ("INSERT INTO head VALUES (1, 1, ?)", digest),
    )
    with SqliteLedger(tmp_path / "a.db", durability="relaxed") as ledger:
        problem = ledger.verify().problem

    assert first(tmp_path / "a.db") == ("whole" if sound else "record 1")
    assert (problem and (problem.seq, problem.code)) == (None if sound else (1, "header"))


@pytest.mark.parametrize("change", ["application_id = 0", "user_version = 5"])
def test_a_file_of_another_kind(path, change):
    """A file that is not marked as a ledger of this version is not accepted."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"PRAGMA {change}")
    assert len(reader.verify(str(path))) == 1


def test_a_file_that_is_none(tmp_path):
    """A missing file and one that isn't SQLite are reported and not created."""
    assert len(reader.verify(str(tmp_path / "none.db"))) == 1
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "text.db").write_text("not a database" * 100)
    assert len(reader.verify(str(tmp_path / "text.db"))) == 1


def test_command_line(path):
    """The reader run as a program says 0 for a whole file, and 1 with the record for a bad one."""
    command = [sys.executable, str(READER), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "whole\n", "")
    damage(path, "DELETE FROM payloads WHERE seq = 3")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("record 3: ")


# A file written by the library.


def told(key: str, text: str) -> Batch:
    """One event as a batch."""
    payload = EventPayload(key=key, digest="d", text=text)
    draft = EventDraft(channel="user", happened_at=1, step="observed", payload=payload)
    return Batch(
        namespace=("a",),
        groups=(Group(key=key, digest="d", step="observed", drafts=(draft,)),),
    )


def test_a_file_of_the_library_is_whole(tmp_path):
    """The reader accepts what the library writes: empty, open, after an erasure and closed."""
    path = str(tmp_path / "real.db")
    with SqliteLedger(path) as ledger:
        assert reader.verify(path) == []
        ledger.append([told("k1", "hi"), told("k2", "Zoë \u2028 \x07 \U0001f600")])
        assert reader.verify(path) == []
        ledger.erase([2])
        assert reader.verify(path) == []
    assert reader.verify(path) == []
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT record FROM records ORDER BY seq").fetchall()
        kept = [seq for (seq,) in db.execute("SELECT seq FROM payloads ORDER BY seq")]
    headers = [json.loads(record[4:-64]) for (record,) in rows]
    assert [header["kind"] for header in headers] == ["namespace", "event", "event", "tombstone"]
    assert (headers[3]["erased"], kept) == ([2], [1, 3])
    assert all(written(json.loads(record[4:-64])) == record[4:-64] for (record,) in rows)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE records SET record = CAST(record || 'x' AS BLOB) WHERE seq = 3", "record 3"),
        ("UPDATE payloads SET body = CAST('{}' AS BLOB) WHERE seq = 1", "record 1"),
        ("DELETE FROM payloads WHERE seq = 3", "record 3"),
        ("INSERT INTO payloads SELECT 2, salt, body FROM payloads WHERE seq = 3", "record 2"),
        ("UPDATE head SET hash = zeroblob(32)", "record 4"),
    ],
)
def test_damage_to_a_file_of_the_library(tmp_path, change, named):
    """The reader names the bad record of a file that the library wrote."""
    path = tmp_path / "real.db"
    with SqliteLedger(str(path)) as ledger:
        ledger.append([told("k1", "hi"), told("k2", "ho")])
        ledger.erase([2])
    damage(path, change)
    assert first(path) == named
