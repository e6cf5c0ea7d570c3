"""Deleting, pruning and copying: what goes, what stays, and what comes too late."""

from collections.abc import Callable
from typing import Annotated, Any

import pytest
from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.serde.types import _DeltaSnapshot
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict

from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.errors import InvalidInput
from neuromem_graph.runtime import MemoryRuntime

LONG = "a text that is long enough to have a row of its own " * 3
NOTHING = {"checkpoints": 0, "values": 0, "elements": 0, "writes": 0}


def config_of(thread: str = "t", **more: Any) -> Any:
    """Name a thread."""
    return {"configurable": {"thread_id": thread, "checkpoint_ns": "", **more}}


def id_of(config: Any) -> str:
    """Return the id that a config names."""
    return str(config["configurable"]["checkpoint_id"])


def append(state: list[Any], writes: list[Any]) -> list[Any]:
    """Append what was written."""
    return [*state, *(one for write in writes for one in write)]


class Deltas(TypedDict):
    """A state whose items are stored as deltas."""

    items: Annotated[list[str], DeltaChannel(append, snapshot_frequency=7)]


def delta_graph(saver: LedgerSaver) -> Any:
    """Make a graph that adds an item of its own to each that it is given."""
    builder = StateGraph(Deltas)
    builder.add_node("echo", lambda state: {"items": [f"re {state['items'][-1]}"]})
    builder.add_edge(START, "echo")
    return builder.compile(checkpointer=saver)


# ---------------------------------------------------------------- deleted threads


def test_delete_leaves_nothing(saver: LedgerSaver, store: Any, rows: Any) -> None:
    """A deleted thread leaves no row behind, in any namespace; other threads stay whole."""
    kept = store(None, {"a": [LONG]}, thread="other", versions={"a": 1})
    before = rows()
    for ns in ("", "child:1"):
        put = store(None, {"a": [LONG, LONG + "x"], "b": {"x": 1}}, ns=ns, versions={"a": 1})
        saver.put_writes(put, [("a", 1)], "task")

    saver.delete_thread("t")

    assert rows() == before
    assert saver.get(kept)["channel_values"] == {"a": [LONG]}  # type: ignore[index]


def late_writes(saver: LedgerSaver, store: Any, head: Any) -> None:
    saver.put_writes(head, [("a", 1)], "task")


def late_child(saver: LedgerSaver, store: Any, head: Any) -> None:
    child = store(head, {"a": [LONG]})
    saver.put_writes(child, [("a", 1)], "task")
    store(child)


def early_writes_of_a_late_child(saver: LedgerSaver, store: Any, head: Any) -> None:
    child = config_of(checkpoint_id="9")
    saver.put_writes(child, [("a", 1)], "task")
    store(head, id="9")
    saver.put_writes(child, [("b", 1)], "task")


def late_subgraph(saver: LedgerSaver, store: Any, head: Any) -> None:
    under = {"parents": {"": id_of(head)}}
    child = store(None, {"a": [LONG]}, ns="node:1", metadata=under)
    saver.put_writes(child, [("a", 1)], "task")
    store(child, ns="node:1", metadata=under)


def subgraph_before_its_late_root(saver: LedgerSaver, store: Any, head: Any) -> None:
    under = {"parents": {"": "9"}}
    child = store(None, {"a": [LONG], "b": {"x": 1}}, ns="node:1", metadata=under)
    saver.put_writes(child, [("a", 1)], "task")
    store(head, id="9")
    store(None, ns="node:2", metadata=under)


def late_writes_of_a_subgraph_whose_root_came_late(
    saver: LedgerSaver, store: Any, head: Any
) -> None:
    under = {"parents": {"": "9"}}
    child = store(None, {"a": [LONG]}, ns="node:1", metadata=under)
    store(head, id="9")
    saver.put_writes(child, [("a", 1)], "task")


@pytest.mark.parametrize(
    "late",
    [late_writes, late_child, early_writes_of_a_late_child, late_subgraph,
     subgraph_before_its_late_root, late_writes_of_a_subgraph_whose_root_came_late],
)  # fmt: skip
@pytest.mark.parametrize("anew", [False, True])
def test_late_writes_do_not_bring_a_thread_back(
    saver: LedgerSaver, store: Any, rows: Any, late: Callable[..., None], anew: bool
) -> None:
    """What a run still writes after its thread was deleted is dropped, a new talk or not."""
    head = store(store())
    saver.delete_thread("t")
    if anew:
        saver.put_writes(store(), [("a", 1)], "task")
    before = rows()

    late(saver, store, head)

    assert rows() == before
    assert len(list(saver.list(config_of()))) == anew


def test_a_new_talk_of_a_deleted_thread(saver: LedgerSaver, store: Any, rows: Any) -> None:
    """A thread that was deleted can begin anew, with subgraphs and writes before checkpoints."""
    saver.put_writes(store(store()), [("a", 1)], "task")
    saver.delete_thread("t")
    first = store()
    saver.put_writes(config_of(checkpoint_id="9"), [("a", 1)], "task")
    store(None, ns="node:1", metadata={"parents": {"": "9"}})
    second = store(first, id="9")

    found = saver.get_tuple(second)

    assert found is not None
    assert found.pending_writes == [("task", "a", 1)]
    assert rows() == NOTHING | {"checkpoints": 3, "writes": 1}


def test_writes_before_their_checkpoint(saver: LedgerSaver, store: Any) -> None:
    """Writes that arrive before their checkpoint are kept for it."""
    saver.put_writes(config_of(checkpoint_id="5"), [("a", 1)], "task")
    assert saver.get_tuple(config_of()) is None

    found = saver.get_tuple(store(id="5"))

    assert found is not None
    assert found.pending_writes == [("task", "a", 1)]


# ---------------------------------------------------------------- prune


@pytest.mark.parametrize("given", ["t", b"t", 5])
def test_prune_wants_a_list(saver: LedgerSaver, given: Any) -> None:
    """One text instead of a list of threads is refused, also as TypeError."""
    with pytest.raises(TypeError):
        saver.prune(given)
    with pytest.raises(InvalidInput):
        saver.delete_for_runs(given)


@pytest.mark.parametrize("strategy", ["", "latest", "delete_all", None])
def test_prune_knows_two_strategies(saver: LedgerSaver, store: Any, strategy: Any) -> None:
    """An unknown strategy is refused and nothing is deleted."""
    store(store())
    with pytest.raises(ValueError, match="strategy="):
        saver.prune(["t"], strategy=strategy)
    assert len(list(saver.list(config_of()))) == 2


def test_prune_sweeps(saver: LedgerSaver, store: Any, rows: Any) -> None:
    """What only pruned checkpoints held goes with them; the kept one has no parent any more."""
    parent = None
    for n in range(5):
        texts = [LONG + str(n), LONG + str(n + 1)]
        parent = store(parent, {"a": texts, "b": {LONG: 0}}, versions={"a": n, "b": 1})
        saver.put_writes(parent, [("a", n)], "task")

    saver.prune(["t"])

    assert rows() == {"checkpoints": 1, "values": 2, "elements": 2, "writes": 1}
    found = saver.get_tuple(config_of())
    assert found is not None
    assert found.parent_config is None
    assert found.checkpoint["channel_values"] == {"a": texts, "b": {LONG: 0}}


def test_prune_keeps_what_deltas_are_made_from(saver: LedgerSaver) -> None:
    """A pruned graph with a delta channel has the same state, and goes on from there."""
    graph = delta_graph(saver)
    for n in range(20):
        graph.invoke({"items": [str(n)]}, config_of())
        before = graph.get_state(config_of()).values
        count = len(list(saver.list(config_of())))
        saver.prune(["t"])

        assert graph.get_state(config_of()).values == before
        assert len(list(saver.list(config_of()))) <= min(count, 12)
    graph.invoke({"items": ["end"]}, config_of())
    expected = [one for n in range(20) for one in (str(n), f"re {n}")]
    assert graph.get_state(config_of()).values["items"] == [*expected, "end", "re end"]


# ---------------------------------------------------------------- runs


def test_runs_go_with_what_they_wrote(saver: LedgerSaver, store: Any, rows: Any) -> None:
    """The checkpoints of a run go, with their writes and values; the others stay whole."""
    first = store(None, {"a": {LONG: 1}, "b": [LONG]}, run="r1", versions={"a": 1, "b": 1})
    saver.put_writes(first, [("a", 1)], "task")
    second = store(first, {"a": {LONG: 2}, "b": [LONG]}, run="r2", versions={"a": 2, "b": 1},
                   changed={"a": 2})  # fmt: skip
    store(None, {"c": {}}, ns="child:1", run="r1")

    saver.delete_for_runs(["r1", "unknown"])

    assert [one.config for one in saver.list(None)] == [second]
    assert saver.get(second)["channel_values"] == {"a": {LONG: 2}, "b": [LONG]}  # type: ignore[index]
    assert rows() == {"checkpoints": 1, "values": 2, "elements": 1, "writes": 0}


def test_runs_that_deltas_need_are_kept(saver: LedgerSaver, store: Any, rows: Any) -> None:
    """A run from which a later checkpoint makes a delta channel is not deleted behind its back."""
    counters = {"counters_since_delta_snapshot": {"items": [1, 1]}}
    first = store(None, {"items": _DeltaSnapshot([1])}, run="r1", versions={"items": 1})
    second = store(first, {}, run="r2", versions={"items": 2}, metadata=counters)
    before = rows()

    with pytest.raises(InvalidInput, match="nothing was deleted"):
        saver.delete_for_runs(["r1"])

    assert rows() == before
    saver.delete_for_runs(["r1", "r2"])
    assert saver.get_tuple(second) is None
    assert rows() == NOTHING


# ---------------------------------------------------------------- copies


def test_a_copy_is_whole(saver: LedgerSaver, rows: Any) -> None:
    """A copied thread has the same history and state, and goes its own way."""
    graph = delta_graph(saver)
    for n in range(5):
        graph.invoke({"items": [str(n)]}, config_of())
    before = [(one.values, one.next, one.metadata) for one in graph.get_state_history(config_of())]

    saver.copy_thread("t", "copy")

    copied = graph.get_state_history(config_of("copy"))
    assert [(one.values, one.next, one.metadata) for one in copied] == before
    graph.invoke({"items": ["x"]}, config_of("copy"))
    assert len(graph.get_state(config_of("copy")).values["items"]) == 12
    assert len(graph.get_state(config_of()).values["items"]) == 10
    saver.delete_thread("t")
    assert len(graph.get_state(config_of("copy")).values["items"]) == 12
    saver.delete_thread("copy")
    assert rows() == NOTHING


def test_a_copy_has_lists_of_its_own(saver: LedgerSaver, store: Any, rows: Any) -> None:
    """The elements of a copied list outlive the source, and are shared with what follows."""
    head = store(None, {"a": [LONG, LONG + "x"]}, versions={"a": 1})
    saver.put_writes(head, [("a", 1)], "task")
    saver.copy_thread("t", "copy")
    saver.delete_thread("t")
    more = [LONG, LONG + "x", LONG + "y"]

    store(config_of(checkpoint_id=id_of(head)), {"a": more}, thread="copy", versions={"a": 2})

    found = [one.checkpoint["channel_values"] for one in saver.list(config_of("copy"))]
    assert found == [{"a": more}, {"a": more[:2]}]
    assert rows() == {"checkpoints": 2, "values": 2, "elements": 3, "writes": 1}


def test_a_copy_needs_an_empty_target(saver: LedgerSaver, store: Any, rows: Any) -> None:
    """A target that holds something is refused, the source itself too; no source is no error."""
    store(thread="a")
    store(thread="b")
    before = rows()
    for target in ("b", "a"):
        with pytest.raises(InvalidInput, match="holds checkpoints"):
            saver.copy_thread("a", target)
    saver.copy_thread("nobody", "c")
    assert rows() == before


# ---------------------------------------------------------------- the ledger beside it


def test_the_ledger_is_not_disturbed(tmp_path: Any) -> None:
    """The ledger verifies, erases and rebuilds beside checkpoints, and leaves them alone."""
    with MemoryRuntime.local("app", tmp_path / "a.sqlite3") as memory, LedgerSaver(memory) as saver:
        memory.ingest(user="I live in Lisbon.")
        memory.ingest(user="I like jazz.")
        graph = delta_graph(saver)
        graph.invoke({"items": ["x"]}, config_of())
        before = graph.get_state(config_of())

        memory.resources.ledger.erase([2])  # type: ignore[attr-defined]
        memory.rebuild()

        assert memory.verify(deep=True).ok
        assert graph.get_state(config_of()) == before
