"""A filter finds in a full store exactly what it finds in each value by itself."""

import random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from langgraph.store.base import PutOp

from neuromem_graph.core import filters

from .helpers import NS, calls, head, index_of, opened

QUICK = [Phase.explicit, Phase.reuse, Phase.generate]
scalar = st.sampled_from([
    None, True, False, 0, 1, -1, 5, 5.0, -0.0, 2**53, 2**53 + 1, float(2**53), 2**63 - 1, 2**63,
    2**63 + 1, float(2**63), -(2**63), -(2**63) - 1, 10**400, -(10**400), 1e308, 1e-320, 0.1, "",
    "a", "A", "5", "é", "e\u0301", "\0", "a\0b", "\uffff", "\U00010000", "a" * 127, "a" * 128,
    "a" * 128 + "b", "a" * 200, "true",
])  # fmt: skip
key = st.sampled_from(
    ["a", "b", "a.b", "a.b.c", "0", "a.0", "", ".", "a.", "x" * 128, "x" * 129, "é"]
)
value = st.recursive(
    scalar, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(key, inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
item = st.dictionaries(key, value, max_size=5)
path = st.lists(key, min_size=1, max_size=6).map(".".join)
operators = st.dictionaries(
    st.sampled_from(filters.OPERATORS), scalar | value, min_size=1, max_size=3
)
wanted = st.dictionaries(key | path, operators | scalar | value, min_size=1, max_size=3)


def by_hand(asked: dict[str, Any], items: list[dict[str, Any]]) -> list[int]:
    parsed = filters.parse(asked)
    return [n for n, one in enumerate(items) if filters.matches(parsed, one)][::-1]


@settings(max_examples=60, phases=QUICK)
@given(items=st.lists(item, min_size=1, max_size=8), asked=st.lists(wanted, min_size=1, max_size=8))
def test_filter_by_index_is_filter_by_hand(items: list[Any], asked: list[Any]) -> None:
    """Whatever values hold, a search with a filter finds what trying every value would."""
    with opened() as store:
        where = [NS, (*NS, "below")]
        store.batch([PutOp(NS, "gone", one) for one in items[:1]])
        for n, one in enumerate(items):
            store.put(where[n % 2], str(n), one)
        store.delete(NS, "gone")
        end = head(store)
        for filter in asked:
            try:
                right = by_hand(filter, items)
            except ValueError as refused:
                with pytest.raises(type(refused)):
                    store.search((), filter=filter)
                continue
            for found in (store.search((), filter=filter, limit=99),
                          store.search((), filter=filter, limit=99, as_of=end)):  # fmt: skip
                assert [int(one.key) for one in found] == right, filter
            below = store.search(where[1], filter=filter, limit=99)
            assert [int(one.key) for one in below] == [n for n in right if n % 2]
        assert store._runtime.verify(deep=True).ok


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_filtered_pages_of_many(mode: str) -> None:
    """Among a thousand items pages of a filter are whole, in order and disjoint."""
    dice = random.Random(1)
    items = [{"n": dice.randrange(5), "text": dice.choice(["cat", "dog"]), "id": n}
             for n in range(1000)]  # fmt: skip
    with calls(mode, index=index_of()) as store:
        store.batch([PutOp(NS, str(n), one) for n, one in enumerate(items)])
        for asked in ({"n": 3}, {"n": {"$gt": 1, "$lte": 3}}, {"n": {"$ne": 0}, "text": "cat"},
                      {"id": {"$gte": 990}}, {"n": 9}):  # fmt: skip
            right = by_hand(asked, items)
            pages = [store.search(NS, filter=asked, limit=130, offset=at)
                     for at in range(0, 1000, 130)]  # fmt: skip
            assert [int(one.key) for page in pages for one in page] == right
            found = store.search(NS, filter=asked, query="cat", limit=1000)
            assert sorted((int(one.key) for one in found), reverse=True) == right
            scores = [one.score for one in found]
            assert scores == sorted(scores, reverse=True)
            assert all(one.score == (one.value["text"] == "cat") for one in found)


def test_item_with_very_many_fields() -> None:
    """An item with more fields than an index holds is found by each of them."""
    with opened() as store:
        deep = {"a": {"b": {"c": {"d": 1}}}}
        store.put(NS, "many", {f"f{n}": n for n in range(500)} | {"deep": deep})
        store.put(NS, "few", {"f1": 1})
        assert [one.key for one in store.search(NS, filter={"f1": 1})] == ["few", "many"]
        assert [one.key for one in store.search(NS, filter={"f499": {"$gte": 499}})] == ["many"]
        assert [one.key for one in store.search(NS, filter={"deep.a.b.c.d": 1})] == ["many"]
        store.put(NS, "many", {"f1": 1})
        assert store.search(NS, filter={"f499": 499}) == []
