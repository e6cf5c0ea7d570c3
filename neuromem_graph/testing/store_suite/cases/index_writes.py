"""Check which texts are embedded, and that vectors live and die with their items."""

import asyncio
from typing import Any

from langgraph.store.base import PutOp

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import Cases, holds, refused, same
from neuromem_graph.testing.store_suite.cases.index_reads import NS, close, scores, texts
from neuromem_graph.testing.store_suite.driver import Driver
from neuromem_graph.testing.store_suite.embedders import POISON, WIDE, index_of

CASES = case = Cases(Capability.INDEX, index=lambda: index_of("text"))

NESTED: dict[str, Any] = {
    "a": {"b": "cat", "c": "owl"},
    "list": ["ant", "bee", "dog"],
    "parts": [{"t": "elk"}, {"t": "fox"}, {"other": "gnu"}],
    "none": None,
}
WHY_WIDTH = "A vector of another width would make every later search wrong or fail."


async def _scored(store: Driver, key: str, **expected: float) -> None:
    """Fail unless an item has these scores for these words."""
    for word, score in expected.items():
        found = (await scores(store, word)).get(key)
        near = close(found, score) if score else found is None or close(found, 0.0)
        holds(near, f"the score of {key!r} for {word!r} is {found}, expected {score}")


@case(index=lambda: index_of("a.b"))
async def path_of_keys(store: Driver) -> None:
    """The path `a.b` embeds what stands below both keys, and nothing else."""
    await store.put(NS, "key", NESTED)
    await _scored(store, "key", cat=1.0, owl=0.0, ant=0.0)


@case(index=lambda: index_of("list[*]"))
async def path_of_all_elements(store: Driver) -> None:
    """The path `list[*]` embeds every element on its own."""
    await store.put(NS, "key", NESTED)
    await _scored(store, "key", ant=1.0, bee=1.0, dog=1.0, cat=0.0)


@case(index=lambda: index_of("list[-1]", "list[0]"))
async def path_of_one_element(store: Driver) -> None:
    """The paths `list[0]` and `list[-1]` embed the first and the last element."""
    await store.put(NS, "key", NESTED)
    await _scored(store, "key", ant=1.0, dog=1.0, bee=0.0)


@case(index=lambda: index_of("parts[*].t", "none", "nowhere.at[3].all"))
async def path_below_elements(store: Driver) -> None:
    """The path `parts[*].t` goes into every element; what is missing or null is passed over."""
    await store.put(NS, "key", NESTED)
    await _scored(store, "key", elk=1.0, fox=1.0, gnu=0.0)


@case(index=lambda: index_of())
async def whole_value(store: Driver) -> None:
    """Without fields the whole value is embedded as one text."""
    await store.put(NS, "key", {"x": "cat", "y": {"z": ["cat", "dog"]}})
    found = await scores(store, "cat")
    score = found.get("key")
    holds(score is not None and 0.3 < score < 0.95, f"the score of the whole value is {score}")


@case()
async def paths_of_one_put(store: Driver) -> None:
    """`index=[...]` of a put takes the place of the configured fields."""
    await store.put(NS, "key", {"text": "cat", "note": "dog"}, index=["note"])
    await _scored(store, "key", dog=1.0, cat=0.0)


@case()
async def update_replaces_vectors(store: Driver) -> None:
    """After an update an item is found by its new text and not by the old one."""
    await texts(store, key="cat", other="owl")
    await texts(store, key="dog")
    await _scored(store, "key", dog=1.0, cat=0.0)


@case(
    index=lambda: index_of("texts[*]"),
    answer="The vectors of an item are those of its present texts; old ones are removed.",
)
async def update_with_fewer_texts(store: Driver) -> None:
    """An update with fewer texts leaves no vector of the old ones."""
    await store.put(NS, "key", {"texts": ["cat", "dog", "elk"]})
    await store.put(NS, "key", {"texts": ["owl"]})
    await _scored(store, "key", owl=1.0, cat=0.0, dog=0.0, elk=0.0)


@case(answer="The vectors of an item are those of its last put, whatever paths it named.")
async def update_with_other_paths(store: Driver) -> None:
    """An update that indexes other paths leaves no vector of the old ones."""
    await store.put(NS, "key", {"text": "cat", "note": "dog"})
    await store.put(NS, "key", {"text": "cat", "note": "dog"}, index=["note"])
    await _scored(store, "key", dog=1.0, cat=0.0)


@case(answer="`index=False` says that this item is not indexed, so no older vector stays.")
async def update_without_index(store: Driver) -> None:
    """An update with `index=False` removes the vectors of the item."""
    await texts(store, key="cat", other="owl")
    await store.put(NS, "key", {"text": "cat"}, index=False)
    same((await scores(store, "cat")).get("key"), None, "the score")


@case()
async def delete_removes_vectors(store: Driver) -> None:
    """A deleted item is found by no query, also after another one took its key."""
    await texts(store, key="cat", other="owl")
    await store.delete(NS, "key")
    same(list(await scores(store, "cat")), ["other"], "the keys")
    await store.put(NS, "key", {"text": "cat"}, index=False)
    same((await scores(store, "cat")).get("key"), None, "the score of the new item")


@case()
async def one_text_in_two_namespaces(store: Driver) -> None:
    """The same key and text in two namespaces are two items, each with its vector."""
    await store.put((*NS, "a"), "key", {"text": "cat"})
    await store.put((*NS, "b"), "key", {"text": "cat"})
    await store.delete((*NS, "a"), "key")
    found = await store.search(NS, query="cat")
    same([item.namespace for item in found], [(*NS, "b")], "the namespaces")
    holds(close(found[0].score, 1.0), f"the score is {found[0].score}")


@case(answer="Equal texts are common; a batch with two of them is like any other.")
async def equal_texts_in_a_batch(store: Driver) -> None:
    """A batch may hold the same text several times."""
    await store.batch([PutOp(NS, key, {"text": "cat"}) for key in "abc"])
    found = await scores(store, "cat")
    same(sorted(found), ["a", "b", "c"], "the keys")
    holds(all(close(score, 1.0) for score in found.values()), f"the scores are {found}")


@case(answer=WHY_WIDTH)
async def wrong_width(store: Driver) -> None:
    """A vector of the wrong width is refused at the put, and nothing of it is stored."""
    await texts(store, old="cat")
    with refused("a vector that is too long", ValueError):
        await store.put(NS, "key", {"text": f"dog {WIDE}"})
    with refused("a vector that is too long over an old one", ValueError):
        await store.put(NS, "old", {"text": f"dog {WIDE}"})
    same(await store.value(NS, "key"), None, "what was refused")
    same(await store.value(NS, "old"), {"text": "cat"}, "what stood there before")
    await _scored(store, "old", cat=1.0)


async def _poisoned(store: Driver, ops: list[PutOp]) -> None:
    results = await asyncio.gather(store.batch(ops), return_exceptions=True)
    holds(isinstance(results[0], Exception), "the failure of the embedder is hidden")


@case()
async def embedder_down(store: Driver) -> None:
    """When the embedder fails at a put, the error is seen and nothing is stored."""
    await texts(store, old="cat")
    bad = {"text": f"dog {POISON}"}
    await _poisoned(store, [PutOp(NS, "key", bad)])
    await _poisoned(store, [PutOp(NS, "old", bad)])
    await _poisoned(store, [PutOp(NS, "good", {"text": "owl"}), PutOp(NS, "key", bad)])
    values = [await store.value(NS, key) for key in ("key", "good", "old")]
    same(values, [None, None, {"text": "cat"}], "the values")
    await _scored(store, "old", cat=1.0)
    await texts(store, after="elk")
    await _scored(store, "after", elk=1.0)
