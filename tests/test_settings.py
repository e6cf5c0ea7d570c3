"""Settings are data with a version that decisions name."""

import os
import subprocess
import sys
from typing import Any

import pytest

from neuromem_graph.core.routing import Facts
from neuromem_graph.errors import ConfigError
from neuromem_graph.settings import CONDITIONS, Retrieval, Rule, Settings


def test_version_in_every_process() -> None:
    """The same values have the same version, whatever the hash seed."""
    code = "from neuromem_graph.settings import Settings; print(Settings().version)"
    versions = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout.strip()
        for seed in ("0", "1", "2")
    }  # fmt: skip

    assert versions == {Settings().version}


def test_version_tells_values_apart() -> None:
    """Other values have another version."""
    assert Settings(retrieval=Retrieval(k1=1.3)).version != Settings().version


def test_a_copy_has_its_own_version() -> None:
    """A copy with other values names other settings in what it decides."""
    changed = Settings().model_copy(update={"routes": ()})

    assert Settings().version != changed.version


@pytest.mark.parametrize(
    "values",
    [
        {"durability": "sometimes"},
        {"unknown": 1},
        {"risks": (("(", 1.0),)},
        {"routes": (Rule(name="typo", route="quarantine", at_least={"rsik": 0.5}),)},
        {"routes": (Rule(name="typo", route="quarantine", when={"repeatd": True}),)},
    ],
)
def test_nonsense_is_refused(values: dict[str, Any]) -> None:
    """Settings that name something unknown are refused when they are made."""
    with pytest.raises(ConfigError):
        Settings(**values)


def test_conditions_are_facts() -> None:
    """What a rule may ask is what routing knows."""
    assert Facts._fields == CONDITIONS
