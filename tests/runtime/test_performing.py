"""Embedding anew after a change of model, making ready, and telling how it all performs."""

import asyncio
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.errors import ConfigError, InvalidInput, ProviderError
from neuromem_graph.providers.embedding import CallableEmbedder, IndexChanged
from neuromem_graph.settings import Retrieval
from neuromem_graph.settings.caching import Caching
from neuromem_graph.testing.store_suite.embedders import VOCABULARY, embed

TEXTS = [f"the {VOCABULARY[n % 7]} and number {n}" for n in range(40)]


class Counting:
    """Embed under a name; keep what was asked, batch by batch; fail when told."""

    def __init__(self, model: str, fails_after: int = 10**9) -> None:
        self.model, self.batches, self.fails_after = model, list[list[str]](), fails_after

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if len(self.batches) >= self.fails_after:
            raise RuntimeError("the embedder is down")
        self.batches.append(list(texts))
        return embed(texts)


def opened(path: Path, embedder: Any, backfill: int = 5, **caching: Any) -> MemoryRuntime:
    settings = Settings(
        durability="relaxed", retrieval=Retrieval(backfill=backfill),
        caching=Caching(**{"batch": 16, **caching}),
    )  # fmt: skip
    return MemoryRuntime.local("x", path, embedder=embedder, settings=settings)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A memory that an old model embedded."""
    with opened(tmp_path / "m", Counting("old")) as memory:
        memory.observe_many(TEXTS)
    return tmp_path / "m"


def test_another_model_is_noticed(path: Path) -> None:
    """After a change of model memories are found by words, some are embedded, and it says so."""
    new = Counting("new")
    with opened(path, new) as memory:
        with pytest.warns(IndexChanged, match=r"35 memories .* \['old'\]: call reindex"):
            found = memory.query("cat 30")
        (one,) = (item for item in found.items if item.text == TEXTS[30])
        assert "dense" not in one.why  # by its words alone
        assert new.batches == [["cat 30", *TEXTS[:5]]]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            memory.query("number 31")  # said once
        stats = memory.performance_stats().embeddings
        assert (stats.model, stats.other_models, stats.stored) == ("new", ("old",), 10)


def test_reindex_embeds_what_is_missing(path: Path) -> None:
    """Each text once, in batches; the function hears how far it is; again it does nothing."""
    new, told = Counting("new"), list[tuple[int, int]]()
    with opened(path, new) as memory:
        assert memory.reindex(lambda done, total: told.append((done, total))) == 40
        assert new.batches == [TEXTS[:16], TEXTS[16:32], TEXTS[32:]]
        assert told == [(16, 40), (32, 40), (40, 40)]
        assert memory.reindex() == 0
        found = memory.query("ant ant ant")
        assert "dense" in found.items[0].why
        assert memory.performance_stats().matrices[0].missing == 0
    with opened(path, Counting("old")) as memory:  # the old vectors are still there
        assert memory.reindex() == 0


class Bar:
    """Look like tqdm."""

    def __init__(self) -> None:
        self.total: float | None = None
        self.moves: list[float | None] = []

    def update(self, n: float | None = 1) -> None:
        self.moves.append(n)


def test_reindex_moves_a_bar(path: Path) -> None:
    """A bar as tqdm makes it is given the total and moved on."""
    bar = Bar()
    with opened(path, Counting("new")) as memory:
        memory.reindex(bar)
        assert (bar.total, bar.moves) == (40, [16, 16, 8])
        for wrong in (3, "bar", Bar):
            with pytest.raises(InvalidInput, match="progress"):
                memory.reindex(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("how", ["error", "interrupt"])
def test_reindex_goes_on_where_it_stopped(path: Path, how: str) -> None:
    """What was embedded before an error or an interrupt is kept, in another process too."""

    def stop(done: int, total: int) -> None:
        if how == "interrupt" and done == 32:
            raise KeyboardInterrupt

    broken = Counting("new", fails_after=2 if how == "error" else 10**9)
    with opened(path, broken) as memory:
        with pytest.raises(ProviderError if how == "error" else KeyboardInterrupt):
            memory.reindex(stop)
    again = Counting("new")
    with opened(path, again) as memory:
        assert memory.reindex() == 8
    assert again.batches == [TEXTS[32:]]


def test_reindex_is_of_a_namespace(path: Path) -> None:
    """Memories of another namespace are none of its business."""
    new = Counting("new")
    with opened(path, new) as memory:
        assert memory.within("y").reindex() == 0
        assert new.batches == []


def test_async_twins_embed_alike(path: Path) -> None:
    """`areindex` and `aprewarm_embeddings` do the same, and await an embedder that can be."""

    async def awaited(texts: Sequence[str]) -> list[list[float]]:
        await asyncio.sleep(0)
        return embed(texts)

    async def run() -> tuple[int, int, int]:
        async with opened(path, CallableEmbedder(awaited, "new")) as memory:
            return (await memory.aprewarm_embeddings(20), await memory.areindex(),
                    await memory.areindex())  # fmt: skip

    assert asyncio.run(run()) == (20, 20, 0)


def test_prewarming_makes_ready(path: Path) -> None:
    """It loads model and vectors and embeds up to a bound: a question then asks for itself."""
    old = Counting("old")
    with opened(path, old) as memory:
        assert memory.prewarm_embeddings() == 0
        assert len(old.batches) == 1  # the model is loaded
        assert memory.performance_stats().matrices[0].rows == 40
        memory.query("ant")
        assert old.batches[1:] == [["ant"]]
    new = Counting("new")
    with opened(path, new, prewarm=20) as memory:
        assert memory.prewarm_embeddings() == 20
        assert [len(one) for one in new.batches] == [16, 4]
        assert memory.prewarm_embeddings(7) == 7
        for wrong in (-1, True, "all"):
            with pytest.raises(InvalidInput, match="limit"):
                memory.prewarm_embeddings(wrong)  # type: ignore[arg-type]


def test_without_an_embedder() -> None:
    """There is nothing to embed with, and the error says what to do; the stats are there."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        for call in (memory.reindex, memory.prewarm_embeddings):
            with pytest.raises(ConfigError, match="embedder="):
                call()
        stats = memory.performance_stats()
        assert (stats.embeddings.model, stats.embeddings.stored, stats.matrices) == (None, 0, ())


def test_a_text_is_embedded_once(path: Path) -> None:
    """What is said again, here or in another namespace, has its vector: a hit, not a call."""
    old = Counting("old")
    with opened(path, old) as memory:
        memory.within("y").observe_many([*TEXTS[:3], "something new"])
        assert old.batches == [["something new"]]
        stats = memory.performance_stats().embeddings
        assert (stats.hits, stats.misses, stats.batches, stats.last_batch_size) == (3, 1, 1, 1)


def test_models_are_bounded(path: Path) -> None:
    """The file keeps the vectors of so many models; the one in use is never cut."""
    for name in ("a", "b", "c"):
        with opened(path, Counting(name), models=2) as memory:
            assert memory.reindex() == 40
            stats = memory.performance_stats().embeddings
            assert stats.stored == 40
            assert len(stats.other_models) <= 1


def test_performance_is_told(path: Path) -> None:
    """Every figure tells what happened: caches, flights, vectors, times by stage."""
    with opened(path, Counting("old")) as memory:
        for text in ("ant", "ant", "owl"):
            memory.query(text)
        stats = memory.performance_stats()
        assert asyncio.run(memory.aperformance_stats()).retrieval_cache == stats.retrieval_cache

    cache = stats.retrieval_cache
    assert (cache.hits, cache.misses, cache.entries, cache.hit_rate) == (1, 2, 2, 0.333333)
    assert (cache.miss_reasons, cache.last_miss_reason) == ({"cold": 2}, "cold")
    assert (stats.singleflight.leaders, stats.singleflight.inflight) == (2, 0)
    (matrix,) = stats.matrices
    assert (matrix.namespace, matrix.model, matrix.rows) == (("x",), "old", 40)
    assert stats.matrix_bytes == matrix.bytes == 40 * matrix.width * 4
    assert (stats.postings.memories, stats.postings.tail, stats.postings.blocks) == (40, 40, 0)
    assert stats.postings.file_bytes > stats.embeddings.bytes == matrix.bytes
    assert stats.queries.count == stats.queries.recent == 3
    assert 0 < stats.queries.p50 <= stats.queries.p95 <= stats.queries.p99 <= stats.queries.slowest
    assert {"plan", "embed", "gather", "rank", "pack", "trace"} <= stats.stages.keys()
    assert stats.semantic_version > 0
    assert len(stats.settings_version) == 12
    assert stats.model_validate_json(stats.model_dump_json()) == stats
