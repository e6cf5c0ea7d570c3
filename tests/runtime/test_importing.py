"""What others remember is taken in with its times, once, and only what can be used."""

import asyncio
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import IdempotencyConflict, InvalidInput
from neuromem_graph.stores import MemoryStore

AT = datetime(2024, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def memory() -> Iterator[MemoryRuntime]:
    """Return an empty memory."""
    with MemoryRuntime.local(("acme", "ann"), ":memory:") as opened:
        yield opened


def lines(*messages: Any) -> list[str]:
    """Return JSON lines."""
    return [f"{json.dumps(message)}\n" for message in messages]


def texts(memory: MemoryRuntime) -> list[tuple[str, str, datetime]]:
    """Return channel, words and time of every event."""
    return [
        (str(e.header["channel"]), str((e.payload or {})["text"]),
         datetime.fromtimestamp(int(str(e.header["happened_at"])) / 1e6, UTC))
        for e in memory.log(limit=1000) if e.kind == "event"
    ]  # fmt: skip


LOCOMO = {
    "sample_id": "one",
    "conversation": {
        "speaker_a": "Ann", "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "I live in Ghent."},
                      {"speaker": "Bo", "dia_id": "D1:2", "text": "I love tea."}],
        "session_2_date_time": "9:00 am on 1 June, 2023",
        "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "I moved to Rome."}],
    },
}  # fmt: skip
CHATGPT = {
    "id": "c1", "title": "Tea",
    "mapping": {
        "b": {"message": {"id": "b", "author": {"role": "assistant"}, "create_time": 1714564860.0,
                          "content": {"parts": ["Noted."]}}},
        "a": {"message": {"id": "a", "author": {"role": "user"}, "create_time": 1714564800.0,
                          "content": {"parts": ["I love green tea."]}}},
        "root": {"message": None},
    },
}  # fmt: skip
SAID = ("user", "I love green tea.", AT)
FORMS: list[tuple[str, Any]] = [
    ("roles", [{"role": "user", "content": "I love green tea.", "at": "2024-05-01T12:00:00Z"}]),
    ("messages", {"messages": [{"role": "user", "content": "I love green tea.",
                                "timestamp": 1714564800}]}),
    ("milliseconds", [{"from": "human", "text": "I love green tea.", "ts": 1714564800000}]),
    ("naive", [{"sender": "User", "message": "I love green tea.", "date": "2024-05-01 12:00:00"}]),
    ("zone", [{"content": "I love green tea.", "created_at": "2024-05-01T14:00:00+02:00"}]),
    ("langchain", [{"type": "human", "data": {"content": "I love green tea.", "type": "human"}}]),
    ("events", {"events": [{"content": "I love green tea.", "at": "2024-05-01T12:00:00Z"}]}),
    ("chatgpt", [CHATGPT]),
]  # fmt: skip


@pytest.mark.parametrize(("form", "found"), FORMS, ids=[form for form, _ in FORMS])
@pytest.mark.parametrize("indent", [None, 2])
def test_logs_are_read_in_every_form(
    memory: MemoryRuntime, form: str, found: Any, indent: int | None
) -> None:
    """Role, words and time are found, on one line or on many; a second import adds nothing."""
    coded = json.dumps(found, indent=indent)
    told = memory.import_chat(io.StringIO(coded))

    known = 2 if form == "langchain" else 3  # its dumps tell no time
    assert texts(memory)[0][:known] == SAID[:known]
    assert (told.read, told.added, told.known) == (told.read, told.read, 0)
    again = memory.import_chat(io.StringIO(coded))
    assert (again.added, again.known) == (0, told.read)
    assert memory.query("Which tea?").items[0].text == "I love green tea."


def test_locomo_keeps_speakers_sessions_and_times(memory: MemoryRuntime, tmp_path: Path) -> None:
    """A turn has the time of its session plus a minute for each before it."""
    (tmp_path / "one.json").write_text(json.dumps([LOCOMO]))
    told = memory.import_chat(tmp_path / "one.json")

    assert told.added == 3
    assert [at for _, _, at in texts(memory)] == [
        datetime(2023, 5, 8, 13, 56, tzinfo=UTC), datetime(2023, 5, 8, 13, 57, tzinfo=UTC),
        datetime(2023, 6, 1, 9, 0, tzinfo=UTC),
    ]  # fmt: skip
    item = memory.query("Who loves tea?").items[0]
    assert (item.speaker, item.thread, item.message_id) == ("Bo", "session_1", "D1:2")
    assert memory.import_chat(tmp_path / "one.json").added == 0


def test_conversations_of_several_people_are_not_mixed(memory: MemoryRuntime) -> None:
    """A file with several is refused until one is chosen."""
    found = json.dumps([LOCOMO, {**LOCOMO, "sample_id": "two"}])
    with pytest.raises(InvalidInput, match=r"input:1:1: it holds 2 conversations.*one\|two"):
        memory.import_chat([found])
    assert memory.stats().events == 0
    assert memory.import_chat([found], sample="two").added == 3


def test_times_without_a_zone_get_the_one_that_is_given(memory: MemoryRuntime) -> None:
    """`zone` is that of naive times alone."""
    zone = timezone(timedelta(hours=2))
    memory.import_chat(lines({"content": "I like tea.", "at": "2024-05-01T14:00:00"}), zone=zone)

    assert texts(memory) == [("user", "I like tea.", AT)]


def test_equal_messages_are_counted(memory: MemoryRuntime) -> None:
    """ "ok" said twice is two events, and still two when the log is imported again, grown."""
    log = lines({"content": "ok"}, {"content": "ok"}, {"content": "ok", "thread": "t"})
    assert memory.import_chat(log, mode="observe").added == 3
    assert memory.import_chat(log, mode="observe").added == 0
    assert memory.import_chat([*log, *lines({"content": "ok"})], mode="observe").added == 1


@pytest.mark.parametrize(
    ("mode", "memories", "assessed"),
    [("observe", 0, 0), ("route", 0, 1), ("commit", 1, 1), ("ingest", 1, 1)],
)
@pytest.mark.parametrize("asynchronous", [True, False])
def test_modes(
    memory: MemoryRuntime, mode: Any, memories: int, assessed: int, asynchronous: bool
) -> None:
    """Events alone, events that are routed, memories: as the methods of the runtime do."""
    log = lines({"content": "I love green tea."})
    if asynchronous:
        told = asyncio.run(memory.aimport_chat(log, mode=mode))
    else:
        told = memory.import_chat(log, mode=mode)

    assert told.added == 1
    assert sum(memory.stats().memories.values()) == memories
    assert sum(entry.kind == "impact" for entry in memory.log()) == assessed


BAD: list[tuple[str, str, str]] = [
    ("no JSON", '{"content": "x" "y"}', r"log\.jsonl:71:17: not JSON: Expecting ','"),
    ("no text", '{"role": "user"}', r"log\.jsonl:71:1: no text"),
    ("no message", "7", r"log\.jsonl:71:1: int is no message"),
    ("no role", '{"content": "x", "role": "king"}', r"log\.jsonl:71:1: role 'king' is unknown"),
    ("no time", '{"content": "x", "at": "soon"}', r"log\.jsonl:71:1: 'soon' is no time"),
    ("other words", '{"content": "x", "id": "m3"}', r"log\.jsonl:71:1: .*'id:\[null, \"m3\"\]'"),
]


@pytest.mark.parametrize(("what", "line", "message"), BAD, ids=[what for what, _, _ in BAD])
@pytest.mark.parametrize("asynchronous", [True, False])
def test_a_bad_line_is_named(
    memory: MemoryRuntime, tmp_path: Path, what: str, line: str, message: str, asynchronous: bool
) -> None:
    """File, line and column are named; the lines before are kept, and a rerun adds the rest."""
    log = tmp_path / "log.jsonl"
    good = lines(*({"content": f"I like number {n}.", "id": f"m{n}"} for n in range(70)))
    log.write_text("".join([*good, f"{line}\n", *lines({"content": "I like tea."})]))
    with pytest.raises((InvalidInput, IdempotencyConflict), match=message) as caught:
        if asynchronous:
            asyncio.run(memory.aimport_chat(log))
        else:
            memory.import_chat(log)

    assert "70 before it were kept, 70 of them new" in str(caught.value)
    assert memory.stats().events == 70
    log.write_text("".join([*good, *lines({"content": "I like tea."})]))
    told = memory.import_chat(log)
    assert (told.added, told.known) == (1, 70)


def test_what_is_no_text_at_all_is_named(memory: MemoryRuntime, tmp_path: Path) -> None:
    """Bytes that are no UTF-8, a missing file and another thing are refused."""
    (tmp_path / "x").write_bytes(b'{"content": "ok"}\n{"content": "\xff"}\n')
    with pytest.raises(InvalidInput, match=r"x:2:14: no UTF-8.*1 before it were kept"):
        memory.import_chat(tmp_path / "x")
    with pytest.raises(InvalidInput, match="can't be read"):
        memory.import_chat(tmp_path / "missing")
    with pytest.raises(InvalidInput, match="neither a path nor an open file"):
        memory.import_chat(7)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="mode='all'"):
        memory.import_chat([], mode="all")  # type: ignore[arg-type]


MEM0 = {"results": [
    {"id": "1", "memory": "Loves green tea", "hash": "h", "created_at": "2024-05-01T12:00:00Z",
     "updated_at": None, "user_id": "ann", "metadata": {"topic": "food"}},
    {"id": "2", "memory": "Lives in Ghent", "created_at": "2024-05-01T05:00:00-07:00",
     "updated_at": "2024-05-02T05:00:00-07:00", "user_id": "ann"},
]}  # fmt: skip


def test_memories_of_mem0_are_taken_in(memory: MemoryRuntime) -> None:
    """They are recalled with their times, marked as a model's word, and make no facts."""
    told = memory.import_mem0([json.dumps(MEM0)])

    assert (told.read, told.added) == (2, 2)
    assert [at for _, _, at in texts(memory)] == [AT, AT + timedelta(days=1)]
    item = memory.query("What tea?").items[0]
    assert (item.text, item.channel, item.commitment) == (
        "Loves green tea", "assistant", "candidate",
    )  # fmt: skip
    assert memory.import_mem0(io.StringIO(json.dumps(MEM0, indent=1))).added == 0
    changed = {"results": [{**MEM0["results"][0], "memory": "Loves black tea"}]}
    assert memory.import_mem0([json.dumps(changed)]).added == 1


def test_memories_of_mem0_can_be_trusted(memory: MemoryRuntime) -> None:
    """As the user's own word they are firm."""
    memory.import_mem0([json.dumps(MEM0["results"])], role="user")
    assert memory.query("What tea?").items[0].commitment == "validated"


def test_memories_of_several_users_are_not_mixed(memory: MemoryRuntime) -> None:
    """A file with several is refused until one is chosen; what is no such file, too."""
    bob = {"id": "3", "memory": "Loves coffee", "user_id": "bob"}
    found = [json.dumps([*MEM0["results"], bob])]
    with pytest.raises(InvalidInput, match=r"2 users.*ann\|bob"):
        memory.import_mem0(found)
    assert memory.import_mem0(found, user_id="bob").added == 1
    with pytest.raises(InvalidInput, match="get_all"):
        memory.import_mem0(['{"a": 1}'])
    with pytest.raises(InvalidInput, match=r"memory '9' has no text.*1 before it were kept"):
        memory.import_mem0([json.dumps([{"memory": "Likes tea"}, {"id": "9"}])])
    with pytest.raises(InvalidInput, match="role='king'"):
        memory.import_mem0(found, role="king")


@pytest.mark.parametrize("kind", ["langgraph", "ours"])
def test_items_of_a_store_are_taken_in(memory: MemoryRuntime, kind: str) -> None:
    """Whatever a value is like, its words are recalled; only the namespace asked for is read."""
    with MemoryRuntime.local("other", ":memory:") as other:
        store: Any = InMemoryStore() if kind == "langgraph" else MemoryStore(other)
        for n in range(150):
            store.put(("memories", "ann"), f"k{n}", {"text": f"fact number {n}"})
        deep = {"kind": "Memory", "content": {"content": "Loves green tea"}}
        store.put(("memories", "ann", "deep"), "a", deep)
        store.put(("memories", "ann"), "profile", {"name": "Ann", "cities": ["Rome"], "age": None})
        store.put(("memories", "ann"), "none", {})
        store.put(("memories", "anna"), "x", {"text": "of somebody else"})
        told = memory.import_store(store, ("memories", "ann"))

        assert (told.read, told.added) == (152, 152)
        assert memory.query("green tea").items[0].text == "Loves green tea"
        assert memory.query("cities Rome").items[0].text == 'cities: ["Rome"]\nname: Ann'
        assert "of somebody else" not in [text for _, text, _ in texts(memory)]
        assert memory.import_store(store, ("memories", "ann")).added == 0
        assert asyncio.run(memory.aimport_store(store, ("memories", "ann"))).known == 152
    with pytest.raises(InvalidInput, match="give a LangGraph store"):
        memory.import_store({}, ("memories",))  # type: ignore[arg-type]
