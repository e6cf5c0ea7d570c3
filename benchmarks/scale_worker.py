"""One measurement of `scale.py` in a process of its own: `scale_worker.py WHAT JSON`, JSON out."""

import json
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scale_data import Said, Talk
from scale_floor import Floor, rewritten, written

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.core import events as planning
from neuromem_graph.settings import Retrieval
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import MemoryDraft
from neuromem_graph.types.ingest import Turns

BATCH, WARM = 1000, 20  # turns in a transaction; questions before what is measured
Found = dict[str, Any]


def events(said: Iterator[Said]) -> list[dict[str, Any]]:
    """Write turns as events."""
    return [{"content": one.text, "thread": one.thread, "at": one.at, "id": f"turn-{one.number}"}
            for one in said]  # fmt: skip


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return CPU and wall seconds of a call."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - wall


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """Return median and 95th percentile in milliseconds."""
    p50, p95 = np.percentile(times, (50, 95)) * 1e3
    return float(p50), float(p95)


def held(memory: MemoryRuntime) -> int:
    """Return how many memories there are."""
    return sum(memory.stats().memories.values())


def append(memory: MemoryRuntime, turns: Turns) -> None:
    """Put event and memory of each turn into the ledger, and look for no facts in it."""
    groups = []
    for turn in turns.turns:
        said = planning.event(turn, "committed")
        kept = MemoryDraft(
            event=-1, memory_kind="episode", commitment="validated", valid_from=said.happened_at,
            start=0, end=len(turn.text), units=1,
        )  # fmt: skip
        drafts = (said, kept.model_copy(update={"event": -1 - 2 * len(groups)}))
        groups.append(Group(key=turn.id, digest=turn.digest, step="committed", drafts=drafts))
    memory.resources.ledger.append([Batch(namespace=memory.namespace, groups=tuple(groups))])


def grow(
    path: str, floor: str, size: int, seed: int, space: int = 0, direct: bool = False
) -> Found:
    """Add turns in batches, and the same to the floor; goes on where it is.

    Args:
        path: of the ledger.
        floor: of the floor's database, if it has one.
        size: how many memories there shall be.
        seed: of the turns.
        space: the number of the namespace.
        direct: append to the ledger, which is faster.
    """
    talk = Talk(seed, space)
    with MemoryRuntime.local(f"space-{space}", path) as memory:
        there = held(memory)
        while there < size:
            batch = events(talk.turns(there, min(there + BATCH, size)))
            if direct:
                cpu, wall = timed(lambda made=batch: append(memory, memory.turns(made)))
            else:
                cpu, wall = timed(lambda made=batch: memory.observe_many(made))
            there += len(batch)
            print(
                json.dumps({"held": there, "cpu": cpu, "wall": wall, "turns": len(batch)}),
                flush=True,
            )
    if floor:
        plain = Floor(Path(floor))
        while plain.size < size:
            plain.add(talk.turns(plain.size, min(plain.size + 10_000, size)))
    return {"held": there}


def ingest(path: str, folder: str, seed: int, singles: int, batches: int) -> Found:
    """Ingest one by one, and in batches, beside the raw floor of the same rows."""
    out: Found = {}
    talk = Talk(seed)
    for name, count, each in (("single", singles, 1), ("batch", batches * BATCH, BATCH)):
        with MemoryRuntime.local("space-0", path) as memory:
            first, since = held(memory), memory.stats().head.seq
            parts = [events(talk.turns(n, n + each)) for n in range(first, first + count, each)]
            call = (
                memory.observe_many if each > 1 else lambda one: memory.observe_and_commit(one[0])
            )
            cpu, wall = timed(lambda c=call, p=parts: [c(part) for part in p])
        rows = written(Path(path), since)
        raw = rewritten(rows, Path(folder) / f"{name}.sqlite3", count // each)
        out[name] = {"cpu": count / cpu, "wall": count / wall, "raw_cpu": count / raw[0],
                     "raw_wall": count / raw[1], "rows": sum(map(len, rows.values())) / count,
                     }  # fmt: skip
    return out


class Hashed:
    """Embed texts as pseudo-random vectors, the same for the same text."""

    def __init__(self, width: int) -> None:
        self.model, self._width = f"hashed-{width}", width

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector per text."""
        return [np.random.default_rng([*text.encode()]).standard_normal(self._width).tolist()
                for text in texts]  # fmt: skip


def embed(path: str, width: int) -> Found:
    """Embed all that no ingest has embedded."""
    settings = Settings(retrieval=Retrieval(backfill=1 << 30))
    with MemoryRuntime.local("space-0", path, embedder=Hashed(width), settings=settings) as memory:
        memory.query("warm up", record=False)
    return {}


def ask(path: str, floor: str, size: int, seed: int, questions: int, width: int = 0) -> Found:
    """Open a memory, ask questions, each once, and the floor the same, one after the other."""
    first, *warm = Talk(seed).questions(questions + 1 + WARM, size)
    asked, warm = warm[WARM:], warm[:WARM]
    embedder = Hashed(width) if width else None
    opened: list[MemoryRuntime] = []

    def cold() -> None:
        opened.append(MemoryRuntime.local("space-0", path, embedder=embedder))
        opened[0].query(first)

    cold_cpu, cold_wall = timed(cold)
    memory = opened[0]
    for text in warm:
        memory.query(text)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # before the floor takes any
    ours, raw = [], []
    plain = Floor(Path(floor))
    vectors = None
    if embedder is not None:
        matrix = np.random.default_rng(1).standard_normal((size, width), np.float32)
        vectors = matrix, np.asarray(embedder.embed(["x"])[0], np.float32)
    for text in asked:
        ours.append(timed(lambda q=text: memory.query(q)))
        raw.append(timed(lambda q=text: plain.ask(q, vectors)))
    memory.close()
    cpu, raw_cpu = percentiles([c for c, _ in ours]), percentiles([c for c, _ in raw])
    return {"cold": cold_wall, "cold_cpu": cold_cpu, "cpu": cpu, "raw": raw_cpu,
            "wall": percentiles([w for _, w in ours]), "ratio": cpu[0] / raw_cpu[0],
            "rss": peak, "file": Path(path).stat().st_size / 1e6}  # fmt: skip


WHAT: dict[str, Callable[..., Found]] = {"grow": grow, "ingest": ingest, "ask": ask, "embed": embed}

if __name__ == "__main__":
    print(json.dumps(WHAT[sys.argv[1]](**json.loads(sys.argv[2]))))
