"""Check searches by words, which a store may offer without an index configuration."""

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, holds, same
from neuromem_graph.testing.store_suite.driver import Driver

CASES = case = Cases(Capability.LEXICAL)

NS = ("words",)


async def _fill(store: Driver) -> None:
    await store.put(NS, "umbrella", {"text": "The umbrella stands beside the door."})
    await store.put(NS, "kettle", {"text": "A kettle is on the stove.", "room": "kitchen"})
    await store.put((*NS, "below"), "lamp", {"note": {"inner": ["The lantern hangs outside."]}})


@case()
async def word_is_found(store: Driver) -> None:
    """The item with the word of a query comes first and has a score, wherever the word stands."""
    await _fill(store)
    for query, key in (("umbrella", "umbrella"), ("kettle", "kettle"), ("lantern", "lamp")):
        found = await store.search(NS, query=query)
        same([item.key for item in found][:1], [key], f"the first key for {query!r}")
        holds(found[0].score is not None, f"the score for {query!r} is None")


@case()
async def scores_descend(store: Driver) -> None:
    """Results come by descending score; those without a score come last."""
    await _fill(store)
    for number in range(5):
        await store.put(NS, f"n{number}", {"text": "umbrella " + "and so on " * number})
    found = await store.search(NS, query="umbrella kettle", limit=100)
    scores = [float("-inf") if item.score is None else item.score for item in found]
    same(scores, sorted(scores, reverse=True), "the scores")


@case()
async def words_with_prefix_and_filter(store: Driver) -> None:
    """Prefix and filter narrow a search by words."""
    await _fill(store)
    await store.put(("elsewhere",), "other", {"text": "an umbrella"})
    await store.put(NS, "red", {"text": "a red umbrella", "color": "red"})
    found = await store.keys(NS, query="umbrella", filter={"color": "red"})
    same(found, ["red"], "the keys")
    holds("other" not in await store.keys(NS, query="umbrella"), "found beside the prefix")


@case()
async def words_after_writes(store: Driver) -> None:
    """An updated item is not found by its old words, a deleted one by none."""
    await _fill(store)
    await store.put(NS, "umbrella", {"text": "The parasol stands beside the door."})
    await store.delete(NS, "kettle")
    for query in ("umbrella", "kettle"):
        found = [item.key for item in await store.search(NS, query=query) if item.score is not None]
        same(found, [], f"the keys for {query!r}")
    same(
        (await store.keys(NS, query="parasol"))[:1], ["umbrella"], "the first key for the new word"
    )


@case()
async def any_text_is_a_query(store: Driver) -> None:
    """No query is a syntax error."""
    await _fill(store)
    for query in (
        '"',
        "C++ AND NOT (",
        "umbrella*",
        "a:b",
        "-",
        "日本語",
        "NEAR(a b)",
        "'; --",
        "\x00",
    ):
        await store.search(NS, query=query)
    same((await store.keys(NS, query="the umbrella?"))[:1], ["umbrella"], "the first key")


@case()
async def pages_of_words(store: Driver) -> None:
    """Pages of a search by words are disjoint and complete."""
    for number in range(9):
        await store.put(NS, f"n{number}", {"text": f"umbrella number {number}"})
    whole = await store.keys(NS, query="umbrella", limit=100)
    found = []
    for start in range(0, 12, 2):
        found += await store.keys(NS, query="umbrella", limit=2, offset=start)
    same((len(whole), found), (9, whole), "the keys of all pages")
