"""Check what a ledger tells about names, and that merged entities are read as one."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from neuromem_graph.core.names import blocks
from neuromem_graph.testing.ledger_builders import (
    EVERYTHING,
    NAMESPACE,
    START,
    alias,
    batch,
    fact,
    loose,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, believed, head
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.change_drafts import MergeDraft, UnmergeDraft
from neuromem_graph.types.drafts import Close
from neuromem_graph.types.entities import RootRow

OTHER = ("acme", "bob")
_DAY = 86_400_000_000


class NamesSuite(LedgerCase):
    """Behaviours of the reads about names and merges."""

    def test_names_that_may_be_the_same_are_found(self, tmp_path: Path) -> None:
        """Names that share a block are told with all other names of their bearers, no others."""
        with self.opened(tmp_path) as ledger:
            john = _person(ledger, "John Smith")["entity"]
            _person(ledger, "Mary Ray")
            add(ledger, loose(alias(john, "Johnny")))
            then = head(ledger).seq
            _person(ledger, "Jon Smith")
            with ledger.reader() as reader:
                found = reader.names.similar(NAMESPACE, ["smith, john"], 9)
                assert {row.key for row in found} == {"john smith", "johnny", "jon smith"}
                assert reader.names.similar(OTHER, ["john smith"], 9) == ()
                assert reader.names.similar(NAMESPACE, ["nobody"], 9) == ()
            with ledger.reader(then - 1) as reader:
                assert [r.key for r in reader.names.similar(NAMESPACE, ["jon smith"], 9)] == [
                    "john smith"
                ]

    def test_another_writing_is_found_among_many(self, tmp_path: Path) -> None:
        """What shares the first block is found however many share the others."""
        with self.opened(tmp_path) as ledger:
            first = _person(ledger, "John Smith")["entity"]
            many = [fact(f"t{n}", "Rome", subject=f"John Smith {n}") for n in range(120)]
            ledger.append([batch(*many)])
            with ledger.reader() as reader:
                found = reader.names.similar(NAMESPACE, ["smith, john"], 5)
            assert blocks("smith, john")[0] == blocks("john smith")[0]
            assert first in {row.entity for row in found}
            assert len({row.entity for row in found}) <= 5

    def test_traits_and_numbers(self, tmp_path: Path) -> None:
        """An entity has a type, attributes and a public id, in its namespace alone."""
        with self.opened(tmp_path) as ledger:
            ann = _person(ledger, "Ann")["entity"]
            with ledger.reader() as reader:
                public = reader.entities(NAMESPACE, ["ann"])[0].id
                assert reader.names.traits(NAMESPACE, [ann]) == {ann: ("unknown", ("city",))}
                assert reader.names.traits(OTHER, [ann]) == {}
                assert reader.names.numbered(NAMESPACE, public) == ann
                assert reader.names.numbered(OTHER, public) is None
                assert reader.names.every_entity(NAMESPACE) == (ann,)
                assert reader.names.every_entity(OTHER) == ()
            with ledger.reader(ann - 1) as reader:
                assert reader.names.numbered(NAMESPACE, public) is None
                assert reader.names.every_entity(NAMESPACE) == ()

    def test_whom_a_thread_was_about(self, tmp_path: Path) -> None:
        """The last memories of a thread tell whom they are about, within a span of time."""
        with self.opened(tmp_path) as ledger:
            ann = _person(ledger, "Ann", thread="t")["entity"]
            bob = _person(ledger, "Bob", thread="t")["entity"]
            _person(ledger, "Eve", thread="u")
            at = to_micros(START)
            with ledger.reader() as reader:
                recent = reader.names.recent
                assert recent(NAMESPACE, "t", 9, at, at) == {ann, bob}
                assert recent(NAMESPACE, "t", 1, at, at) == {bob}
                assert recent(NAMESPACE, "t", 9, at + 1, at + 2) == frozenset()
                assert recent(NAMESPACE, "none", 9, at, at) == frozenset()
                assert recent(OTHER, "t", 9, at, at) == frozenset()

    def test_merged_entities_are_read_as_one(self, tmp_path: Path) -> None:
        """After a merge both names lead to the root, whose slots hold the values of both."""
        with self.opened(tmp_path) as ledger:
            jon, john, then = _merged(ledger)
            with ledger.reader() as reader:
                rows = reader.entities(NAMESPACE, ["jon", "john"])
                assert [(row.entity, row.key) for row in rows] == [(john, "john"), (john, "jon")]
                (slot,) = reader.slots_of(NAMESPACE, [jon])
                assert (slot.entity, slot.entity_name) == (john, "John")
                assert [one.value for one in slot.beliefs] == ["Rome", "Oslo"]
                assert reader.all_slots(NAMESPACE) == (slot,)
                assert reader.slots_of(NAMESPACE, [john], ["city"]) == (slot,)
                named = reader.beliefs_about(NAMESPACE, ["jon"], EVERYTHING)
                assert {(one.entity, one.belief.slot) for one in named} == {(john, slot.slot)}
                assert len(named) == 2
                assert reader.about(NAMESPACE, [jon, john]) == {jon: 1, john: 1}
                assert reader.names.every_entity(NAMESPACE) == (john,)
                assert {r.entity for r in reader.names.names_of(NAMESPACE, [jon])} == {jon, john}
            with ledger.reader(then) as reader:
                assert len(reader.all_slots(NAMESPACE)) == 2
                assert [row.entity for row in reader.entities(NAMESPACE, ["jon"])] == [jon]
            assert ledger.verify(deep=True).ok

    def test_a_merge_cuts_off_and_an_unmerge_gives_back(self, tmp_path: Path) -> None:
        """Ends that a merge sets hold from its record on, until an unmerge takes them back."""
        with self.opened(tmp_path) as ledger:
            jon, john, then = _merged(ledger, cut=_DAY)
            at = to_micros(START)
            with ledger.reader() as reader:
                both = believed(reader.all_slots(NAMESPACE))
                claim = reader.all_slots(NAMESPACE)[0].beliefs[0].claim
                told = reader.names.timelines(NAMESPACE, [jon, john])
            assert both == [("Rome", at, at + _DAY), ("Oslo", at + _DAY, None)]
            assert [(t.entity, t.belief.value, t.struck) for t in told] == [
                (john, "Rome", False),
                (jon, "Oslo", False),
            ]
            add(ledger, loose(UnmergeDraft(entities=(jon,), into=jon,
                                           reopens=(Close(claim=claim),))))  # fmt: skip
            with ledger.reader() as reader:
                apart = believed(reader.all_slots(NAMESPACE))
                roots = reader.names.roots(NAMESPACE, [jon])
            with ledger.reader(then) as reader:
                assert believed(reader.all_slots(NAMESPACE)) == apart
            assert apart == [("Rome", at, None), ("Oslo", at + _DAY, None)]
            assert [(r.entity, r.root, r.known_to is None) for r in roots] == [(jon, john, False)]
            assert ledger.verify(deep=True).ok

    def test_other_names_of_whom_a_name_means(self, tmp_path: Path) -> None:
        """Names of one entity, or of those merged with it, find each other; of two, none."""
        with self.opened(tmp_path) as ledger:
            _, john, then = _merged(ledger)
            add(ledger, loose(alias(john, "Johnny")))
            eve = _person(ledger, "Eve")["entity"]
            asked = ["john", "jon", "johnny", "eve", "nobody"]
            with ledger.reader() as reader:
                assert [*map(tuple, reader.aliases(NAMESPACE, asked))] == [
                    ("john", "Jon"), ("john", "Johnny"), ("johnny", "John"), ("johnny", "Jon"),
                    ("jon", "John"), ("jon", "Johnny"),
                ]  # fmt: skip
                assert reader.aliases(OTHER, asked) == ()
                assert reader.aliases(NAMESPACE, []) == ()
            with ledger.reader(then) as reader:
                assert reader.aliases(NAMESPACE, asked) == ()
            add(ledger, loose(alias(eve, "Johnny")))
            with ledger.reader() as reader:
                assert reader.aliases(NAMESPACE, ["johnny"]) == ()
                assert [*map(tuple, reader.aliases(NAMESPACE, ["eve"]))] == [("eve", "Johnny")]

    def test_roots_have_a_history(self, tmp_path: Path) -> None:
        """Whom an entity belonged to is told with the records from and to which it did."""
        with self.opened(tmp_path) as ledger:
            jon, john, _ = _merged(ledger)
            first = head(ledger).seq
            eve = _person(ledger, "Eve")["entity"]
            add(ledger, loose(MergeDraft(entities=(john, jon), into=eve)))
            last = head(ledger).seq
            with ledger.reader() as reader:
                assert reader.names.roots(NAMESPACE, [jon]) == (
                    RootRow(john, eve, last, None),
                    RootRow(jon, john, first, last),
                    RootRow(jon, eve, last, None),
                )
                assert reader.names.roots(OTHER, [jon]) == ()
            with ledger.reader(first) as reader:
                assert reader.names.roots(NAMESPACE, [jon]) == (RootRow(jon, john, first, None),)

    def test_a_merge_moves_what_depends_on_the_names(self, tmp_path: Path) -> None:
        """Who resolved one of the names before a merge or its undoing sees that they moved."""
        with self.opened(tmp_path) as ledger:
            jon, _, then = _merged(ledger)
            keys = ["entity:jon", "entity:john"]
            seqs = [head(ledger).seq]
            add(ledger, loose(UnmergeDraft(entities=(jon,), into=jon)))
            seqs.append(head(ledger).seq)
            for seq in seqs:
                with ledger.reader(seq) as reader:
                    assert set(reader.touched(NAMESPACE, keys).values()) == {seq}
            assert then < seqs[0]


def _person(ledger: CompleteLedger, name: str, **fields: Any) -> dict[str, int]:
    (said,) = add(ledger, fact(f"told of {name}", "Rome", subject=name, **fields))
    return {"entity": said.stored[2].seq, "claim": said.stored[-1].seq}


def _merged(ledger: CompleteLedger, cut: int | None = None) -> tuple[int, int, int]:
    """Tell of John in Rome and a day later of Jon in Oslo, and merge Jon into John.

    Returns:
        Jon, John, and the moment before the merge.
    """
    john = _person(ledger, "John")
    (said,) = add(ledger, fact("told of Jon", "Oslo", subject="Jon", at=START + timedelta(days=1)))
    jon, then = said.stored[2].seq, head(ledger).seq
    closes = () if cut is None else (Close(claim=john["claim"], valid_to=to_micros(START) + cut),)
    add(ledger, loose(MergeDraft(entities=(jon,), into=john["entity"], closes=closes)))
    return jon, john["entity"], then
