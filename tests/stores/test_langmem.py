"""langmem, unchanged, on our store: its tools, its manager and its executor.

langmem is no dependency of this package: without it the last test still makes its calls.
"""

import asyncio
import importlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableLambda
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore

from .helpers import Calls, index_of
from .test_langgraph import Scripted, calling

Make = Callable[..., Calls]
SPACE = ("memories", "ann")
CONFIG: Any = {"configurable": {"langgraph_user_id": "ann", "thread_id": "t"}}
TEMPLATE = ("memories", "{langgraph_user_id}")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def langmem() -> Any:
    return importlib.import_module("langmem")


def contents(store: BaseStore) -> list[str]:
    found = [one.value["content"] for one in store.search(SPACE, limit=100)]
    return sorted(one if isinstance(one, str) else one["content"] for one in found)


def test_tools(make: Make, langmem: Any) -> None:
    """The tools create, find, update and delete memories, and what they did is in the history."""
    store = make(index=index_of(fields=["content"])).store
    manage = langmem.create_manage_memory_tool(TEMPLATE, store=store)
    search = langmem.create_search_memory_tool(
        TEMPLATE, store=store, response_format="content_and_artifact"
    )
    said = manage.invoke({"action": "create", "content": "a cat"}, CONFIG)
    asyncio.run(manage.ainvoke({"action": "create", "content": "a dog"}, CONFIG))
    (key,) = [one.key for one in store.search(SPACE, query="cat", limit=1)]
    assert key in said
    call = {"type": "tool_call", "name": search.name, "id": "1", "args": {"query": "cat"}}
    for answer in (search.invoke(call, CONFIG), asyncio.run(search.ainvoke(call, CONFIG))):
        assert [one.value["content"] for one in answer.artifact] == ["a cat", "a dog"]
        assert answer.artifact[0].score == pytest.approx(1 / 2**0.5)
    manage.invoke({"action": "update", "id": key, "content": "two cats"}, CONFIG)
    assert contents(store) == ["a dog", "two cats"]
    asyncio.run(manage.ainvoke({"action": "delete", "id": key}, CONFIG))
    assert contents(store) == ["a dog"]
    past = [one.value and one.value["content"] for one in store.history(SPACE, key)]
    assert past == ["a cat", "two cats", None]


def patch(key: str, content: str) -> AIMessage:
    edit = {"op": "replace", "path": "/content", "value": content}
    return calling("PatchDoc", json_doc_id=key, planned_edits="correct it", patches=[edit])


@pytest.mark.parametrize("run", ["sync", "async"])
def test_manager(make: Make, langmem: Any, run: str) -> None:
    """The manager finds what there is, adds to it and corrects it; versions keep the past."""
    store = make(index=index_of(fields=["content.content"])).store
    model = Scripted(script=[calling("Memory", content="a cat")])
    manager = langmem.create_memory_store_manager(model, namespace=TEMPLATE, store=store)

    def tell(text: str) -> Any:
        given = {"messages": [HumanMessage(text)]}
        if run == "sync":
            return manager.invoke(given, CONFIG)
        return asyncio.run(manager.ainvoke(given, CONFIG))

    (made,) = tell("I have a cat")
    assert contents(store) == ["a cat"]
    assert made["namespace"] == SPACE
    shown = manager._stable_id(store.search(SPACE)[0])  # langmem shows the model ids of its own
    model.script.append(patch(shown, "two cats"))
    tell("I have two cats now")
    assert contents(store) == ["two cats"]
    past = [one.value["content"]["content"] for one in store.history(SPACE, made["key"])]
    assert past == ["a cat", "two cats"]
    assert "a cat" in str(model.seen[-1])  # the search for what is known found it


def test_manager_by_hand(make: Make, langmem: Any) -> None:
    """The manager's own get, put, search and delete work, in sync and async code."""
    store = make(index=index_of(fields=["content"])).store
    model = Scripted(script=[])
    manager = langmem.create_memory_store_manager(model, namespace=TEMPLATE, store=store)
    manager.put("k", {"kind": "Memory", "content": {"content": "a cat"}}, config=CONFIG)
    assert manager.get("k", config=CONFIG).value.content == "a cat"
    assert [one.key for one in manager.search(query="cat", config=CONFIG)] == ["k"]

    async def use() -> None:
        await manager.aput("l", {"kind": "Memory", "content": {"content": "x"}}, config=CONFIG)
        assert len(await manager.asearch(query="cat", config=CONFIG)) == 2
        await manager.adelete("l", config=CONFIG)
        assert await manager.aget("l", config=CONFIG) is None

    asyncio.run(use())
    manager.delete("k", config=CONFIG)
    assert store.list_namespaces() == []


def test_manager_in_a_graph(make: Make, langmem: Any) -> None:
    """Inside a graph the manager and the tools take the store that the graph was compiled with."""
    store = make(index=index_of(fields=["content.content"])).store
    model = Scripted(script=[calling("Memory", content="a cat")])
    manager = langmem.create_memory_store_manager(model, namespace=TEMPLATE)
    manage = langmem.create_manage_memory_tool(TEMPLATE)

    async def reflect(state: dict[str, Any]) -> dict[str, Any]:
        await manager.ainvoke({"messages": [HumanMessage(state["said"])]})
        await manage.ainvoke({"action": "create", "content": "a dog"})
        return {}

    graph = StateGraph(dict)
    graph.add_node("reflect", reflect)
    graph.add_edge(START, "reflect").add_edge("reflect", END)
    asyncio.run(graph.compile(store=store).ainvoke({"said": "I have a cat"}, CONFIG))
    assert contents(store) == ["a cat", "a dog"]


def test_reflection_executor(make: Make, langmem: Any) -> None:
    """The executor reflects in its thread on our store, and searches it."""
    store = make(index=index_of(fields=["content.content"])).store
    model = Scripted(script=[calling("Memory", content="a cat")])
    manager = langmem.create_memory_store_manager(model, namespace=TEMPLATE, store=store)
    with langmem.ReflectionExecutor(manager, store=store) as executor:
        given = {"messages": [HumanMessage("I have a cat")]}
        executor.submit(given, config=dict(CONFIG), after_seconds=0).result(timeout=20)
        assert contents(store) == ["a cat"]
        assert [one.value["content"]["content"] for one in store.search(SPACE)] == ["a cat"]


def test_calls_of_langmem(make: Make) -> None:
    """What langmem 0.0.30 calls, as it calls it: by keywords, from threads and gathered."""
    store = make(index=index_of(fields=["content"])).store
    puts = [{"namespace": SPACE, "key": f"k{n}", "value": {"kind": "Memory", "content": {"n": n}}}
            for n in range(30)]  # fmt: skip
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda put: store.put(**put), puts[:15]))
        found = [pool.submit(store.search, SPACE, query="cat dog", limit=5) for _ in range(8)]
        assert {len(one.result()) for one in found} == {5}

    async def gathered() -> None:
        await asyncio.gather(*(store.aput(**put) for put in puts[15:]))
        many = await asyncio.gather(*(store.asearch(SPACE, query="n", limit=5) for _ in range(8)))
        assert {len(one) for one in many} == {5}
        await asyncio.gather(*(store.adelete(SPACE, f"k{n}") for n in range(10)))

    asyncio.run(gathered())
    assert len(store.search(SPACE, filter={"kind": "Memory"}, limit=100, refresh_ttl=None)) == 20
    assert RunnableLambda(lambda key: store.get(SPACE, key)).invoke("k29").value["kind"] == "Memory"
    assert threading.active_count() < 100
