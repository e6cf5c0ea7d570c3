"""Another model, other fields, a first index: what is found before and after `reindex`."""

import asyncio
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph.errors import ConfigError, InvalidVector, ProviderError
from neuromem_graph.stores import IndexChanged

from .helpers import DIMS, NS, Calls, Counting, calls, embed, head, index_of, opened, ranked

Make = Callable[..., Calls]


@pytest.fixture(params=["sync", "async"])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., Any]:
    """Open the same file again, with another index."""
    return lambda **options: calls(request.param, tmp_path / "a.db", **options)


def fill(store: Calls, count: int = 4, text: str = "cat") -> None:
    for n in range(count):
        store.put(NS, str(n), {"text": text, "note": f"dog {n}"})


def quiet_search(store: Calls, prefix: tuple[str, ...] = NS, **more: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndexChanged)
        return ranked(store.search(prefix, query="cat", limit=1000, **more))


def test_first_index_of_an_old_store(reopen: Any) -> None:
    """Items put without an index follow without a score until `reindex`, which runs once."""
    with reopen() as store:
        fill(store)
    with reopen(index=index_of()) as store:
        assert (store.store.index_state().items, store.store.index_state().missing) == (4, 4)
        assert [score for _, score in quiet_search(store)] == [None] * 4
        assert store.reindex() == 4
        assert [score for _, score in quiet_search(store)] == [1.0] * 4
        assert store.store.index_state().missing == 0
        end = head(store.store)
        assert (store.reindex(), head(store.store)) == (0, end)


def test_other_fields(reopen: Any) -> None:
    """After a change of fields items are found by the new ones, and what was chosen by hand stays.

    Nothing is left to do afterwards, also for the store that is opened next.
    """
    with reopen(index=index_of()) as store:
        fill(store, 2)
        store.put(NS, "own", {"text": "cat", "note": "owl"}, index=["text"])
        store.put(NS, "none", {"text": "cat", "note": "dog"}, index=False)
    with reopen(index=index_of(embed, "note")) as store:
        assert store.store.index_state().missing == 2
        assert store.reindex() == 2
        found = dict(ranked(store.search(NS, query="dog")))
        assert found["0"] == found["1"] == pytest.approx(0.7071, abs=1e-4)
        assert (found["own"], found["none"]) == (0.0, None)
        assert store.store.index_state().missing == 0
    with reopen(index=index_of(embed, "note")) as store:
        assert store.store.index_state().missing == 0
        assert store.reindex() == 0
        assert store.store._runtime.verify(deep=True).ok
    with reopen(index=index_of()) as store:
        assert store.reindex() == 2  # and back
        assert quiet_search(store)[:3] == [("own", 1.0), ("1", 1.0), ("0", 1.0)]


def test_other_model_warns_once(reopen: Any) -> None:
    """A search that can't see items says so once, names both models, and hides nothing."""
    with reopen(index=index_of(model="old")) as store:
        fill(store)
    with reopen(index=index_of(model="new")) as store:
        store.put(NS, "new", {"text": "cat"})
    # the text is known to the new model now, so the items that share it are, too
    with reopen(index=index_of(model="newest")) as store:
        with pytest.warns(IndexChanged) as told:
            found = ranked(store.search(NS, query="cat"))
            store.search(NS, query="cat")
        assert len(told) == 1
        assert f"newest/{DIMS}" in str(told[0].message) and f"old/{DIMS}" in str(told[0].message)
        assert "5 items" in str(told[0].message)
        assert found == [(key, None) for key in ("new", "3", "2", "1", "0")]
        state = store.store.index_state()
        assert (state.model, state.others) == (f"newest/{DIMS}", (f"new/{DIMS}", f"old/{DIMS}"))
        assert (state.items, state.missing) == (5, 5)
    with reopen(index=index_of(model="old")) as store:  # as good as before
        assert [score for _, score in ranked(store.search(NS, query="cat"))] == [1.0] * 5


def test_other_width_is_another_model(reopen: Any) -> None:
    """Vectors of two widths live side by side: each store finds its own."""
    with reopen(index=index_of(model="m")) as store:
        fill(store)
    wide = {"dims": 2, "embed": lambda texts: [[1.0, 0.0] for _ in texts], "fields": ["text"]}
    with reopen(index={**wide, "model": "m"}) as store:
        assert [score for _, score in quiet_search(store)] == [None] * 4
        assert store.reindex() == 4
        assert [score for _, score in quiet_search(store)] == [1.0] * 4
    with reopen(index=index_of(model="m")) as store:
        assert [score for _, score in quiet_search(store)] == [1.0] * 4


@pytest.mark.parametrize("count", [2, 250])
def test_texts_that_items_share(reopen: Any, count: int) -> None:
    """Items with one text, on two pages or in two namespaces, are all found after `reindex`.

    Also where a search before it has kept vectors, and in a second store that has.
    """
    with reopen(index=index_of(model="old")) as store:
        for n in range(count):
            store.put(("a",) if n % 2 else ("b",), str(n), {"text": "cat"})
    embedder = Counting()
    with reopen(index=index_of(embedder, model="new")) as one:
        with reopen(index=index_of(model="new")) as other:
            for store in (one, other):
                assert {score for _, score in quiet_search(store, ())} == {None}
            embedder.asked.clear()
            one.reindex()
            assert embedder.asked == ["cat"]
            for store in (one, other):
                assert {score for _, score in quiet_search(store, ())} == {1.0}


def test_put_makes_known_what_others_share(reopen: Any) -> None:
    """A put under a new model makes old items with its text found, cached vectors or not."""
    with reopen(index=index_of(model="old")) as store:
        fill(store, 2)
    with reopen(index=index_of(model="new")) as store:
        assert quiet_search(store) == [("1", None), ("0", None)]
        store.put(NS, "2", {"text": "cat"})
        assert quiet_search(store) == [("2", 1.0), ("1", 1.0), ("0", 1.0)]


def test_reindex_goes_on(reopen: Any) -> None:
    """A run that fails in the middle is taken up where it stopped: nothing is embedded twice."""
    with reopen() as store:
        with store.store:
            pass
    with reopen() as store:
        for n in range(450):
            store.put(NS, str(n), {"text": f"cat {n}"})
    embedder = Counting()

    def fail(texts: Sequence[str]) -> None:
        if len(embedder.asked) >= 400:
            raise RuntimeError("down")

    embedder.before = fail
    seen: list[tuple[int, int]] = []
    with reopen(index=index_of(embedder)) as store:
        with pytest.raises(ProviderError):
            store.reindex(lambda *at: seen.append(at))
        assert seen == [(200, 450), (400, 450)]
        assert store.store.index_state().missing == 50
        embedder.before = lambda texts: None
        assert store.reindex(lambda *at: seen.append(at)) == 50
        assert len(embedder.asked) == len(set(embedder.asked)) == 450
        assert seen[-1] == (450, 450)
        assert store.store.index_state().missing == 0


def test_progress_may_stop_it(reopen: Any) -> None:
    """What `progress` raises ends the run and reaches the caller; what was done stays."""
    with reopen() as store:
        for n in range(210):
            store.put(NS, str(n), {"text": "cat"})

    def stop(done: int, total: int) -> None:
        raise KeyError(done)

    with reopen(index=index_of()) as store:
        with pytest.raises(KeyError, match="200"):
            store.reindex(stop)
        assert store.store.index_state().missing == 10
        assert store.reindex() == 10


def test_async_only_embedder(tmp_path: Path) -> None:
    """An embedder that is only async serves async calls; sync ones say what to do, unharmed."""

    async def aembed(texts: Sequence[str]) -> list[list[float]]:
        await asyncio.sleep(0)
        return embed(texts)

    with opened(tmp_path / "a.db") as store:
        store.put(NS, "0", {"text": "cat"})
    with calls("async", tmp_path / "a.db", index=index_of(aembed)) as store:
        assert store.reindex() == 1
        store.put(NS, "1", {"text": "cat"})
        assert quiet_search(store) == [("1", 1.0), ("0", 1.0)]
        end = head(store.store)
        with pytest.raises(ConfigError, match="async"):
            store.store.put(NS, "2", {"text": "owl"})
        with pytest.raises(ConfigError, match="async"):
            store.store.search(NS, query="cat")
        assert head(store.store) == end
        assert store.store.get(NS, "1") is not None


def test_no_index_nothing_to_do(make: Make) -> None:
    """A store without an index says so."""
    store = make()
    with pytest.raises(ConfigError, match="index"):
        store.reindex()
    state = store.store.index_state()
    assert (state.model, state.others, state.items, state.missing) == (None, (), 0, 0)


def test_reindex_beside_writers(reopen: Any) -> None:
    """Items that are put, changed and deleted while `reindex` runs are right afterwards."""
    with reopen() as store:
        for n in range(300):
            store.put(NS, str(n), {"text": f"cat {n}"})
    embedder = Counting()
    with reopen(index=index_of(embedder, model="m")) as store:

        def meanwhile(texts: Sequence[str]) -> None:
            embedder.before = lambda texts: None
            with opened(ledger_path(store), index=index_of(model="m")) as other:
                other.put(NS, "250", {"text": "owl"})
                other.delete(NS, "299")
                other.put(NS, "300", {"text": "cat"})

        embedder.before = meanwhile
        store.reindex()
        assert store.store.index_state().missing == 0
        found = dict(quiet_search(store))
        assert len(found) == 300 and None not in found.values()
        assert (found["250"], found["300"], found["5"]) == (0.0, 1.0, 0.7071)
        assert store.store._runtime.verify(deep=True).ok


def ledger_path(store: Calls) -> Any:
    return store.store._runtime._ledger.path


def test_wrong_width_breaks_reindex_off(reopen: Any) -> None:
    """A model of another width than declared indexes nothing."""
    with reopen() as store:
        fill(store)
    with reopen(index={**index_of(), "dims": 3}) as store:
        end = head(store.store)
        with pytest.raises(InvalidVector, match="dims=3"):
            store.reindex()
        assert head(store.store) == end
        assert store.store.index_state().missing == 4
