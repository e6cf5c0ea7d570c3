"""What is put comes back: channel values, versions, metadata, names of any kind."""

from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.serde.encrypted import EncryptedSerializer
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.errors import InvalidInput, LedgerError

LONG = "a text that is long enough to have a row of its own " * 3

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text() | st.binary()
    | st.floats(allow_nan=False) | st.sampled_from([LONG, b"\x94" * 70, "“quoted”" * 9]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)  # fmt: skip
messages = st.builds(HumanMessage, st.text(), id=st.text()) | st.builds(
    AIMessage, st.sampled_from([LONG, "x" * 70_000]), id=st.none() | st.text()
)


def config_of(thread: Any = "t", **more: Any) -> Any:
    """Name a thread."""
    return {"configurable": {"thread_id": thread, "checkpoint_ns": "", **more}}


def values_of(saver: LedgerSaver, config: Any) -> Any:
    """Read the channel values of a checkpoint."""
    found = saver.get(config)
    assert found is not None
    return found["channel_values"]


def test_lists_come_back_equal() -> None:
    """A list channel is read back exactly as it was put, whatever is in it, version by version."""
    threads = count()

    @given(states=st.lists(st.lists(plain | messages, max_size=20), min_size=1, max_size=4))
    def hold(states: list[list[Any]]) -> None:
        parent, put = config_of(next(threads)), []
        version: str | None = None
        for state in states:
            checkpoint = empty_checkpoint()
            checkpoint["id"] = version = saver.get_next_version(version)
            checkpoint["channel_values"] = {"items": state, "twice": [state, *state]}
            checkpoint["channel_versions"] = {"items": version, "twice": version}
            parent = saver.put(parent, checkpoint, {}, checkpoint["channel_versions"])
            put.append((parent, checkpoint["channel_values"]))
        for config, values in put:
            found = values_of(saver, config)
            assert found == values
            assert list(map(type, found["items"])) == list(map(type, values["items"]))

    with LedgerSaver(":memory:") as saver:
        hold()


@pytest.mark.parametrize("value", [[], [None], [[]], [LONG, LONG], [{"a": LONG}] * 3, [[LONG], []]])
def test_a_list_of_few_kinds(saver: LedgerSaver, store: Any, value: Any) -> None:
    """Empty, nested and repeated elements come back, as separate objects."""
    found = values_of(saver, store(None, {"items": value}, versions={"items": 1}))["items"]

    assert found == value
    if len(found) > 1 and isinstance(found[0], dict):
        assert found[0] is not found[1]


def test_equal_elements_are_stored_once(saver: LedgerSaver, store: Any, rows: Any) -> None:
    """A list that grows adds its new elements only."""
    said = [HumanMessage(f"{LONG}{n}") for n in range(50)]
    parent = None
    for n in range(1, 51):
        parent = store(parent, {"messages": said[:n]}, versions={"messages": n})

    assert rows() == {"checkpoints": 50, "values": 50, "elements": 50, "writes": 0}


def test_values_without_new_versions(saver: LedgerSaver, store: Any) -> None:
    """Values come back whole when no version is new, or when they have none at all."""
    values = {"a": [LONG], "b": {"x": 1}, "c": 3, "d": None, "e": LONG}

    assert values_of(saver, store(None, values, changed={})) == values
    versions = dict.fromkeys(values, 7)
    assert values_of(saver, store(None, values, versions=versions, changed={})) == values


def test_unchanged_values_are_shared(saver: LedgerSaver, store: Any, rows: Any) -> None:
    """A channel that did not change is not stored again; one that lost its version is left out."""
    first = store(None, {"a": {LONG: 1}, "b": {LONG: 3}}, versions={"a": 1, "b": 1})
    second = store(
        first, {"a": {LONG: 2}, "b": {LONG: 3}}, versions={"a": 2, "b": 1}, changed={"a": 2}
    )
    third = store(second, {"a": {LONG: 2}}, versions={"a": 2}, changed={})

    assert values_of(saver, first) == {"a": {LONG: 1}, "b": {LONG: 3}}
    assert values_of(saver, second) == {"a": {LONG: 2}, "b": {LONG: 3}}
    assert values_of(saver, third) == {"a": {LONG: 2}}
    assert rows()["values"] == 3


def test_the_last_of_a_version_wins(saver: LedgerSaver, store: Any) -> None:
    """A version that is put again has the later value."""
    store(None, {"a": {"x": 1}}, versions={"a": 1})

    assert values_of(saver, store(None, {"a": {"x": 2}}, versions={"a": 1})) == {"a": {"x": 2}}


def test_versions_of_other_types_differ(saver: LedgerSaver, store: Any) -> None:
    """Versions 1 and "1" are two."""
    first = store(None, {"a": {"x": 1}}, versions={"a": 1})
    store(None, {"a": {"x": 2}}, versions={"a": "1"})

    assert values_of(saver, first) == {"a": {"x": 1}}


def test_a_checkpoint_put_again(saver: LedgerSaver, store: Any, rows: Any) -> None:
    """A checkpoint put again replaces itself and leaves nothing behind."""
    store(None, {"a": {LONG: 1}}, id="1")
    again = store(None, {"a": {LONG: 2}, "b": [LONG]}, id="1")

    assert values_of(saver, again) == {"a": {LONG: 2}, "b": [LONG]}
    assert rows()["values"] == 2


@pytest.mark.parametrize(
    "name", ["a'b", 'a"b', "50%", "a\0b", "a", "é\N{EMOJI COMPONENT BALD}", ""]
)
def test_names_of_any_kind(saver: LedgerSaver, name: str) -> None:
    """Threads, namespaces, channels and tasks may bear any text as their name."""
    config = config_of(name, checkpoint_ns=name)
    checkpoint = {**empty_checkpoint(), "channel_values": {name: {"x": 1}}, "id": name or "1"}
    checkpoint["channel_versions"] = {name: name}
    stored = saver.put(config, checkpoint, {name: name}, {name: name})
    saver.put_writes(stored, [(name, 1)], name, name)

    found = saver.get_tuple(config)

    assert found is not None
    assert found.config == stored
    assert found.checkpoint["channel_values"] == {name: {"x": 1}}
    assert found.pending_writes == [(name, name, 1)]
    assert [one.config for one in saver.list(config)] == [stored]
    saver.delete_thread(name)
    assert saver.get_tuple(config) is None


@pytest.mark.parametrize(
    "config", [{}, {"configurable": {}}, {"configurable": {"thread_id": None}}, config_of("\ud800"),
               config_of("t", checkpoint_ns="\udfff"), config_of("t", checkpoint_id="\udfff")]
)  # fmt: skip
def test_a_config_without_a_thread(saver: LedgerSaver, rows: Any, config: Any) -> None:
    """A config that names no thread, or half a character, is refused before anything is written."""
    with pytest.raises(InvalidInput):
        saver.put(config, empty_checkpoint(), {}, {})
    with pytest.raises(InvalidInput):
        saver.put_writes(config, [("a", 1)], "task")
    with pytest.raises(InvalidInput):
        saver.get_tuple(config)
    with pytest.raises(InvalidInput):
        saver.list(config)
    with saver._connections.read() as conn:
        assert conn.execute("SELECT count(*) FROM checkpoint_threads").fetchone()[0] == 0


def test_state_that_no_serializer_takes(saver: LedgerSaver, store: Any, rows: Any) -> None:
    """State that can't be serialized is refused, also as TypeError, and nothing is written."""
    store(None, {"a": {"x": 1}}, versions={"a": 1})
    for changed in ({"a": 2}, {}):
        with pytest.raises(InvalidInput, match="can't be serialized") as caught:
            store(None, {"a": {"x": object()}}, versions={"a": 2}, changed=changed)
        assert isinstance(caught.value, TypeError)
    assert rows()["checkpoints"] == 1


def test_metadata_comes_back(saver: LedgerSaver) -> None:
    """Metadata may hold what the serializer takes; the config adds to it as LangGraph says."""
    at = datetime(2026, 3, 1, tzinfo=UTC)
    config = {**config_of(extra="x", __private="y"), "metadata": {"run_id": "r"}}
    given: Any = {"source": "loop", "step": 2, "parents": {}, "at": at, "deep": {"a": [1, None]}}
    saver.put(config, empty_checkpoint(), given, {})

    found = saver.get_tuple(config_of())

    assert found is not None
    assert found.metadata == {**given, "extra": "x", "run_id": "r"}
    assert [len(list(saver.list(None, filter=one))) for one in ({"at": at}, {"at": "x"})] == [1, 0]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [({}, 1), ({"n": 1}, 1), ({"n": 1.0}, 1), ({"n": True}, 0), ({"n": "1"}, 0), ({"yes": True}, 1),
     ({"yes": 1}, 0), ({"deep": {"a": (1, 2)}}, 1), ({"deep": {"a": [1]}}, 0),
     ({"deep.a": [1, 2]}, 1), ({"none": None}, 1), ({"missing": None}, 1), ({"missing": 1}, 0),
     ({"x' OR 1=1 --": 1}, 0)],
)  # fmt: skip
def test_filters(saver: LedgerSaver, store: Any, wanted: Any, found: int) -> None:
    """A filter compares values as JSON does, nested ones too; None also means missing."""
    store(metadata={"n": 1, "yes": True, "deep": {"a": [1, 2]}, "none": None})

    assert len(list(saver.list(None, filter=wanted))) == found


class Shift:
    """A cipher that gives other bytes each time."""

    count = 0

    def encrypt(self, plaintext: bytes) -> tuple[str, bytes]:
        self.count += 1
        key = self.count % 255 + 1
        return "shift", bytes([key]) + bytes((byte + key) % 256 for byte in plaintext)

    def decrypt(self, ciphername: str, ciphertext: bytes) -> bytes:
        assert ciphername == "shift"
        return bytes((byte - ciphertext[0]) % 256 for byte in ciphertext[1:])


def test_encrypted(tmp_path: Path) -> None:
    """With an encrypting serializer all comes back, and neither state nor metadata is readable."""
    secret = "the treasure is below the oak " * 5
    serde = EncryptedSerializer(Shift(), JsonPlusSerializer(allowed_msgpack_modules=None))
    with LedgerSaver(tmp_path / "a.sqlite3", serde=serde) as saver:
        checkpoint: Any = empty_checkpoint()
        values = {"messages": [HumanMessage(secret), secret], "text": secret, "n": {"x": secret}}
        checkpoint["channel_values"] = values
        stored = saver.put(config_of(), checkpoint, {"note": secret}, {})
        saver.put_writes(stored, [("text", secret)], "task")

        found = saver.get_tuple(config_of())

        assert found is not None
        assert found.checkpoint["channel_values"] == values
        assert found.metadata["note"] == secret.replace("\0", "")
        assert found.pending_writes == [("task", "text", secret)]
        files = [path.read_bytes() for path in tmp_path.iterdir()]
        assert not any(b"treasure" in data for data in files)
    with LedgerSaver(tmp_path / "a.sqlite3") as other, pytest.raises(LedgerError, match="serde="):
        other.get_tuple(config_of())
