"""A server that speaks the chat APIs of OpenAI and Anthropic over real HTTP."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Entry = str | dict[str, Any]


class ChatServer(ThreadingHTTPServer):
    """Answer with a script: one entry per call, the last one for ever.

    An entry is the text of a reply, or a dictionary of what to do instead: `status` and `error`,
    `finish` (why it ended), `call` (arguments of a tool), `thought` before the text.
    """

    def __init__(self, *script: Entry) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script, self.asked = list(script), list[dict[str, Any]]()

    @property
    def url(self) -> str:
        """Return the address."""
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        """Answer one request."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(asked)
        script = self.server.script
        entry = script[min(len(self.server.asked), len(script)) - 1]
        told: dict[str, Any] = {"text": entry} if isinstance(entry, str) else entry
        if "status" in told:
            error = {"message": told.get("error", "something failed"), "type": "an_error"}
            self._send(told["status"], {"type": "error", "error": error})
        elif self.path.endswith("/messages"):
            self._send(200, _anthropic(told, asked))
        else:
            self._send(200, _openai(told, asked))

    def _send(self, status: int, body: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: Any) -> None:
        """Keep quiet."""


def _openai(told: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": told.get("text")}
    if "thought" in told:
        message["reasoning_content"] = told["thought"]
    if "call" in told:
        name = asked["tools"][0]["function"]["name"] if asked.get("tools") else "f"
        function = {"name": name, "arguments": told["call"]}
        message["tool_calls"] = [{"id": "1", "type": "function", "function": function}]
    return {
        "id": "c", "object": "chat.completion", "created": 1, "model": asked["model"],
        "choices": [{"index": 0, "message": message,
                     "finish_reason": told.get("finish", "stop")}],
        "usage": {"prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10},
    }  # fmt: skip


def _anthropic(told: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
    blocks: list[dict[str, Any]] = []
    if "thought" in told:
        blocks.append({"type": "thinking", "thinking": told["thought"], "signature": "s"})
    if told.get("text"):
        blocks.append({"type": "text", "text": told["text"]})
    if "call" in told:
        name = asked["tools"][0]["name"] if asked.get("tools") else "f"
        call = json.loads(told["call"])
        blocks.append({"type": "tool_use", "id": "1", "name": name, "input": call})
    return {
        "id": "m", "type": "message", "role": "assistant", "model": asked["model"],
        "content": blocks, "stop_reason": told.get("finish", "end_turn"), "stop_sequence": None,
        "usage": {"input_tokens": 5, "output_tokens": 5},
    }  # fmt: skip


@contextmanager
def serving(*script: Entry) -> Iterator[ChatServer]:
    """Run a server during a test."""
    server = ChatServer(*script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
