"""One peer of `scale.py` in a process of its own: `scale_peers.py NAME JSON`, JSON out."""

import asyncio
import json
import math
import resource
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from scale_data import Talk

BATCH, DIMS, K = 1000, 384, 10
Asked = Callable[[str], object]


def embed(texts: list[str]) -> list[list[float]]:
    """Hash the words of each text into a vector of unit length."""
    vectors = []
    for text in texts:
        vector = [0.0] * DIMS
        for word in text.casefold().split():
            number = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
            vector[number % DIMS] += 1.0 if number >> 63 else -1.0
        length = math.sqrt(sum(x * x for x in vector)) or 1.0
        vectors.append([x / length for x in vector])
    return vectors


def a_store(name: str, talk: Talk, size: int, folder: Path, stack: ExitStack) -> Asked:
    """Fill a store of LangGraph with vectors."""
    index: Any = {"dims": DIMS, "embed": embed, "fields": ["text"], "text_fields": ["text"]}
    PutOp = import_module("langgraph.store.base").PutOp
    if name == "in-memory":
        store = import_module("langgraph.store.memory").InMemoryStore(index=index)
    else:
        kind = import_module("langgraph.store.sqlite").SqliteStore
        store = stack.enter_context(kind.from_conn_string(str(folder / "store"), index=index))
        store.setup()
    for first in range(0, size, BATCH):
        said = talk.turns(first, min(first + BATCH, size))
        store.batch([PutOp(("bench",), str(one.number), {"text": one.text}) for one in said])
    return lambda question: store.search(("bench",), query=question, limit=K)


def nomem(talk: Talk, size: int, folder: Path, stack: ExitStack) -> Asked:
    """Fill a graph through its backend: ingesting so much would take hours."""
    module = import_module("nomem")
    embedder = import_module("nomem.embedders").CallableEmbedder(
        lambda text: embed([text])[0], dimensions=DIMS
    )
    model = import_module("nomem.llms").CallableLLM(lambda prompt: "{}")
    graph = stack.enter_context(
        module.MemoryGraph("bench", embedder=embedder, llm=model, plugins=False,
                           backend_options={"path": str(folder / "nomem.sqlite")})
    )  # fmt: skip

    async def fill() -> None:
        now = datetime.now(UTC)
        for one in talk.turns(0, size):
            await graph.backend.create_node(module.Node(
                id=str(uuid.uuid4()), user_id="bench", type="event", label=one.text,
                embedding=embed([one.text])[0], importance=1.0, access_count=0,
                last_accessed_at=now, created_at=now, valid_from=now,
            ))  # fmt: skip

    asyncio.run(fill())
    return lambda question: graph.retrieve(question)


def main() -> None:
    """Fill a system, ask it, and print what that took."""
    name, asked = sys.argv[1], json.loads(sys.argv[2])
    talk, size = Talk(asked["seed"]), asked["size"]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        start = time.perf_counter()
        if name == "nomem":
            ask = nomem(talk, size, Path(folder), stack)
        else:
            ask = a_store(name, talk, size, Path(folder), stack)
        rate = size / (time.perf_counter() - start)
        times = []
        for question in talk.questions(asked["questions"], size):
            start = time.process_time()
            ask(question)
            times.append((time.process_time() - start) * 1e3)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    p50, p95 = np.percentile(times, (50, 95))
    print(json.dumps({"rate": rate, "cpu": (float(p50), float(p95)), "rss": peak}))


if __name__ == "__main__":
    main()
