"""What can't be used is refused by every door, with our errors, before anything is written."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.errors import InvalidInput, MemoryGraphError, NotFound, ProviderError
from neuromem_graph.settings import Limits

NAIVE = datetime(2025, 1, 1)


@pytest.fixture
def memory() -> Iterator[MemoryRuntime]:
    """A memory that holds one fact."""
    with MemoryRuntime.local("x", ":memory:") as made:
        made.ingest(user="I live in Ghent.")
        yield made


CALLS: list[Callable[[MemoryRuntime], Any]] = [
    lambda m: m.ingest(5),
    lambda m: m.ingest([None]),
    lambda m: m.ingest(user=""" \u200b """, at=datetime(2026, 1, 1)) and m.query(" "),
    lambda m: m.observe({"content": 5}),
    lambda m: m.observe_many(None),
    lambda m: m.ingest(user="I live in Rome.", at=datetime(2026, 1, 1)),
    lambda m: m.ingest(user="I live in Rome.", at="today"),
    lambda m: m.ingest(user="x", at=datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))),
    lambda m: m.ingest(user="x", at=datetime(9999, 12, 31, 23, tzinfo=UTC)),
    lambda m: m.query(""),
    lambda m: m.query(None),
    lambda m: m.query("tea", lens="third eye"),
    lambda m: m.query("tea", k=-1),
    lambda m: m.query("tea", budget_tokens=-1),
    lambda m: m.query("tea", as_of=10**30),
    lambda m: m.query("tea", as_of=datetime(2026, 1, 1)),
    lambda m: m.query("tea", filters={"kinds": ["nonsense"]}),
    lambda m: m.get("nothing"),
    lambda m: m.get("\ud800"),
    lambda m: m.get("x", as_of=10**30),
    lambda m: m.replay_trace("\ud800"),
    lambda m: m.decide("nothing", "new"),
    lambda m: m.decide("nothing", "perhaps"),
    lambda m: m.decide({}, "reject"),
    lambda m: m.verify(expected_head="x"),
    lambda m: m.query("tea", as_of=1.5),
    lambda m: m.query("tea", as_of=True),
    lambda m: m.query("tea", as_of="2025-01-01T00:00:00Z"),
    lambda m: m.query("tea", valid_at=5),
    lambda m: m.query("tea", k="3"),
    lambda m: MemoryRuntime.local("x", None),
    lambda m: MemoryRuntime.local("x", 5),
    lambda m: MemoryRuntime.local("x", b"x"),
    lambda m: MemoryRuntime.local("x", "y" * 5000),
    lambda m: MemoryRuntime.local("x", "\ud800"),
    lambda m: MemoryRuntime.local("x", ":memory:", settings={"a": 1}),
    lambda m: m.within(""),
    lambda m: m.retrieve("tea", relations=5),
    lambda m: m.retrieve("tea", relations=[5]),
    lambda m: m.erase_all(None),
    lambda m: MemoryRuntime.local("x", ":memory:", clock=None),
    lambda m: MemoryRuntime.local("x", ":memory:", entropy=None),
    lambda m: MemoryRuntime.local("x", ":memory:", clock=lambda: None).ingest(user="x"),
    lambda m: MemoryRuntime.local("x", ":memory:", clock=lambda: NAIVE).ingest(user="x"),
    lambda m: MemoryRuntime.local("x", ":memory:", entropy=lambda n: None).ingest(user="x"),
    lambda m: m.within(("a", None)),
]


@pytest.mark.parametrize("call", range(len(CALLS)))
def test_refused(memory: MemoryRuntime, call: int) -> None:
    """Every bad call raises one of our errors and writes nothing."""
    before = memory.stats()

    with pytest.raises(MemoryGraphError):
        CALLS[call](memory)

    assert memory.stats() == before
    assert memory.verify(deep=True).ok


def test_one_text_is_one_turn(memory: MemoryRuntime) -> None:
    """A bare text, dictionary or message given to any door is one turn, not its letters."""
    memory.ingest("I love tea.")
    memory.observe_many("I love jazz.")
    memory.ingest({"content": "I love rain."})

    assert memory.stats().events == 4
    assert memory.stats().memories == {"active": 4}


def test_a_megabyte(memory: MemoryRuntime) -> None:
    """A text of one megabyte is remembered in parts and found again."""
    words = "hum " * 250_000
    memory.ingest(user=f"{words}. The zeppelin is green.")

    assert "zeppelin" in memory.query("Which colour is the zeppelin?", budget_tokens=5000).text
    assert memory.verify().ok


class Raising:
    """Fail in a way of its own, whatever is asked."""

    model = "raising"

    def embed(self, texts: Any) -> Any:
        raise TimeoutError("too slow")

    def rerank(self, query: str, texts: Any) -> Any:
        raise KeyError("no such text")

    def extract(self, turns: Any) -> Any:
        raise RuntimeError("no idea")

    def __call__(self, text: str) -> Any:
        raise ValueError("uncountable")


class Odd(Raising):
    """Answer what nobody asked for."""

    def embed(self, texts: Any) -> Any:
        return [["a"] for _ in texts]

    def rerank(self, query: str, texts: Any) -> Any:
        return "best first"

    def extract(self, turns: Any) -> Any:
        return {"claims": []}

    def __call__(self, text: str) -> Any:
        return -1.5


@pytest.mark.parametrize("provider", [Raising(), Odd()])
def test_providers(provider: Any) -> None:
    """What a provider raises or answers wrongly is a `ProviderError`, and no turn is lost."""
    with MemoryRuntime.local("x", ":memory:", extractor=provider) as memory:
        receipt = memory.ingest(user="I live in Ghent.")
        assert receipt.of("deferred")
        assert memory.stats().deferred == 1
    for role in ("embedder", "reranker", "count_tokens"):
        with MemoryRuntime.local("x", ":memory:", **{role: provider}) as memory:
            memory.ingest(user="I live in Ghent.")
            with pytest.raises((ProviderError, InvalidInput)):
                memory.query("Where do I live?")
            assert memory.verify(deep=True).ok
            assert memory.stats().memories == {"active": 1}


def test_a_long_text_of_facts() -> None:
    """A text of two thousand facts is cut into servable memories, and what is refused is told."""
    said = "".join(f"My friend Nina{n} lives in City{n}. " for n in range(2000))
    with MemoryRuntime.local("x", ":memory:") as memory:
        receipt = memory.ingest(user=said)
        assert ("1800 claims", "too many facts") in [(i.text, i.reason) for i in receipt.items]

        items = memory.query("Where does Nina1500 live?").items
        assert "City1500" in items[0].text
        assert max(len(item.text) for item in items) <= 1500


def test_limits_are_kept() -> None:
    """One turn gives at most `limits.claims` facts; the others are counted as rejected."""
    settings = Settings(limits=Limits(claims=2))
    with MemoryRuntime.local("x", ":memory:", settings=settings) as memory:
        receipt = memory.ingest(user="I like tea. I like jazz. I like rain. I like snow.")

        assert receipt.rejected == 2


def test_not_found_names_what_was_asked(memory: MemoryRuntime) -> None:
    """An unknown id is named, with the namespace it was looked for in."""
    with pytest.raises(NotFound, match=r"'abc'.*'x'"):
        memory.get("abc")
