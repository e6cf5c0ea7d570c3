"""A review asks until it is answered, and never about what was decided meanwhile."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command

from neuromem_graph.nodes import MemoryState, ingest_graph
from neuromem_graph.runtime import MemoryRuntime

CONFIG: Any = {"configurable": {"thread_id": "1"}}
WRONG = [
    7, "approve", {"decisions": []}, {"decisions": None}, {"decisions": "new"},
    {"decisions": [None]}, {"decisions": [{"type": "approve"}]}, {"decisions": [{"type": "merge"}]},
    {"decisions": [{"type": "merge", "entity": 99}]},
    {"decisions": [{"type": "merge", "entity": True}]},
    {"decisions": [{"type": "new"}, {"type": "new"}]},
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder whose memory knows two people called Nina, and two called Anna."""
    with MemoryRuntime.local("x", tmp_path / "m") as memory:
        for name in ("Nina", "Anna"):
            memory.ingest(user=f"My sister {name} lives in Ghent.")
            memory.ingest(user=f"My colleague {name} lives in Brussels.")
    yield tmp_path


def go(folder: Path, value: Any) -> Any:
    """Run one step of the thread as a process of its own would: new runtime, saver and graph."""
    with (
        MemoryRuntime.local("x", folder / "m") as memory,
        SqliteSaver.from_conn_string(str(folder / "checkpoints.db")) as saver,
    ):
        return ingest_graph(memory, review=True, checkpointer=saver).invoke(value, CONFIG)


def say(*texts: str) -> Any:
    """Return the input of a graph."""
    return {"messages": [HumanMessage(text, id=text) for text in texts]}


def request(result: Any) -> Any:
    """Return what is asked."""
    (asked,) = result["__interrupt__"]
    return asked.value


def decide(*decisions: Any) -> Any:
    """Answer."""
    return Command(resume={"decisions": list(decisions)})


def merge(action: Any, relation: str) -> Any:
    """Decide that one of the choices is meant."""
    choices = action["args"]["choices"]
    return {
        "type": "merge",
        "entity": next(c["entity"] for c in choices if c["relation"] == relation),
    }


@pytest.mark.parametrize("wrong", WRONG)
def test_first_wrong_then_right(folder: Path, wrong: Any) -> None:
    """A wrong answer is refused with a reason, and the next process can give the right one."""
    first = request(go(folder, say("Nina lives in Leuven.")))
    assert "error" not in first

    again = request(go(folder, Command(resume=wrong)))
    assert "decisions" in again["error"] or "merge" in again["error"]
    assert again["action_requests"] == first["action_requests"]
    third = request(go(folder, decide({"type": "approve"})))
    assert "'merge'" in third["error"] and "'new' or 'reject'" in third["error"]

    done = go(folder, decide(merge(third["action_requests"][0], "sister")))
    assert "__interrupt__" not in done
    with MemoryRuntime.local("x", folder / "m") as memory:
        assert memory.pending() == ()
        assert "Leuven" in memory.query("Where does my sister Nina live?").text
        assert memory.verify(deep=True).ok


def test_decided_meanwhile(folder: Path) -> None:
    """What was decided elsewhere is not asked about again, and an old answer does not stick."""
    both = say("Nina lives in Leuven.", "Anna lives in Bruges.")
    first = request(go(folder, both))["action_requests"]
    assert len(first) == 2
    # One answer for two questions is wrong, also when only one question is left.
    go(folder, decide({"type": "reject"}))
    with MemoryRuntime.local("x", folder / "m") as memory:
        memory.decide(first[0]["args"]["id"], "new")

    again = request(go(folder, decide({"type": "nonsense"})))
    assert [action["args"]["id"] for action in again["action_requests"]] == [first[1]["args"]["id"]]

    done = go(folder, decide(merge(first[1], "sister")))
    with MemoryRuntime.local("x", folder / "m") as memory:
        assert memory.pending() == ()
        assert "Bruges" in memory.query("Where does my sister Anna live?").text
    reasons = [item["reason"] for item in done["receipt"]["items"]]
    assert "decided already" in reasons
    assert not [item for item in done["receipt"]["items"] if item["what"] == "held"]


@pytest.mark.parametrize("answers", [1, 2])
def test_an_answer_that_crosses_a_decision(folder: Path, answers: int) -> None:
    """An answer to both, or to the one that is left, is understood."""
    first = request(go(folder, say("Nina lives in Leuven.", "Anna lives in Bruges.")))
    given = [merge(action, "sister") for action in first["action_requests"]]
    with MemoryRuntime.local("x", folder / "m") as memory:
        memory.decide(first["action_requests"][0]["args"]["id"], "reject")

    done = go(folder, decide(*given[-answers:]))

    assert "__interrupt__" not in done
    with MemoryRuntime.local("x", folder / "m") as memory:
        assert "Bruges" in memory.query("Where does my sister Anna live?").text
        known = memory.query("Where does my sister Nina live?").worldview
        assert "Leuven" not in [belief.value for belief in known]


def test_nothing_left_to_ask(folder: Path) -> None:
    """When all was decided elsewhere any resume ends the run, and it can be run again."""
    first = request(go(folder, say("Nina lives in Leuven.")))
    with MemoryRuntime.local("x", folder / "m") as memory:
        memory.decide(first["action_requests"][0]["args"]["id"], "reject")
        before = memory.stats()

    done = go(folder, Command(resume="whatever"))

    assert "__interrupt__" not in done
    with MemoryRuntime.local("x", folder / "m") as memory:
        assert memory.stats() == before
    assert "__interrupt__" in go(folder, say("Anna lives in Bruges."))


def test_inside_a_parent(folder: Path) -> None:
    """The same as a subgraph: the parent's thread survives a wrong answer."""

    class State(MessagesState, MemoryState):
        pass

    with (
        MemoryRuntime.local("x", folder / "m") as memory,
        SqliteSaver.from_conn_string(str(folder / "checkpoints.db")) as saver,
    ):
        builder = StateGraph(State)
        builder.add_node("ingest", ingest_graph(memory, review=True))
        builder.add_edge(START, "ingest")
        graph = builder.compile(checkpointer=saver)
        graph.invoke(say("Nina lives in Leuven."), CONFIG)
        again = request(graph.invoke(Command(resume="approve"), CONFIG))
        graph.invoke(decide(merge(again["action_requests"][0], "sister")), CONFIG)
        assert memory.pending() == ()
