"""Measure how long an answer takes beside a slow extraction model, and what a kill leaves.

    python benchmarks/background.py [--model 3.0] [--agent 0.5] [--turns 5] [--check] [--json OUT]

The model is a real HTTP server that speaks Ollama's API and answers after `--model` seconds; the
agent is a node that takes `--agent` seconds of its own. Each graph answers `--turns` turns, sync
and async; shown is the time of the slowest and of the median turn, and the median over the agent's
own time. Then a process that has told ten turns is killed with SIGKILL while the model thinks, and
another one finishes what waits.

`--check` exits 1 unless the median with memory in the background is at most 1.2 times the agent's
own time, and nothing is lost or doubled.
"""

import argparse
import asyncio
import json
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableLambda
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph import MemoryRuntime
from neuromem_graph.nodes import MemoryState, recall_node, remember_node
from neuromem_graph.providers.extracting import ModelExtractor
from neuromem_graph.providers.ollama_chat import OllamaChat

MOST = 1.2  # times the agent's own time
KILLED_TURNS = 10
CITIES = ("Porto", "Oslo", "Ghent", "Turin", "Lyon", "Basel", "Graz", "Cork", "Bath", "Nice")


class State(MessagesState, MemoryState):
    """A state with the keys of memory nodes."""


class Handler(BaseHTTPRequestHandler):
    """Answer as Ollama does, slowly: one fact of each message that tells where somebody lives."""

    seconds = 3.0

    def do_POST(self) -> None:
        """Answer one request."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        time.sleep(self.seconds)
        said = json.loads(asked["messages"][1]["content"])["messages"]
        facts = [
            {"message": at, "quote": one["text"], "about": "user", "attribute": "lives_in",
             "value": one["text"].split(" in ")[1].rstrip("."), "status": "changed"}
            for at, one in enumerate(said) if " in " in one["text"]
        ]  # fmt: skip
        message = {"role": "assistant", "content": json.dumps({"facts": facts})}
        body = {"model": asked["model"], "created_at": "2025-05-01T00:00:00Z", "done": True,
                "message": message, "done_reason": "stop", "prompt_eval_count": 50}  # fmt: skip
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        with suppress(BrokenPipeError):  # of the process that was killed
            self.wfile.write(data)

    def log_message(self, *args: Any) -> None:
        """Keep quiet."""


@contextmanager
def serving(seconds: float) -> Iterator[str]:
    """Run the server; give its address."""
    Handler.seconds = seconds
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def opened(url: str, folder: Path) -> MemoryRuntime:
    """Open a memory that extracts with the slow model."""
    return MemoryRuntime.local("x", folder, extractor=ModelExtractor(OllamaChat("slow", url)))


def graph(memory: MemoryRuntime | None, own: float, background: bool) -> Any:
    """Build an agent, with memory or alone."""

    def agent(state: Any) -> Any:
        time.sleep(own)
        return {"messages": [AIMessage("Noted.")]}

    async def aagent(state: Any) -> Any:
        await asyncio.sleep(own)
        return {"messages": [AIMessage("Noted.")]}

    builder = StateGraph(State)
    builder.add_node("agent", RunnableLambda(agent, afunc=aagent))
    if memory is None:
        builder.add_edge(START, "agent")
        return builder.compile()
    builder.add_node("recall", recall_node(memory))
    builder.add_node("remember", remember_node(memory, background=background))
    builder.add_edge(START, "recall").add_edge("recall", "agent").add_edge("agent", "remember")
    return builder.compile()


def times(made: Any, turns: int, asynchronous: bool) -> list[float]:
    """Answer some turns, and return the seconds of each."""
    found = []

    async def ask(said: Any) -> None:
        await made.ainvoke(said)

    for turn in range(turns):
        text = f"I live in {CITIES[turn % len(CITIES)]}."
        said = {"messages": [HumanMessage(text, id=f"{asynchronous}{turn}")]}
        before = time.perf_counter()
        asyncio.run(ask(said)) if asynchronous else made.invoke(said)
        found.append(time.perf_counter() - before)
    return found


def killed(url: str, folder: Path) -> dict[str, int]:
    """Kill a process in the middle of its queue, finish it, and count what is there."""
    told = [sys.executable, __file__, "--tell", url, str(folder)]
    with subprocess.Popen(told, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(Handler.seconds * 1.5)  # in the middle of the second turn
        child.send_signal(signal.SIGKILL)
    with opened(url, folder) as memory:
        waiting = memory.stats().deferred
        memory.retry_deferred()
        stats = memory.stats()
        found = memory.query("Where did I live?", k=50, budget_tokens=5_000, lens="audit").items
        texts = [item.text for item in found]
        return {"told": KILLED_TURNS, "waiting after the kill": waiting, "events": stats.events,
                "memories": len(texts), "different": len(set(texts)), "waiting": stats.deferred,
                "verified": int(memory.verify(deep=True).ok)}  # fmt: skip


def tell(url: str, folder: Path) -> None:
    """Queue turns, say so, and wait for the model until somebody kills this process."""
    with opened(url, folder) as memory:
        for city in CITIES:
            memory.enqueue(user=f"I live in {city}.")
        print("told", flush=True)
        memory.flush()


def measured(options: argparse.Namespace, url: str) -> Iterator[dict[str, Any]]:
    """Measure every graph, sync and async."""
    for asynchronous in (False, True):
        alone = statistics.median(times(graph(None, options.agent, False), 3, asynchronous))
        for name, background, turns in (("background", True, options.turns), ("inline", False, 2)):
            with tempfile.TemporaryDirectory() as folder, opened(url, Path(folder)) as memory:
                made = graph(memory, options.agent, background)
                found = times(made, turns, asynchronous)
                before = time.perf_counter()
                memory.flush()
                yield {"memory": name, "call": "ainvoke" if asynchronous else "invoke",
                       "alone": alone, "median": statistics.median(found), "slowest": max(found),
                       "ratio": statistics.median(found) / alone,
                       "flush": time.perf_counter() - before,
                       "waiting": memory.stats().deferred}  # fmt: skip


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--model", type=float, default=3.0)
    parser.add_argument("--agent", type=float, default=0.5)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--tell", nargs=2, metavar=("URL", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.tell:
        tell(options.tell[0], Path(options.tell[1]))
        return 0
    with serving(options.model) as url, tempfile.TemporaryDirectory() as folder:
        rows = list(measured(options, url))
        left = killed(url, Path(folder))
    return _report(options, rows, left)


_COLUMNS: tuple[tuple[str, Callable[[Any], str]], ...] = (
    ("memory", str), ("call", str), ("alone", "{:.3f} s".format), ("median", "{:.3f} s".format),
    ("slowest", "{:.3f} s".format), ("ratio", "{:.2f}".format), ("flush", "{:.1f} s".format),
    ("waiting", str),
)  # fmt: skip


def _report(options: argparse.Namespace, rows: list[dict[str, Any]], left: dict[str, int]) -> int:
    print(f"model {options.model:g} s, agent {options.agent:g} s\n")
    print("| " + " | ".join(name for name, _ in _COLUMNS) + " |\n" + "|---" * len(_COLUMNS) + "|")
    for row in rows:
        print("| " + " | ".join(shown(row[name]) for name, shown in _COLUMNS) + " |")
    print("\nSIGKILL: " + ", ".join(f"{name} {count}" for name, count in left.items()))
    if options.json:
        options.json.write_text(json.dumps({"rows": rows, "kill": left}, indent=1))
    fast = all(row["ratio"] <= MOST for row in rows if row["memory"] == "background")
    whole = left["events"] == left["different"] == left["memories"] == KILLED_TURNS
    good = fast and whole and not left["waiting"] and left["verified"]
    return 0 if good or not options.check else 1


if __name__ == "__main__":
    sys.exit(main())
