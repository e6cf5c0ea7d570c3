"""A store answers as a dictionary would, now and for every earlier moment, and after a rebuild."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from langgraph.store.base import GetOp, PutOp, SearchOp

from neuromem_graph.errors import VersionConflict

from .helpers import WAYS, Calls, calls, head, index_of, ledger_of, vector

SPACES = [("a",), ("a", "b"), ("ab",)]
PREFIXES = [(), *SPACES[:2]]
KEYS = ["k", "K"]
EXAMPLES = 300 if os.environ.get("NEUROMEM_LONG_TESTS") else 4
TEXTS = ["cat", "cat dog", "dog", "owl", ""]
FILTERS: list[Any] = [
    None, {"n": 1}, {"n": {"$gte": 1, "$lt": 3}}, {"text": "cat"}, {"in.n": 2}, {"n": {"$ne": 0}},
    {"text": {"$gt": "cat"}}, {"n": None},
]  # fmt: skip

place = st.tuples(st.sampled_from(SPACES), st.sampled_from(KEYS))
value = st.fixed_dictionaries({
    "n": st.sampled_from([0, 1, 2, 2.0, True, None, "1"]),
    "text": st.sampled_from(TEXTS),
    "in": st.fixed_dictionaries({"n": st.integers(0, 2)}),
})  # fmt: skip
paths = st.sampled_from([None, None, None, False, ["in.n"], ["missing"]])
change = st.tuples(place, st.one_of(st.none(), value, value), paths)
op = st.one_of(
    st.tuples(st.just("put"), change),
    st.tuples(st.just("put_if"), change, st.booleans()),
    st.tuples(st.just("batch"), st.lists(change, max_size=5), place),
)
QUICK = [Phase.explicit, Phase.reuse, Phase.generate]  # an example takes long: none is made smaller
Model = dict[tuple[tuple[str, ...], str], tuple[dict[str, Any], Any, int]]


class Twin:
    """A store beside the dictionary that tells what it must answer."""

    def __init__(self, store: Calls) -> None:
        self.store, self.model, self.count = store, Model(), 0
        self.versions: dict[tuple[Any, str], list[Any]] = {}
        self.moments: dict[int, Model] = {0: {}}

    def run(self, step: Any) -> None:
        if step[0] == "put":
            self.put(step[1])
        elif step[0] == "put_if":
            self.put_if(step[1], step[2])
        else:
            self.batch(step[1], step[2])
        self.moments[head(self.store.store)] = dict(self.model)

    def marked(self, given: Any) -> Any:
        """Every value that is put is another one, which its mark tells."""
        self.count += 1
        return given if given is None else {**given, "mark": f"mark{self.count:05}x"}

    def put(self, change: Any) -> None:
        (where, key), given, index = change
        given = self.marked(given)
        if given is None:
            self.store.delete(where, key)
        else:
            self.store.put(where, key, given, index)
        self.note((where, key), given, index)

    def put_if(self, change: Any, right: bool) -> None:
        (where, key), given, index = change
        given, now = self.marked(given), self.store.read(where, key)
        known = now.version if now else None
        assert known == (self.model[where, key][2] if (where, key) in self.model else None)
        if right:
            self.store.put_if(where, key, given, index, expected_version=known)
            self.note((where, key), given, index)
        else:
            before = head(self.store.store)
            with pytest.raises(VersionConflict):
                self.store.put_if(where, key, given, index, expected_version=(known or 0) + 1)
            assert head(self.store.store) == before

    def batch(self, changes: Any, read: Any) -> None:
        made = [(where, self.marked(given), index) for where, given, index in changes]
        puts = [PutOp(*where, given, index) for where, given, index in made]
        where, key = read
        got, *_, found = self.store.batch([GetOp(where, key), *puts, SearchOp(where, limit=99)])
        assert (got and got.value) == (self.model[read][0] if read in self.model else None)
        assert [one.value for one in found] == self.under(self.model, where, None)
        for change in {one[0]: one for one in made}.values():
            self.note(*change)

    def note(self, where: Any, given: Any, index: Any) -> None:
        if given is not None:
            version = self.store.read(*where).version
            self.model[where] = given, index, version
            self.versions.setdefault(where, []).append(given)
        elif self.model.pop(where, None):
            self.versions[where].append(None)

    def under(self, model: Model, prefix: Any, wanted: Any) -> list[Any]:
        newest = sorted(model.items(), key=lambda one: -one[1][2])
        return [
            kept[0] for (where, _), kept in newest
            if where[: len(prefix)] == prefix and passes(kept[0], wanted)
        ]  # fmt: skip

    def check(self, model: Model, every: int = 1, **moment: Any) -> None:
        """Every question, or every second, is answered from the model."""
        for where in SPACES:
            for key in KEYS:
                got, kept = self.store.get(where, key, **moment), model.get((where, key))
                assert (got and got.value) == (kept and kept[0])
        for turn, prefix in enumerate(PREFIXES):
            self.check_meaning(model, prefix, moment)
            for wanted in FILTERS[turn % every :: every]:
                found = self.store.search(prefix, filter=wanted, limit=99, **moment)
                assert [one.value for one in found] == self.under(model, prefix, wanted), wanted

    def check_meaning(self, model: Model, prefix: Any, moment: Any) -> None:
        found = self.store.search(prefix, query="cat", limit=99, **moment)
        marks = {one.value["mark"]: one.score for one in found}
        wanted = {kept[0]["mark"]: similarity(kept) for (where, _), kept in model.items()
                  if where[: len(prefix)] == prefix}  # fmt: skip
        version = {kept[0]["mark"]: kept[2] for kept in model.values()}
        assert marks.keys() == wanted.keys()
        for mark, score in wanted.items():
            assert marks[mark] == (score if score is None else pytest.approx(score, abs=1e-5))
        given = [(s is None, -(s or 0.0), -version[mark]) for mark, s in marks.items()]
        assert given == sorted(given)

    def check_now(self) -> None:
        self.check(self.model)
        names = sorted({where for where, _ in self.model})
        assert self.store.list_namespaces(limit=99) == names
        for where, values in self.versions.items():
            assert [one.value for one in self.store.history(*where)] == values


def similarity(kept: Any) -> float | None:
    given, index, _ = kept
    if index is False or index == ["missing"]:
        return None
    text = given["text"] if index is None else str(given["in"]["n"])
    a, b = np.array(vector(text)), np.array(vector("cat"))
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def passes(given: Any, wanted: Any) -> bool:
    """What the filters above mean, said once more."""
    n, text = given["n"], given["text"]
    number = isinstance(n, int | float) and not isinstance(n, bool)
    return {
        "None": True,
        str({"n": 1}): number and n == 1,
        str({"n": {"$gte": 1, "$lt": 3}}): number and 1 <= n < 3,
        str({"text": "cat"}): text == "cat",
        str({"in.n": 2}): given["in"]["n"] == 2,
        str({"n": {"$ne": 0}}): not (number and n == 0),
        str({"text": {"$gt": "cat"}}): text > "cat",
        str({"n": None}): n is None,
    }[str(wanted)]


@pytest.mark.parametrize(("mode", "where"), WAYS)
@settings(max_examples=EXAMPLES, phases=QUICK)
@given(steps=st.lists(op, min_size=4, max_size=12))
def test_store_is_a_dictionary_with_a_past(
    tmp_path_factory: pytest.TempPathFactory, mode: str, where: str, steps: Any
) -> None:
    """Any operations leave what a dictionary would hold, then and now, and after a rebuild."""
    path: Path | str = ":memory:"
    if where == "file":
        path = tmp_path_factory.mktemp("model") / "a.db"
    with calls(mode, path, index=index_of()) as store:
        twin = Twin(store)
        for step in steps:
            twin.run(step)
            twin.check_meaning(twin.model, (), {})  # advances the cached vectors step by step
        twin.check_now()
        for seq, model in twin.moments.items():
            twin.check(model, 4, as_of=seq)
        assert store.store._runtime.verify(deep=True).ok

        ledger_of(store.store).rebuild()

        twin.check_now()
        for seq, model in list(twin.moments.items())[::3]:
            twin.check(model, 4, as_of=seq)


@settings(max_examples=2 * EXAMPLES, phases=QUICK)
@given(steps=st.lists(op, min_size=4, max_size=10), data=st.data())
def test_erased_put_is_nowhere(
    tmp_path_factory: pytest.TempPathFactory, steps: Any, data: st.DataObject
) -> None:
    """A put that was erased is in no answer, no past and no byte; all others are as they were."""
    folder = tmp_path_factory.mktemp("erase")
    with calls("sync", folder / "a.db", index=index_of()) as store:
        twin = Twin(store)
        for step in steps:
            twin.run(step)
        puts = [(where, one) for where in twin.versions for one in store.history(*where)
                if one.value is not None]  # fmt: skip
        if not puts:
            return
        where, gone = data.draw(st.sampled_from(puts))
        ledger_of(store.store).erase([gone.version], "requested")

        mark = gone.value["mark"]
        twin.moments = {
            seq: {at: kept for at, kept in model.items() if kept[2] != gone.version}
            for seq, model in twin.moments.items()
        }
        twin.model = {at: kept for at, kept in twin.model.items() if kept[2] != gone.version}
        values = twin.versions[where]
        at = next(n for n, one in enumerate(values) if one is not None and one["mark"] == mark)
        del values[at : at + 1 + (values[at + 1 : at + 2] == [None])]  # its end goes with it
        twin.check_now()
        for seq, model in twin.moments.items():
            twin.check(model, 4, as_of=seq)
        assert store.store._runtime.verify(deep=True).ok
    for file in folder.iterdir():
        assert mark.encode() not in file.read_bytes(), file
