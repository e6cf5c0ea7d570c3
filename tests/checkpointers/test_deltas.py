"""What delta channels are made from: the nearest stored value, and the writes since."""

import asyncio
import operator
from typing import Annotated, Any

import pytest
from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.types import _DeltaSnapshot
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict

from neuromem_graph.checkpointers import LedgerSaver

FIRST, LAST = "0" * 8, "f" * 8  # of task ids


@pytest.fixture
def read(saver: LedgerSaver) -> Any:
    """Read the history of channels both ways: `read(config, "a", "b")` gives (seed, writes)."""

    def history(config: Any, *channels: str) -> Any:
        found = saver.get_delta_channel_history(config=config, channels=channels)
        again = asyncio.run(saver.aget_delta_channel_history(config=config, channels=channels))
        assert again == found
        assert list(found) == list(channels)
        result = [
            (one.get("seed"), [write[2] for write in one["writes"]]) for one in found.values()
        ]
        return result[0] if len(result) == 1 else result

    return history


@pytest.fixture
def chain(saver: LedgerSaver, store: Any) -> Any:
    """Put a line of checkpoints that each write their number to the channels a and b."""

    def put(*values: Any, ids: Any = None) -> list[Any]:
        stored: list[Any] = []
        for n, one in enumerate(values):
            parent = stored[-1] if stored else None
            versions = dict.fromkeys(one, n + 1)
            stored.append(store(parent, one, versions=versions, id=ids and ids[n]))
            saver.put_writes(stored[-1], [("a", n), ("b", n)], f"task {n}")
        return stored

    return put


def test_writes_come_oldest_first(chain: Any, read: Any) -> None:
    """Without a stored value all writes of the ancestors count, the oldest first."""
    head = chain({}, {}, {}, {})[-1]

    assert read(head, "a") == (None, [0, 1, 2])


@pytest.mark.parametrize("seed", [_DeltaSnapshot(["x"]), ["x"], "short", 5, None, "long" * 99, {}])
def test_the_nearest_value_is_the_seed(saver: LedgerSaver, chain: Any, seed: Any) -> None:
    """The walk ends at the nearest ancestor that holds a value; its own writes count."""
    head = chain({"a": ["older"]}, {}, {"a": seed}, {}, {})[-1]

    (found,) = saver.get_delta_channel_history(config=head, channels=["a"]).values()

    assert found["seed"] == seed
    assert type(found["seed"]) is type(seed)
    assert [write[2] for write in found["writes"]] == [2, 3]


def test_each_channel_has_a_seed_of_its_own(chain: Any, read: Any) -> None:
    """One walk serves several channels."""
    head = chain({}, {"a": ["A"]}, {"b": ["B"]}, {})[-1]

    assert read(head, "a", "b", "c") == [(["A"], [1, 2]), (["B"], [2]), (None, [])]


def test_pending_writes_stay_out(saver: LedgerSaver, chain: Any, read: Any) -> None:
    """A checkpoint's own writes and value are not part of its history."""
    *_, head = chain({}, {"a": ["head"]})

    assert read(head, "a") == (None, [0])


def test_nothing_to_walk(saver: LedgerSaver, chain: Any, read: Any) -> None:
    """No channels give nothing; a root, and a thread that is not there, have no history."""
    root = chain({"a": [1]})[0]

    assert saver.get_delta_channel_history(config=root, channels=[]) == {}
    assert read(root, "a") == (None, [])
    assert read({"configurable": {"thread_id": "nobody"}}, "a") == (None, [])


def test_the_latest_by_default(chain: Any, read: Any) -> None:
    """A config without a checkpoint id means the latest checkpoint."""
    chain({}, {}, {})

    assert read({"configurable": {"thread_id": "t", "checkpoint_ns": ""}}, "a") == (None, [0, 1])


def test_the_walk_follows_parents(chain: Any, read: Any) -> None:
    """Ids need not grow along a line, and a line that bites its tail ends."""
    stored = chain({}, {}, {}, {}, ids=["5", "9", "1", "7"])

    assert read(stored[-1], "a") == (None, [0, 1, 2])


def test_a_line_that_bites_its_tail(saver: LedgerSaver, store: Any, read: Any) -> None:
    """A checkpoint put again under its own descendant does not make the walk endless."""
    first = store(id="1")
    second = store(first, id="2")
    store(second, id="1")
    saver.put_writes(first, [("a", 1)], "task")
    saver.put_writes(second, [("a", 2)], "task")

    assert read(second, "a") == (None, [1])
    saver.prune(["t"])
    assert saver.get_tuple(second) is not None


def test_only_the_line_counts(saver: LedgerSaver, store: Any, chain: Any, read: Any) -> None:
    """Writes of a fork do not count in another."""
    root, *_ = chain({}, {}, {})
    fork = store(root)
    saver.put_writes(fork, [("a", "fork")], "task")

    assert read(store(fork), "a") == (None, [0, "fork"])


def test_writes_of_a_step_are_in_the_order_of_their_paths(saver: LedgerSaver, store: Any) -> None:
    """Parallel writes are ordered by path, then task, then index: here and as pending writes."""
    step = store()
    head = store(step)
    saver.put_writes(step, [("a", "3"), ("b", "x"), ("a", "4")], FIRST, "~pull, 02")
    saver.put_writes(step, [("a", "2")], LAST, "~pull, 01")
    saver.put_writes(step, [("a", "1")], LAST + "0")
    saver.put_writes(step, [("a", "0")], FIRST + "0")

    history = saver.get_delta_channel_history(config=head, channels=["a"])["a"]
    pending = saver.get_tuple(step)

    assert [write[2] for write in history["writes"]] == ["0", "1", "2", "3", "4"]
    assert pending is not None
    assert [w[2] for w in pending.pending_writes or ()] == ["0", "1", "2", "3", "x", "4"]


def test_special_writes_replace(saver: LedgerSaver, store: Any) -> None:
    """Errors, interrupts and resumes take the place of earlier ones; other writes stay first."""
    step = store()
    for value in (1, 2):
        saver.put_writes(step, [("__interrupt__", value), ("__error__", value)], "task")
        saver.put_writes(step, [("a", value), ("__resume__", value)], "other")

    found = saver.get_tuple(step)

    assert found is not None
    assert found.pending_writes == [
        ("other", "__resume__", 1), ("other", "a", 1),
        ("task", "__interrupt__", 2), ("task", "__error__", 2),
    ]  # fmt: skip


def append(state: list[Any], writes: list[Any]) -> list[Any]:
    """Append what was written."""
    return [*state, *(one for write in writes for one in write)]


class Whole(TypedDict):
    """A state whose items are stored whole."""

    items: Annotated[list[str], operator.add]


class Deltas(TypedDict):
    """The same state, whose items are stored as deltas."""

    items: Annotated[list[str], DeltaChannel(append, snapshot_frequency=3)]


def graph_of(state: Any, saver: Any) -> Any:
    """Make a graph that answers in two steps."""
    builder = StateGraph(state)
    builder.add_node("a", lambda state: {"items": [f"a {state['items'][-1]}"]})
    builder.add_node("b", lambda state: {"items": [f"b {state['items'][-1]}"]})
    builder.add_edge(START, "a")
    builder.add_edge("a", "b")
    return builder.compile(checkpointer=saver)


@pytest.mark.parametrize("mode", ["sync", "async", "exit"])
@pytest.mark.parametrize("before", [0, 2])
def test_a_graph_that_changes_to_deltas(saver: LedgerSaver, before: int, mode: Any) -> None:
    """States and history are those of LangGraph's own saver, also after whole values."""
    config: Any = {"configurable": {"thread_id": "t"}}

    def run(checkpointer: Any) -> Any:
        for n in range(before + 5):
            graph = graph_of(Whole if n < before else Deltas, checkpointer)
            graph.invoke({"items": [str(n)]}, config, durability=mode)
        past = list(graph.get_state_history(config))
        fork = graph.update_state(past[len(past) // 2].config, {"items": ["fork"]}, as_node="b")
        forked = graph.invoke({"items": ["more"]}, fork, durability=mode)
        return [(one.values, one.next, one.metadata["step"]) for one in past], forked

    assert run(saver) == run(InMemorySaver())
