"""What is enqueued is durable at once, extracted in the background, once, and never lost."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph import Extraction, MemoryRuntime, Turns
from neuromem_graph.core.rules import RuleExtractor
from neuromem_graph.errors import InvalidInput, LedgerClosed, ProviderError, StorageFull
from neuromem_graph.nodes import remember_node
from neuromem_graph.pipeline.background import Worker
from neuromem_graph.providers.extracting import ModelExtractor
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.chat import ChatReply, ChatRequest

AT = datetime(2025, 5, 1, tzinfo=UTC)


class Gated:
    """Extracts by rules, once a gate is open; fails while `broken`."""

    def __init__(self) -> None:
        self.gate, self.broken = threading.Event(), False
        self.seen: list[str] = []

    def extract(self, turns: Turns) -> Extraction:
        """Wait for the gate."""
        assert self.gate.wait(30)
        self.seen += [turn.text for turn in turns.turns]
        if self.broken:
            raise ProviderError("the model is away")
        return RuleExtractor().extract(turns)


@pytest.fixture(params=["memory", "file"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the ledger is kept."""
    return ":memory:" if request.param == "memory" else str(tmp_path / "m.sqlite3")


def open_gate(gated: Gated) -> Gated:
    """Let a model answer at once."""
    gated.gate.set()
    return gated


def test_the_event_is_durable_before_the_model_answers(where: str) -> None:
    """Enqueueing returns while the model has not begun; flush waits for what it makes of it."""
    model = Gated()
    with MemoryRuntime.local("x", where, extractor=model) as memory:
        receipt = memory.enqueue(user="I live in Porto.", at=AT)
        assert [event.step for event in receipt.events] == ["deferred"]
        assert (memory.stats().events, memory.stats().deferred) == (1, 1)
        assert not memory.flush(0.0)
        model.gate.set()
        assert memory.flush()
        assert memory.stats().deferred == 0
        assert memory.query("Where do I live?").worldview[0].value == "Porto"
        assert memory.verify(deep=True).problem is None


def test_turns_are_finished_in_their_order() -> None:
    """The worker extracts in the order in which the turns of a namespace were said."""
    model = open_gate(Gated())
    with MemoryRuntime.local("x", ":memory:", extractor=model) as memory:
        said = [f"I moved to {city}." for city in ("Oslo", "Porto", "Ghent", "Turin")]
        for day, text in enumerate(said):
            memory.enqueue(user=text, at=AT + timedelta(days=day))
        memory.flush()
        assert model.seen == said
        assert memory.query("Where do I live?").worldview[0].value == "Turin"


def test_queued_is_as_good_as_ingested() -> None:
    """The background way leaves the memory that the direct way leaves."""
    texts = ["I live in Oslo.", "My sister Ana works at Siemens.", "I moved to Porto."]

    def views(enqueue: bool) -> object:
        with MemoryRuntime.local("x", ":memory:") as memory:
            for day, text in enumerate(texts):
                take = memory.enqueue if enqueue else memory.ingest
                take(user=text, at=AT + timedelta(days=day))
            memory.flush()
            found = memory.resolve_worldview(None).slots
            return [(slot.entity, slot.attribute, [c.value for c in slot.candidates])
                    for slot in found]  # fmt: skip

    assert views(enqueue=True) == views(enqueue=False)


def test_enqueueing_again_adds_nothing() -> None:
    """A turn that is retried is queued once, and is remembered once."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        for _ in range(3):
            memory.enqueue({"content": "I live in Porto.", "id": "m1", "at": AT})
        memory.flush()
        memory.enqueue({"content": "I live in Porto.", "id": "m1", "at": AT})
        memory.flush()
        assert memory.stats().events == 1
        assert len(memory.query("Porto").items) == 1


@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
def test_what_failed_is_tried_again(asynchronous: bool) -> None:
    """A failing model leaves the turns waiting with its reason; a retry finishes them once."""
    model = open_gate(Gated())
    model.broken = True

    with MemoryRuntime.local("x", ":memory:", extractor=model) as memory:
        for day, text in enumerate(["I live in Oslo.", "I moved to Porto."]):
            memory.ingest(user=text, at=AT + timedelta(days=day))

        def retried() -> object:
            if asynchronous:
                return asyncio.run(memory.aretry_deferred())
            return memory.retry_deferred()

        before = memory.verify().head
        again = retried()
        assert {i.reason for i in again.of("deferred")} == {"the model is away"}
        assert memory.verify().head == before  # failing again writes nothing
        model.broken = False
        assert len(retried().created) >= 2
        assert memory.stats().deferred == 0
        assert retried().events == ()
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


def test_a_dead_model_is_not_asked_for_every_turn() -> None:
    """After some failures in a row the rest is left for the next retry."""
    model = open_gate(Gated())
    model.broken = True
    with MemoryRuntime.local("x", ":memory:", extractor=model) as memory:
        memory.observe_many([f"I like tea number {n}." for n in range(40)], at=AT)
        model.seen.clear()
        memory.retry_deferred()
        assert len(model.seen) == memory.resources.settings.extracting.give_up


def test_one_bad_turn_does_not_block_the_others() -> None:
    """A turn that always fails goes on waiting; those after it are finished."""

    class Picky(RuleExtractor):
        def extract(self, turns: Turns) -> Extraction:
            if any("poison" in turn.text for turn in turns.turns):
                raise ProviderError("poison")
            return super().extract(turns)

    with MemoryRuntime.local("x", ":memory:", extractor=Picky()) as memory:
        for text in ("poison", "I live in Porto.", "I like tea."):
            memory.enqueue(user=text)
        memory.flush()
        assert memory.stats().deferred == 1
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


def test_turns_that_no_model_reads_block_nobody() -> None:
    """Whatever their number, turns whose replies are useless do not stop those after them."""

    class Confused:
        def complete(self, request: ChatRequest) -> ChatReply:
            useless = "poison" in request.user
            return ChatReply(text="no idea" if useless else '{"facts": []}')

    extractor = ModelExtractor(Confused())
    with MemoryRuntime.local("x", ":memory:", extractor=extractor) as memory:
        for n in range(6):
            memory.enqueue(user=f"poison number {n}")
        memory.enqueue(user="My dog is called Rex.")
        memory.flush()
        assert memory.stats().deferred == 6
        assert memory.query("dog").items[0].text == "My dog is called Rex."
        memory.observe_many(["poison again", "My cat is called Tom."])
        assert memory.query("cat").items[0].text == "My cat is called Tom."


def test_a_worker_that_dies_is_started_anew() -> None:
    """An error that is none of ours ends the thread, not the queue: the next turn wakes it."""
    finished: list[Namespace] = []

    def finish(namespace: Namespace) -> None:
        finished.append(namespace)
        if len(finished) == 1:
            raise KeyError("a bug")

    worker = Worker(finish)
    hook, threading.excepthook = threading.excepthook, lambda told: None
    try:
        worker.wake(("a",))
        worker.wait(10)
        worker.wake(("b",))
        assert worker.wait(10)
    finally:
        threading.excepthook = hook
        worker.close()
    assert ("b",) in finished


def test_a_failing_ledger_is_told_by_flush() -> None:
    """An error of the ledger in the background is no success."""

    def finish(namespace: Namespace) -> None:
        raise StorageFull("no space left")

    worker = Worker(finish)
    worker.wake(("a",))
    assert not worker.wait(10)
    assert "no space left" in str(worker.failure)
    worker.close()


def test_a_limit_bounds_a_retry() -> None:
    """Only so many turns are tried; a limit that is none is refused."""
    model = open_gate(Gated())
    model.broken = True
    with MemoryRuntime.local("x", ":memory:", extractor=model) as memory:
        memory.observe_many([f"I like tea number {n}." for n in range(5)], at=AT)
        model.broken = False
        assert len(memory.retry_deferred(2).events) == 2
        assert memory.stats().deferred == 3
        for bad in (0, -1, True, "2"):
            with pytest.raises(InvalidInput, match="limit"):
                memory.retry_deferred(bad)


def test_yesterday_is_that_of_the_speaker() -> None:
    """A turn that waited keeps its time zone: relative dates are those of its own clock."""
    zone = timezone(timedelta(hours=-9))
    said = datetime(2025, 5, 1, 22, 0, tzinfo=zone)  # the second of May in UTC
    starts = []
    for enqueue in (False, True):
        with MemoryRuntime.local("x", ":memory:") as memory:
            take = memory.enqueue if enqueue else memory.ingest
            take(user="I moved to Porto yesterday.", at=said)
            memory.flush()
            starts.append(memory.query("Where do I live?").worldview[0].valid_from)
    assert starts[0] == starts[1]


def test_namespaces_share_a_worker_and_nothing_else() -> None:
    """What is queued for one user is found by that user alone."""
    with MemoryRuntime.local(("app", "ann"), ":memory:") as ann:
        bob = ann.within(("app", "bob"))
        ann.enqueue(user="I live in Porto.")
        bob.enqueue(user="I live in Oslo.")
        assert ann.flush()
        assert bob.query("Where do I live?").worldview[0].value == "Oslo"
        assert ann.query("Where do I live?").worldview[0].value == "Porto"


def test_a_closed_memory_keeps_the_queue(tmp_path: Path) -> None:
    """Closing does not wait for a queue: the next process finds it and goes on."""
    path = tmp_path / "m.sqlite3"
    model = Gated()
    memory = MemoryRuntime.local("x", path, extractor=model)
    for n in range(4):
        memory.enqueue(user=f"I like tea number {n}.", at=AT + timedelta(hours=n))
    closing = threading.Thread(target=memory.close)
    closing.start()
    while not memory._worker.closing:
        pass
    model.gate.set()
    closing.join()
    with pytest.raises(LedgerClosed):
        memory.enqueue(user="too late")
    with MemoryRuntime.local("x", path) as again:
        assert again.stats().events == 4
        waiting = again.stats().deferred
        assert waiting >= 1
        assert len(again.retry_deferred().events) == waiting
        assert len(again.query("tea", k=10).items) == 4


KILLED = """
import os, signal, sys, threading
from datetime import UTC, datetime, timedelta
from neuromem_graph import MemoryRuntime
from neuromem_graph.core.rules import RuleExtractor

class Deadly(RuleExtractor):
    def extract(self, turns):
        if any("number 5" in turn.text for turn in turns.turns):
            print("ready", flush=True)
            threading.Event().wait()
        return super().extract(turns)

memory = MemoryRuntime.local("x", sys.argv[1], extractor=Deadly())
for n in range(10):
    memory.enqueue(user=f"I like tea number {n}.", at=datetime(2025, 5, 1, n, tzinfo=UTC))
memory.flush()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_killed_process_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """SIGKILL in the middle of the queue: another process finishes it, each turn once."""
    path = tmp_path / "m.sqlite3"
    code = textwrap.dedent(KILLED)
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        child.send_signal(signal.SIGKILL)
    with MemoryRuntime.local("x", path) as memory:
        assert memory.stats().deferred == 5
        memory.retry_deferred()
        assert (memory.stats().events, memory.stats().deferred) == (10, 0)
        texts = [item.text for item in memory.query("tea", k=20).items]
        assert sorted(texts) == sorted(f"I like tea number {n}." for n in range(10))
        assert memory.verify(deep=True).problem is None


@pytest.mark.parametrize("asynchronous", [False, True], ids=["invoke", "ainvoke"])
def test_a_background_node_returns_before_the_model(asynchronous: bool) -> None:
    """The graph's answer does not wait for extraction; running it again adds nothing."""
    model = Gated()
    with MemoryRuntime.local("x", ":memory:", extractor=model) as memory:
        builder = StateGraph(MessagesState)
        builder.add_node("remember", remember_node(memory, background=True))
        builder.add_edge(START, "remember")
        graph = builder.compile()
        said = {"messages": [{"role": "user", "content": "I live in Porto.", "id": "1"}]}
        for _ in range(2):
            asyncio.run(graph.ainvoke(said)) if asynchronous else graph.invoke(said)
        assert memory.stats().deferred == 1
        model.gate.set()
        assert memory.flush()
        assert memory.query("Where do I live?").worldview[0].value == "Porto"
        assert len(model.seen) == 1


@pytest.mark.parametrize("before", ["nothing", "observed", "deferred"])
@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
def test_what_was_told_to_be_remembered_stays_so(before: str, asynchronous: bool) -> None:
    """Small talk that is committed explicitly becomes a memory also when its extraction had to
    wait; the receipts say that it was explicit."""
    model = open_gate(Gated())
    model.broken = True
    said = {"content": "ok", "id": "1", "at": AT}
    with MemoryRuntime.local("x", ":memory:", extractor=model) as memory:
        if before == "observed":
            memory.observe(said)
        elif before == "deferred":
            memory.ingest(said)
        memory.ingest({"content": "thanks", "id": "2", "at": AT})
        for _ in range(2):
            receipt = memory.observe_and_commit(said)
            assert [(one.step, one.explicit) for one in receipt.events] == [("deferred", True)]
        assert {one.explicit for one in memory.retry_deferred().events} == {True, False}
        model.broken = False
        retry = memory.aretry_deferred() if asynchronous else None
        done = asyncio.run(retry) if retry else memory.retry_deferred()
        told = {one.turn: one.explicit for one in done.events}
        assert list(told.values()) == ([True, False] if before != "nothing" else [False, True])
        assert [item.text for item in memory.query("ok").items] == ["ok"]
        assert memory.stats().memories == {"active": 1}
        assert memory.verify(deep=True).ok


def test_what_waits_is_erased_with_its_words() -> None:
    """An event that is erased while it waits is not extracted, and its words are gone."""
    model = open_gate(Gated())
    model.broken = True
    with MemoryRuntime.local("x", ":memory:", extractor=model) as memory:
        receipt = memory.ingest(user="My code is 4711-secret.", at=AT)
        memory.erase(receipt.events[0].id, reason="asked")
        assert memory.stats().deferred == 0
        model.broken = False
        assert memory.retry_deferred().created == ()
        assert "4711" not in json.dumps(memory.query("code secret").model_dump(mode="json")[
            "items"])  # fmt: skip


async def _home(text: str) -> list[dict[str, str]]:
    found = text.partition("live in ")[2].rstrip(".")
    return [{"attribute": "lives_in", "value": found}] if found else []


def test_an_async_function_works_in_the_background() -> None:
    """What only can be awaited is, in the worker's own loop; from a running loop as well."""

    async def hand_over(memory: MemoryRuntime) -> bool:
        await memory.aenqueue(user="I live in Porto.")
        return await memory.aflush(30)

    with MemoryRuntime.local("x", ":memory:", extractor=_home) as memory:
        assert asyncio.run(hand_over(memory))
        assert memory.background_failure is None
        assert memory.stats().deferred == 0
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


def test_turns_of_another_namespace_are_not_queued() -> None:
    """Turns go to the memory that made them, or nowhere."""
    with MemoryRuntime.local(("a",), ":memory:") as memory:
        other = memory.within(("b",))
        with pytest.raises(InvalidInput, match="nothing was queued"):
            other.enqueue_turns(memory.turns(user="I live in Ghent."))
        assert (memory.stats().events, other.stats().events) == (0, 0)
