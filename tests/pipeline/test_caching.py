"""Answers at hand: a cached answer is the computed one, and is served only while it is."""

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuromem_graph import MemoryContext, MemoryRuntime, Settings
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.pipeline.caching import cache_of
from neuromem_graph.settings import Retrieval
from neuromem_graph.settings.caching import Caching
from neuromem_graph.stores import MemoryStore
from neuromem_graph.testing.store_suite.embedders import WordEmbeddings
from neuromem_graph.types.diagnostics import MISSES

ROOT = Path(__file__).parents[2]
START = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Clock:
    """Tell a time that only the test moves."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def tick(self, **fields: float) -> None:
        self.now += timedelta(**fields)


def opened(path: Any = ":memory:", **fields: Any) -> MemoryRuntime:
    """A memory; `caching` are settings."""
    chosen = Settings(durability="relaxed", caching=fields.pop("caching", Caching()))
    return MemoryRuntime.local("x", path, settings=chosen, **{"clock": Clock(), **fields})


def use(context: MemoryContext) -> tuple[str, str | None]:
    assert context.diagnostics is not None
    return context.diagnostics.cache, context.diagnostics.miss_reason


def bare(context: MemoryContext) -> MemoryContext:
    return context.model_copy(update={"trace_id": None})


def test_an_answer_is_served_again() -> None:
    """The same question gets the same answer from the cache, under a trace of its own."""
    with opened() as memory:
        memory.observe_many(["I live in Ghent.", "I love green tea."])
        first = memory.query("Which tea do I love?")
        again = memory.query("Which tea do I love?")
        silent = memory.query("Which tea do I love?", record=False)

        assert (use(first), use(again)) == (("miss", "cold"), ("hit", None))
        assert bare(first) == bare(again) == silent
        assert bare(first).model_dump() == bare(again).model_dump() == silent.model_dump()
        assert first.model_dump_json() != again.model_dump_json()  # but for the trace
        assert silent.trace_id is None
        assert first.trace_id != again.trace_id
        assert memory.replay_trace(str(first.trace_id)) == first
        assert memory.replay_trace(str(again.trace_id)) == again


def test_what_answers_share_cannot_be_changed() -> None:
    """Whoever tries to change what a kept answer shares is told; the next answer is the same."""
    with opened() as memory:
        memory.observe_many(["I live in Ghent.", "I love green tea."])
        first = memory.query("Which tea do I love?")
        why = first.items[0].why
        kept = dict(why)
        changes: tuple[Callable[[], Any], ...] = (
            lambda: why.update(x=(1.0, 1)), lambda: why.pop("near"), why.clear, why.popitem,
            lambda: why.setdefault("x", (1.0, 1)), lambda: why.__setitem__("x", (1.0, 1)),
            lambda: why.__delitem__("near"), lambda: why.__ior__({"x": (1.0, 1)}),
        )  # fmt: skip
        for change in changes:
            with pytest.raises(TypeError, match="can't be changed"):
                change()
        again = memory.query("Which tea do I love?")
        assert use(again)[0] == "hit"
        assert again.items[0].why == kept == why

        copies = copy.copy(why), copy.deepcopy(why), pickle.loads(pickle.dumps(why))
        assert copies == (kept, kept, kept)
        assert first.items[0].model_copy(deep=True) == first.items[0]
        assert MemoryContext.model_validate_json(first.model_dump_json()) == first


@pytest.mark.parametrize(
    "other",
    [
        {"k": 3}, {"budget_tokens": 100}, {"lens": "historical"}, {"lens": "logical"},
        {"filters": {"channels": ["user"]}}, {"filters": {"states": ["active"]}},
        {"valid_at": START - timedelta(days=1)}, {"as_of": 1}, {"as_of": START},
        {"text": "Which tea do i love?"}, {"text": "tea"},
    ],
)  # fmt: skip
def test_another_question_is_another_answer(other: dict[str, Any]) -> None:
    """Whatever differs in a question is answered for itself, and does not disturb the first."""
    with opened() as memory, opened(caching=Caching(answers=0)) as plain:
        for one in (memory, plain):
            one.observe_many(["I live in Ghent.", "I love green tea."])
        asked = {"text": "Which tea do I love?"}
        memory.query(**asked)
        found = memory.query(**{**asked, **other})
        assert use(found)[0] == "miss"
        assert _values(found) == _values(plain.query(**{**asked, **other}))
        assert use(memory.query(**asked)) == ("hit", None)


def _values(context: MemoryContext) -> Any:
    """What is served, without ids."""
    said = [(one.text, one.score, one.why) for one in context.items]
    return context.text, context.lens, said, [one.value for one in context.worldview]


def test_what_changes_meaning_is_seen() -> None:
    """A memory, a belief, a lifecycle change each make the next answer a computed one."""
    with opened() as memory:
        memory.observe_many(["I live in Ghent.", "I love green tea."])
        for change in (
            lambda: memory.ingest(user="I live in Bruges."),
            lambda: memory.observe_and_commit("tea again"),
            lambda: memory.forget(memory.query("tea").items[0].id),
            lambda: memory.ingest(user="My sister Nina lives in Rome."),
            lambda: memory.alias(memory.entities("Nina")[0].id, "Nin"),
            lambda: memory.ingest(user="Actually, I meant I live in Brussels."),
        ):
            memory.query("Where do I live, tea?")
            assert use(memory.query("Where do I live, tea?")) == ("hit", None)
            change()
            found = memory.query("Where do I live, tea?")
            assert use(found) == ("miss", "version")
        assert found.worldview[0].value == "Brussels"


def test_what_changes_no_meaning_is_not() -> None:
    """Observed events, store items, traces and other namespaces leave answers alone."""
    with opened() as memory:
        memory.ingest(user="I live in Ghent.")
        memory.query("Where do I live?")
        before = memory.query("Where do I live?")
        memory.observe("I live in Bruges.")
        memory.within("y").ingest(user="I live in Rome.")
        MemoryStore(memory).put(("x",), "seat", {"content": "I live in Oslo."})
        found = memory.query("Where do I live?")
        assert use(found) == ("hit", None)
        assert found.diagnostics == before.diagnostics
        assert found.seq == memory.stats().head.seq > before.seq
        assert bare(found).model_copy(update={"seq": before.seq}) == bare(before)


OTHER_PROCESS = """
import sys
from tests.pipeline.test_caching import opened
with opened(sys.argv[1]) as memory:
    memory.within(sys.argv[2]).ingest(user=sys.argv[3])
"""


def test_another_process_is_seen(tmp_path: Path) -> None:
    """What another process says here is seen at once; what it says elsewhere changes nothing."""
    with opened(tmp_path / "m") as memory:
        memory.ingest(user="I live in Ghent.")
        memory.query("Where do I live?")
        for space, text, wanted in (
            ("y", "I live in Rome.", "hit"),
            ("x", "I live in Oslo.", "miss"),
        ):
            argv = [sys.executable, "-c", OTHER_PROCESS, str(tmp_path / "m"), space, text]
            subprocess.run(argv, check=True, cwd=ROOT, timeout=120)
            found = memory.query("Where do I live?")
            assert use(found)[0] == wanted
        assert found.worldview[0].value == "Oslo"


def test_namespaces_share_no_answer() -> None:
    """The same question in another namespace, a prefix twin included, is answered for itself."""
    with opened() as memory:
        memory.ingest(user="I live in Ghent.")
        memory.query("Where do I live?")
        for name in ("y", "xx", ("x", "x")):
            found = memory.within(name).query("Where do I live?")
            assert (use(found), found.abstained) == (("miss", "cold"), "nothing is stored here")
        assert use(memory.within("x").query("Where do I live?")) == ("hit", None)


def test_answers_age() -> None:
    """An answer is served for so many seconds, and never when the clock runs back."""
    clock = Clock()
    with opened(clock=clock, caching=Caching(seconds=60)) as memory:
        memory.ingest(user="I live in Ghent.")
        memory.query("Where do I live?")
        clock.tick(seconds=59)
        assert use(memory.query("Where do I live?")) == ("hit", None)
        clock.tick(seconds=1)
        assert use(memory.query("Where do I live?")) == ("miss", "expired")
        clock.tick(seconds=-1)
        assert use(memory.query("Where do I live?"))[0] == "miss"


LONG = Caching(seconds=1e9)


def test_time_alone_changes_answers() -> None:
    """What begins on a day, and what ends, is answered rightly on it, with no further record."""
    clock = Clock()
    with opened(clock=clock, caching=LONG) as memory:
        memory.ingest(user="I live in Ghent.")
        memory.ingest(user="I live in Rome.", at=clock.now + timedelta(hours=5))
        seen = []
        for _ in range(8):
            found = memory.query("Where do I live?")
            seen.append((found.worldview[0].value, use(found)))
            clock.tick(hours=1)
        assert [value for value, _ in seen] == ["Ghent"] * 5 + ["Rome"] * 3
        assert [how for _, how in seen] == [
            ("miss", "cold"), *[("hit", None)] * 4, ("miss", "time"), *[("hit", None)] * 2,
        ]  # fmt: skip


def test_what_expires_is_not_served() -> None:
    """A memory whose time is up leaves the answer when it is."""
    clock = Clock()
    with opened(clock=clock, caching=LONG) as memory:
        ends = clock.now + timedelta(hours=2)
        memory.observe_and_commit({"content": "the door code is blue", "expires_at": ends})
        assert "blue" in memory.query("door code").text
        clock.tick(hours=1)
        assert use(memory.query("door code")) == ("hit", None)
        clock.tick(hours=1)
        found = memory.query("door code")
        assert use(found) == ("miss", "time")
        assert "blue" not in found.text


def test_a_question_may_name_a_time_seen_from_now() -> None:
    """ "Yesterday" and midnight: what depends on the day is asked anew on the next."""
    clock = Clock(datetime(2026, 3, 2, 23, 59, tzinfo=UTC))
    with opened(clock=clock, caching=LONG) as memory:
        memory.ingest(user="I live in Ghent.")
        memory.query("Where do I live?")
        clock.tick(seconds=59)
        assert use(memory.query("Where do I live?")) == ("hit", None)
        clock.tick(seconds=1)
        assert use(memory.query("Where do I live?")) == ("miss", "time")


def test_hours_ago_are_seen_from_now() -> None:
    """A question that means another hour by now is asked anew; with a fixed moment it isn't."""
    clock = Clock()
    with opened(clock=clock, caching=LONG) as memory:
        memory.ingest(user="I live in Ghent.")
        for moment, wanted in ((None, ("miss", "time")), (START, ("hit", None))):
            memory.query("Where did I live two hours ago?", valid_at=moment)
            clock.tick(hours=1)
            found = memory.query("Where did I live two hours ago?", valid_at=moment)
            assert use(found) == wanted


def test_answers_are_few() -> None:
    """The least recently used answer goes; with room for none, nothing is cached."""
    with opened(caching=Caching(answers=2)) as memory:
        memory.ingest(user="I live in Ghent.")
        for text in ("Where do I live?", "Ghent", "Where do I live?", "tea", "Where do I live?"):
            found = memory.query(text)
        assert use(found) == ("hit", None)
        assert use(memory.query("Ghent")) == ("miss", "cold")
        assert memory.performance_stats().retrieval_cache.entries == 2
    with opened(caching=Caching(answers=0)) as memory:
        memory.ingest(user="I live in Ghent.")
        assert [use(memory.query("Ghent")) for _ in range(2)] == [("off", "disabled")] * 2
        assert memory.performance_stats().retrieval_cache.hits == 0


def test_what_is_not_cached() -> None:
    """Store items, and texts that wait for their vectors, are looked at every time."""
    with opened() as memory:
        memory.ingest(user="I live in Ghent.")
        found = [memory.query("Ghent", include_items=True) for _ in range(2)]
        assert [use(one) for one in found] == [("off", "disabled")] * 2
    chosen = Settings(retrieval=Retrieval(backfill=1))
    with opened() as plain:
        plain.observe_many(["a cat", "an owl", "a koi"])
        memory = MemoryRuntime.local(
            "x", ":memory:", settings=chosen, embedder=WordEmbeddings(), clock=Clock()
        )
        resources = replace(memory.resources, ledger=plain._ledger)
        slow = MemoryRuntime(("x",), plain._ledger, resources)
        uses = [use(slow.query("cat")) for _ in range(4)]
        assert uses == [("off", "disabled")] * 2 + [("miss", "cold"), ("hit", None)]


def test_erased_answers_are_gone(tmp_path: Path) -> None:
    """An erasure empties the cache of this process; elsewhere nothing old is served."""
    with opened(tmp_path / "m") as memory, opened(tmp_path / "m") as other:
        memory.observe_many(["the code is blue", "the cat sleeps"])
        for one in (memory, other):
            seq = memory.stats().head.seq
            assert "blue" in one.query("code").text
            assert "blue" in one.query("code", as_of=seq).text
        memory.erase(memory.query("code").items[0].id)
        assert cache_of(memory.resources).stats().entries == 0
        for one in (memory, other):
            assert "blue" not in one.query("code").text
            assert "blue" not in one.query("code", as_of=seq).text


def test_models_and_settings_are_part_of_the_question() -> None:
    """Another reranker or other weights on the same resources get answers of their own."""

    class Shortest:
        def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
            return [-float(len(text)) for text in texts]

    with opened() as memory:
        memory.observe_many(["green tea is very calming", "tea"])
        memory.query("green tea")
        ledger, resources = memory._ledger, memory.resources
        for changed in (
            replace(resources, reranker=Shortest()),
            replace(resources, settings=Settings(retrieval=Retrieval(k1=0.5))),
            replace(resources, count_tokens=len),
        ):
            assert use(MemoryRuntime(("x",), ledger, changed).query("green tea")) == (
                "miss",
                "cold",
            )
        assert use(memory.query("green tea")) == ("hit", None)


def test_diagnostics_are_told() -> None:
    """Each answer tells its versions, a hash of its filters, and how long each stage took."""
    with opened() as memory:
        empty = memory.query("tea").diagnostics
        assert empty is not None
        assert (empty.semantic_version, empty.worldview_version) == (0, 0)
        memory.observe_and_commit("green tea is calming")
        said = memory.query("tea").diagnostics
        memory.ingest(user="I live in Ghent.")
        believed = memory.query("tea", filters={"channels": ["user"]}).diagnostics
        assert said is not None
        assert believed is not None
        assert said.namespace == ("x",)
        assert 0 == said.worldview_version < said.semantic_version < believed.worldview_version
        assert believed.filter_hash != said.filter_hash == empty.filter_hash
        assert {"plan", "gather", "rank", "pack", "total"} <= said.milliseconds.keys()
        assert set(said.model_dump()) == {
            "namespace", "semantic_version", "worldview_version", "filter_hash",
        }  # fmt: skip
        assert said == said.model_copy(update={"cache": "hit", "milliseconds": {}})
        assert hash(said) == hash(said.model_copy(update={"miss_reason": None}))
        assert set(MISSES) >= {"cold", "version", "expired", "time", "disabled"}


QUESTIONS = (
    {"text": "Where do I live?"},
    {"text": "Which tea do I love?", "k": 2},
    {"text": "Where did I live before?"},
    {"text": "What did I say yesterday about tea?"},
    {"text": "Where did I live two hours ago?"},
    {"text": "Where does my sister live?", "budget_tokens": 60},
    {"text": "cat", "filters": {"channels": ["user"]}},
    {"text": "Who am I?", "lens": "audit"},
)
SAID = (
    "I live in Ghent.", "I live in Rome.", "I love green tea.", "My sister Nina lives in Oslo.",
    "A cat sat there.", "I no longer live in Rome.", "Actually, I meant I live in Bruges.",
)  # fmt: skip
operation = st.one_of(
    st.tuples(st.just("say"), st.integers(0, 1), st.sampled_from(SAID), st.integers(-30, 30)),
    st.tuples(st.just("lend"), st.integers(0, 1), st.sampled_from(SAID), st.integers(1, 60)),
    st.tuples(st.sampled_from(["observe", "elsewhere"]), st.integers(0, 1), st.sampled_from(SAID)),
    st.tuples(
        st.sampled_from(["forget", "restore", "erase"]), st.integers(0, 1), st.integers(0, 9)
    ),
    st.tuples(st.just("wait"), st.sampled_from([0.1, 50.0, 3_600.0, 40_000.0, 86_400.0])),
    st.tuples(st.just("ask"), st.sampled_from(QUESTIONS)),
    st.tuples(st.just("ask"), st.sampled_from(QUESTIONS)),
)


@pytest.mark.parametrize("embeds", [False, True])
@settings(max_examples=12)
@given(operations=st.lists(operation, min_size=5, max_size=14))
def test_cached_or_computed_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, embeds: bool, operations: Sequence[Any]
) -> None:
    """Whatever is said, forgotten, erased, or goes by: each question gets the computed answer."""
    path, clock = tmp_path_factory.mktemp("same") / "m", Clock()
    embedder = WordEmbeddings() if embeds else None
    fields: dict[str, Any] = {"clock": clock, "embedder": embedder}
    off = Caching(answers=0)
    with (
        opened(path, caching=LONG, **fields) as one,
        opened(path, caching=LONG, **fields) as two,
        opened(path, caching=off, **fields) as plain,
    ):
        ids: list[str] = []
        for what, *given in operations:
            memory = (one, two)[given[0]] if given and given[0] in (0, 1) else one
            if what == "say":
                at = clock.now + timedelta(hours=given[2])
                receipt = memory.ingest(user=given[1], at=at)
                ids += [item.id for item in receipt.items if item.what == "remembered" and item.id]
            elif what == "lend":
                ends = clock.now + timedelta(hours=given[2])
                memory.observe_and_commit({"content": given[1], "expires_at": ends})
            elif what == "observe":
                memory.observe(given[1])
            elif what == "elsewhere":
                memory.within("y").ingest(user=given[1])
            elif what == "wait":
                clock.tick(seconds=given[0])
            elif what in ("forget", "restore", "erase") and ids:
                _change(memory, what, ids, given[1])
            elif what == "ask":
                _compare((one, two), plain, given[0])
        for question in QUESTIONS:
            _compare((one, two), plain, question)
            clock.tick(seconds=1)
            _compare((one, two), plain, question)


def _change(memory: MemoryRuntime, what: str, ids: list[str], number: int) -> None:
    with suppress(InvalidInput, NotFound):  # it was erased already, or nothing is to be restored
        getattr(memory, what)(ids[number % len(ids)])


def _compare(cached: Sequence[MemoryRuntime], plain: MemoryRuntime, question: Any) -> None:
    wanted = plain.query(record=False, **question)
    for memory in cached:
        for _ in range(2):
            found = memory.query(record=False, **question)
            assert found == wanted
            assert found.model_dump_json() == wanted.model_dump_json()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_answers_for_itself(tmp_path: Path) -> None:
    """A child whose parent held the locks of the cache, and led a flight, answers all the same."""
    script = """
import os, sys
from tests.pipeline.test_caching import opened, bare
from neuromem_graph.pipeline.caching import cache_of
from neuromem_graph.pipeline.flights import flights_of
with opened(sys.argv[1]) as memory:
    memory.ingest(user="I live in Ghent.")
    wanted = bare(memory.query("Where do I live?"))
    cache_of(memory.resources)._guard.acquire()
    flights_of(memory.resources)._guard.acquire()
    child = os.fork()
    if child == 0:
        assert bare(memory.query("Where do I live?")) == wanted
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status == 0
    cache_of(memory.resources)._guard.release()
    flights_of(memory.resources)._guard.release()
"""
    argv = [sys.executable, "-c", script, str(tmp_path / "m")]
    subprocess.run(argv, check=True, cwd=ROOT, timeout=120)
