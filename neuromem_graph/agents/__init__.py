"""Memory for agents: middleware for `langchain.agents.create_agent`, and tools a model may call.

The tools need nothing more; `MemoryMiddleware` needs LangChain, the extra `agents`.
"""

import importlib
from typing import TYPE_CHECKING, Any

from neuromem_graph.agents.tools import (
    create_explain_memory_tool,
    create_forget_memory_tool,
    create_manage_memory_tool,
    create_search_memory_tool,
)

if TYPE_CHECKING:
    from neuromem_graph.agents.middleware import MemoryMiddleware

__all__ = [
    "MemoryMiddleware",
    "create_explain_memory_tool",
    "create_forget_memory_tool",
    "create_manage_memory_tool",
    "create_search_memory_tool",
]


def __getattr__(name: str) -> Any:
    """Load the middleware where it is asked for: the tools do without LangChain."""
    if name != "MemoryMiddleware":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module("neuromem_graph.agents.middleware").MemoryMiddleware
