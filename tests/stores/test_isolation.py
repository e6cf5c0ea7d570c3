"""No question about one namespace is answered from another, however alike their labels look."""

import random
from collections import defaultdict
from typing import Any

import pytest
from langgraph.store.base import GetOp, ListNamespacesOp, MatchCondition, PutOp, SearchOp

from .helpers import Calls, calls, head, index_of

PAIRS = 10_000
LABELS = [
    "a", "A", "ab", "a b", "a%", "a_", "%", "_", "a.b", ".", "a*", "?", "[a]", "a'", 'a"', '","',
    '", "', "]", "\\", "a\\", "a\n", "a ", " ", "é", "e\u0301", "É", "ß", "ss", "ﬁ", "fi", "а",
    "İ", "i\u0307", "ı", "\u200ba", "\ufeff", "𝒂", "0", "00", "1e1", "null", "a/b", "a:b", "a,b",
    "a\x1f", "a\x7f", "#", "!", "~", "\uffff", "\U0010ffff",
]  # fmt: skip
Space = tuple[str, ...]


def spaces(count: int) -> list[Space]:
    """Namespaces of these labels up to three deep: every one that is one deep is a prefix twin."""
    dice = random.Random(7)
    made = {(label,) for label in LABELS} | {("a", label) for label in LABELS}
    while len(made) < count:
        made.add(tuple(dice.choices(LABELS, k=dice.choice([2, 2, 3]))))
    return sorted(made)


@pytest.fixture(scope="module", params=[("sync", False), ("async", True)], ids=["words", "vectors"])
def full(request: pytest.FixtureRequest) -> Any:
    """A store with one item in each of 700 namespaces, all alike but for where they are."""
    mode, embedded = request.param
    more = {"index": index_of()} if embedded else {}
    with calls(mode, periods=True, **more) as store:
        names = spaces(700)
        store.batch([PutOp(ns, "key", {"at": list(ns), "text": "cat", "n": 1}) for ns in names])
        yield store, names


def below(prefix: Space, names: list[Space]) -> list[Space]:
    return [name for name in names if name[: len(prefix)] == prefix]


def test_every_label_is_itself(full: tuple[Calls, list[Space]]) -> None:
    """An item is found at its own namespace and key, and nowhere else."""
    store, names = full
    found = store.batch([GetOp(name, "key") for name in names])
    assert [one.value["at"] for one in found] == [list(name) for name in names]
    assert [one.namespace for one in found] == names
    others = [name for name in spaces(1500) if name not in set(names)]
    assert not any(store.batch([GetOp(name, "key") for name in others]))
    assert not any(store.batch([GetOp(name, "KEY") for name in names]))


def test_no_search_leaks(full: tuple[Calls, list[Space]]) -> None:
    """Of 10,000 pairs of namespaces no search in one finds the item of the other but below it."""
    store, names = full
    dice = random.Random(3)
    asked: dict[Space, set[Space]] = defaultdict(set)
    for _ in range(PAIRS):
        one, other = dice.choice(names), dice.choice(names)
        asked[one[: dice.randint(1, len(one))]].add(other)
    assert sum(map(len, asked.values())) > PAIRS // 3
    kinds: list[dict[str, Any]] = [
        {}, {"filter": {"n": 1}}, {"query": "cat"}, {"query": "cat", "filter": {"n": {"$gt": 0}}},
    ]  # fmt: skip
    for turn, (prefix, others) in enumerate(asked.items()):
        found = store.batch([SearchOp(prefix, limit=10_000, **kinds[turn % 4])])[0]
        seen = {one.namespace for one in found}
        assert seen == set(below(prefix, names)), (prefix, kinds[turn % 4])
        assert not {other for other in others & seen if other[: len(prefix)] != prefix}
        assert all(one.value["at"] == list(one.namespace) for one in found)


def test_every_kind_of_search_stays_below(full: tuple[Calls, list[Space]]) -> None:
    """Filter, words, vectors, recall and the past: each finds exactly what lies below a prefix."""
    store, names = full
    kinds: list[dict[str, Any]] = [
        {"filter": {"text": "cat"}}, {"filter": {"at.0": "a"}}, {"query": "cat"},
        {"query": "cat", "ranking": "recall"}, {"query": "cat", "ranking": "similarity"},
        {"as_of": head(store.store)},
    ]  # fmt: skip
    for label in LABELS[::3]:
        for kind in kinds:
            found = store.search((label,), limit=10_000, **kind)
            wanted = below((label,), names)
            if "at.0" in kind.get("filter", {}):
                wanted = below(("a",), wanted)
            assert sorted(one.namespace for one in found) == wanted, (label, kind)
    assert len(store.search((), limit=10_000)) == len(names)
    assert len(store.search((), limit=10_000, query="cat")) == len(names)


def test_listing_tells_look_alikes_apart(full: tuple[Calls, list[Space]]) -> None:
    """Prefixes and suffixes name whole labels, to the letter; all is listed without one."""
    store, names = full
    assert store.list_namespaces(limit=10_000) == names
    for label in LABELS:
        prefix = store.list_namespaces(prefix=(label,), limit=10_000)
        suffix = store.list_namespaces(suffix=(label,), limit=10_000)
        assert prefix == below((label,), names)
        assert suffix == [name for name in names if name[-1] == label]
    both = ListNamespacesOp((MatchCondition("prefix", ("a",)), MatchCondition("suffix", ("%",))))
    (found,) = store.batch([both])
    assert found == [name for name in names if name[0] == "a" and name[-1] == "%"]


def test_writes_reach_one_namespace(full: tuple[Calls, list[Space]]) -> None:
    """Changing and deleting an item leaves its twins alone."""
    store, names = full
    before = store.search((), limit=10_000)
    for label in LABELS:
        store.put((label,), "key", {"at": [label], "text": "dog", "n": 2})
        store.delete((label,), "other")
    changed = {one.namespace for one in store.search((), filter={"n": 2}, limit=10_000)}
    assert changed == {(label,) for label in LABELS}
    for label in LABELS:
        store.delete((label,), "key")
    left = store.search((), limit=10_000)
    assert [one for one in before if len(one.namespace) > 1] == left
    store.batch([PutOp((x,), "key", {"at": [x], "text": "cat", "n": 1}) for x in LABELS])
    assert store.list_namespaces(limit=10_000) == names
