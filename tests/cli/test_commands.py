"""Every command does what its help says, as lines and as JSON."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer.main

from neuromem_graph import MemoryRuntime
from neuromem_graph.cli.main import app
from tests.cli.conftest import ANN, BOB, Nmem, file

MEM0 = '[{"id": "1", "memory": "Loves green tea", "user_id": "ann"}]'


def names(command: Any = None, before: str = "") -> list[str]:
    """Return the full name of every command."""
    command = command or typer.main.get_command(app)
    found: list[str] = []
    for name, one in command.commands.items():
        inner = hasattr(one, "commands")
        found += names(one, f"{before}{name} ") if inner else [f"{before}{name}"]
    return found


def exported(nmem: Nmem) -> Path:
    """Export Bob's namespace to a file that is imported somewhere else."""
    assert nmem("export", nmem.folder / "old.jsonl").code == 0
    return nmem.folder / "old.jsonl"


Case = tuple[Callable[[Nmem], list[object]], str, str]
CASES: dict[str, Case] = {
    "init": (lambda n: [], "next: nmem ingest", "path"),
    "doctor": (lambda n: [], "ok   chain:", "findings"),
    "observe": (lambda n: [file(n, "e.jsonl", '{"content": "I like tea."}\n')],
                "1 read: 1 new, 0 known, 0 skipped", "added"),
    "ingest": (lambda n: [file(n, "c.json", '[{"role": "user", "content": "I like tea."}]')],
               "memories and facts, 0 held", "created"),
    "query": (lambda n: ["Where do I live?"], "Lisbon", "items"),
    "worldview": (lambda n: ["Where do I live?"], "user lives_in (active)", "slots"),
    "why-written": (lambda n: [n.memory], "I moved to Lisbon", "evidence"),
    "why-retrieved": (lambda n: [n.trace, n.memory], "passed", "parts"),
    "retrieval explain": (lambda n: [n.trace], "Where do I live?", "channels"),
    "trace show": (lambda n: [n.trace], "? Where do I live?", "items"),
    "trace export": (lambda n: [n.trace, n.folder / "t.html"], "written to", "file"),
    "sleep": (lambda n: ["--items", 5], "looked at 4 memories", "looked_at"),
    "decay": (lambda n: ["--dry-run"], "0 could be put away", "prunable"),
    "pin": (lambda n: [n.memory, "--reason", "asked"], "pinned", "items"),
    "unpin": (lambda n: [n.memory], "unpinned already", "items"),
    "erase": (lambda n: [n.memory, "--yes"], "- erased: ", "memories"),
    "audit": (lambda n: [], "near duplicate: ", "findings"),
    "compact": (lambda n: ["--into", n.folder / "small.sqlite3"], "records checked", "after"),
    "db-stats": (lambda n: [], " pages, ", "groups"),
    "retry-deferred": (lambda n: [], "nothing new", "items"),
    "graph": (lambda n: [], "flowchart LR", "edges"),
    "timeline": (lambda n: [], "Ghent: from ", "rows"),
    "ledger show": (lambda n: ["--last", 3], "impact", ""),
    "ledger replay": (lambda n: ["--as-of", 3], "folded anew: equal",
                      "verification"),
    "ledger diff": (lambda n: [1], "+ user lives_in Lisbon (active)", "added"),
    "ledger verify": (lambda n: ["--deep"], "whole: ", "ok"),
    "pending": (lambda n: [], "ambiguous_entity: Nina lives in Paris.", ""),
    "decide": (lambda n: [n.held, "merge", "--entity", n.entity], "Paris", "items"),
    "forget": (lambda n: [n.memory, "--action", "archive", "--reason", "asked"], "- forgotten",
               "items"),
    "restore": (lambda n: [n.memory], "nothing to restore", "items"),
    "correct": (lambda n: [n.memory, "I moved to Porto."], "Porto", "items"),
    "after-turn": (lambda n: [n.trace, "success", "--feedback", "good"], "reinforced", "items"),
    "stats": (lambda n: [], "namespace acme/ann", "events"),
    "rebuild": (lambda n: [], "records folded", "records"),
    "export": (lambda n: [n.folder / "x.jsonl"], "sha256", "records"),
    "import": (lambda n: [exported(n)], "0 added", "known"),
    "backup": (lambda n: [n.folder / "copy.sqlite3"], "verified", "head"),
}  # fmt: skip
"""Command -> arguments, what its lines hold, and a key of its JSON."""


def test_every_command_has_a_case() -> None:
    """A command that is added needs a case here; two have a test in test_script.py."""
    assert set(names()) == {*CASES, "mcp", "reindex"}


@pytest.mark.parametrize("name", CASES)
def test_a_command_prints_lines(nmem: Nmem, name: str) -> None:
    """It ends with 0, and prints what people read."""
    arguments, holds, _ = CASES[name]
    ran = nmem(*name.split(), *arguments(nmem))

    assert (ran.code, ran.err) == (0, "")
    assert holds in ran.out


@pytest.mark.parametrize("name", CASES)
def test_a_command_prints_json(nmem: Nmem, name: str) -> None:
    """With --json it prints one document, which is the record of the method, and nothing else."""
    arguments, _, key = CASES[name]
    ran = nmem(*name.split(), *arguments(nmem), "--json")

    assert (ran.code, ran.err) == (0, "")
    assert key in ran.json if key else isinstance(ran.json, list)
    assert ran.out.isascii()


READING = ["query", "worldview", "retrieval explain", "trace show", "ledger show", "ledger replay",
           "ledger diff", "ledger verify", "pending", "stats", "why-written", "why-retrieved",
           "export", "sleep", "decay", "audit", "graph", "timeline", "db-stats"]  # fmt: skip


@pytest.mark.parametrize("name", READING)
@pytest.mark.parametrize("as_json", [True, False])
def test_reads_are_scoped_to_the_namespace(nmem: Nmem, name: str, as_json: bool) -> None:
    """Nothing that Bob said, and no id of his, is printed to Ann."""
    arguments = [nmem.folder / "x.jsonl"] if name == "export" else CASES[name][0](nmem)
    ran = nmem(*name.split(), *arguments, *(["--json"] if as_json else []))
    printed = ran.out + ran.err
    if name == "export":
        printed += (nmem.folder / "x.jsonl").read_text()
    with MemoryRuntime.local(BOB, nmem.path, read_only=True) as bob:
        ids = {entry.id for entry in bob.log(limit=999) if entry.id}

    assert ran.code == 0
    assert ids
    for word in ("Oslo", "Bergen", "Tom", "bob", *ids):
        assert word not in printed


@pytest.mark.parametrize("name", ["retrieval explain", "trace show", "why-written", "forget",
                                  "restore", "decide", "after-turn", "correct", "pin", "unpin",
                                  "erase"])  # fmt: skip
def test_ids_of_another_namespace_are_not_found(nmem: Nmem, name: str) -> None:
    """What is Ann's is unknown to Bob."""
    arguments = CASES[name][0](nmem)
    ran = nmem(*name.split(), *arguments, "-p", nmem.path, "-n", "acme/bob", ann=False)

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("nmem: NotFound: ")
    assert ran.err.count("\n") == 1


def test_common_options_may_stand_anywhere(nmem: Nmem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the command, after it, between its arguments, short, with =, or in the environment."""
    where, whose = ["--path", str(nmem.path)], ["--namespace=acme/ann"]
    lines = [
        [*where, *whose, "--json", "worldview"],
        ["worldview", *where, *whose, "--json"],
        ["--json", "worldview", *whose, *where],
        ["worldview", "-p", str(nmem.path), "-n", "acme/ann", "--json"],
        ["worldview", f"-p{nmem.path}", "-nacme/ann", "--json"],
    ]
    told = [nmem(*line, ann=False).json["slots"] for line in lines]
    assert told[0] and all(len(one) == len(told[0]) for one in told)
    assert nmem("ledger", *where, "show", *whose, "--last", 1, ann=False).code == 0
    assert "Lisbon" in nmem("ledger", "diff", "1", *where, *whose, ann=False).out
    monkeypatch.setenv("NMEM_PATH", str(nmem.path))
    monkeypatch.setenv("NMEM_NAMESPACE", "acme/ann")
    assert nmem("worldview", "--json", ann=False).json["slots"]
    assert nmem("query", "--no-record", "--", "--json", ann=False).code == 0


def test_exit_codes(nmem: Nmem) -> None:
    """0 is well, 1 refused or failed, 2 a wrong command line; nothing is a traceback."""
    for arguments, code in (
        (["query"], 2), (["nothing"], 2), (["query", "x", "--lens", "odd"], 2),
        (["query", "x", "-k", "many"], 2), (["observe", "x", "--commit", "--route"], 2),
        (["query", " "], 1), (["query", "x", "-k", 0], 1), (["query", "x", "--as-of", "soon"], 1),
        (["query", "x", "--as-of", 10**9], 1), (["query", "x", "--valid-at", "1"], 1),
        (["why-written", "none"], 1), (["trace", "export", nmem.trace, "x.pdf"], 1),
        (["trace", "export", nmem.trace, "no/x.txt"], 1), (["ledger", "verify",
         "--expected-head", "7"], 1), (["ledger", "verify", "--expected-head", "1:" + "0" * 64], 1),
        (["observe", "missing.jsonl"], 1), (["import", "missing"], 1), (["import", "-"], 1),
        (["ingest", "x", "--zone", "Nowhere/Else"], 1), (["backup", nmem.path], 1),
        (["export", "no/folder/x"], 1), (["decide", nmem.held, "accept"], 1),
        (["why-retrieved", nmem.trace, "none"], 1), (["after-turn", nmem.trace, "odd"], 1),
        (["sleep", "--items", 0], 1), (["sleep", "--budget", -1], 1), (["sleep", "--at", "x"], 1),
        (["decay", "--at", "soon"], 1), (["decay", "--listed", -1], 1), (["pin", "none"], 1),
        (["compact", "--into", nmem.path], 1), (["reindex"], 1), (["retry-deferred", "--limit",
         0], 1), (["graph", "--most", 0], 1), (["timeline", "--most", 999], 1),
        (["graph", "--html", "no/x.html"], 1), (["audit", "missing.jsonl"], 1),
        (["ledger", "show", 999], 1), (["ledger", "show", -1], 2), (["erase", nmem.memory], 2),
        (["erase", nmem.memory, "--yes", "--reason", "because she said so"], 1),
        (["timeline", "--html", "-", "--json"], 2),
    ):  # fmt: skip
        ran = nmem(*arguments)
        assert (ran.code, arguments) == (code, arguments)
        assert "Traceback" not in ran.err
        assert code == 2 or ran.err.startswith("nmem: ")
        assert code == 2 or ran.err.count("\n") == 1


def test_a_missing_memory_is_told(empty: Nmem) -> None:
    """Only init, observe, ingest and import make a file; all others say how to make one."""
    for name in ("stats", "worldview", "pending", "rebuild", "backup x", "forget x", "query x"):
        ran = empty(*name.split())
        assert (ran.code, "make one with 'nmem init'" in ran.err) == (1, True)
    assert not empty.path.exists()
    assert empty("stats", "--path", ":memory:", ann=False).code == 1
    file(empty, "other.txt", "not a ledger, but long enough to be taken for something else" * 9)
    ran = empty("stats", "-p", empty.folder / "other.txt", ann=False)
    assert (ran.code, ran.err.startswith("nmem: NotALedger")) == (1, True)
    assert empty("init").code == 0
    assert empty("observe", file(empty, "e", '"I like tea."')).code == 0
    assert empty("stats", "--json").json["events"] == 1


def test_a_bad_line_keeps_what_stands_before_it(empty: Nmem) -> None:
    """File, line and column are named; a rerun of the mended file adds only what is new."""
    good = [json.dumps({"content": f"I like number {n}."}) for n in range(60)]
    log = file(empty, "log.jsonl", "\n".join([*good, '{"content": oops}', '"I like tea."']))
    ran = empty("observe", log, "--commit")

    assert ran.code == 1
    assert (
        f"{log}:61:13: not JSON" in ran.err and "60 before it were kept, 60 of them new" in ran.err
    )
    file(empty, "log.jsonl", "\n".join([*good, '"I like tea."']))
    told = empty("observe", log, "--commit", "--json").json
    assert (told["added"], told["known"]) == (1, 60)


@pytest.mark.parametrize(
    ("flags", "memories", "assessed"),
    [([], 0, 0), (["--route"], 0, 1), (["--commit"], 1, 1)],
)
def test_what_observe_makes(empty: Nmem, flags: list[str], memories: int, assessed: int) -> None:
    """Events alone; with --route how each would go; with --commit memories."""
    assert empty("observe", file(empty, "e", '"I like tea."\n'), *flags).code == 0
    with MemoryRuntime.local(ANN, empty.path) as memory:
        assert sum(memory.stats().memories.values()) == memories
        assert sum(entry.kind == "impact" for entry in memory.log()) == assessed


def test_query_options(nmem: Nmem) -> None:
    """Lens, budget and both times reach the query."""
    first = nmem("ledger", "show", "--last", 999, "--json").json
    early = next(one["seq"] for one in first if one["kind"] == "impact")
    assert "Ghent" in nmem("query", "Where do I live?", "--as-of", early).out
    assert nmem("query", "Where do I live?", "--lens", "audit", "--json").json["lens"] == "audit"
    assert nmem("query", "Where do I live?", "--budget", 40, "--json").json["tokens"] <= 40
    told = nmem("query", "Where do I live?", "--valid-at", "2001-01-01", "--json").json
    assert not told["worldview"]
    silent = nmem("query", "Where do I live?", "--no-record", "--json").json
    assert nmem("trace", "show", silent["trace_id"] or "none").code == 1


def test_import_reads_every_form(nmem: Nmem) -> None:
    """An export, mem0's memories and a chat are told apart by what they begin with."""
    old = exported(nmem)
    for name, text, told in (("m.json", MEM0, "mem0"), ("c.json", '[{"content": "I like tea."}]',
                                                        "chat")):  # fmt: skip
        ran = nmem("import", file(nmem, name, text))
        assert ran.out == f"1 added, 0 known ({told})\n"
        assert nmem("import", nmem.folder / name).out == f"0 added, 1 known ({told})\n"
    fresh = nmem._replace(path=nmem.folder / "fresh")
    assert "(export)" in fresh("import", old).out
    assert fresh("ledger", "verify", "--deep").code == 0
    assert "Lisbon" in fresh("query", "Where do I live?").out
    assert fresh("import", old).out.startswith("0 added")
    ran = nmem("import", old, "-p", nmem.folder / "third", "-n", "other", ann=False)
    assert (ran.code, "brings the namespace ('acme', 'ann')" in ran.err) == (1, True)


def test_an_export_can_be_piped(nmem: Nmem) -> None:
    """`-` writes to the standard output."""
    lines = nmem("export", "-").out.splitlines()
    assert json.loads(lines[0])["format"] == "neuromem-graph-export"
    assert nmem("export", "-", "--everything").code == 0
    assert nmem("export", nmem.folder / "x").code == 0
    assert (nmem.folder / "x").read_text().splitlines() == lines


def test_trace_export_writes_three_forms(nmem: Nmem) -> None:
    """JSON, text, and a page that needs no network."""
    for end, holds in ((".json", '"question": '), (".txt", "Where do I live?"), (".html", "<html")):
        assert nmem("trace", "export", nmem.trace, f"t{end}").code == 0
        assert holds in (nmem.folder / f"t{end}").read_text()


def test_damage_is_told(nmem: Nmem) -> None:
    """verify, replay and doctor name the record and end with 1."""
    path = nmem.path / "memory.sqlite3"
    with sqlite3.connect(path) as conn:
        conn.execute("UPDATE payloads SET body = x'7b7d' WHERE seq = 2")
    for name in ("ledger verify", "ledger replay"):
        ran = nmem(*name.split())
        assert (ran.code, "the payload of record 2 was edited" in ran.err) == (1, True)
    ran = nmem("doctor", "--json")
    assert (ran.code, ran.json["ok"]) == (1, False)
    assert "restore a backup" in nmem("doctor").out


def test_terminals_are_safe(empty: Nmem) -> None:
    """Signs in a memory that could move a cursor or hide text are shown, not sent."""
    said = "I like \x1b[31mred\u202e tea\x07.\u009b"
    empty("observe", file(empty, "e", json.dumps(said)), "--commit")
    for ran in (empty("query", "red tea"), empty("ledger", "show"), empty("query", "red tea",
                                                                         "--json")):  # fmt: skip
        assert "red" in ran.out
        assert not {"\x1b", "\u202e", "\x07", "\u009b"} & set(ran.out)
