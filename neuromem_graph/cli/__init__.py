"""The `nmem` command: a leaf that uses nothing but the public methods of `MemoryRuntime`.

A command is one function in a file under `commands/`, decorated with `app.command(...)`; every file
there is loaded. docs/cli.md describes them all, and a test compares.
"""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper

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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # an encoding that lacks a letter shows its number
            stream.reconfigure(errors="backslashreplace")
    try:
        import_module("neuromem_graph.cli.main").app(prog_name="nmem")
    except KeyboardInterrupt:  # while it was loaded
        raise SystemExit(130) from None
    except Exception as exc:  # all that is refused or fails was told already: this is a mistake
        if os.environ.get("NMEM_TRACEBACK"):
            raise
        said = f"nmem: {type(exc).__name__}: {' '.join(str(exc).split())}"
        print(ascii(said)[1:-1], "(a mistake of nmem: NMEM_TRACEBACK=1 shows where)",
              file=sys.stderr)  # fmt: skip
        raise SystemExit(1) from exc
