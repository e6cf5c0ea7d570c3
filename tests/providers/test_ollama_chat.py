"""Extraction through the real Ollama client, against a real HTTP server."""

import asyncio
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.providers.extracting import ModelExtractor
from neuromem_graph.providers.ollama_chat import OllamaChat
from neuromem_graph.settings.extracting import Extracting
from tests.providers.ollama_server import Ollama, serving

AT = datetime(2025, 5, 1, tzinfo=UTC)
SAID = "I moved to Porto."
FACT = {"message": 0, "quote": "I moved to Porto", "reasoning": "", "about": "user",
        "relation": "", "attribute": "lives_in", "value": "Porto", "status": "changed",
        "since": "", "until": ""}  # fmt: skip
GOOD = json.dumps({"facts": [FACT]})


def opened(server: Ollama, waits: list[float] | None = None, **options: Any) -> MemoryRuntime:
    """Open a memory that extracts with the model of a server."""
    pause = (waits if waits is not None else []).append
    chat = OllamaChat("tiny", server.url, pause=pause, **options)
    return MemoryRuntime.local("x", ":memory:", extractor=ModelExtractor(chat))


@pytest.fixture(params=["sync", "async"])
def take(request: pytest.FixtureRequest) -> Callable[[MemoryRuntime], Any]:
    """Ingest what was said, in one of both ways."""
    if request.param == "sync":
        return lambda memory: memory.ingest(user=SAID, at=AT)
    return lambda memory: asyncio.run(memory.aingest(user=SAID, at=AT))


def why(receipt: Any) -> str:
    """Return why a turn was deferred."""
    (told,) = [item for item in receipt.items if item.what == "deferred"]
    return str(told.reason)


def test_facts_come_from_the_model(take: Any) -> None:
    """One message is one call, held to a schema, with room for prompt and reply."""
    with serving(GOOD) as server, opened(server) as memory:
        receipt = take(memory)

        (asked,) = server.asked
        assert asked["format"]["required"] == ["facts"]
        assert asked["options"]["num_ctx"] % 2048 == 0
        assert asked["options"]["temperature"] == 0
        assert memory.query("Where do I live?").worldview[0].value == "Porto"
        assert receipt.rejected == 0


def test_small_talk_asks_no_model() -> None:
    """What tells nothing by itself is remembered without a call."""
    with serving(GOOD) as server, opened(server) as memory:
        memory.observe_many(["ok", "Thanks!", "haha, nice"])
        assert not server.asked
        assert memory.stats().events == 3


def test_a_missing_model_is_named_with_the_command(take: Any) -> None:
    """A model that the server does not hold defers the turn, and says how to get it."""
    with serving({"status": 404, "error": "model not found"}) as server, opened(server) as memory:
        assert "ollama pull tiny" in why(take(memory))
        assert len(server.asked) == 1


def test_no_server(take: Any) -> None:
    """Where no server answers, the receipt says how to start one."""
    with serving(GOOD) as server:
        pass
    with opened(server) as memory:
        assert "ollama serve" in why(take(memory))
        assert memory.stats().events == 1


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_server_that_fails_for_now_is_asked_again(status: int, take: Any) -> None:
    """Errors of the server are tried again, each time after a longer pause."""
    waits: list[float] = []
    bad = {"status": status}
    with serving(bad, bad, GOOD) as server, opened(server, waits) as memory:
        receipt = take(memory)
        assert memory.query("Where do I live?").worldview[0].value == "Porto"
        assert not [item for item in receipt.items if item.what == "deferred"]
    assert waits == [1.0, 2.0]


def test_a_server_that_fails_for_good(take: Any) -> None:
    """After the last attempt the turn is deferred and the event kept."""
    with serving({"status": 500, "error": "out of memory"}) as server, opened(server) as memory:
        assert "out of memory" in why(take(memory))
        assert len(server.asked) == 3
        assert memory.stats().events == 1


def test_a_request_that_is_refused_is_not_repeated(take: Any) -> None:
    """What the server calls a bad request stays one."""
    with serving({"status": 400, "error": "invalid format"}) as server, opened(server) as memory:
        assert "invalid format" in why(take(memory))
        assert len(server.asked) == 1


def test_a_slow_server(take: Any) -> None:
    """A server that does not answer in time is asked again; then the turn waits."""
    with serving({"hold": True}) as server, opened(server, timeout=0.05) as memory:
        assert "in time" in why(take(memory))
        assert len(server.asked) == 3


def test_a_cut_connection(take: Any) -> None:
    """A connection that breaks in the middle of a reply is tried again."""
    with serving({"text": GOOD, "drop": True}, GOOD) as server, opened(server) as memory:
        take(memory)
        assert len(server.asked) == 2
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


@pytest.mark.parametrize("told", [{"done_reason": "length"}, {"prompt_eval_count": 10**6}])
def test_a_cut_reply_or_prompt_is_seen(told: dict[str, Any], take: Any) -> None:
    """A reply that was cut, or whose prompt was, is not used however whole it looks."""
    with serving({"text": GOOD, **told}) as server, opened(server) as memory:
        reason = why(take(memory))
        assert "num_ctx" in reason
        assert len(server.asked) == 2


def test_what_does_not_fit_is_never_sent(take: Any) -> None:
    """A prompt beyond the context is refused before it is cut silently."""
    with serving(GOOD) as server, opened(server, most_context=1_024) as memory:
        assert "most_context" in why(take(memory))
        assert not server.asked


def test_long_messages_are_read_in_parts() -> None:
    """A message beyond the limit is cut between sentences; spans stay those of the message."""
    filler = "The weather was fine on that day, and nothing happened at all. " * 30
    chat = Settings(extracting=Extracting(characters=1_000))
    with serving(GOOD) as server:
        extractor = ModelExtractor(OllamaChat("tiny", server.url), chat)
        with MemoryRuntime.local("x", ":memory:", extractor=extractor) as memory:
            memory.ingest(user=filler + SAID, at=AT)
            (belief,) = memory.query("Where do I live?").worldview
    sent = [json.loads(one["messages"][1]["content"])["messages"] for one in server.asked]
    assert belief.value == "Porto"
    assert len(sent) > 1
    assert max(len(part["text"]) for parts in sent for part in parts) <= 1_000
    told = " ".join(part["text"] for parts in sent for part in parts)
    assert told.split() == (filler + SAID).split()


@pytest.mark.parametrize("bad", range(4))
def test_a_failure_at_any_call_loses_nothing(bad: int) -> None:
    """Whichever call of an ingest fails, its event is kept, and no turn is half remembered."""
    texts = [f"I moved to Porto, part {n}. " + "Nothing else happened. " * 20 for n in range(4)]
    settings = Settings(extracting=Extracting(characters=600))
    script: list[str | dict[str, Any]] = [GOOD] * 4
    script[bad] = {"status": 400, "error": "no"}
    with serving(*script) as server:
        extractor = ModelExtractor(OllamaChat("tiny", server.url), settings)
        with MemoryRuntime.local("x", ":memory:", extractor=extractor) as memory:
            receipt = memory.observe_many(texts, at=AT)
            assert why(receipt).endswith("no")
            assert memory.stats().events == 4
            assert memory.stats().deferred == 1
            kept = {item.text[:27] for item in memory.query("Porto part", k=10).items}
            assert kept == {text[:27] for n, text in enumerate(texts) if n != bad}
            assert memory.verify(deep=True).problem is None


def test_a_cancelled_call_leaves_nothing_running() -> None:
    """A graph that is stopped while the model thinks ends at once; the turn can be told again."""

    async def stopped(memory: MemoryRuntime, server: Ollama) -> None:
        task = asyncio.create_task(memory.aingest(user=SAID, at=AT))
        while not server.asked:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with serving({"hold": True, "text": GOOD}, GOOD) as server, opened(server) as memory:
        before = time.monotonic()
        asyncio.run(stopped(memory, server))
        assert time.monotonic() - before < 5  # the server holds its answer back for ten
        assert memory.stats().events == 0
        memory.ingest(user=SAID, at=AT)
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


def test_one_memory_serves_many_loops() -> None:
    """Each event loop asks through connections of its own."""
    with serving(GOOD) as server, opened(server) as memory:
        for place in ("Porto.", "Porto, again."):
            asyncio.run(memory.aingest(user=f"I moved to {place}", at=AT))
        assert len(server.asked) == 2
        assert memory.stats().deferred == 0
