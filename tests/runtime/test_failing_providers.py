"""What a provider says when it fails is passed on without the secrets that it quotes."""

import asyncio
import re
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.base import empty_checkpoint
from pydantic import BaseModel, ValidationError

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.core.rules import RuleExtractor
from neuromem_graph.errors import InvalidInput, MemoryGraphError, ProviderError, StorageBusy
from neuromem_graph.nodes import ingest_graph, recall_node, remember_node, with_memory
from neuromem_graph.settings.redacting import Redacting
from neuromem_graph.stores import MemoryStore
from neuromem_graph.types.ingest import Extraction, Turns

AT = datetime(2025, 5, 1, tzinfo=UTC)
TOKEN = "ghp_" + "b7" * 18
HIDDEN = f"{TOKEN[:22]}\u200b{TOKEN[22:]}"
OFF = Settings(redacting=Redacting(on=False))


class Number(BaseModel):
    """Hold a number."""

    n: int


def quoting(*_: Any, **__: Any) -> Any:
    """Fail as clients do: the error of a parser, and behind it that of a connection."""
    try:
        raise ConnectionError(f"refused {HIDDEN!r}")
    except ConnectionError as exc:
        raise RuntimeError(f"could not use key {HIDDEN}, try another") from exc


def invalid(*_: Any, **__: Any) -> Any:
    """Fail with an error whose text can't be changed."""
    Number(n=HIDDEN)  # type: ignore[arg-type]


def noted(*_: Any, **__: Any) -> Any:
    """Fail with a note."""
    error = OSError(5, "no such key", f"/keys/{TOKEN}")
    error.add_note(f"the key was {TOKEN}")
    raise error


def grouped(*_: Any, **__: Any) -> Any:
    """Fail with several errors at once."""
    raise ExceptionGroup("two calls failed", [ValueError(TOKEN), KeyError(HIDDEN)])


def ours(*_: Any, **__: Any) -> Any:
    """Fail with an error of this package."""
    raise StorageBusy(f"locked by {HIDDEN}")


FAILING = (quoting, invalid, noted, grouped, ours)


class Failing:
    """Fail as an extractor, an embedder, a reranker and an expander."""

    model = "failing/1"

    def __init__(self, fail: Callable[..., Any]) -> None:
        self.extract = self.embed = self.rerank = self.expand = self.fail = fail


class Clock:
    """Tell the time until it is broken."""

    def __init__(self, fail: Callable[[], Any]) -> None:
        self.fail = fail
        self.broken = False

    def __call__(self) -> datetime:
        return self.fail() if self.broken else AT  # type: ignore[no-any-return]


def shown(exc: BaseException) -> str:
    """Return what a log shows of an error."""
    return "".join(traceback.format_exception(exc))


def assert_told(text: str) -> None:
    """Fail if a text holds a part of the token."""
    assert "b7b7b7" not in text, text


@pytest.fixture(params=FAILING, ids=lambda fail: fail.__name__)
def fail(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Give each way to fail."""
    made: Callable[..., Any] = request.param
    return made


CALLS: dict[str, Callable[[MemoryRuntime], Any]] = {
    "ingest": lambda m: m.ingest(user="I live in Ghent.", at=AT),
    "observe_many": lambda m: m.observe_many(["I live in Ghent."], at=AT),
    "observe_and_commit": lambda m: m.observe_and_commit("I live in Ghent.", at=AT),
    "observe_and_route": lambda m: m.observe_and_route("I live in Ghent.", at=AT),
    "propose": lambda m: m.propose("I live in Ghent.", at=AT),
    "preview": lambda m: m.preview("I live in Ghent.", at=AT),
    "query": lambda m: m.query("Where do I live?"),
    "retrieve": lambda m: m.retrieve("Where do I live?"),
    "resolve_worldview": lambda m: m.resolve_worldview("Where do I live?"),
    "retry_deferred": lambda m: m.retry_deferred(),
    "reindex": lambda m: m.reindex(),
    "prewarm_embeddings": lambda m: m.prewarm_embeddings(),
    "aingest": lambda m: m.aingest(user="I live in Ghent.", at=AT),
    "aobserve_many": lambda m: m.aobserve_many(["I live in Ghent."], at=AT),
    "aobserve_and_commit": lambda m: m.aobserve_and_commit("I live in Ghent.", at=AT),
    "aobserve_and_route": lambda m: m.aobserve_and_route("I live in Ghent.", at=AT),
    "apreview": lambda m: m.apreview("I live in Ghent.", at=AT),
    "aquery": lambda m: m.aquery("Where do I live?"),
    "aretry_deferred": lambda m: m.aretry_deferred(),
    "areindex": lambda m: m.areindex(),
    "aprewarm_embeddings": lambda m: m.aprewarm_embeddings(),
}
ASKED = ("extractor", "embedder", "reranker", "expander", "count_tokens")


async def told_by(call: Callable[[MemoryRuntime], Any], memory: MemoryRuntime) -> str:
    """Return what a call answers, or what is shown of its error."""
    try:
        made = call(memory)
        return repr(await made if asyncio.iscoroutine(made) else made)
    except (MemoryGraphError, RuntimeError, OSError, ExceptionGroup) as exc:
        return shown(exc)


@pytest.mark.parametrize("who", ASKED)
def test_what_a_provider_says_is_told_without_secrets(
    who: str, fail: Callable[..., Any], tmp_path: Any
) -> None:
    """Every method that asks a failing provider tells why, in errors, answers and traces."""
    given: Any = fail if who == "count_tokens" else Failing(fail)
    with MemoryRuntime.local("x", tmp_path, **{who: given}) as memory:
        told = [asyncio.run(told_by(call, memory)) for call in CALLS.values()]
        told.append(str(memory.stats()))
    with MemoryRuntime.local("x", tmp_path) as memory:
        told += [repr(memory.retry_deferred()), repr(memory.query("Where do I live?"))]
    kept = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    for text in (*told, kept.decode(errors="replace")):
        assert_told(text)
    named = re.compile(r"\[redacted github_token|OSError\(5|ExceptionGroup")
    assert any(named.search(text) for text in told), told


def test_the_background_tells_its_failure_without_secrets() -> None:
    """`background_failure` says why, and quotes no secret."""
    with MemoryRuntime.local("x", ":memory:", extractor=Failing(ours)) as memory:
        memory.enqueue("I live in Ghent.", at=AT)
        assert not memory.flush(timeout=60)
        assert memory.background_failure is not None
        assert memory.background_failure.startswith("StorageBusy: locked by [redacted github_tok")
        assert_told(memory.background_failure)


def test_a_correction_that_fails_quotes_no_secret(fail: Callable[..., Any]) -> None:
    """`correct` and `acorrect` tell why the extractor failed."""
    finds: list[Any] = [RuleExtractor().extract]

    def extract(turns: Turns) -> Extraction:
        made: Extraction = finds[-1](turns)
        return made

    with MemoryRuntime.local("x", ":memory:", extractor=Failing(extract)) as memory:
        fact = memory.ingest(user="I live in Ghent.", at=AT).created[0].id or ""
        finds.append(fail)
        for call in (memory.correct, memory.acorrect):
            told = asyncio.run(told_by(lambda _, call=call: call(fact, "I live in Rome."), memory))
            assert "Error" in told or "StorageBusy" in told
            assert_told(told)


def test_a_chat_model_that_fails_quotes_no_secret() -> None:
    """What a LangChain model raises is told without its key."""

    class Broken(GenericFakeChatModel):
        def _generate(self, *args: Any, **kwargs: Any) -> Any:
            return quoting()

    with MemoryRuntime.local("x", ":memory:", extractor=Broken(messages=iter(()))) as memory:
        (item,) = memory.ingest(user="I live in Ghent.", at=AT).of("deferred")
        assert "[redacted github_token" in (item.reason or "")
        assert_told(repr(item))


def test_an_index_that_fails_quotes_no_value(fail: Callable[..., Any]) -> None:
    """An embedder that quotes what it was given, or its key, tells neither by errors of a store."""

    def embed(texts: Sequence[str]) -> list[list[float]]:
        if fail is ours:
            raise RuntimeError(f"can't embed {list(texts)!r:.60}")
        return fail()  # type: ignore[no-any-return]

    with MemoryStore(":memory:", index={"embed": embed, "dims": 2}) as store:
        value = {"text": f"deploy with the token {HIDDEN}"}
        for call in (
            lambda: store.put(("a",), "k", value),
            lambda: store.put_if(("a",), "k", value, expected_version=None),
            lambda: asyncio.run(store.aput(("a",), "k", value)),
            lambda: asyncio.run(store.aput_if(("a",), "k", value, expected_version=None)),
            lambda: store.search(("a",), query=HIDDEN),
            lambda: asyncio.run(store.asearch(("a",), query=HIDDEN)),
            lambda: store.reindex(),
        ):
            try:
                call()
            except MemoryGraphError as exc:
                assert_told(shown(exc))


def test_an_error_keeps_what_it_is() -> None:
    """Type, identity and traceback stay; a cause without a secret does, too."""
    error = ValueError(f"no {TOKEN}", 7)
    clean = KeyError("cause")

    def broken() -> None:
        raise error from clean

    clock = Clock(broken)
    with MemoryRuntime.local("x", ":memory:", clock=clock) as memory:
        clock.broken = True
        with pytest.raises(ValueError, match=r"no \[redacted github_token") as caught:
            memory.query("Where do I live?")
    assert caught.value is error
    assert error.args[1] == 7
    assert error.__cause__ is clean


def test_an_error_that_can_not_be_told_anew_is_replaced() -> None:
    """An error whose text is its own is replaced by one that says of what type it was."""
    clock = Clock(invalid)
    with MemoryRuntime.local("x", ":memory:", clock=clock) as memory:
        clock.broken = True
        with pytest.raises(InvalidInput, match=r"^ValidationError: ") as caught:
            memory.query("Where do I live?")
    assert_told(shown(caught.value))
    assert caught.value.__cause__ is None


def test_with_redaction_off_errors_are_as_they_were() -> None:
    """Who turns redaction off sees what was given and what was raised, causes included."""
    given: Any = {"settings": OFF, "reranker": Failing(quoting)}
    with MemoryRuntime.local("x", ":memory:", **given) as memory:
        memory.ingest(user="I live in Ghent.", at=AT)
        with pytest.raises(ProviderError, match="b7b7") as caught:
            memory.query("Where do I live?")
        assert isinstance(caught.value.__cause__, RuntimeError)
        with pytest.raises(InvalidInput, match=TOKEN), MemoryStore(memory) as store:
            store.search(("a",), query=[TOKEN])  # type: ignore[arg-type]
    clock = Clock(invalid)
    with MemoryRuntime.local("x", ":memory:", settings=OFF, clock=clock) as memory:
        clock.broken = True
        with pytest.raises(ValidationError):
            memory.query("Where do I live?")


def test_a_node_that_fails_quotes_no_secret(fail: Callable[..., Any]) -> None:
    """Nodes tell errors as the methods do, sync and async."""
    state = {"messages": [HumanMessage(f"I live in Ghent, my token is {HIDDEN}.", id="m1")]}
    given: Any = {"reranker": Failing(fail), "count_tokens": fail}
    with MemoryRuntime.local("x", ":memory:", **given) as memory:
        memory.ingest(user="I live in Ghent.", at=AT)
        nodes = (recall_node(memory), with_memory(lambda _: {"messages": []}, memory),
                 remember_node(memory, namespace=("{user_id}",)), ingest_graph(memory))  # fmt: skip
        for node in nodes:
            for bad in (state, {"messages": [HIDDEN, {TOKEN: HIDDEN}]}, {TOKEN: HIDDEN}):
                told = [
                    asyncio.run(told_by(lambda _, n=node, b=bad: n.invoke(b), memory)),
                    asyncio.run(told_by(lambda _, n=node, b=bad: n.ainvoke(b), memory)),
                ]
                for one in told:  # what a graph answers is the caller's own state
                    assert not one.startswith("Traceback") or "b7b7b7" not in one, one
        for make in (recall_node, remember_node, ingest_graph):
            with pytest.raises(MemoryGraphError) as caught:
                make(memory, namespace=("a", f"{{{TOKEN}", HIDDEN, 7))  # type: ignore[arg-type]
            assert_told(shown(caught.value))


class Unstorable:
    """Be no state that a checkpoint can hold."""

    def __reduce__(self) -> Any:
        raise TypeError(f"can't store {HIDDEN}")


def test_a_saver_quotes_no_secret() -> None:
    """A config or a state that can't be used is not quoted with a secret in it."""
    bad: Any
    with LedgerSaver(":memory:") as saver:
        config: Any = {
            "configurable": {"thread_id": "t", "checkpoint_ns": "", "checkpoint_id": "c"}
        }
        broken: Any = {"configurable": {"thread_id": f"{HIDDEN}\ud800", "checkpoint_ns": ""}}
        for bad in (
            lambda: saver.put_writes(config, [("a", Unstorable())], "task"),
            lambda: asyncio.run(saver.aput_writes(config, [("a", Unstorable())], "task")),
            lambda: saver.get_tuple(broken),
            lambda: saver.memory_seq(broken),
            lambda: saver.memory_seq({"configurable": {"thread_id": HIDDEN}}),
            lambda: list(saver.list(broken)),
            lambda: saver.prune(HIDDEN),
            lambda: saver.prune(["t"], strategy=HIDDEN),
            lambda: saver.delete_for_runs(HIDDEN),
            lambda: saver.put(config, {TOKEN: HIDDEN}, {}, {}),  # type: ignore[typeddict-item]
            lambda: asyncio.run(_all(saver.alist(broken))),
        ):
            with pytest.raises(MemoryGraphError) as caught:
                bad()
            assert_told(shown(caught.value))
        assert saver.put(config, empty_checkpoint(), {}, {})


async def _all(given: Any) -> list[Any]:
    return [one async for one in given]
