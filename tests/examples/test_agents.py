"""The examples of agents: short, and the same output every time; the one for Ollama over HTTP."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from neuromem_graph import MemoryRuntime
from tests.providers.ollama_server import serving

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDED = (
    "customer_support", "coding_assistant", "multi_user", "background_ingest", "nested_subgraphs",
)  # fmt: skip


def run(name: str, *args: str, said: str = "", **env: str) -> str:
    """Run an example in a process of its own."""
    argv = [sys.executable, "-W", "error", str(EXAMPLES / f"{name}.py"), *args]
    environment = {**os.environ, "PYTHONUTF8": "1", **env}
    done = subprocess.run(
        argv, env=environment, input=said, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("name", RECORDED)
def test_same_output(name: str) -> None:
    """Each prints what its text file holds, recorded under another hash seed."""
    recorded = (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")
    assert run(name, PYTHONHASHSEED="3") == recorded


@pytest.mark.parametrize("name", [*RECORDED, "ollama_agent"])
def test_it_is_short(name: str) -> None:
    """Each program fits on a screen."""
    assert len((EXAMPLES / f"{name}.py").read_text(encoding="utf-8").splitlines()) <= 60


def test_ollama(tmp_path: Path) -> None:
    """The model answers and extracts over HTTP; a second start knows what the first was told."""
    fact = {"message": 0, "quote": "I live in Lisbon", "about": "user", "attribute": "lives_in",
            "value": "Lisbon", "status": "changed"}  # fmt: skip
    facts = json.dumps({"facts": [fact]})
    path = str(tmp_path / "memory")
    with serving("Nice city.", facts) as server:
        out = run(
            "ollama_agent", path, "tiny", said="I live in Lisbon.\n\n", OLLAMA_HOST=server.url
        )
        assert "Nice city." in out and "remembered: 2 events, 0 wait" in out
        assert {asked["model"] for asked in server.asked} == {"tiny"}
    with serving("In Lisbon.", facts) as server:
        run("ollama_agent", path, "tiny", said="Where do I live?\n\n", OLLAMA_HOST=server.url)
        system = server.asked[0]["messages"][0]
    assert system["role"] == "system" and "user lives in: Lisbon" in system["content"]


def test_ollama_is_down(tmp_path: Path) -> None:
    """When the model fails to extract, what was said is kept and waits."""
    path = str(tmp_path / "memory")
    with serving("Nice city.", {"status": 400, "error": "broken"}) as server:
        out = run(
            "ollama_agent", path, "tiny", said="I live in Lisbon.\n\n", OLLAMA_HOST=server.url
        )
    assert "remembered: 2 events, 2 wait for the model" in out
    with MemoryRuntime.local("me", path) as memory:
        memory.retry_deferred()
        assert "Lisbon" in memory.query("Where do I live?").text
