"""What is shipped to plug in: an Ollama embedder over real HTTP, a reranker, a graph."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import ProviderError
from neuromem_graph.providers.ollama import OllamaEmbedder
from neuromem_graph.providers.rerank import Bm25Reranker


class Server(BaseHTTPRequestHandler):
    """Speak Ollama's /api/embed: two dimensions, tea and everything else."""

    def do_POST(self) -> None:
        """Answer one request."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        known = self.path == "/api/embed" and asked["model"] == "tiny"
        vectors = [[float("tea" in text), 1.0] for text in asked.get("input", [])]
        body = {"model": "tiny", "embeddings": vectors} if known else {"error": "model not found"}
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *args: Any) -> None:
        """Keep quiet."""


@pytest.fixture
def host() -> Iterator[str]:
    """The address of a server that runs during a test."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_ollama_embeds(host: str) -> None:
    """An Ollama embedder adds a dense channel to recall, embedded once at ingest."""
    with MemoryRuntime.local("x", ":memory:", embedder=OllamaEmbedder("tiny", host)) as memory:
        memory.observe_many(["The kettle sings.", "Green tea is calming."])
        context = memory.query("tea?")

    assert context.items[0].text == "Green tea is calming."
    assert "dense" in context.items[0].why


def test_ollama_without_the_model(host: str) -> None:
    """A missing model is named with what to do; the memory is kept and says what waits."""
    with MemoryRuntime.local("x", ":memory:", embedder=OllamaEmbedder("big", host)) as memory:
        receipt = memory.ingest(user="Green tea is calming.")
        assert "ollama pull big" in receipt.of("deferred")[0].reason
        assert memory.stats().memories == {"active": 1}
        with pytest.raises(ProviderError, match="ollama pull big"):
            memory.query("tea")


def test_no_ollama_server() -> None:
    """A server that does not answer is a clear error."""
    with pytest.raises(ProviderError, match="ollama serve"):
        OllamaEmbedder("tiny", "http://127.0.0.1:9").embed(["tea"])


def test_bm25_reranker() -> None:
    """The reranker puts first what holds the rarest words of the question."""
    with MemoryRuntime.local("x", ":memory:", reranker=Bm25Reranker()) as memory:
        memory.observe_many(["Tea is green.", "Tea is black.", "Tea from Assam is black."])
        items = memory.query("Which tea is from Assam?").items

    assert items[0].text == "Tea from Assam is black."
    assert items[0].why["reranker"][1] == 1
    assert Bm25Reranker().rerank("tea", ["", ""]) == [0.0, 0.0]


def test_graph_of_beliefs() -> None:
    """Beliefs are edges of a networkx graph, past ones too, and `as_of` draws an earlier one."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user="I live in Ghent.")
        before = memory.stats().head.seq
        memory.ingest(user="I live in Bruges.")
        drawn, earlier = memory.graph(), memory.graph(as_of=before)

    def told(graph: Any) -> list[tuple[str, str, str, bool]]:
        label = graph.nodes(data="label")
        return [
            (label[a], d["attribute"], label[b], d["current"]) for a, b, d in graph.edges(data=True)
        ]

    assert told(drawn) == [
        ("user", "lives_in", "Ghent", False),
        ("user", "lives_in", "Bruges", True),
    ]
    assert told(earlier) == [("user", "lives_in", "Ghent", True)]
