"""Make a LangChain tool of what is done with a memory, sync and async."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool, ToolException
from pydantic import BaseModel

from neuromem_graph.errors import MemoryGraphError
from neuromem_graph.nodes.scope import Scope, thread_of
from neuromem_graph.nodes.single import quiet
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.runtime.tooling import Call, refusal

__all__ = ["Made", "MemoryTool", "made"]

_CALL = "__memory_tool_call"

Work = Callable[..., Any]
"""Takes the memory, the call and the arguments of the model, and returns what the tool returns."""


class MemoryTool(StructuredTool):
    """Call a memory; the id that the model gave the call makes a repetition of it add nothing."""

    def run(self, tool_input: Any, *args: Any, **kwargs: Any) -> Any:
        """Run the tool, and let it know which call it is."""
        return super().run(tool_input, *args, **_told(kwargs))

    async def arun(self, tool_input: Any, *args: Any, **kwargs: Any) -> Any:
        """Do as `run`, without blocking the event loop."""
        return await super().arun(tool_input, *args, **_told(kwargs))


def _told(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Put the id of the call where the tool finds it."""
    if kwargs.get("tool_call_id") is None:
        return kwargs
    config = kwargs.get("config") or {}
    known = {**(config.get("configurable") or {}), _CALL: kwargs["tool_call_id"]}
    return {**kwargs, "config": {**config, "configurable": known}}


def call_of(config: RunnableConfig) -> Call:
    """Return which call it is: the task of the graph and the id that the model gave.

    A task keeps its name when it is retried or resumed. The id alone is none: some models count
    their calls from one in every answer. Outside a graph every call is a new one.
    """
    known = config.get("configurable") or {}
    task, given = known.get("checkpoint_ns"), known.get(_CALL)
    return Call(f"{task}/{given}" if task and given else None, thread_of(config))


class Made:
    """Hold what a tool does, for sync and async callers.

    Args:
        scope: whose memory it is.
        work: does it.
        awork: does it without blocking.
    """

    def __init__(self, scope: Scope, work: Work, awork: Callable[..., Awaitable[Any]]) -> None:
        self._scope, self._work, self._awork = scope, work, awork

    def run(self, given: dict[str, Any], config: RunnableConfig) -> Any:
        """Do it, and tell the model what it can do about an error.

        Raises:
            ToolException: what the model is told.
        """
        try:
            return self._work(self._scope.memory(config), call_of(config), **given)
        except MemoryGraphError as exc:
            raise _excused(exc, given) from exc

    async def arun(self, given: dict[str, Any], config: RunnableConfig) -> Any:
        """Do as `run`, without blocking the event loop."""
        try:
            memory: MemoryRuntime = await asyncio.to_thread(self._scope.memory, config)
            return await self._awork(memory, call_of(config), **given)
        except MemoryGraphError as exc:
            raise _excused(exc, given) from exc


def _excused(error: MemoryGraphError, given: dict[str, Any]) -> Exception:
    told = refusal(error, given.get("id"))
    return error if told is None else ToolException(told)


def made(
    work: Made, *, name: str, description: str, schema: type[BaseModel],
    response_format: Literal["content", "content_and_artifact"] = "content",
) -> MemoryTool:  # fmt: skip
    """Make the tool.

    Args:
        work: what it does.
        name: by which the model calls it.
        description: that the model reads.
        schema: of the arguments.
        response_format: as for any tool of LangChain.
    """
    # No token of an extractor reaches the user.
    node = quiet(None, work.run, work.arun).with_config(run_name=name)

    def call(config: RunnableConfig, **given: Any) -> Any:
        return node.invoke(given, config)

    async def acall(config: RunnableConfig, **given: Any) -> Any:
        return await node.ainvoke(given, config)

    return MemoryTool(
        func=call, coroutine=acall, name=name, description=description, args_schema=schema,
        response_format=response_format, handle_tool_error=True,
    )  # fmt: skip
