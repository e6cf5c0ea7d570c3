"""Text that means something to SQL, JSON paths or patterns is only text, in every argument."""

import itertools
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from langgraph.store.base import GetOp, ListNamespacesOp, MatchCondition, PutOp, SearchOp

from neuromem_graph.errors import ConfigError, InvalidInput, NotFound, VersionConflict

from .helpers import NS, Calls, calls, head, index_of, opened

TEXTS = [
    "'", '"', "''", "';--", "'; DROP TABLE items; --", '"; DROP TABLE items; --', "' OR '1'='1",
    "1) OR (1=1", "x' UNION SELECT 1,2,3,4,5,6,7 --", "%", "_", "a%", "*", "a*", "?", ":seq",
    "@x", "$", "$.x", "$x", "$[0]", "$.a.b", "$**", "[", "]", "[0]", "[*]", "[-1]", "{", "}",
    "{a,b}", "{}", "{{{", "[[[", '["a", "b"]', '{"a": 1}', "null", "true", "NaN", "1e999", "\\",
    "\\'", '\\"', "\\u0000", "\n", "a\nb", "\r\n", "\t", "\x1f", "\x7f", "\u2028", "\u2019",
    "\u201c", "\u02bc", "＇", "；", "\u202e", "é", "e\u0301", "😀", "\ufeff", "\U0010ffff",
    "x" * 10_000, "'" * 10_000, "{" * 10_000, "[" * 10_000, "a." * 5000, "*." * 5000, ".", "..",
    "a.b", "NEAR(a b)", "a AND b", "-a", "^a", "a:b", "col:x", "(", "/*", "*/", "--", ";",
    "\\x00", "items", "rowid", "0", "-1", "00", " ", "  a  ",
]  # fmt: skip
UNSTORABLE = ["\0", "a\0b", "\ud800", "a\udfff"]
ALL = [*TEXTS, *UNSTORABLE]
INTEGERS: list[Any] = [
    -1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 10**5000, 0.5, True, "1", "1; --", None, [], {},
]  # fmt: skip
REFUSED = (InvalidInput, NotFound)
Make = Callable[..., Calls]


@pytest.fixture(params=["sync", "async"])
def store(request: pytest.FixtureRequest) -> Any:
    """A store that takes periods in labels and embeds."""
    with calls(request.param, index=index_of(), periods=True) as made:
        made.put(NS, "witness", {"text": "cat", "n": 1})
        yield made
        assert made.get(NS, "witness").value == {"text": "cat", "n": 1}
        assert made.store._runtime.verify(deep=True).ok


def test_labels(store: Calls) -> None:
    """Every label works to the letter, in put, get, search, listing and history, or is refused."""
    texts = [text for text in TEXTS if text]
    store.batch([PutOp((text, "x"), "k", {"at": text}) for text in texts])
    for text in texts:
        assert store.get((text, "x"), "k").value == {"at": text}
        assert [one.value["at"] for one in store.search((text,))] == [text]
        assert len(store.history((text, "x"), "k")) == 1
        if text != "*":
            assert store.list_namespaces(prefix=(text,)) == [(text, "x")]
            assert store.list_namespaces(suffix=(text, "x")) == [(text, "x")]
    assert len(store.list_namespaces(limit=1000)) == len(set(texts)) + 1
    for text in [*UNSTORABLE, ""]:
        for call in (
            lambda ns: store.put(ns, "k", {}), lambda ns: store.get(ns, "k"), store.search,
            lambda ns: store.list_namespaces(prefix=ns), lambda ns: store.history(ns, "k"),
            lambda ns: store.list_namespaces(suffix=ns), lambda ns: store.delete(ns, "k"),
            lambda ns: store.read(ns, "k"), lambda ns: store.search(ns, query="cat"),
            lambda ns: store.put_if(ns, "k", {}, expected_version=None),
        ):  # fmt: skip
            with pytest.raises(InvalidInput):
                call((text, "x"))


def test_keys(store: Calls) -> None:
    """Every key, NUL and the empty one included, is found again to the letter, or is refused."""
    texts = [*TEXTS, "", "\0", "a\0b", "a\0"]
    store.batch([PutOp(NS, text, {"key": text}) for text in texts])
    assert [one.value["key"] for one in store.batch([GetOp(NS, text) for text in texts])] == texts
    for text in texts:
        version = store.read(NS, text)
        assert version.key == text
        assert store.put_if(NS, text, {"key": text}, expected_version=version.version)
        assert len(store.history(NS, text)) == 2
    for text in texts[::2]:
        store.delete(NS, text)
    left = {one.key for one in store.search(NS, limit=1000)}
    assert left == {*texts, "witness"} - set(texts[::2])
    for text in ("\ud800", "a\udfff"):
        for call in (lambda k: store.put(NS, k, {}), lambda k: store.get(NS, k),
                     lambda k: store.delete(NS, k), lambda k: store.history(NS, k),
                     lambda k: store.put_if(NS, k, {}, expected_version=None)):  # fmt: skip
            with pytest.raises(InvalidInput):
                call(text)


def test_values_and_filters(store: Calls) -> None:
    """Every field name and text is stored, found by a filter on it, and by nothing like it."""
    texts = [*TEXTS, "", "\0", "a\0b"]
    store.batch([PutOp(NS, f"{n}", {text: n, "text": text, "in": {text: [text]}}, False)
                 for n, text in enumerate(texts)])  # fmt: skip
    for n, text in enumerate(texts):
        assert store.get(NS, str(n)).value == {text: n, "text": text, "in": {text: [text]}} | (
            {"text": text} if text == "text" else {}
        )
        for wanted in ({"text": text}, {"text": {"$gte": text, "$lte": text}},
                       {"in": {text: [text]}} if not text.startswith("$") else {"text": text},
                       {"in": {"$eq": {text: [text]}}}):  # fmt: skip
            found = store.search(NS, filter=wanted, limit=1000)
            assert [one.key for one in found] == [str(n)], (text, wanted)
        if text.startswith("$"):
            with pytest.raises(InvalidInput):
                store.search(NS, filter={text: n})
        else:
            found = store.search(NS, filter={text: n}, limit=1000)
            assert str(n) in [one.key for one in found]
    for text in ("\ud800", "a\udfff"):
        for wanted in ({text: 1}, {"a": text}, {"a": {"$gt": text}}, {"a": [text]},
                       {"a": {text: 1}}):  # fmt: skip
            with pytest.raises(InvalidInput):
                store.search(NS, filter=wanted)


def test_operators_and_operands(store: Calls) -> None:
    """An unknown operator is refused, an odd operand matches nothing or is refused."""
    store.put(NS, "n", {"n": 5, "big": 10**400, "nest": {"a": {"b": [1, {"c": 2}]}}})
    for text in ALL:
        if text.startswith("$"):
            with pytest.raises(InvalidInput):
                store.search(NS, filter={"n": {text: 1}})
        with pytest.raises(InvalidInput):
            store.search(NS, filter={"n": {"$" + text: 1}})
        with pytest.raises(InvalidInput):
            store.search(NS, filter={"n": {"$eq": 5, text: 1}})
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    loop: dict[str, Any] = {}
    loop["loop"] = loop
    for odd in (deep, loop, {1, 2}, object(), b"x", 1j, {1: 2}):
        for wanted in ({"n": odd}, {"n": {"$eq": odd}}, {"n": {"$gt": odd}}, odd):
            if wanted is not loop and wanted is not None:
                with pytest.raises(InvalidInput):
                    store.search(NS, filter=wanted)
    for number in (float("nan"), float("inf"), 2**63, -(2**64), 10**400, 10**5000, 1e308, -0.0):
        for operator in ("$eq", "$gt", "$gte", "$lt", "$lte", "$ne"):
            store.search(NS, filter={"n": {operator: number}})
    assert len(store.search(NS, filter={"big": 10**400})) == 1
    assert len(store.search(NS, filter={"nest.a.b.1.c": 2})) == 1


def test_queries(store: Calls) -> None:
    """Every question is answered, by vectors, by words and by both."""
    store.batch([PutOp(NS, str(n), {"text": text}, False) for n, text in enumerate(TEXTS)])
    for text in [*ALL, "", "cat " * 5000]:
        for ranking in ("similarity", "recall"):
            found = store.search(NS, query=text, ranking=ranking, limit=1000)
            assert len(found) == len(TEXTS) + 1
    with opened() as words:
        words.batch([PutOp(NS, str(n), {"text": text}) for n, text in enumerate(TEXTS)])
        for text in [*ALL, "", "cat " * 5000]:
            assert len(words.search(NS, query=text, limit=1000)) == len(TEXTS)


def test_index_paths(store: Calls) -> None:
    """Every path finds a text, finds none, or is refused; never more than that."""
    value = {"text": "cat", "a": [{"b": "dog"}, ["owl"]], "$": "x", "{": 1, "n": None}
    for n, text in enumerate(TEXTS):
        store.put(NS, str(n), value, index=[text, "text"])
        store.put(NS, "m", value, index=[f"a{text}", f"{text}a", f"a.{text}.b", f"{{{text}}}"])
    for path in ("{" * 5000 + "a", "{a," * 2000, "a[" + "9" * 6000 + "]", "a[0]" * 3000, "[" * 9999,
                 "{" + "*," * 5000 + "}", "*" * 9999, "a[１]", "a[0_0]", "a[ 0 ]"):  # fmt: skip
        store.put(NS, "m", value, index=[path])
        with opened(index=index_of(fields=[path])) as other:
            other.put(NS, "m", value)
    for text in ("\ud800", "a\udfff"):
        with pytest.raises(InvalidInput):
            store.put(NS, "m", {}, index=[text])
    for wrong in ("text", [1], [None], 5, object(), {"a": 1}, True, b"text"):
        with pytest.raises(InvalidInput):
            store.put(NS, "m", {}, index=wrong)
    found = store.search(NS, query="cat", limit=1000)
    assert {one.key for one in found} == {"witness", "m", *map(str, range(len(TEXTS)))}


@pytest.mark.parametrize("odd", INTEGERS, ids=lambda odd: type(odd).__name__)
def test_numbers(store: Calls, odd: Any) -> None:
    """A number out of range, or what is no number, is refused with our error."""
    ways: list[Callable[[], Any]] = [
        lambda: store.search(NS, limit=odd), lambda: store.search(NS, offset=odd),
        lambda: store.list_namespaces(limit=odd), lambda: store.list_namespaces(offset=odd),
    ]  # fmt: skip
    if odd is not None:
        ways += [
            lambda: store.list_namespaces(max_depth=odd), lambda: store.get(NS, "k", as_of=odd),
            lambda: store.read(NS, "k", as_of=odd), lambda: store.search(NS, as_of=odd),
            lambda: store.put_if(NS, "x", {}, expected_version=odd),
        ]  # fmt: skip
    if odd not in (0.5, None):
        ways.append(lambda: store.put(NS, "x", {}, ttl=odd))
    for way in ways:
        with pytest.raises((*REFUSED, VersionConflict)):
            way()


def test_moments(store: Calls) -> None:
    """What is no moment of this ledger is refused with our error."""
    end = head(store.store)
    thread = [{"configurable": {"thread_id": text}} for text in ALL]
    point = [{"configurable": {"thread_id": "t", "checkpoint_id": text, "checkpoint_ns": text}}
             for text in ALL]  # fmt: skip
    others = [
        end + 1, *ALL, {}, {"configurable": {}}, datetime(2020, 1, 1), datetime.max, b"1", [1],
        object(), (1,), {"configurable": {"thread_id": [1], "checkpoint_id": {}}},
    ]  # fmt: skip
    for moment in [*thread, *point, *others]:
        for call in (store.get, store.read):
            with pytest.raises(REFUSED):
                call(NS, "witness", as_of=moment)
        with pytest.raises(REFUSED):
            store.search(NS, as_of=moment)
    assert store.get(NS, "witness", as_of=datetime(2001, 1, 1, tzinfo=UTC)) is None
    assert store.get(NS, "witness", as_of=0) is None


def test_choices(store: Calls) -> None:
    """An unknown ranking or kind of match is refused."""
    for text in ALL:
        with pytest.raises((ConfigError, InvalidInput)):
            store.search(NS, ranking=text)
        with pytest.raises(InvalidInput):
            store.batch([ListNamespacesOp((MatchCondition(text, ("a",)),))])


def test_things_of_other_types(store: Calls) -> None:
    """No object in place of an argument gets further than a clear error."""
    odd: list[Any] = [None, 5, 1.5, b"x", object(), {"a": 1}, {1}, [None], (None,), ((),), ("a", 5)]
    ways: list[Callable[[Any], Any]] = [
        lambda ns: store.put(ns, "k", {}), lambda ns: store.get(ns, "k"), store.search,
        lambda ns: store.history(ns, "k"), lambda ns: store.list_namespaces(prefix=ns or 5),
        lambda ns: store.delete(ns, "k"),
    ]  # fmt: skip
    for one, way in itertools.product(odd, ways):
        with pytest.raises(InvalidInput):
            way(one)
    for one in (5, "x", b"x", [1], object(), {1: 2}, {"a": {1}}):
        with pytest.raises(InvalidInput):
            store.put(NS, "x", one)
    for one in (5, b"x", [1], object(), {}, True):
        with pytest.raises(InvalidInput):
            store.search(NS, query=one)
    with pytest.raises(InvalidInput):
        store.batch([SearchOp(NS, filter="x")])


@pytest.mark.parametrize("odd", [
    {"fields": 5}, {"fields": "text"}, {"fields": [1]}, {"fields": ["\ud800"]}, {"model": "\ud800"},
    {"dims": 0}, {"dims": -1}, {"dims": "3"}, {"dims": True}, {"embed": None}, {"embed": 5},
    {"unknown": 1}, {"embed": "nobody:nothing"}, {"fields": {"a": 1}},
], ids=str)  # fmt: skip
def test_index_configs(odd: dict[str, Any]) -> None:
    """An index that can't work is refused when the store is made."""
    with pytest.raises(ConfigError):
        opened(index={**index_of(), **odd}).close()


@pytest.mark.parametrize("odd", [
    {"default_ttl": "x"}, {"default_ttl": -1}, {"default_ttl": float("nan")}, {"unknown": 1},
    {"sweep_interval_minutes": "x"}, {"sweep_interval_minutes": -1}, [], "x",
], ids=str)  # fmt: skip
def test_ttl_configs(odd: Any) -> None:
    """A TTL config that can't work is refused when the store is made."""
    with pytest.raises((ConfigError, InvalidInput)):
        opened(ttl=odd).close()
