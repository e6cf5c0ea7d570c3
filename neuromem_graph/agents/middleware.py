"""Give an agent of `langchain.agents.create_agent` a memory: recall, call the model, remember."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated, Any, Literal, NotRequired, TypeAlias

from langchain_core.messages import AIMessage, BaseMessage, SystemMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime

from neuromem_graph.errors import InvalidInput, MissingExtra
from neuromem_graph.nodes import recall_node, remember_node
from neuromem_graph.nodes.asking import Narrowing
from neuromem_graph.nodes.scope import Template
from neuromem_graph.nodes.state import Recalled, later
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.base import Lens

try:
    from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
    from langchain.agents.middleware.types import AgentState
except ImportError as exc:
    raise MissingExtra(
        "MemoryMiddleware needs LangChain 1.2.6 or newer; run: pip install 'neuromem-graph[agents]'"
    ) from exc

__all__ = ["TRACE", "MemoryAgentState", "MemoryMiddleware"]

TRACE = "memory_trace_id"
"""Where in the `response_metadata` of an answer the trace of what was recalled for it stands."""

_Request: TypeAlias = "ModelRequest[Any]"

Place = Literal["system", "message"]
"""Where the model sees what was recalled: behind the system prompt, or before the last question."""


class MemoryAgentState(AgentState[Any]):
    """Add to the state of an agent where its memory stands; what was recalled is not in it."""

    memory_seq: NotRequired[Annotated[int, later]]
    memory_as_of: NotRequired[int]  # LedgerSaver sets it where a run goes on from the past


class MemoryMiddleware(AgentMiddleware[MemoryAgentState, Any]):
    """Recall before each call of the model, and remember the conversation after the run.

    What was recalled goes into the request alone: no message, checkpoint or stream holds it, so it
    is never remembered again. Each answer bears the id of its trace in
    `response_metadata["memory_trace_id"]`, for `memory.explain`.

    Args:
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"), filled from the context of the run
            or `configurable`; the runtime's own by default. Without a value for a field the run
            stops before the model is called.
        k: memories at most.
        budget_tokens: tokens of the rendered prompt at most.
        lens: auto, associative, logical, procedural, historical or audit.
        filters: kinds, channels, thread, states; see `Filters`.
        place: "system" appends to the system prompt; "message" puts it before the text of the last
            human message, which leaves the system prompt the same for every question.
        time_travel: a run that goes on from an earlier checkpoint recalls what was known there; see
            `recall_node`.
        background: end the run as soon as what was said is durable; see `remember_node`.

    Raises:
        InvalidInput, InvalidNamespace: an argument can't be used.
    """

    state_schema = MemoryAgentState

    def __init__(
        self, runtime: MemoryRuntime, *, namespace: Template = None, k: int = 10,
        budget_tokens: int = 800, lens: Lens = "auto", filters: Narrowing = None,
        place: Place = "system", time_travel: bool = False, background: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        if place not in ("system", "message"):
            raise InvalidInput(f"place={place!r:.80}: use 'system' or 'message'")
        self._place = place
        self._recall = recall_node(runtime, namespace=namespace, k=k, budget_tokens=budget_tokens,
                                   lens=lens, filters=filters, time_travel=time_travel)  # fmt: skip
        self._remember = remember_node(runtime, namespace=namespace, background=background)

    def wrap_model_call(self, request: "_Request", handler: "Callable[[_Request], Any]") -> Any:
        """Recall, and call the model with what was recalled."""
        memory = self._recall.invoke(request.state, get_config())["memory"]
        return _traced(handler(self._with(request, memory["text"])), memory)

    async def awrap_model_call(
        self, request: "_Request", handler: "Callable[[_Request], Awaitable[Any]]"
    ) -> Any:
        """Do as `wrap_model_call`, without blocking the event loop."""
        memory = (await self._recall.ainvoke(request.state, get_config()))["memory"]
        return _traced(await handler(self._with(request, memory["text"])), memory)

    def after_agent(self, state: MemoryAgentState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Remember what the ledger does not hold yet; running again adds nothing."""
        told: dict[str, Any] = self._remember.invoke(state, get_config())
        return told

    async def aafter_agent(self, state: MemoryAgentState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Do as `after_agent`, without blocking the event loop."""
        told: dict[str, Any] = await self._remember.ainvoke(state, get_config())
        return told

    def _with(self, request: "_Request", text: str) -> "_Request":
        """Return the request with what was recalled in it."""
        if not text:
            return request
        messages = list(request.messages)
        humans = [place for place, one in enumerate(messages) if one.type == "human"]
        if self._place == "system" or not humans:
            given = request.system_message
            told = SystemMessage(text) if given is None else _joined(given, text, behind=True)
            return request.override(system_message=told)
        messages[humans[-1]] = _joined(messages[humans[-1]], text, behind=False)
        return request.override(messages=messages)


def _joined(message: Any, text: str, *, behind: bool) -> Any:
    """Return a copy of a message with a text at its end, or else at its beginning."""
    if isinstance(message.content, str):
        parts = [message.content, text] if behind else [text, message.content]
        content: Any = "\n\n".join(part for part in parts if part)
    else:
        block = {"type": "text", "text": text}
        content = [*message.content, block] if behind else [block, *message.content]
    return message.model_copy(update={"content": content})


def _traced(answer: Any, memory: Recalled) -> Any:
    """Note in what the model answered which trace explains what it had recalled."""
    if memory["trace_id"] is None or not isinstance(answer, ModelResponse):
        return answer
    return replace(answer, result=[_noted(one, memory["trace_id"]) for one in answer.result])


def _noted(message: BaseMessage, trace_id: str) -> BaseMessage:
    if not isinstance(message, AIMessage):
        return message
    known = {**message.response_metadata, TRACE: trace_id}
    return message.model_copy(update={"response_metadata": known})
