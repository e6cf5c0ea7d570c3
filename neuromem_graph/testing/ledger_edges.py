"""Check what a ledger tells about edges, and about what governance looks at."""

from pathlib import Path
from typing import Any

import pytest

from neuromem_graph.testing.ledger_builders import (
    NAMESPACE,
    START,
    event,
    fact,
    group,
    lifecycle,
    loose,
    memory,
    observation,
    support,
    turn,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import EvidenceType, Family, Relation, to_micros
from neuromem_graph.types.batch import Group
from neuromem_graph.types.change_drafts import (
    PolicyDraft,
    PolicyPayload,
    RefusalDraft,
    RefusalPayload,
)
from neuromem_graph.types.drafts import Appraisal, EvidenceDraft, ImpactDraft

OTHER = ("acme", "bob")
BOTH: tuple[Family, ...] = ("associative", "logic")


class EdgesSuite(LedgerCase):
    """Behaviours of the reads about edges, and before governance decides."""

    def test_edges_are_made_of_evidence(self, tmp_path: Path) -> None:
        """An edge sums its evidence within [-1, 1] at every moment, and takes the state it says."""
        with self.opened(tmp_path) as ledger:
            ends = _two(ledger)
            said: list[tuple[EvidenceType, float]] = [
                ("support", 0.75), ("support", 0.75), ("contradict", 0.25), ("inhibit", 1.0),
                ("reinforce", 0.5), ("restore", 1.0),
            ]  # fmt: skip
            seqs = [_say(ledger, ends, kind, weight) for kind, weight in said]
            shown = [_edges(ledger, as_of=seq)[0] for seq in seqs]

            assert [one[:2] for one in shown] == [
                (0.75, "active"), (1.0, "active"), (1.0, "active"), (1.0, "suppressed"),
                (1.0, "suppressed"), (1.0, "active"),
            ]  # fmt: skip
            assert _edges(ledger, as_of=seqs[0] - 1) == []
            assert ledger.verify(deep=True).ok

    def test_edges_show_their_evidence(self, tmp_path: Path) -> None:
        """An edge names its two memories, its evidence in order, and since when it is so."""
        with self.opened(tmp_path) as ledger:
            ends = _two(ledger)
            first, second = _say(ledger, ends, "support"), _say(ledger, ends, "decay")
            with ledger.reader() as reader:
                (edge,) = reader.edges.edges(NAMESPACE, BOTH)
                ids = [row.id for row in reader.memories(NAMESPACE, ends)]

            assert [edge.source, edge.target] == ids
            assert [(one.type, one.seq) for one in edge.evidence] == [
                ("support", first), ("decay", second),
            ]  # fmt: skip
            assert (edge.known_from, edge.source_claim, edge.target_claim) == (second, None, None)

    @pytest.mark.parametrize("family", BOTH)
    def test_edges_of_one_family(self, tmp_path: Path, family: Family) -> None:
        """The same ends may have an edge in either family; each is told with its own evidence."""
        relations: dict[Family, Relation] = {
            "associative": "associated_with", "logic": "same_as",
        }  # fmt: skip
        with self.opened(tmp_path) as ledger:
            ends = _two(ledger)
            for one, relation in relations.items():
                _say(ledger, ends, "support", family=one, relation=relation)
            _say(ledger, ends, "support", relation="causes")
            with ledger.reader() as reader:
                told = reader.edges.edges(NAMESPACE, [family])
                every = reader.edges.edges(NAMESPACE, BOTH)

            assert {edge.family for edge in told} == {family}
            assert all(len(edge.evidence) == 1 for edge in every)
            assert len(every) == 3

    def test_edges_of_some_ends(self, tmp_path: Path) -> None:
        """With ends only edges from or to them are told, each once; elsewhere there are none."""
        with self.opened(tmp_path) as ledger:
            one, two = _two(ledger)
            (three,) = (_memory(ledger, "c"),)
            _say(ledger, (one, two), "support")
            _say(ledger, (two, three), "support")
            with ledger.reader() as reader:
                told = {end: len(reader.edges.edges(NAMESPACE, BOTH, [end]))
                        for end in (one, two, three)}  # fmt: skip
                assert told == {one: 1, two: 2, three: 1}
                assert len(reader.edges.edges(NAMESPACE, BOTH, [one, two, three])) == 2
                assert reader.edges.edges(OTHER, BOTH, [one, two, three]) == ()
                assert reader.edges.edges(OTHER, BOTH) == ()

    def test_claims_are_shown_through_their_memory(self, tmp_path: Path) -> None:
        """An end that is a claim is shown by the memory that tells it."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            (other,) = add(ledger, fact("b", "tea", subject="Bob"))
            claims = (said.stored[-1].seq, other.stored[-1].seq)
            _say(ledger, claims, "support")
            with ledger.reader() as reader:
                (edge,) = reader.edges.edges(NAMESPACE, BOTH)
                assert reader.edges.claims_of(NAMESPACE, [said.stored[1].seq]) == claims[:1]
                assert reader.edges.claims_of(OTHER, [said.stored[1].seq]) == ()

            assert (edge.source, edge.source_claim) == (said.stored[1].id, said.stored[-1].id)
            assert (edge.target, edge.target_claim) == (other.stored[1].id, other.stored[-1].id)

    def test_edge_evidence_closes_no_statement(self, tmp_path: Path) -> None:
        """Evidence about an edge to a claim leaves the claim open, unless it supersedes it."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            told, claim = said.stored[1].seq, said.stored[-1].seq
            other = _memory(ledger, "b")
            _say(ledger, (other, claim), "expire", relation="same_as")
            _say(ledger, (other, claim), "supersede", relation="supports")
            with ledger.reader() as reader:
                assert reader.open_units(NAMESPACE, [told]) == {told: 1}
            _say(ledger, (other, claim), "supersede", relation="supersedes")
            with ledger.reader() as reader:
                assert reader.open_units(NAMESPACE, [told]) == {told: 0}

    def test_events_are_found_by_id_and_record(self, tmp_path: Path) -> None:
        """An event tells its channel, text and metadata; an erased one no text; others are none."""
        with self.opened(tmp_path) as ledger:
            fields: dict[str, Any] = {"channel": "tool", "thread": "t", "metadata": {"a": [1]}}
            (said,) = add(ledger, observation("a", "tea", **fields))
            public, seq = said.event_id or "", said.event or 0
            with ledger.reader() as reader:
                row = reader.edges.events(NAMESPACE, [public, "x"])[public]
                assert reader.edges.behind(NAMESPACE, [seq, 999]) == {seq: row}
                assert reader.edges.events(OTHER, [public]) == {}
                assert reader.edges.behind(OTHER, [seq]) == {}
            with ledger.reader(seq - 1) as reader:
                assert reader.edges.events(NAMESPACE, [public]) == {}

            assert (row.channel, row.text, row.thread) == ("tool", "tea", "t")
            assert (row.key, row.metadata, row.happened_at) == ("a", {"a": [1]}, to_micros(START))
            ledger.erase([seq], "test")
            with ledger.reader() as reader:
                gone = reader.edges.events(NAMESPACE, [public])[public]
            assert (gone.text, gone.metadata, gone.key) == (None, {}, None)

    def test_targets_are_memories_and_claims(self, tmp_path: Path) -> None:
        """A public id leads to a memory, or to a claim and the memory that tells it, as it is."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            told, claim = said.stored[1], said.stored[-1]
            then = head(ledger).seq
            add(ledger, lifecycle(told.seq, "suppressed"))
            ids = [told.id or "", claim.id or "", "x"]
            with ledger.reader() as reader:
                rows = reader.edges.targets(NAMESPACE, ids)
                assert reader.edges.targets(OTHER, ids) == {}
            with ledger.reader(then) as reader:
                assert reader.edges.targets(NAMESPACE, ids)[ids[0]].state == "active"

            assert [(r.endpoint, r.claim, r.memory, r.state) for r in rows.values()] == [
                (told.seq, None, told.seq, "suppressed"),
                (claim.seq, claim.seq, told.seq, "suppressed"),
            ]  # fmt: skip

    def test_statements_are_what_memories_make_believed(self, tmp_path: Path) -> None:
        """Each believed interval of a memory's claims is told, with its slot."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Rome"))
            told, claim = said.stored[1].seq, said.stored[-1]
            with ledger.reader() as reader:
                (row,) = reader.edges.statements(NAMESPACE, [told])
                assert reader.edges.statements(OTHER, [told]) == ()

            assert (row.claim, row.claim_id, row.memory) == (claim.seq, claim.id, told)
            assert (row.attribute, row.valid_from, row.valid_to) == ("city", to_micros(START), None)

    def test_repetitions_name_who_said_the_words(self, tmp_path: Path) -> None:
        """The oldest active memory of the words is told, with every event that said them."""
        with self.opened(tmp_path) as ledger:
            (first,) = add(ledger, turn("a", "Tea!"))
            told = first.stored[1].seq
            (again,) = add(ledger, support("b", told, channel="tool"))
            with ledger.reader() as reader:
                row = reader.edges.repetitions(NAMESPACE, ["tea", "none"])["tea"]
                assert reader.edges.repetitions(OTHER, ["tea"]) == {}

            assert (row.memory, row.event) == (told, first.event)
            assert row.said == ((first.event, "user", None), (again.event, "tool", None))
            add(ledger, lifecycle(told, "suppressed"))
            with ledger.reader() as reader:
                assert reader.edges.repetitions(NAMESPACE, ["tea"]) == {}

    def test_memories_are_found_by_their_words(self, tmp_path: Path) -> None:
        """A memory is found by its terms and keywords, in its own namespace alone."""
        with self.opened(tmp_path) as ledger:
            observed = event("a", "green tea")
            made = memory(observed)
            (said,) = add(ledger, group(observed, made))
            told = said.stored[1].seq
            with ledger.reader() as reader:
                assert reader.edges.found_by(NAMESPACE, told, ["green", "tea"])
                assert not reader.edges.found_by(NAMESPACE, told, ["green", "coffe"])
                assert not reader.edges.found_by(NAMESPACE, told, [])
                assert not reader.edges.found_by(OTHER, told, ["green"])

    def test_the_last_assessment_of_an_event_is_told(self, tmp_path: Path) -> None:
        """Of two assessments of an event the later is told, at each moment the one known then."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, observation("a", "tea"))
            seq = said.event or 0
            seen = []
            for rule in ("first", "second"):
                one = Appraisal(route="ledger_only", rule=rule, vector=(0.0,) * 9)
                add(ledger, loose(ImpactDraft(event=seq, claims=(one,))))
                seen.append(head(ledger).seq)
            for rule, moment in zip(("first", "second"), seen, strict=True):
                with ledger.reader(moment) as reader:
                    assert [a.rule for a in reader.edges.appraisals_of(NAMESPACE, seq)] == [rule]
            with ledger.reader() as reader:
                assert reader.edges.appraisals_of(NAMESPACE, 999) == ()
                assert reader.edges.appraisals_of(OTHER, seq) == ()

    def test_policies_fall_with_any_of_their_events(self, tmp_path: Path) -> None:
        """Committed and refused policies are told in order; one erased event empties them."""
        with self.opened(tmp_path) as ledger:
            one, two = (add(ledger, turn(key, key))[0].event or 0 for key in "ab")
            add(ledger, _policies((one, two)), _policies((two,)))
            with ledger.reader() as reader:
                rows = reader.edges.policies(NAMESPACE)
                assert reader.edges.policies(OTHER) == ()
            assert [(r.intent, r.codes, r.policy) for r in rows] == [
                ("add", (), {"a": 1}), ("add", ("no_delta",), {"b": 2}),
            ] * 2  # fmt: skip
            ledger.erase([one], "test")
            with ledger.reader() as reader:
                kept = [row.policy for row in reader.edges.policies(NAMESPACE)]
            assert kept == [None, None, {"a": 1}, {"b": 2}]
            assert ledger.verify(deep=True).ok


def _memory(ledger: CompleteLedger, key: str) -> int:
    return add(ledger, turn(key, f"said by {key}"))[0].stored[1].seq


def _two(ledger: CompleteLedger) -> tuple[int, int]:
    return _memory(ledger, "a"), _memory(ledger, "b")


def _say(
    ledger: CompleteLedger, ends: tuple[int, int], kind: EvidenceType, weight: float = 0.5, *,
    family: Family = "logic", relation: Relation = "supports",
) -> int:  # fmt: skip
    """Append one piece of evidence about an edge; return its record."""
    source, target = ends
    draft = EvidenceDraft(type=kind, source=source, target=target, weight=weight, family=family,
                          relation=relation)  # fmt: skip
    return add(ledger, loose(draft))[0].stored[0].seq


def _edges(ledger: CompleteLedger, as_of: int | None = None) -> list[tuple[float, str, int]]:
    with ledger.reader(as_of) as reader:
        told = reader.edges.edges(NAMESPACE, BOTH)
    return [(edge.weight, edge.state, edge.known_from) for edge in told]


def _policies(origin: tuple[int, ...]) -> Group:
    return loose(
        PolicyDraft(origin=origin, intent="add", proposer="user", validators=("schema",),
                    payload=PolicyPayload(policy={"a": 1})),
        RefusalDraft(origin=origin, intent="add", proposer="user", codes=("no_delta",),
                     payload=RefusalPayload(policy={"b": 2}, messages=("why",))),
    )  # fmt: skip
