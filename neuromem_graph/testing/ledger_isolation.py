"""Check that a namespace never sees another's rows, through any method of a reader."""

from pathlib import Path
from typing import Any

import pytest

from neuromem_graph.ports import Reader
from neuromem_graph.testing.ledger_builders import (
    EVERYTHING,
    NAMESPACE,
    START,
    embedded,
    fact,
    held,
    turn,
    view,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import Namespace

WORDS = ("a", "h", "t0", "ann", "tea", "rome", "citi")
TWINS: list[tuple[Namespace, Namespace]] = [
    (("ann",), ("anna",)),
    (("ann",), ("ann", "a")),
    (("a", "b"), ("a/b",)),
    (("a", "b"), ("a,b",)),
    (("a", "b"), ('a","b',)),
    (("a.b",), ("a", "b")),
    (("a%",), ("ab",)),
    (("a_",), ("ab",)),
    (("*",), ("a",)),
    (("Ann",), ("ann",)),
    (("é",), ("e\u0301",)),
    (("a",), ("а",)),  # noqa: RUF001  Cyrillic
    (("a",), ("a ",)),
    (("a\0b",), ("a",)),
    (("1",), ("01",)),
    (("null",), ("",)),
]


class IsolationSuite(LedgerCase):
    """Behaviours that keep namespaces apart."""

    @pytest.mark.parametrize(("one", "other"), TWINS)
    @pytest.mark.parametrize("turned", [False, True])
    def test_twins_are_strangers(
        self, tmp_path: Path, one: Namespace, other: Namespace, turned: bool
    ) -> None:
        """Whatever two namespaces are called, filling one changes no answer about the other."""
        full, empty = (other, one) if turned else (one, other)
        with self.opened(tmp_path) as ledger:
            with ledger.reader() as reader:
                nothing = _without_head(view(reader, empty, WORDS))
            _fill(ledger, full)
            with ledger.reader() as reader:
                assert _without_head(view(reader, empty, WORDS)) == nothing
                assert reader.stats(full).events == 3

    def test_another_namespace_changes_no_answer(self, tmp_path: Path) -> None:
        """Rows, terms, statistics and order stay the same whatever others say in between."""
        with self.opened(tmp_path) as ledger:
            _fill(ledger, NAMESPACE)
            with ledger.reader() as reader:
                before = _without_head(view(reader, NAMESPACE, WORDS))
            others = [turn(f"t{n}", "tea tea rome") for n in range(10)]
            add(ledger, *others, fact("a", "Rome"), namespace=("acme", "bob"))
            with ledger.reader() as reader:
                assert _without_head(view(reader, NAMESPACE, WORDS)) == before
                found = reader.postings(("acme", "bob"), ["tea"])
                assert (found.documents, found.lists[0].counts.tolist()) == (11, [2] * 10)

    def test_ids_of_another_namespace_find_nothing(self, tmp_path: Path) -> None:
        """Sequence numbers and public ids of one namespace find nothing through another."""
        with self.opened(tmp_path) as ledger:
            _fill(ledger, NAMESPACE)
            add(ledger, turn("x", "tea"), namespace=("acme", "bob"))
            with ledger.reader() as reader:
                assert _by_ids(reader, NAMESPACE, ("acme", "bob")) == [(), (), (), (), None, None]
                assert None not in _by_ids(reader, NAMESPACE, NAMESPACE)

    def test_traces_belong_to_a_namespace(self, tmp_path: Path) -> None:
        """A trace is found only where it was recorded, even under an id that both use."""
        one, other = NAMESPACE, ("acme", "bob")
        with self.opened(tmp_path) as ledger:
            for name in (one, other):
                add(ledger, turn("a", "tea"), namespace=name)
            ledger.record_trace(one, "t", '"one"', START)
            with ledger.reader() as reader:
                assert reader.trace(other, "t") is None
            ledger.record_trace(other, "t", '"other"', START)
            with ledger.reader() as reader:
                assert [reader.trace(n, "t") for n in (one, other)] == ['"one"', '"other"']

    def test_bound_of_traces_is_per_namespace(self, tmp_path: Path) -> None:
        """Many traces of one namespace push out none of another."""
        one, other = NAMESPACE, ("acme", "bob")
        with self.opened(tmp_path) as ledger:
            for name in (one, other):
                add(ledger, turn("a", "tea"), namespace=name)
            ledger.record_trace(one, "kept", "{}", START)
            for n in range(self.traces_kept + 2):
                ledger.record_trace(other, f"t{n}", "{}", START)
            with ledger.reader() as reader:
                assert reader.trace(one, "kept") == "{}"

    def test_vectors_show_no_memory_of_another(self, tmp_path: Path) -> None:
        """A cached vector of equal text serves both, each with its own memories."""
        with self.opened(tmp_path) as ledger:
            (mine,) = add(ledger, turn("a", "tea"))
            add(ledger, turn("a", "tea"), namespace=("acme", "bob"))
            ledger.store_vectors("model", {"tea": [1.0, 0.0]})
            with ledger.reader() as reader:
                found = embedded(reader, NAMESPACE, "model")
                assert found.memories == [mine.stored[1].seq]

    def test_erasing_here_takes_nothing_there(self, tmp_path: Path) -> None:
        """Erasing all of one namespace changes no answer about another."""
        other = ("acme", "bob")
        with self.opened(tmp_path) as ledger:
            _fill(ledger, NAMESPACE)
            last = head(ledger).seq
            _fill(ledger, other)
            with ledger.reader() as reader:
                before = _without_head(view(reader, other, WORDS))
            ledger.erase(range(1, last + 1), "test")
            with ledger.reader() as reader:
                assert _without_head(view(reader, other, WORDS)) == before


def _fill(ledger: CompleteLedger, namespace: Namespace) -> None:
    groups = (fact("a", "Rome"), held("h", {"value": "x"}), turn("t0", "tea", thread="t"))
    add(ledger, *groups, namespace=namespace)


def _without_head(told: dict[str, Any]) -> dict[str, Any]:
    return {**told, "stats": told["stats"].model_dump(exclude={"head"})}


def _by_ids(reader: Reader, owner: Namespace, asker: Namespace) -> list[Any]:
    (slot,) = reader.all_slots(owner)
    memories = reader.memories(owner, range(99))
    (waiting,) = reader.held(owner)
    return [
        reader.slots_of(asker, [slot.entity]),
        reader.slots_of(asker, [slot.entity], ["city"]),
        reader.memories(asker, [row.memory for row in memories]),
        reader.places(asker, [row.memory for row in memories], EVERYTHING).memory,
        reader.memory(asker, memories[0].id),
        reader.held_item(asker, waiting.id),
    ]
