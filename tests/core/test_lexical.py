"""BM25 alone and in windows."""

from collections import Counter
from collections.abc import Sequence
from math import log1p

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Plus

from neuromem_graph.core.lexical import Weighed, beside, best, score, weigh
from neuromem_graph.settings import Retrieval
from neuromem_graph.types.ledger import Places, Postings
from neuromem_graph.types.recall import ChannelHits
from neuromem_graph.types.searching import Posting

SETTINGS = Retrieval()
Corpus = Sequence[str]


def numbers(values: Sequence[int]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.array(values, dtype=np.int64)


def postings(corpus: Corpus, query: str, threads: Sequence[int] | int = 1) -> Postings:
    """Index a corpus whose n-th text is memory n, all in one thread (0: in none) or in these."""
    terms = tuple(dict.fromkeys(query.split()))
    counts = [Counter(text.split()) for text in corpus]
    stands = [threads] * len(corpus) if isinstance(threads, int) else list(threads)
    last: dict[int, int] = {}
    before: list[int] = []
    for row, thread in enumerate(stands):
        before.append(last.get(thread, -1) if thread else -1)
        last[thread] = row
    lists = []
    for term in terms:
        rows = [row for row, words in enumerate(counts) if words[term]]
        lists.append(Posting(numbers(rows), numbers([counts[row][term] for row in rows])))
    lengths = [len(text.split()) for text in corpus]
    return Postings(
        documents=len(corpus), average_length=sum(lengths) / max(len(lengths), 1), terms=terms,
        memory=numbers(range(1, len(corpus) + 1)), thread=numbers(stands),
        before=numbers(before), length=numbers(lengths), lists=tuple(lists),
    )  # fmt: skip


def places(count: int, closed: Sequence[int] = ()) -> Places:
    return Places(
        memory=tuple(range(1, count + 1)), open=tuple(n + 1 not in closed for n in range(count))
    )


def channels(
    corpus: Corpus, query: str, closed: Sequence[int] = (), thread: int = 1, **settings: float
) -> dict[str, ChannelHits]:
    chosen = SETTINGS.model_copy(update=settings)
    weighed = weigh(postings(corpus, query, thread), chosen)
    return {one.channel: one for one in score(weighed, places(len(corpus), closed))}


def found(corpus: Corpus, query: str, thread: int = 1) -> Weighed:
    return weigh(postings(corpus, query, thread), SETTINGS)


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
    seen = channels(TALK, "green tea")
    assert set(seen["lexical"].memories) == {1, 2}
    assert set(seen["window"].memories) == {1, 2, 3}
    assert seen["window"].memories[-1] == 3


def test_window_stays_in_its_thread() -> None:
    """Memories outside any thread have no neighbours."""
    seen = channels(TALK, "green tea", thread=0)
    assert set(seen["window"].memories) == set(seen["lexical"].memories) == {1, 2}


def test_reach_widens_the_window() -> None:
    """A reach of two finds what stands two positions beside a match."""
    assert set(channels(TALK, "green", reach=2)["window"].memories) == {1, 2, 3, 4}
    assert set(channels(TALK, "green", reach=0)["window"].memories) == {2}


def test_closed_memories_only_count() -> None:
    """A closed memory is never returned, raises what stands beside it, and counts in idf."""
    seen = channels(TALK, "green tea", closed=[2])
    for one in seen.values():
        assert 2 not in one.memories
    assert 3 in seen["window"].memories
    unscored = channels(TALK, "tea", closed=[2])["lexical"].scores
    assert unscored == channels(TALK, "tea")["lexical"].scores[:1]


def test_only_what_is_looked_at_is_returned() -> None:
    """A memory whose place was not read is in no channel; one without a row is in none either."""
    weighed = found(TALK, "green tea")
    for one in score(weighed, Places(memory=(2, 99), open=(True, True))):
        assert one.memories == (2,)


def test_best_come_in_pages() -> None:
    """Pages of the best put together are the whole order, equal scores by age."""
    weighed = found([*["tea"] * 5, "tea and much more is said here"] * 3, "tea", thread=0)
    whole = best(weighed, 0, 99).tolist()
    pages = [row for start in range(0, 20, 3) for row in best(weighed, start, start + 3).tolist()]
    assert whole == pages
    assert whole[:3] == [0, 1, 2]
    assert len(whole) == 18


def test_neighbours_are_named() -> None:
    """What stands beside memories is given with them, and memories without a row stand alone."""
    weighed = found(TALK, "tea")
    assert beside(weighed, [1, 5, 77]) == (1, 2, 4, 5, 6, 77)
    assert beside(found(TALK, "tea", thread=0), [1, 5]) == (1, 5)


def test_nothing_matches() -> None:
    """Without postings there are no hits, and nothing fails."""
    for corpus in (TALK, ()):
        weighed = found(corpus, "zebra")
        assert best(weighed, 0, 5).tolist() == []
        assert all(one.memories == () for one in score(weighed, places(len(corpus))))


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
    seen = channels(corpus, " ".join(asked), thread=0)["lexical"]

    given_ = dict(zip(seen.memories, seen.scores, strict=True))
    for number, value in enumerate(expected, start=1):
        assert given_.get(number, 0.0) == pytest.approx(value, abs=1e-8)
    assert list(seen.scores) == sorted(seen.scores, reverse=True)


class Naive:
    """Score one memory after the other, as the definition says."""

    def __init__(self, corpus: Corpus, query: str, threads: Sequence[int], settings: Retrieval):
        self.texts, self.threads, self.settings = [t.split() for t in corpus], threads, settings
        self.terms = list(dict.fromkeys(query.split()))
        self.average = sum(map(len, self.texts)) / len(self.texts)
        self.own = [self.bm25([row]) for row in range(len(self.texts))]
        self.window = [self.bm25(self.around(row), self.size) for row in range(len(self.texts))]

    @property
    def size(self) -> int:
        return 2 * self.settings.reach + 1

    def around(self, row: int) -> list[int]:
        """The rows of a window."""
        if not self.threads[row]:
            return [row]
        mine = [r for r, thread in enumerate(self.threads) if thread == self.threads[row]]
        at = mine.index(row)
        return mine[max(at - self.settings.reach, 0) : at + self.settings.reach + 1]

    def bm25(self, rows: Sequence[int], size: int = 1) -> float:
        """The score of these rows as one document, beside one of `size` average ones."""
        joined = [word for row in rows for word in self.texts[row]]
        k1, b = self.settings.k1, self.settings.b
        norm = max(k1 * (1 - b + b * len(joined) / (size * self.average)), 1e-9)
        total = 0.0
        for term in self.terms:
            held = sum(term in text for text in self.texts)
            if held and term in joined:
                idf = log1p((len(self.texts) - held + 0.5) / (held + 0.5))
                times = joined.count(term)
                total += idf * times * (k1 + 1) / (times + norm)
        return total


@given(
    st.lists(st.tuples(words, st.integers(0, 3)), min_size=1, max_size=14), words,
    st.integers(0, 3), st.sets(st.integers(1, 14)), st.sampled_from([0.0, 1.2]),
)  # fmt: skip
def test_scores_are_those_of_the_definition(
    said: list[tuple[list[str], int]], query: list[str], reach: int, closed: set[int], k1: float
) -> None:
    """Both channels, and the order of the best, are what one gets memory by memory."""
    settings = SETTINGS.model_copy(update={"reach": reach, "k1": k1})
    corpus, threads = [" ".join(text) for text, _ in said], [thread for _, thread in said]
    naive = Naive(corpus, " ".join(query), threads, settings)
    weighed = weigh(postings(corpus, " ".join(query), threads), settings)

    assert weighed.own == pytest.approx(naive.own)
    assert weighed.window == pytest.approx(naive.window)
    rows = range(len(corpus))
    both = [naive.own[r] / (max(naive.own) or 1) + naive.window[r] / (max(naive.window) or 1)
            for r in rows]  # fmt: skip
    assert weighed.both == pytest.approx(both, abs=1e-8)
    ordered = [weighed.both[row] for row in best(weighed, 0, 99)]
    assert ordered == sorted((value for value in weighed.both if value), reverse=True)
    for one in score(weighed, places(len(corpus), sorted(closed))):
        values = {"lexical": naive.own, "window": naive.window}[one.channel]
        expected = {r + 1: values[r] for r in rows if values[r] and r + 1 not in closed}
        assert dict(zip(one.memories, one.scores, strict=True)) == pytest.approx(expected)
