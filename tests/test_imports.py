"""What `import neuromem_graph` loads and offers."""

import subprocess
import sys

import pytest

import neuromem_graph

HEAVY = {
    "dateparser", "langchain", "langchain_core", "langgraph", "mcp", "networkx", "ollama",
    "sqlite_utils",
}  # fmt: skip
LOADED = "import sys, neuromem_graph; print(*{name.partition('.')[0] for name in sys.modules})"


def test_importing_the_package_loads_no_framework() -> None:
    """A fresh interpreter that imports the package has loaded none of the heavy libraries."""
    run = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, timeout=60, check=True
    )

    assert set() == HEAVY & set(run.stdout.split())


def test_public_names_are_few_and_sorted() -> None:
    """`__all__` is sorted, has no name twice, and at most 25."""
    names = neuromem_graph.__all__

    assert sorted(set(names)) == list(names)
    assert len(names) <= 25


@pytest.mark.parametrize("name", getattr(neuromem_graph, "__all__", ()))
def test_public_name_is_importable_and_documented(name: str) -> None:
    """Every name in `__all__` exists, and has a docstring of its own unless it is a dunder."""
    value = getattr(neuromem_graph, name)

    dunder = name.startswith("__")
    assert dunder or (value.__doc__ and value.__doc__ != type(value).__doc__)
