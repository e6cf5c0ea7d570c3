"""Check searches by vectors: scores, order, pages, and what else narrows them."""

import asyncio
import math
from typing import Any

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, holds, same
from neuromem_graph.testing.store_suite.driver import Driver
from neuromem_graph.testing.store_suite.embedders import VOCABULARY, aembed, embed, index_of

CASES = case = Cases(Capability.INDEX, index=lambda: index_of("text"))

NS = ("index",)


def close(score: float | None, expected: float) -> bool:
    """Tell whether a score is what it should be, to three digits.

    Args:
        score: the score.
        expected: what it should be.

    Returns:
        True if so.
    """
    return score is not None and math.isclose(score, expected, abs_tol=1e-3)


async def scores(store: Driver, query: str, **options: Any) -> dict[str, float | None]:
    """Search by a query.

    Args:
        store: the store.
        query: the query.
        **options: as for search.

    Returns:
        The score by key, in the order of the result.
    """
    found = await store.search(NS, query=query, **{"limit": 100, **options})
    return {item.key: item.score for item in found}


async def texts(store: Driver, **values: str) -> None:
    """Put an item with each text.

    Args:
        store: the store.
        **values: texts by key.
    """
    for key, text in values.items():
        await store.put(NS, key, {"text": text})


@case()
async def cosine(store: Driver) -> None:
    """The score is the cosine similarity of query and text."""
    await texts(store, same="cat", half="cat dog", third="cat dog bee", other="elk")
    found = await scores(store, "cat")
    expected = {"same": 1.0, "half": 2**-0.5, "third": 3**-0.5, "other": 0.0}
    for key, score in expected.items():
        holds(close(found.get(key), score), f"score of {key}: {found.get(key)}, expected {score}")


@case()
async def best_first(store: Driver) -> None:
    """Results come by descending score."""
    await texts(store, c="cat dog bee elk", a="cat", d="owl", b="cat cat dog")
    found = await scores(store, "cat")
    same(list(found), ["a", "b", "c", "d"], "the keys")


@case()
async def limit_takes_the_best(store: Driver) -> None:
    """A limit keeps the best."""
    await texts(store, c="cat dog bee elk", a="cat", d="owl", b="cat cat dog")
    same(list(await scores(store, "cat", limit=2)), ["a", "b"], "the keys")


@case()
async def pages_by_score(store: Driver) -> None:
    """Pages of a query are disjoint and complete, at any offset, and in one order."""
    for number in range(12):
        words = " ".join(VOCABULARY[: number % 7 + 1])
        await store.put(NS, f"k{number}", {"text": words})
    whole = list(await scores(store, VOCABULARY[0]))
    found: list[str] = []
    for start in range(0, 15, 2):
        found += await scores(store, VOCABULARY[0], limit=2, offset=start)
    same(len(whole), 12, "the number of items")
    same(found, whole, "the keys of all pages")


@case()
async def query_and_filter(store: Driver) -> None:
    """A filter is applied before the limit: the best that pass are found."""
    for number in range(20):
        await store.put(NS, f"best{number}", {"text": "cat", "kind": "no"})
    await store.put(NS, "good", {"text": "cat dog", "kind": "yes"})
    await store.put(NS, "bad", {"text": "owl", "kind": "yes"})
    found = await scores(store, "cat", filter={"kind": "yes"}, limit=2)
    same(list(found), ["good", "bad"], "the keys")


@case()
async def query_and_prefix(store: Driver) -> None:
    """A prefix is applied before the limit."""
    for number in range(20):
        await store.put(("elsewhere",), f"best{number}", {"text": "cat"})
    await store.put((*NS, "below"), "good", {"text": "cat dog"})
    same(list(await scores(store, "cat", limit=1)), ["good"], "the keys")


@case(index=lambda: index_of("texts[*]"))
async def best_vector_counts(store: Driver) -> None:
    """An item with several texts is found once, with the score of its best one."""
    await store.put(NS, "many", {"texts": ["owl", "cat", "cat dog"]})
    await store.put(NS, "one", {"texts": ["cat dog"]})
    found = await store.search(NS, query="cat", limit=10)
    same([item.key for item in found], ["many", "one"], "the keys")
    holds(close(found[0].score, 1.0), f"the score of its best text is {found[0].score}")


@case(index=lambda: index_of("texts[*]"))
async def many_vectors_take_no_place(store: Driver) -> None:
    """An item with many good texts keeps no other item out of the result."""
    await store.put(NS, "many", {"texts": [f"cat w{number}" for number in range(30)]})
    for number in range(4):
        await store.put(NS, f"one{number}", {"texts": ["cat dog bee"]})
    found = await store.search(NS, query="cat", limit=5)
    same(len({item.key for item in found}), 5, "the number of items")


@case()
async def others_come_last(store: Driver) -> None:
    """Items without a vector are left out of a result, or come last with None as score."""
    await store.put(NS, "without", {"text": "cat"}, index=False)
    await store.put(NS, "no_text", {"other": "cat"})
    await texts(store, a="cat", b="owl")
    found = await scores(store, "cat")
    same(list(found)[:2], ["a", "b"], "the first keys")
    same(set(list(found.values())[2:]) <= {None}, True, f"no score for the others in {found}")
    same(list(await scores(store, "cat", limit=2)), ["a", "b"], "the keys of a full page")


@case(
    answer="A page is a part of one result, whatever stands at its end. InMemoryStore fills every "
    "page that is not full with the same items.",
)
async def pages_with_others(store: Driver) -> None:
    """Items without a vector are on one page at most."""
    for number in range(3):
        await store.put(NS, f"without{number}", {"text": "cat"}, index=False)
    await texts(store, a="cat", b="cat dog", c="owl")
    found: list[str] = []
    for start in range(0, 10, 2):
        found += await scores(store, "cat", limit=2, offset=start)
    same(found[:3], ["a", "b", "c"], "the first keys of all pages")
    same(len(found), len(set(found)), "the number of different keys of all pages")


@case()
async def unindexed_is_not_ranked(store: Driver) -> None:
    """An item put with `index=False` has no score and no place before one that has."""
    await store.put(NS, "without", {"text": "cat"}, index=False)
    await texts(store, far="owl")
    found = await scores(store, "cat")
    same(found.get("without"), None, "the score of the item without index")
    same(next(iter(found)), "far", "the first key")
    same(sorted(await store.keys(NS)), ["far", "without"], "the keys without a query")


@case()
async def no_query_no_score(store: Driver) -> None:
    """Without a query, or with an empty one, everything is listed without scores."""
    await texts(store, a="cat", b="dog")
    for query in (None, ""):
        found = await store.search(NS, query=query)
        same(sorted(item.key for item in found), ["a", "b"], f"the keys for {query!r}")
        same({item.score for item in found}, {None}, f"the scores for {query!r}")


@case()
async def unknown_words(store: Driver) -> None:
    """A query that resembles nothing raises nothing."""
    await texts(store, a="cat")
    for query in ("!?", "zebra " * 2000, "🎉", "'; DROP TABLE store --"):
        found = await scores(store, query)
        holds(set(found) <= {"a"}, f"the query {query!r:.20} finds {found!r:.100}")


@case(index=lambda: index_of("text", embedder=embed))
async def plain_function(store: Driver) -> None:
    """The embedder may be a plain function."""
    await texts(store, far="owl", near="cat")
    found = await scores(store, "cat")
    same(next(iter(found)), "near", "the first key")
    holds(close(found["near"], 1.0), f"its score is {found['near']}")


@case(index=lambda: index_of("text", embedder=aembed))
async def async_function(store: Driver) -> None:
    """The embedder may be an async function; sync methods may refuse it and then store nothing."""
    put = await asyncio.gather(texts(store, far="owl", near="cat"), return_exceptions=True)
    if store.mode == "sync" and isinstance(put[0], Exception):
        same(await store.keys(NS), [], "the keys after the refusal")
        return
    same(put, [None], "the result of the puts")
    found = await scores(store, "cat")
    same(next(iter(found)), "near", "the first key")
    holds(close(found["near"], 1.0), f"its score is {found['near']}")
