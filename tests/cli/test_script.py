"""The installed command, in processes of its own."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import neuromem_graph
from neuromem_graph import MemoryRuntime
from tests.cli.conftest import Nmem, file
from tests.providers.ollama_server import serving

ROOT = Path(__file__).parents[2]
INSTALLED = Path(sys.executable).with_name("nmem")
NMEM = [str(INSTALLED)] if INSTALLED.exists() else [sys.executable, "-m", "neuromem_graph.cli"]
FACT = {"message": 0, "quote": "My sister Nina lives in Antwerp", "reasoning": "",
        "about": "Nina", "relation": "sister", "attribute": "lives_in", "value": "Antwerp",
        "status": "current", "since": "", "until": ""}  # fmt: skip


def run(*args: object, **how: Any) -> subprocess.CompletedProcess[str]:
    """Run `nmem` to its end."""
    return subprocess.run(
        [*NMEM, *map(str, args)], capture_output=True, text=True, timeout=120, check=False, **how
    )


def test_the_entry_point_is_the_function_of_the_package() -> None:
    """The script that is installed calls `neuromem_graph.cli:app`."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert declared["scripts"] == {"nmem": "neuromem_graph.cli:app"}
    wanted = {name.partition(">")[0] for name in declared["optional-dependencies"]["cli"]}
    assert wanted == {"typer", "rich"}


def test_a_whole_round(empty: Nmem) -> None:
    """From nothing to an answer, explained, exported, imported somewhere else and verified."""
    where = ("--path", empty.path, "--namespace", "demo/repo")
    line = '{"content": "We fixed the auth/session bug in the login cookie."}\n'
    events = file(empty, "events.jsonl", line)
    assert run("init", *where).returncode == 0
    assert run("observe", events, "--commit", *where).stdout.startswith("1 read: 1 new")
    found = empty("query", "Have we fixed auth/session bugs before?", "--json", *where).json
    assert found["items"][0]["text"].startswith("We fixed the auth/session bug")
    assert "lexical" in empty("retrieval", "explain", found["trace_id"], *where).out
    assert empty("export", empty.folder / "x.jsonl", *where).code == 0
    there = ("-p", empty.folder / "n", "-n", "demo/repo")
    lines = (empty.folder / "x.jsonl").read_bytes()
    assert empty("import", "-", "--format", "export", *there, input=lines).code == 0
    assert empty("ledger", "verify", "--deep", *there).code == 0


def test_the_quick_start_of_the_seed(empty: Nmem) -> None:
    """Its commands run as they stand: observed, recorded, found, explained and folded anew."""
    line = {"type": "task_result", "content": "Session refresh order fixed login redirect loop.",
            "task": "Fix login", "keywords": ["session", "login"]}  # fmt: skip
    file(empty, "events.jsonl", json.dumps(line))
    here = ("--namespace", "demo/repo")
    for command in (["init", *here], ["doctor"], ["observe", "events.jsonl", *here],
                    ["observe", "events.jsonl", *here, "--commit"]):  # fmt: skip
        assert empty(*command, ann=False).code == 0
    question = "Have we fixed auth/session bugs before?"
    assert "login redirect loop" in empty("query", question, *here, ann=False).out
    trace = empty("query", question, *here, "--json", ann=False).json["trace_id"]
    assert "login redirect loop" in empty("retrieval", "explain", trace, *here, ann=False).out
    assert "folded anew: equal" in empty("ledger", "replay", ann=False).out


def test_events_can_be_piped(empty: Nmem) -> None:
    """`-` reads the standard input; a bad line there is named, too."""
    ran = empty("observe", "-", input=b'"I like tea."\n{oops}\n')
    assert ran.code == 1
    assert ":2:2: not JSON" in ran.err and "1 of them new" in ran.err
    ran = empty("observe", "-", input=b'"I like coffee."\n"I like \xff"\n')
    assert (ran.code, ":2:9: no UTF-8" in ran.err, "1 of them new" in ran.err) == (1, True, True)


def test_events_can_come_through_a_named_pipe(empty: Nmem) -> None:
    """As from `nmem observe <(zcat events.gz)`: it is read once, from its beginning."""
    pipe = empty.folder / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=('"I like tea."\n"I like rice."\n',))
    assert "--format" in empty("import", pipe).err
    writer.start()
    assert empty("observe", pipe, "--json").json["added"] == 2
    writer.join()


def test_a_reader_that_stops_early_is_no_failure_of_ours(tmp_path: Path) -> None:
    """`nmem export - | head -1` prints one line and no traceback."""
    with MemoryRuntime.local("default", tmp_path / "m") as memory:
        memory.observe_many(f"Event number {n} of many that fill a pipe." for n in range(2_000))
    command = " ".join([*NMEM, "export", "-", "-p", str(tmp_path / "m"), "| head -1"])
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120)
    assert ran.stdout.count("\n") == 1
    assert "Traceback" not in ran.stderr


LOADED = """
import sys
sys.argv = ["nmem", {argument!r}]
from neuromem_graph.cli import app
try:
    app()
finally:
    print(*sorted({{name.partition(".")[0] for name in sys.modules}}), file=sys.stderr)
"""
HEAVY = {"langgraph", "langchain_core", "networkx", "numpy", "dateparser", "ollama", "pydantic",
         "rich"}  # fmt: skip


def test_the_version_is_told_at_once() -> None:
    """`--version` and `--help` load neither LangGraph nor what a query needs."""
    for argument in ("--version", "--help"):
        ran = subprocess.run(
            [sys.executable, "-c", LOADED.format(argument=argument)], capture_output=True,
            text=True, timeout=60, check=False,
        )  # fmt: skip
        assert ran.returncode == 0
        assert {"typer", "neuromem_graph"} <= set(ran.stderr.split())
        assert set() == HEAVY & set(ran.stderr.split())


WITHOUT = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("typer", "rich"):
            raise ModuleNotFoundError(name)
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name in ("typer", "rich") else found(name)
from neuromem_graph.cli import app
app()
"""


def test_a_missing_extra_is_told() -> None:
    """Without typer and rich one line says what to install."""
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr == "nmem: typer and rich is missing: pip install 'neuromem-graph[cli]'\n"


MISTAKEN = """
import sys, types
def mistaken(**_):
    raise KeyError("se\x1bed")
sys.modules["neuromem_graph.cli.main"] = types.SimpleNamespace(app=mistaken)
from neuromem_graph.cli import app
app()
"""


@pytest.mark.parametrize("asked", ["", "1"])
def test_a_mistake_of_ours_is_one_line(asked: str) -> None:
    """What no command foresaw is told without a traceback, and says how to see one."""
    ran = subprocess.run(
        [sys.executable, "-c", MISTAKEN], capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "NMEM_TRACEBACK": asked},
    )  # fmt: skip
    assert ran.returncode == 1
    assert ("Traceback" in ran.stderr) == bool(asked)
    if not asked:
        assert ran.stderr.startswith("nmem: KeyError: ")
        assert ran.stderr.endswith("NMEM_TRACEBACK=1 shows where)\n")
        assert ran.stderr.count("\n") == 1 and "\x1b" not in ran.stderr


def test_mcp_serves_the_namespace(tmp_path: Path) -> None:
    """It answers a client on the standard streams, and ends when the client is gone."""
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-03-26", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"}}}  # fmt: skip
    with subprocess.Popen(
        [*NMEM, "mcp", "-p", str(tmp_path / "m"), "-n", "acme/ann"], text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"{json.dumps(hello)}\n")
        process.stdin.flush()
        told = json.loads(process.stdout.readline())
        process.stdin.close()
        process.stdin = None
        process.communicate(timeout=60)
    assert told["result"]["serverInfo"]["name"] == "neuromem-graph"
    assert process.returncode == 0


def test_mcp_says_what_it_needs(empty: Nmem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package one line says what to install."""
    monkeypatch.delitem(sys.modules, "neuromem_graph.mcp", raising=False)
    monkeypatch.delattr(neuromem_graph, "mcp", raising=False)  # where another test imported it
    for name in ("mcp", "mcp.server", "mcp.server.mcpserver"):
        monkeypatch.setitem(sys.modules, name, None)
    ran = empty("mcp")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert "pip install 'neuromem-graph[mcp]'" in ran.err


def test_an_interrupt_leaves_whole_batches(tmp_path: Path) -> None:
    """Ctrl-C ends a long ingest with 130; what was read is whole, and a rerun adds the rest."""
    log = tmp_path / "log.jsonl"
    log.write_text("".join(f'{{"content": "I like number {n}."}}\n' for n in range(3_000)))
    with subprocess.Popen(
        [*NMEM, "ingest", str(log), "-p", str(tmp_path / "m")], stderr=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        until = time.monotonic() + 60
        while time.monotonic() < until and _events(tmp_path / "m") == 0:
            process.poll()
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in told
    kept = _events(tmp_path / "m")
    assert 0 < kept < 3_000 and kept % 50 == 0
    with MemoryRuntime.local("default", tmp_path / "m") as memory:
        assert memory.verify(deep=True).ok
        assert memory.import_chat(log, mode="observe").added == 3_000 - kept


def _events(path: Path) -> int:
    """Count the events that are committed, as another program sees them."""
    try:
        where = f"{(path / 'memory.sqlite3').as_uri()}?mode=ro"
        with closing(sqlite3.connect(where, uri=True)) as c:
            return int(c.execute("SELECT count(*) FROM events").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet
        return 0


@pytest.mark.parametrize(
    ("reply", "code", "says"),
    [
        (json.dumps({"facts": [FACT]}), 0, "ok   extractor: ollama:tiny answers in JSON: "),
        ('{"facts": []}', 0, "note extractor: ollama:tiny answers, but found no fact"),
        ("I am sorry.", 1, "BAD  extractor: ollama:tiny: "),
    ],
    ids=["fact", "none", "no JSON"],
)
def test_doctor_asks_the_extractor(
    empty: Nmem, monkeypatch: pytest.MonkeyPatch, reply: str, code: int, says: str
) -> None:
    """It says whether the model can be reached, answers in JSON, and finds a fact."""
    with serving(reply) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        ran = empty("doctor", "--extractor", "ollama:tiny")
    assert (ran.code, says in ran.out) == (code, True), ran.out + ran.err


def test_doctor_tells_of_models_that_are_away(empty: Nmem, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is not there is named for both, with what to do."""
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    ran = empty("doctor", "--extractor", "ollama:tiny", "--embedder", "ollama:small", "--json")
    bad = {one["what"]: one["advice"] for one in ran.json["findings"] if one["verdict"] == "bad"}
    assert ran.code == 1
    assert set(bad) == {"extractor", "embedder"}
    assert all("start the server" in advice for advice in bad.values())


def test_reindex_embeds_what_has_no_vector(nmem: Nmem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once; doctor tells the width, and what is there of another model."""
    assert "--embedder" in nmem("reindex").err
    with serving("") as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        assert nmem("reindex", "--embedder", "ollama:small").out == "4 memories embedded\n"
        told = nmem("reindex", "--embedder", "ollama:small", "--json").json
        looked = nmem("doctor", "--embedder", "ollama:other").out
    assert told == {"embedded": 0}
    assert "ok   embedder: ollama:other answers with 3 numbers" in looked
    assert "note vectors: " in looked and "'nmem reindex' embeds" in looked


def test_turns_that_wait_are_finished(empty: Nmem, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a model that was away left waiting is told by doctor, and finished by a command."""
    model = ("--extractor", "ollama:tiny")
    said = '[{"role": "user", "content": "My sister Nina lives in Antwerp."}]'
    with serving("I am sorry.") as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        assert empty("ingest", file(empty, "c.json", said), *model).code == 0
        assert "'nmem retry-deferred' finishes them" in empty("doctor").out
        ran = empty("retry-deferred", *model)
        assert (ran.code, "1 go on waiting: " in ran.err) == (1, True)
    with serving(json.dumps({"facts": [FACT]})) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        assert "Antwerp" in empty("retry-deferred", *model).out
    assert empty("retry-deferred").out == "nothing new\n"
