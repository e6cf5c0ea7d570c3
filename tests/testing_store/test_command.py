"""The suite as a command: what it prints and how it ends."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from neuromem_graph.testing.store_suite.__main__ import main

HERE = Path(__file__).parent
TABLE = "neuromem_graph.testing.store_suite.table"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in this folder, where it finds the module `reference`."""
    command = [sys.executable, "-W", "error", "-m", "neuromem_graph.testing.store_suite"]
    return subprocess.run(
        [*command, *arguments], capture_output=True, text=True, timeout=120, cwd=HERE, check=False
    )


def test_command_passes() -> None:
    """A store that passes ends it with 0."""
    done = run("reference:ReferenceStore")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("ReferenceStore: passed\n")


def test_command_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """A store that fails ends it with 1, and every failure is named."""
    assert main([f"{TABLE}:in_memory", "--capability", "basic", "--capability", "batch"]) == 1
    printed = capsys.readouterr().out
    assert "FAILED basic.update_keeps_created_at [async]: " in printed
    assert "values       absent: not asked for" in printed


def test_command_with_json(capsys: pytest.CaptureFixture[str]) -> None:
    """With `--json` the report is printed as JSON and nothing else."""
    assert main([f"{TABLE}:in_memory", "--capability", "concurrency", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["store_name"], report["passed"]) == ("InMemoryStore", True)
    assert report["cases"][0]["outcome"] == "passed"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: factory"),
        (["json"], "'json' is not of the form package.module:factory"),
        (["no_such_module:store"], "'no_such_module' can't be imported: No module named"),
        (["json:store"], "'json' has no 'store'"),
        (["json:__name__"], "'json:__name__' is no factory: it can't be called"),
        (["builtins:dict"], "dict: dict is not a BaseStore"),
        ([f"{TABLE}:in_memory", "--capability", "ttls"], "unknown capability 'ttls'; there are"),
        ([f"{TABLE}:in_memory", "--seconds", "soon"], "argument --seconds: invalid float value"),
    ],
)
def test_command_refuses(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What can't be run ends it with 2 and a message that says why."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
