"""Why an answer is as it is, from its trace alone; and what made a memory."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.core.explaining_words import ORDER, UNKNOWN_CHANNEL
from neuromem_graph.errors import InvalidInput, LedgerCorrupt, NotFound
from neuromem_graph.pipeline import tracing
from neuromem_graph.stores import MemoryStore
from neuromem_graph.types.explaining import Explanation, WrittenWhy
from neuromem_graph.types.recall import MemoryContext

DAY = datetime(2025, 1, 1, tzinfo=UTC)
TOLD = (
    "I live in Ghent.",
    "My sister Nina lives in Antwerp.",
    "I love green tea.",
    "The tea shop closes at six.",
    "Which tea do you like?",
    "I moved to Bruges.",
)


class Calendar:
    """A clock that goes on by a second whenever it is asked."""

    def __init__(self) -> None:
        self.now = DAY + timedelta(days=30)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture(params=["memory", "file"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MemoryRuntime]:
    place = ":memory:" if request.param == "memory" else tmp_path / "m.db"
    with MemoryRuntime.local(("app", "ann"), place, clock=Calendar()) as opened:
        opened.observe_many(
            {"content": text, "id": f"m{n}", "thread": f"t{n // 3}", "at": DAY + timedelta(days=n)}
            for n, text in enumerate(TOLD)
        )
        yield opened


def asked(memory: MemoryRuntime, text: str, **fields: Any) -> tuple[MemoryContext, Explanation]:
    context = memory.query(text, **fields)
    assert context.trace_id is not None
    return context, memory.explain(context.trace_id)


# ---------------------------------------------------------------- answers


def test_every_item_is_explained(memory: MemoryRuntime) -> None:
    """Score, parts that add up, gates, evidence and message id of every item that was served."""
    context, told = asked(memory, "Which tea do I love?")

    assert [item.id for item in told.items] == [item.id for item in context.items]
    assert (told.question, told.lens, told.seq) == (context.query, context.lens, context.seq)
    assert (told.tokens, told.budget_tokens) == (context.tokens, 800)
    for item, served in zip(told.items, context.items, strict=True):
        assert sum(part.points for part in item.parts) == pytest.approx(served.score, abs=1e-4)
        assert {part.channel for part in item.parts} - {ORDER} == set(served.why)
        assert item.evidence.message_id == served.message_id
        assert item.evidence.event_id == served.event_id
        assert len(item.gates) == 5
    assert told.items[0].text == "I love green tea."
    assert {channel.channel for channel in told.channels} >= {"lexical", "window", "speaker"}


def test_the_way_to_a_memory_is_shown(memory: MemoryRuntime) -> None:
    """What holds no word of the question was reached from a hit, by a relation that is named."""
    memory.ingest({"content": "Nina works at Initech.", "id": "n", "thread": "n", "at": DAY})
    _, told = asked(memory, "Antwerp")
    hit, reached = (
        next(item for item in told.items if item.evidence.message_id == message)
        for message in ("m1", "n")
    )

    assert hit.path == ()
    assert [(step.memory, step.relation) for step in reached.path] == [(hit.id, "same_entity")]
    assert f"reached: #{hit.rank} \u2192 same_entity \u2192 #{reached.rank}" in told.to_text()
    assert "<svg" in told.to_html()


def test_what_was_left_out_is_told(memory: MemoryRuntime) -> None:
    """Memories beyond `k` or the budget, and beliefs that were not served, each with the reason."""
    _, few = asked(memory, "Which tea do I love?", k=1)
    assert {one.decision for one in few.left_out} == {"over_limit"}
    assert "The tea shop closes at six." in {one.begins for one in few.left_out}

    _, tight = asked(memory, "Which tea do I love?", budget_tokens=70)
    assert "cut" in {one.decision for one in tight.left_out}

    _, home = asked(memory, "Where do I live?")
    assert [(one.statement, one.verdict) for one in home.beliefs][:2] == [
        ("user lives_in: Bruges", "chosen"),
        ("user lives_in: Ghent", "other_value"),
    ]


def test_the_answer_is_the_one_that_was_given(memory: MemoryRuntime) -> None:
    """Later changes of what is known change no explanation, and asking for it changes nothing."""
    context, before = asked(memory, "Where do I live?")
    memory.ingest(user="I moved to Lisbon.", at=DAY + timedelta(days=20))
    memory.forget(context.items[0].id)
    head = memory.stats().head

    assert memory.explain(str(context.trace_id)) == before
    assert before.to_json() == memory.explain(str(context.trace_id)).to_json()
    assert memory.stats().head == head


def test_a_kept_answer_says_so(memory: MemoryRuntime) -> None:
    """The explanation tells whether the answer came from the cache; all else is the same."""
    first, second = (asked(memory, "Which tea do I love?")[1] for _ in range(2))

    assert (first.cache, second.cache) == ("miss", "hit")
    assert first.cache_says and not second.cache_says
    told = ("trace_id", "cache", "cache_says", "now", "valid_at", "items")
    assert first.model_dump(exclude=set(told)) == second.model_dump(exclude=set(told))
    assert [one.parts for one in first.items] == [one.parts for one in second.items]


def test_async_twins(memory: MemoryRuntime) -> None:
    """`aexplain` and `awhy_written` tell the same."""
    context, told = asked(memory, "Which tea do I love?")
    memory_id = context.items[0].id

    assert asyncio.run(memory.aexplain(str(context.trace_id))) == told
    assert asyncio.run(memory.awhy_written(memory_id)) == memory.why_written(memory_id)


SCRIPT = """
import sys
from neuromem_graph import MemoryRuntime
with MemoryRuntime.local(("app", "ann"), sys.argv[1], read_only=True) as memory:
    sys.stdout.write(memory.explain(sys.argv[2]).to_json())
"""


def test_another_process_explains(tmp_path: Path) -> None:
    """What one process answered another explains, without writing to the file."""
    with MemoryRuntime.local(("app", "ann"), tmp_path / "m.db", clock=Calendar()) as memory:
        memory.ingest(user=TOLD[2], at=DAY)
        context, told = asked(memory, "Which tea do I love?")
    argv = [sys.executable, "-X", "utf8", "-c", SCRIPT, str(tmp_path / "m.db"), context.trace_id]
    done = subprocess.run(argv, capture_output=True, check=True, text=True, encoding="utf-8")

    assert done.stdout == told.to_json()


# ---------------------------------------------------------------- traces


@pytest.mark.parametrize("trace_id", ["", "0" * 24, "\ud800", "'; --"])
def test_unknown_traces(memory: MemoryRuntime, trace_id: str) -> None:
    """What was never recorded is not found; nor is a trace of another namespace."""
    with pytest.raises((NotFound, InvalidInput)):
        memory.explain(trace_id)
    other = memory.within(("app", "bob"))
    with pytest.raises(NotFound):
        other.explain(str(asked(memory, "tea")[0].trace_id))


@pytest.mark.parametrize("wrong", [None, 1, b"x", ["t"]])
def test_bad_ids_are_refused(memory: MemoryRuntime, wrong: Any) -> None:
    """An id that is no text is bad input."""
    for call in (memory.explain, memory.replay_trace, memory.why_written):
        with pytest.raises(InvalidInput):
            call(wrong)


def test_erasing_takes_the_explanation_with_it(memory: MemoryRuntime) -> None:
    """Nothing of an erased memory can be explained, and no trace that held it is left."""
    context, _ = asked(memory, "Which tea do I love?")
    other, _ = asked(memory, "Where does Nina live?")
    memory.erase(context.items[0].id)

    for trace_id in (str(context.trace_id), str(other.trace_id)):
        with pytest.raises(NotFound):
            memory.explain(trace_id)
    with pytest.raises(NotFound):
        memory.why_written(context.items[0].id)
    with memory.resources.ledger.connections.read() as conn:  # type: ignore[attr-defined]
        assert conn.execute("SELECT count(*) FROM traces").fetchone() == (0,)
    assert "green" not in asked(memory, "Which tea do I love?")[1].to_json()


def test_dropped_traces_are_not_found(tmp_path: Path) -> None:
    """Above the bound the oldest explanation is gone, the newest are there."""
    settings = Settings(traces_kept=2)
    with MemoryRuntime.local("app", tmp_path / "m.db", settings=settings) as memory:
        memory.ingest(user=TOLD[2])
        first, *others = (str(memory.query("tea").trace_id) for _ in range(3))
        with pytest.raises(NotFound):
            memory.explain(first)
        assert [memory.explain(one).question for one in others] == ["tea", "tea"]


def test_older_traces_are_read(memory: MemoryRuntime) -> None:
    """A trace in plain JSON, as older versions wrote it, is explained, too."""
    context, told = asked(memory, "Which tea do I love?")
    trace = tracing.found(memory.namespace, str(context.trace_id), memory.resources)
    journal: Any = memory.resources.ledger
    plain = trace.model_dump_json(exclude={"cache", "miss_reason"})
    journal.record_trace(memory.namespace, "old", plain, DAY)

    assert memory.explain("old").items == told.items
    assert memory.replay_trace("old") == context


@pytest.mark.parametrize("body", ["", "{}", "z1:", "z1:!", "z1:AAAA", "z1:eJwDAAAAAAE="])
def test_damaged_traces_are_named(memory: MemoryRuntime, body: str) -> None:
    """A trace that can't be read is an error that says so."""
    journal: Any = memory.resources.ledger
    journal.record_trace(memory.namespace, "odd", body, DAY)
    with pytest.raises(LedgerCorrupt, match="trace is damaged"):
        memory.explain("odd")


def test_traces_are_small(memory: MemoryRuntime) -> None:
    """A trace takes less than half of what it holds, and `replay_trace` gives all of it."""
    context, _ = asked(memory, "Which tea do I love?")
    trace = tracing.found(memory.namespace, str(context.trace_id), memory.resources)
    body = tracing.written(trace)

    assert len(body) < len(trace.model_dump_json()) / 2
    assert tracing.read(body) == trace
    assert memory.replay_trace(str(context.trace_id)) == context


def test_record_false_explains_nothing(memory: MemoryRuntime) -> None:
    """A query that keeps no trace has none."""
    assert memory.query("tea", record=False).trace_id is None


# ---------------------------------------------------------------- memories


def test_why_a_memory_was_written(memory: MemoryRuntime) -> None:
    """Its event, who said it again, claims with what they did, route, impact and evidence."""
    (old,) = (i for i in memory.query("live Ghent", lens="audit").items if i.text == TOLD[0])
    told = memory.why_written(old.id)

    assert (told.text, told.state, told.kind) == (TOLD[0], "superseded", "fact")
    assert [one.message_id for one in told.evidence] == ["m0"]
    assert ("user lives_in: Ghent", "assert") in {(c.statement, c.effect) for c in told.claims}
    assert [(r.route, r.rule) for r in told.routes] == [("propose_worldview_candidate", "fact")]
    assert told.routes[0].impact["novelty"] == 1.0
    newer = next(i for i in memory.query("Where do I live?").items if i.text == TOLD[5])
    assert ("supersede", "supersedes", newer.id) in {
        (one.type, one.relation, one.other) for one in told.edges
    }
    assert WrittenWhy.model_validate_json(told.to_json()) == told
    assert told.to_html().startswith("<!DOCTYPE html>") and told._repr_html_() in told.to_html()
    for part in (TOLD[0], "Claim: user lives_in: Ghent", "Route: propose_"):
        assert part in str(told)


def test_who_said_it_again(memory: MemoryRuntime) -> None:
    """The events that said the same words again stand behind the one that said them first."""
    again = memory.ingest({"content": TOLD[2], "id": "again", "thread": "late", "at": DAY})
    told = memory.why_written(memory.query("Which tea do I love?").items[0].id)

    assert [one.event_id for one in told.evidence][1:] == [again.events[0].id]
    assert "Said again: user, 2025-01-01 00:00 in thread late" in str(told)


def test_why_at_an_earlier_moment(memory: MemoryRuntime) -> None:
    """As of an earlier moment it is what it was then; before it was written there is none."""
    (old,) = (i for i in memory.query("live Ghent", lens="audit").items if i.text == TOLD[0])
    told = memory.why_written(old.id)
    before = min(edge.seq for edge in told.edges if edge.type == "supersede") - 1

    then = memory.why_written(old.id, as_of=before)
    assert (then.state, told.state) == ("active", "superseded")
    assert [claim.held for claim in then.claims] == [True]
    with pytest.raises(NotFound):
        memory.why_written(old.id, as_of=told.seq - 1)


def test_what_a_memory_is_not(memory: MemoryRuntime) -> None:
    """An unknown id, the id of an event, and a memory of another namespace are not found."""
    item = memory.query("tea").items[0]
    for runtime, wrong in ((memory, "x"), (memory, item.event_id), (memory.within("b"), item.id)):
        with pytest.raises(NotFound):
            runtime.why_written(wrong)


def test_items_of_a_store_are_explained(memory: MemoryRuntime) -> None:
    """What found an item is named apart from what found a memory; the parts add up for both."""
    MemoryStore(memory).put(memory.namespace, "seat", {"content": "window seats with tea"})
    context, told = asked(memory, "Which tea seat?", include_items=True)

    assert "window seats with tea" in {item.text for item in told.items}
    for item, served in zip(told.items, context.items, strict=True):
        named = {p.channel.startswith("store ") for p in item.parts if p.channel != ORDER}
        assert named == {item.text == "window seats with tea"}
        assert sum(part.points for part in item.parts) == pytest.approx(served.score, abs=1e-4)
        assert UNKNOWN_CHANNEL not in {part.says for part in item.parts}
