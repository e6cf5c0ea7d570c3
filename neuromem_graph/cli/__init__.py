"""The `nmem` command: a leaf that uses nothing but the public methods of `MemoryRuntime`.

A command is one function in a file under `commands/`, decorated with `app.command(...)`; every file
there is loaded. docs/cli.md describes them all, and a test compares.
"""

import sys
from importlib import import_module
from importlib.util import find_spec

NEEDED = ("typer", "rich")


def app() -> None:
    """Run `nmem`; without the extra `cli` it says what to install."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        print(
            f"nmem: {' and '.join(missing)} is missing: pip install 'neuromem-graph[cli]'",
            file=sys.stderr,
        )
        raise SystemExit(1)
    import_module("neuromem_graph.cli.main").app(prog_name="nmem")
