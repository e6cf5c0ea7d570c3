"""A memory of Ann and one of Bob in one file, and a way to run `nmem` on it."""

import json
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from neuromem_graph import MemoryRuntime
from neuromem_graph.cli.main import app

ANN, BOB = ("acme", "ann"), ("acme", "bob")


class Ran(NamedTuple):
    """Tell how a command ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Return what was printed as JSON."""
        return json.loads(self.out)


class Nmem(NamedTuple):
    """Hold ids of what stands in the file, and run commands on it as Ann."""

    folder: Path
    path: Path
    memory: str = ""
    trace: str = ""
    held: str = ""
    entity: int = 0

    def __call__(self, *args: object, ann: bool = True, input: bytes | None = None) -> Ran:
        """Run a command; options that are given once more count."""
        whose = ["--path", str(self.path), "--namespace", "acme/ann"] if ann else []
        done = CliRunner().invoke(app, [*whose, *map(str, args)], prog_name="nmem", input=input)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Ran(done.exit_code, done.stdout, done.stderr)


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Nmem:
    """Return `nmem` where there is no memory yet."""
    for name in ("NMEM_PATH", "NMEM_NAMESPACE", "NMEM_EXTRACTOR", "NMEM_EMBEDDER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return Nmem(tmp_path, tmp_path / "memory")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Nmem:
    """Make a file in which Ann and Bob have said something, once: `nmem` gives copies of it."""
    folder = tmp_path_factory.mktemp("made")
    with MemoryRuntime.local(ANN, folder / "memory") as ann:
        bob = ann.within(BOB)
        ann.ingest(user="I live in Ghent. My sister Nina lives in Antwerp.", thread="t1")
        bob.ingest(user="I live in Oslo. My brother Tom works at Acme.")
        ann.ingest(user="My colleague Nina lives in Rome.")
        ann.ingest(user="Nina lives in Paris.")
        bob.ingest(user="I moved to Bergen.")
        ann.ingest(user="I moved to Lisbon.")
        (held,) = ann.pending()
        context = ann.query("Where do I live?")
        bob.query("Where do I live?")
    return Nmem(
        folder, folder / "memory", memory=context.items[0].id, trace=str(context.trace_id),
        held=held.id, entity=held.choices[0].entity or 0,
    )  # fmt: skip


@pytest.fixture
def nmem(empty: Nmem, made: Nmem) -> Nmem:
    """Return `nmem` on a file in which Ann and Bob have said something."""
    shutil.copytree(made.path, empty.path)
    return made._replace(folder=empty.folder, path=empty.path)


def file(nmem: Nmem, name: str, text: str) -> Path:
    """Write a file beside the memory."""
    (nmem.folder / name).write_text(text)
    return nmem.folder / name
