"""What is not installed is named when it is needed, and only then."""

import subprocess
import sys

import pytest

WITHOUT = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
import neuromem_graph
from neuromem_graph.agents import create_search_memory_tool
from neuromem_graph.errors import MissingExtra
tool = create_search_memory_tool(neuromem_graph.MemoryRuntime.local("x", ":memory:"))
assert "Nothing found" in tool.invoke({{"query": "x"}})
try:
    {needed}
except ImportError as error:
    assert isinstance(error, MissingExtra)
    print(error)
"""


@pytest.mark.parametrize(
    ("missing", "needed", "extra"),
    [(["langchain"], "from neuromem_graph.agents import MemoryMiddleware", "agents"),
     (["mcp"], "import neuromem_graph.mcp", "mcp")],
)  # fmt: skip
def test_a_missing_extra_is_named(missing: list[str], needed: str, extra: str) -> None:
    """The error says what to run; the tools do without either."""
    code = WITHOUT.format(missing=missing, needed=needed)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert f"pip install 'neuromem-graph[{extra}]'" in done.stdout
