"""Extraction through LangChain's own OpenAI and Anthropic clients, against a real HTTP server."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from langchain_anthropic import ChatAnthropic
from langchain_openai import ChatOpenAI

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import ConfigError
from neuromem_graph.providers.extracting import ModelExtractor
from neuromem_graph.providers.langchain import LangChainChat
from tests.providers.chat_server import ChatServer, serving

AT = datetime(2025, 5, 1, tzinfo=UTC)
SAID = "I moved to Porto."
FACT = {"message": 0, "quote": SAID, "about": "user", "attribute": "lives_in", "value": "Porto",
        "status": "changed"}  # fmt: skip
FACTS = {"facts": [FACT]}
GOOD = json.dumps(FACTS)
ELSEWHERE = GOOD.replace("Porto", "Lisbon")


def openai(server: ChatServer, **more: Any) -> Any:
    """Return OpenAI's client."""
    return ChatOpenAI(model="tiny", base_url=f"{server.url}/v1", api_key="k", max_retries=0, **more)


def anthropic(server: ChatServer, **more: Any) -> Any:
    """Return Anthropic's client."""
    return ChatAnthropic(model_name="tiny", base_url=server.url, api_key="k", max_retries=0, **more)


Client = Callable[..., Any]


@pytest.fixture(params=[openai, anthropic])
def client(request: pytest.FixtureRequest) -> Any:
    """One client after the other."""
    return request.param


@pytest.fixture(params=["sync", "async"])
def take(request: pytest.FixtureRequest) -> Callable[[MemoryRuntime], Any]:
    """Ingest what was said, in one of both ways."""
    if request.param == "sync":
        return lambda memory: memory.ingest(user=SAID, at=AT)
    return lambda memory: asyncio.run(memory.aingest(user=SAID, at=AT))


def opened(model: Any, structured: bool = False) -> MemoryRuntime:
    """Open a memory that extracts with a model."""
    extractor = ModelExtractor(LangChainChat(model, structured=structured))
    return MemoryRuntime.local("x", ":memory:", extractor=extractor)


def why(receipt: Any) -> str:
    """Return why a turn was deferred."""
    (told,) = receipt.of("deferred")
    return str(told.reason)


@pytest.mark.parametrize("thinks", [False, True])
def test_plain_text(client: Client, take: Any, thinks: bool) -> None:
    """What the model writes is read, what it thinks is not."""
    told = {"text": GOOD, "thought": ELSEWHERE} if thinks else GOOD
    with serving(told) as server, opened(client(server)) as memory:
        receipt = take(memory)
        assert (len(server.asked), receipt.rejected) == (1, 0)
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


REPLIES: dict[str, list[Any]] = {
    "a call": [{"call": GOOD}],
    "text": [GOOD],
    "prose": [f"Here you are:\n```json\n{GOOD}\n```"],
    "nothing, then a call": ["no idea", {"call": GOOD}],
    "no facts, then a call": [{"call": "{}"}, {"call": GOOD}],
}


@pytest.mark.parametrize("replies", REPLIES.values(), ids=REPLIES)
def test_structured(client: Client, take: Any, replies: list[Any]) -> None:
    """With a schema the reply is read whether the provider calls it a tool or writes it."""
    with serving(*replies) as server, opened(client(server), structured=True) as memory:
        take(memory)
        assert len(server.asked) == len(replies)
        sent = json.dumps(server.asked[0])
        assert '"facts"' in sent
        assert "response_format" in server.asked[0] or server.asked[0]["tools"]
        assert memory.query("Where do I live?").worldview[0].value == "Porto"
        assert memory.stats().deferred == 0


def test_a_call_that_is_written_badly(take: Any) -> None:
    """Arguments that are no JSON are mended as any reply is."""
    bad = {"call": GOOD[:-2] + ",]}"}
    with serving(bad) as server, opened(openai(server), structured=True) as memory:
        take(memory)
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


@pytest.mark.parametrize("structured", [False, True])
def test_a_reply_that_was_cut(client: Client, take: Any, structured: bool) -> None:
    """A reply that was cut is not believed, however whole it looks; the turn waits."""
    cut = {"text": GOOD, "finish": "length" if client is openai else "max_tokens"}
    with serving(cut) as server, opened(client(server), structured=structured) as memory:
        assert why(take(memory))
        assert memory.stats().events == memory.stats().deferred == 1
        assert not memory.query("Where do I live?").worldview


@pytest.mark.parametrize("structured", [False, True])
@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 529])
def test_errors_are_ours(client: Client, take: Any, status: int, structured: bool) -> None:
    """Whatever the server refuses with, the turn is kept, waits, and is finished later."""
    failing: list[Any] = [{"status": status, "error": "no such luck"}]
    with serving(*failing) as server, opened(client(server), structured=structured) as memory:
        reason = why(take(memory))
        assert "the chat model 'tiny' failed" in reason
        assert "no such luck" in reason
        server.script[:] = [GOOD]
        assert len(memory.retry_deferred().created) >= 1
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


@pytest.mark.parametrize("structured", [False, True])
def test_no_server(client: Client, take: Any, structured: bool) -> None:
    """A server that is away costs no turn."""
    with serving(GOOD) as server:
        model = client(server)
    with opened(model, structured) as memory:
        assert "failed" in why(take(memory))
        assert memory.stats().events == 1


def test_models_by_name(take: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "provider:model" makes the client of that provider, configured by its environment."""
    with serving(GOOD) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "k")
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        monkeypatch.setenv("OPENAI_API_BASE", f"{server.url}/v1")
        with MemoryRuntime.local("x", ":memory:", extractor="openai:tiny") as memory:
            take(memory)
            assert server.asked[0]["model"] == "tiny"
            assert memory.query("Where do I live?").worldview[0].value == "Porto"


def test_a_key_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A provider that can't be made is refused when the memory is opened, not later."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ConfigError, match="openai:tiny"):
        MemoryRuntime.local("x", ":memory:", extractor="openai:tiny")
