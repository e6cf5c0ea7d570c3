"""A chat model that says what a test wrote down, and short forms to write it."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import PrivateAttr


class Scripted(BaseChatModel):
    """Answer by a list, take any tools, and keep what was asked; an error in the list is raised."""

    script: list[Any]
    _seen: list[list[BaseMessage]] = PrivateAttr(default_factory=list)

    @property
    def seen(self) -> list[list[BaseMessage]]:
        """Return the messages of each call."""
        return self._seen

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> "Scripted":
        """Take tools; those of the list are called."""
        return self

    def _answer(self, messages: list[BaseMessage]) -> AIMessage:
        self._seen.append(messages)
        answer = self.script[min(len(self._seen), len(self.script)) - 1]
        if isinstance(answer, Exception):
            raise answer
        made = AIMessage(answer) if isinstance(answer, str) else answer
        return made.model_copy(update={"id": None})

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._answer(messages))])

    def _stream(
        self, messages: list[BaseMessage], *args: Any, **kwargs: Any
    ) -> Iterator[ChatGenerationChunk]:
        answer = self._answer(messages)
        chunk = AIMessageChunk(answer.content, tool_calls=answer.tool_calls, chunk_position="last")
        yield ChatGenerationChunk(message=chunk)


def model(*answers: Any) -> Scripted:
    """Make a model that gives these answers, the last one for ever."""
    return Scripted(script=list(answers))


def call(tool: str, call_id: str = "1", /, **args: Any) -> AIMessage:
    """Make the answer of a model that calls a tool."""
    return AIMessage("", tool_calls=[{"name": tool, "args": args, "id": call_id}])


def said(text: str, id: str | None = None) -> dict[str, Any]:
    """Make the input of a run in which a human says something."""
    return {"messages": [HumanMessage(text, id=id)]}


def config(thread: str = "1", **named: Any) -> dict[str, Any]:
    """Make the config of a run."""
    return {"configurable": {"thread_id": thread, **named}}


class Clock:
    """Tick a minute per look."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return a minute more than before."""
        self.now += timedelta(minutes=1)
        return self.now


Run = Callable[..., Any]


def invoke(what: Any, *args: Any, **kwargs: Any) -> Any:
    """Run an agent or a tool."""
    return what.invoke(*args, **kwargs)


def ainvoke(what: Any, *args: Any, **kwargs: Any) -> Any:
    """Run an agent or a tool in an event loop."""

    async def run() -> Any:
        return await what.ainvoke(*args, **kwargs)

    return asyncio.run(run())
