"""A server that speaks Ollama's API over real HTTP, and fails as real ones do."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Ollama(ThreadingHTTPServer):
    """Answer /api/chat with a script: one entry per call, the last one for ever; embed by length.

    An entry is the text of a reply, or a dictionary of what to do instead: `status` and `error`,
    `drop` the connection in the middle of the reply, wait for `hold`, or fields of the reply
    (`done_reason`, `prompt_eval_count`).
    """

    def __init__(self, *script: str | dict[str, Any]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script, self.asked = list(script), list[dict[str, Any]]()
        self.hold = threading.Event()

    @property
    def url(self) -> str:
        """Return the address."""
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Ollama

    def do_POST(self) -> None:
        """Answer one request."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(asked)
        script = self.server.script
        entry = script[min(len(self.server.asked), len(script)) - 1]
        told = {"text": entry} if isinstance(entry, str) else entry
        if told.get("hold"):
            self.server.hold.wait(10)
        if "status" in told:
            self._send(told["status"], {"error": told.get("error", "something failed")})
            return
        if self.path == "/api/embed":
            texts = asked["input"]
            vectors = [[1.0 + len(text), 1.0, 0.0] for text in texts]
            self._send(200, {"model": asked["model"], "embeddings": vectors})
            return
        body = {
            "model": asked["model"], "created_at": "2025-05-01T00:00:00Z", "done": True,
            "message": {"role": "assistant", "content": told.get("text", "")},
            "done_reason": told.get("done_reason", "stop"),
            "prompt_eval_count": told.get("prompt_eval_count", 50), "eval_count": 10,
        }  # fmt: skip
        self._send(200, body, cut=bool(told.get("drop")))

    def _send(self, status: int, body: dict[str, Any], cut: bool = False) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)

    def log_message(self, *args: Any) -> None:
        """Keep quiet."""


@contextmanager
def serving(*script: str | dict[str, Any]) -> Iterator[Ollama]:
    """Run a server during a test."""
    server = Ollama(*script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.hold.set()
        server.shutdown()
        thread.join()
        server.server_close()


__all__ = ["Ollama", "serving"]
