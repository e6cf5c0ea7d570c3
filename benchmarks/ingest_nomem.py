"""Measure nomem for benchmarks/ingest.py: `ingest_nomem.py NODES TURNS SEED`, JSON on stdout."""

import asyncio
import json
import math
import sys
import tempfile
import time
import uuid
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path

from ingest_data import Said, conversation
from nomem import MemoryGraph, Node
from nomem.embedders import CallableEmbedder
from nomem.llms import CallableLLM

DIMS = 384


def embed(text: str) -> list[float]:
    """Hash the words of a text into a vector of unit length."""
    vector = [0.0] * DIMS
    for word in text.casefold().split():
        number = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
        vector[number % DIMS] += 1.0 if number >> 63 else -1.0
    length = math.sqrt(sum(x * x for x in vector)) or 1.0
    return [x / length for x in vector]


class Canned:
    """Answer like a model that finds the fact of each turn, and its sentence as an event."""

    def __init__(self) -> None:
        self.said = Said("")

    def __call__(self, prompt: str) -> str:
        entities = [{"label": self.said.text, "type": "event", "negated": False}]
        relations = []
        if self.said.fact:
            subject, relation, value = self.said.fact
            entities += [{"label": x, "type": "entity", "negated": False} for x in (subject, value)]
            relations = [{"source": subject, "target": value, "relation": relation, "weight": 1.0}]
        return json.dumps({"entities": entities, "relations": relations})


async def fill(backend, labels: list[str]) -> None:
    """Put nodes into the backend: ingesting them one by one would take hours."""
    now = datetime.now(UTC)
    for label in labels:
        await backend.create_node(
            Node(id=str(uuid.uuid4()), user_id="bench", type="event", label=label,
                 embedding=embed(label), importance=1.0, access_count=0, last_accessed_at=now,
                 created_at=now, valid_from=now)
        )  # fmt: skip


def main() -> None:
    """Fill a graph with so many nodes, then ingest the next turns one by one."""
    nodes, turns, seed = map(int, sys.argv[1:])
    said = conversation(3 * nodes + turns + 50, seed)
    labels = list(dict.fromkeys(one.text for one in said[:-turns]))[:nodes]
    assert len(labels) == nodes, f"only {len(labels)} different turns"
    model, times = Canned(), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        embedder = CallableEmbedder(embed, dimensions=DIMS)
        options = {"path": str(Path(folder) / "nomem.sqlite")}
        with MemoryGraph("bench", embedder=embedder, llm=CallableLLM(model), plugins=False,
                         backend_options=options) as graph:  # fmt: skip
            asyncio.run(fill(graph.backend, labels))
            for one in said[-turns:]:
                model.said = one
                start = time.process_time()
                graph.ingest(one.text, "")
                times.append((time.process_time() - start) * 1e3)
    print(json.dumps(times))


if __name__ == "__main__":
    main()
