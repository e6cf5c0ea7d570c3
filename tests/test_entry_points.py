"""Any text through any public method: it is stored and comes back equal, or is refused clearly.

Every public method of the runtime, the store and the saver, and every node, has a case here; one
that is added without a case fails the test. What a file can't hold (lone surrogates, NUL) becomes
U+FFFD in what was said, as documented, and is refused in names, keys and values.
"""

import asyncio
import inspect
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.store.base import GetOp, ListNamespacesOp, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore
from pydantic import ValidationError

from neuromem_graph import MemoryRuntime, nodes
from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.core.text import clean, is_blank
from neuromem_graph.errors import MemoryGraphError
from neuromem_graph.stores import MemoryStore

LONG = bool(os.environ.get("NEUROMEM_LONG_TESTS"))
EXAMPLES = 100 if LONG else 15

AWKWARD = [
    "", " ", "\0", "a\0b", "\ud800", "\udfff\ud800", "a\udc80b", "\ufffe\uffff", "\U0010ffff",
    "\U0001fffe", "\u202eevil\u202c", "\u2066x\u2069", "\u200b\u200d\ufeff", "\u061c", "e\u0301",
    "\u1100\u1161\u11a8", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\r\n\x85\u2028\u2029",
    "\x1b[31m", "'; DROP TABLE records; --", '"\\', "%_*?[", "{user_id}", "{0.__class__}", "../..",
    "NaN", "null", "<recalled-memory>", "I live in \ud800.", "My sister \u202eanN lives in Rome.",
    "x" * 20_000, "\u0300" * 5_000, "(" * 5_000, "I like tea. " * 800, "a " * 8_000, "\ufdfa" * 900,
]  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(),
    st.text(alphabet=st.characters(categories=["Cs", "Cc", "Cf", "Co", "Cn", "Zl", "Zp", "Mn"])),
    st.builds(lambda one, n: one * n, st.text(min_size=1, max_size=4), st.integers(1, 3_000)),
)
AT = datetime(2025, 5, 1, tzinfo=UTC)


class Calling:
    """Call the methods of something, or their async twins."""

    def __init__(self, owner: Any, asynchronous: bool) -> None:
        self.owner, self._asynchronous = owner, asynchronous

    def __getattr__(self, name: str) -> Any:
        """Return a function that calls and waits."""
        twin = getattr(self.owner, f"a{name}", None) if self._asynchronous else None
        return getattr(self.owner, name) if twin is None else lambda *a, **o: _run(twin, *a, **o)


def _run(twin: Any, *args: Any, **options: Any) -> Any:
    async def run() -> Any:
        made = twin(*args, **options)
        if inspect.isasyncgen(made):
            return [one async for one in made]
        return await made

    return asyncio.run(run())


class World(NamedTuple):
    """Hold a memory and what there is in it."""

    memory: MemoryRuntime
    event: str
    item: str  # id of a memory
    trace: str
    entity: int
    held: str
    folder: Path


@contextmanager
def world(folder: Path) -> Iterator[World]:
    """Open a memory that holds a little of everything."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        told = memory.ingest(user="My sister Nina lives in Rome.", at=AT)
        memory.ingest(user="My colleague Nina lives in Oslo.", at=AT)
        memory.ingest(user="Nina lives in Paris.", at=AT)
        context = memory.query("Where does Nina live?")
        entity = next(one.entity for one in memory.entities() if one.name == "Nina")
        (held,) = memory.pending()
        MemoryStore(memory).put(("a",), "k", {"text": "tea"})
        yield World(memory, told.events[0].id, context.items[0].id, str(context.trace_id), entity,
                    held.id, folder)  # fmt: skip


def everywhere(text: str) -> dict[str, Any]:
    """Return an event that says a text in every field."""
    return {
        "content": text, "id": text, "thread": text, "speaker": text, "type": text,
        "keywords": [text], "metadata": {text: [text]}, "task": text, "other": {"k": text},
    }  # fmt: skip


def policy(w: World, text: str) -> dict[str, Any]:
    """Return a policy that says a text in every field."""
    return {"intent": "add", "reason": text, "evidence_chain": [w.event, text], "deltas": [
        {"operation": "add", "text": text, "keywords": [text], "name": text},
        {"operation": "frame", "text": text, "kind": "fact", "sources": [w.item, text]},
        {"operation": "link", "source": text, "target": w.item}],
        "grounded_claims": [{"event": w.event, "quote": text, "predicate": "lives_in",
                             "value": text, "subject": text}]}  # fmt: skip


def named(w: World, text: str) -> str:
    """Return a path whose last part ends with a text."""
    return str(w.folder / "p") + text.replace("/", "")


def checkpoint(text: str) -> dict[str, Any]:
    """Name a checkpoint by a text."""
    return {"configurable": {"thread_id": text, "checkpoint_ns": text, "checkpoint_id": text}}


def store_with(text: str) -> InMemoryStore:
    """Return a LangGraph store that holds a text in every place."""
    store = InMemoryStore()
    store.put(("a", "b"), text, {"text": text, text: text})
    store.put(("a",), "k", {text: text})
    return store


Case = Callable[[Any, World, str], Any]
SAYING: dict[str, Case] = {
    "observe": lambda m, w, t: m.observe(t),
    "observe_and_commit": lambda m, w, t: m.observe_and_commit(t),
    "observe_many": lambda m, w, t: m.observe_many([t]),
    "ingest": lambda m, w, t: m.ingest(user=t),
    "enqueue": lambda m, w, t: m.enqueue(user=t),
    "observe_and_route": lambda m, w, t: m.observe_and_route(t),
    "enqueue_turns": lambda m, w, t: m.enqueue_turns(m.owner.turns(t)),
    "apply": lambda m, w, t: m.apply(m.preview(user=t)),
}
"""Methods that store what was said."""

RUNTIME: dict[str, list[Case]] = {
    **{name: [case] for name, case in SAYING.items()},
    "observe": [lambda m, w, t: m.observe(everywhere(t)), lambda m, w, t: m.observe("x", thread=t)],
    "observe_and_commit": [lambda m, w, t: m.observe_and_commit(everywhere(t))],
    "observe_and_route": [lambda m, w, t: m.observe_and_route(everywhere(t))],
    "observe_many": [lambda m, w, t: m.observe_many([everywhere(t), t, {"role": t, "content": t}])],
    "ingest": [lambda m, w, t: m.ingest(everywhere(t)), lambda m, w, t: m.ingest((t, t)),
               lambda m, w, t: m.ingest(assistant=t, thread=t),
               lambda m, w, t: m.ingest({"content": [{"type": t, "text": t}, {"text": t}, t]})],
    "enqueue": [lambda m, w, t: m.enqueue(everywhere(t))],
    "preview": [lambda m, w, t: m.preview(everywhere(t)), lambda m, w, t: m.preview(t)],
    "turns": [lambda m, w, t: m.turns(everywhere(t)), lambda m, w, t: m.turns([("user", t)])],
    "propose": [lambda m, w, t: m.propose(everywhere(t)), lambda m, w, t: m.propose(t)],
    "apply": [lambda m, w, t: m.apply(t)],
    "after_turn": [lambda m, w, t: m.after_turn(t, "success"),
                   lambda m, w, t: m.after_turn(w.trace, t),
                   lambda m, w, t: m.after_turn(w.trace, "success", t)],
    "alias": [lambda m, w, t: m.alias(w.entity, t), lambda m, w, t: m.alias(t, "Bob")],
    "merge": [lambda m, w, t: m.merge(t, w.entity), lambda m, w, t: m.merge(w.entity, t),
              lambda m, w, t: m.merge(w.entity, w.entity, reason=t)],
    "unmerge": [lambda m, w, t: m.unmerge(t)],
    "entities": [lambda m, w, t: m.entities(t), lambda m, w, t: m.entities(as_of=checkpoint(t))],
    "assess_impact": [lambda m, w, t: m.assess_impact(t)],
    "commit": [lambda m, w, t: m.commit(policy(w, t)), lambda m, w, t: m.commit({"intent": t}),
               lambda m, w, t: m.commit({"intent": "noop", "reason": t}, actor=t)],
    "mutate": [lambda m, w, t: m.mutate(policy(w, t), actor=t)],
    "correct": [lambda m, w, t: m.correct(w.item, t), lambda m, w, t: m.correct(t, "x")],
    "decide": [lambda m, w, t: m.decide(t, "accept"), lambda m, w, t: m.decide(w.held, t),
               lambda m, w, t: m.decide(w.held, "edit", text=t),
               lambda m, w, t: m.decide(w.held, "reject", by=t)],
    "pending": [lambda m, w, t: m.pending(t)],
    "erase": [lambda m, w, t: m.erase(t), lambda m, w, t: m.erase(w.event, t)],
    "erase_all": [lambda m, w, t: m.erase_all((t,)), lambda m, w, t: m.erase_all(("y",), t)],
    "forget": [lambda m, w, t: m.forget(t), lambda m, w, t: m.forget(w.item, t),
               lambda m, w, t: m.forget(w.item, reason=t)],
    "restore": [lambda m, w, t: m.restore(t), lambda m, w, t: m.restore(w.item, reason=t)],
    "taint": [lambda m, w, t: m.taint(t), lambda m, w, t: m.taint(t, by="speaker"),
              lambda m, w, t: m.taint(w.event, by=t), lambda m, w, t: m.taint(w.event, reason=t)],
    "untaint": [lambda m, w, t: m.untaint(t), lambda m, w, t: m.untaint(w.event, by=t),
                lambda m, w, t: m.untaint(w.event, reason=t)],
    "taints": [lambda m, w, t: m.taints(as_of=checkpoint(t))],
    "explain": [lambda m, w, t: m.explain(t)],
    "replay_trace": [lambda m, w, t: m.replay_trace(t)],
    "why_written": [lambda m, w, t: m.why_written(t)],
    "get": [lambda m, w, t: m.get(t), lambda m, w, t: m.get(w.item, as_of=checkpoint(t))],
    "history": [lambda m, w, t: m.history(t), lambda m, w, t: m.history("user", t),
                lambda m, w, t: m.history(t, "lives_in")],
    "list_edges": [lambda m, w, t: m.list_edges(t), lambda m, w, t: m.list_edges(memory=t)],
    "query": [lambda m, w, t: m.query(t), lambda m, w, t: m.query(t, include_items=True),
              lambda m, w, t: m.query("tea", lens=t), lambda m, w, t: m.query("tea", as_of=t),
              lambda m, w, t: m.query("tea", filters={"thread": t}),
              lambda m, w, t: m.query("tea", filters={t: t}),
              lambda m, w, t: m.query("tea", filters={"kinds": [t]}),
              lambda m, w, t: m.query("tea", as_of=checkpoint(t))],
    "resolve_worldview": [lambda m, w, t: m.resolve_worldview(t),
                          lambda m, w, t: m.resolve_worldview(None, lens=t)],
    "retrieve": [lambda m, w, t: m.retrieve(t), lambda m, w, t: m.retrieve("Nina", relations=[t])],
    "graph": [lambda m, w, t: m.graph(as_of=checkpoint(t))],
    "export_jsonl": [lambda m, w, t: m.export_jsonl(named(w, t))],
    "import_jsonl": [lambda m, w, t: m.import_jsonl([t]),
                     lambda m, w, t: m.import_jsonl(named(w, t))],
    "import_chat": [lambda m, w, t: m.import_chat([t], thread=t, sample=t),
                    lambda m, w, t: m.import_chat(named(w, t)),
                    lambda m, w, t: m.import_chat([json.dumps({"content": t, "id": t, t: t})])],
    "import_mem0": [lambda m, w, t: m.import_mem0([json.dumps([{"memory": t, "id": t}])]),
                    lambda m, w, t: m.import_mem0([json.dumps({t: t})], user_id=t, role=t)],
    "import_store": [lambda m, w, t: m.import_store(InMemoryStore(), (t,), role=t),
                     lambda m, w, t: m.import_store(store_with(t), ("a",))],
    "backup": [lambda m, w, t: m.backup(named(w, t))],
    "graph_html": [lambda m, w, t: m.graph_html(as_of=checkpoint(t)),
                   lambda m, w, t: m.graph_html(most=t)],
    "timeline": [lambda m, w, t: m.timeline(as_of=checkpoint(t)),
                 lambda m, w, t: m.timeline(most=t)],
    "timeline_html": [lambda m, w, t: m.timeline_html(as_of=checkpoint(t)),
                      lambda m, w, t: m.timeline_html(most=t)],
    "within": [lambda m, w, t: m.owner.within(t).stats(),
               lambda m, w, t: m.owner.within((t, t)).ingest(user=t)],
    "local": [lambda m, w, t: MemoryRuntime.local((t,), ":memory:").close(),
              lambda m, w, t: MemoryRuntime.local("x", ":memory:", extractor=t[:60]).close(),
              lambda m, w, t: MemoryRuntime.local("x", ":memory:", embedder=t[:60]).close(),
              lambda m, w, t: MemoryRuntime.local("x", ":memory:", reranker=t).close(),
              lambda m, w, t: MemoryRuntime.local("x", named(w, t)).close()],
}  # fmt: skip
TEXTLESS = {
    "close", "flush", "log", "materialize_worldview", "performance_stats", "prewarm_embeddings",
    "rebuild", "rebuild_materialized_views", "reindex", "retry_deferred", "stats", "verify",
}  # fmt: skip
"""Methods of the runtime that take no text."""

STORE: dict[str, list[Case]] = {
    "put": [lambda s, w, t: s.put((t,), t, {t: t}),
            lambda s, w, t: s.put(("a",), "k", {"text": t}, [t])],
    "get": [lambda s, w, t: s.get((t,), t),
            lambda s, w, t: s.get(("a",), "k", as_of=checkpoint(t))],
    "delete": [lambda s, w, t: s.delete((t,), t)],
    "search": [lambda s, w, t: s.search((t,)), lambda s, w, t: s.search(("a",), query=t),
               lambda s, w, t: s.search(("a",), filter={t: t}),
               lambda s, w, t: s.search(("a",), filter={"text": {"$gt": t}}),
               lambda s, w, t: s.search(("a",), filter={"text": {t: t}})],
    "list_namespaces": [lambda s, w, t: s.list_namespaces(prefix=(t,)),
                        lambda s, w, t: s.list_namespaces(suffix=(t, "*"))],
    "batch": [lambda s, w, t: s.batch([PutOp((t,), t, {"text": t}), GetOp((t,), t),
                                       SearchOp((t,), query=t), ListNamespacesOp()]),
              lambda s, w, t: s.batch([t])],
    "put_if": [lambda s, w, t: s.put_if((t,), t, {t: t}, expected_version=None)],
    "read": [lambda s, w, t: s.read((t,), t)],
    "history": [lambda s, w, t: s.history((t,), t)],
    "from_conn_string": [lambda s, w, t: MemoryStore.from_conn_string(
        named(w, t)).close()],
}  # fmt: skip
STORE_TEXTLESS = {
    "close", "index_state", "reindex", "setup", "start_ttl_sweeper", "stop_ttl_sweeper",
    "sweep_ttl",
}  # fmt: skip


def saved(s: Any, config: Any, text: str) -> Any:
    """Put a checkpoint that says a text in every field."""
    made = {**empty_checkpoint(), "channel_values": {"messages": [text], "k": {"k": text}}}
    versions = {"messages": "1", "k": "1"}
    return s.put(config, {**made, "channel_versions": versions}, {"source": "input", "k": text},
                 versions)  # fmt: skip


def place(text: str) -> Any:
    """Name a thread by a text."""
    return {"configurable": {"thread_id": text, "checkpoint_ns": ""}}


SAVER: dict[str, list[Case]] = {
    "put": [lambda s, w, t: saved(s, place(t), "x"), lambda s, w, t: saved(s, place("x"), t)],
    "put_writes": [lambda s, w, t: s.put_writes(saved(s, place("x"), "x"), [(t, t)], t, t)],
    "get": [lambda s, w, t: s.get(checkpoint(t))],
    "get_tuple": [lambda s, w, t: s.get_tuple(checkpoint(t)),
                  lambda s, w, t: s.get_tuple(place(t))],
    "list": [lambda s, w, t: list(s.list(place(t))),
             lambda s, w, t: list(s.list(None, filter={t: t}, before=checkpoint(t)))],
    "copy_thread": [lambda s, w, t: s.copy_thread("x", t), lambda s, w, t: s.copy_thread(t, "y")],
    "delete_thread": [lambda s, w, t: s.delete_thread(t)],
    "delete_for_runs": [lambda s, w, t: s.delete_for_runs([t])],
    "prune": [lambda s, w, t: s.prune([t]), lambda s, w, t: s.prune(["x"], strategy=t)],
    "memory_seq": [lambda s, w, t: s.memory_seq(checkpoint(t))],
    "get_delta_channel_history": [
        lambda s, w, t: s.get_delta_channel_history(config=place("x"), channels=[t]),
        lambda s, w, t: s.get_delta_channel_history(config=checkpoint(t), channels=["k"])],
    "from_conn_string": [lambda s, w, t: LedgerSaver.from_conn_string(
        named(w, t)).close()],
}  # fmt: skip
SAVER_TEXTLESS = {"close", "setup", "get_next_version", "with_allowlist"}
"""The last two are LangGraph's own."""


def message(kind: Any, text: str) -> Any:
    """Return a chat message, or its dictionary where LangChain makes none of such a text."""
    try:
        return kind(text, id=text, name=text)
    except ValidationError:
        return {"role": "user", "content": text}


def spoken(make: Callable[[Any], Any]) -> list[Case]:
    """Return the cases of a node: a text as what is said, and as what names thread and user."""

    def said(m: Any, w: World, text: str) -> Any:
        state = {"messages": [message(AIMessage, text), message(HumanMessage, text)]}
        node = Calling(make(w.memory), isinstance(m, Calling) and m._asynchronous)
        return node.invoke(state, {"configurable": {"thread_id": text}})

    return [said]


NODES: dict[str, list[Case]] = {
    "remember_node": [
        *spoken(nodes.remember_node),
        lambda m, w, t: nodes.remember_node(w.memory, namespace=("m", "{user_id}")).invoke(
            {"messages": [HumanMessage("x")]}, {"configurable": {"user_id": t}}),
        lambda m, w, t: nodes.remember_node(w.memory, namespace=t),
    ],
    "recall_node": [*spoken(nodes.recall_node), lambda m, w, t: nodes.recall_node(w.memory, lens=t),
                    lambda m, w, t: nodes.recall_node(w.memory, filters={"thread": t})],
    "ingest_graph": spoken(nodes.ingest_graph),
    "recall_graph": [*spoken(nodes.recall_graph),
                     lambda m, w, t: nodes.recall_graph(w.memory).invoke({"query": t})],
    "with_memory": spoken(lambda memory: nodes.with_memory(
        lambda state: {"messages": [("ai", "noted")]}, memory)),
}  # fmt: skip
NODE_TYPES = {"ForThisRun", "MemoryState", "Recalled"}


def methods(owner: type) -> set[str]:
    """Return the public methods of a class, without the async twins."""
    names = {name for name, one in inspect.getmembers(owner, callable) if not name.startswith("_")}
    return {name for name in names if not (name[:1] == "a" and name[1:] in names)}


def test_every_entry_point_has_a_case() -> None:
    """A public method or node that is added needs a case here, or is said to take no text."""
    assert methods(MemoryRuntime) == RUNTIME.keys() | TEXTLESS
    assert methods(MemoryStore) == STORE.keys() | STORE_TEXTLESS
    assert methods(LedgerSaver) == SAVER.keys() | SAVER_TEXTLESS
    assert set(nodes.__all__) == NODES.keys() | NODE_TYPES


OWNERS: dict[str, tuple[dict[str, list[Case]], Callable[[MemoryRuntime], Any]]] = {
    "runtime": (RUNTIME, lambda memory: memory),
    "store": (STORE, MemoryStore),
    "saver": (SAVER, LedgerSaver),
    "nodes": (NODES, lambda memory: memory),
}
DOORS = [(owner, name) for owner, (cases, _) in OWNERS.items() for name in cases]


@pytest.mark.parametrize(("owner", "name"), DOORS)
def test_any_text(owner: str, name: str, tmp_path: Path) -> None:
    """Any text is taken or refused by an error of ours, and the ledger verifies after."""
    cases, made = OWNERS[owner]

    with world(tmp_path) as w:
        target = made(w.memory)

        @settings(max_examples=EXAMPLES, database=None)
        @given(text=TEXTS, asynchronous=st.booleans())
        def run(text: str, asynchronous: bool) -> None:
            for case in cases[name]:
                try:
                    case(Calling(target, asynchronous), w, text)
                except MemoryGraphError as refused:
                    assert str(refused)
                    str(refused).encode(errors="strict")

        run()
        assert w.memory.flush()
        checked = w.memory.verify(deep=True)
        assert checked.ok, checked


@pytest.mark.parametrize("name", SAYING)
def test_what_is_said_comes_back(name: str, tmp_path: Path) -> None:
    """What was said stands in the ledger to the letter, but for what no file can hold."""
    with world(tmp_path) as w:

        @settings(max_examples=EXAMPLES, database=None)
        @given(text=TEXTS, asynchronous=st.booleans())
        def run(text: str, asynchronous: bool) -> None:
            receipt = SAYING[name](Calling(w.memory, asynchronous), w, text)
            if is_blank(text):
                assert receipt.events == ()
                return
            (event,) = receipt.events
            with w.memory.resources.ledger.reader() as reader:
                (state,) = reader.turns(w.memory.namespace, [event.turn]).values()
            assert state.text == clean(text)

        run()
        assert w.memory.flush()


@settings(max_examples=10 * EXAMPLES)
@given(text=TEXTS, asynchronous=st.booleans())
def test_items_come_back(text: str, asynchronous: bool) -> None:
    """An item comes back equal, found by its key and by a filter, or is refused as a whole."""
    with MemoryStore(":memory:", periods=True) as store:
        calls = Calling(store, asynchronous)
        try:
            calls.put((text, "x"), text, {"text": text, "k": [text]})
        except MemoryGraphError:
            assert store.list_namespaces() == []
            return
        item = calls.get((text, "x"), text)
        assert (item.namespace, item.key) == ((text, "x"), text)
        assert item.value == {"text": text, "k": [text]}
        (found,) = calls.search((text,), filter={"text": text})
        assert found.key == text
        assert json.loads(json.dumps(found.value)) == item.value


@settings(max_examples=10 * EXAMPLES)
@given(text=TEXTS, asynchronous=st.booleans())
def test_checkpoints_come_back(text: str, asynchronous: bool) -> None:
    """A checkpoint comes back equal, or is refused as a whole."""
    with MemoryRuntime.local("x", ":memory:") as memory, LedgerSaver(memory) as saver:
        calls = Calling(saver, asynchronous)
        try:
            config = saved(calls, place(text), text)
        except MemoryGraphError:
            assert list(saver.list(None)) == []
            return
        kept = calls.get_tuple(config)
        assert kept.checkpoint["channel_values"] == {"messages": [text], "k": {"k": text}}
        assert kept.metadata["k"] == text.replace("\0", "")  # as LangGraph's savers do
        assert kept.config["configurable"]["thread_id"] == text
