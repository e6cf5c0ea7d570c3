"""The same memory gives the same pages, byte for byte, in every process."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PROGRAM = """
import hashlib, importlib.util, sys
spec = importlib.util.spec_from_file_location("told", sys.argv[1])
told = importlib.util.module_from_spec(spec)
spec.loader.exec_module(told)
from neuromem_graph.pictures import mermaid
with told.remembered() as memory:
    graph, line = memory.graph_html(), memory.timeline_html()
    text = mermaid(memory.retrieve("Where does Nina live?", history=True))
    parts = [memory.resolve_worldview(lens="audit"), memory.history("user", "lives_in")]
    pages = [graph, line, text, *(part._repr_html_() for part in parts)]
print(hashlib.sha256("".join(pages).encode()).hexdigest())
"""


def drawn(seed: str) -> str:
    """Draw everything in a process of its own."""
    argv = [sys.executable, "-W", "error", "-c", PROGRAM, str(HERE / "told.py")]
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_pages_repeat() -> None:
    """Hash seeds change no byte."""
    first, *others = (drawn(seed) for seed in ("0", "1", "2"))

    assert len(first) == len(hashlib.sha256().hexdigest()) and set(others) == {first}
