"""Measure retrieval on LoCoMo: is the turn that answers a question among those that are recalled?

    python benchmarks/locomo.py --data FILE [--json OUT] [--systems ours,bm25,inmemory]
                                [--ablation] [--splits]

FILE is LoCoMo's JSON (github.com/snap-research/locomo, CC BY-NC 4.0), no part of this project.

One dialog turn is one memory; a conversation is a namespace, a session a thread, a turn's time that
of its session plus a minute per turn. recall@k is the mean, over the questions of categories 1-4
whose evidence can be found, of |evidence in the first k| / |evidence|; an item counts for exactly
the turn it was made from. recall@N tok asks for a prompt of at most N tokens, a token being a word
or a sign (`\\w+|[^\\w\\s]`) of the whole rendered prompt, dates, names and frame included.
"""

import argparse
import contextlib
import hashlib
import importlib.util
import json
import math
import re
import statistics
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from langgraph.store.memory import InMemoryStore
from rank_bm25 import BM25Okapi

from neuromem_graph.runtime import MemoryRuntime

KS, BUDGETS = (5, 10, 20), (500, 1000, 2000)
SCORED = (1, 2, 3, 4)
WIDTH = 512  # of the hashing embedder
Step = TypeVar("Step")
TOKEN = re.compile(r"\w+|[^\w\s]")
METRICS = (
    *(f"recall@{k}" for k in KS), "ndcg@10", *(f"recall@{n}tok" for n in BUDGETS),
)  # fmt: skip


class Turn(NamedTuple):
    """Hold one turn of a dialog."""

    id: str
    session: str
    speaker: str
    text: str
    at: datetime


class Question(NamedTuple):
    """Hold one question and the turns that answer it."""

    text: str
    category: int
    evidence: tuple[str, ...]


class Conversation(NamedTuple):
    """Hold one dialog and what is asked about it."""

    id: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


class System(Protocol):
    """Remember a conversation and recall from it."""

    title: str

    def ingest(self, conversation: Conversation) -> None:
        """Remember all turns."""

    def ranked(self, conversation: Conversation, question: str, k: int) -> list[str]:
        """Return the ids of the `k` best turns, best first."""

    def prompted(self, conversation: Conversation, question: str, budget: int) -> list[str]:
        """Return the ids of the turns in a prompt of at most `budget` tokens."""


# ---------------------------------------------------------------- the data


def load(path: str) -> list[Conversation]:
    """Read LoCoMo's JSON."""
    with open(path, encoding="utf-8") as file:
        return [_conversation(sample) for sample in json.load(file)]


def _conversation(sample: dict[str, Any]) -> Conversation:
    dialog = sample["conversation"]
    sessions = sorted((k for k in dialog if re.fullmatch(r"session_\d+", k)), key=_number)
    turns = []
    for session in sessions:
        start = _date(dialog[f"{session}_date_time"])
        for minute, turn in enumerate(dialog[session]):
            at = start + timedelta(minutes=minute)
            turns.append(Turn(turn["dia_id"], session, turn["speaker"], turn["text"], at))
    questions = [
        Question(qa["question"], qa["category"], tuple(dict.fromkeys(qa.get("evidence") or ())))
        for qa in sample["qa"]
    ]
    return Conversation(sample["sample_id"], tuple(turns), tuple(questions))


def _number(session: str) -> int:
    return int(session.rpartition("_")[2])


def _date(text: str) -> datetime:
    """Read "1:56 pm on 8 May, 2023" as UTC."""
    return datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def sort_out(conversation: Conversation) -> tuple[list[Question], Counter[str]]:
    """Return the questions that count, and how many don't and why."""
    known = {turn.id for turn in conversation.turns}
    kept, left = [], Counter[str]()
    for question in conversation.questions:
        if question.category not in SCORED:
            left[f"category {question.category}"] += 1
        elif not question.evidence or not known.issuperset(question.evidence):
            left["unresolved evidence"] += 1
        else:
            kept.append(question)
    return kept, left


# ---------------------------------------------------------------- the systems


def count_tokens(text: str) -> int:
    """Count words and signs."""
    return len(TOKEN.findall(text))


def remember(runtime: MemoryRuntime, turns: Iterable[Turn]) -> None:
    """Put the turns of one conversation into a memory."""
    runtime.observe_many(
        {"content": turn.text, "id": turn.id, "speaker": turn.speaker, "at": turn.at,
         "thread": turn.session}
        for turn in turns
    )  # fmt: skip


class Ours:
    """Recall with neuromem-graph as it is by default: no model, a file, traces kept."""

    title = "neuromem-graph"

    def __init__(self, folder: str) -> None:
        self._now = datetime(2020, 1, 1, tzinfo=UTC)
        self.root = MemoryRuntime.local(
            "locomo", folder, count_tokens=count_tokens, clock=lambda: self._now
        )

    def ingest(self, conversation: Conversation) -> None:
        self._now = max(turn.at for turn in conversation.turns)
        remember(self.root.within(("locomo", conversation.id)), conversation.turns)

    def ranked(self, conversation: Conversation, question: str, k: int) -> list[str]:
        return self._ask(conversation, question, k=k, budget_tokens=1_000_000)

    def prompted(self, conversation: Conversation, question: str, budget: int) -> list[str]:
        return self._ask(conversation, question, k=200, budget_tokens=budget)

    def _ask(self, conversation: Conversation, question: str, **limits: int) -> list[str]:
        self._now = max(turn.at for turn in conversation.turns)  # asked when it is over
        runtime = self.root.within(("locomo", conversation.id))
        return [item.message_id or "" for item in runtime.query(question, **limits).items]


class _Listed(ABC):
    """Render the best turns as lines until the next one would not fit."""

    @abstractmethod
    def ranked(self, conversation: Conversation, question: str, k: int) -> list[str]: ...

    def prompted(self, conversation: Conversation, question: str, budget: int) -> list[str]:
        turns = {turn.id: turn for turn in conversation.turns}
        taken: list[str] = []
        used = 0
        for id_ in self.ranked(conversation, question, 200):
            turn = turns[id_]
            used += count_tokens(f"[{turn.at:%Y-%m-%d}] {turn.speaker}: {turn.text}")
            if used > budget:
                break
            taken.append(id_)
        return taken


class PlainBM25(_Listed):
    """Rank by rank_bm25's BM25Okapi over lower-cased words."""

    title = "rank_bm25, plain words"

    def __init__(self) -> None:
        self._indexes: dict[str, BM25Okapi] = {}

    def ingest(self, conversation: Conversation) -> None:
        words = [re.findall(r"\w+", turn.text.lower()) for turn in conversation.turns]
        self._indexes[conversation.id] = BM25Okapi(words)

    def ranked(self, conversation: Conversation, question: str, k: int) -> list[str]:
        scores = self._indexes[conversation.id].get_scores(re.findall(r"\w+", question.lower()))
        best = np.argsort(-scores, kind="stable")[:k]
        return [conversation.turns[at].id for at in best]


class InMemory(_Listed):
    """Rank by LangGraph's InMemoryStore with an index."""

    def __init__(self) -> None:
        name, width, embed = embedder()
        self.title = f"InMemoryStore, {name}"
        self._store = InMemoryStore(index={"dims": width, "embed": embed, "fields": ["text"]})

    def ingest(self, conversation: Conversation) -> None:
        for turn in conversation.turns:
            self._store.put(("locomo", conversation.id), turn.id, {"text": turn.text})

    def ranked(self, conversation: Conversation, question: str, k: int) -> list[str]:
        found = self._store.search(("locomo", conversation.id), query=question, limit=k)
        return [item.key for item in found]


def embedder() -> tuple[str, int, Callable[[Sequence[str]], list[list[float]]]]:
    """Return MiniLM if it is on this machine, else hashed words: the table says which."""
    if importlib.util.find_spec("sentence_transformers") is not None:
        with contextlib.suppress(OSError):
            library = importlib.import_module("sentence_transformers")
            model = library.SentenceTransformer("all-MiniLM-L6-v2", local_files_only=True)
            return "MiniLM", 384, lambda texts: model.encode(list(texts)).tolist()
    return "hashed words (no model installed)", WIDTH, lambda texts: [hashed(t) for t in texts]


def hashed(text: str) -> list[float]:
    """Embed a text as its words, each hashed to one of the dimensions with a sign."""
    vector = np.zeros(WIDTH)
    for word in re.findall(r"\w+", text.lower()):
        digest = hashlib.sha256(word.encode()).digest()
        vector[int.from_bytes(digest[:4]) % WIDTH] += 1 if digest[4] % 2 else -1
    norm = float(np.linalg.norm(vector))
    unit: list[float] = (vector / norm if norm else vector).tolist()
    return unit


SYSTEMS: dict[str, Callable[[str], System]] = {
    "ours": Ours, "bm25": lambda _: PlainBM25(), "inmemory": lambda _: InMemory(),
}  # fmt: skip


# ---------------------------------------------------------------- measuring


def share(found: Iterable[str], evidence: Sequence[str]) -> float:
    """Return how much of the evidence was found."""
    return len(set(found) & set(evidence)) / len(evidence)


def ndcg(found: Sequence[str], evidence: Sequence[str]) -> float:
    """Return nDCG at 10 with gain 1 for each piece of evidence."""
    gains = [1 / math.log2(rank + 1) for rank in range(1, 11)]
    reached = sum(gain for id_, gain in zip(found, gains, strict=False) if id_ in evidence)
    return reached / sum(gains[: len(evidence)])


def measure(system: System, conversations: Sequence[Conversation]) -> dict[str, Any]:
    """Ingest all conversations, ask all questions, and return the means."""
    started = time.process_time()
    for conversation in steps(conversations, f"{system.title}: ingest"):
        system.ingest(conversation)
    ingested = time.process_time() - started
    rows: dict[str, list[dict[str, float]]] = defaultdict(list)
    wall, cpu = [], []
    asked = [(c, q) for c in conversations for q in sort_out(c)[0]]
    for conversation, question in steps(asked, f"{system.title}: ask"):
        before, busy = time.perf_counter(), time.process_time()
        found = system.ranked(conversation, question.text, max(KS))
        wall.append(time.perf_counter() - before)
        cpu.append(time.process_time() - busy)
        row = {f"recall@{k}": share(found[:k], question.evidence) for k in KS}
        row["ndcg@10"] = ndcg(found, question.evidence)
        for budget in BUDGETS:
            prompted = system.prompted(conversation, question.text, budget)
            row[f"recall@{budget}tok"] = share(prompted, question.evidence)
        rows[f"category {question.category}"].append(row)
        rows["overall"].append(row)
    turns = sum(len(conversation.turns) for conversation in conversations)
    return {
        "title": system.title,
        **{name: means(rows[name]) for name in sorted(rows)},
        "query_ms": {"p50": quantile(wall, 50), "p95": quantile(wall, 95)},
        "query_cpu_ms": {"p50": quantile(cpu, 50), "p95": quantile(cpu, 95)},
        "ingest_turns_per_cpu_second": round(turns / max(ingested, 1e-9), 1),
    }


def means(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the mean of each metric, and the number of questions."""
    averages = {name: round(statistics.mean(row[name] for row in rows), 4) for name in METRICS}
    return {**averages, "questions": len(rows)}


def quantile(seconds: Sequence[float], percent: int) -> float:
    """Return a percentile in milliseconds."""
    ordered = sorted(seconds)
    return round(1000 * ordered[min(len(ordered) * percent // 100, len(ordered) - 1)], 2)


def steps(items: Sequence[Step], title: str) -> Iterator[Step]:
    """Go through the items, with a progress bar if rich is installed."""
    if importlib.util.find_spec("rich") is None:
        yield from items
        return
    progress = importlib.import_module("rich.progress")
    yield from progress.track(
        items, description=title, transient=True, disable=not sys.stdout.isatty()
    )


def table(results: dict[str, dict[str, Any]]) -> str:
    """Render the results, one line per system and category."""
    head = f"{'system':50} {'':11}" + "".join(
        f"{name.removeprefix('recall'):>9}" for name in METRICS
    )
    lines = [head]
    for result in results.values():
        for name in sorted(key for key in result if key.startswith(("category", "overall"))):
            row = result[name]
            values = "".join(f"{row[metric]:9.3f}" for metric in METRICS)
            lines.append(f"{result['title']:50} {name:11}{values}   n={row['questions']}")
        speed = result["query_ms"], result["query_cpu_ms"], result["ingest_turns_per_cpu_second"]
        lines.append(
            "{:50} query p50 {p50} p95 {p95} ms".format(result["title"], **speed[0])
            + " (CPU {p50} / {p95} ms), ".format(**speed[1])
            + f"ingest {speed[2]} turns per CPU second"
        )
    return "\n".join(lines)


def signals(conversations: Sequence[Conversation], **wanted: bool) -> None:
    """Print what `locomo_signals` says of the signals of a recall."""
    library = importlib.import_module("locomo_signals")
    with tempfile.TemporaryDirectory() as folder:
        ours = Ours(folder)
        for conversation in steps(conversations, "ingest"):
            ours.ingest(conversation)
        for table_ in library.report(ours.root, conversations, wanted):
            print(table_, end="\n\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the systems on one file and print, or write, what was measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", required=True, help="LoCoMo's JSON file")
    parser.add_argument("--json", help="write the results here, too")
    parser.add_argument("--systems", default="ours,bm25,inmemory")
    parser.add_argument("--ablation", action="store_true", help="say what each signal is worth")
    parser.add_argument("--splits", action="store_true", help="fit weights on three, judge on two")
    chosen = parser.parse_args(arguments)
    conversations = load(chosen.data)
    if chosen.ablation or chosen.splits:
        signals(conversations, ablation=chosen.ablation, splits=chosen.splits)
        return
    left = sum((sort_out(conversation)[1] for conversation in conversations), Counter[str]())
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.systems.split(","):
            measured = measure(SYSTEMS[name](folder), conversations)
            results[name] = {**measured, "not_counted": dict(left)}
    print(table(results))
    print("not counted:", ", ".join(f"{n} x {why}" for why, n in sorted(left.items())) or "none")
    if chosen.json:
        with open(chosen.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=2)


if __name__ == "__main__":
    main()
