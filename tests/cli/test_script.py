"""The installed command, in processes of its own."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime
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


def test_a_whole_round(tmp_path: Path) -> None:
    """From nothing to an answer, explained, exported, imported somewhere else and verified."""
    where = ("--path", tmp_path / "m", "--namespace", "demo/repo")
    events = tmp_path / "events.jsonl"
    events.write_text('{"content": "We fixed the auth/session bug in the login cookie."}\n')
    assert run("init", *where).returncode == 0
    assert run("observe", events, "--commit", *where).stdout.startswith("1 read: 1 new")
    asked = run("query", "Have we fixed auth/session bugs before?", "--json", *where)
    found = json.loads(asked.stdout)
    assert found["items"][0]["text"].startswith("We fixed the auth/session bug")
    assert "lexical" in run("retrieval", "explain", found["trace_id"], *where).stdout
    assert run("export", tmp_path / "x.jsonl", *where).returncode == 0
    there = ("-p", tmp_path / "n", "-n", "demo/repo")
    with (tmp_path / "x.jsonl").open() as lines:
        assert run("import", "-", "--format", "export", *there, stdin=lines).returncode == 0
    assert run("ledger", "verify", "--deep", *there).returncode == 0
    assert run("query").returncode == 2


def test_events_can_be_piped(tmp_path: Path) -> None:
    """`-` reads the standard input; a bad line there is named, too."""
    ran = run("observe", "-", "-p", tmp_path / "m", input='"I like tea."\n{oops}\n')
    assert ran.returncode == 1
    assert "<stdin>:2:2: not JSON" in ran.stderr and "1 of them new" in ran.stderr


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
HEAVY = {"langgraph", "langchain_core", "networkx", "numpy", "dateparser", "ollama", "pydantic"}


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


WITH = "sys.argv = ['nmem', *{!r}]; from neuromem_graph.cli import app; app()"


def test_a_missing_extra_is_told() -> None:
    """Without typer and rich one line says what to install."""
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr == "nmem: typer and rich is missing: pip install 'neuromem-graph[cli]'\n"


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


def test_mcp_says_what_it_needs(tmp_path: Path) -> None:
    """Without the package one line says what to install."""
    without = "import sys; sys.modules['mcp'] = None; " + WITH.format(["mcp", "-p", str(tmp_path)])
    ran = subprocess.run(
        [sys.executable, "-c", without], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert "pip install 'neuromem-graph[mcp]'" in ran.stderr


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
def test_doctor_asks_the_extractor(tmp_path: Path, reply: str, code: int, says: str) -> None:
    """It says whether the model can be reached, answers in JSON, and finds a fact."""
    with serving(reply) as server:
        environment = {**os.environ, "OLLAMA_HOST": server.url}
        ran = run("doctor", "--extractor", "ollama:tiny", "-p", tmp_path, env=environment)
    assert (ran.returncode, says in ran.stdout) == (code, True), ran.stdout + ran.stderr


def test_doctor_tells_of_models_that_are_away(tmp_path: Path) -> None:
    """A server that is not there is named for both, with what to do."""
    environment = {**os.environ, "OLLAMA_HOST": "http://127.0.0.1:9"}
    ran = run("doctor", "--extractor", "ollama:tiny", "--embedder", "ollama:small", "--json",
              "-p", tmp_path, env=environment)  # fmt: skip
    bad = {one["what"]: one["advice"] for one in json.loads(ran.stdout)["findings"]
           if one["verdict"] == "bad"}  # fmt: skip
    assert ran.returncode == 1
    assert set(bad) == {"extractor", "embedder"}
    assert all("start the server" in advice for advice in bad.values())
