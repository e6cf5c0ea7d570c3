"""No secret reaches the file by any method of the runtime that takes a text."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.errors import InvalidInput, NotFound, SecretRefused
from neuromem_graph.pipeline import tracing
from neuromem_graph.settings.redacting import Redacting
from neuromem_graph.stores import MemoryStore
from neuromem_graph.types.ingest import Turns

AT = datetime(2025, 5, 1, tzinfo=UTC)
TOKEN = "ghp_" + "b7" * 18
LOWER = "ghp_" + "a1" * 12  # a secret that has the form of a code
SAID = f"My deploy token is {TOKEN}"


class Stage:
    """Hold a memory with something of each sort that methods ask for."""

    def __init__(self, memory: MemoryRuntime) -> None:
        self.memory = memory
        self.fact = memory.ingest(user="I live in Ghent.", at=AT).created[0].id or ""
        memory.ingest(user="My sister Nina lives in Ghent.", at=AT)
        memory.ingest(user="My colleague Nina lives in Brussels.", at=AT)
        memory.ingest(user="Nina lives in Leuven.", at=AT)
        self.held = memory.pending()[0].id
        self.trace = memory.query("Where do I live?").trace_id or ""
        self.event = memory.observe(SAID, at=AT).events[0].id
        self.entities = [one.entity for one in memory.entities("Nina")]

    def policy(self, **fields: Any) -> dict[str, Any]:
        claim = {"event": self.event, "quote": SAID}
        added = {"operation": "add", "text": SAID}
        return {"intent": "add", "reason": SAID, "evidence_chain": [self.event],
                "grounded_claims": [claim], "deltas": [added]} | fields  # fmt: skip

    def raw(self) -> Turns:
        made = self.memory.turns("I work at Acme.", at=AT)
        turn = made.turns[0].model_copy(update={"text": SAID, "id": "new:x"})
        return made.model_copy(update={"turns": (turn,)})


Call = Callable[[Stage], object]


def events(name: str) -> dict[str, Call]:
    def call(stage: Stage, **given: Any) -> object:
        return getattr(stage.memory, name)(given.pop("event", SAID), **given)

    return {
        "text": lambda s: call(s),
        "thread": lambda s: call(s, event="I like tea.", thread=TOKEN),
        "event": lambda s: call(s, event={"content": "Hi.", "speaker": SAID, "id": TOKEN,
                                          "tags": [SAID], "metadata": {SAID: {"a": SAID}}}),
    }  # fmt: skip


CALLS: dict[str, dict[str, Call]] = {
    **{name: events(name) for name in (
        "observe", "observe_and_commit", "observe_many", "observe_and_route", "ingest", "enqueue",
        "propose", "preview", "turns",
    )},
    "enqueue_turns": {"turns": lambda s: s.memory.enqueue_turns(s.raw())},
    "apply": {"preview": lambda s: s.memory.apply(
        s.memory.preview("I like tea.").model_copy(update={"turns": s.raw()}))},
    "query": {
        "text": lambda s: s.memory.query(f"What is {TOKEN}?"),
        "thread": lambda s: s.memory.query("Where do I live?", filters={"thread": TOKEN}),
        "items": lambda s: s.memory.query(f"What is {TOKEN}?", include_items=True),
    },
    "retrieve": {"text": lambda s: s.memory.retrieve(SAID),
                 "relations": lambda s: s.memory.retrieve("Nina", relations=[TOKEN])},
    "resolve_worldview": {"query": lambda s: s.memory.resolve_worldview(SAID)},
    "correct": {"text": lambda s: s.memory.correct(s.fact, f"I live in Porto and {SAID}.")},
    "decide": {
        "text": lambda s: s.memory.decide(s.held, "edit", text=f"Nina's token is {TOKEN}.",
                                          entity=s.entities[0]),
        "value": lambda s: s.memory.decide(s.held, "edit", text=TOKEN, entity=s.entities[0]),
        "by": lambda s: s.memory.decide(s.held, "reject", by=TOKEN),
    },
    "commit": {
        "reason and quote": lambda s: s.memory.commit(s.policy()),
        "refused": lambda s: s.memory.commit(s.policy(deltas=[], reason=SAID)),
        "value": lambda s: s.memory.commit(s.policy(grounded_claims=[
            {"event": s.event, "quote": SAID, "predicate": "deploy_token", "value": TOKEN,
             "subject": SAID}])),
        "frame": lambda s: s.memory.commit(s.policy(intent="consolidate", deltas=[
            {"operation": "frame", "kind": "schema", "text": SAID, "sources": [s.event]}])),
        "actor": lambda s: s.memory.commit(s.policy(), actor=TOKEN),
    },
    "mutate": {"reason": lambda s: s.memory.mutate(s.policy())},
    "alias": {"name": lambda s: s.memory.alias(s.entities[0], TOKEN)},
    "merge": {"reason": lambda s: s.memory.merge(s.entities[0], s.entities[1], reason=SAID)},
    "after_turn": {"feedback": lambda s: s.memory.after_turn(s.trace, "success", feedback=SAID)},
    "forget": {"reason": lambda s: s.memory.forget(s.fact, reason=LOWER)},
    "restore": {"reason": lambda s: s.memory.restore(s.fact, reason=LOWER)},
    "erase": {"reason": lambda s: s.memory.erase(s.fact, LOWER)},
    "erase_all": {"reason": lambda s: s.memory.erase_all(("x",), LOWER)},
    "within": {"namespace": lambda s: s.memory.within(("x", TOKEN)).ingest("Hi, I like tea.")},
    "taint": {"speaker": lambda s: s.memory.taint(TOKEN, by="speaker"),
              "thread": lambda s: s.memory.taint(TOKEN, by="thread"),
              "reason": lambda s: s.memory.taint("Nina", by="speaker", reason=LOWER)},
    "untaint": {"source": lambda s: s.memory.untaint(TOKEN, by="speaker")},
    "import_chat": {
        "text": lambda s: s.memory.import_chat([json.dumps({"content": SAID})]),
        "metadata": lambda s: s.memory.import_chat([json.dumps({"content": "Hi.", SAID: SAID})]),
        "thread": lambda s: s.memory.import_chat(['"I like tea."'], thread=TOKEN),
    },
    "import_mem0": {"text": lambda s: s.memory.import_mem0([json.dumps([{
        "id": "1", "memory": SAID, "metadata": {"a": SAID}}])])},
    "import_store": {"text": lambda s: s.memory.import_store(store_with(SAID), ("x",))},
}  # fmt: skip
"""Each method that takes a text, by what carries it."""


def store_with(text: str) -> InMemoryStore:
    """Return a LangGraph store with one item."""
    store = InMemoryStore()
    store.put(("x",), "key", {"text": text})
    return store


ONLY_READ = frozenset({
    "assess_impact", "entities", "explain", "get", "history", "list_edges", "pending",
    "replay_trace", "unmerge", "why_written",
})  # fmt: skip
"""Methods whose texts name what is looked up: they write nothing of it."""

NO_TEXT = frozenset({
    "backup", "close", "export_jsonl", "flush", "graph", "import_jsonl", "log",
    "materialize_worldview", "performance_stats", "prewarm_embeddings", "rebuild",
    "rebuild_materialized_views", "reindex", "retry_deferred", "stats", "taints", "verify",
    "graph_html", "timeline", "timeline_html",
})  # fmt: skip
CASES = [(name, what) for name, calls in CALLS.items() for what in calls]


def test_every_method_is_looked_at() -> None:
    """A method that is added to the runtime has to be looked at here."""
    public = {
        name for name in dir(MemoryRuntime)
        if not name.startswith("_") and callable(getattr(MemoryRuntime, name)) and name != "local"
    }  # fmt: skip
    sync = {name for name in public if not (name[0] == "a" and name[1:] in public)}
    assert sync == CALLS.keys() | ONLY_READ | NO_TEXT


@pytest.mark.parametrize(("name", "what"), CASES)
def test_no_text_carries_a_secret_into_the_file(name: str, what: str, tmp_path: Path) -> None:
    """Whatever text of whatever method holds a secret: it is taken out, or clearly refused."""
    with MemoryRuntime.local("x", tmp_path / "m.sqlite3") as memory:
        stage = Stage(memory)
        try:
            CALLS[name][what](stage)
        except SecretRefused as exc:
            assert TOKEN not in str(exc)
        except (InvalidInput, NotFound) as exc:
            assert what == "value" or name == "untaint", exc
        memory.flush()
        kept = b"".join(one.read_bytes() for one in tmp_path.iterdir()) + traces(tmp_path)
    kept += b"".join(one.read_bytes() for one in tmp_path.iterdir())
    for secret in (TOKEN, LOWER):
        for form in (secret, json.dumps(secret)[1:-1], secret.casefold(), secret.upper()):
            assert form.encode() not in kept


def traces(folder: Path) -> bytes:
    """Return what traces hold: in the file they are packed."""
    with closing(sqlite3.connect(folder / "m.sqlite3")) as conn:
        rows = conn.execute("SELECT body FROM traces").fetchall()
    return b"".join(tracing.read(body).model_dump_json().encode() for (body,) in rows)


def test_a_question_finds_the_secret_it_names_by_its_mark() -> None:
    """Question and memory lose the same secret to the same mark, so that they still meet."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user=f"{SAID}.", at=AT)
        memory.ingest(user=f"My other deploy token is ghp_{'c8' * 18}.", at=AT + timedelta(hours=1))
        context = memory.query(f"Which token is {TOKEN}?", k=1)
        assert TOKEN not in context.query
        assert context.items[0].text.startswith("My deploy token is [redacted github_token ")


def test_a_name_with_a_secret_is_refused_before_the_file_is_made(tmp_path: Path) -> None:
    """A namespace that is a token is refused: nothing is written, not even an empty file."""
    with pytest.raises(SecretRefused, match="namespace"):
        MemoryRuntime.local(("x", TOKEN), tmp_path / "m.sqlite3")
    assert list(tmp_path.iterdir()) == []


def test_a_store_keeps_no_secret_if_asked_to(tmp_path: Path) -> None:
    """With `Redacting(items=True)` values lose secrets; keys that hold one are refused."""
    chosen = Settings(redacting=Redacting(items=True))
    with MemoryRuntime.local("x", tmp_path / "m.sqlite3", settings=chosen) as memory:
        store = MemoryStore(memory)
        store.put(("notes",), "deploy", {"text": SAID, "deep": [{"token": TOKEN}]})
        assert "[redacted github_token " in str(store.get(("notes",), "deploy"))
        for namespace, key in ((("notes",), TOKEN), (("notes", TOKEN), "a")):
            with pytest.raises(SecretRefused):
                store.put(namespace, key, {"text": "x"})
        assert store.search(("notes",), query=f"token {TOKEN}")
        kept = b"".join(one.read_bytes() for one in tmp_path.iterdir()) + traces(tmp_path)
    assert TOKEN.encode() not in kept


def test_a_receipt_does_not_repeat_the_key_a_provider_quotes() -> None:
    """Why a turn is deferred is told without the secrets in the provider's message."""

    def failing(turns: Turns) -> Any:
        raise RuntimeError(f"refused key {TOKEN}")

    with MemoryRuntime.local("x", ":memory:", extractor=failing) as memory:
        (item,) = memory.ingest(user="I like tea.", at=AT).of("deferred")
        assert "[redacted github_token" in (item.reason or "")
        assert TOKEN not in str(item)


@pytest.mark.parametrize("unseen", [
    "\u200b", "\u2060", "\ufeff", "\xad", "\u202e", "\u200d", "\U000e0041", "\x00", "\x1f",
    "\u3164", "\ufe0f", "\ud800", "\ufffd",
])  # fmt: skip
def test_what_nobody_sees_parts_no_secret(unseen: str, tmp_path: Path) -> None:
    """An invisible character in its middle brings a secret into no file and no prompt."""
    parted = f"{TOKEN[:24]}{unseen}{TOKEN[24:]}"
    with MemoryRuntime.local("x", tmp_path / "m.sqlite3") as memory:
        memory.observe(f"Use {parted}", at=AT)
        memory.ingest(user=f"I use {parted} for the deploy.", at=AT)
        memory.enqueue({"content": "Hi.", "tags": [parted], "metadata": {"a": [parted]}}, at=AT)
        memory.flush()
        context = memory.query(f"Where do I use {parted}?")
        told = context.to_prompt() + repr(context) + repr(memory.get(context.items[0].id))
        kept = b"".join(one.read_bytes() for one in tmp_path.iterdir()) + traces(tmp_path)
    assert "[redacted github_token " in told
    kept += b"".join(one.read_bytes() for one in tmp_path.iterdir())
    for text in (told, kept.decode(errors="replace")):
        assert "b7b7b7" not in text
