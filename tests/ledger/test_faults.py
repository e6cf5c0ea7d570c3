"""A fault at any point of an append leaves the turn whole or absent, and the ledger usable."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from neuromem_graph import errors
from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.testing.ledger_builders import NAMESPACE, START, batch, fact, turn, view
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.ledger import Head

ROOT = Path(__file__).parents[2]
TARGET = Path(__file__).with_name("fault_target.py")
LONG = bool(os.environ.get("NEUROMEM_LONG_TESTS"))
WORDS = ("a", "b", "c", "ann", "bob", "tea", "rome")
forks = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")


def told(again: int = 0) -> Batch:
    """The append that meets the faults: two turns with memories, a claim and what it needs."""
    return batch(fact(f"b{again}", "Rome", subject="Bob"), turn(f"c{again}", "tea", thread="t"))


def prepared(path: Path) -> SqliteLedger:
    """A ledger that holds one turn."""
    ledger = SqliteLedger(path, durability="relaxed")
    ledger.append([batch(turn("a", "tea"))])
    return ledger


def writer(ledger: SqliteLedger) -> sqlite3.Connection:
    conn = ledger._connections._writer
    assert conn is not None
    return conn


def head(ledger: SqliteLedger) -> Head:
    with ledger.reader() as reader:
        return reader.head


def everything(ledger: SqliteLedger) -> dict[str, object]:
    with ledger.reader() as reader:
        return view(reader, NAMESPACE, WORDS)


def interrupt_at(conn: sqlite3.Connection, step: int) -> list[int]:
    """Make SQLite stop once, at the given check of its virtual machine; count the checks."""
    seen = [0]

    def check() -> int:
        seen[0] += 1
        return int(seen[0] == step)

    conn.set_progress_handler(check, 1)
    return seen


def test_interrupt_at_every_step(tmp_path: Path) -> None:
    """An append that SQLite interrupts anywhere is whole or absent, and absent if it is not done.

    The search index ignores an interrupt at a few steps, and COMMIT tells of it when it is done.
    """
    with prepared(tmp_path / "a.db") as ledger:
        start = seq = head(ledger).seq
        answers, step, done, seen = everything(ledger), 0, 0, [0]
        while seen[0] >= step:
            step += 1
            seen = interrupt_at(writer(ledger), step)
            with suppress(errors.StorageError):
                ledger.append([told(done)])
            writer(ledger).set_progress_handler(None, 0)
            whole = head(ledger).seq > seq
            done, seq = done + whole, seq + 8 * whole
            assert head(ledger).seq == seq
            if whole or step % 100 == 0:
                assert whole or everything(ledger) == answers
                assert ledger.verify(deep=True).ok
                answers = everything(ledger)

        assert step > 1000
        assert 1 <= done < 12
        assert seq == start + 8 * done


@pytest.mark.parametrize("place", ["memory", "file"])
def test_interrupted_append_can_be_made_again(tmp_path: Path, place: str) -> None:
    """The same append succeeds on the same ledger after an interrupt anywhere."""
    for step in range(1, 1000, 60):
        path = tmp_path / f"{step}.db" if place == "file" else ":memory:"
        with prepared(path) as ledger:
            interrupt_at(writer(ledger), step)
            with pytest.raises(errors.StorageError):
                ledger.append([told()])
            writer(ledger).set_progress_handler(None, 0)

            assert [group.added for group in ledger.append([told()])[0].groups] == [True, True]
            assert ledger.verify(deep=True).ok


def append_and_die(path: Path, statement: int) -> int:
    """Append in a child that kills itself at a statement; return how many it came to, or -1."""
    child = os.fork()
    if child == 0:
        ledger = SqliteLedger(path)
        conn = ledger._connections._writer = ledger._connections._open(writable=True)
        left = [statement]

        def count(_: str) -> None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        conn.set_trace_callback(count)
        ledger.append([told()])
        os._exit(0)
    return -1 if os.WIFSIGNALED(os.waitpid(child, 0)[1]) else statement


@forks
def test_kill_at_every_statement(tmp_path: Path) -> None:
    """A process killed at any SQL statement leaves the append whole or absent, and repeatable."""
    base, copy, statement, died = tmp_path / "base", tmp_path / "copy", 0, True
    base.mkdir()
    with prepared(base / "a.db") as ledger:
        before = head(ledger).seq
    while died:
        statement += 1
        shutil.copytree(base, copy)
        died = append_and_die(copy / "a.db", statement) == -1
        with SqliteLedger(copy / "a.db") as ledger:
            assert ledger.verify(deep=True).ok
            absent = head(ledger).seq == before
            added = [group.added for group in ledger.append([told()])[0].groups]
            assert added == [absent, absent]
            assert head(ledger).seq == before + 8
            assert ledger.verify(deep=True).ok
        shutil.rmtree(copy)

    assert statement > 30
    assert not absent


def test_full_disk_at_every_page(tmp_path: Path) -> None:
    """Without space for the next page an append raises `StorageFull` and writes nothing."""
    with prepared(tmp_path / "a.db") as ledger:
        before, answers = head(ledger), everything(ledger)
        big = batch(turn("b", "tea " * 20_000), fact("c", "Rome"))
        (pages,) = writer(ledger).execute("PRAGMA page_count").fetchone()
        refused = 0
        while True:
            writer(ledger).execute(f"PRAGMA max_page_count = {pages + refused}")
            try:
                ledger.append([big])
                break
            except errors.StorageFull:
                refused += 1
            assert (head(ledger), everything(ledger)) == (before, answers)
            assert ledger.verify(deep=True).ok

        assert refused > 10
        assert ledger.verify(deep=True).ok


def test_write_inside_a_write_is_refused(tmp_path: Path) -> None:
    """A plan that writes is told that it can't, and the append that it is part of stays whole."""
    with prepared(tmp_path / "a.db") as ledger:

        def plan(_: object) -> Batch:
            writes = [
                lambda: ledger.append([batch(turn("inner", "tea"))]),
                lambda: ledger.erase([2]),
                lambda: ledger.record_trace(NAMESPACE, "t", "{}", START),
            ]
            for write in writes:
                with pytest.raises(errors.LedgerError):
                    write()
            return batch(turn("b", "tea"))

        seq = head(ledger).seq
        ledger.append([told(), plan])

        assert head(ledger).seq == seq + 10
        assert ledger.verify(deep=True).ok


@forks
def test_fork_after_open(tmp_path: Path) -> None:
    """After a fork parent and child both append with the ledger opened before, on one chain."""
    with prepared(tmp_path / "a.db") as ledger:
        assert ledger.verify().ok  # a reader is open, too
        child = os.fork()
        if child == 0:
            for n in range(50):
                ledger.append([batch(turn(f"child-{n}", "tea"))])
            ledger.close()
            os._exit(0)
        for n in range(50):
            ledger.append([batch(turn(f"parent-{n}", "tea"))])

        assert os.waitpid(child, 0)[1] == 0
        with ledger.reader() as reader:
            assert reader.stats(NAMESPACE).events == 101
        assert ledger.verify(deep=True).ok


@forks
def test_memory_ledger_does_not_survive_a_fork() -> None:
    """A ledger in memory refuses to be used in a child, rather than to split in two."""
    with prepared(":memory:") as ledger:
        child = os.fork()
        if child == 0:
            try:
                ledger.append([told()])
            except errors.LedgerClosed:
                os._exit(7)
            os._exit(0)

        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_threads_open_a_new_file_at_once(tmp_path: Path) -> None:
    """Threads that open one new file and append lose nothing and meet no error."""
    start, failures = threading.Barrier(8), []

    def work(name: int) -> None:
        try:
            start.wait()
            with SqliteLedger(tmp_path / "new" / "a.db") as ledger:
                for n in range(10):
                    ledger.append([batch(turn(f"{name}-{n}", "tea"))])
        except errors.MemoryGraphError as exc:
            failures.append(exc)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with SqliteLedger(tmp_path / "new" / "a.db") as ledger, ledger.reader() as reader:
        assert failures == []
        assert reader.stats(NAMESPACE).events == 80
        assert ledger.verify(deep=True).ok


def test_threads_share_one_ledger(tmp_path: Path) -> None:
    """Threads that append to, read and verify one ledger object meet no error."""
    failures: list[Exception] = []
    with prepared(tmp_path / "a.db") as ledger:

        def work(name: int) -> None:
            try:
                for n in range(20):
                    ledger.append([batch(turn(f"{name}-{n}", "tea"))])
                    with ledger.reader() as reader:
                        assert f"{name}-{n}" in reader.turns(NAMESPACE, [f"{name}-{n}"])
                assert ledger.verify().ok
            except (errors.MemoryGraphError, sqlite3.Error, AssertionError) as exc:
                failures.append(exc)

        threads = [threading.Thread(target=work, args=(name,)) for name in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert failures == []
        with ledger.reader() as reader:
            assert reader.stats(NAMESPACE).events == 161
        assert ledger.verify(deep=True).ok


def run_writers(folder: Path, processes: int, count: int) -> list[str]:
    """Run that many writers at once, each with events of its own; return what they printed."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = [
        subprocess.Popen(
            [sys.executable, TARGET, "append", folder, str(w * 1000), str(count), str(w)],
            env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        for w in range(processes)
    ]  # fmt: skip
    return [process.communicate(timeout=300)[0] for process in running]


@pytest.mark.parametrize(("processes", "count"), [(8, 1), (4, 200 if LONG else 50)])
def test_processes_write_at_once(tmp_path: Path, processes: int, count: int) -> None:
    """Processes that start on an empty folder at once all write, without an error or a loss."""
    printed = run_writers(tmp_path, processes, count)
    wanted = ["".join(f"ACK {w * 1000 + n}\n" for n in range(count)) for w in range(processes)]

    assert printed == wanted
    with SqliteLedger(tmp_path) as ledger, ledger.reader() as reader:
        assert reader.stats(("fault",)).events == processes * count
        assert ledger.verify(deep=True).ok


def test_a_new_file_waits_for_another_that_is_being_set_up(tmp_path: Path) -> None:
    """Opening a file that another connection is just beginning waits for it instead of failing."""
    path = tmp_path / "a.db"
    path.touch()
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.2, other.execute, ["ROLLBACK"])
    timer.start()

    with SqliteLedger(path) as ledger:
        assert ledger.verify(deep=True).ok

    timer.join()
    other.close()


def test_lost_log_is_named(tmp_path: Path) -> None:
    """When the write-ahead log of a killed writer is gone, opening says what is missing."""
    kill_a_writer(tmp_path)
    (tmp_path / "memory.sqlite3-wal").unlink()
    (tmp_path / "memory.sqlite3-shm").unlink()
    last = (tmp_path / "memory.sqlite3-head").read_bytes().split()[1].decode()
    with pytest.raises(errors.LedgerRolledBack) as caught:
        SqliteLedger(tmp_path)

    assert f"record {last} was acknowledged" in str(caught.value)
    assert "memory.sqlite3-head" in str(caught.value)


def test_loss_can_be_accepted(tmp_path: Path) -> None:
    """Deleting the witness, as the error says, opens what is left."""
    kill_a_writer(tmp_path)
    for end in ("wal", "shm", "head"):
        (tmp_path / f"memory.sqlite3-{end}").unlink()
    with SqliteLedger(tmp_path) as ledger:
        assert ledger.verify(deep=True).ok
        assert ledger.append([batch(turn("a", "tea"))])[0].groups[0].added


def kill_a_writer(folder: Path) -> None:
    """Write some turns and close, then kill a process while it writes more."""
    with SqliteLedger(folder) as ledger:
        ledger.append([batch(turn("first", "tea", at=START))])
    writing = subprocess.Popen(
        [sys.executable, TARGET, "append", folder, "1", "100000", "0"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with writing:
        assert writing.stdout is not None
        for _ in range(5):
            assert writing.stdout.readline().startswith("ACK")
        writing.kill()
