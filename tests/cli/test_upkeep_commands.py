"""Commands that look after a memory, and those that draw it, in detail."""

import json
import os
import shlex
import shutil
import signal
import sqlite3
import threading
import time
from contextlib import closing

import pytest

from neuromem_graph.cli.session import stoppable
from tests.cli.conftest import ANN, BOB, Nmem, file


def test_a_record_is_shown_by_its_number(nmem: Nmem) -> None:
    """One of this namespace is; one of another is not found."""
    records = nmem("ledger", "show", "--last", 999, "--json").json
    assert nmem("ledger", "show", records[2]["seq"], "--json").json == [records[2]]
    others = set(range(1, records[-1]["seq"])) - {one["seq"] for one in records}
    ran = nmem("ledger", "show", min(others))
    assert (ran.code, ran.out, ran.err.startswith("nmem: NotFound: ")) == (1, "", True)


def test_pages_are_whole_and_private(nmem: Nmem) -> None:
    """Each picture is a page that needs no network; its file can be read by its owner alone."""
    for command in (["graph"], ["timeline"], ["audit"], ["retrieval", "explain", nmem.trace]):
        file = nmem.folder / f"{command[0]}.html"
        assert nmem(*command, "--html", file).out == f"written to {file}\n"
        assert file.read_text().startswith("<!DOCTYPE html>")
        assert file.stat().st_mode & 0o077 == 0
        printed = nmem(*command, "--html", "-").out
        assert printed.startswith("<!DOCTYPE html>") and printed.rstrip().endswith("</html>")
    assert "Lisbon" in (nmem.folder / "graph.html").read_text()
    assert "Lisbon" in (nmem.folder / "timeline.html").read_text()


def test_pictures_are_told_as_text(nmem: Nmem) -> None:
    """The graph as Mermaid and as nodes and edges, the timeline with both axes."""
    drawn = nmem("graph", "--json").json
    labels = {one["id"]: one["label"] for one in drawn["nodes"]}
    assert ("user", "Lisbon") in {
        (labels[one["source"]], labels[one["target"]]) for one in drawn["edges"]
    }
    bars = nmem("timeline").out
    assert "user lives_in\n" in bars and ", changed 20" in bars and ", holds\n" in bars


def test_an_audit_of_another_store(empty: Nmem) -> None:
    """Items are read from a file, no memory is made, and a bad line is named."""
    texts = ("I like tea.", "I like tea", "I don't like tea.")
    items = [{"namespace": ["ann"], "key": str(n), "value": {"text": text}}
             for n, text in enumerate(texts)]  # fmt: skip
    log = file(empty, "items.jsonl", "\n".join(map(json.dumps, items)) + "\n\n")
    told = empty("audit", log, "--json").json
    assert (told["of"], told["counts"]["exact_duplicate"], told["counts"]["contradiction"]) == (
        "items", 1, 1)  # fmt: skip
    assert not empty.path.exists()
    file(empty, "items.jsonl", json.dumps(items[0]) + '\n{"key": "2"}\n')
    ran = empty("audit", log)
    assert (ran.code, f"{log}:2:1: no item of a store: namespace, value" in ran.err) == (1, True)
    file(empty, "items.jsonl", "{oops}\n")
    assert f"{log}:1:2: not JSON" in empty("audit", log).err


def test_decay_records_unless_it_only_looks(nmem: Nmem) -> None:
    """A dry run writes nothing; what is pinned does not fade."""
    later = ["--at", "2099-01-01", "--json"]
    looked = nmem("decay", "--dry-run", *later).json
    assert (looked["records"], looked["faded"] > 1) == (0, True)
    nmem("pin", nmem.memory)
    told = nmem("decay", *later).json
    assert (told["records"], told["faded"], told["pinned"]) == (1, looked["faded"] - 1, 1)
    assert nmem("decay", *later).json["records"] == 0


def test_an_erasure_is_asked_for(nmem: Nmem) -> None:
    """Without --yes nothing is erased where nobody can be asked; with it the words are gone."""
    assert nmem("erase", nmem.memory).code == 2
    assert "Lisbon" in nmem("query", "Where do I live?", "--no-record").out
    assert nmem("erase", nmem.memory, "--yes", "--reason", "asked_by_user").code == 0
    assert "Lisbon" not in nmem("ledger", "show", "--last", 999, "--json").out
    assert nmem("ledger", "verify", "--deep").code == 0


def test_sizes_of_all_namespaces_are_shown_when_asked(nmem: Nmem) -> None:
    """`db-stats` names other namespaces only with --namespaces."""
    assert nmem("db-stats", "--json").json["namespaces"] == []
    told = nmem("db-stats", "--namespaces", "--json").json["namespaces"]
    assert {tuple(one["namespace"]): one["events"] for one in told} == {ANN: 4, BOB: 2}


def test_hints_name_the_memory_they_are_about(nmem: Nmem, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command says to run next runs as it stands, wherever the memory is."""
    moved = nmem._replace(path=nmem.folder / "a b")
    shutil.copytree(nmem.path, moved.path)
    hint = moved("query", "Where do I live?").out.splitlines()[-1].partition(": nmem ")[2]
    assert "Lisbon" in nmem(*shlex.split(hint), ann=False).out
    monkeypatch.setenv("NMEM_PATH", str(nmem.path))
    monkeypatch.setenv("NMEM_NAMESPACE", "acme/ann")
    said = nmem("query", "Where do I live?", ann=False).out
    assert "--path" not in said and "--namespace" not in said


def test_the_first_interrupt_asks_and_the_second_breaks_off() -> None:
    """Ctrl-C once lets a batch end; pressed again it does what it always does."""
    before = signal.getsignal(signal.SIGINT)
    with stoppable() as stopped:
        assert not stopped()
        signal.raise_signal(signal.SIGINT)
        assert stopped()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupted_sleep_goes_on_later(empty: Nmem) -> None:
    """Ctrl-C ends it with 130 and one line; nothing is half done, the next one does the rest."""
    lamps = [f"{how}the lamp number {n} is in the hall."
             for n in range(9) for how in ("", "Well, ")]  # fmt: skip
    empty("observe", file(empty, "e", "\n".join(map(json.dumps, lamps))), "--commit")
    usual = signal.getsignal(signal.SIGINT)

    def interrupt(held: sqlite3.Connection) -> None:
        until = time.monotonic() + 60
        while signal.getsignal(signal.SIGINT) is usual and time.monotonic() < until:
            time.sleep(0)
        os.kill(os.getpid(), signal.SIGINT)
        while signal.getsignal(signal.SIGINT) is not usual and time.monotonic() < until:
            time.sleep(0)
        held.rollback()  # only now can the sleep write anything

    place = empty.path / "memory.sqlite3"
    with closing(sqlite3.connect(place, check_same_thread=False)) as held:
        held.execute("BEGIN IMMEDIATE")
        thread = threading.Thread(target=interrupt, args=(held,))
        thread.start()
        ran = empty("sleep")
        thread.join()
    assert (ran.code, ran.err.startswith("nmem: interrupted: "), ran.err.count("\n")) == (
        130, True, 1)  # fmt: skip
    merged = [one for one in empty("sleep", "--json").json["items"] if one["what"] == "merged"]
    assert len(merged) == 9
    assert empty("sleep").out == "nothing has changed since the last sleep\n"
    assert empty("ledger", "verify", "--deep").code == 0
