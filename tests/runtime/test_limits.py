"""What is at a limit is taken, what is above it is refused before anything is written."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from langchain_core.messages import HumanMessage, ToolMessage

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.errors import TooLarge
from neuromem_graph.nodes import ingest_graph, recall_node, remember_node, with_memory
from neuromem_graph.settings import Limits
from neuromem_graph.stores import MemoryStore

AT = datetime(2025, 5, 1, tzinfo=UTC)
SMALL = Limits(
    text_characters=40, key_characters=12, namespace_segments=3, segment_characters=6,
    metadata_bytes=30, keywords=2, messages=3, claims=2, memory_characters=20, item_bytes=20,
    item_namespace_segments=3, item_segment_characters=6, item_key_characters=12,
)  # fmt: skip


@pytest.fixture
def memory() -> Iterator[MemoryRuntime]:
    """A memory with small limits that holds something."""
    with MemoryRuntime.local("x", ":memory:", settings=Settings(limits=SMALL)) as made:
        made.ingest(user="I like tea.")
        yield made


@pytest.fixture(params=["sync", "async"])
def call(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Call a method or a node, in one of both ways."""

    def sync(owner: Any, name: str, *args: Any, **options: Any) -> Any:
        return getattr(owner, name)(*args, **options)

    def awaited(owner: Any, name: str, *args: Any, **options: Any) -> Any:
        return asyncio.run(getattr(owner, f"a{name}")(*args, **options))

    return sync if request.param == "sync" else awaited


EVENTS: dict[str, Callable[[int], Any]] = {
    "text_characters": lambda n: {"content": "x" * n},
    "metadata_bytes": lambda n: {
        "content": "x", "metadata": {"k": "\u00e9" * ((n - 9) // 2) + "y" * ((n - 9) % 2)},
    },
    "keywords": lambda n: {"content": "x", "keywords": ["k"] * n},
    **{f"key_characters: {key}": lambda n, key=key: {"content": "x", key: "k" * n}
       for key in ("id", "thread", "speaker", "type")},
    "key_characters: keyword": lambda n: {"content": "x", "keywords": ["k" * n]},
}  # fmt: skip
DOORS = ("observe", "observe_and_commit", "observe_many", "ingest", "enqueue", "preview",
         "observe_and_route")  # fmt: skip


def most(name: str) -> int:
    """Return a small limit."""
    found: int = getattr(SMALL, name.partition(":")[0])
    return found


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", EVENTS)
def test_events(name: str, door: str, call: Any, memory: MemoryRuntime) -> None:
    """Each field of an event is bounded, through every method that takes events."""
    before, stored = memory.verify().head, memory.stats()
    with pytest.raises(TooLarge, match=rf"limits\.{name.partition(':')[0]}={most(name)}"):
        call(memory, door, EVENTS[name](most(name) + 1))
    assert (memory.verify().head, memory.stats()) == (before, stored)
    call(memory, door, EVENTS[name](most(name)))
    memory.flush()
    assert (memory.verify().head != before) == (door != "preview")
    assert memory.verify(deep=True).ok


@pytest.mark.parametrize("door", ["observe_many", "ingest", "enqueue", "preview"])
def test_how_many(door: str, call: Any, memory: MemoryRuntime) -> None:
    """So many messages are taken in one call, and no more."""
    before = memory.verify().head
    said = [HumanMessage(f"note {n}") for n in range(4)]
    with pytest.raises(TooLarge, match=r"limits\.messages=3"):
        call(memory, door, said)
    assert memory.verify().head == before
    call(memory, door, said[:3])


def test_one_of_many(call: Any, memory: MemoryRuntime) -> None:
    """One event that is too large refuses all of them."""
    before = memory.verify().head
    with pytest.raises(TooLarge):
        call(memory, "observe_many", ["fine", "x" * 41])
    assert memory.verify().head == before


LARGE = [HumanMessage("x" * 41), HumanMessage("x", id="i" * 13),
         ToolMessage("x", tool_call_id="1", name="n" * 13)]  # fmt: skip


@pytest.mark.parametrize("make", [remember_node, ingest_graph])
@pytest.mark.parametrize("message", LARGE)
def test_nodes(make: Any, message: Any, call: Any, memory: MemoryRuntime) -> None:
    """A message that is too large stops the node, and nothing of the turn is written."""
    before = memory.verify().head
    with pytest.raises(TooLarge):
        call(make(memory), "invoke", {"messages": [HumanMessage("I like jazz."), message]})
    assert memory.verify().head == before
    call(make(memory), "invoke", {"messages": [HumanMessage("x" * 40, id="i" * 12)]})
    assert memory.stats().events == 2


def test_an_agent_with_memory(call: Any, memory: MemoryRuntime) -> None:
    """What an agent says is bounded as what it hears."""
    node = with_memory(lambda state: {"messages": [("ai", "y" * 41)]}, memory)
    before = memory.verify().head
    with pytest.raises(TooLarge):
        call(node, "invoke", {"messages": [HumanMessage("I like jazz.")]})
    assert memory.verify().head == before


def test_questions(call: Any, memory: MemoryRuntime) -> None:
    """A question is bounded as any text, in a method and in a node."""
    for ask in ("query", "retrieve"):
        call(memory, ask, "x" * 40)
        with pytest.raises(TooLarge, match=r"limits\.text_characters=40"):
            call(memory, ask, "x" * 41)
    with pytest.raises(TooLarge):
        call(recall_node(memory), "invoke", {"messages": [HumanMessage("x" * 41)]})


def test_namespaces(memory: MemoryRuntime) -> None:
    """A namespace has so many segments of so many characters, filled templates included."""
    memory.within(("a" * 6,) * 3)
    for deep in (("a",) * 4, ("a" * 7,)):
        with pytest.raises(TooLarge):
            memory.within(deep)
        with pytest.raises(TooLarge):
            MemoryRuntime.local(deep, ":memory:", settings=Settings(limits=SMALL))
    node = remember_node(memory, namespace=("m", "{user_id}"))
    config: Any = {"configurable": {"user_id": "u" * 7}}
    with pytest.raises(TooLarge, match=r"limits\.segment_characters=6"):
        node.invoke({"messages": [HumanMessage("x")]}, config)


def test_names(call: Any, memory: MemoryRuntime) -> None:
    """A name that is given to an entity is bounded."""
    memory.ingest(user="My sister Nina lives in Rome.")
    (known,) = [one for one in memory.entities() if one.name != "user"]
    call(memory, "alias", known.entity, "B" * 12)
    with pytest.raises(TooLarge, match=r"limits\.key_characters=12"):
        call(memory, "alias", known.entity, "C" * 13)


PUTS: dict[str, tuple[Any, Any]] = {
    "item_namespace_segments": ((("a",) * 3, "k", {}), (("a",) * 4, "k", {})),
    "item_segment_characters": ((("a" * 6,), "k", {}), (("a" * 7,), "k", {})),
    "item_key_characters": ((("a",), "k" * 12, {}), (("a",), "k" * 13, {})),
    "item_bytes": ((("a",), "k", {"t": "\u00e9" * 6}), (("a",), "k", {"t": "\u00e9" * 7})),
}


@pytest.mark.parametrize("name", PUTS)
@pytest.mark.parametrize("method", ["put", "put_if"])
def test_items(name: str, method: str, call: Any, memory: MemoryRuntime) -> None:
    """Each part of an item is bounded; of a batch nothing is written."""
    fits, large = PUTS[name]
    options = {"expected_version": None} if method == "put_if" else {}
    store = MemoryStore(memory)
    before = memory.verify().head
    with pytest.raises(TooLarge, match=rf"limits\.{name}={most(name)}"):
        call(store, method, *large, **options)
    assert memory.verify().head == before
    call(store, method, *fits, **options)
    assert call(store, "get", *fits[:2]).value == fits[2]
    call(store, "delete", *fits[:2])


def test_what_is_stored_can_be_deleted(tmp_path: Any) -> None:
    """An item that is above a limit which was lowered is read and deleted all the same."""
    with MemoryStore(tmp_path / "m") as store:
        store.put(("a",) * 4, "k" * 13, {"text": "longer than twenty bytes"})
    with MemoryStore(tmp_path / "m", settings=Settings(limits=SMALL)) as store:
        assert store.get(("a",) * 4, "k" * 13)
        store.delete(("a",) * 4, "k" * 13)
        assert store.get(("a",) * 4, "k" * 13) is None


def test_facts_and_long_texts(call: Any, memory: MemoryRuntime) -> None:
    """Facts above the limit are counted as rejected; a long text becomes several memories."""
    fits = call(memory, "ingest", user="I like jazz. I like ska.")
    assert fits.rejected == 0
    receipt = call(memory, "ingest", user="I like rap. I like pop. I like folk.")
    assert receipt.rejected == 1
    assert len(receipt.created) > 2


def test_every_limit_is_tested() -> None:
    """A limit that is added needs a case here."""
    cases = {name.partition(":")[0] for name in (*EVENTS, *PUTS)}
    assert set(Limits.model_fields) == cases | {
        "messages", "claims", "memory_characters", "namespace_segments", "segment_characters",
    }  # fmt: skip
