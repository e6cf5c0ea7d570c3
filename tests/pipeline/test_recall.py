"""Recall over a real ledger: what is found, at which moment, at what cost, and its trace."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph.core.packing import NOTHING_RELEVANT, NOTHING_STORED
from neuromem_graph.errors import InvalidInput, InvalidVector, NotFound, ProviderError, StorageFull
from neuromem_graph.ledger.sqlite import SqliteLedger
from neuromem_graph.pipeline import recall as stages
from neuromem_graph.pipeline.recall import make_query, recall, replay_trace
from neuromem_graph.resources import Resources
from neuromem_graph.settings import Retrieval, Settings
from neuromem_graph.settings.caching import Caching
from neuromem_graph.testing.ledger_builders import (
    NAMESPACE,
    START,
    TickingClock,
    batch,
    fact,
    lifecycle,
    turn,
)
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.batch import Group
from neuromem_graph.types.drafts import Close, EventDraft
from neuromem_graph.types.ingest import Extraction, Turns
from neuromem_graph.types.recall import Gathered, MemoryContext, Ranking, RecallPlan

CHAT = (
    ("Ann", "I adopted a dog from the shelter last week"),
    ("Bob", "Wow, what is its name?"),
    ("Ann", "Biscuit! He is small and brown"),
    ("Bob", "I am more of a cat person"),
    ("Ann", "The weather in Lisbon is lovely"),
    ("Bob", "My dog is called Rex"),
)


class NoExtractor:
    def extract(self, turns: Turns) -> Extraction:
        raise NotImplementedError


def entropy() -> Any:
    numbers = count(1)
    return lambda size: next(numbers).to_bytes(size, "big")


def said(key: str, text: str, speaker: str | None = None, **fields: Any) -> Group:
    made = turn(key, text, **{"thread": "t", **fields})
    event = made.drafts[0]
    assert isinstance(event, EventDraft)
    payload = event.payload.model_copy(update={"speaker": speaker, "message": key})
    named = event.model_copy(update={"payload": payload})
    return made.model_copy(update={"drafts": (named, *made.drafts[1:])})


def add(ledger: SqliteLedger, *groups: Group, namespace: tuple[str, ...] = NAMESPACE) -> Any:
    return ledger.append([batch(*groups, namespace=namespace)])[0].groups


def chat(ledger: SqliteLedger, namespace: tuple[str, ...] = NAMESPACE) -> None:
    add(
        ledger, *(said(f"d{n}", text, who) for n, (who, text) in enumerate(CHAT)),
        namespace=namespace,
    )  # fmt: skip


def bundle(ledger: SqliteLedger, **fields: Any) -> Resources:
    given = {"clock": TickingClock(START + timedelta(days=9)), "entropy": entropy(), **fields}
    return Resources(ledger=ledger, extractor=NoExtractor(), **given)


@pytest.fixture(params=["memory", "file"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqliteLedger]:
    place = ":memory:" if request.param == "memory" else tmp_path / "m"
    with SqliteLedger(place, clock=TickingClock(), durability="relaxed") as opened:
        yield opened


def ask(
    resources: Resources, text: str, *, record: bool = False,
    namespace: tuple[str, ...] = NAMESPACE, **fields: Any,
) -> MemoryContext:  # fmt: skip
    query = make_query(text=text, namespace=namespace, **fields)
    return recall(query, resources, record=record)


def found(context: MemoryContext) -> list[str]:
    return [item.text for item in context.items]


def standing(context: MemoryContext) -> list[tuple[str | None, float, dict[str, Any]]]:
    return [(item.message_id, item.score, item.why) for item in context.items]


def test_memories_are_found(ledger: SqliteLedger) -> None:
    """The best answer comes first, its neighbour is found by the window, and both are explained."""
    chat(ledger)
    context = ask(bundle(ledger), "What dog did Ann adopt?")
    assert found(context)[0] == CHAT[0][1]
    assert CHAT[1][1] in found(context)
    assert {"lexical", "window", "near", "far", "speaker"} <= set(context.items[0].why)
    assert "lexical" not in context.items[found(context).index(CHAT[1][1])].why
    assert context.items[0].message_id == "d0"
    assert "Ann: I adopted a dog" in context.to_prompt()


def test_asking_changes_nothing(ledger: SqliteLedger) -> None:
    """Asked twice, with traces kept in between, the answer is the same but for the trace."""
    chat(ledger)
    resources = bundle(ledger)
    first = ask(resources, "Ann's dog", record=True)
    for text in ("Rex", "cat person", "Ann's dog"):
        last = ask(resources, text, record=True)
    assert first.trace_id != last.trace_id
    assert last.model_copy(update={"trace_id": first.trace_id}) == first


def test_stages_make_the_same_answer(ledger: SqliteLedger) -> None:
    """Run one by one, through JSON and with more recorded in between, the stages give the same."""
    chat(ledger)
    resources = bundle(ledger, embedder=Hashing())
    whole = ask(resources, "What dog did Ann adopt?")

    plan = stages.plan(make_query(text=whole.query, namespace=NAMESPACE), resources)
    plan = RecallPlan.model_validate(plan.model_dump(mode="json"))
    add(ledger, said("late", "Ann adopted another dog, dog, dog"))
    gathered = stages.gather(plan, resources)
    gathered = Gathered.model_validate(gathered.model_dump(mode="json"))
    ranking = stages.rank(gathered, resources)
    ranking = Ranking.model_validate(ranking.model_dump(mode="json"))
    add(ledger, lifecycle(3, "suppressed"))

    assert stages.pack(ranking, resources, record=False) == whole
    assert whole.seq < stages.plan(plan.query, resources).seq


def test_nothing_leaks_from_later(ledger: SqliteLedger) -> None:
    """Asked as of an earlier moment, by number or time, the answer is what it was then."""
    chat(ledger)
    resources = bundle(ledger)
    then = ask(resources, "Ann's dog")
    with ledger.reader() as reader:
        head = reader.head
    add(ledger, said("late", "Ann's dog ate"), said("later", "dog of Ann"))

    assert "Ann's dog ate" in found(ask(resources, "Ann's dog"))
    for as_of in (head.seq, head.recorded_at):
        assert standing(ask(resources, "Ann's dog", as_of=as_of, valid_at=START)) == standing(then)
    assert ask(resources, "Ann's dog", as_of=0).abstained == NOTHING_STORED
    with pytest.raises(InvalidInput):
        ask(resources, "Ann's dog", as_of=10_000)


def test_the_moment_of_as_of_is_now(ledger: SqliteLedger) -> None:
    """The datetime of `as_of` is also the valid time; at head it is the clock."""
    chat(ledger)
    resources = bundle(ledger)
    for as_of in (1, START + timedelta(days=1)):
        plan = stages.plan(make_query(text="x", namespace=NAMESPACE, as_of=as_of), resources)
        expected = START if as_of == 1 else as_of
        assert (plan.now, plan.gate.valid_at) == (expected, to_micros(expected))
    assert stages.plan(make_query(text="x", namespace=NAMESPACE), resources).now > START


def change(ledger: SqliteLedger) -> None:
    """Ann's city was Rome, then Lisbon."""
    (old,) = add(ledger, fact("old", "Rome"))
    entity, slot, claim = old.stored[2].seq, old.stored[3].seq, old.stored[-1].seq
    moved = START + timedelta(days=2)
    closes = [Close(claim=claim, valid_to=to_micros(moved))]
    add(
        ledger,
        fact("new", "Lisbon", entity=entity, slot=slot, effect="change", closes=closes, at=moved),
    )


def test_worldview_follows_the_world(ledger: SqliteLedger) -> None:
    """A changed value is served as of its time; the history shows both with their dates."""
    change(ledger)
    resources = bundle(ledger)
    now = ask(resources, "What is Ann's city?")
    assert [view.value for view in now.worldview] == ["Lisbon"]
    assert "- Ann city: Lisbon (since 2026-01-04)" in now.text

    then = ask(resources, "What is Ann's city?", valid_at=START + timedelta(days=1))
    assert [view.value for view in then.worldview] == ["Rome"]

    ever = ask(resources, "Which city was Ann's before?")
    assert {view.value for view in ever.worldview} == {"Lisbon", "Rome"}
    assert "Rome (from 2026-01-02 until 2026-01-04)" in ever.text


def test_worldview_is_relevant(ledger: SqliteLedger) -> None:
    """Only slots the question asks for are shown, unless it asks for the whole entity."""
    (made,) = add(ledger, fact("a", "Lisbon"))
    add(ledger, fact("b", "teacher", attribute="job", entity=made.stored[2].seq))
    add(ledger, fact("c", "Oslo", subject="Bob"))
    resources = bundle(ledger)

    def values(text: str) -> list[str]:
        return [view.value for view in ask(resources, text).worldview]

    assert values("Which city does Ann live in?") == ["Lisbon"]
    assert values("What is ann's job?") == ["teacher"]
    assert sorted(values("Who is Ann?")) == ["Lisbon", "teacher"]
    assert values("Does Ann like tea?") == []
    assert values("Who is Carl?") == []


def test_disputed_values_are_marked(ledger: SqliteLedger) -> None:
    """Two values that are believed at once in a slot for one are both shown as disputed."""
    (made,) = add(ledger, fact("a", "Rome"))
    entity, slot = made.stored[2].seq, made.stored[3].seq
    add(ledger, fact("b", "Oslo", entity=entity, slot=slot, effect="contradict"))
    views = ask(bundle(ledger), "Which city is Ann's?").worldview
    assert {(view.value, view.disputed) for view in views} == {("Rome", True), ("Oslo", True)}


def test_suppressed_memories_are_never_served(ledger: SqliteLedger) -> None:
    """What was forgotten is served by no lens, neither as a memory nor as a belief."""
    (made,) = add(ledger, fact("a", "Lisbon"))
    add(ledger, lifecycle(made.stored[1].seq, "suppressed"))
    for lens in ("associative", "logical", "procedural", "historical", "audit"):
        context = ask(bundle(ledger), "Which city is Ann's?", lens=lens)
        assert context.abstained == NOTHING_RELEVANT


def test_filters_narrow_all_channels(ledger: SqliteLedger) -> None:
    """Memories, neighbours and beliefs outside the filters are not served."""
    chat(ledger)
    add(ledger, fact("f", "Lisbon", thread="other", channel="tool"))
    resources = bundle(ledger)
    for filters in ({"thread": "other"}, {"channels": ["tool"]}, {"kinds": ["fact"]}):
        context = ask(resources, "Ann's city, dog, weather", filters=filters)
        assert found(context) == ["Ann city Lisbon."]
        assert [view.value for view in context.worldview] == ["Lisbon"]
    context = ask(resources, "Ann's city", filters={"thread": "t"})
    assert context.worldview == ()


def test_closed_memories_do_not_crowd_out(ledger: SqliteLedger) -> None:
    """An open memory is found however many better ones the gate shuts out."""
    add(ledger, *(said(f"k{n}", "dog", thread=f"t{n}") for n in range(60)))
    add(ledger, said("x", "a dog and many other things", thread="mine"))
    settings = Settings(retrieval=Retrieval(pool=5))
    context = ask(bundle(ledger, settings=settings), "dog", k=1, filters={"thread": "mine"})
    assert found(context) == ["a dog and many other things"]


def test_empty_namespaces_abstain(ledger: SqliteLedger) -> None:
    """An unknown namespace holds nothing and keeps no trace; a known one finds nothing."""
    chat(ledger)
    resources = bundle(ledger)
    nothing = ask(resources, "dog", namespace=("acme", "an"), record=True)
    assert (nothing.abstained, nothing.trace_id, nothing.text) == (NOTHING_STORED, None, "")
    assert ask(resources, "zebra").abstained == NOTHING_RELEVANT
    assert ask(resources, "???").abstained == NOTHING_RELEVANT


# ---------------------------------------------------------------- traces


def test_traces_are_replayed(ledger: SqliteLedger) -> None:
    """A trace gives back what was answered, whatever was recorded since, in its namespace only."""
    chat(ledger)
    resources = bundle(ledger)
    context = ask(resources, "Ann's dog", record=True)
    add(ledger, said("late", "Ann's dog ate"))
    assert context.trace_id is not None
    assert replay_trace(NAMESPACE, context.trace_id, resources) == context
    for namespace, trace in ((("acme",), context.trace_id), (NAMESPACE, "none")):
        with pytest.raises(NotFound):
            replay_trace(namespace, trace, resources)


def test_unrecorded_queries_leave_no_trace(ledger: SqliteLedger) -> None:
    """With `record=False` nothing is written."""
    chat(ledger)
    assert ask(bundle(ledger), "dog").trace_id is None
    with ledger.reader() as reader:
        assert reader._conn.execute("SELECT count(*) FROM traces").fetchone() == (0,)


def test_read_only_ledgers_answer(tmp_path: Path) -> None:
    """A ledger that can't be written answers the same, with no trace and no stored vectors."""
    with SqliteLedger(tmp_path / "m", clock=TickingClock()) as ledger:
        chat(ledger)
        expected = ask(bundle(ledger), "Ann's dog")
    with SqliteLedger(tmp_path / "m", clock=TickingClock(), read_only=True) as ledger:
        assert ask(bundle(ledger), "Ann's dog", record=True) == expected
        assert ask(bundle(ledger, embedder=Hashing()), "dog", record=True).trace_id is None


def test_answers_outlive_a_failing_journal(
    ledger: SqliteLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the trace can't be stored, the answer is given without one."""

    def full(*args: object) -> None:
        raise StorageFull("no space left")

    chat(ledger)
    expected = ask(bundle(ledger), "dog")
    monkeypatch.setattr(ledger, "record_trace", full)
    monkeypatch.setattr(ledger, "store_vectors", full)
    assert ask(bundle(ledger), "dog", record=True) == expected
    assert ask(bundle(ledger, embedder=Hashing()), "dog").items


# ---------------------------------------------------------------- models


class Hashing:
    """Embed by hashed words; keep what was asked."""

    model = "hashing"

    def __init__(self, width: int = 64) -> None:
        self.width, self.asked = width, list[list[str]]()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.append(list(texts))
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * self.width
        for word in text.casefold().split():
            vector[hashlib.sha256(word.encode()).digest()[0] % self.width] += 1.0
        return vector


def test_one_embedding_per_query(ledger: SqliteLedger) -> None:
    """The first query embeds the texts too, in one batch; later ones embed the question alone."""
    chat(ledger)
    embedder = Hashing()
    resources = bundle(ledger, embedder=embedder)
    first = ask(resources, "a brown dog")
    assert embedder.asked == [["a brown dog", *(text for _, text in CHAT)]]
    assert "dense" in first.items[0].why
    assert standing(ask(resources, "a brown dog")) == standing(first)
    assert embedder.asked[1:] == []  # an answer at hand
    ask(resources, "a small dog")
    assert embedder.asked[1:] == [["a small dog"]]
    add(ledger, said("new", "new words"))
    ask(resources, "dog")
    assert embedder.asked[2] == ["dog", "new words"]


def test_meaning_finds_what_words_do_not(ledger: SqliteLedger) -> None:
    """A memory that shares no term with the question is found by its vector alone."""

    class Synonyms(Hashing):
        def _vector(self, text: str) -> list[float]:
            return [1.0, 0.0] if "dog" in text or "canine" in text else [0.0, 1.0]

    chat(ledger)
    context = ask(bundle(ledger, embedder=Synonyms()), "canine")
    dogs = sorted(text for _, text in CHAT if "dog" in text)
    assert sorted(found(context)[: len(dogs)]) == dogs
    assert all("dense" in item.why for item in context.items[: len(dogs)])
    beside = context.items[len(dogs) :]  # what stands beside them
    apart = {"activation", "speaker", "question", "said"}
    assert all(set(item.why) <= apart for item in beside)


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ([1.0, float("nan")], InvalidVector),
        ([1.0, float("inf")], InvalidVector),
        ([1.0], InvalidVector),
        ([], InvalidVector),
        (None, ProviderError),
    ],
)
def test_bad_vectors_write_nothing(
    ledger: SqliteLedger, bad: list[float] | None, error: type[Exception]
) -> None:
    """A vector of another width, with NaN or infinity, or missing, refuses the whole batch."""

    class Broken(Hashing):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            last = [] if bad is None else [bad]
            return [[1.0, 0.0]] * (len(texts) - 1) + last

    chat(ledger)
    with pytest.raises(error):
        ask(bundle(ledger, embedder=Broken()), "dog", record=True)
    with ledger.reader() as reader:
        for table in ("vectors", "traces"):
            assert reader._conn.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_width_of_known_vectors_is_kept(ledger: SqliteLedger) -> None:
    """A model that changes its width under the same name is refused."""
    chat(ledger)
    ask(bundle(ledger, embedder=Hashing(64)), "dog")
    with pytest.raises(InvalidVector, match=r"\[32, 64\]"):
        ask(bundle(ledger, embedder=Hashing(32)), "dog")


def test_reranker_has_the_last_word(ledger: SqliteLedger) -> None:
    """A reranker reads the texts that were found and decides their order, in one call."""

    class Shortest:
        calls = 0

        def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
            self.calls += 1
            return [-float(len(text)) for text in texts]

    chat(ledger)
    reranker = Shortest()
    context = ask(bundle(ledger, reranker=reranker), "Ann's dog")
    assert found(context) == sorted(found(context), key=len)
    assert context.items[0].why["reranker"][1] == 1
    assert reranker.calls == 1


# ---------------------------------------------------------------- scale and isolation


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SqliteLedger, MemoryContext]]:
    """Ten memories, an answer, then ten thousand in another namespace of the same file."""
    place = tmp_path_factory.mktemp("large") / "m"
    with SqliteLedger(place, clock=TickingClock(), durability="relaxed") as ledger:
        add(ledger, fact("f", "Lisbon"), namespace=("small",))
        add(ledger, *(said(f"s{n}", CHAT[n % 6][1]) for n in range(9)), namespace=("small",))
        before = ask(bundle(ledger), "Ann's dog and city", namespace=("small",))
        texts = [f"dog {n % 97} of Ann, city {n % 13}, weather, cat {n}" for n in range(9_999)]
        turns = [said(f"b{n}", text, thread=f"t{n // 20}") for n, text in enumerate(texts)]
        add(ledger, fact("f", "Oslo"), *turns, namespace=("big",))
        yield ledger, before


def test_another_namespace_changes_nothing(large: tuple[SqliteLedger, MemoryContext]) -> None:
    """Ten thousand rows in another namespace change no score and no order."""
    ledger, before = large
    after = ask(bundle(ledger), "Ann's dog and city", namespace=("small",))
    assert standing(after) == standing(before)
    assert after.text == before.text
    assert len(standing(after)) > 3


@contextmanager
def statements(ledger: SqliteLedger) -> Iterator[list[str]]:
    """Collect what the connections of a ledger execute, without what FTS5 reads of its own."""
    seen: list[str] = []
    connections = ledger._connections
    opened = [*connections._readers, connections._writer]
    for one in opened:
        one.set_trace_callback(seen.append)
    try:
        yield seen
    finally:
        for one in opened:
            one.set_trace_callback(None)


def selects(ledger: SqliteLedger, resources: Resources, **fields: Any) -> int:
    ask(resources, "Where is Ann's city, my dog?", record=True, **fields)  # opens the connections
    with statements(ledger) as seen:
        context = ask(resources, "Where is Ann's city, my dog?", record=True, **fields)
    assert context.worldview
    assert context.items
    own = [
        sql for sql in seen if sql.startswith(("SELECT", "WITH")) and "'memory_index_" not in sql
    ]
    return len(own)


def test_reads_do_not_grow(large: tuple[SqliteLedger, MemoryContext]) -> None:
    """A query makes 9 reads at most, 11 if it embeds; as many for 10 memories as for 10,000."""
    ledger, _ = large
    moment = START + timedelta(days=30)
    random = entropy()
    for embedder in (None, Hashing(8)):
        settings = Settings(retrieval=Retrieval(backfill=20_000), caching=Caching(answers=0))
        resources = bundle(ledger, embedder=embedder, entropy=random, settings=settings)
        for name in ("small", "big"):  # what no ingest has embedded is embedded by the first query
            selects(ledger, resources, namespace=(name,), as_of=None)
        for as_of in (None, moment):
            small = selects(ledger, resources, namespace=("small",), as_of=as_of)
            assert small == selects(ledger, resources, namespace=("big",), as_of=as_of)
            assert small <= (9 if embedder is None else 11)  # two snapshots


SCRIPT = """
from tests_recall import *
with SqliteLedger(":memory:", clock=TickingClock(), entropy=entropy()) as ledger:
    chat(ledger)
    change(ledger)
    resources = bundle(ledger, embedder=Hashing())
    for text in ("What dog did Ann adopt?", "Who is Ann?", "Which city was Ann's before?"):
        print(ask(resources, text, record=True).model_dump_json())
"""


def test_hash_seed_does_not_matter(tmp_path: Path) -> None:
    """Processes with other hash seeds give the same answers, byte for byte."""
    (tmp_path / "tests_recall.py").write_text(Path(__file__).read_text(encoding="utf-8"))
    answers = set()
    for seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=tmp_path, check=True, capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(tmp_path)}, text=True,
        )  # fmt: skip
        answers.add(done.stdout)
    assert len(answers) == 1
    assert len(answers.pop().splitlines()) == 3
