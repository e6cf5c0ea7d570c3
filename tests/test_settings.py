"""Settings are data with a version that decisions name."""

import os
import subprocess
import sys

from neuromem_graph.settings import Retrieval, Settings


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
