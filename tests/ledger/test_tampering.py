"""Whoever edits the file by SQL is found out, and told at which record."""

import shutil
import sqlite3
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from neuromem_graph import errors
from neuromem_graph.ledger import format as fmt
from neuromem_graph.ledger.sqlite import SqliteLedger, audit
from neuromem_graph.ledger.sqlite.statements import QUERIES
from neuromem_graph.testing.ledger_builders import (
    alias,
    batch,
    event,
    fact,
    held,
    lifecycle,
    loose,
    review,
    support,
    turn,
    view,
)
from neuromem_graph.types.batch import Group
from neuromem_graph.types.change_drafts import (
    MergeDraft,
    OutcomeDraft,
    OutcomePayload,
    PolicyDraft,
    PolicyPayload,
    RefusalDraft,
    RefusalPayload,
    SleepDraft,
)
from neuromem_graph.types.drafts import (
    Appraisal,
    EntityDraft,
    EntityPayload,
    EvidenceDraft,
    ImpactDraft,
)
from neuromem_graph.types.item_drafts import (
    IndexPayload,
    ItemPayload,
    StoreIndexDraft,
    StorePutDraft,
)
from neuromem_graph.types.ledger import Head, Verification
from neuromem_graph.types.upkeep_drafts import DecayDraft, PinDraft

ERASED = 2
SEALED = "SELECT seq FROM payloads ORDER BY seq"


def governed(entity: int, memory: int) -> Group:
    """One record of each kind that governance adds."""
    other = EntityDraft(payload=EntityPayload(name="Anne", key="anne"))
    linked = [
        EvidenceDraft(type="reinforce", source=memory, target=memory, family=family, relation=how)
        for family, how in (("associative", "associated_with"), ("logic", "supports"))
    ]
    said = {"intent": "add", "proposer": "user"}
    done = PolicyDraft(**said, validators=("schema",), payload=PolicyPayload(policy={"x": 1}))
    refused = RefusalDraft(
        **said, codes=("no_evidence",), payload=RefusalPayload(policy={"x": 1}, messages=("none",))
    )
    went = OutcomeDraft(memories=(memory,), outcome="success", payload=OutcomePayload(trace="t"))
    slept = SleepDraft(phase="plan", head=3, settings="abc", counts={"memories": 1})
    kept = PinDraft(memory=memory, pinned=True, reason="pin")
    faded = DecayDraft(memories=(memory,), weights=(0.5,))
    merged = MergeDraft(entities=(-1,), into=entity)
    return loose(other, merged, *linked, done, refused, went, slept, kept, faded)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed ledger of every kind of record, without a witness; event 2 is erased."""
    path = tmp_path_factory.mktemp("original") / "a.db"
    with SqliteLedger(path, durability="relaxed") as ledger:
        impact = ImpactDraft(
            event=-1,
            claims=(Appraisal(route="append_evidence", rule="r", vector=(0.5,) * 9),),
        )
        assessed = Group(drafts=(event("i", "hm"), impact), key="i", digest="digest of hm")
        ledger.append([batch(turn("gone", "tea", thread="t"), turn("b", "tea", thread="t"))])
        until = datetime(2099, 1, 1, tzinfo=UTC)
        ledger.append([batch(fact("c", "Rome", until=until), held("h", {"x": 1}), assessed)])
        with ledger.reader() as reader:
            (slot,) = reader.all_slots(("acme", "ann"))
            (item,) = reader.held(("acme", "ann"))
        claim, memory = slot.beliefs[0].claim, slot.beliefs[0].memory or 0
        more = loose(alias(slot.entity, "Annie"))
        ledger.append([batch(more, support("s", claim), lifecycle(memory, "archived"))])
        ledger.append([batch(review(item.held), turn("d", "milk"), namespace=("bob",))])
        put = StorePutDraft(
            payload=ItemPayload(key="k", value={"x": "cheese"}, index=("x",)), ttl=9
        )
        named = StoreIndexDraft(item=-1, payload=IndexPayload(index=("$",)))
        ledger.append([batch(loose(put, named))])
        ledger.append([batch(governed(slot.entity, memory))])
        ledger.erase([ERASED])
        assert ledger.verify(deep=True).ok
    return path


class Tamper:
    """Edit copies of a ledger and verify them."""

    def __init__(self, original: Path, folder: Path) -> None:
        self.original, self.path = original, folder / "a.db"
        with closing(sqlite3.connect(original)) as conn:
            (self.last,) = conn.execute("SELECT max(seq) FROM records").fetchone()
            self.sealed = [seq for (seq,) in conn.execute(SEALED)]

    def edit(self, sql: str, *values: object) -> None:
        with closing(sqlite3.connect(self.path)) as conn:
            conn.execute(sql, values)
            conn.commit()

    def fresh(self) -> "Tamper":
        shutil.copy(self.original, self.path)
        return self

    def verify(self, deep: bool = False, expected_head: Head | None = None) -> Verification:
        with SqliteLedger(self.path, durability="relaxed") as ledger:
            return ledger.verify(deep=deep, expected_head=expected_head)

    def found(self, deep: bool = False, head: Head | None = None) -> tuple[int | None, str]:
        problem = self.verify(deep, head).problem
        assert problem is not None
        assert problem.seq is None or problem.code == "head" or str(problem.seq) in problem.message
        return problem.seq, problem.code


@pytest.fixture
def tamper(original: Path, tmp_path: Path) -> Tamper:
    return Tamper(original, tmp_path)


def flip(conn: sqlite3.Connection, table: str, column: str, seq: int, at: int) -> None:
    """Change one byte of a blob."""
    with conn.blobopen(table, column, seq) as blob:
        position = at % len(blob)
        blob[position] = blob[position] ^ 1


@pytest.mark.parametrize(
    ("table", "column", "codes"),
    [
        ("records", "record", {"header", "hash", "link"}),
        ("records", "hash", {"hash"}),
        ("payloads", "salt", {"seal"}),
        ("payloads", "body", {"seal"}),
    ],
)
@pytest.mark.parametrize("at", [0, 3, 7, 20, 55, -1, -33, -70])
def test_edited_byte(tamper: Tamper, table: str, column: str, codes: set[str], at: int) -> None:
    """A byte changed anywhere in a record, a hash, a salt or a payload is found at its record."""
    for seq in tamper.sealed if table == "payloads" else range(1, tamper.last + 1):
        tamper.fresh()
        with closing(sqlite3.connect(tamper.path)) as conn:
            flip(conn, table, column, seq, at)
            conn.commit()
        found, code = tamper.found()

        assert (found, code in codes) == (seq, True)


@pytest.mark.parametrize("shift", [-1, 1])
def test_edited_time(tamper: Tamper, shift: int) -> None:
    """A time that the header does not name is found at its record."""
    for seq in range(1, tamper.last + 1):
        tamper.fresh().edit(
            "UPDATE records SET recorded_at = recorded_at + ? WHERE seq = ?", shift, seq
        )
        assert tamper.found() == (seq, "header")


def test_deleted_record(tamper: Tamper) -> None:
    """A record taken out is found where it stood; the last by the head."""
    for seq in range(1, tamper.last + 1):
        tamper.fresh().edit("DELETE FROM records WHERE seq = ?", seq)
        assert tamper.found() == (seq, "gap" if seq < tamper.last else "head")


def test_swapped_records(tamper: Tamper) -> None:
    """Two records that changed places are found at the first."""
    for seq in range(1, tamper.last):
        tamper.fresh().edit("UPDATE records SET seq = -seq WHERE seq IN (?, ?)", seq, seq + 1)
        tamper.edit("UPDATE records SET seq = ? + seq WHERE seq < 0", 2 * seq + 1)
        assert tamper.found() == (seq, "header")


def test_forged_record(tamper: Tamper) -> None:
    """A record rewritten with a hash that fits is found at its successor; the last by the head."""
    for seq in range(1, tamper.last + 1):
        tamper.fresh()
        with closing(sqlite3.connect(tamper.path)) as conn:
            (record,) = conn.execute("SELECT record FROM records WHERE seq = ?", (seq,)).fetchone()
            forged = record[:-1] + bytes([record[-1] ^ 1])
            new = (forged, fmt.digest(forged), seq)
            conn.execute("UPDATE records SET record = ?, hash = ? WHERE seq = ?", new)
            conn.execute("DELETE FROM payloads WHERE seq = ?", (seq,))
            conn.commit()
        assert tamper.found() == ((seq + 1, "link") if seq < tamper.last else (seq, "head"))


def test_cut_tail(tamper: Tamper) -> None:
    """A tail that was cut off is found by the head, at the first record that is missing."""
    for seq in range(1, tamper.last + 1):
        tamper.fresh().edit("DELETE FROM records WHERE seq >= ?", seq)
        tamper.edit("DELETE FROM payloads WHERE seq >= ?", seq)
        assert tamper.found() == (seq, "head")


def cut(tamper: Tamper, seq: int) -> None:
    """Cut off a tail together with the head, which is consistent in itself."""
    tamper.edit("DELETE FROM records WHERE seq >= ?", seq)
    tamper.edit("DELETE FROM payloads WHERE seq >= ?", seq)
    if seq == 1:
        tamper.edit("DELETE FROM head")
    else:
        tamper.edit(
            "UPDATE head SET (seq, hash) = (SELECT seq, hash FROM records WHERE seq = ?)", seq - 1
        )


def test_cut_tail_with_its_head(tamper: Tamper) -> None:
    """A tail cut off with the head is found by a head kept elsewhere, or by a lost tombstone."""
    kept = tamper.fresh().verify().head
    for seq in range(1, tamper.last + 1):
        cut(tamper.fresh(), seq)
        lost = (ERASED, "missing_payload") if seq > ERASED else (tamper.last, "expected_head")
        assert tamper.found(head=kept) == lost


def test_cut_tail_is_witnessed(tmp_path: Path) -> None:
    """The witness beside the file tells of a tail cut off with the head when it is opened."""
    path = tmp_path / "a.db"
    with SqliteLedger(path) as ledger:
        for n in range(3):
            ledger.append([batch(turn(f"{n}", "tea"))])
    tamper = Tamper(path, tmp_path / "unused")
    tamper.path = path
    cut(tamper, 5)
    with pytest.raises(errors.LedgerRolledBack, match="record 7 was acknowledged"):
        SqliteLedger(path)


def test_witness_is_checked_while_open(tmp_path: Path) -> None:
    """A tail cut off with the head under an open ledger is named by `verify`."""
    path = tmp_path / "a.db"
    with SqliteLedger(path) as ledger:
        for n in range(3):
            ledger.append([batch(turn(f"{n}", "tea"))])
        tamper = Tamper(path, tmp_path / "unused")
        tamper.path = path
        cut(tamper, 5)
        problem = ledger.verify().problem

        assert problem is not None
        assert (problem.seq, problem.code) == (7, "rolled_back")


@pytest.mark.parametrize(
    ("sql", "first"),
    [
        ("DELETE FROM head", 1),
        ("UPDATE head SET seq = seq - 1", 36),
        ("UPDATE head SET seq = seq + 1", 37),
        ("UPDATE head SET hash = zeroblob(32)", 36),
    ],
)
def test_edited_head(tamper: Tamper, sql: str, first: int) -> None:
    """A head that is not the last record's is found at the first record they disagree on."""
    tamper.fresh().edit(sql)
    assert (tamper.last, tamper.found()) == (36, (first, "head"))


def test_deleted_payload(tamper: Tamper) -> None:
    """A payload deleted without a tombstone is found at its record."""
    for seq in tamper.sealed:
        tamper.fresh().edit("DELETE FROM payloads WHERE seq = ?", seq)
        assert tamper.found() == (seq, "missing_payload")


def test_swapped_payloads(tamper: Tamper) -> None:
    """Two payloads that changed places are found at the first."""
    for one, other in zip(tamper.sealed, tamper.sealed[1:], strict=False):
        tamper.fresh().edit("UPDATE payloads SET seq = -seq WHERE seq IN (?, ?)", one, other)
        tamper.edit("UPDATE payloads SET seq = ? + seq WHERE seq < 0", one + other)
        assert tamper.found() == (one, "seal")


def test_added_payload(tamper: Tamper) -> None:
    """A payload put where none was sealed, was erased, or no record is, is found there."""
    add = "INSERT INTO payloads (seq, salt, body) SELECT ?, salt, body FROM payloads LIMIT 1"
    empty = set(range(1, tamper.last + 1)) - {*tamper.sealed, ERASED}
    for seq in empty:
        tamper.fresh().edit(add, seq)
        assert tamper.found() == (seq, "orphan_payload")
    tamper.fresh().edit(add, ERASED)
    assert tamper.found() == (ERASED, "seal")
    tamper.fresh().edit(add, tamper.last + 7)
    assert tamper.found() == (tamper.last + 7, "orphan_payload")


def test_restored_payload(tmp_path: Path) -> None:
    """An erased payload put back from a backup is found at its record."""
    path = tmp_path / "a.db"
    with SqliteLedger(path, durability="relaxed") as ledger:
        ledger.append([batch(turn("a", "tea"))])
        with closing(sqlite3.connect(path)) as conn:
            row = conn.execute("SELECT * FROM payloads WHERE seq = 2").fetchone()
            ledger.erase([2])
            conn.execute("INSERT INTO payloads VALUES (?, ?, ?)", row)
            conn.commit()
        problem = ledger.verify().problem

        assert problem is not None
        assert (problem.seq, problem.code) == (2, "unerased_payload")


PACKED = {"memory_blocks", "memory_words", "memory_words_new"}


def projection_edits(path: Path) -> Iterator[tuple[str, Callable[[sqlite3.Connection], None]]]:
    """Name and make edits: each column of the last row of each projection, and its deletion."""
    with closing(sqlite3.connect(path)) as conn:
        for table in audit.PROJECTIONS:
            rows = conn.execute(QUERIES[f"dump_{table}"])
            names = [column[0] for column in rows.description]
            found = rows.fetchall()
            if table in PACKED and not found:  # made of hundreds of memories: see test_words
                continue
            row = dict(zip(names, found[-1], strict=True))
            where = " AND ".join(f"{name} IS ?" for name in names)
            for name in names:
                new = row[name] + 1 if isinstance(row[name], int | float) else f"{row[name]}x"
                if row[name] is None:
                    new = 1
                yield (
                    f"{table}.{name}",
                    _edit(f"UPDATE {table} SET {name} = ? WHERE {where}", new, *row.values()),
                )
            yield table, _edit(f"DELETE FROM {table} WHERE {where}", *row.values())
    added = "INSERT INTO memory_index (rowid, terms) VALUES (?, 'x')"
    yield "memory_index", _edit(added, 999)
    yield "memory_index", _edit("INSERT INTO memory_index (memory_index) VALUES ('delete-all')")


def _edit(sql: str, *values: object) -> Callable[[sqlite3.Connection], None]:
    def edit(conn: sqlite3.Connection) -> None:
        assert sql.startswith("INSERT") or conn.execute(sql, values).rowcount == 1
        if sql.startswith("INSERT"):
            conn.execute(sql, values)

    return edit


def test_edited_projection(tamper: Tamper) -> None:
    """Any edit of a projection is found by a deep verify, and healed by a rebuild."""
    edits = list(projection_edits(tamper.original))
    assert len(edits) > 90
    for name, edit in edits:
        tamper.fresh()
        with closing(sqlite3.connect(tamper.path)) as conn:
            edit(conn)
            conn.commit()
        with SqliteLedger(tamper.path, durability="relaxed") as ledger:
            assert ledger.verify().ok, name  # the chain itself is whole
            problem = ledger.verify(deep=True).problem
            assert problem is not None, name
            assert (problem.code, name.split(".")[0] in problem.message) == ("projection", True)
            ledger.rebuild()
            assert ledger.verify(deep=True).ok, name


def test_damaged_bytes_are_never_silent(original: Path, tmp_path: Path) -> None:
    """A bit flipped anywhere in the file is told by opening or verifying, or changes no answer."""
    whole, random = original.read_bytes(), Random(1)
    used = [position for position, byte in enumerate(whole) if byte]
    wanted, outcomes = answers(original), Counter[str]()
    for _ in range(400):
        damaged, position = bytearray(whole), random.choice(used)
        damaged[position] ^= 1 << random.randrange(8)
        path = tmp_path / "a.db"
        path.write_bytes(damaged)
        try:
            with SqliteLedger(path, durability="relaxed") as ledger:
                found = ledger.verify(deep=True).problem is not None
            assert found or answers(path) == wanted, position
            outcomes["problem" if found else "harmless"] += 1
        except errors.LedgerError:
            outcomes["error"] += 1

    assert outcomes["problem"] > 150 > outcomes["harmless"]


def answers(path: Path) -> list[dict[str, object]]:
    words = ("b", "c", "d", "ann", "annie", "tea", "milk", "rome")
    with SqliteLedger(path, durability="relaxed") as ledger, ledger.reader() as reader:
        return [view(reader, name, words) for name in (("acme", "ann"), ("bob",))]


def test_erased_words_are_in_no_file(tmp_path: Path) -> None:
    """After an erasure no file of the ledger holds a byte of what was said, open or closed."""
    needles = (b"Xanadu", b"xanadu", b"secret-turn", b"secret-thread")

    def left() -> list[bytes]:
        return [n for n in needles for path in tmp_path.iterdir() if n in path.read_bytes()]

    with SqliteLedger(tmp_path / "a.db") as ledger:
        said = ledger.append([batch(fact("secret-turn", "Xanadu", thread="secret-thread"))])
        ledger.append([batch(*(turn(f"{n}", "tea and milk") for n in range(200)))])
        assert set(left()) == set(needles)
        ledger.erase([said[0].groups[0].event or 0])
        assert left() == []
    assert left() == []


def test_verify_needs_constant_memory(tmp_path: Path) -> None:
    """Verifying twenty thousand records takes less than 4 MB more than it had at the start."""
    with SqliteLedger(tmp_path / "a.db", durability="relaxed") as ledger:
        for part in range(10):
            turns = [turn(f"{part}-{n}", "tea and milk") for n in range(1000)]
            ledger.append([batch(*turns)])
        tracemalloc.start()
        try:
            before, _ = tracemalloc.get_traced_memory()
            report = ledger.verify()
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()

    assert (report.ok, report.records) == (True, 20_001)
    assert peak - before < 4_000_000
