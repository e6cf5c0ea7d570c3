"""Graphs, prebuilt agents and functional workflows take the store as LangGraph's own."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypedDict

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolCall
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from langgraph.config import get_store
from langgraph.func import entrypoint, task
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.prebuilt import InjectedStore, ToolNode, create_react_agent
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore, Item, SearchItem
from langgraph.store.memory import InMemoryStore
from pydantic import Field

from .helpers import Calls, index_of

Make = Callable[..., Calls]
NOTES = ("notes", "ann")


class State(TypedDict):
    """What the graph hands on."""

    said: str
    known: list[str]


class Scripted(BaseChatModel):
    """Say what the script says, one message after the other."""

    script: list[AIMessage]
    seen: list[list[BaseMessage]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> "Scripted":
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        self.seen.append(messages)
        return ChatResult(generations=[ChatGeneration(message=self.script.pop(0))])


def calling(name: str, **args: Any) -> AIMessage:
    return AIMessage("", tool_calls=[ToolCall(name=name, args=args, id=f"call-{name}")])


@tool
def note(text: str, store: Annotated[BaseStore, InjectedStore()]) -> str:
    """Write down a text."""
    store.put(NOTES, text.split()[0], {"text": text})
    return f"noted, {len(store.search(NOTES))} in all"


@tool
async def recall(query: str, store: Annotated[BaseStore, InjectedStore()]) -> str:
    """Look a text up."""
    found = await store.asearch(NOTES, query=query, limit=1)
    return found[0].value["text"]


def remember(state: State, *, store: BaseStore) -> dict[str, Any]:
    store.put(NOTES, state["said"], {"text": state["said"]})
    return {}


async def look(state: State, runtime: Runtime) -> dict[str, Any]:
    found = await runtime.store.asearch(NOTES, query="cat")
    assert get_store() is runtime.store
    assert runtime.store.get(NOTES, state["said"]) is not None  # a sync call on the loop
    return {"known": [one.value["text"] for one in found]}


def test_compiled_graph(make: Make) -> None:
    """Nodes get the store by name, by `runtime` and by `get_store`, in sync and in async runs."""
    store = make(index=index_of()).store
    graph = StateGraph(State)
    graph.add_node("remember", remember)
    graph.add_node("look", look)
    graph.add_edge(START, "remember").add_edge("remember", "look").add_edge("look", END)
    compiled = graph.compile(store=store)

    async def run(said: str) -> Any:
        return await compiled.ainvoke({"said": said})

    assert asyncio.run(run("dog"))["known"] == ["dog"]
    assert asyncio.run(run("cat"))["known"] == ["cat", "dog"]


def test_tool_node(make: Make) -> None:
    """Tools get the injected store."""
    store = make(index=index_of()).store
    graph = StateGraph(Annotated[list[BaseMessage], add_messages])
    graph.add_node("tools", ToolNode([note, recall]))
    graph.add_edge(START, "tools").add_edge("tools", END)
    compiled = graph.compile(store=store)
    answered = compiled.invoke([calling("note", text="cat on a mat")])
    assert answered[-1].content == "noted, 1 in all"
    answered = asyncio.run(compiled.ainvoke([calling("recall", query="cat")]))
    assert answered[-1].content == "cat on a mat"


@pytest.mark.filterwarnings("ignore:create_react_agent has been moved")
def test_prebuilt_agent(make: Make) -> None:
    """A prebuilt agent writes to the store in one thread and finds it again in another."""
    store = make(index=index_of()).store
    script = [calling("note", text="cat on a mat"), AIMessage("done"),
              calling("recall", query="cat"), AIMessage("found")]  # fmt: skip
    agent = create_react_agent(Scripted(script=script), [note, recall], store=store)
    agent.invoke({"messages": [HumanMessage("note it")]})
    answered = asyncio.run(agent.ainvoke({"messages": [HumanMessage("find it")]}))
    contents = [one.content for one in answered["messages"]]
    assert contents == ["find it", "", "cat on a mat", "found"]


def test_functional_workflow(make: Make) -> None:
    """An entrypoint and its tasks reach the store."""
    store = make(index=index_of()).store

    @task
    def count() -> int:
        return len(get_store().search(NOTES))

    @entrypoint(store=store)
    def flow(said: str, *, store: BaseStore) -> int:
        store.put(NOTES, said, {"text": said})
        return count().result()

    @entrypoint(store=store)
    async def aflow(said: str, *, store: BaseStore) -> int:
        await store.aput(NOTES, said, {"text": said})
        return len(await store.asearch(NOTES))

    assert [flow.invoke("cat"), flow.invoke("dog")] == [1, 2]
    assert asyncio.run(aflow.ainvoke("owl")) == 3


def test_results_are_those_of_langgraph(make: Make) -> None:
    """Items are LangGraph's own, with what its stores tell, and `dict()` gives JSON."""
    store, other = make().store, InMemoryStore()
    for one in (store, other):
        one.put(NOTES, "k", {"text": "cat"})
    got, wanted = store.get(NOTES, "k"), other.get(NOTES, "k")
    assert type(got) is Item and isinstance(store.search(NOTES)[0], SearchItem)
    assert got.dict().keys() == wanted.dict().keys()
    assert store.search(NOTES)[0].dict().keys() == other.search(NOTES)[0].dict().keys()
    assert (got.key, got.namespace, got.value) == (wanted.key, wanted.namespace, wanted.value)
    assert got.created_at.tzinfo is not None and got.updated_at == got.created_at
    assert isinstance(store, BaseStore)
