"""Which types are read back as themselves, and which stay plain data."""

import logging
import operator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from uuid import UUID

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.func import entrypoint, task
from langgraph.graph import START, StateGraph
from langgraph.types import Command, Send, interrupt
from pydantic import BaseModel
from typing_extensions import TypedDict

from neuromem_graph.checkpointers import LedgerSaver, schemas


class Colour(Enum):
    """A type that a schema names deep inside."""

    RED = "red"


class Address(BaseModel):
    """A type that a schema names inside another."""

    street: str
    colour: Colour


@dataclass
class Person:
    """A type that a schema names."""

    name: str
    address: Address


class Point(NamedTuple):
    """A tuple that a schema names."""

    x: int


class Hidden(BaseModel):
    """A type that no schema names."""

    name: str


class Named(TypedDict, total=False):
    """A state that names its types, but for one."""

    people: list[Person]
    point: Point | None
    anything: Any


PEOPLE = [Person("Ann", Address(street="Main Street", colour=Colour.RED))] * 2
CONFIG: Any = {"configurable": {"thread_id": "1", "checkpoint_ns": ""}}


def graph_of(saver: LedgerSaver) -> Any:
    """Make a graph whose node puts one of each type into the state."""
    builder = StateGraph(Named)
    state = {"people": PEOPLE, "point": Point(1), "anything": [Hidden(name="x"), UUID(int=1)]}
    builder.add_node("fill", lambda _: state)
    builder.add_edge(START, "fill")
    return builder.compile(checkpointer=saver)


def test_types_of_schemas_come_back(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Types that a graph's schema names come back as themselves, without a warning; no other."""
    with caplog.at_level(logging.WARNING), LedgerSaver(tmp_path / "a.sqlite3") as saver:
        graph = graph_of(saver)
        graph.invoke({"people": []}, CONFIG)
        values = graph.get_state(CONFIG).values

    assert values == {
        "people": PEOPLE, "point": Point(1), "anything": [{"name": "x"}, UUID(int=1)],
    }  # fmt: skip
    assert isinstance(values["point"], Point)
    assert not any("Person" in record.message for record in caplog.records)


def test_types_named_for_a_serializer(tmp_path: Path) -> None:
    """A serializer that is passed decides instead; lists are shared with it too."""
    serde = JsonPlusSerializer(allowed_msgpack_modules=[Hidden])
    with LedgerSaver(tmp_path / "a.sqlite3", serde=serde) as saver:
        checkpoint: Any = {**empty_checkpoint(), "channel_values": {"a": [Hidden(name="x" * 99)]}}
        saver.put(CONFIG, checkpoint, {}, {})

        assert saver.get(CONFIG)["channel_values"] == checkpoint["channel_values"]  # type: ignore[index]


class Trap(BaseModel):
    """A type that tells when it is constructed."""

    name: str

    def __init__(self, **data: Any) -> None:
        Trap.sprung.append(data)
        super().__init__(**data)


Trap.sprung = []  # type: ignore[attr-defined]


def test_foreign_types_are_not_constructed(saver: LedgerSaver) -> None:
    """What no schema names is not constructed, wherever it hides: it comes back as plain data."""
    trap = Trap(name="x")
    values = {"one": trap, "many": [trap] * 9, "deep": {"a": [HumanMessage("x", extra=[trap])]}}
    stored = saver.put(CONFIG, {**empty_checkpoint(), "channel_values": values}, {"note": trap}, {})  # type: ignore[typeddict-unknown-key]
    saver.put_writes(stored, [("one", trap)], "task")
    Trap.sprung.clear()  # type: ignore[attr-defined]

    found = saver.get_tuple(CONFIG)

    assert found is not None
    assert Trap.sprung == []  # type: ignore[attr-defined]
    assert found.checkpoint["channel_values"]["one"] == {"name": "x"}
    assert found.checkpoint["channel_values"]["many"] == [{"name": "x"}] * 9
    assert found.pending_writes == [("task", "one", {"name": "x"})]


def test_an_allow_list_makes_a_copy(saver: LedgerSaver) -> None:
    """What `compile` derives for a strict process shares the file, and allows its types only."""
    clone = saver.with_allowlist([(Hidden.__module__, "Hidden")])
    values = {"a": Hidden(name="x"), "b": [Trap(name="x" * 99)]}

    clone.put(CONFIG, {**empty_checkpoint(), "channel_values": values}, {}, {})

    found = clone.get(CONFIG)
    assert found is not None
    assert found["channel_values"] == {"a": Hidden(name="x"), "b": [{"name": "x" * 99}]}
    assert saver.get(CONFIG)["channel_values"]["a"] == {"name": "x"}  # type: ignore[index]


def test_a_strict_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where LangGraph itself is told to be strict, the same types come back."""
    monkeypatch.setattr("langgraph._internal._serde.STRICT_MSGPACK_ENABLED", True)
    with LedgerSaver(tmp_path / "a.sqlite3") as saver:
        graph = graph_of(saver)
        assert graph.checkpointer is not saver
        graph.invoke({"people": []}, CONFIG)

        values = graph.get_state(CONFIG).values

    assert (values["people"], values["point"]) == (PEOPLE, Point(1))
    assert values["anything"] == [{"name": "x"}, UUID(int=1)]


def test_a_graph_compiled_later(saver: LedgerSaver) -> None:
    """A type that was not named when it was first read comes back once a schema names it."""
    checkpoint: Any = {**empty_checkpoint(), "channel_values": {"people": [Late(name="x")]}}
    stored = saver.put(CONFIG, checkpoint, {}, {})
    saver.put_writes(stored, [("people", Hidden(name="x"))], "task")
    builder = StateGraph(Naming)
    builder.add_node("wait", lambda _: {})
    builder.add_edge(START, "wait")
    graph = builder.compile(checkpointer=saver)

    found = saver.get(CONFIG)

    assert graph is not None
    assert found is not None
    assert found["channel_values"] == {"people": [Late(name="x")]}


class Late(BaseModel):
    """A type that a schema names late."""

    name: str


class Naming(TypedDict):
    """A state that names it."""

    people: list[Late]


class Job(BaseModel):
    """What a node takes that no channel holds."""

    number: int


def test_what_a_node_takes_comes_back(saver: LedgerSaver) -> None:
    """An object that is sent to a node comes back as itself when its run is resumed."""

    class State(TypedDict):
        done: Annotated[list[int], operator.add]

    def work(job: Job) -> dict[str, Any]:
        interrupt(job.number)
        return {"done": [job.number]}

    builder = StateGraph(State)
    builder.add_node("work", work)
    builder.add_conditional_edges(START, lambda _: [Send("work", Job(number=n)) for n in (1, 2)])
    graph = builder.compile(checkpointer=saver)
    waiting = graph.invoke({"done": []}, CONFIG)["__interrupt__"]

    after = graph.invoke(Command(resume={one.id: True for one in waiting}), CONFIG)

    assert sorted(after["done"]) == [1, 2]


def test_what_a_task_gives_comes_back(saver: LedgerSaver) -> None:
    """What an annotated task gave is itself when its workflow is resumed."""

    @task
    def plan(number: int) -> Job:
        return Job(number=number)

    @entrypoint(checkpointer=saver)
    def flow(number: int) -> int:
        job = plan(number).result()
        interrupt("go on?")
        return job.number

    flow.invoke(7, CONFIG)
    assert flow.invoke(Command(resume=True), CONFIG) == 7


def test_unknown_types_are_looked_for_once_a_call(
    saver: LedgerSaver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many objects that no graph names cost one look in each call, not one each."""
    values = {"many": [Trap(name=f"{n} " * 40) for n in range(50)], "one": Trap(name="x" * 200)}
    saver.put(CONFIG, {**empty_checkpoint(), "channel_values": values}, {}, {})
    looks: list[int] = []
    monkeypatch.setattr(schemas, "named_types", lambda: looks.append(1) or frozenset())

    saver.get_tuple(CONFIG)
    assert len(looks) == 1
    list(saver.list(CONFIG))
    assert len(looks) == 2


def test_an_odd_annotation_spoils_no_other(saver: LedgerSaver) -> None:
    """A graph with an annotation nobody can resolve does not hide the types of the others."""
    odd = type("Odd", (BaseModel,), {"__annotations__": {}})
    odd.__annotations__ = {"x": "types.NoSuch", "y": "some prose"}
    builder = StateGraph(TypedDict("Strange", {"value": odd}))  # type: ignore[operator]
    builder.add_node("wait", lambda _: {})
    kept = builder.add_edge(START, "wait").compile()
    graph = graph_of(saver)
    graph.invoke({"people": []}, CONFIG)

    assert graph.get_state(CONFIG).values["people"] == PEOPLE
    assert kept is not None


def test_a_planted_json_row_constructs_nothing() -> None:
    """Rows in LangGraph's old JSON form come back as the plain data they are."""
    row = b'{"lc": 2, "type": "constructor", "id": ["pathlib", "Path"], "args": ["x"]}'
    assert schemas.SchemaSerializer().loads_typed(("json", row))["lc"] == 2


class Kind(Address):
    """A kind of a type that a schema names; none names it itself."""

    floor: int = 0


def test_kinds_of_a_named_type_come_back(saver: LedgerSaver) -> None:
    """A list of a base holds its kinds as themselves."""
    graph = graph_of(saver)
    values = {"many": [Kind(street="Main Street", colour=Colour.RED, floor=n) for n in range(9)]}
    saver.put(CONFIG, {**empty_checkpoint(), "channel_values": values}, {}, {})

    found = saver.get(CONFIG)
    assert found is not None and graph is not None
    assert found["channel_values"] == values


def test_a_task_with_one_odd_annotation(saver: LedgerSaver) -> None:
    """An annotation that nobody can resolve hides no other of its task."""

    def plan(number: int, extra: Any = None) -> Job:
        return Job(number=number)

    plan.__annotations__ = {"number": int, "extra": "NoSuch", "return": "Job"}
    planned = task(plan)

    @entrypoint(checkpointer=saver)
    def flow(number: int) -> int:
        job = planned(number).result()
        interrupt("go on?")
        return job.number

    flow.invoke(7, CONFIG)
    assert flow.invoke(Command(resume=True), CONFIG) == 7
