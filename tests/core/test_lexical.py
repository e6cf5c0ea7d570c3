"""BM25 alone, in windows and by thread."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Plus

from neuromem_graph.core.lexical import nearest, score, tabulate
from neuromem_graph.settings import Retrieval
from neuromem_graph.types.ledger import Places, Postings
from neuromem_graph.types.recall import ChannelHits

SETTINGS = Retrieval()
Corpus = Sequence[str]


def postings(corpus: Corpus, query: str, closed: Sequence[int] = (), thread: int = 1) -> Postings:
    """Index a corpus whose n-th text is memory n, all in one thread (0: in none)."""
    terms = tuple(dict.fromkeys(query.split()))
    counts = [Counter(text.split()) for text in corpus]
    held = [n for n, words in enumerate(counts) if any(term in words for term in terms)]
    cells = [
        (row, column, counts[n][term])
        for row, n in enumerate(held)
        for column, term in enumerate(terms)
        if counts[n][term]
    ]
    lengths = [len(text.split()) for text in corpus]
    return Postings(
        documents=len(corpus), average_length=sum(lengths) / max(len(lengths), 1), terms=terms,
        memory=tuple(n + 1 for n in held), length=tuple(lengths[n] for n in held),
        thread=(thread,) * len(held), position=tuple(n + 1 if thread else 0 for n in held),
        open=tuple(n + 1 not in closed for n in held),
        row=tuple(c[0] for c in cells), term=tuple(c[1] for c in cells),
        frequency=tuple(c[2] for c in cells),
    )  # fmt: skip


def places(corpus: Corpus, closed: Sequence[int] = (), thread: int = 1) -> Places:
    count = len(corpus)
    return Places(
        memory=tuple(range(1, count + 1)), length=tuple(len(t.split()) for t in corpus),
        thread=(thread,) * count, position=tuple(n + 1 if thread else 0 for n in range(count)),
        open=tuple(n + 1 not in closed for n in range(count)), kind=("episode",) * count,
        channel=("user",) * count, speaker=(None,) * count,
    )  # fmt: skip


def channels(
    corpus: Corpus, query: str, closed: Sequence[int] = (), thread: int = 1, **settings: float
) -> dict[str, ChannelHits]:
    found = score(
        tabulate(postings(corpus, query, closed, thread)), places(corpus, closed, thread),
        SETTINGS.model_copy(update=settings),
    )  # fmt: skip
    return {one.channel: one for one in found}


TALK = (
    "tea is nice",
    "do you like green tea",
    "i adore it",
    "the weather is bad",
    "rain again and again",
    "my cat sleeps",
)


def test_one_memory_is_found() -> None:
    """A store of one memory, and a term that every memory holds, still score above zero."""
    assert channels(["tea"], "tea")["lexical"].memories == (1,)
    both = channels(["tea", "tea tea"], "tea")["lexical"]
    assert sorted(both.memories) == [1, 2]
    assert min(both.scores) > 0


def test_rare_terms_weigh_more() -> None:
    """The memory with the rarer of two words comes first."""
    corpus = ["tea", "tea", "tea", "cat"]
    assert channels(corpus, "tea cat", thread=0)["lexical"].memories[0] == 4


def test_neighbours_of_an_answer_are_found() -> None:
    """A memory without any word of the question is found by the window, not by itself."""
    found = channels(TALK, "green tea")
    assert set(found["lexical"].memories) == {1, 2}
    assert set(found["window"].memories) == {1, 2, 3}
    assert found["window"].memories[-1] == 3


def test_window_stays_in_its_thread() -> None:
    """Memories outside any thread have no neighbours."""
    found = channels(TALK, "green tea", thread=0)
    assert set(found["window"].memories) == set(found["lexical"].memories) == {1, 2}
    assert found["thread"].memories == ()


def test_reach_widens_the_window() -> None:
    """A reach of two finds what stands two positions beside a match."""
    assert set(channels(TALK, "green", reach=2)["window"].memories) == {1, 2, 3, 4}
    assert set(channels(TALK, "green", reach=0)["window"].memories) == {2}


def test_closed_memories_only_count() -> None:
    """A closed memory is never returned, raises what stands beside it, and counts in idf."""
    found = channels(TALK, "green tea", closed=[2])
    for one in found.values():
        assert 2 not in one.memories
    assert 3 in found["window"].memories
    unscored = channels(TALK, "tea", closed=[2])["lexical"].scores
    assert unscored == channels(TALK, "tea")["lexical"].scores[:1]


def test_thread_is_the_mean_of_its_best() -> None:
    """All memories of a thread that match share one score."""
    assert len(set(channels(TALK, "green tea")["thread"].scores)) == 1


def test_nearest_keeps_open_ones() -> None:
    """However many closed memories score better, the pool holds as many open ones."""
    corpus = [*["tea"] * 5, "tea and much more is said here"]
    table = tabulate(postings(corpus, "tea", closed=range(1, 6), thread=0))
    found = nearest(table, SETTINGS, pool=2)
    assert 6 in found
    assert len(found) <= 4


def test_nothing_matches() -> None:
    """Without postings there are no hits, and nothing fails."""
    for corpus in (TALK, []):
        assert nearest(tabulate(postings(corpus, "zebra")), SETTINGS, pool=5) == ()
    empty = score(tabulate(postings([], "zebra")), Places(), SETTINGS)
    assert all(one.memories == () for one in empty)


def test_ties_are_ordered_by_age() -> None:
    """Equal scores are ordered by age, oldest first."""
    assert channels(["tea"] * 9, "tea", thread=0)["lexical"].memories == tuple(range(1, 10))


words = st.lists(st.sampled_from("tea cat rain sun green".split()), min_size=1, max_size=6)


@given(st.lists(words, min_size=1, max_size=12), words)
def test_order_is_that_of_rank_bm25(texts: list[list[str]], query: list[str]) -> None:
    """rank_bm25 gives the same score for the same idf, up to the rounding."""
    corpus, asked = [" ".join(text) for text in texts], list(dict.fromkeys(query))
    oracle = BM25Plus(texts, k1=SETTINGS.k1, b=SETTINGS.b, delta=0)
    held = {term: sum(term in text for text in texts) for term in asked}
    oracle.idf = {
        term: np.log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for term, n in held.items() if n
    }
    expected = oracle.get_scores(asked)
    found = channels(corpus, " ".join(asked), thread=0)["lexical"]

    given_ = dict(zip(found.memories, found.scores, strict=True))
    for number, value in enumerate(expected, start=1):
        assert given_.get(number, 0.0) == pytest.approx(value, abs=1e-8)
    assert list(found.scores) == sorted(found.scores, reverse=True)
