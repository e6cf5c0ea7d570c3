"""Questions are found by other words and other names, and nothing of that is ever remembered."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuromem_graph import MemoryContext, MemoryRuntime, Settings
from neuromem_graph.core.packing import NOTHING_RELEVANT
from neuromem_graph.errors import ConfigError, ProviderError
from neuromem_graph.nodes import recall_graph
from neuromem_graph.providers.embedding import CallableEmbedder
from neuromem_graph.providers.expanding import CallableExpander
from neuromem_graph.settings.expanding import Expanding
from neuromem_graph.types.expanding import Expansion

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
SAID = (
    "The landlord raised the rent in March.",
    "We adopted a puppy from the shelter.",
    "Grandma knits scarves every winter.",
    "My bike has a flat tyre.",
)
DOG = "Who wags so happily?"
SPACE = ("landlord", "puppy", "knits", "bike")


def embed(texts: Sequence[str]) -> list[list[float]]:
    """Count the words of `SPACE`."""
    return [[float(text.lower().count(word)) for word in SPACE] + [0.05] for text in texts]


def opened(expander: Any = None, path: Any = ":memory:", **fields: Any) -> MemoryRuntime:
    memory = MemoryRuntime.local(
        "x", path, expander=expander, clock=lambda: NOW, entropy=Random(1).randbytes, **fields
    )
    memory.observe_many({"content": text, "id": text} for text in SAID)
    return memory


def texts(context: MemoryContext) -> list[str]:
    return [item.text for item in context.items]


def failed(context: MemoryContext) -> str | None:
    assert context.diagnostics is not None
    return context.diagnostics.expansion_failed


def pets(question: str) -> list[str]:
    """Rewrite."""
    return ["Which puppy did we adopt?"]


def hyde(question: str) -> Expansion:
    """Write what might be the answer."""
    return Expansion(passages=("Our puppy came from a shelter.",))


# ---------------------------------------------------------------- what is found


def test_rewrites_find_what_the_question_does_not() -> None:
    """A memory that shares no word with the question is found by one that a rewrite holds."""
    with opened() as memory:
        assert memory.query(DOG).abstained == NOTHING_RELEVANT
    with opened(pets) as memory:
        context = memory.query(DOG)
        assert texts(context)[0] == SAID[1]
        assert "rewrite" in context.items[0].why


def test_passages_find_by_words_without_an_embedder() -> None:
    """A passage points at a memory by its words where nothing embeds."""
    with opened(hyde) as memory:
        context = memory.query(DOG)
        assert texts(context)[0] == SAID[1]
        assert "passage" in context.items[0].why


@pytest.mark.parametrize("how", ["mean", "max"])
def test_passages_find_by_meaning(how: Any) -> None:
    """With an embedder the vector of a passage joins that of the question."""
    chosen = Settings(expanding=Expanding(dense=how))
    with opened(hyde, embedder=CallableEmbedder(embed, "m"), settings=chosen) as memory:
        context = memory.query(DOG)
        assert texts(context)[0] == SAID[1]
        assert "dense" in context.items[0].why
        assert "passage" not in context.items[0].why
        assert memory.performance_stats().embeddings.stored == len(SAID)  # no passage is kept


def test_the_nearest_of_several_vectors_counts(tmp_path: Path) -> None:
    """With "max", and signs that choose first, each vector finds what is nearest to it."""

    def both(question: str) -> Expansion:
        return Expansion(passages=("a puppy", "grandma knits"))

    found = []
    for rows in (50_000, 0):
        chosen = Settings.model_validate(
            {"expanding": {"dense": "max"}, "caching": {"exact_rows": rows, "rescored": 2}}
        )
        with opened(both, embedder=CallableEmbedder(embed, "m"), settings=chosen) as memory:
            context = memory.query("my bike?")
            near = {i.text: i.why["dense"][0] for i in context.items if "dense" in i.why}
            found.append(near)
    assert found[0] == found[1]
    assert {SAID[1], SAID[2], SAID[3]} <= set(found[0])


def test_what_needs_no_words_asks_nobody() -> None:
    """A question that names nothing, and a long text, are answered without; no meaning is seen."""
    twins = Twins()
    with opened(twins, embedder=CallableEmbedder(embed, "m")) as memory:
        context = memory.query("What did I tell you?")
        assert set(texts(context)) == set(SAID)
        assert not any("dense" in item.why for item in context.items)
        memory.query("rent " * 1_000)
        assert twins.asked == []
        memory.query(DOG)
        assert len(twins.asked) == 1
        assert "expand" in memory.performance_stats().stages


def test_what_the_question_says_weighs_more() -> None:
    """A memory with the words of the question comes before one that a rewrite finds."""
    with opened(pets) as memory:
        assert texts(memory.query("Who raised the rent?"))[:2] == [SAID[0], SAID[1]]


def test_noise_is_still_refused() -> None:
    """A passage that shares a word in passing makes nothing relevant."""

    def rambling(question: str) -> Expansion:
        return Expansion(
            passages=(
                "Ulaanbaatar, the capital of Mongolia, lies on the Tuul river beneath Bogd Khan "
                "mountain, where every nomad once brought felt, salt, horses and cashmere.",
            )
        )

    with opened(rambling) as memory:
        assert memory.query("What is the capital of Mongolia?").abstained == NOTHING_RELEVANT


# ---------------------------------------------------------------- whom one can ask


class Twins:
    """Tell which of the two was asked."""

    model = "twins"

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def expand(self, question: str, at: date, /) -> Expansion:
        self.asked.append(("sync", question, at))
        return Expansion(rewrites=tuple(pets(question)))

    async def aexpand(self, question: str, at: date, /) -> Expansion:
        self.asked.append(("async", question, at))
        return Expansion(rewrites=tuple(pets(question)))


class OnlyAwaited:
    """Can only be awaited."""

    async def aexpand(self, question: str, at: date, /) -> list[str]:
        await asyncio.sleep(0)
        return pets(question)


async def awaited(question: str) -> list[str]:
    """Can only be awaited."""
    await asyncio.sleep(0)
    return pets(question)


def dated(question: str, at: date) -> str:
    """Take the day as well, and give one text."""
    assert at == NOW.date()
    return "Which puppy did we adopt?"


@pytest.mark.parametrize("sync", [True, False])
@pytest.mark.parametrize(
    "expander",
    [pets, dated, Twins(), lambda q: {"rewrites": pets(q)}, [pets, hyde], lambda q: iter(pets(q))],
)
def test_whatever_expands_is_recognised(expander: Any, sync: bool) -> None:
    """Functions, objects and several of them are asked, sync and async."""
    with opened(expander) as memory:
        context = memory.query(DOG) if sync else asyncio.run(memory.aquery(DOG))
        assert texts(context)[0] == SAID[1]


def test_async_twins_are_preferred() -> None:
    """An object that can be awaited is awaited by async callers; both get the day asked about."""
    twins = Twins()
    with opened(twins) as memory:
        memory.query(DOG)
        asyncio.run(memory.aquery(DOG + "!"))
        assert twins.asked == [("sync", DOG, NOW.date()), ("async", DOG + "!", NOW.date())]


@pytest.mark.parametrize("expander", [awaited, OnlyAwaited(), lambda q: awaited(q)])
def test_what_can_only_be_awaited_is(expander: Any) -> None:
    """It serves async callers, also in a running loop; a sync one is told to use them."""
    with opened(expander) as memory:
        assert texts(asyncio.run(memory.aquery(DOG)))[0] == SAID[1]
        with pytest.raises(ConfigError, match="aquery"):
            memory.query(DOG + "!")


@pytest.mark.parametrize(
    "given", [3, object(), "llama", type, lambda: [], lambda a, b, c: [], [3], "ollama:"]
)
def test_what_is_no_expander_is_refused(given: Any, tmp_path: Path) -> None:
    """It is refused at once, and no file is made."""
    with pytest.raises(ConfigError):
        MemoryRuntime.local("x", tmp_path / "m", expander=given)
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("answer", [3, [3], {"passage": "x"}, {"rewrites": "x"}, b"x", [None]])
def test_an_answer_of_another_type_is_a_mistake(answer: Any) -> None:
    """What is no text is told to whoever wrote the expander."""
    with opened(lambda q: answer) as memory, pytest.raises(ConfigError, match="let it give texts"):
        memory.query(DOG)


@pytest.mark.parametrize("answer", [None, [], "", "  ", Expansion(), DOG.upper(), "\ud800"])
def test_an_answer_that_adds_nothing(answer: Any) -> None:
    """The question is answered as without an expander."""
    with opened() as plain, opened(lambda q: answer) as memory:
        for question in (DOG, "Who raised the rent?"):
            assert texts(memory.query(question)) == texts(plain.query(question))
            assert failed(memory.query(question)) is None


# ---------------------------------------------------------------- failure


def broken(question: str) -> list[str]:
    """Fail as a model may."""
    raise TimeoutError("no server answers")


async def abroken(question: str) -> list[str]:
    """Fail as a model may."""
    raise ProviderError("no server answers")


@pytest.mark.parametrize("sync", [True, False])
def test_a_failing_expander_costs_no_answer(sync: bool) -> None:
    """The question is answered without it, says so, and is not kept; explained, too."""
    calls = []

    def once(question: str) -> list[str]:
        calls.append(question)
        return broken(question) if len(calls) == 1 else pets(question)

    with opened() as plain, opened(once) as memory:

        def ask() -> MemoryContext:
            if sync:
                return memory.query("Who raised the rent?")
            return asyncio.run(memory.aquery("Who raised the rent?"))

        first = ask()
        assert texts(first) == texts(plain.query("Who raised the rent?"))
        assert "no server answers" in str(failed(first))
        assert "no server answers" in memory.explain(str(first.trace_id)).to_text()
        again = ask()
        assert again.diagnostics is not None
        assert (again.diagnostics.cache, failed(again)) == ("miss", None)
        assert SAID[1] in texts(again)
        assert ask().diagnostics.cache == "hit"  # type: ignore[union-attr]
        assert len(calls) == 2


@pytest.mark.parametrize("sync", [True, False])
def test_an_iterator_may_fail_or_never_end(sync: bool) -> None:
    """What is given bit by bit is taken in part, and fails as a call does."""

    def endless(question: str) -> Iterator[str]:
        while True:
            yield pets(question)[0]

    def ends_badly(question: str) -> Iterator[str]:
        yield pets(question)[0]
        raise TimeoutError("no server answers")

    for expander, finds in ((endless, True), (ends_badly, False)):
        with opened(expander) as memory:
            context = memory.query(DOG) if sync else asyncio.run(memory.aquery(DOG))
            assert (texts(context) != []) == finds
            assert (failed(context) is None) == finds


@pytest.mark.parametrize("sync", [True, False])
def test_one_of_several_may_fail(sync: bool) -> None:
    """What the others say is used, and the failure told."""
    parts = [broken if sync else abroken, pets]
    with opened(parts) as memory:
        context = memory.query(DOG) if sync else asyncio.run(memory.aquery(DOG))
        assert texts(context)[0] == SAID[1]
        assert "no server answers" in str(failed(context))


def test_several_are_awaited_at_once() -> None:
    """Two expanders that wait for each other come to an end."""
    met = asyncio.Barrier(2)

    async def one(question: str) -> list[str]:
        await asyncio.wait_for(met.wait(), 20)
        return pets(question)

    async def other(question: str) -> Expansion:
        await asyncio.wait_for(met.wait(), 20)
        return hyde(question)

    with opened([one, other]) as memory:
        context = asyncio.run(memory.aquery(DOG))
        assert failed(context) is None
        assert {"rewrite", "passage"} <= set(context.items[0].why)


def test_no_snapshot_is_open_while_it_is_asked(tmp_path: Path) -> None:
    """An expander may write to the memory, and ask it."""
    held: list[MemoryRuntime] = []

    def curious(question: str) -> list[str]:
        held[0].ingest(user="Our cat is called Tom.")
        return [*pets(question), *texts(held[0].query("cat?", record=False))][:1]

    with opened(lambda q: curious(q) if q == DOG else [], tmp_path / "m") as memory:
        held.append(memory)
        assert texts(memory.query(DOG))[0] == SAID[1]


# ---------------------------------------------------------------- doors


def test_every_door_asks_it(tmp_path: Path) -> None:
    """Steps of a graph, items beside, a moment that is over: all find what a query finds."""
    with opened(pets, tmp_path / "m") as memory:
        seq = memory.stats().head.seq
        graph = recall_graph(memory)
        assert "puppy" in graph.invoke({"query": DOG})["memory"]["text"]
        assert "puppy" in asyncio.run(graph.ainvoke({"query": DOG}))["memory"]["text"]
        assert "puppy" in memory.query(DOG, include_items=True).text
        assert "puppy" in asyncio.run(memory.aquery(DOG, include_items=True)).text
        memory.ingest(user="The puppy of the neighbours barks.")
        assert texts(memory.query(DOG, as_of=seq)) == [SAID[1]]


def test_namespaces_and_filters_hold() -> None:
    """What a rewrite finds passes the gates of the question."""
    with opened(pets) as memory:
        assert memory.within("y").query(DOG).text == ""
        assert memory.query(DOG, filters={"channels": ["tool"]}).text == ""
        memory.forget(memory.query(DOG).items[0].id)
        assert memory.query(DOG).text == ""


def test_it_is_asked_once_for_equal_queries() -> None:
    """A kept answer asks nobody; another expander has answers of its own."""
    twins = Twins()
    with opened(twins) as memory:
        first, again = memory.query(DOG), memory.query(DOG)
        assert len(twins.asked) == 1
        assert again.diagnostics is not None
        assert again.diagnostics.cache == "hit"
        told = [memory.explain(str(one.trace_id)).expanded for one in (first, again)]
        assert told[0] == told[1] is not None


# ---------------------------------------------------------------- never evidence


def test_the_trace_tells_it_and_erasing_takes_it() -> None:
    """What was asked of whom is explained in every form, and goes with an erasure."""
    with opened([pets, hyde]) as memory:
        context = memory.query(DOG)
        why = memory.explain(str(context.trace_id))
        assert why.expanded is not None
        assert why.expanded.asked == "CallableExpander:pets, CallableExpander:hyde"
        for shown in (why.to_text(), why.to_html(), why.to_json()):
            assert "Which puppy did we adopt?" in shown
            assert "Our puppy came from a shelter." in shown
        memory.erase(context.items[0].id)
        with pytest.raises(Exception, match="no trace"):
            memory.explain(str(context.trace_id))


words = st.text(st.sampled_from("abc \n?.é猫\ud800\x00"), max_size=12)


@settings(deadline=None, max_examples=25)
@given(
    st.lists(words, max_size=6),
    st.lists(words | st.sampled_from(SAID), max_size=6),
    st.sampled_from((DOG, "Who raised the rent?", "What do you know about me?")),
)
def test_nothing_of_it_is_remembered(
    rewrites: list[str], passages: list[str], question: str
) -> None:
    """Whatever an expander says, no record is made, no vector kept, and nothing raised."""

    def says(asked: str) -> Expansion:
        return Expansion(rewrites=tuple(rewrites), passages=tuple(passages))

    with opened(says, embedder=CallableEmbedder(embed, "m")) as memory:
        memory.query("rent?", record=False)
        before = memory.stats()
        stored = memory.performance_stats().embeddings.stored
        first = memory.query(question)
        assert memory.query(question, record=False).text == first.text
        assert memory.stats() == before
        assert memory.performance_stats().embeddings.stored == stored
        assert memory.replay_trace(str(first.trace_id)) == first


def test_it_is_bounded() -> None:
    """Of many long texts a few are used, cut, each once."""
    said = [f"{'puppy ' * 1_000}{n}" for n in range(50)]
    with opened(lambda q: said * 3) as memory:
        why = memory.explain(str(memory.query(DOG).trace_id))
        assert why.expanded is not None
        assert len(why.expanded.rewrites) == 1  # they are the same once cut
        assert len(why.expanded.rewrites[0]) <= Expanding().characters


def test_without_one_nothing_changes() -> None:
    """A question with an expander that says nothing has the very answer of one without."""
    with opened() as plain, opened(lambda q: None) as memory:
        for question in ("Who raised the rent?", DOG, "bike", "What do you know about me?"):
            ours, theirs = (
                one.query(question, record=False).model_dump(mode="json") for one in (memory, plain)
            )
            assert ours == theirs


def test_threads_share_one_question() -> None:
    """Equal questions of many threads ask an expander once."""
    calls, together = [], threading.Barrier(8)

    def slow(question: str) -> list[str]:
        calls.append(question)
        return pets(question)

    with opened(slow) as memory:

        def ask() -> None:
            together.wait(20)
            assert texts(memory.query(DOG))[0] == SAID[1]

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join(20)
        assert len(calls) == 1


@pytest.mark.parametrize("default", [3, None])
def test_a_parameter_with_a_default_is_not_the_day(default: int | None) -> None:
    """A second parameter keeps its default; one without gets the day."""

    def kept(question: str, more: object = default) -> list[str]:
        return [f"{question} {more}"]

    def dated(question: str, day: date) -> list[str]:
        return [f"{question} {day}"]

    at = date(2025, 5, 1)
    assert CallableExpander(kept).expand("dog", at) == [f"dog {default}"]
    assert CallableExpander(dated).expand("dog", at) == ["dog 2025-05-01"]
