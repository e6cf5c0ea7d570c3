"""What is said to a chat model, and what it answers."""

from typing import Any

from pydantic import Field

from neuromem_graph.types.base import Record

__all__ = ["ChatReply", "ChatRequest"]


class ChatRequest(Record):
    """Ask a model once."""

    system: str
    user: str
    answer: dict[str, Any] = Field(default_factory=dict)  # JSON schema of the reply; {}: free text
    reply_tokens: int = 1_500  # room for the reply


class ChatReply(Record):
    """Hold what a model answered."""

    text: str
    truncated: bool = False  # the reply, or the prompt, was cut
