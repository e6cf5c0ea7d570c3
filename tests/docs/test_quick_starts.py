"""The quick starts of nomem and neuromem-runtime do, in our words, what those promise.

The Python of docs/quick-starts.md runs with the other pages; here its command lines run, and what
both promise beyond their first lines.
"""

import json
import re
import shlex
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.cli.main import app

PAGE = Path(__file__).parents[2] / "docs" / "quick-starts.md"
ASKED = "Where does Kira live?"
MOVED = "Kira has left Berlin. She lives in Lisbon now."


def commands() -> Iterator[tuple[list[str], str]]:
    """The commands of the page, each with the lines that it gets."""
    block = re.search(r"```console\n(\$ nmem init.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert block, "the page shows no commands"
    for part in re.split(r"^\$ ", block[1], flags=re.MULTILINE)[1:]:
        line, _, below = part.partition("\n")
        yield shlex.split(line), below


def test_the_command_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typed one after the other in an empty folder, each does what it is there for."""
    for name in ("NMEM_PATH", "NMEM_NAMESPACE", "NMEM_EXTRACTOR", "NMEM_EMBEDDER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    outputs, trace = {}, ""
    for words, below in commands():
        if words[0] == "cat":
            (tmp_path / words[2]).write_text(below.removesuffix("JSONL\n"), "utf-8")
            continue
        asked = [trace if word == "TRACE_ID" else word for word in words[1:]]
        done = CliRunner().invoke(app, asked, prog_name="nmem")
        assert done.exit_code == 0, (words, done.output)
        if "--json" in words:
            trace = json.loads(done.stdout)["trace_id"]
        outputs[" ".join(word for word in words if not word.startswith(("demo", "Have")))] = (
            done.stdout
        )

    told = list(outputs.values())
    assert len(told) == len(outputs) == 8
    first, second = (outputs[name] for name in outputs if name.startswith("nmem observe"))
    assert "0 memories" in first and "1 memories" in second
    assert "Session refresh order fixed" in outputs["nmem query --namespace"]
    assert (
        "Have we fixed auth/session bugs before?"
        in outputs["nmem retrieval explain TRACE_ID --namespace"]
    )
    assert "equal" in outputs["nmem ledger replay --namespace"]


@pytest.fixture
def kira() -> Iterator[MemoryRuntime]:
    """A memory in which the assistant grounds, and has said where Kira lives."""
    settings = Settings(grounding_channels=("user", "tool", "assistant"))
    with MemoryRuntime.local("u123", ":memory:", settings=settings) as memory:
        memory.ingest(user="Where's Kira living now?", assistant="Kira lives in Berlin.")
        yield memory


def test_what_is_retired_is_never_deleted(kira: MemoryRuntime) -> None:
    """The old home is ended by the new one, named in the receipt, and found in the history."""
    before = datetime.now(UTC)
    receipt = kira.ingest(user="Any news about Kira?", assistant=MOVED)

    assert [one.text for one in receipt.of("superseded")] == ["Kira lives_in: Berlin"]
    assert [edge.current for edge in kira.retrieve(ASKED, history=True).edges] == [True, False]
    assert {one.label for one in kira.retrieve(ASKED).nodes} == {"Kira", "Lisbon"}
    assert {one.label for one in kira.retrieve(ASKED, as_of=before).nodes} == {"Kira", "Berlin"}


def test_by_default_an_assistant_retires_nothing() -> None:
    """Unless it is named as a source that grounds, what it says stands beside, unconfirmed."""
    with MemoryRuntime.local("u123", ":memory:") as memory:
        memory.ingest(user="Kira lives in Berlin.")
        receipt = memory.ingest(user="Any news about Kira?", assistant=MOVED)

        assert receipt.of("superseded") == ()
        assert memory.query(ASKED).worldview[0].value == "Berlin"


def test_a_near_name_is_reported(kira: MemoryRuntime) -> None:
    """A name one letter off is somebody new, and the receipt names whom it resembles."""
    kira.ingest(user="And John?", assistant="John Smith lives in Berlin.")
    receipt = kira.ingest(user="And Jon?", assistant="Jon Smith lives in Oslo.")

    assert "John Smith" in str(receipt)
    assert kira.query("Where does John Smith live?").worldview[0].value == "Berlin"


def test_an_answer_is_bounded(kira: MemoryRuntime) -> None:
    """A small budget holds however much is known."""
    for number in range(40):
        kira.ingest(user="And?", assistant=f"Kira owns bicycle number {number}.")

    assert kira.query(ASKED, budget_tokens=80).tokens <= 80
    assert kira.retrieve("Kira", budget_tokens=80).tokens <= 80


def test_worldview_snapshot_comes_before_memories() -> None:
    """A fact that is asked for stands above the memories, in what is handed to a model."""
    with MemoryRuntime.local("demo/repo", ":memory:") as memory:
        memory.observe_and_commit({"source": "user", "content": "I live in Lisbon."})
        prompt = memory.query("Where do I live?").to_prompt()

    assert prompt.index("lives in: Lisbon") < prompt.index("I live in Lisbon.")
