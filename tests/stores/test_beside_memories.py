"""Items of a store and memories of a runtime: projections of one ledger, read together or not."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.stores import MemoryStore

ANN, ANNA = ("acme", "ann"), ("acme", "anna")
QUESTION = "Which seat does Ann want on the train?"


@pytest.fixture(params=["memory", "file"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MemoryRuntime]:
    path = ":memory:" if request.param == "memory" else tmp_path / "a.sqlite3"
    with MemoryRuntime.local(ANN, path) as runtime:
        yield runtime


@pytest.fixture
def store(memory: MemoryRuntime) -> MemoryStore:
    store = MemoryStore(memory)
    store.put(ANN, "seat", {"content": "Ann prefers window seats on trains"})
    store.put((*ANN, "deep"), "seat", {"content": "Ann dislikes seats beside the door on trains"})
    store.put(ANNA, "seat", {"content": "Anna prefers aisle seats on trains"})
    memory.ingest(user="I take the train to Porto every week.")
    return store


def test_search_gives_items_and_query_memories(memory: MemoryRuntime, store: MemoryStore) -> None:
    """A search finds no memory and a query no item, unless it is told to."""
    assert {one.key for one in store.search(ANN, query="train Porto")} == {"seat"}
    assert "window" not in memory.query(QUESTION).text


def test_items_beside_memories(memory: MemoryRuntime, store: MemoryStore) -> None:
    """With include_items both are ranked together, in one budget, each explained."""
    context = memory.query(QUESTION, include_items=True)
    found = {item.id: item for item in context.items}

    assert "window" in context.text and "Porto" in context.text
    assert found["seat"].event_id == str(store.read(ANN, "seat").version)  # type: ignore[union-attr]
    assert found["seat"].why
    assert memory.replay_trace(context.trace_id or "").text == context.text
    small = memory.query(QUESTION, include_items=True, budget_tokens=60)
    assert small.tokens <= 60
    same = asyncio.run(memory.aquery(QUESTION, include_items=True))
    assert same.text == context.text


def test_only_items_of_the_same_namespace(memory: MemoryRuntime, store: MemoryStore) -> None:
    """Neither a twin's items nor those of a namespace below are seen."""
    text = memory.query("Which seats on trains?", include_items=True, k=50).text
    assert "aisle" not in text and "door" not in text


def test_a_filter_that_no_item_passes(memory: MemoryRuntime, store: MemoryStore) -> None:
    """What narrows memories down to something else leaves items out."""
    for filters in ({"channels": ["user"]}, {"kinds": ["episode"]}, {"thread": "t"}):
        assert "window" not in memory.query(QUESTION, include_items=True, filters=filters).text


def test_items_as_they_were(memory: MemoryRuntime, store: MemoryStore) -> None:
    """As of an earlier moment the item is what it was, though it is deleted now."""
    before = store.read(ANN, "seat").version  # type: ignore[union-attr]
    store.delete(ANN, "seat")

    assert "window" in memory.query(QUESTION, include_items=True, as_of=before).text
    assert "window" not in memory.query(QUESTION, include_items=True).text


def test_nothing_stored(memory: MemoryRuntime) -> None:
    """Where there is neither a memory nor an item, the context says so."""
    assert memory.query(QUESTION, include_items=True).abstained == memory.query(QUESTION).abstained
