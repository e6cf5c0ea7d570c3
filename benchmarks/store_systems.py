"""Run one system of benchmarks/store.py in a process: `store_systems.py NAME FOLDER MESSAGES`."""

import cProfile
import importlib.util
import io
import json
import os
import pkgutil
import pstats
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
from langchain_core.messages import AIMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.store.base import PutOp

SYSTEMS = {
    "ours": ("neuromem_graph.stores:MemoryStore", "neuromem_graph.checkpointers:LedgerSaver"),
    "sqlite": ("langgraph.store.sqlite:SqliteStore", "langgraph.checkpoint.sqlite:SqliteSaver"),
    "in memory": (
        "langgraph.store.memory:InMemoryStore",
        "langgraph.checkpoint.memory:InMemorySaver",
    ),
}
DIMS, BATCH = 384, 1000
ONE, MANY = ("one",), ("many",)
Call = Callable[[], Any]


class Missing(Exception):
    """Say why a system can't do something here."""


class Turn(NamedTuple):
    """Name one call: how many items there are, and its number, which makes it differ."""

    size: int
    number: int


class Systems:
    """Hold the opened store and saver of one system."""

    def __init__(self, name: str, folder: str, messages: int) -> None:
        self.name, self.folder, self.messages = name, folder, messages
        self.stores: dict[tuple[int, bool], Any] = {}
        self._opened = ExitStack()
        self._again = ExitStack()
        self._saver: Any = None

    def open(self, size: int, indexed: bool, stack: ExitStack) -> Any:
        """Open a store on its file, until the stack is closed."""
        kind = pkgutil.resolve_name(SYSTEMS[self.name][0])
        index = index_of() if indexed else None
        if self.name == "in memory":
            return kind(index=index)
        path = os.path.join(self.folder, f"{size}-{indexed}")
        store = stack.enter_context(kind.from_conn_string(path, index=index))
        store.setup()
        return store

    def open_again(self, size: int) -> Any:
        """Open a store with vectors that is there, and close the one opened so before."""
        self._again.close()
        return self.open(size, True, self._again)

    def store(self, size: int, indexed: bool = False) -> Any:
        """Return a store that holds so many items, and without vectors as many again by prefix."""
        if (size, indexed) not in self.stores:
            store = self.stores[size, indexed] = self.open(size, indexed, self._opened)
            for first in range(0, size, BATCH):
                numbers = range(first, min(first + BATCH, size))
                store.batch([put(ONE, n) for n in numbers])
                if not indexed:
                    store.batch([put((*MANY, f"user{n % 100}"), n) for n in numbers])
        return self.stores[size, indexed]

    @property
    def saver(self) -> Any:
        """Return the saver."""
        if self._saver is None:
            try:
                kind = pkgutil.resolve_name(SYSTEMS[self.name][1])
            except ImportError as exc:
                raise Missing("not there") from exc
            path = os.path.join(self.folder, "saver")
            opened = kind() if self.name == "in memory" else kind.from_conn_string(path)
            self._saver = self._opened.enter_context(opened)
        return self._saver


def index_of() -> dict[str, Any]:
    """Return an index whose embedder looks vectors up; refuse what this Python can't load."""
    vectors = np.random.default_rng(7).standard_normal((100_003, DIMS)).astype(np.float32)

    def embed(texts: list[str]) -> list[list[float]]:
        return [vectors[int(text.split()[1]) % len(vectors)].tolist() for text in texts]

    fields = {"fields": ["text"], "text_fields": ["text"]}  # SqliteStore reads the second
    return {"dims": DIMS, "embed": embed, **fields}


def put(namespace: tuple[str, ...], n: int) -> PutOp:
    """Return the put of a note of about 250 bytes."""
    value = {
        "text": f"note {n} ".ljust(150, "x"), "kind": f"kind{n % 1000}", "n": n,
        "tag": "ab"[n % 2], "state": "open" if n % 1000 else "done",
    }  # fmt: skip
    return PutOp(namespace, f"key{n}", value)


# ------------------------------------------------------------------ what is measured


def put_one(on: Systems, turn: Turn) -> Call:
    op = put(("puts",), turn.number)
    return lambda: on.store(turn.size).put(*op[:3])


def put_many(on: Systems, turn: Turn) -> Call:
    many = min(turn.size, BATCH)
    ops = [put(("bulk",), turn.number * many + n) for n in range(many)]
    return lambda: on.store(turn.size).batch(ops)


def get(on: Systems, turn: Turn) -> Call:
    key = f"key{turn.number * 7919 % turn.size}"
    return lambda: on.store(turn.size).get(ONE, key)


def finding(
    wanted: Callable[[Turn], dict[str, Any]], where: tuple[str, ...] = ONE
) -> Callable[[Systems, Turn], Call]:
    """Return a search by filter."""
    return lambda on, turn: lambda: on.store(turn.size).search(where, filter=wanted(turn))


def window(turn: Turn) -> dict[str, Any]:
    low = turn.number * 7919 % turn.size
    return {"n": {"$gte": low, "$lt": low + 50}}


def kind(turn: Turn) -> dict[str, Any]:
    return {"kind": f"kind{turn.number * 37 % min(1000, turn.size)}"}


def namespaces(on: Systems, turn: Turn) -> Call:
    return lambda: on.store(turn.size).list_namespaces(prefix=MANY)


def nearest(on: Systems, turn: Turn) -> Call:
    store, text = on.store(turn.size, True), f"query {90_000 + turn.number % 10_000}"
    return lambda: store.search(ONE, query=text)


def nearest_after_put(on: Systems, turn: Turn) -> Call:
    on.store(turn.size, True).batch([put(ONE, turn.number % turn.size)])
    return nearest(on, turn)


def nearest_cold(on: Systems, turn: Turn) -> Call:
    if on.name == "in memory":
        raise Missing("no file")
    on.store(turn.size, True)
    store, text = on.open_again(turn.size), f"query {90_000 + turn.number % 10_000}"
    return lambda: store.search(ONE, query=text)


def step(on: Systems, thread: str, state: dict[str, Any], version: str | None) -> str:
    """Store one checkpoint that changed the messages, and read it back as the next run does."""
    config = {"configurable": {"thread_id": thread, "checkpoint_ns": ""}}
    version = on.saver.get_next_version(version, None)
    checkpoint = empty_checkpoint()
    checkpoint["channel_values"] = state
    checkpoint["channel_versions"] = {"messages": version}
    on.saver.put(config, checkpoint, {"source": "loop", "step": 1}, {"messages": version})
    on.saver.get_tuple(config)
    return version


def small_state(on: Systems, turn: Turn) -> Call:
    state = {"messages": [AIMessage("hello", id="0")]}
    return lambda: step(on, f"small{turn.number}", state, None) and None


def conversation(on: Systems, turn: Turn) -> Call:
    said = [AIMessage(f"message {n} ".ljust(250, "x"), id=str(n)) for n in range(on.messages)]

    def grow() -> None:
        version = None
        for n in range(1, on.messages + 1):
            version = step(on, f"grows{turn.number}", {"messages": said[:n]}, version)

    return grow


class Operation(NamedTuple):
    """Say what is measured, at which sizes, and how many times faster than the peers it must be."""

    make: Callable[[Systems, Turn], Call]
    least: dict[str, float] | None = None
    all_sizes: bool = True


FILTER, SAVER = {"sqlite": 5.0}, {"sqlite": 1.0}
OPERATIONS: dict[str, Operation] = {
    "put, durable": Operation(put_one, {"sqlite": 5.0}, False),
    "put, 1,000 in one batch": Operation(put_many, None, False),
    "get": Operation(get, None, False),
    "newest 10": Operation(finding(lambda turn: {})),
    "list 100 namespaces": Operation(namespaces),
    "filter: equal, 1 in 1,000": Operation(finding(kind), FILTER),
    "filter: equal, 1 in 2": Operation(finding(lambda turn: {"tag": "a"}), FILTER),
    "filter: range of 50": Operation(finding(window), FILTER),
    "filter: $ne, 1 in 2": Operation(finding(lambda turn: {"tag": {"$ne": "a"}}), FILTER),
    "filter: $ne, 1 in 1,000": Operation(finding(lambda turn: {"state": {"$ne": "open"}}), FILTER),
    "filter: equal, 100 namespaces": Operation(finding(kind, MANY), FILTER),
    "vectors: 10 nearest": Operation(nearest, {"sqlite": 20.0, "in memory": 100.0}),
    "vectors: after a put": Operation(nearest_after_put),
    "vectors: first after opening": Operation(nearest_cold),
    "saver: small state": Operation(small_state, SAVER, False),
    "saver: conversation": Operation(conversation, SAVER, False),
}

# ------------------------------------------------------------------ one system, in its process


def serve(name: str, folder: str, messages: str) -> None:
    """Do what is asked, line by line, and tell how long each call took."""
    answers, sys.stdout = sys.stdout, sys.stderr
    if name == "sqlite" and importlib.util.find_spec("pysqlite3"):
        sys.modules["sqlite3"] = importlib.import_module("pysqlite3")
    on = Systems(name, folder, int(messages))
    loads = hasattr(importlib.import_module("sqlite3").Connection, "enable_load_extension")
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if name == "sqlite" and asked["what"].startswith("vectors") and not loads:
                raise Missing("needs loadable extensions")
            given = timed(on, asked) if asked["calls"] else profiled(on, asked)
        except Missing as reason:
            given = {"missing": str(reason)}
        print(json.dumps(given), file=answers, flush=True)


def timed(on: Systems, asked: dict[str, Any]) -> dict[str, Any]:
    """Call for 50 ms, as often as asked at most, once at least."""
    make, times, found = OPERATIONS[asked["what"]].make, list[float](), None
    clock = time.process_time if asked["cpu"] else time.perf_counter
    on.store(asked["size"])
    begin = time.perf_counter()
    while not times or (len(times) < asked["calls"] and time.perf_counter() - begin < 0.05):
        call = make(on, Turn(asked["size"], asked["round"] * 20 + len(times)))
        start = clock()
        result = call()
        times.append((clock() - start) * 1e3)
        found = summary(result) if len(times) == 1 else found
    return {"ms": times, "found": found}


def summary(result: Any) -> Any:
    """Return what all systems must agree on: how many were found, and which is the nearest."""
    if not isinstance(result, list):
        return getattr(result, "key", None)
    scored = result and getattr(result[0], "score", None) is not None
    return [len(result), result[0].key] if scored else len(result)


def profiled(on: Systems, asked: dict[str, Any]) -> dict[str, Any]:
    """Profile twenty calls, without what prepares them."""
    make, profile, out = OPERATIONS[asked["what"]].make, cProfile.Profile(), io.StringIO()
    for n in range(20):
        profile.runcall(make(on, Turn(asked["size"], 10**6 + n)))
    pstats.Stats(profile, stream=out).strip_dirs().sort_stats("tottime").print_stats(14)
    return {"text": out.getvalue()}


if __name__ == "__main__":
    serve(*sys.argv[1:4])
