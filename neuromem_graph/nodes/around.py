"""Put memory around an agent node: recall before it, remember what was said after it."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple

from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, Overwrite
from pydantic import BaseModel
from typing_extensions import TypedDict

from neuromem_graph.errors import InvalidInput
from neuromem_graph.nodes.asking import Narrowing
from neuromem_graph.nodes.context import converted, messages_of
from neuromem_graph.nodes.scope import Template
from neuromem_graph.nodes.single import recall_node, remember_node
from neuromem_graph.pipeline.discreet import discreetly
from neuromem_graph.ports import Entropy
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.base import Lens

_OURS = ("memory", "memory_seq", "memory_as_of")


class _NoState(TypedDict):
    """Hold nothing: an agent may name any state of its own."""


@discreetly
def with_memory(
    agent: Any, runtime: MemoryRuntime, *, namespace: Template = None, k: int = 10,
    budget_tokens: int = 800, lens: Lens = "auto", filters: Narrowing = None,
    time_travel: bool = False, background: bool = False,
) -> Runnable[Any, Any]:  # fmt: skip
    """Put memory around an agent node: recall before it, remember what was said after it.

    Unlike separate nodes it adds no step to the graph, so checkpoints hardly grow.

    Args:
        agent: a node (function, async function, runnable or compiled graph) that finds what was
            recalled in `state["memory"]["text"]` and returns `messages`: in a dictionary, or in
            `Command(update=..., goto=...)`. The state schema of a compiled graph needs `memory`.
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"); the runtime's own by default.
        k: memories at most.
        budget_tokens: tokens of the rendered prompt at most.
        lens: auto, associative, logical, procedural, historical or audit.
        filters: kinds, channels, thread, states; see `Filters`.
        time_travel: a run that goes on from an earlier checkpoint recalls what was known there; see
            `recall_node`.
        background: return as soon as what was said is durable; see `remember_node`.

    Returns:
        A node that returns the agent's update and `memory_seq`. Its messages are the objects that
        were remembered, with their ids.

    Raises:
        InvalidInput, InvalidNamespace: an argument can't be used.
    """
    _check(agent)
    before = recall_node(runtime, namespace=namespace, k=k, budget_tokens=budget_tokens,
                         lens=lens, filters=filters, time_travel=time_travel)  # fmt: skip
    after = remember_node(runtime, namespace=namespace, background=background)
    # Through a builder, so that the agent gets config, runtime and store injected as any node.
    inner: Any = StateGraph(_NoState).add_node("agent", agent).nodes["agent"].runnable
    entropy, read = runtime.resources.entropy, discreetly(_read, runtime.resources)

    def around(state: Any, config: RunnableConfig) -> Any:
        found = before.invoke(state, config)
        said = read(inner.invoke(_given(state, found), config), entropy)
        return _join(said, after.invoke(_heard(state, said), config))

    async def aaround(state: Any, config: RunnableConfig) -> Any:
        found = await before.ainvoke(state, config)
        said = read(await inner.ainvoke(_given(state, found), config), entropy)
        return _join(said, await after.ainvoke(_heard(state, said), config))

    return RunnableLambda(around, afunc=aaround, name="with_memory")


def _check(agent: Any) -> None:
    """Refuse a compiled graph that would drop what was recalled."""
    if not isinstance(agent, CompiledStateGraph):
        return
    builder = agent.builder
    if "memory" not in builder.schemas[builder.input_schema]:
        raise InvalidInput(
            f"the graph {agent.get_name()!r} takes no 'memory', so its nodes could not see what "
            "was recalled: let its state (and its input schema, if it has one) inherit MemoryState"
        )


def _given(state: Any, found: dict[str, Any]) -> Any:
    """Return the state with what was recalled in it."""
    if isinstance(state, Mapping):
        return {**state, **found}
    names: set[str] = set()
    if isinstance(state, BaseModel):
        names = set(type(state).model_fields)
    elif is_dataclass(state):
        names = {field.name for field in fields(state)}
    if "memory" not in names:
        raise InvalidInput(
            f"the state {type(state).__name__} has no field 'memory', so the agent could not see "
            "what was recalled: add the fields of MemoryState, or use recall_node and "
            "remember_node with a state that has them"
        )
    update = {name: value for name, value in found.items() if name in names}
    if isinstance(state, BaseModel):
        return state.model_copy(update=update)
    return replace(state, **update)


class _Said(NamedTuple):
    """Hold what an agent returned: its update by key, its messages, and how it was wrapped."""

    update: list[tuple[str, Any]]
    messages: list[BaseMessage]
    command: Command[Any] | None


def _read(returned: Any, entropy: Entropy) -> _Said:
    """Read what an agent returned; its messages become objects and get their ids here."""
    command = returned if isinstance(returned, Command) else None
    pairs = _pairs(returned if command is None else command.update)
    if pairs is None:
        raise InvalidInput(
            f"the agent returned {type(returned).__name__}: with_memory supports a dictionary, "
            "None, or Command(update=..., goto=...) whose update is a dictionary or a list of "
            "(key, value) pairs; put recall_node and remember_node around other agents"
        )
    update: list[tuple[str, Any]] = []
    messages: list[BaseMessage] = []
    for key, value in pairs:
        if key == "messages" and value is not None:
            said = [_with_id(m, entropy) for m in converted(_inside(value))]
            messages += said
            update.append((key, Overwrite(said) if _inside(value) is not value else said))
        elif key not in _OURS:  # a compiled graph hands back what it was given
            update.append((key, value))
    return _Said(update, messages, command)


def _pairs(update: Any) -> list[tuple[str, Any]] | None:
    """Return an update as pairs, or None if it has another shape."""
    if update is None:
        return []
    if isinstance(update, Mapping):
        return list(update.items())
    if isinstance(update, list | tuple) and all(
        isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], str) for one in update
    ):
        return list(update)
    return None


def _inside(value: Any) -> Any:
    """Return the messages inside an update that passes by the reducer."""
    if isinstance(value, Overwrite):
        return value.value
    if isinstance(value, dict) and set(value) == {"__overwrite__"}:
        return value["__overwrite__"]
    return value


def _with_id(message: BaseMessage, entropy: Entropy) -> BaseMessage:
    """Give an id to a message that has none, else the reducer would give another one later."""
    if message.id is not None:
        return message
    return message.model_copy(update={"id": entropy(16).hex()})


def _heard(state: Any, said: _Said) -> dict[str, Any]:
    """Return the conversation with what the agent said."""
    old = messages_of(state)
    known = {message.id for message in old}
    return {"messages": [*old, *(m for m in said.messages if m.id not in known)]}


def _join(said: _Said, told: dict[str, Any]) -> Any:
    update = [*said.update, *told.items()]
    if said.command is None:
        return dict(update)
    given = said.command.update
    as_pairs = isinstance(given, list | tuple)
    return replace(said.command, update=update if as_pairs else dict(update))
