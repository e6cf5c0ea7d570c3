"""Which types are read back as themselves, and which stay plain data."""

import logging
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import START, StateGraph
from pydantic import BaseModel
from typing_extensions import TypedDict

from neuromem_graph.checkpointers import LedgerSaver


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
